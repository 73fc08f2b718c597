"""The threads of the box: what fails once is missing for a moment, and no thread ends by it."""

from __future__ import annotations

import ast
import logging
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

import device
from device.outputs.buzzer import Buzzer
from device.outputs.lights import Lights
from device.pins.buttons import Buttons
from device.worker import AGAIN_S, Worker, lasting_thread
from waiting_for_tests import wait_until

until = partial(wait_until, within_s=20)

ENDS = {
    "box.py": "the loop guards each frame, and a box whose loop ends says so",
    "bounded_stop.py": "it waits for a signal and ends the process",
    "doctor/examination.py": "it takes some frames",
    "doctor/report.py": "it asks one thing, and guards it",
    "net/server.py": "cheroot guards each turn and each request",
    "readers/connections.py": "it closes a connection",
    "readers/webhooks/post.py": "it asks for one name",
    "store/memory_mode.py": "it looks through the journal once",
    "worker.py": "the thread that lasts",
}
"""Modules of the box that make a thread of another kind, and why a fault is not missing there."""


class Faults:
    """Raises some errors, one after another, and then no more."""

    def __init__(self, *errors: Exception) -> None:
        self.left = list(errors)

    def __call__(self, *_: object, **__: object) -> None:
        if self.left:
            raise self.left.pop(0)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.worker.AGAIN_S", (0.01,))


def test_a_thread_begins_anew_after_a_fault_and_waits_longer_after_each(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("device.worker.AGAIN_S", AGAIN_S)
    faults, pauses = Faults(*[KeyError("no such thing")] * 6), []

    def pause(seconds: float) -> bool:
        pauses.append(seconds)
        return False

    thread = lasting_thread(faults, name="test", pause=pause)
    thread.start()
    thread.join(20)
    assert pauses == [*AGAIN_S, AGAIN_S[-1], AGAIN_S[-1]]
    assert [one.levelno for one in caplog.records] == [logging.ERROR] * 6
    assert {one.message for one in caplog.records} == {"the thread test broke down and begins anew"}


def test_a_thread_that_is_to_end_does_not_begin_anew() -> None:
    began: list[int] = []

    def fail() -> None:
        began.append(1)
        raise OSError("gone")

    thread = lasting_thread(fail, name="test", pause=lambda _: True)
    thread.start()
    thread.join(20)
    assert began == [1]


def test_a_worker_is_closed_while_it_waits_after_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.worker.AGAIN_S", (60.0,))
    failed = threading.Event()

    def fail() -> None:
        failed.set()
        raise OSError("gone")

    worker = Worker(fail, name="test")
    worker._begin()
    assert failed.wait(20)
    worker.close()
    assert not worker._thread.is_alive()


def test_a_lamp_that_fails_once_shows_the_turn_a_moment_later(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Lights(player_pins=(17, 27), alarm_pin=24, beat_s=0.002) as lights:
        lamp, faults = lights._lamps[1], Faults(OSError("the pin cannot be written"))
        write = type(lamp).value.fset
        monkeypatch.setattr(
            type(lamp), "value", type(lamp).value.setter(lambda one, level: (faults(), write(one, level)))
        )
        lights.your_turn(1)
        until(lambda: not faults.left and lights.players == (0, 1))


def test_a_buzzer_that_fails_once_is_silent_and_plays_the_next_tune(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Buzzer(pin=18, pace=0.01) as buzzer:
        stop, faults = buzzer._tone.stop, Faults(OSError("the pin cannot be written"))
        monkeypatch.setattr(buzzer._tone, "stop", lambda: (faults(), stop()))
        buzzer.play("win", background=False)
        until(lambda: not faults.left and not buzzer._tone.is_active)
        buzzer.play("turn", background=False)
        assert buzzer.sound == ""
        assert pins.pin(18).states[-1].state == 0
        assert sum(bool(one.state) for one in pins.pin(18).states) == 2


def test_a_press_that_fails_is_not_the_last_one(pins: MockFactory) -> None:
    pressed: list[tuple[str, str]] = []
    faults = Faults(OSError("disk I/O error"))

    def press(button: Any, kind: Any) -> None:
        faults()
        pressed.append((button, kind))

    with Buttons({"confirm": 5}, press) as buttons:
        pin = pins.pin(5)
        pin.drive_low()
        until(lambda: not faults.left)
        pin.drive_high()
        until(lambda: not buttons._fingers["confirm"]._stable)
        pin.drive_low()
        until(lambda: pressed)
    assert pressed == [("confirm", "long")]


def test_every_thread_of_the_box_lasts_or_has_a_reason_not_to() -> None:
    root = Path(device.__file__).parent
    made = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if path.relative_to(root).parts[0] != "bench"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "threading.Thread"
    }
    assert made == ENDS.keys()
