"""Backgammon on the page: checkers in piles on points, pips and cube, bar and trays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
from typing import Any

from engine.board import Layout, Placed, Square
from engine.errors import PositionError
from engine.game import Rules
from engine.messages import Message, Seat
from engine.notation import position_ids, position_of_id
from engine.table.state import Model
from web.drawing.boards import Drawing
from web.drawing.pieces import PieceLook
from web.drawing.places import Man, Scene
from web.drawing.svg import box, hit
from web.games.game_page import GamePage, Position, Score, SquareNames, Words
from web.marks import counted, joined, mark, ngettext, phrase

_CHECKER = '<circle r="46"/><circle class="groove" r="35"/>'
_SIGNS = (
    f'{_CHECKER}<circle class="mark" r="13"/>',
    f'{_CHECKER}<path class="mark" d="M-14 0H14M0-14V14"/>',
)
"""Checkers differ by a mark as well: a dot, a cross."""

_CHECKERS_SHOWN = 5
"""A point is as long as five checkers; more are counted."""

_BAR, _OFF = 25, 0
"""A player's own points beside the board."""


def _ground(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw a wooden case, points in two tones, the bar, trays at the side."""
    width, height = layout.width * 100, layout.height * 100
    margin = 44
    bar = next(square.x * 100 for square in layout.squares if square.kind == "bar")
    trays = [square for square in layout.squares if square.kind == "off"]
    lefts = sorted({square.x * 100 for square in layout.squares if square.kind == "point"})
    parts = [
        f'<rect class="frame" {box(-margin, -margin, width + 2 * margin, height + 2 * margin, radius=30)}/>',
        f'<rect class="felt" {box(lefts[0], 0, bar - lefts[0], height, radius=6)}/>',
        f'<rect class="felt" {box(bar + 100, 0, lefts[-1] - bar, height, radius=6)}/>',
        f'<path class="hinge" d="M{bar + 50:g} 0V{height:g}"/>',
    ]
    parts += [_point(square, height) for square in layout.squares if square.kind == "point"]
    for tray in trays:
        place = box(tray.x * 100, tray.y * 100, tray.width * 100, tray.height * 100, radius=8)
        parts.append(f'<rect class="tray" {place}/>')
    for seat, name in enumerate(names[:2]):
        below = (seat == 0) == (quarters % 4 == 0)
        x, y = trays[0].x * 100 + 50, height / 2 + (27 if below else -27)
        parts.append(
            f'<g class="checker p{seat}" transform="translate({x:g} {y:g}) scale(.4)">'
            f"{_SIGNS[seat]}<title>{escape(name)}</title></g>"
        )
    parts += map(hit, layout.squares)
    return "".join(parts), f"{-margin} {-margin} {width + 2 * margin:g} {height + 2 * margin:g}"


def _point(square: Square, height: float) -> str:
    """Draw one point with its number from either player's side; the stylesheet shows the mover's."""
    number = int(square.id[1:])
    x, y, long = square.x * 100, square.y * 100, square.height * 100
    above = y < height / 2 - 1
    base, tip, label = (y, y + long * 0.96, -21) if above else (y + long, y + long * 0.04, height + 23)
    tone = "odd" if number % 2 else "even"
    return (
        f'<path class="point {tone}" d="M{x + 3:g} {base:g}H{x + 97:g}L{x + 50:g} {tip:g}Z"/>'
        f'<text class="number of0" x="{x + 50:g}" y="{label:g}">{number}</text>'
        f'<text class="number of1" x="{x + 50:g}" y="{label:g}">{25 - number}</text>'
    )


def _place(square: Square, here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Pile checkers from the board's edge; on the bar from its middle; in a tray on their sides."""
    middle = scene.layout.height * 50
    x = square.x * 100 + square.width * 50
    below = square.y * 100 >= middle - 1
    edge = (square.y + square.height) * 100 if below else square.y * 100
    inwards = -1 if below else 1
    found: list[Man] = []
    for _, group in groupby(here, lambda p: p.player):
        pile = list(group)
        for number, placed in enumerate(pile):
            if square.kind == "off":
                man = scene.man(placed, x, edge + inwards * (number + 0.5) * 33, 90.0)
                found.append(replace(man, flat=True, piled=True))
                continue
            place = min(number, _CHECKERS_SHOWN - 1)
            if square.kind == "bar":
                y = middle - inwards * (90 + place * 96)
            else:
                y = edge + inwards * (place + 0.5) * 98
            top = number == len(pile) - 1
            count = len(pile) if top and len(pile) > _CHECKERS_SHOWN else 1 if number < _CHECKERS_SHOWN else 0
            found.append(replace(scene.man(placed, x, y, 94.0), count=count, piled=True))
    return found


def _score(rules: Rules[Any], state: Any, seat: int) -> Score:
    """Count pips and checkers borne off; the cube is shown at its owner's, or at both once it was turned."""
    mine = [p.step for p in rules.placed(state) if p.player == seat]
    pips, off, stakes = sum(mine), mine.count(_OFF), rules.stakes(state)
    shown = stakes and (stakes.owner == seat or (stakes.owner is None and stakes.value > 1))
    cube = stakes.value if stakes and shown else 0
    words = joined(
        ("", counted("{count} pip", "{count} pips", pips)),
        (", ", counted("{count} off", "{count} off", off) if off else None),
        (" · ", phrase("cube {value}", value=cube) if cube else None),
    )
    return Score({"pips": pips, "home": off, "cube": cube}, words)


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
        pieces=PieceLook(signs=_SIGNS, css="checker", has_letters=False),
        quarters=2,
    ),
    score=_score,
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
        "standard": phrase("as in the standard game"),
        "nackgammon": phrase("Nackgammon"),
        "hypergammon": phrase("Hypergammon: three checkers each"),
    },
)
