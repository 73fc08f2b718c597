"""Backgammon on the page: checkers in piles on points, pips and cube, bar and trays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from typing import Any

from engine.board import Layout, Placed, Square
from engine.errors import PositionError
from engine.game import Rules
from engine.messages import Message, Seat
from engine.move import Double, Take
from engine.notation import position_ids, position_of_id
from engine.table.state import Model
from web.drawing.boards import Drawing
from web.drawing.pieces import PieceLook
from web.drawing.places import Man, Scene, turned
from web.drawing.svg import box, hit, shade
from web.games.game_page import GamePage, Position, Score, SquareNames, Words
from web.marks import counted, joined, mark, ngettext, phrase

_OUTLINE = 'circle r="46"'
_CHECKER = f'<{_OUTLINE}/><circle class="shine" r="35"/><circle class="groove" r="26"/>'
_SIGNS = (
    f'{_CHECKER}<circle class="mark" r="11"/>',
    f'{_CHECKER}<path class="mark" d="M-13 0H13M0-13V13"/>',
)
"""Checkers differ by a mark as well: a dot, a cross."""

_CHECKERS_SHOWN = 5
"""A point is as long as five checkers; more are counted."""

_BAR_SHOWN = 4
"""On the bar one fewer, as the cube of an owner lies at its end."""

_BAR, _OFF = 25, 0
"""A player's own points beside the board."""


