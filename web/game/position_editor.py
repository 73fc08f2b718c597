"""A whole position put right by hand: from pieces and the places where they stand, to what the engine reads.

What hands cannot show goes on as it was: what was captured, what is declared, the throw that is being played
while the turn stays the same. What no legal game leads to is refused in words, unless people say that it
stands so all the same.
"""

from __future__ import annotations

import re
from typing import Any

from engine.errors import PositionError
from engine.game import Rules
from engine.table.state import Model
from web.errors import MalformedError
from web.games import page_of
from web.games.game_page import MisplacedError
from web.language.locale import _, said
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
        PositionError: If the pieces cannot stand so, with the players' names.
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
    page = page_of(rules.family)
    try:
        made = page.arrange(model, steps, turn, old if turn == model.turn else None)
        if page.may_stand_so and body.has("as_played") and body.part("as_played") is True:
            made["as_played"] = True
        rules.from_position(made)
    except MisplacedError as error:
        raise PositionError(said(error.why)) from error
    except PositionError as error:
        raise PositionError(named(str(error), model.setup.names)) from error
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
