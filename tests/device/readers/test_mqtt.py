"""What a real broker is told of a game, and what the box does for who asks it."""

from __future__ import annotations

import time
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from device.store import Journal
from device.store.archive import archive_of
from devices.broker import Broker, Ear, ear
from devices.told_house import ToldHouse, told_house
from engine.table.commands import ReportMove, TakeMoveBack, TakeThrow, Undo
from engine.throw import Cowries
from journals_for_tests import SETUP, play_on, until


def ids(events: list[dict[str, Any]]) -> list[str]:
    return [one["id"] for one in events]


def test_a_box_tells_nobody_before_somebody_has_chosen_it(house: ToldHouse) -> None:
    line = house.connections.mqtt()
    assert not line.choice.on
    assert line.state.verdict == "off"
    assert line.from_config


def test_every_event_is_told_once_in_order_and_names_the_one_before(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    house.speak(mosquitto.port)
    until(lambda: house.connections.mqtt().state.verdict == "fine")
    begins = len(house.names())
    play_on(house.table, 30)
    last = house.names()[-1]
    heard.wait_for("event", lambda one: one["id"] == last)
    events = heard.of("event")
    assert ids(events) == house.names()[begins:]
    assert [one["prev"] for one in events] == house.names()[begins - 1 : -1]
    told = {one["seq"]: one for one in events}
    for logged in house.journal.events(since=begins):
        assert {**logged.to_json(), "v": 1}.items() <= told[logged.seq].items()


def test_the_state_says_all_that_a_wall_of_boards_shows(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    house.speak(mosquitto.port, name="Table 7")
    assert heard.wait_for("status") == "online"
    house.table.do(TakeThrow(Cowries(3, 4)))
    names = house.names()
    state = heard.wait_for("state", lambda one: one["id"] == names[-1])
    assert state["name"] == "Table 7"
    assert state["box"] == house.name
    assert state["players"] == list(SETUP.names)
    assert state["throw"] == {"text": "3/4", "value": 3, "player": "Asha", "seat": 0}
    assert (state["turn"], state["waits"], state["ended"], state["winners"]) == (0, "move", False, [])
    assert state["sentence"] == "Asha moves 3"
    with ear(mosquitto.port, house.topic("state")) as late:
        assert late.wait_for("state")["id"] == names[-1], "it is kept for who comes later"
        assert late.heard[0][2]


def test_the_state_is_told_at_most_once_in_its_time(
    mosquitto: Broker, heard: Ear, house: ToldHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.mqtt.mqtt.STATE_EVERY_S", 3600.0)
    house.speak(mosquitto.port)
    heard.wait_for("state")
    play_on(house.table, 15)
    newest = house.names()[-1]
    heard.wait_for("event", lambda one: one["id"] == newest)
    assert len(heard.of("state")) <= 2
    monkeypatch.setattr("device.readers.mqtt.mqtt.STATE_EVERY_S", 0.0)
    heard.wait_for("state", lambda one: one["id"] == newest)


def test_an_action_happens_once_whatever_it_was_made_of(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    house.speak(mosquitto.port)
    heard.wait_for("state")
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(ReportMove((0, 0), house.table.model.rules.steps(0)[5]))  # not by a 3
    illegal = heard.wait_for("happened", lambda one: one["event_type"] == "illegal")
    assert illegal["player"] == "Asha"
    assert illegal["rule"]
    house.table.do(TakeMoveBack(illegal_of(house)))
    house.table.do(ReportMove((0, 0), house.table.model.rules.steps(0)[3]))
    turn = heard.wait_for("happened", lambda one: one["event_type"] == "turn")
    assert turn["sentence"] == "Ravi’s turn"
    told = heard.of("happened")
    assert len({one["id"] for one in told}) == len(told)


def test_a_clock_that_is_an_hour_off_or_jumps_by_one_changes_nothing_but_the_times(
    mosquitto: Broker, tmp_path: Path
) -> None:
    off_s = [3600.0]
    journal = Journal(tmp_path / "other", clock=lambda: time.time() + off_s[0])
    with (
        told_house(tmp_path / "other", journal=journal) as house,
        ear(mosquitto.port, house.topic("#")) as heard,
    ):
        house.speak(mosquitto.port)
        heard.wait_for("state")
        begins = len(house.names())
        for jump_s in (3600.0, -3600.0, 0.0):
            off_s[0] = jump_s
            house.table.do(TakeThrow(Cowries(3, 4)))
            last = house.names()[-1]
            assert heard.wait_for("happened", lambda one, last=last: one["id"] == last), (
                "it is fresh all the same"
            )
            house.table.do(Undo())
        last = house.names()[-1]
        heard.wait_for("event", lambda one: one["id"] == last)
        assert ids(heard.of("event")) == house.names()[begins:]


def hear_what_is_kept(late: Ear, house: ToldHouse) -> None:
    """Wait until a broker has told what it keeps: it tells that before what is said afterwards."""
    late.say(house.topic("mark"), "all is told")
    until(lambda: any(topic == house.topic("mark") for topic, _, _ in late.heard))


def illegal_of(house: ToldHouse) -> int:
    question = house.table.model.question
    return int(getattr(question, "seq", 0))


def test_a_box_that_goes_says_so_and_one_that_dies_is_said_to_be_gone(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    def told() -> list[str]:
        # A broker that sees the next connection before the end of the last tells the will as well.
        return [status for status, _ in groupby(heard.of("status"))]

    house.speak(mosquitto.port)
    until(lambda: told() == ["online"])
    house.connections.close()
    until(lambda: told() == ["online", "offline"])
    house.connections.start()
    until(lambda: told() == ["online", "offline", "online"])
    cut_off(house)
    until(lambda: told() == ["online", "offline", "online", "offline", "online"])


def cut_off(house: ToldHouse) -> None:
    """Pull the cable: no goodbye."""
    mqtt = house.connections._mqtt
    assert mqtt is not None
    assert mqtt._link._client is not None
    line = mqtt._link._client.socket()
    assert line is not None
    line.shutdown(2)


def test_what_is_asked_for_is_told_again_in_order_and_to_who_has_another_life_everything(
    mosquitto: Broker, heard: Ear, house: ToldHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.mqtt.asked.AGAIN_S", 0.2)
    play_on(house.table, 10)
    house.speak(mosquitto.port)
    heard.wait_for("state")
    names = house.names()
    for since, behind in ((names[4], 5), ("", 0), (f"{house.name}/zzzzzzzz/7", 0)):
        before = len(heard.of("event"))
        whole = before + len(names) - behind
        heard.say(house.topic("ask"), {"since": since})
        until(lambda whole=whole: len(heard.of("event")) >= whole)  # type: ignore[misc]
        assert ids(heard.of("event"))[before:] == names[behind:]
    assert heard.of("happened") == [], "an alert of long ago is none"


def test_a_deleted_game_is_to_be_forgotten_elsewhere_too(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    play_on(house.table, 3)
    house.speak(mosquitto.port)
    heard.wait_for("state")
    names = house.names()
    house.table.start(SETUP)
    archive_of(house.journal).delete(1, 2)
    forgotten = heard.wait_for("forgotten")
    assert forgotten == {"v": 1, "game": 1, "first": names[0], "last": names[-1]}
    play_on(house.table, 1)
    last = house.names()[-1]
    heard.wait_for("event", lambda one: one["id"] == last)
    heard.say(house.topic("ask"), {"since": ""})
    until(lambda: len(heard.of("event")) > len(house.names()))
    again = [one for one in heard.of("event") if one["prev"] == ""]
    assert ids(again)[-1] == house.names()[0], "the first of what is left names none before it"
    assert len(heard.of("forgotten")) == 1


def test_the_picture_is_told_only_where_somebody_chose_it(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    house.eye.latest, house.eye.latest_of_tray = b"the room", b"\xff\xd8\xff the tray"
    house.speak(mosquitto.port)
    heard.wait_for("state")
    house.table.do(TakeThrow(Cowries(3, 4)))
    heard.wait_for("happened")
    assert set(heard.of("picture")) <= {""}
    house.speak(mosquitto.port, picture=True)
    until(lambda: house.connections.mqtt().state.verdict == "fine")
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(2, 4)))
    until(lambda: any(topic.endswith("/picture") and content for topic, content, _ in heard.heard))
    assert b"the room" not in {content for _, content, _ in heard.heard}
    house.speak(mosquitto.port, picture=False)
    until(lambda: heard.of("picture")[-1] == "")
    with ear(mosquitto.port, house.topic("#")) as late:
        hear_what_is_kept(late, house)
        assert late.of("picture") == []


def test_a_box_that_speaks_no_more_leaves_nothing_behind(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    house.speak(mosquitto.port)
    heard.wait_for("state")
    house.speak(mosquitto.port, on=False)
    assert house.connections.mqtt().state.verdict == "off"
    with ear(mosquitto.port, f"charkoni/v1/{house.name}/#") as late:
        hear_what_is_kept(late, house)
        assert late.of("status") == ["offline"]
        assert late.of("state") == []
