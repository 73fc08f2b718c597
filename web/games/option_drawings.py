"""What a drawing says of an option better than words, and what the drawing shows, for who does not see it.

A new option needs no drawing; where one helps, it is one more entry here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from markupsafe import Markup

from engine.options import GameInfo, OptionValue
from engine.pachisi.throws import TABLES
from engine.registry import make_rules
from engine.throw import Cowries
from engine.values import ThrowTable
from web.drawing.explained import (
    CROSSED,
    PLAIN,
    Cell,
    cubes,
    gammon,
    points,
    row,
    seats,
    throws,
    tie,
)
from web.games.chowka_drawings import chowka_drawings
from web.games.option_drawing import OptionDrawing
from web.marks import mark


@cache
def drawings_of(game: str) -> Mapping[str, Sequence[OptionDrawing]]:
    """Return the drawings for the options of a game, by their keys."""
    return {"chowka-bhara": chowka_drawings, "pachisi": _pachisi, "backgammon": _backgammon}.get(game, dict)()


def tables_of(info: GameInfo, key: str) -> Sequence[tuple[OptionValue, ThrowTable]]:
    """List the throw values among which an option chooses; none where it chooses something else."""
    if info.name != "pachisi" or key != "table":
        return ()
    return [(choice, TABLES[str(choice)]) for choice in info.option(key).choices]


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
        "capture_first": [
            OptionDrawing(
                row([PLAIN, PLAIN, Cell((0,)), PLAIN, CROSSED], closed=[(2, 4)]),
                mark("the way into the centre is closed"),
            ),
            OptionDrawing(
                row([Cell((0,)), PLAIN, Cell((1,), taken=True), PLAIN, CROSSED], ways=[(0, 2), (2, 4)]),
                mark("a piece captures one of an opponent, then the way is open"),
            ),
        ],
        "revenge": [
            OptionDrawing(
                row([Cell((0,)), PLAIN, Cell((1,), taken=True)], ways=[(0, 2)], tick="counts"),
                mark("a piece is captured: that counts"),
            ),
            OptionDrawing(
                row([Cell((1,)), PLAIN, Cell((0,), taken=True)], ways=[(0, 2)], tick="lost"),
                mark("the piece that captured is captured there at once: it counts no more"),
            ),
        ],
        "pyada": [
            OptionDrawing(
                throws([(Cowries(1, 7), "10 + 1"), (Cowries(5, 7), "25 + 1"), (Cowries(6, 7), "30 + 1")]),
                mark("10, 25 and 30, each with one more"),
            )
        ],
        "all_first": [
            OptionDrawing(
                throws([(Cowries(1, 7), "10"), (Cowries(5, 7), "25"), (Cowries(3, 7), "3")], again=2),
                mark("throws of 10 and 25, each followed by another, and then 3"),
            ),
            OptionDrawing(
                row([Cell((0,)), PLAIN, Cell((0,)), PLAIN, PLAIN], ways=[(0, 1), (2, 4)]),
                mark("after them pieces move"),
            ),
        ],
        "cancel": [
            OptionDrawing(
                throws([(Cowries(5, 7), "✕"), (Cowries(1, 7), "✕"), (Cowries(6, 7), "✕")]),
                mark("three high throws in a row, each crossed out"),
                True,
            ),
            OptionDrawing(
                throws([(Cowries(5, 7), "✕"), (Cowries(5, 7), "✕"), (Cowries(5, 7), "✕")]),
                mark("three throws of 25 in a row, each crossed out"),
                "equal",
            ),
            OptionDrawing(
                throws([(Cowries(1, 7), "10"), (Cowries(5, 7), "25"), (Cowries(6, 7), "✕")]),
                mark("three high throws in a row, of which the third is crossed out"),
                "third",
            ),
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
        "jacoby": [
            OptionDrawing(gammon(1, 1), mark("a gammon while nobody has doubled counts 1")),
            OptionDrawing(gammon(2, 4), mark("a gammon with the cube at 2 counts 4")),
        ],
        "automatic_doubles": [
            OptionDrawing(tie(4, 2), mark("two dice with the same pips turn the cube to 2"), True),
            OptionDrawing(
                tie(4, 2), mark("two dice with the same pips turn the cube to 2, and no further"), "once"
            ),
        ],
    }


def _start(start: str) -> Markup:
    """Draw how the checkers stand."""
    rules = make_rules("backgammon", "standard", options={"start": start}, players=2)
    men: dict[int, tuple[int, int]] = {}
    for placed in rules.placed(rules.start()):
        if placed.square.startswith("p"):
            point = int(placed.square[1:])
            men[point] = (placed.player, men.get(point, (0, 0))[1] + 1)
    return points(men)
