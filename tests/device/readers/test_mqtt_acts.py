"""What other programs may do over MQTT, and what hostile messages do not."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from devices.broker import Broker, Ear
from devices.told_house import ToldHouse
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from journals_for_tests import until
from web.game.actions import ACTIONS


def speak(house: ToldHouse, mosquitto: Broker, may: str) -> None:
    house.speak(mosquitto.port, may=may)
    until(lambda: house.connections.mqtt().state.verdict == "fine")


def done(house: ToldHouse, heard: Ear, message: object) -> dict[str, Any]:
    """Send something to be done, and wait for the answer."""
    before = len(heard.of("done"))
    heard.say(house.topic("do"), message if isinstance(message, bytes) else json.dumps(message))
    until(lambda: len(heard.of("done")) > before)
    return dict(heard.of("done")[before])


def test_a_box_only_tells_unless_somebody_has_chosen_more(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    speak(house, mosquitto, "tell")
    for action in ACTIONS:
        answer = done(house, heard, {"act": action.name, "body": {}, "request": "r"})
        assert (answer["ok"], answer["status"], answer["request"]) == (False, 403, "r")
        assert "an admin lets them" in answer["error"]
    assert done(house, heard, {"act": "hears", "body": {"hears": "silent"}})["status"] == 403


def test_undo_and_new_game_are_done_and_nothing_else(mosquitto: Broker, heard: Ear, house: ToldHouse) -> None:
    speak(house, mosquitto, "undo")
    house.table.do(TakeThrow(Cowries(3, 4)))
    answer = done(house, heard, {"act": "undo"})
    assert (answer["ok"], answer["status"], answer["error"]) == (True, 201, "")
    assert answer["id"] == house.names()[-1]
    assert house.table.model.last_throw is None
    game = house.table.model.game
    assert done(house, heard, {"act": "games"})["ok"], "a button says no more than that"
    assert house.table.model.game == game + 1
    assert house.table.model.setup.names == ("Asha", "Ravi")
    assert done(house, heard, {"act": "hears", "body": {"hears": "silent"}})["ok"]
    assert house.settings.get().hears == "silent"
    assert done(house, heard, {"act": "throws", "body": {"throw": "3/4"}})["status"] == 403


def test_a_player_s_acts_are_those_of_a_phone(mosquitto: Broker, heard: Ear, house: ToldHouse) -> None:
    speak(house, mosquitto, "play")
    assert done(house, heard, {"act": "throws", "body": {"throw": "3/4"}, "request": "a"})["ok"]
    assert done(house, heard, {"act": "throws", "body": {"throw": "3/4"}, "request": "a"})["ok"]
    assert len(house.table.model.actions) == 1, "what comes twice is done once"
    refused = done(house, heard, {"act": "moves", "body": {"move": "a 0/9"}})
    assert not refused["ok"]
    assert refused["status"] in (400, 422)
    assert refused["error"].endswith(".")


HOSTILE = (
    *(b"", b"{", b"null", b"[]", b'"undo"', b"\xff\xfe", b'{"act": 5}'),
    b'{"act": "undo", "body": []}',
    b'{"act": "undo", "body": {"of": NaN}}',
    b'{"act": "undo", "body": {"of": 1e999}}',
    b'{"act": "undo", "body": {"of": "\\ud800"}}',
    b'{"act": "undo", "request": 7}',
    b'{"act": "undo", "request": "' + b"x" * 65 + b'"}',
    b'{"act": "undo", "sure": true}',
    b'{"act": "no-such-act"}',
    b'{"act": "__init__"}',
    b'{"act": "games", "body": {"game": "chess", "names": ["a", "b"]}}',
    b'{"act": "games", "body": {"resume": 10000000000000000000}}',
    b'{"act": "hears", "body": {"tray": null}}',
    b'{"act": "hears", "body": {"hears": ["silent"]}}',
    *(b"[" * 60_000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b"x" * 10_000_000),
)


def test_hostile_messages_are_answered_in_a_sentence_and_change_nothing(
    mosquitto: Broker, heard: Ear, house: ToldHouse, caplog: pytest.LogCaptureFixture
) -> None:
    speak(house, mosquitto, "play")
    for hostile in HOSTILE:
        shown = f"{hostile[:40]!r}, {len(hostile)} bytes"
        house.table.do(TakeThrow(Cowries(3, 4)))
        before = house.names()
        answer = done(house, heard, hostile)
        heard.say(house.topic("ask"), hostile)
        assert not answer["ok"], shown
        assert answer["status"] in (400, 404, 422), shown
        assert 0 < len(answer["error"]) < 400, shown
        assert house.names() == before, shown
        assert house.settings.get().hears == "everything", shown
        assert done(house, heard, {"act": "undo"})["ok"], f"the one after {shown} is heard"
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
