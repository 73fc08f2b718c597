"""A whole position put right by hand: from pieces and the places where they stand, to what the engine reads.

What hands cannot show goes on as it was: what was captured, what is declared, the throw that is being played
while the turn stays the same. What no legal game leads to is refused in words, unless people say that it
stands so all the same.
"""

from __future__ import annotations

from typing import Any

from engine.errors import PositionError
from engine.game import Rules
from engine.table.state import Model
from web.errors import MalformedError
from web.language.locale import _
from web.request_body import Body

Ways = tuple[dict[str, tuple[int, ...]], ...]
"""By seat: the squares where its pieces can stand, each with its steps; two where a path passes twice."""


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


def position(model: Model, body: Body) -> dict[str, Any]:
    """Read ``places``, as ``[player, piece, step]`` for what stands elsewhere, and whose ``turn`` it is.

    Raises:
        MalformedError: If they cannot be read.
        PositionError: If the pieces cannot stand so.
    """
    rules, state = model.rules, model.state
    steps = [[0] * rules.pieces for _seat in range(rules.players)]
    for placed in rules.placed(state):
        steps[placed.player][placed.piece] = placed.step
    for player, piece, step in _places(model, body):
        steps[player][piece] = step
    turn = body.whole("turn") if body.has("turn") else model.turn
    if turn >= rules.players:
        raise MalformedError(f"turn is {turn}: {rules.players} players sit at the table")
    old = rules.to_position(state)
    make = {"chowka-bhara": _rings, "pachisi": _cloth, "backgammon": _board}[rules.family]
    made = make(model, steps, turn, old if turn == model.turn else None)
    if body.has("as_played") and body.part("as_played") is True and rules.family != "backgammon":
        made["as_played"] = True
    rules.from_position(made)
    return made


def _places(model: Model, body: Body) -> list[tuple[int, int, int]]:
    given = body.part("places")
    if not isinstance(given, list) or len(given) > model.rules.players * model.rules.pieces:
        raise MalformedError("'places' is no list of [player, piece, step], or longer than there are pieces")
    found = []
    paths = ways(model.rules)
    for place in given:
        if not isinstance(place, list) or len(place) != 3 or any(type(one) is not int for one in place):
            raise MalformedError(f"{place!r:.60} is no place: give [player, piece, step]")
        player, piece, step = place
        if not (0 <= player < model.rules.players and 0 <= piece < model.rules.pieces):
            raise MalformedError(f"{place!r:.60} is no piece of this game")
        if not any(step in steps for steps in paths[player].values()):
            raise MalformedError(f"{place!r:.60}: a piece of player {player} never stands there")
        found.append((player, piece, step))
    return found


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
