"""All looks by name."""

from __future__ import annotations

from collections.abc import Mapping

from vision.bench.boards.look import Look
from vision.bench.boards.points_looks import BACKGAMMON
from vision.bench.boards.squares_looks import SQUARES

LOOKS = (*BACKGAMMON, *SQUARES)
BY_NAME: Mapping[str, Look] = {look.name: look for look in LOOKS}
