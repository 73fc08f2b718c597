"""The options of the wizard: each once, in one group, in the same words everywhere, with drawings."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape

import pytest

from engine.errors import SetupError
from engine.house import HouseRules, house_rules
from engine.options import GROUPS, GameInfo
from engine.registry import games
from ports_for_tests import House
from web.games.option_drawings import drawings_of
from web.rules.option_groups import option_groups

every_game = pytest.mark.parametrize("info", games(), ids=lambda info: str(info.name))


def page(house: House, path: str) -> str:
    answer = house.player().client.get(path)
    assert answer.status_code == 200
    return unescape(answer.text)


def option(text: str, key: str) -> str:
    """Give what stands in the form about an option."""
    return text.partition(f'id="option-{key}"')[2].partition('class="option')[0].partition("</form>")[0]


@every_game
def test_each_option_stands_in_just_one_group_of_the_wizard(house: House, info: GameInfo) -> None:
    text = page(house, f"/new?game={info.name}")
    folded = [one for one in info.options if one.in_games and one.key not in info.first]
    assert re.findall(r'id="option-(\w+)"', text) == [
        *info.first,
        *(one.key for group in GROUPS for one in folded if one.group == group),
    ]
    groups = re.findall(r'<details class="group" id="options-(\w+)"', text)
    assert groups == [group for group in GROUPS if any(one.group == group for one in folded)]


def changed(info: GameInfo) -> list[tuple[str, HouseRules]]:
    """Make house rules for each option of games, in which it is played differently."""
    needs = dict(info.needs)
    found = []
    for option in info.options:
        preset = next(preset for preset in info.presets if option in info.options_of(preset.name))
        for choice in option.choices if option.in_games else ():
            values = {option.key: choice} | ({needs[option.key]: True} if option.key in needs else {})
            values |= {"cube": True} if option.group == "cube" and option.key != "cube" else {}
            if choice == preset.defaults[option.key]:
                continue
            with suppress(SetupError):  # values of other shells
                rules = house_rules(info.name, preset.name, values, name=option.key.replace("_", " "))
                found.append((option.text, rules))
                break
    return found


@every_game
def test_an_option_has_the_same_words_in_wizard_rule_page_and_differences(
    house: House, info: GameInfo
) -> None:
    wizard = page(house, f"/new?game={info.name}")
    ways = changed(info)
    assert len(ways) == sum(option.in_games for option in info.options)
    for text, way in ways:
        number = house.book.save(way).number
        differences, rules = page(house, f"/house/{number}"), page(house, f"/rules/{info.name}/{way.preset}")
        assert f"<label><span>{text}</span>" in wizard
        assert f"<dt>{text} <a" in rules
        assert f"<dt>{text} <a" in differences
        value = re.search(rf"<li>{re.escape(text.rstrip('.'))}: <b>(.*?)</b>", differences)
        assert value
        assert f">{value[1]}</option>" in wizard


def test_what_is_usual_is_told_once_or_by_rules_where_they_differ(house: House) -> None:
    house.book.save(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
    text = page(house, "/new?game=pachisi")
    assert "As usual: Six cowries: no · Seven cowries: no · Ours: yes " in option(text, "gate")
    assert "As usual: Six cowries: yes · Seven cowries: no " in option(text, "first_piece_free")
    assert "As usual: no " in option(text, "split")


def test_a_group_with_a_change_is_open_and_the_others_are_folded() -> None:
    info = next(info for info in games() if info.name == "pachisi")
    groups = option_groups(info, {"option-gate": "true"})
    assert [group.name for group in groups if group.is_open] == ["start"]
    untouched = next(info for info in games() if info.name == "chowka-bhara")
    assert not any(group.is_open for group in option_groups(untouched, {}))


def test_a_change_is_marked_and_goes_back_without_a_script(house: House) -> None:
    phone = house.player()
    form = {"csrf": phone.state()["csrf"], "game": "pachisi", "preset": "six", "name": ["Asha", "Ravi"]}
    form |= {"option-gate": "true", "option-split": "true"}
    answer = phone.client.post("/new", data={**form, "mend": "gate="})
    text = unescape(answer.text)
    assert answer.status_code == 200
    assert "As usual again: Nobody enters or moves before a 2, 3 or 4 of their own" in text
    assert 'class="option" id="option-gate"' in text
    assert 'class="option own" id="option-split"' in text
    assert 'name="mend" value="split="' in text
    assert 'value="Ravi"' in text
    assert not house.table.has_game


def test_enter_in_a_field_begins_the_game_and_takes_nothing_back(house: House) -> None:
    form = page(house, "/new?game=pachisi").partition('id="rules-form"')[2]
    first = re.search(r"<button[^>]*>", form)
    assert first
    assert "name=" not in first[0]


@every_game
def test_every_drawing_says_in_words_what_it_shows(house: House, info: GameInfo) -> None:
    drawings = drawings_of(info.name)
    assert drawings.keys() <= {one.key for one in info.options}
    assert drawings
    text = page(house, f"/new?game={info.name}")
    for key, drawn in drawings.items():
        shown = re.findall(r'<figure><span role="img" aria-label="([^"]+)"><svg', option(text, key))
        assert shown == [one.text for one in drawn]
        assert len(set(shown)) == len(shown)


def test_the_throw_values_are_drawn_beside_one_another(house: House) -> None:
    text = option(page(house, "/new?game=pachisi"), "table")
    assert text.count("<table>") == 2
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", text, re.DOTALL)
    assert len(rows) == 7 + 8
    none = rows[0]
    assert none.count('class="cowrie back"') == 6
    assert re.findall(r"<td>(\d+)", none) == ["25", "6"]


@pytest.mark.parametrize("game", [info.name for info in games()])
def test_a_drawing_shows_a_choice_that_the_option_has(game: str) -> None:
    info = next(info for info in games() if info.name == game)
    for key, drawings in drawings_of(game).items():
        shown = [one.choice for one in drawings if one.choice is not None]
        assert len(set(map(str, shown))) == len(shown), key
        for choice in shown:
            assert choice in (True, False) or choice in info.option(key).choices, key


@pytest.mark.parametrize(
    ("game", "captions"),
    [
        (
            "chowka-bhara",
            ["no", "yes", "yes", "no", "yes, and the turn ends", "yes, unless a fourth is the same"],
        ),
        ("pachisi", ["yes", "yes, three of one value", "only the third of them is lost"]),
    ],
)
def test_new_game_writes_under_a_drawing_what_is_chosen_so(
    house: House, game: str, captions: list[str]
) -> None:
    page = house.admin().client.get(f"/new?game={game}").text
    assert re.findall("<figcaption>(.*?)</figcaption>", page) == captions


def test_the_rule_page_has_them_too(house: House) -> None:
    page = house.admin().client.get("/rules/pachisi").text
    assert "<figcaption>only the third of them is lost</figcaption>" in page
