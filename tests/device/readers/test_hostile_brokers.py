"""What whoever may write at a broker, or is the broker, cannot do to the box."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Iterator
from itertools import pairwise

import pytest

from device.readers.mqtt.in_flight import InFlight
from devices.scripted_broker import PUBLISH, ScriptedBroker, packet, publish
from devices.told_house import ToldHouse
from engine.table.commands import PlayMove, TakeThrow, Undo
from engine.throw import Cowries
from journals_for_tests import play_on, until
from web.auth.access import Bucket

UNDO = b'{"act": "undo"}'


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.readers.mqtt.link.WAITS_S", (0.1, 0.1))
    monkeypatch.setattr("device.readers.mqtt.asked.AGAIN_S", 0.05)


@pytest.fixture
def hostile() -> Iterator[ScriptedBroker]:
    running = ScriptedBroker()
    yield running
    running.close()


@pytest.fixture
def house(house: ToldHouse) -> ToldHouse:
    """There is a throw that can be taken back."""
    house.table.do(TakeThrow(Cowries(3, 4)))
    return house


def listens(house: ToldHouse, hostile: ScriptedBroker) -> None:
    house.speak(hostile.port, may="play")
    assert hostile.subscribed.wait(20)
    until(lambda: hostile.of("state"))


def test_an_act_that_the_broker_sends_again_is_done_once(house: ToldHouse, hostile: ScriptedBroker) -> None:
    listens(house, hostile)
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    hostile.send(publish(house.topic("do"), UNDO))
    until(lambda: len(hostile.of("done")) == 1)
    left = len(house.table.model.actions)
    hostile.send(*[publish(house.topic("do"), UNDO, dup=True)] * 3)
    hostile.send(publish(house.topic("do"), b'{"act": "no-such-act"}'))
    until(lambda: len(hostile.of("done")) == 2)
    assert len(house.table.model.actions) == left == 1


def test_a_fault_in_the_thread_of_a_connection_makes_a_new_connection(
    house: ToldHouse, hostile: ScriptedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = iter([RuntimeError("no such message")])
    acknowledge = InFlight.acknowledge

    def fails_once(in_flight: InFlight, number: int) -> None:
        for error in faults:
            raise error
        acknowledge(in_flight, number)

    monkeypatch.setattr(InFlight, "acknowledge", fails_once)
    listens(house, hostile)
    until(lambda: len(hostile.of("status")) > 1)  # it says again that the box is here
    told = len(hostile.of("event"))
    play_on(house.table, 3)
    until(lambda: len(hostile.of("event")) > told)


def test_what_comes_under_other_topics_is_not_done(house: ToldHouse, hostile: ScriptedBroker) -> None:
    listens(house, hostile)
    before = house.names()
    mine = f"charkoni/v1/{house.name}"
    for topic in (
        *("charkoni/v1/+/do", "charkoni/v1/#", "#", "$SYS/broker", "x" * 60_000),
        *("charkoni/v1/k3x9q2m7ab/do", f"charkoni/v2/{house.name}/do"),
        *(f"{mine}/do/", f"{mine}/DO", f"{mine}/do\x00"),
        *(house.topic("done"), house.topic("event"), house.topic("happened")),
    ):
        hostile.send(publish(topic, UNDO))
    hostile.send(publish(f"charkoni/v1/{house.name}/d".encode() + b"\xff", UNDO))
    hostile.send(publish(house.topic("do"), UNDO, retain=True))
    hostile.send(publish(house.topic("do"), b'{"act": "no-such-act"}'))
    until(lambda: hostile.of("done"))
    assert len(hostile.of("done")) == 1
    assert house.names() == before


def test_acts_that_come_too_fast_are_refused_and_leave_the_table_to_phones(
    house: ToldHouse, hostile: ScriptedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.mqtt.mqtt.Bucket", lambda: Bucket(holds=60, per_s=0))
    listens(house, hostile)
    acts = [json.dumps({"act": "undo", "request": f"r{number}"}).encode() for number in range(300)]
    hostile.send(*[publish(house.topic("do"), act) for act in acts])
    until(lambda: len(hostile.of("done")) == len(acts))
    answers = [json.loads(answer) for answer in hostile.of("done")]
    assert [answer["request"] for answer in answers] == [f"r{number}" for number in range(300)]
    assert "too much at once" in answers[-1]["error"]
    assert [answer["status"] == 429 for answer in answers] == [False] * 60 + [True] * 240


GARBLED = (
    *(packet(PUBLISH, body, flags=2) for body in (b"", b"\xff\xff", b"\x00\x09abc", b"\x00\x00\x00\x01")),
    packet(PUBLISH, b"\x00\x01a\x00", flags=6),
    *(packet(2, body) for body in (b"\x00", b"\x00\x00\x00")),
    *(packet(4, body) for body in (b"", b"\x01")),
    *(packet(9, b"\x00"), packet(1, b"x" * 50), packet(0, b""), packet(15, b"")),
    b"\x30\xff\xff\xff\xff\xff",
    bytes(range(256)) * 50,
)
"""What is no MQTT, or no message that a broker sends."""


def test_after_what_is_no_mqtt_the_box_goes_on_or_connects_again(
    house: ToldHouse, hostile: ScriptedBroker
) -> None:
    listens(house, hostile)
    for garbled in GARBLED:
        connections = hostile.connections
        until(lambda: house.connections.mqtt().state.verdict == "fine")
        hostile.said.clear()
        hostile.send(garbled, publish(house.topic("do"), b"{"))
        until(lambda seen=connections: hostile.connections > seen or hostile.of("done"))  # type: ignore[misc]
        house.table.do(Undo()) if house.table.model.actions else house.table.do(TakeThrow(Cowries(2, 4)))
        newest = house.names()[-1]
        until(lambda newest=newest: any(json.loads(one)["id"] == newest for one in hostile.of("event")))  # type: ignore[misc]


def test_a_message_of_60_mb_is_not_held_and_the_next_one_is_heard(
    house: ToldHouse, hostile: ScriptedBroker
) -> None:
    listens(house, hostile)
    head = publish(house.topic("do"), b"")
    size, piece = 60_000_000, b"x" * 65_536
    long = packet(PUBLISH, b"", flags=2)[:1] + bytes(
        [0x80 | size & 127, 0x80 | size >> 7 & 127, 0x80 | size >> 14 & 127, size >> 21]
    )
    tracemalloc.start()
    try:
        whole, rest = divmod(size - len(head[2:]), len(piece))
        hostile.send(long + head[2:], *[piece] * whole, piece[:rest])
        until(lambda: len(hostile.of("done")) == 1)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 3_000_000
    assert json.loads(hostile.of("done")[0])["status"] == 400
    hostile.send(publish(house.topic("do"), UNDO))
    until(lambda: len(hostile.of("done")) == 2)
    assert json.loads(hostile.of("done")[1])["ok"]


def test_who_always_asks_for_everything_keeps_nobody_from_what_is_new(
    house: ToldHouse, hostile: ScriptedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.reader.AT_ONCE", 10)
    play_on(house.table, 60)
    listens(house, hostile)
    newest = house.names()[-1]
    for n in range(10):
        for _ in range(10):
            hostile.send(publish(house.topic("ask"), b'{"since": ""}'))
        time.sleep(0.03)
        if n == 5:
            house.table.do(Undo())
            newest = house.names()[-1]
    until(lambda: any(json.loads(one)["id"] == newest for one in hostile.of("event")))
    told = [json.loads(one) for one in hostile.of("event")]
    restarts = [n for n, one in enumerate(told) if one["prev"] == ""]
    whole = len(house.names()) - 1
    assert all(second - first >= whole for first, second in pairwise(restarts))


def test_what_was_acknowledged_long_ago_says_nothing_of_a_number_that_comes_again() -> None:
    flight = InFlight(room=20)
    flight.acknowledge(7)  # of a state, which nobody waits for; numbers go round after 65,535
    assert flight.send(lambda: 7, before=3)
    assert not flight.is_empty
    assert flight.arrived(9) == 3
    flight.acknowledge(7)
    assert flight.is_empty
    assert flight.send(lambda: flight.acknowledge(8) or 8, before=9), "faster than its number is known"
    assert flight.is_empty
