"""Games, records and house rules from before an option (P27, C19 to C24) play again as they were played."""

from __future__ import annotations

import base64
import json
from binascii import crc32
from typing import Any

import pytest

from engine.chowka_bhara import INFO
from engine.events import GameStarted, Logged, Setup, event_from_json, event_to_json
from engine.house import HouseRules, house_rules
from engine.move import parse_move
from engine.notation import read_house, read_record, write_house, write_record
from engine.options import OptionValue
from engine.record import read, write
from engine.registry import game_info, make_rules
from engine.table import Table
from engine.table.state import Model, new_model, replayed
from engines.recorded_table import Box

NAMES = ("Asha", "Ravi")
TABLES = [("six", "six-tylor"), ("seven", "seven-herklots")]


def old_setup(preset: str, options: dict[str, OptionValue], **more: Any) -> dict[str, Any]:
    """Write a setup as the version before the option did."""
    setup = {"game": "pachisi", "preset": preset, "names": list(NAMES), "options": options, "begins": 0}
    return {**setup, "house": None, **more}


def goes_home_by_grace(model: Model) -> bool:
    """True if the game is played with P27."""
    rules = model.rules
    grace = 25
    state = rules.from_position(
        {"turn": 0, "pieces": [[83, 84, 84, 84], [9, 0, 0, 0]], "bank": [{"value": grace, "squares": grace}]}
    )
    return bool(rules.moves(state))


@pytest.mark.parametrize(("preset", "table"), TABLES)
def test_a_game_of_an_older_journal_goes_on_without_it_and_a_new_one_has_it_and_says_so(
    preset: str, table: str
) -> None:
    event = event_from_json({"type": "game-started", "setup": old_setup(preset, {"table": table})})
    assert isinstance(event, GameStarted)
    assert event_from_json(event_to_json(event)) == event
    assert not goes_home_by_grace(replayed([Logged(1, 1, event)]))
    box = Box(Setup("pachisi", preset, NAMES, {"table": table}, 0))
    assert goes_home_by_grace(box.model)
    written = event_to_json(box.record[0].event)
    assert written["setup"]["options"] == {"table": table, "grace_home": True}
    assert goes_home_by_grace(box.restart().model)
    without = Setup("pachisi", preset, NAMES, {"table": table, "grace_home": False}, 0)
    assert not goes_home_by_grace(new_model(without, game=1, seq=0))
    assert read(Setup, json.loads(json.dumps(write(without)))) == without


def test_setups_of_other_tables_and_of_games_that_are_gone_stay_as_they_are() -> None:
    assert Setup("pachisi", "six", NAMES).options == {}
    assert read(Setup, old_setup("six", {})).options == {}
    assert read(Setup, old_setup("eight", {"fly": True})).options == {"fly": True}
    assert Setup("chaupar", "long", NAMES, {"fly": True}).options == {"fly": True}


RECORD = """charkoni-record 1
game pachisi six
option table six-tylor
player 1 Asha
player 2 Ravi
begins 1
position {"turn": 0, "pieces": [[83, 84, 84, 9], [9, 0, 0, 0]]}
1 Asha: 5/6=25+; d 9/34 =25; 2/6=2; d 34/36 =2
"""


def test_a_record_plays_again_with_it_where_it_names_it_and_a_new_one_does() -> None:
    assert read_record(RECORD).setup.options == {"table": "six-tylor", "grace_home": False}
    with pytest.raises(ValueError, match="P21"):
        read_record(RECORD.replace("d 9/34 =25", "a 83/84 =25"))
    named = RECORD.replace("table six-tylor", "table six-tylor\noption grace_home true")
    named = named.replace("d 9/34 =25; 2/6=2; d 34/36", "a 83/84 =25; 2/6=2; d 9/11")
    assert parse_move("a 83/84 =25") in [action.action for action in read_record(named).actions]
    box = Box(Setup("pachisi", "six", NAMES, {"table": "six-tylor"}, 0))
    assert "option table six-tylor\noption grace_home true\n" in write_record(box.model)


def test_kept_house_rules_of_an_older_version_are_played_without_it() -> None:
    info = game_info("pachisi")
    rules = house_rules("pachisi", "six", {"table": "six-tylor", "grace_home": False}, name="Ours")
    old = {key: value for key, value in rules.values.items() if key != "grace_home"}
    kept = read(HouseRules, {"name": "Ours", "version": 1, "values": old}).of("pachisi", "six")
    assert kept == rules
    assert kept.options == {"table": "six-tylor", "grace_home": False}
    assert info.in_force(info.preset("six"), kept.options)["grace_home"] is False
    setup = read(Setup, old_setup("six", {"table": "six-tylor"}, house={**write(kept), "values": old}))
    assert setup.house == rules
    assert read(HouseRules, {"name": "Ours", "version": 1, "values": {"fly": True}}).of(
        "chaupar", "long"
    ).values == {"fly": True}


@pytest.mark.parametrize("on", [True, False])
def test_a_word_of_house_rules_carries_it_and_one_of_an_older_box_means_without(on: bool) -> None:
    rules = house_rules("pachisi", "six", {"table": "six-tylor", "grace_home": on}, name="Ours")
    assert rules.options == {"table": "six-tylor"} | ({} if on else {"grace_home": False})
    assert read_house(write_house(rules)) == rules
    told = json.dumps(["pachisi", "six", "Ours", 1, {"table": "six-tylor"}]).encode()
    older = f"1.{base64.urlsafe_b64encode(told).rstrip(b'=').decode()}.{crc32(told):08x}"
    assert read_house(older).values["grace_home"] is False


OLD = {"share_crossed": True, "swap_four_eight": False, "kadi_again": False}
"""Every option that there was."""


def test_an_old_game_of_chowka_bhara_begins_as_it_did() -> None:
    written = {"game": "chowka-bhara", "preset": "5x5", "names": ["Asha", "Ravi"], "begins": 0, "house": None}
    setup = read(Setup, {**written, "options": {"share_crossed": True}})
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
    old = read(HouseRules, {"name": "Ours", "version": 1, "values": OLD}).of("chowka-bhara", "5x5")
    assert old.values["entry"] == "off"
    assert old.options == {"share_crossed": True}
    assert make_rules("chowka-bhara", "5x5", options=old.options).pieces == 4


def test_no_option_is_on_in_the_presets_that_there_were() -> None:
    for name in ("5x5", "7x7"):
        preset = INFO.preset(name)
        for option in INFO.options:
            usual = preset.defaults[option.key]
            assert usual in (False, "off", 4, "6-12")
            assert option.before is None or option.before == usual
