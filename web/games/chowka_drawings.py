"""What drawings say of the house rules of Chowka Bhara."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.throw import Cowries
from web.drawing.explained import CROSSED, PLAIN, Cell, crossed_board, inner_ring, row, seats, throws
from web.games.option_drawing import OptionDrawing
from web.marks import mark

_CROSSED_7 = ((0, 3), (3, 0), (3, 3), (3, 6), (6, 3), (1, 1), (1, 5), (5, 1), (5, 5))
"""Row and column of the crossed squares of 7 x 7, the corners of the second ring among them."""


def chowka_drawings() -> Mapping[str, Sequence[OptionDrawing]]:
    """Return the drawings by the keys of the options."""
    home = Cell((0,), crossed=True)
    return {
        "entry": [
            OptionDrawing(
                row([home, PLAIN, PLAIN], ways=[(0, 2)]),
                mark("the pawn begins on its home square, and goes"),
                False,
            ),
            OptionDrawing(
                row([Cell((0,), beside=True), CROSSED, PLAIN], ways=[(0, 1)]),
                mark("the pawn waits beside the board, and a throw brings it to its home square"),
                True,
            ),
        ],
        "share_crossed": [
            OptionDrawing(
                row([PLAIN, Cell((0, 1), crossed=True), PLAIN]),
                mark("pawns of two players on one crossed square"),
                True,
            ),
            OptionDrawing(
                row([Cell((1,)), PLAIN, home], closed=[(0, 2)]),
                mark("a pawn stands on a crossed square, and another player’s may not go there"),
                False,
            ),
        ],
        "share_own": [
            OptionDrawing(row([PLAIN, Cell((0, 0)), PLAIN]), mark("two pawns of one player on one square")),
            OptionDrawing(
                row([Cell((1,)), PLAIN, Cell((0, 0), taken=True)], ways=[(0, 2)]),
                mark("an opponent goes there, and both are killed"),
            ),
        ],
        "three_graces": [
            OptionDrawing(
                throws([(Cowries(4, 4), "✕"), (Cowries(0, 4), "✕"), (Cowries(4, 4), "✕")]),
                mark("three throws in a row that throw again, each crossed out"),
                "lost",
            ),
            OptionDrawing(
                throws([(Cowries(4, 4), "4")] * 4, again=3),
                mark("four equal throws in a row, all of which count"),
                "fourth",
            ),
        ],
        "swap_four_eight": [
            OptionDrawing(
                throws([(Cowries(4, 4), "8"), (Cowries(0, 4), "4")]),
                mark("four mouths up: 8; no mouth up: 4"),
            )
        ],
        "again": [
            OptionDrawing(
                throws([(Cowries(1, 6), "1 ↻"), (Cowries(5, 6), "5 ↻")]),
                mark("throws with one and with five mouths up, each followed by another"),
            )
        ],
        "pawns": [
            OptionDrawing(
                row([Cell((0, 0)), Cell((0, 0)), Cell((0, 0))]),
                mark("six pawns of one player"),
            )
        ],
        "safe_corners": [
            OptionDrawing(
                crossed_board(7, _CROSSED_7),
                mark("a board of 7 × 7: the corners of the second ring are crossed too"),
            )
        ],
        "gatti_kills": [
            OptionDrawing(
                row([Cell((0, 0)), PLAIN, Cell((1,), taken=True)], ways=[(0, 2)]),
                mark("a gatti goes to the square of an opponent’s pawn, which is killed"),
            )
        ],
        "kadi_again": [
            OptionDrawing(inner_ring(0, closed=False), mark("with the kadi a pawn goes into the inner ring")),
            OptionDrawing(
                row([Cell((1,)), PLAIN, Cell((0,), taken=True)], ways=[(0, 2)]), mark("the pawn is killed")
            ),
            OptionDrawing(inner_ring(0, closed=True), mark("the way into the inner ring is closed again")),
        ],
        "partners": [
            OptionDrawing(seats([(0, 2), (1, 3)]), mark("four seats; a line joins those that are opposite"))
        ],
    }
