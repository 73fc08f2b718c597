"""A house with photographs, and real servers of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from device.net.server import Server
from devices.admin_on_a_line import PICTURE_BYTES, PICTURES
from journals_for_tests import jpeg_of
from ports_for_tests import House


@pytest.fixture
def house(house: House) -> House:
    """Give the box a game with a few photographs."""
    house.start()
    chance = Random(3)
    for _ in range(PICTURES):
        picture = jpeg_of(chance.randbytes(PICTURE_BYTES))
        house.journal.keep_photograph(picture, picture)
    return house


@pytest.fixture
def serve(house: House) -> Iterator[Callable[..., Server]]:
    opened: list[Server] = []

    def one(**limits: Any) -> Server:
        server = Server(house.app, host="127.0.0.1", port=0, **limits)
        server.start()
        opened.append(server)
        return server

    yield one
    house.app.extensions["live"].close()
    for server in opened:
        server.close()
