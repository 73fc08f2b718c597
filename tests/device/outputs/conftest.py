"""A room with a table, lamps, a buzzer and a voice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from devices.announced_room import Room


@pytest.fixture
def room(tmp_path: Path, pins: MockFactory) -> Iterator[Room]:
    room = Room(tmp_path, pins)
    yield room
    room.close()


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Troubles are looked for between two looks into the journal; so long do tests wait for them."""
    monkeypatch.setattr("device.readers.reader.PAUSE_S", 0.05)
