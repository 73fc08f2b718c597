"""A house with a game on its table, and its real server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.net.server import Server
from ports_for_tests import House


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


@pytest.fixture
def server(house: House) -> Iterator[Server]:
    opened = Server(house.app, host="127.0.0.1", port=0)
    opened.start()
    yield opened
    house.app.extensions["live"].close()
    opened.close()
