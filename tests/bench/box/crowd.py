"""A paired phone that plays while other addresses hold all the sockets that they can."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import ExitStack

from tests.bench.box.attackers import attacked
from tests.bench.box.player import Player
from tests.bench.box.process import RunningBox
from tests.bench.figures import Figure, percentile, told

_ONE = {"silent": 160, "dripping": 200, "greedy": 40}
"""400 sockets of one address."""

_EACH_OF_SIX = {"silent": 24, "dripping": 32, "greedy": 8}
"""64 of each."""

_MOVE_MS = 300.0
_IN_A_ROW = 5


class _Mover(Player):
    """Measures how long each action takes to be answered, on a new connection each."""

    def __init__(self, port: int, key: str) -> None:
        self.took: list[float] = []
        super().__init__(port, key)

    def moves(self, count: int) -> list[float]:
        """Act so often, and return how long each time took, in milliseconds."""
        self.took = []
        for _ in range(count):
            self.act(throws=True)
            time.sleep(0.1)
        return self.took

    def _post(self, name: str, **body: object) -> dict[str, object]:
        self._connection.close()
        began = time.monotonic()
        answer = super()._post(name, **body)
        self.took.append(1000 * (time.monotonic() - began))
        return answer


def crowd(asked: argparse.Namespace) -> Iterator[Figure]:
    """Play alone, beside one crowded address, and beside six that stay."""

    def figure(name: str, took: list[float], goal: float | None = None) -> Figure:
        return Figure(name, percentile(took, 95), "ms", len(took), goal, told(took, "ms"))

    with (
        RunningBox("--game", "pachisi", "--preset", "seven") as box,
        _Mover(box.port, box.key) as player,
    ):
        yield figure("move, alone, 95 %", player.moves(asked.actions))
        with attacked(box.port, "127.0.0.2", **_ONE):
            yield figure(
                "move beside 400 sockets of one address, 95 %", player.moves(asked.actions), _MOVE_MS
            )
        with ExitStack() as ended:
            began = time.monotonic()
            for number in range(2, 8):
                ended.enter_context(attacked(box.port, f"127.0.0.{number}", **_EACH_OF_SIX))
            took = player.moves(_IN_A_ROW)
            while max(took[-_IN_A_ROW:]) > _MOVE_MS and time.monotonic() - began < 60:
                took += player.moves(1)
            lasted = time.monotonic() - began
            yield Figure(
                "quick again beside 64 of each of six", lasted, "s", len(took), 15.0, told(took, "ms")
            )
            yield figure("move after that, beside them, 95 %", player.moves(asked.actions))
