"""A house that takes many forms one after another."""

from __future__ import annotations

import pytest

from ports_for_tests import House


@pytest.fixture
def house(house: House) -> House:
    house.app.extensions["writes"].holds = 10_000.0
    return house
