"""A whole position put right by hand: from pieces and the places where they stand, to what the engine reads.

What hands cannot show goes on as it was: what was captured, what is declared, the throw that is being played
while the turn stays the same. What no legal game leads to is refused in words, unless people say that it
stands so all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import Setup
from engine.game import Rules
from engine.table.state import Model, new_model
from web.errors import MalformedError
from web.games import page_of

Ways = tuple[dict[str, tuple[int, ...]], ...]
"""By seat: the squares where its pieces can stand, each with its steps; two where a path passes twice."""


Place = tuple[int, int, int]
"""Player, piece, step."""

_NO_PLACES = "'places' is no list of [player, piece, step], or longer than there are pieces"


def ways(rules: Rules[Any]) -> Ways:
    """Tell where every player's pieces can stand."""
    found: Ways = tuple({} for _seat in range(rules.players))
    for seat, squares in enumerate(found):
        for step, square in rules.steps(seat).items():
            squares[square] = (*squares.get(square, ()), step)
    return found


def position(model: Model, places: Sequence[Place], *, turn: int | None, as_played: bool) -> dict[str, Any]:
    """Make a position of what stands elsewhere and whose turn it is; None leaves the turn as it was.

    Raises:
        MalformedError: If there is no such piece, place or player.
        PositionError: If the pieces cannot stand so.
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
    page = page_of(rules.family)
    made = page.arrange(model, steps, turn, old if turn == model.turn else None)
    if as_played and page.may_stand_so:
        made["as_played"] = True
    rules.from_position(made)
    return made


def position_of_id(model: Model, text: str) -> dict[str, Any]:
    """Read a position that another program wrote; the score that stands in it is no part of a game.

    Raises:
        NotationError: If it is none, or of another game.
        PositionError: If this game cannot have it.
    """
    number = model.rules.turn_number(model.state) + 1
    return page_of(model.setup.game).of_id(model.rules, text, number)


def start_of_id(setup: Setup, text: str | None) -> dict[str, Any] | None:
    """Read the position from which a new game begins; None where it begins as the rules have it.

    Raises:
        SetupError: If the game cannot be.
        NotationError: If the text is no position, or of another game.
        PositionError: If the game cannot have it.
    """
    return None if text is None else position_of_id(new_model(setup, game=0, seq=0), text)


def _standing(model: Model, places: Sequence[Place]) -> Sequence[Place]:
    """Make sure that the pieces of a game can stand in their places."""
    if len(places) > model.rules.players * model.rules.pieces:
        raise MalformedError(_NO_PLACES)
    paths = ways(model.rules)
    for player, piece, step in places:
        shown = [player, piece, step]
        if not (0 <= player < model.rules.players and 0 <= piece < model.rules.pieces):
            raise MalformedError(
                f"{shown!r:.60} is no piece of this game: there are players 0 to {model.rules.players - 1} "
                f"with pieces 0 to {model.rules.pieces - 1}"
            )
        there = [step for steps in paths[player].values() for step in steps]
        if step not in there:
            raise MalformedError(
                f"{shown!r:.60}: a piece of player {player} never stands there; "
                f"its steps are {min(there)} to {max(there)}"
            )
    return places
