"""Chowka Bhara: games and house rules of versions that knew no C19 to C24 are read as they were played."""

from __future__ import annotations

from engine.chowka_bhara import INFO
from engine.events import Setup
from engine.house import HouseRules, house_rules
from engine.notation import read_house, read_record, write_house, write_record
from engine.registry import make_rules
from engine.table import Table

OLD = {"share_crossed": True, "swap_four_eight": False, "kadi_again": False}
"""Every option that there was."""


def test_an_old_game_begins_as_it_did() -> None:
    written = {"game": "chowka-bhara", "preset": "5x5", "names": ["Asha", "Ravi"], "begins": 0, "house": None}
    setup = Setup.from_json({**written, "options": {"share_crossed": True}})
    assert setup.options == {"share_crossed": True}
    rules = make_rules(setup.game, setup.preset, options=setup.options)
    assert rules.start().pawns == ((0,) * 4, (0,) * 4)
    assert rules.pieces == 4


def test_a_house_names_in_its_record_all_that_older_boxes_did_not_know() -> None:
    setup = Setup("chowka-bhara", "7x7-dayam", ("Asha", "Ravi"), {}, 0)
    assert setup.options == {"entry": "1-5-6-12", "safe_corners": True, "again": "1-5-6-12", "pawns": 6}
    table = Table(record=lambda _: None)
    table.start(setup)
    text = write_record(table.model)
    assert "option pawns 6\n" in text
    assert read_record(text).setup.options == setup.options


def test_house_rules_of_an_older_box_play_on_as_they_were() -> None:
    old = HouseRules.from_json(
        {"name": "Ours", "version": 1, "values": OLD}, game="chowka-bhara", preset="5x5"
    )
    assert old.values["entry"] == "off"
    assert old.options == {"share_crossed": True}
    assert make_rules("chowka-bhara", "5x5", options=old.options).pieces == 4


def test_house_rules_with_a_number_go_through_a_link() -> None:
    rules = house_rules("chowka-bhara", "7x7", {"pawns": 6, "three_graces": "lost"}, name="Ours")
    again = read_house(write_house(rules))
    assert (again.options, again.values["pawns"]) == ({"pawns": 6, "three_graces": "lost"}, 6)


def test_no_option_is_on_in_the_presets_that_there_were() -> None:
    for name in ("5x5", "7x7"):
        preset = INFO.preset(name)
        for option in INFO.options:
            usual = preset.defaults[option.key]
            assert usual in (False, "off", 4, "6-12")
            assert option.before is None or option.before == usual
