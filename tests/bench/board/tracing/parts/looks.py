"""The looks that the box shows by itself: a board of each family, in the colours of its page."""

from __future__ import annotations

from tests.bench.board.tracing.backgammon import Style as Points
from tests.bench.board.tracing.cloth import Style as Squares
from tests.bench.board.tracing.look import MAPLE, WALNUT, Look
from tests.bench.board.tracing.pieces import Kit, Make

_RED, _BLUE, _YELLOW, _GREEN = (0.75, 0.2, 0.14), (0.13, 0.31, 0.6), (0.9, 0.64, 0.1), (0.15, 0.45, 0.3)


def _four(stuff: str) -> dict[str, Make]:
    return {owner: Make(c, stuff) for owner, c in zip("abcd", (_RED, _BLUE, _YELLOW, _GREEN), strict=True)}


PRETEND = (
    Look(
        "backgammon",
        "backgammon",
        Points(
            (0.17, 0.36, 0.31),
            (0.52, 0.2, 0.15),
            (0.86, 0.71, 0.48),
            WALNUT,
            "felt",
            long=5.0,
            between=1.0,
        ),
        Kit("stepped", {"a": Make((0.13, 0.09, 0.08), "wood"), "b": Make((0.93, 0.87, 0.75), "ivory")}),
        "window at a side",
    ),
    Look(
        "chowka-bhara-5x5",
        "5x5",
        Squares(
            MAPLE, (0.2, 0.12, 0.08), (0.62, 0.42, 0.25), (0.5, 0.12, 0.1), "timber", bands=True, framed=True
        ),
        Kit("halma", _four("plastic"), 1.5),
        "window at a side",
    ),
    Look(
        "pachisi",
        "cross",
        Squares(
            (0.43, 0.1, 0.15),
            (0.5, 0.28, 0.16),
            (0.84, 0.7, 0.48),
            (0.66, 0.15, 0.13),
            bands=True,
            cells=(0.93, 0.87, 0.73),
        ),
        Kit("beehive", _four("plastic"), 1.1),
        "window at a side",
    ),
)
"""One look of each family; a set is named after the engine's board."""

GROUNDS = {"backgammon": ("linen", 7), "5x5": ("linen", 6), "cross": ("leather", 4)}
"""What their boards lie on: its name and seed."""

SHARES = {"backgammon": 0.93, "5x5": 0.36, "7x7": 0.4, "cross": 0.52}
"""Width of a piece of these looks, in widths of a point or square."""