def _ground(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw a wooden case: felt, points in two tones, the bar with its hinges, trays at the side."""
    width, height = layout.width * 100, layout.height * 100
    margin = 46
    bar = next(square.x * 100 for square in layout.squares if square.kind == "bar")
    points = [square for square in layout.squares if square.kind == "point"]
    trays = [square for square in layout.squares if square.kind == "off"]
    lefts = sorted({square.x * 100 for square in points})
    fields = ((lefts[0], bar - lefts[0]), (bar + 100, lefts[-1] - bar))
    case = box(-margin, -margin, width + 2 * margin, height + 2 * margin, radius=30)
    parts = [
        f"<defs>{shade('wood', 'wood', stops=4)}{shade('felt', 'felt', stops=3)}"
        f"{shade('well', 'well', stops=2, down=0)}</defs>",
        f'<rect class="frame" fill="url(#wood)" {case}/>',
        *(
            f'<rect class="felt" fill="url(#felt)" {box(x, 0, wide, height, radius=5)}/>'
            for x, wide in fields
        ),
        _points(points, height),
        *(f'<rect class="rebate" {box(x - 3, -3, wide + 6, height + 6, radius=8)}/>' for x, wide in fields),
        f'<path class="joint" d="M{bar + 50:g} {-margin}V{height + margin:g}"/>',
        *(_hinge(bar + 50, y) for y in (height * 0.16, height * 0.84)),
    ]
    parts += [
        f'<rect class="tray" fill="url(#well)" '
        f"{box(t.x * 100, t.y * 100, t.width * 100, t.height * 100, radius=8)}/>"
        for t in trays
    ]
    for seat, name in enumerate(names[:2]):
        below = (seat == 0) == (quarters % 4 == 0)
        x, y = trays[0].x * 100 + 50, height / 2 + (25 if below else -25)
        parts.append(
            f'<g class="checker side p{seat}" data-seat="{seat}" '
            f'transform="translate({x:g} {y:g}) scale(.46)">'
            f"{_SIGNS[seat]}<title>{escape(name)}</title></g>"
        )
    parts += map(hit, layout.squares)
    return "".join(parts), f"{-margin} {-margin} {width + 2 * margin:g} {height + 2 * margin:g}"


def _points(points: Sequence[Square], height: float) -> str:
    """Draw all points, soft at their tips, each with its number from either side, of which one is shown."""
    tones, facets, numbers = {"odd": "", "even": ""}, "", ""
    for square in points:
        number = int(square.id[1:])
        x, y, long = square.x * 100, square.y * 100, square.height * 100
        above = y < height / 2 - 1
        base, inwards, label = (y, 1, -21) if above else (y + long, -1, height + 25)
        tip, neck = base + inwards * long * 0.95, base + inwards * long * 0.86
        tip += inwards * 14
        soft, end = f"Q{x + 50:g} {tip:g}", (tip + neck) / 2
        tones["odd" if number % 2 else "even"] += (
            f"M{x + 5:g} {base:g}L{x + 44:g} {neck:g}{soft} {x + 56:g} {neck:g}L{x + 95:g} {base:g}Z"
        )
        facets += f"M{x + 50:g} {base:g}V{end:g}Q{x + 53:g} {end:g} {x + 56:g} {neck:g}L{x + 95:g} {base:g}Z"
        numbers += (
            f'<text class="number of0" x="{x + 50:g}" y="{label:g}">{number}</text>'
            f'<text class="number of1" x="{x + 50:g}" y="{label:g}">{25 - number}</text>'
        )
    drawn = "".join(f'<path class="point {tone}" d="{d}"/>' for tone, d in tones.items())
    return f'{drawn}<path class="facet" d="{facets}"/>{numbers}'


def _hinge(x: float, y: float) -> str:
    """Draw a hinge of brass on the bar."""
    screws = "".join(
        f'<circle class="screw" cx="{x + across:g}" cy="{y + down:g}" r="5"/>'
        for across in (-22, 22)
        for down in (-38, 38)
    )
    knuckle = f"M{x:g} {y - 58:g}v116" + "".join(f"M{x - 8:g} {y + down:g}h16" for down in (-20, 20))
    return (
        f'<rect class="brass" {box(x - 36, y - 58, 72, 116, radius=8)}/>'
        f'<path class="knuckle" d="{knuckle}"/>{screws}'
    )


_CUBE_SIDE = 76


def _cube(rules: Rules[Any], state: Any, quarters: int, touch: Mapping[str, str]) -> str:
    """Draw the cube: on the bar's middle, at its owner's end, or before who is asked to take it.

    A cube that nobody has turned lies with its 64 up, and counts 1.
    """
    stakes = rules.stakes(state)
    if stakes is None:
        return ""
    layout = turned(rules.layout, quarters)
    height, bar = layout.height * 100, layout.square("bar0").x * 100
    offered = Take() in rules.optional(state)
    value, seat, x = stakes.value, stakes.owner, bar + 50
    if offered:
        value, seat, x = 2 * value, rules.turn(state), bar + 400
    towards = 0 if seat is None else 1 if (seat == 0) == (quarters % 4 == 0) else -1
    y = height / 2 + towards * (60 if offered else height / 2 - 52)
    shown = 64 if value == 1 else value
    act = str(Double())
    label = touch.get(act, "")
    reach = f' data-move="{act}" role="button" tabindex="0" aria-label="{escape(label)}"' if label else ""
    side = _CUBE_SIDE / 2
    finger = f'<rect class="finger" {box(-90, -90, 180, 180)}/>' if label else ""
    size = 46 if shown < 10 else 40
    return (
        f'<g class="cube{" may" if label else ""}" '
        f'data-value="{value}"{reach}><g transform="translate({x:g} {y:g})">{finger}'
        f'<rect class="under" {box(-side, -side, _CUBE_SIDE, _CUBE_SIDE, radius=14)}/>'
        f'<rect class="halo" {box(-side, -side, _CUBE_SIDE, _CUBE_SIDE, radius=14)}/>'
        f'<rect class="side" {box(-side, -side, _CUBE_SIDE, _CUBE_SIDE, radius=14)}/>'
        f'<rect class="face" {box(-side + 7, -side + 7, _CUBE_SIDE - 14, _CUBE_SIDE - 14, radius=16)}/>'
        f'<text y="2" font-size="{size}">{shown}</text></g></g>'
    )


def _place(square: Square, here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Pile checkers from the board's edge; on the bar from its middle; in a tray on their sides."""
    middle = scene.layout.height * 50
    x = square.x * 100 + square.width * 50
    below = square.y * 100 >= middle - 1
    edge = (square.y + square.height) * 100 if below else square.y * 100
    inwards = -1 if below else 1
    shown = _BAR_SHOWN if square.kind == "bar" else _CHECKERS_SHOWN
    found: list[Man] = []
    for _, group in groupby(here, lambda p: p.player):
        pile = list(group)
        for number, placed in enumerate(pile):
            if square.kind == "off":
                man = scene.man(placed, x, edge + inwards * (number + 0.5) * 33, 90.0)
                found.append(replace(man, flat=True, piled=True))
                continue
            place = min(number, shown - 1)
            if square.kind == "bar":
                y = middle - inwards * (90 + place * 96)
            else:
                y = edge + inwards * (place + 0.5) * 98
            top = number == len(pile) - 1
            count = len(pile) if top and len(pile) > shown else 1 if number < shown else 0
            found.append(replace(scene.man(placed, x, y, 94.0), count=count, piled=True))
    return found


def _score(rules: Rules[Any], state: Any, seat: int) -> Score:
    """Count checkers borne off, and pips; the cube is shown at its owner's, or at both once it was turned."""
    mine = [p.step for p in rules.placed(state) if p.player == seat]
    pips, off, stakes = sum(mine), mine.count(_OFF), rules.stakes(state)
    shown = stakes and (stakes.owner == seat or (stakes.owner is None and stakes.value > 1))
    cube = stakes.value if stakes and shown else 0
    words = joined(
        ("", counted("{count} off", "{count} off", off) if off else None),
        (" · ", phrase("cube {value}", value=cube) if cube else None),
    )
    return Score({"home": off, "cube": cube}, words, pips)


def _where(man: Man, names: SquareNames) -> Message:  # noqa: ARG001 - by its owner's own number
    if man.step == _BAR:
        return phrase("bar")
    return phrase("off") if man.step == _OFF else Message(str(man.step))


def _square_names(rules: Rules[Any], alike: bool) -> SquareNames:
    return {square.id: _square_name(square, alike) for square in rules.layout.squares}


def _square_name(square: Square, alike: bool) -> Message:
    """Name a point by the number that both players call it, or by each one's own."""
    if square.kind == "bar":
        return phrase("bar")
    if square.kind == "off":
        return phrase("off")
    own = int(square.id[1:])
    if alike:
        return phrase("point {point}", point=_from_white(0, own))
    return phrase(
        "{point} of {player}, {other_point} of {other}",
        point=own,
        player=Seat(0),
        other_point=25 - own,
        other=Seat(1),
    )


def _from_white(player: int, point: int) -> int:
    """Number a player's own point from the side of the second player, white in the Finnish page (BF2)."""
    return 25 - point if player == 0 and _OFF < point < _BAR else point


def _arrange(model: Model, steps: Sequence[list[int]], turn: int, same: Position | None) -> Position:
    """Write the board from the mover's side; the dice stay while the turn does."""
    old = model.rules.to_position(model.state)
    mine, theirs = steps[turn], steps[1 - turn]
    board = [0] * 26
    for step in mine:
        board[step] += step > 0
    for step in theirs:
        if 0 < step < _BAR and step in (_BAR - own for own in mine if own):
            raise PositionError(
                phrase(
                    "checkers of {player} and of {other} stand on one point, the {point} of {first}",
                    player=Seat(turn),
                    other=Seat(1 - turn),
                    first=Seat(0),
                    point=step if turn == 1 else _BAR - step,
                )
            )
        if step == _BAR:
            board[0] += 1
        elif step:
            board[_BAR - step] -= 1
    made: Position = {"board": board, "turn": turn, "number": max(1, old["number"] + (same is None))}
    if same and same["dice"]:
        made |= {"dice": same["dice"], "left": same["left"]}
    if "cube" in old:
        made["cube"] = old["cube"]
    return made


PAGE = GamePage(
    name="backgammon",
    title=mark("Backgammon"),
    presets={"standard": mark("International"), "finnish": mark("Finnish"), "polish": mark("Polish")},
    about=mark("Two dice, fifteen checkers each. Bring all of them home and take them off."),
    words=Words(
        can_move=mark("{player}, checker {piece}: can move"),
        captures=mark("{move}, hits {taken}"),
        capture=mark("Hit"),
        said={
            "threw": mark("{player} throws {throw}"),
            "corrected": mark("The throw is corrected: {throw}"),
            "captured": mark("{player} hits {pieces}"),
        },
        counted={
            "pieces": ngettext("{owner}’s checker", "{count} of {owner}’s checkers"),
            "home": ngettext("{player} bears off a checker", "{player} bears off {count} checkers"),
        },
        wins={2: mark("{sentence}, a gammon"), 3: mark("{sentence}, a backgammon")},
        levels={1: mark("a single game"), 2: mark("a gammon"), 3: mark("a backgammon")},
        given_up=frozenset({"finnish", "polish"}),
    ),
    drawing=Drawing(
        "backgammon",
        ground=_ground,
        place=_place,
        pieces=PieceLook(signs=_SIGNS, outlines=(_OUTLINE, _OUTLINE), css="checker", has_letters=False),
        quarters=2,
    ),
    score=_score,
    beside=_cube,
    where=_where,
    square_names=_square_names,
    way=lambda rules: [square for step, square in rules.steps(0).items() if step != _BAR],
    arrange=_arrange,
    alike=frozenset({"finnish"}),
    common_number=_from_white,
    colours={"polish": "red-first"},
    ids=position_ids,
    of_id=position_of_id,
    folds_moves=True,
    plays_at_touch=True,
    choices={
        "once": phrase("yes, but only the first tie"),
        "standard": phrase("as in the standard game"),
        "nackgammon": phrase("Nackgammon"),
        "hypergammon": phrase("Hypergammon: three checkers each"),
    },
)
