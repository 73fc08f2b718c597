"""A whole position put right by hand: from pieces and the places where they stand, to what the engine reads.

What hands cannot show goes on as it was: what was captured, what is declared, the throw that is being played
while the turn stays the same. What no legal game leads to is refused in words, unless people say that it
stands so all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.errors import PositionError
from engine.game import Rules
from engine.table.state import Model
from web.errors import MalformedError
from web.game.action_parts import WHOLE_SCHEMA, Kind
from web.language.locale import _
from web.request_body import Body

Ways = tuple[dict[str, tuple[int, ...]], ...]
"""By seat: the squares where its pieces can stand, each with its steps; two where a path passes twice."""


Place = tuple[int, int, int]
"""Player, piece, step."""

_NO_PLACES = "'places' is no list of [player, piece, step], or longer than there are pieces"


def ways(rules: Rules[Any]) -> Ways:
    """Say where every player's pieces can stand."""
    players = rules.players
    if rules.family == "backgammon":
        return tuple(_points(seat) for seat in range(players))
    key = "pawns" if rules.family == "chowka-bhara" else "pieces"
    found: Ways = tuple({} for _seat in range(players))
    step = 0
    while True:
        steps = [[step] + [0] * (rules.pieces - 1)] * players
        try:
            state = rules.from_position({key: steps, "turn": 0, "as_played": True})
        except PositionError:
            return found
        for placed in rules.placed(state):
            if placed.piece == 0:
                here = found[placed.player].get(placed.square, ())
                found[placed.player][placed.square] = (*here, step)
        step += 1


def _points(seat: int) -> dict[str, tuple[int, ...]]:
    points: dict[str, tuple[int, ...]] = {}
    for point in range(1, 25):
        points[f"p{point}"] = (point if seat == 0 else 25 - point,)
    return points | {f"bar{seat}": (25,), f"off{seat}": (0,)}


def position(model: Model, places: Sequence[Place], *, turn: int | None, as_played: bool) -> dict[str, Any]:
    """Make a position of what stands elsewhere and whose turn it is; None leaves the turn as it was.

    Raises:
        MalformedError: If there is no such piece, place or player.
        PositionError: If the pieces cannot stand so, with the players' names.
    """
    rules, state = model.rules, model.state
    steps = [[0] * rules.pieces for _seat in range(rules.players)]
    for placed in rules.placed(state):
        steps[placed.player][placed.piece] = placed.step
    for player, piece, step in _standing(model, places):
        steps[player][piece] = step
    turn = model.turn if turn is None else turn
    if turn >= rules.players:
        raise MalformedError(f"turn is {turn}: {rules.players} players sit at the table")
    old = rules.to_position(state)
    make = {"chowka-bhara": _rings, "pachisi": _cloth, "backgammon": _board}[rules.family]
    made = make(model, steps, turn, old if turn == model.turn else None)
    if as_played and rules.family != "backgammon":
        made["as_played"] = True
    try:
        rules.from_position(made)
    except PositionError as error:
        raise PositionError(named(str(error), model.setup.names)) from error
    return made


def _read_places(body: Body, name: str) -> tuple[Place, ...]:
    given = body.part(name)
    if not isinstance(given, list):
        raise MalformedError(_NO_PLACES)
    for place in given:
        if not isinstance(place, list) or len(place) != 3 or any(type(one) is not int for one in place):
            raise MalformedError(f"{place!r:.60} is no place: give [player, piece, step]")
    return tuple((player, piece, step) for player, piece, step in given)


PLACES = Kind(
    _read_places,
    lambda: {
        "type": "array",
        "items": {"type": "array", "items": WHOLE_SCHEMA, "minItems": 3, "maxItems": 3},
    },
)


def _standing(model: Model, places: Sequence[Place]) -> Sequence[Place]:
    """Make sure that the pieces of a game can stand in their places."""
    if len(places) > model.rules.players * model.rules.pieces:
        raise MalformedError(_NO_PLACES)
    paths = ways(model.rules)
    for player, piece, step in places:
        shown = [player, piece, step]
        if not (0 <= player < model.rules.players and 0 <= piece < model.rules.pieces):
            raise MalformedError(f"{shown!r:.60} is no piece of this game")
        if not any(step in steps for steps in paths[player].values()):
            raise MalformedError(f"{shown!r:.60}: a piece of player {player} never stands there")
    return places


def _rings(model: Model, steps: list[list[int]], turn: int, same: dict[str, Any] | None) -> dict[str, Any]:
    """Chowka Bhara: gattis that still stand together stay, a kadi stays, and the inner ring tells of one."""
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
    return made


def _cloth(model: Model, steps: list[list[int]], turn: int, same: dict[str, Any] | None) -> dict[str, Any]:
    """Pachisi: who has pieces on the board has entered, who is past the middle has captured."""
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


def _board(model: Model, steps: list[list[int]], turn: int, same: dict[str, Any] | None) -> dict[str, Any]:
    """Backgammon: the board from the mover's side; the dice stay while the turn does."""
    old = model.rules.to_position(model.state)
    mine, theirs = steps[turn], steps[1 - turn]
    board = [0] * 26
    for step in mine:
        board[step] += step > 0
    for step in theirs:
        if 0 < step < 25 and step in (25 - own for own in mine if own):
            names = model.setup.names
            point = step if turn == 1 else 25 - step
            raise PositionError(
                _(
                    "checkers of {player} and of {other} stand on one point, the {point} of {first}",
                    player=names[turn],
                    other=names[1 - turn],
                    first=names[0],
                    point=point,
                )
            )
        if step == 25:
            board[0] += 1
        elif step:
            board[25 - step] -= 1
    made: dict[str, Any] = {"board": board, "turn": turn, "number": max(1, old["number"] + (same is None))}
    if same and same["dice"]:
        made |= {"dice": same["dice"], "left": same["left"]}
    if "cube" in old:
        made["cube"] = old["cube"]
    return made


def named(text: str, names: tuple[str, ...]) -> str:
    """Put players' names and rows and columns into a sentence of the engine.

    >>> named("players 0 and 1 both stand on r3c4: opponents never share a square", ("Asha", "Ravi"))
    'players Asha and Ravi both stand on row 4, column 5: opponents never share a square'
    """

    def people(found: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda seat: names[int(seat[0])], found[0])

    def square(found: re.Match[str]) -> str:
        return _("row {row}, column {column}", row=int(found[1]) + 1, column=int(found[2]) + 1)

    text = re.sub(r"\bplayers? \d(?:(?:, | and )\d)*", people, text)
    return re.sub(r"\br(\d+)c(\d+)\b", square, text)
