"""“We play it differently”: from a refusal to the option that changes its rule, and what is asked first."""

from __future__ import annotations

import re
from html import unescape

import pytest

from engine.events import Setup, TurnBegan
from engine.registry import games
from engine.setup import members_of
from engine.table.commands import PlayMove, ReportMove, SetPosition, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.language.speaker import Speaker
from web.language.speech import announcement
from web.rules.rule_links import differently


def page(house: House, path: str) -> str:
    answer = house.player().client.get(path)
    assert answer.status_code == 200
    return unescape(answer.text)


@pytest.mark.parametrize(
    ("rule", "leads"),
    [("C7", "option-share_crossed"), ("C8", "option-share_own"), ("C3", "option-entry"), ("C5", "options")],
)
def test_a_refused_rule_leads_to_the_option_that_changes_it(rule: str, leads: str) -> None:
    setup = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))
    assert differently(rule, setup) == f"/new?game=chowka-bhara&preset=5x5&rule={rule}#{leads}"


def test_options_that_the_board_does_not_have_are_not_led_to() -> None:
    small = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))
    large = Setup("chowka-bhara", "7x7", ("Asha", "Ravi"))
    assert differently("C22", small).endswith("#options")
    assert differently("C22", large).endswith("#option-safe_corners")


def test_every_place_that_is_led_to_stands_on_the_form(house: House) -> None:
    for info in games():
        for preset in info.presets:
            setup = Setup(info.name, preset.name, ("Asha", "Ravi"))
            text = page(house, f"/new?game={info.name}&preset={preset.name}")
            for option in info.options:
                path, _, place = differently(option.rule, setup).partition("#")
                assert path.startswith(f"/new?game={info.name}&preset={preset.name}")
                assert f'id="{place}"' in text


def test_a_refusal_at_the_table_shows_the_way_and_the_group_is_open(house: House) -> None:
    house.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
    house.table.do(SetPosition({"pawns": [[0, 2, 0, 0], [0, 0, 0, 1]], "bank": [2], "turn": 0}))
    house.table.do(ReportMove((0, 0), "r3c4"))
    text = page(house, "/")
    found = re.search(r'href="(/new[^"]*)">We play it differently<', text)
    assert found
    assert "rule=C" in found[1]
    asked = page(house, "/new?game=chowka-bhara&rule=C8")
    assert re.search(r'<details class="group" id="options-safe" open>', asked)


def test_what_families_differ_on_most_is_asked_first_with_a_drawing_each(house: House) -> None:
    text = page(house, "/new?game=chowka-bhara")
    first = text.partition('class="first-options"')[2].partition("</fieldset>")[0]
    assert re.findall(r'id="option-(\w+)"', first) == ["entry", "share_crossed", "three_graces"]
    assert first.count("<svg") >= 6
    assert text.index('class="first-options"') < text.index('name="preset"')
    pachisi = (
        page(house, "/new?game=pachisi").partition('class="first-options"')[2].partition("</fieldset>")[0]
    )
    assert re.findall(r'id="option-(\w+)"', pachisi) == ["grace_home"]
    assert "first-options" not in page(house, "/new?game=backgammon")


def test_the_rule_page_names_who_tells_of_a_house_and_draws_its_rules(house: House) -> None:
    text = page(house, "/rules/chowka-bhara/7x7-dayam")
    assert "Told by: “Dayakattai”, instructables.com" in text
    rule = text.partition('id="C19"')[2].partition('id="C20"')[0]
    assert "We play it differently" in rule
    assert "<svg" in rule


def test_a_game_that_begins_with_waiting_pawns_shows_them_beside_the_board(house: House) -> None:
    house.table.start(Setup("chowka-bhara", "7x7-dayam", ("Asha", "Ravi"), {}, 0))
    for path in ("/", "/tv", "/blind"):
        text = page(house, path)
        assert text.count('class="tray') == 2
        assert 'data-square="off0"' in text


def test_the_printed_board_of_a_house_with_crossed_corners_has_them(house: House) -> None:
    plain = house.player().client.get("/print/chowka-bhara-7x7-sheet.svg").text
    crossed = house.player().client.get("/print/chowka-bhara-7x7-corners-sheet.svg").text
    assert crossed.count("<path") > plain.count("<path")
    assert house.player().client.get("/print/chowka-bhara-9x9-table.pdf").status_code == 200


def test_eight_people_at_four_seats_play_as_partners_and_are_named_on_the_page_and_aloud(
    house: House,
) -> None:
    names = ("Asha & Anu", "Ravi & Rani", "Mina & Mohan", "Dev & Diya")
    setup = Setup("chowka-bhara", "5x5", names, {"partners": True}, 0, members=members_of(names))
    house.table.start(setup)
    before = house.table.model.seq
    for name in ("Asha", "Ravi", "Mina", "Dev", "Anu", "Rani", "Mohan", "Diya", "Asha"):
        assert f'<b class="member">{name}</b>' in re.sub(r"</?bdi>", "", page(house, "/"))
        began = [
            logged for logged in house.journal.events(since=before) if isinstance(logged.event, TurnBegan)
        ]
        if began:
            said = announcement(began[-1:], Speaker.of(setup, names=names))
            assert name in said
        before = house.table.model.seq
        house.table.do(TakeThrow(Cowries(3, 4)))
        house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    assert house.table.model.rules.sides == ((0, 2), (1, 3))
