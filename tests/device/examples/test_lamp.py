"""The lamp of `device.examples`: real Mosquitto, a real game of the box, pins that remember."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from gpiozero import RGBLED
from gpiozero.pins.mock import MockFactory
from paho.mqtt.enums import CallbackAPIVersion

from device.examples.lamp import Lamp, happened
from devices.broker import broker, ear
from devices.told_house import told_house
from engine.events import Happened
from engine.facts import FactKind
from journals_for_tests import play_on, until

PINS = (17, 27, 22)


@contextmanager
def shining(port: int, *, seconds: float) -> Iterator[RGBLED]:
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
    with RGBLED(*PINS) as led:
        lamp = Lamp(led, client, seconds=seconds)
        here = threading.Event()
        client.on_subscribe = lambda *_: here.set()
        thread = threading.Thread(target=lamp.run)
        thread.start()
        client.connect("127.0.0.1", port)
        client.loop_start()
        assert here.wait(10)
        yield led
        lamp.stop()
        thread.join(10)
        assert led.color == (0, 0, 0), "it is dark when the program has ended"
        client.disconnect()
        client.loop_stop()


def reds(pins: MockFactory) -> list[float]:
    """List what the red pin was, one after another, each change once."""
    states = [round(float(state.state), 2) for state in pins.pin(PINS[0]).states]
    return [now for before, now in zip([None, *states], states, strict=False) if now != before]


def test_it_turns_red_when_a_piece_is_taken_and_is_dark_again(tmp_path: Path, pins: MockFactory) -> None:
    with broker(tmp_path) as running, told_house(tmp_path / "box") as house:
        house.speak(running.port)
        until(lambda: house.connections.mqtt().state.verdict == "fine")
        with shining(running.port, seconds=0.3) as led:
            taken = 0
            while not taken:
                play_on(house.table, 1, seed=house.journal.last_seq())
                taken = sum(
                    isinstance(one.event, Happened) and one.event.fact.kind is FactKind.CAPTURED
                    for one in house.journal.events(since=0, limit=100_000)
                )
            until(lambda: 1.0 in reds(pins))
            until(lambda: led.color == (0, 0, 0))
        assert reds(pins) == [0.0, 1.0, 0.0]
        assert {float(state.state) for state in pins.pin(PINS[2]).states} == {0.0}, "it is never blue"


def test_what_no_box_tells_leaves_it_dark(tmp_path: Path, pins: MockFactory) -> None:
    hostile = (
        b"",
        b"\xff\xfe",
        b"[1]",
        b'"captured"',
        b'{"event_type": ["captured"]}',
        b"[" * 50_000,
        b'{"event_type": "captured", "x": "' + b"x" * 70_000 + b'"}',
        b'{"event_type": "turn"}',
    )
    with broker(tmp_path) as running, shining(running.port, seconds=0.2), ear(running.port) as other:
        for content in (*hostile, b'{"event_type": "win"}'):
            other.say("charkoni/v1/k3x9q2m7ab/happened", content)
        until(lambda: 1.0 in {float(state.state) for state in pins.pin(PINS[1]).states})
        assert reds(pins) == [0.0], "a game is won: it was green, and nothing of the others made it red"


@pytest.mark.parametrize("content", [b"null", b"1e999", b"{}", b'{"event_type": null}'])
def test_what_says_nothing_is_nothing(content: bytes) -> None:
    assert happened(content) == ""
