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
