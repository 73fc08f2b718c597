"""Chowka Bhara on the page: pawns that kill on rings of squares, with chowka and bhara."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.board import Placed, Square
from engine.chowka_bhara.throws import TABLES
from engine.game import Rules
from engine.messages import Message, Seat
from engine.table.state import Model
from engine.throw import Cowries
from web.drawing.boards import Drawing
from web.drawing.places import Man, Scene, in_cell
from web.games.game_page import GamePage, Position, Remark, SquareNames, Words, on_square
from web.games.squares import empty_side, seats_by_side
from web.marks import joined, mark, ngettext, phrase

_CHOWKA = Remark(mark("chowka"), mark("{value}, chowka"))
_BHARA = Remark(mark("bhara"), mark("{value}, bhara"))


def _remark(throw: Cowries, again: bool) -> Remark | None:  # noqa: ARG001 - the shells alone say it
    if throw.mouths == throw.shells:
        return _CHOWKA
    return None if throw.mouths else _BHARA


_OUTER = mark("square {number} after {player}’s home"), ""
_INNER = (
    mark("inner ring, square {number} after {player}’s home"),
    mark("inner ring, in front of {player}’s home"),
)
_MIDDLE = (
    mark("middle ring, square {number} after {player}’s home"),
    mark("middle ring, in front of {player}’s home"),
)
_RING = (
    mark("ring {ring}, square {number} after {player}’s home"),
    mark("ring {ring}, in front of {player}’s home"),
)
"""On boards with several rings between the outer and the inner one, which are counted from outside."""


def _square_names(rules: Rules[Any], _alike: bool) -> SquareNames:
    """Name each square by the home that pawns passed last on its ring, counted as they go there."""
    seats = seats_by_side(rules.players)
    on_way = [square for step, square in rules.steps(0).items() if step >= 0]
    names = {on_way[rules.home_step]: phrase("the centre")}
    names |= {
        square.id: phrase("beside the board, {player}’s waiting pawns", player=Seat(square.owner))
        for square in rules.layout.squares
        if square.kind == "off" and square.owner is not None
    }
    size = round(rules.layout.width)
    begins = 0
    for ring in range(size // 2):
        long = 4 * (size - 1 - 2 * ring)
        quarter = long // 4
        for place, square in enumerate(on_way[begins : begins + long]):
            # Every second ring is walked clockwise, and ends before the first player's home.
            past = [
                ((place - side * quarter if ring % 2 == 0 else place + 1 + side * quarter) % long, seat)
                for side, seat in seats.items()
            ]
            number, seat = min(past)
            if ring == 0 and place % quarter == 0:
                names[square] = _home(place // quarter, seat if number == 0 else None)
                continue
            between = _MIDDLE if size < 9 else _RING
            after, before = _OUTER if ring == 0 else _INNER if ring == size // 2 - 1 else between
            about: dict[str, object] = {"player": Seat(seat)} | ({"ring": ring + 1} if size > 7 else {})
            names[square] = Message(after, {**about, "number": number}) if number else Message(before, about)
        begins += long
    return names


def _home(side: int, seat: int | None) -> Message:
    if seat is None:
        return phrase("{side}: the home square", side=empty_side(side))
    return phrase("{player}’s home square", player=Seat(seat))


def _place(square: Square, here: Sequence[Placed], scene: Scene) -> list[Man]:
    """Let waiting pawns stand in a row beside the board."""
    if square.kind != "off":
        return in_cell(square, here, scene)
    x, y = square.x * 100 + square.width * 50, square.y * 100 + square.height * 50
    across = square.width > square.height
    long, found = 100 * max(square.width, square.height), []
    step = min(47.0, long / max(1, len(here)))
    for number, placed in enumerate(here):
        off = (number - (len(here) - 1) / 2) * step
        found.append(scene.man(placed, x + off * across, y + off * (not across), 44.0))
    return found


def _where(man: Man, names: SquareNames) -> Message:
    """Tell where a pawn stands; where pawns wait beside the board, the home square is one as any other."""
    is_at_home = man.step == 0 and any(square.startswith("off") for square in names)
    return joined(("", names[man.square])) if is_at_home else on_square(man, names)


def _arrange(model: Model, steps: Sequence[list[int]], turn: int, same: Position | None) -> Position:
    """Keep gattis that still stand together, and a kadi; the inner ring tells of one."""
    old = model.rules.to_position(model.state)
    plain = model.rules.to_position(model.rules.from_position({"pawns": steps, "as_played": True}))
    pairs = [
        [pair for pair in mine if steps[seat][pair[0]] == steps[seat][pair[1]] == was[pair[0]]]
        for seat, (mine, was) in enumerate(zip(old["pairs"], old["pawns"], strict=True))
    ]
    made = {
        "turn": turn,
        "pawns": steps,
        "pairs": pairs,
        "kadi": [had or has for had, has in zip(old["kadi"], plain["kadi"], strict=True)],
        "number": old["number"] + (same is None),
    }
    if same and same["bank"] and not same["challenge"]:
        made |= {"bank": same["bank"], "thrown_two": same["thrown_two"], "throws": same["throws"]}
        made |= {"row": same.get("row", [])}
    return made


PAGE = GamePage(
    name="chowka-bhara",
    title=mark("Chowka Bhara"),
    presets={
        "5x5": mark("5 × 5"),
        "7x7": mark("7 × 7"),
        "5x5-entry": mark("5 × 5 with entry on 4 and 8"),
        "5x5-outside": mark("Ashta Chamma, outside game"),
        "7x7-six": mark("7 × 7, six pawns, safe corners"),
        "7x7-dayam": mark("Dayam of Tamil Nadu"),
        "9x9": mark("9 × 9"),
    },
    about=mark("Four cowries, a board of 5 × 5 squares. Kill a pawn, then spiral to the middle."),
    choices={
        "off": phrase("no"),
        "lost": phrase("yes, and the turn ends"),
        "fourth": phrase("yes, unless a fourth is the same"),
        "4-8": phrase("{some} and {last}", some=4, last=8),
        "1-4-8": phrase("{some} and {last}", some="1, 4", last=8),
        "1-8": phrase("{some} and {last}", some=1, last=8),
        "6-12": phrase("{some} and {last}", some=6, last=12),
        "1-6-12": phrase("{some} and {last}", some="1, 6", last=12),
        "1-5-6-12": phrase("{some} and {last}", some="1, 5, 6", last=12),
    },
    words=Words(
        can_move=mark("{player}, pawn {piece}: can move"),
        captures=mark("{move}, kills {taken}"),
        capture=mark("Kill"),
        said={
            "captured": mark("{player} kills {pieces}"),
            "enter": mark("{player} plays {value}: pawn {pieces} enters"),
            "finished": mark("{player} has all pawns in the centre"),
            "cancelled": mark("Three in a row: lost are {values}"),
        },
        counted={
            "pieces": ngettext("{owner}’s pawn", "{count} of {owner}’s pawns"),
            "home": ngettext(
                "{player} brings a pawn to the centre", "{player} brings {count} pawns to the centre"
            ),
        },
        remark=_remark,
    ),
    drawing=Drawing("chowka-bhara", place=_place),
    square_names=_square_names,
    arrange=_arrange,
    may_stand_so=True,
    sources=tuple(table.source for table in TABLES.values()),
    prints={
        "5x5": {"table": 50.0, "sheet": 35.0},
        "7x7": {"table": 40.0, "sheet": 25.0},
        "7x7-six": {"table": 40.0, "sheet": 25.0},
        "9x9": {"table": 35.0, "sheet": 19.0},
    },
    where=_where,
)
