"""Pachisi on the page: a stitched cross of cloth, pieces in stacks, graces, and the charkoni."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from typing import Any

from engine.board import Layout, Placed, Square
from engine.game import Rules
from engine.messages import Message, Seat
from engine.pachisi import board
from engine.pachisi.throws import TABLES
from engine.table.state import Model
from engine.throw import Cowries
from web.drawing.boards import Drawing
from web.drawing.pieces import SHAPES
from web.drawing.places import Man, Scene, side_of
from web.drawing.svg import cell, cross, fitted, hit, lotus, width_of
from web.games.game_page import GamePage, Position, Remark, SquareNames, Words
from web.games.squares import empty_side, seats_by_side
from web.marks import counted, mark, ngettext, phrase

CORNERS = {0: (1140.0, 1140.0), 1: (1140.0, 40.0), 2: (40.0, 40.0), 3: (40.0, 1140.0)}
"""Upper left of each side's plate between the arms of the cross."""

_GRACE = Remark(mark("grace"), mark("{value}, grace"))


def _ground(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw a stitched cross of cloth, castles with crosses, the charkoni, plates between the arms."""
    arms = "M800 0H1100V800H1900V1100H1100V1900H800V1100H0V800H800Z"
    parts = [f'<path class="cloth" d="{arms}"/>']
    for square in layout.squares:
        if square.kind == "centre":
            continue
        parts.append(cell(square, gap=3, radius=7))
        if square.kind == "castle":
            parts.append(cross(square.x * 100, square.y * 100, 100, inset=0.16))
    parts.append(f'<path class="stitch" d="{arms}"/>')
    parts.append('<rect class="sq centre" x="803" y="803" width="294" height="294" rx="14"/>')
    parts.append('<path class="cross" d="M812 812 1088 1088M1088 812 812 1088"/>')
    parts.append(lotus(950, 950, 270))
    for seat, name in enumerate(names):
        left, top = CORNERS[side_of(seat, len(names), quarters)]
        size = max(58.0, min(84.0, 84.0 * 500 / max(1.0, width_of(name, 84))))
        shown, width = fitted(name, size, 520)
        parts.append(
            f'<g class="corner p{seat}" data-seat="{seat}" transform="translate({left:g} {top:g})">'
            f'<rect width="720" height="440" rx="60"/>'
            f'<g class="man p{seat}" transform="translate(95 115)">{SHAPES[seat]}</g>'
            f'<text x="170" y="118" font-size="{size:g}" textLength="{width:g}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(shown)}</text></g>'
        )
    parts += map(hit, layout.squares)
    return "".join(parts), "-25 -25 1950 1950"


def _place(square: Square, here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Stack those of one player that go the same way; different ones stand side by side."""
    if square.kind == "centre":
        return _charkoni(here, scene)
    found: list[Man] = []
    stacks = [list(stack) for _, stack in groupby(here, lambda p: (p.player, p.lying))]
    for number, stack in enumerate(stacks):
        size = 88.0 if len(stacks) == 1 else 66.0
        shift = (number - (len(stacks) - 1) / 2) * 44
        found += _stacked(stack, square.x * 100 + 50 + shift, square.y * 100 + 50 + shift / 2, size, scene)
    return found


def _charkoni(here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Stand those that wait on their player's plate, those that are home in the centre."""
    found: list[Man] = []
    for seat, group in groupby(here, lambda p: p.player):
        mine = list(group)
        side = scene.side_of(seat)
        left, top = CORNERS[side]
        waiting = [placed for placed in mine if placed.step != scene.home_step]
        for number, placed in enumerate(waiting):
            found.append(scene.man(placed, left + 105 + number * 170, top + 300, 150.0))
        home = [placed for placed in mine if placed.step == scene.home_step]
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[side]
        found += _stacked(home, 950 + dx * 100, 950 + dy * 100, 92.0, scene)
    return found


def _stacked(stack: Sequence[Placed], x: float, y: float, size: float, scene: Scene) -> list[Man]:
    top = len(stack) - 1
    return [
        replace(
            scene.man(placed, x, y - number * 7, size), count=len(stack) if number == top else 0, piled=True
        )
        for number, placed in enumerate(stack)
    ]


def _square_names(rules: Rules[Any], _alike: bool) -> SquareNames:
    """Name each square by its arm; squares are counted from the arm's end, where the middle castle is."""
    seats = seats_by_side(rules.players)
    names = {board.CHARKONI: phrase("charkoni")}
    for side in range(4):
        on_way = [board.name(square) for square in board.path(side)]
        columns = (on_way[8:0:-1], on_way[9:17], on_way[75:67:-1])
        for column, squares in zip(("middle", "right", "left"), columns, strict=True):
            for number, square in enumerate(squares, 1):
                mine = _MINE if side in seats else _EMPTY
                is_castle = number == (1 if column == "middle" else 4)
                template = mine[column, is_castle]
                who: object = Seat(seats[side]) if side in seats else empty_side(side)
                names[square] = Message(template, {"whose": who} | ({} if is_castle else {"number": number}))
    return names


_MINE = {
    ("middle", True): mark("{whose}’s middle castle"),
    ("right", True): mark("{whose}’s right castle"),
    ("left", True): mark("{whose}’s left castle"),
    ("middle", False): mark("{whose}’s home column, square {number} from the end"),
    ("right", False): mark("{whose}’s right column, square {number} from the end"),
    ("left", False): mark("{whose}’s left column, square {number} from the end"),
}
"""Names of the squares of a player's arm: column, and whether it is a castle."""

_EMPTY = {
    ("middle", True): mark("{whose}: the middle castle"),
    ("right", True): mark("{whose}: the right castle"),
    ("left", True): mark("{whose}: the left castle"),
    ("middle", False): mark("{whose}: middle column, square {number} from the end"),
    ("right", False): mark("{whose}: right column, square {number} from the end"),
    ("left", False): mark("{whose}: left column, square {number} from the end"),
}
"""Names of the squares of an arm at which nobody sits."""


def _remark(throw: Cowries, again: bool) -> Remark | None:  # noqa: ARG001 - every further throw is a grace
    return _GRACE if again else None


def _arrange(model: Model, steps: Sequence[list[int]], turn: int, same: Position | None) -> Position:
    """Write down that who has pieces on the board has entered, and who is past the middle has captured."""
    old = model.rules.to_position(model.state)
    reached = {"turn": turn, "pieces": steps, "as_played": True}
    plain = model.rules.to_position(model.rules.from_position(reached))
    made = {
        "turn": turn,
        "thrower": turn,
        "pieces": steps,
        "entered": [had or has for had, has in zip(old["entered"], plain["entered"], strict=True)],
        "gate_open": old["gate_open"],
        "captured": [max(both) for both in zip(old["captured"], plain["captured"], strict=True)],
        "turn_number": old["turn_number"] + (same is None),
    }
    if same and same["bank"]:
        made |= {"bank": same["bank"], "throws": same["throws"]}
    return made


PAGE = GamePage(
    name="pachisi",
    title=mark("Pachisi"),
    presets={"six": mark("Six cowries"), "seven": mark("Seven cowries")},
    about=mark("Six or seven cowries on the cloth cross. Once round the board, from castle to castle."),
    words=Words(
        decline=mark("Decline the {value}"),
        counted={
            "home": ngettext(
                "{player} brings a piece home to the charkoni",
                "{player} brings {count} pieces home to the charkoni",
            )
        },
        remark=_remark,
    ),
    drawing=Drawing("pachisi", ground=_ground, place=_place),
    square_names=_square_names,
    arrange=_arrange,
    may_stand_so=True,
    choices={
        "anywhere": phrase("anywhere"),
        "castles": phrase("on castles and in the middle column"),
        **{
            name: counted(
                "{count} cowry: {source}",
                "{count} cowries: {source}",
                table.shells,
                source=Message(table.source),
            )
            for name, table in TABLES.items()
        },
    },
    sources=tuple(table.source for table in TABLES.values()),
    prints={"": {"table": 25.0, "sheet": 9.0}},
)
