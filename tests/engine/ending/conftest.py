"""A fourth family, Ludo, is there for every test of an ending."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ludo
from engine.registry import register


@pytest.fixture(autouse=True)
def _ludo() -> Iterator[None]:
    take_back = register(ludo.FAMILY)
    yield
    take_back()
