"""Rules that do not go together are refused in words, and one touch mends them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import combinations
from typing import Any

import pytest

from engine.errors import SetupError
from engine.options import GameInfo, OptionValue
from engine.registry import game_info, games, make_rules
from ports_for_tests import House

SWITCH = re.compile(r'<button form="rules-form" name="mend" value="([^"]*)"[^>]*>(.*?)</button>', re.DOTALL)


class Form:
    """A phone with a form of rules before it."""

    def __init__(self, house: House, url: str, **typed: Any) -> None:
        self.phone = house.player()
        self.url = url
        self.typed = typed

    def send(self, **more: str) -> Any:
        token = re.search(r'name="csrf" value="([^"]+)"', self.phone.client.get("/new").text)
        assert token
        data = {"csrf": token[1], **self.typed, **more}
        return self.phone.client.post(self.url, data=data)


def chosen(page: str, option: str) -> str:
    """Tell what a form shows for an option."""
    select = re.search(rf'<select name="option-{option}">(.*?)</select>', page, re.DOTALL)
    assert select
    found = re.search(r'<option value="([^"]*)" selected>', select[1])
    return found[1] if found else ""


def pachisi(house: House, url: str = "/new", **options: str) -> Form:
    given = {f"option-{key}": value for key, value in options.items()}
    return Form(house, url, game="pachisi", preset="six", name=["Asha", "Ravi"], **given)


def test_options_that_contradict_one_another_are_named_by_rule_and_words_with_both_switches(
    house: House,
) -> None:
    answer = pachisi(house, cancel="true").send()
    assert answer.status_code == 400
    assert ">P23</a> needs P25" in answer.text
    assert "“Throw until no grace comes, then play all values in any order”" in answer.text
    assert "all_first" not in re.sub(r'(name|value|id)="[^"]*"', "", answer.text)
    assert [send for send, _ in SWITCH.findall(answer.text)] == ["all_first=true", "cancel=false"]


@pytest.mark.parametrize(("touched", "then"), [("all_first=true", "true"), ("cancel=false", "")])
def test_one_touch_of_a_switch_mends_it_and_the_game_can_begin(house: House, touched: str, then: str) -> None:
    form = pachisi(house, cancel="true")
    answer = form.send(mend=touched)
    assert answer.status_code == 200
    assert 'role="alert">' not in answer.text.replace('id="trouble" role="alert" hidden', "")
    assert chosen(answer.text, "all_first") == then
    assert not house.table.has_game, "a switch begins no game"
    assert 'value="Asha"' in answer.text
    options = {f"option-{key}": chosen(answer.text, key) for key in ("cancel", "all_first")}
    assert form.send(**options).status_code == 303
    assert house.table.has_game


def test_a_switch_that_leaves_another_contradiction_shows_that_one(house: House) -> None:
    answer = pachisi(house, cancel="true", partners="true").send(mend="all_first=true")
    assert answer.status_code == 400
    assert [send for send, _ in SWITCH.findall(answer.text)] == ["partners=false"]
    assert chosen(answer.text, "all_first") == "true"


def test_a_switch_that_there_is_not_changes_nothing(house: House) -> None:
    form = pachisi(house, cancel="true")
    for touched in ("", "nothing", "nothing=true", "cancel", "cancel=nothing", "=", "a=b=c"):
        assert form.send(mend=touched).status_code == 400, touched
    assert not house.table.has_game


def test_keeping_rules_and_changing_them_have_the_switches_too(house: House) -> None:
    keeping = pachisi(house, "/new/keep?game=pachisi", cancel="true")
    keeping.typed["house"] = "Ours"
    assert "all_first=true" in keeping.send().text
    kept = pachisi(house, "/new/keep?game=pachisi", split="true")
    assert kept.send(house="Ours").status_code == 303
    changing = Form(house, "/house/1/change", preset="six", **{"option-cancel": "true"})
    answer = changing.send()
    assert [send for send, _ in SWITCH.findall(answer.text)] == ["all_first=true", "cancel=false"]
    mended = changing.send(mend="all_first=true")
    assert mended.status_code == 200
    assert chosen(mended.text, "all_first") == "true"


def pairs() -> Iterator[tuple[GameInfo, str, dict[str, OptionValue]]]:
    """List all pairs of choices that are not as usual."""
    for info in games():
        for preset in info.presets:
            usual = preset.defaults
            for one, other in combinations(info.options, 2):
                for first in one.choices:
                    for second in other.choices:
                        if usual.get(one.key) != first and usual.get(other.key) != second:
                            yield info, preset.name, {one.key: first, other.key: second}


def refused(info: GameInfo, preset: str, options: dict[str, OptionValue], players: int) -> SetupError | None:
    try:
        make_rules(info.name, preset, options=options, players=players)
    except SetupError as error:
        return error
    return None


def test_every_switch_of_every_contradiction_mends_it() -> None:
    tried = 0
    for info, preset, options in pairs():
        for players in {2, 4} & set(info.players):
            error = refused(info, preset, options, players)
            if error is None:
                continue
            assert error.mends, error
            for key, wanted in error.mends:
                tried += 1
                value = info.preset(preset).defaults[key] if wanted is None else wanted
                mended = {**options, key: value}
                if wanted is None and info.option(key) not in info.options_of(preset):
                    del mended[key]
                assert str(refused(info, preset, mended, players)) != str(error)
    assert tried > 100


def test_every_switch_is_an_option_of_the_form() -> None:
    with pytest.raises(SetupError) as raised:
        make_rules("pachisi", "six", options={"table": "seven"})
    assert raised.value.mends == (("table", None),)
    assert game_info("pachisi").option("table").rule == "P4"


HERE = "cannot be so on this box: choose something that is offered"

BAD: list[tuple[str, str, dict[str, OptionValue], list[str]]] = [
    ("chowka-bhara", "5x5", {"pawns": 6}, ["Six pawns (C22) need the 7 × 7 board"]),
    ("chowka-bhara", "9x9", {"safe_corners": True}, ["Crossed corners (C22) need the 7 × 7 board"]),
    ("chowka-bhara", "5x5", {"again": "1-6-12"}, ["throw again (C22) need the 7 × 7 board"]),
    (
        "chowka-bhara",
        "5x5",
        {"entry": "6-12"},
        ["enter with 6 + 12 here", "(C19). There is 4 + 8, 1 + 4 + 8, 1 + 8"],
    ),
    ("chowka-bhara", "7x7", {"entry": "4-8"}, ["There is 6 + 12, 1 + 6 + 12, 1 + 5 + 6 + 12"]),
    ("chowka-bhara", "5x5", {"partners": True}, ["C21 is for four players, not for 2"]),
    ("chowka-bhara", "5x5", {"entry": "often"}, ["(C19)", HERE]),
    ("chowka-bhara", "5x5", {"three_graces": "x"}, ["(C20)", HERE]),
    ("pachisi", "seven", {"cancel": "all"}, ["(P23)", HERE]),
    ("pachisi", "six", {"cancel": "equal"}, ["P23 needs P25", "goes only with"]),
]


def test_a_program_is_told_in_the_pages_words(house: House) -> None:
    phone = house.player()
    for game, preset, options, words in BAD:
        status, told = phone.do("games", game=game, preset=preset, names=["Asha", "Ravi"], options=options)
        assert status == 422, options
        assert all(one in told["error"] for one in words), told["error"]
    assert not house.table.has_game


def test_a_form_is_told_and_offers_what_would_work(house: House) -> None:
    phone = house.player()
    form = {"csrf": phone.state()["csrf"], "name": ["Asha", "Ravi"]}
    for game, preset, options, words in BAD:
        typed = {f"option-{key}": str(value).lower() for key, value in options.items()}
        answer = phone.client.post("/new", data={**form, "game": game, "preset": preset, **typed})
        assert answer.status_code == 400, options
        page = unescape(re.sub(r"<[^>]+>", "", answer.text))
        assert all(one in page for one in words), words
        assert 'name="mend"' in answer.text
