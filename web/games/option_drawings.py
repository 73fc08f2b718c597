"""What a drawing says of an option better than words, and what the drawing shows, for who does not see it.

A new option needs no drawing; where one helps, it is one more entry here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from engine.options import GameInfo, OptionValue
from engine.pachisi.throws import TABLES
from engine.registry import make_rules
from engine.throw import Cowries
from engine.values import ThrowTable
from web.drawing.explained import CROSSED, PLAIN, Cell, cubes, points, row, seats, throws
from web.marks import mark


@dataclass(frozen=True, slots=True)
class OptionDrawing:
    """A drawing with its text."""

    svg: Markup
    text: str
    """What it shows, marked for the catalogues."""


@cache
def drawings_of(game: str) -> Mapping[str, Sequence[OptionDrawing]]:
    """Return the drawings for the options of a game, by their keys."""
    return {"chowka-bhara": _chowka, "pachisi": _pachisi, "backgammon": _backgammon}.get(game, dict)()


def tables_of(info: GameInfo, key: str) -> Sequence[tuple[OptionValue, ThrowTable]]:
    """List the throw values among which an option chooses; none where it chooses something else."""
    if info.name != "pachisi" or key != "table":
        return ()
    return [(choice, TABLES[str(choice)]) for choice in info.option(key).choices]


def _chowka() -> Mapping[str, Sequence[OptionDrawing]]:
    return {
        "share_crossed": [OptionDrawing(row([PLAIN, Cell((0, 1), crossed=True), PLAIN]), _SHARED)],
        "swap_four_eight": [
            OptionDrawing(
                throws([(Cowries(4, 4), "8"), (Cowries(0, 4), "4")]),
                mark("four mouths up: 8; no mouth up: 4"),
            )
        ],
    }


def _pachisi() -> Mapping[str, Sequence[OptionDrawing]]:
    charkoni = Cell((0,), crossed=True)
    return {
        "gate": [
            OptionDrawing(
                throws([(Cowries(mouths, 6), str(mouths)) for mouths in (2, 3, 4)]),
                mark("throws with two, three or four mouths up"),
            )
        ],
        "split": [
            OptionDrawing(
                row([Cell((0,)), PLAIN, Cell((0,)), PLAIN, PLAIN], ways=[(0, 1), (2, 4)]),
                mark("one throw moves two pieces, each by a part of it"),
            )
        ],
        "stack": [
            OptionDrawing(
                row([PLAIN, Cell((0, 0), crossed=True), PLAIN]),
                mark("two pieces of one side on a castle"),
            ),
            OptionDrawing(
                row([PLAIN, Cell((0, 0)), PLAIN]), mark("two pieces of one side on an ordinary square")
            ),
        ],
        "capture_throws_again": [
            OptionDrawing(
                row([Cell((0,)), PLAIN, PLAIN, Cell((1,))], ways=[(0, 3)]),
                mark("a piece goes to the square of an opponent’s piece"),
            )
        ],
        "cancel": [
            OptionDrawing(
                throws([(Cowries(0, 7), "✕"), (Cowries(1, 7), "✕"), (Cowries(0, 7), "✕")]),
                mark("three high throws in a row, each crossed out"),
            )
        ],
        "partners": [
            OptionDrawing(seats([(0, 2), (1, 3)]), mark("four seats; a line joins those that are opposite"))
        ],
        "grace_home": [
            OptionDrawing(
                row([PLAIN, PLAIN, Cell((0,)), CROSSED], ways=[(2, 3)]),
                mark("a piece goes from the last square into the centre"),
            )
        ],
        "first_piece_free": [
            OptionDrawing(
                row([charkoni, PLAIN, PLAIN, PLAIN], ways=[(0, 3)]),
                mark("a piece leaves the centre by any throw"),
            )
        ],
    }


def _backgammon() -> Mapping[str, Sequence[OptionDrawing]]:
    return {
        "start": [
            OptionDrawing(_start(start), text)
            for start, text in (
                ("standard", mark("the standard game: two checkers far back, fifteen in all")),
                ("nackgammon", mark("Nackgammon: two more checkers far back, fifteen in all")),
                ("hypergammon", mark("Hypergammon: three checkers on the last three points")),
            )
        ],
        "cube": [OptionDrawing(cubes([2, 4, 8]), mark("a cube is turned from 2 to 4 and to 8"))],
        "beavers": [OptionDrawing(cubes([2, 4]), mark("a cube is turned from 2 to 4 at once"))],
    }


_SHARED = mark("pawns of two players on one crossed square")


def _start(start: str) -> Markup:
    """Draw how the checkers stand."""
    rules = make_rules("backgammon", "standard", options={"start": start}, players=2)
    men: dict[int, tuple[int, int]] = {}
    for placed in rules.placed(rules.start()):
        if placed.square.startswith("p"):
            point = int(placed.square[1:])
            men[point] = (placed.player, men.get(point, (0, 0))[1] + 1)
    return points(men)
