"""The whole box with pins: its buttons act at its table, and its page shows how it is wired."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from boxes_for_tests import running_box
from device.box import Box
from device.pins.factory import FACTORY_VARIABLE
from engine.events import Threw, Undone
from engine.throw import Cowries
from waiting_for_tests import wait_until

UNDO, LET_IN = 6, 26

until = partial(wait_until, within_s=30)


@pytest.fixture
def box(tmp_path: Path, pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    monkeypatch.setenv(FACTORY_VARIABLE, "mock")  # the box takes the fake pins for real ones
    with running_box(tmp_path, more=f"[pins]\nundo = {UNDO}\nlet_in = {LET_IN}") as box:
        yield box


def test_a_long_press_takes_the_last_throw_back(box: Box, pins: MockFactory) -> None:
    assert box.lamps_note == ""
    box.table.throw(Cowries(3, 4))
    pins.pin(UNDO).drive_low()
    until(
        lambda: isinstance(box.journal.events(since=0)[-1].event, Undone) or box.table.model.waits == "throw"
    )
    pins.pin(UNDO).drive_high()
    kinds = [type(one.event) for one in box.journal.events(since=0)]
    assert Threw in kinds
    assert Undone in kinds


def test_a_press_opens_the_door_for_phones(box: Box, pins: MockFactory) -> None:
    assert box.phones.let_in() is None
    pins.pin(LET_IN).drive_low()
    time.sleep(0.2)
    pins.pin(LET_IN).drive_high()
    until(lambda: box.phones.door_s() > 0)
    token = box.phones.let_in()
    second = box.phones.let_in()
    assert token is not None
    assert second is not None
    assert box.phones.role(token) == "admin"  # the first phone of all
    assert box.phones.role(second) == "player"


def test_the_page_draws_the_header_of_this_box(box: Box) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", box.server.port, timeout=20)
    connection.request("GET", "/wiring.svg")
    answer = connection.getresponse()
    drawn = answer.read().decode()
    connection.close()
    assert answer.getheader("Content-Type", "").startswith("image/svg+xml")
    assert "take back · 6" in drawn
    assert "let a phone in · 26" in drawn
