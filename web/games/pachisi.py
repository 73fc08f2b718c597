"""Pachisi on the page: a stitched cloth with its camps, pieces in stacks, graces, and the charkoni."""

from __future__ import annotations

import math
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
from web.drawing.motifs import Petals, Stroke, circle, moved, rotated, teeth
from web.drawing.pieces import SHAPES
from web.drawing.places import Man, Scene, side_of
from web.drawing.svg import CROSS, LOTUS, box, cells, cross, fitted, hit, lotus, path, petals, shade, width_of
from web.games.game_page import GamePage, Position, Remark, SquareNames, Words
from web.games.squares import empty_side, seats_by_side
from web.marks import counted, mark, ngettext, phrase

_CAMPS = ((1483, 1414), (1483, 486), (417, 486), (417, 1414))
"""By side: the middle of the medallion between the arms on which its pieces wait."""

_NAMES = ((1440, 1768), (1440, 132), (460, 132), (460, 1768))
"""By side: the middle of its name."""

_SEATS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SEAT_AWAY, _SEAT_RADIUS = 101, 93
"""Each piece waits on a round mirror of its own, as they are sewn on."""

_GRACE = Remark(mark("grace"), mark("{value}, grace"))


def _ground(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw a stitched cloth that fills the square: the cross sewn on, camps woven in, the charkoni."""
    squares = [square for square in layout.squares if square.kind != "centre"]
    parts = [
        f"<defs>{shade('sheen', 'sheen', stops=3)}{CROSS}{LOTUS}{_PANEL}{_MEDALLION}</defs>",
        f'<rect class="cloth" {box(-17, -17, 1934, 1934, radius=44)}/>',
        *(f'<use href="#panel" transform="rotate({turn} 950 950)"/>' for turn in (0, 90, 180, 270)),
        f'<rect fill="url(#sheen)" {box(-17, -17, 1934, 1934, radius=44)}/>',
    ]
    seats = {side_of(seat, len(names), quarters): seat for seat in range(len(names))}
    for side, (x, y) in enumerate(_CAMPS):
        if side in seats:
            parts.append(_camp(side, seats[side], names[seats[side]]))
        else:
            parts.append(f'<g class="nobody">{lotus(x, y, 470)}</g>')
    parts.append(cells(squares, gap=4))
    parts += [
        cross(square.x * 100 + 50, square.y * 100 + 50, 100) for square in squares if square.kind == "castle"
    ]
    parts.append(f'<rect class="sq centre" {box(804, 804, 292, 292)}/>')
    parts.append(cross(950, 950, 290))
    parts.append(lotus(950, 950, 236))
    parts += map(hit, layout.squares)
    return "".join(parts), "-18 -18 1936 1936"


def _camp(side: int, seat: int, name: str) -> str:
    """Draw where a player's pieces wait, and the name under it or over it."""
    x, y = _CAMPS[side]
    middle, line = _NAMES[side]
    size = max(56.0, min(86.0, 86.0 * 430 / max(1.0, width_of(name, 86))))
    shown, width = fitted(name, size, 440)
    left = middle - (width + 100) / 2
    pill = box(round(left - 26, 1), line - 56, round(width + 152, 1), 112, radius=56)
    return (
        f'<g class="camp p{seat}" data-seat="{seat}"><use href="#medallion" x="{x}" y="{y}"/>'
        f"<rect {pill}/>"
        f'<g class="man p{seat}" transform="translate({left + 38:.1f} {line}) scale(.8)">{SHAPES[seat]}</g>'
        f'<text x="{left + 100:.1f}" y="{line + 3}" font-size="{size:g}" textLength="{width:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(shown)}</text></g>'
    )


_QUARTER = [
    (116 * math.cos(math.pi / 2 + n * math.pi / 16), -116 * math.sin(math.pi / 2 + n * math.pi / 16))
    for n in range(9)
]
_SEAM = (
    (180.0, 180.0),
    (888.0, 180.0),
    *((888 + x, 888 + y) for x, y in _QUARTER),
    (180.0, 888.0),
    (180.0, 180.0),
)
"""The seam of the cloth in the lower right, about the middle of the board, round a flower in its corner."""

_RAYS = Petals(16, inner=200, outer=294, wide=46)
_ROUND = 246
"""The petals and the inner edge of a medallion."""


def _camps() -> tuple[Stroke, ...]:
    """List what is printed between the arms: seams, and the places where pieces wait."""
    mirrors = [
        stroke
        for across, down in _SEATS
        for stroke in moved([circle(_SEAT_RADIUS)], across * _SEAT_AWAY, down * _SEAT_AWAY)
    ]
    medallion = [*_RAYS.strokes(parts=4), circle(_ROUND), *mirrors]
    seams = [stroke for turn in (0, 90, 180, 270) for stroke in moved([rotated(_SEAM, turn)], 950, 950)]
    return (*seams, *(stroke for x, y in _CAMPS for stroke in moved(medallion, x, y)))


def _panel() -> str:
    """Define the cloth between two arms, that in the lower right: its seam, a temple border, a flower."""
    row = teeth(640, count=16, height=34)
    below = tuple((1124 + x, 1896 + y) for x, y in row)
    beside = tuple((1896 + y, 1124 + x) for x, y in row)
    seam = path(moved([_SEAM], 950, 950))
    return (
        f'<g id="panel"><path class="teeth" d="{path([below, beside])}"/>'
        f'<path class="stitch" d="{seam}"/>{lotus(1838, 1838, 150)}</g>'
    )


def _medallion() -> str:
    """Define a flower of sixteen petals with a mirror for each piece; it takes the colour of its player."""
    rays = petals("ray", _RAYS)
    places = [(x * _SEAT_AWAY, y * _SEAT_AWAY) for x, y in _SEATS]
    mirrors = "".join(f'<circle cx="{x}" cy="{y}" r="{_SEAT_RADIUS}"/>' for x, y in places)
    return (
        f'<g id="medallion">{rays}<circle class="round" r="{_ROUND}"/>'
        f'<g class="mirror">{mirrors}</g>{lotus(0, 0, 84)}</g>'
    )


_PANEL, _MEDALLION = _panel(), _medallion()


def _place(square: Square, here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Stack those of one player that go the same way; different ones stand side by side."""
    if square.kind == "centre":
        return _charkoni(here, scene)
    found: list[Man] = []
    stacks = [list(stack) for _, stack in groupby(here, lambda p: (p.player, p.lying))]
    for number, stack in enumerate(stacks):
        size = 92.0 if len(stacks) == 1 else 68.0
        shift = (number - (len(stacks) - 1) / 2) * 44
        found += _stacked(stack, square.x * 100 + 50 + shift, square.y * 100 + 50 + shift / 2, size, scene)
    return found


def _charkoni(here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Let those that wait stand on their own mirrors in the camp, those that are home in the centre."""
    found: list[Man] = []
    for seat, group in groupby(here, lambda p: p.player):
        mine = list(group)
        side = scene.side_of(seat)
        left, top = _CAMPS[side]
        for placed in mine:
            if placed.step != scene.home_step:
                across, down = _SEATS[placed.piece % len(_SEATS)]
                found.append(scene.man(placed, left + across * _SEAT_AWAY, top + down * _SEAT_AWAY, 146.0))
        home = [placed for placed in mine if placed.step == scene.home_step]
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[side]
        found += _stacked(home, 950 + dx * 98, 950 + dy * 98, 100.0, scene)
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
        made |= {"bank": same["bank"], "throws": same["throws"], "row": same["row"]}
    return made


PAGE = GamePage(
    name="pachisi",
    title=mark("Pachisi"),
    presets={"six": mark("Six cowries"), "seven": mark("Seven cowries")},
    about=mark("Six or seven cowries on the cloth cross. Once round the board, from castle to castle."),
    words=Words(
        decline=mark("Decline the {value}"),
        said={"cancelled/one": mark("{values} is the third in a row and counts for nothing")},
        counted={
            "home": ngettext(
                "{player} brings a piece home to the charkoni",
                "{player} brings {count} pieces home to the charkoni",
            )
        },
        remark=_remark,
    ),
    drawing=Drawing("pachisi", ground=_ground, place=_place, camps=_camps()),
    square_names=_square_names,
    arrange=_arrange,
    may_stand_so=True,
    choices={
        "anywhere": phrase("anywhere"),
        "castles": phrase("on castles and in the middle column"),
        "equal": phrase("yes, three of one value"),
        "third": phrase("only the third of them is lost"),
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
