"""All looks by name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.bench.board.tracing.look import Look
from tests.bench.board.tracing.points_looks import BACKGAMMON
from tests.bench.board.tracing.squares_looks import SQUARES

LOOKS = (*BACKGAMMON, *SQUARES)
BY_NAME: Mapping[str, Look] = {look.name: look for look in LOOKS}
