"""A whole position put right by hand: from pieces and the places where they stand, to what the engine reads.

What hands cannot show goes on as it was: what was captured, what is declared, the throw that is being played
while the turn stays the same. What no legal game leads to is refused in words, unless people say that it
stands so all the same.
"""

from __future__ import annotations

from typing import Any

from engine.game import Rules
from engine.table.state import Model
from web.errors import MalformedError
from web.games import page_of
from web.request_body import Body

Ways = tuple[dict[str, tuple[int, ...]], ...]
"""By seat: the squares where its pieces can stand, each with its steps; two where a path passes twice."""


def ways(rules: Rules[Any]) -> Ways:
    """Tell where every player's pieces can stand."""
    found: Ways = tuple({} for _seat in range(rules.players))
    for seat, squares in enumerate(found):
        for step, square in rules.steps(seat).items():
            squares[square] = (*squares.get(square, ()), step)
    return found


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
    made = page_of(rules.family).arrange(model, steps, turn, old if turn == model.turn else None)
    if page_of(rules.family).may_stand_so and body.has("as_played") and body.part("as_played") is True:
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
