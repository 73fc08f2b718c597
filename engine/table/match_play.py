"""What matches add to a table: the next game, and a record of several games that is laid on it again.

What commands have in common, on a transaction (`engine.table.transaction`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from engine.errors import EngineError, NotNowError
from engine.events import GameStarted, Logged, ThrowKept
from engine.setup import following
from engine.table import turn_end
from engine.table.questions import Conflict, Waiting
from engine.table.state import Model, new_model, replayed
from engine.table.transaction import Transaction


def next_game(game: Transaction) -> None:
    """Begin the game that follows in the match.

    Raises:
        NotNowError: If none follows: it is no match, or the game or the match is not at its end.
    """
    model = game.model
    game.refuse_while_correcting()
    match, outcome = model.match, model.outcome
    if match is None:
        raise NotNowError("this is no match: start a new game")
    if match.is_over:
        raise NotNowError("the match is over, {score}: start a new one", score="{}–{}".format(*match.score))
    if outcome is None:
        raise NotNowError("this game of the match is not over: the next one follows it")
    setup = following(model.setup, outcome, game=model.game)
    game.model = new_model(setup, game=game.next_game, seq=model.seq, before=model)
    game.emit(GameStarted(setup))
    game.begin_turn()


def go_on_in_match(game: Transaction) -> None:
    """Begin the next game where something is thrown after the end of one, and the match goes on."""
    if game.model.game_follows and not isinstance(game.model.question, Conflict):
        next_game(game)


def carry_on(game: Transaction) -> None:
    """Go on as far as it goes: a closed turn ends, and what was thrown early for the next game begins it."""
    turn_end.go_on(game)
    model = game.model
    kept = model.waiting
    if model.game_follows and kept and kept[0].throw is not None and not (model.held or model.question):
        next_game(game)
        keep_again(game, kept)
        game.go_on()


def keep_again(game: Transaction, waiting: Sequence[Waiting]) -> None:
    """Keep throws of another game of the match in this one, in their order."""
    for number, one in enumerate(waiting, len(game.model.waiting) + 1):
        if one.throw is not None:
            game.emit(ThrowKept(one.throw, one.source, one.photo, number))
        elif one.asked is not None:
            game.emit(replace(one.asked, photo=one.photo, waits=number))


def resumed(events: Iterable[Logged], earlier: Sequence[Sequence[Logged]]) -> Model:
    """Play a recorded game again, and the games of its match before it; of those, one that is broken is left.

    Raises:
        NotNowError: If the game is not played any more, as an end before it was taken back.
        EngineError: If it cannot be played again.
    """
    before: Model | None = None
    for game in earlier:
        try:
            before = replayed(game, before=before)
        except EngineError:
            before = None
    model = replayed(events, before=before)
    if model.withdrawn:
        raise NotNowError("this game is not played: the end of the game before it was taken back")
    return model


def games_before(events_of: Callable[[int], Sequence[Logged]], game: int) -> list[Sequence[Logged]]:
    """List the events of each game of a match before one of them, the first game first, as far as there are.

    Args:
        events_of: Gives the events of a game; raises a `KeyError` if there is none of that number.
        game: Its number; where it is no game of a match, nothing is listed.
    """
    return list(_back(events_of, game))[::-1]


def _back(events_of: Callable[[int], Sequence[Logged]], game: int) -> Iterator[Sequence[Logged]]:
    """List them from the last to the first; a record that goes round in a circle is left."""
    known = {game}
    with suppress(KeyError):
        events = events_of(game)
        while isinstance(started := events[0].event, GameStarted):
            place = started.setup.match
            if place is None or not place.before or place.before in known:
                return
            known.add(place.before)
            events = events_of(place.before)
            yield events
