"""Matches: a broker and an address are told as late as spectators, and in a tournament nothing that helps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from device.readers.connections import BoxConnections
from device.readers.mqtt.config import MqttConfig
from device.readers.webhooks.post import post
from device.store import Journal
from devices.broker import Broker, Ear, ear
from devices.hooked import HookServer, hook_server
from devices.told_house import ToldHouse, told_house
from engine.ending import Accept, Resign
from engine.events import Happened
from engine.match import Conduct
from engine.move import EndTurn, parse_move
from engine.table.commands import ChangeConduct, PlayMove, ReportMove, SetPosition, TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from journals_for_tests import until

SHUT_OUT = {"board": [0, *[0] * 18, *[-2] * 6, 1], "turn": 0}
LATE = Conduct(spectators_lag_s=300)
HELP = ("passed", "lost")


class Clock:
    """The clock by which the journal stamps."""

    now_s = 5000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[ToldHouse]:
    with told_house(tmp_path, journal=Journal(tmp_path, running=clock)) as house:
        send = partial(post, own=lambda _number: False)
        house.connections.close()
        house.connections = BoxConnections(
            MqttConfig(), house.settings, house.passwords, house.sources, send=send
        )
        house.connections.start()
        yield house


@pytest.fixture
def heard(mosquitto: Broker, house: ToldHouse) -> Iterator[Ear]:
    house.speak(mosquitto.port, picture=True)
    with ear(mosquitto.port, house.topic("#")) as listening:
        listening.wait_for("state")
        yield listening


@pytest.fixture
def server(house: ToldHouse) -> Iterator[HookServer]:
    with hook_server() as running:
        running.secret = house.connections.add_hook(running.url, ()).secret
        yield running


@pytest.fixture(autouse=True)
def asked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.readers.mqtt.asked.AGAIN_S", 0.1)
    monkeypatch.setattr("device.readers.mqtt.mqtt.STATE_EVERY_S", 0.05)


def conduct(house: ToldHouse, **changes: Any) -> None:
    settled = house.table.model.conduct
    assert settled is not None
    house.table.do(ChangeConduct(replace(settled, **changes)))


def wait_for_newest(house: ToldHouse, heard: Ear) -> list[dict[str, Any]]:
    """Wait until all is told; gives the events since then."""
    last = house.names()[-1]
    heard.wait_for("event", lambda one: one["id"] == last)
    heard.wait_for("state", lambda one: one["id"] == last)
    return list(heard.of("event"))


def asked(house: ToldHouse, heard: Ear, since: str, last: str) -> list[dict[str, Any]]:
    """Ask for everything behind an event, and wait for the last one."""
    before = len(heard.of("event"))
    heard.say(house.topic("ask"), {"since": since})
    until(lambda: any(one["id"] == last for one in heard.of("event")[before:]))
    return list(heard.of("event")[before:])


def must_be_a_chain(events: list[dict[str, Any]]) -> None:
    assert [one["prev"] for one in events[1:]] == [one["id"] for one in events[:-1]]


def shut_out(house: ToldHouse, settled: Conduct) -> None:
    """Play a throw by which nothing can be played, and end the turn."""
    house.table.start(match_setup(3, conduct=settled))
    house.table.do(TakeThrow(Dice((6, 1))))
    house.table.do(SetPosition(SHUT_OUT))
    house.table.do(TakeThrow(Dice((6, 5))))


def test_a_tournament_tells_other_programs_nothing_that_helps(
    house: ToldHouse, heard: Ear, server: HookServer
) -> None:
    shut_out(house, Conduct(tournament=True))
    hidden = house.journal.last_seq()
    facts = [
        one.event.fact.kind
        for one in house.journal.events(since=0, limit=10**6)
        if isinstance(one.event, Happened)
    ]
    assert set(HELP) & set(facts), "something is there that could be told"
    until(lambda: any(state["throw"] and state["throw"]["text"] == "6-5" for state in heard.of("state")))
    state = heard.of("state")[-1]
    assert state["waits"] == "move", "not that the turn can only be ended"
    # The state comes first; a reader must not look for an event that is never told.
    until(lambda: state["id"] in {one["id"] for one in heard.of("event")})
    house.table.do(PlayMove(EndTurn()))
    events = wait_for_newest(house, heard)
    until(lambda: server.names[-1:] == house.names()[-1:])
    must_be_a_chain(events)
    assert {one["type"] for one in events}.isdisjoint(HELP)
    told = json.dumps([heard.of("happened"), heard.of("state"), server.taken])
    assert "cannot move" not in told
    assert "cannot use" not in told
    hooked = [event for _, message in server.taken for event in message["data"]["events"]]
    must_be_a_chain(hooked)
    assert {one["type"] for one in hooked}.isdisjoint(HELP)
    assert hidden < house.journal.last_seq()
    last = house.names()[-1]
    again = asked(house, heard, "", last)
    must_be_a_chain(again)
    assert {one["type"] for one in again}.isdisjoint(HELP)
    conduct(house, tournament=False)
    wait_for_newest(house, heard)
    open_now = asked(house, heard, "", house.names()[-1])
    must_be_a_chain(open_now)
    assert {one["type"] for one in open_now} & set(HELP), "and all of it when it is no tournament any more"
    assert [one["id"] for one in open_now] == house.names()
    same = {one["id"]: one for one in open_now}
    assert all(same[one["id"]]["seq"] == one["seq"] for one in again), "a name is that of one event for ever"


@pytest.mark.parametrize("tells", [True, False])
def test_illegal_plays_are_told_where_the_director_chose_so(
    house: ToldHouse, heard: Ear, server: HookServer, tells: bool
) -> None:
    house.table.start(match_setup(3, conduct=Conduct(tournament=True, tells_illegal=tells)))
    house.table.do(TakeThrow(Dice((3, 1))))
    piece = next(one for one in house.table.model.rules.placed(house.table.model.state) if one.step == 13)
    house.table.do(ReportMove((piece.player, piece.piece), "p7"))
    events = wait_for_newest(house, heard)
    must_be_a_chain(events)
    assert ("move-refused" in {one["type"] for one in events}) is tells
    if tells:
        heard.wait_for("happened", lambda one: one["event_type"] == "illegal")
    assert [one["how"] for one in events if one["type"] == "moved"] == ([] if tells else ["chosen"])
    until(lambda: server.names[-1:] == house.names()[-1:])
    assert any(message["type"] == "illegal" for _, message in server.taken) is tells
    assert any(one["event_type"] == "illegal" for one in heard.of("happened")) is tells


def test_a_late_match_is_told_as_late_as_spectators_see_it(
    house: ToldHouse, heard: Ear, server: HookServer, clock: Clock
) -> None:
    house.eye.latest_of_tray = b"\xff\xd8\xff the tray"
    before = house.names()
    house.table.start(match_setup(3, conduct=LATE))
    house.table.do(TakeThrow(Dice((3, 1))))
    clock.now_s += 60
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    assert asked(house, heard, "", before[-1])[-1]["id"] == before[-1], "who asks is told no more"
    clock.now_s += 230
    started = house.journal.last_seq()
    heard.say(house.topic("do"), {"act": "undo"})
    assert heard.wait_for("done")["id"] == before[-1]
    assert [one["id"] for one in heard.of("event") if one["seq"] > len(before)] == []
    heard.wait_for("state", lambda one: one["eye"] == "later")
    assert house.connections.mqtt().minutes_late == 5
    assert {one["id"] for one in heard.of("state")} == {before[-1]}
    assert server.taken == []
    clock.now_s += 11
    until(lambda: any(one["seq"] > len(before) for one in heard.of("event")))
    heard.wait_for("state", lambda one: one["throw"] is not None and one["waits"] == "move")
    until(lambda: heard.of("happened")[-1:] and heard.of("happened")[-1]["id"] == heard.of("event")[-1]["id"])
    assert heard.of("event")[-1]["seq"] < started
    until(lambda: server.names[-1:] == [heard.of("event")[-1]["id"]])
    clock.now_s += 60
    events = wait_for_newest(house, heard)
    assert [one["id"] for one in events[-len(house.names()) + len(before) :]] == house.names()[len(before) :]
    until(lambda: server.names[-1:] == house.names()[-1:])
    assert set(heard.of("picture")) <= {""}, "what lies there now is not shown meanwhile"


def test_the_end_of_a_late_match_comes_as_late_and_lights_the_lamp(
    house: ToldHouse, heard: Ear, clock: Clock
) -> None:
    house.table.start(match_setup(1, conduct=LATE))
    house.table.do(TakeThrow(Dice((3, 1))))
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    assert house.table.model.outcome is not None
    clock.now_s += 299
    assert not any(one["event_type"] == "win" for one in heard.of("happened"))
    clock.now_s += 2
    heard.wait_for("happened", lambda one: one["event_type"] == "win")
    heard.wait_for("state", lambda one: one["ended"])
