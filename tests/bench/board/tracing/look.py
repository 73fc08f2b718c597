"""A look: which board with which pieces under which light, with a name and seeds of its own."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np

from tests.bench.board.tracing.backgammon import Style as Points
from tests.bench.board.tracing.cloth import Style as Squares
from tests.bench.board.tracing.pieces import Kit

VIEWS = ("overhead", "slanted", "dim webcam")
"""From where and by what a board is seen."""


@dataclass(frozen=True, slots=True)
class Look:
    """One board with one set under one light."""

    name: str
    layout: str
    style: Points | Squares
    kit: Kit
    light: str
    habits: tuple[str, ...] = field(default=("loose", "piled", "shingled"))


def seed(name: str, view: str, number: int) -> np.random.Generator:
    """Return the random numbers of one still."""
    return np.random.default_rng([zlib.crc32(f"{name}, {view}".encode()), number])


CHALK, BONE, COAL = (0.95, 0.94, 0.92), (0.88, 0.82, 0.68), (0.09, 0.085, 0.08)
WALNUT, MAPLE, TEAK, ASH = (0.33, 0.2, 0.12), (0.83, 0.68, 0.47), (0.53, 0.33, 0.18), (0.74, 0.64, 0.5)
