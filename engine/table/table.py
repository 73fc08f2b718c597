"""The table: one game in progress, and the only lock.

Commands come in (`engine.table.commands`), events go out. A command decides on a transaction
(`engine.table.transaction`); the table hands all its events to the recorder inside the lock, and only then
believes what it left: if recording fails, nothing has happened. Nobody but the recorder is called under the
lock; readers follow the journal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import NotNowError, StaleError
from engine.events import GameEnded, GameResumed, GameStarted, Logged, Setup, ThrowVoided, TurnBegan
from engine.setup import SeatChange, playable
from engine.table import match_play
from engine.table.commands.match import opened
from engine.table.questions import Action
from engine.table.state import Model, new_model
from engine.table.transaction import Command, Transaction

Recorder = Callable[[Sequence[Logged]], None]
"""Writes all events of one action, or none: raises `RecordError` if it cannot."""


class Table:
    """One game in progress. Every method may be called from any thread.

    >>> from engine.table.commands import ReportMove, TakeThrow
    >>> from engine.throw import Cowries
    >>> events: list[Logged] = []
    >>> table = Table(record=events.extend)
    >>> table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))
    >>> table.do(TakeThrow(Cowries(mouths=3, shells=4), source="typed"))
    >>> table.do(ReportMove((0, 0), "r3c4"))
    >>> table.model.setup.names[table.model.turn]
    'Ravi'
    """

    def __init__(self, *, record: Recorder, seq: int = 0, game: int = 0) -> None:
        """Make an empty table; `start` or `resume` puts a game on it.

        Args:
            record: Writes the events of one action; called under the lock.
            seq: Number of the newest event of the journal.
            game: Number of the newest game of the journal.
        """
        self._record = record
        self._lock = threading.Lock()
        self._seq = seq
        self._games = game
        self._model: Model | None = None

    @property
    def model(self) -> Model:
        """The game in progress as a frozen value, to be read without the lock.

        Raises:
            NotNowError: If no game has been started.
        """
        model = self._model
        if model is None:
            raise NotNowError("no game lies on the table: start one")
        return model

    @property
    def has_game(self) -> bool:
        """A game lies on the table."""
        return self._model is not None

    def start(self, setup: Setup, *, position: Mapping[str, Any] | None = None, request: str = "") -> None:
        """Begin a new game; the one before stays in the journal.

        Args:
            setup: What is played, and by whom; of a match, the first game, whose options the match adds.
            position: From where; None begins as the rules have it.
            request: As in `do`.

        Raises:
            SetupError: If the setup cannot be.
            PositionError: If the position cannot be on a board.
        """
        setup = playable(setup)
        if setup.match is not None:
            setup = replace(setup, match=replace(setup.match, first=0, before=0))
        with self._lock:
            if self.has_done(request):
                return
            game = Transaction(new_model(setup, game=self._games + 1, seq=self._seq), request=request)
            game.emit(GameStarted(setup))
            if position is not None:
                game.set_position(position)
            if not any(isinstance(one.event, TurnBegan | GameEnded) for one in game.events):
                game.begin_turn()
            self._keep(game)

    def add(
        self, setup: Setup, actions: Iterable[Action], *, seats: Iterable[SeatChange] = (), request: str
    ) -> int:
        """Write a game into the journal that was played elsewhere; the game on the table stays as it is.

        Args:
            setup: What was played; `imported` says from where.
            actions: What was thrown and done, in order, as a record has it.
            seats: Who came or left meanwhile, in order.
            request: Begins with `engine.events.IMPORT`.

        Returns:
            The number of the game.

        Raises:
            EngineError: If an action cannot be carried out at all; nothing has been written then.
            RecordError: If it cannot be written.
        """
        # Before the lock: a long game takes a while, and people play meanwhile.
        played = Transaction(new_model(setup, game=0, seq=0), request=request)
        played.emit(GameStarted(setup))
        played.begin_turn()
        changes = list(seats)
        for place, action in enumerate((*actions, None)):
            while changes and changes[0].place <= place:
                change = changes.pop(0)
                played.seat(change.seat, change.people)
            if action is not None:
                played.take_over(action)
        with self._lock:
            game = self._games + 1
            self._record([_further(one, by=self._seq, game=game) for one in played.events])
            self._seq += len(played.events)
            self._games = game
        return game

    def open_match(self, events: Sequence[Logged], *, by: str = "") -> None:
        """Switch tournament mode off in a match that was broken off; the game on the table stays as it is.

        Args:
            events: Of the game of that match that was played last.
            by: What the phone is called that says so.

        Raises:
            NotNowError: If the match lies on the table, is over, or is in no tournament mode.
            EngineError: If its game cannot be played again.
            RecordError: If it cannot be written.
        """
        with self._lock:
            game = opened(self._model, events, seq=self._seq, by=by)
            self._record(game.events)
            self._seq += len(game.events)

    def resume(
        self,
        events: Iterable[Logged],
        *,
        earlier: Sequence[Sequence[Logged]] = (),
        announce: bool = False,
    ) -> None:
        """Put a recorded game back on the table.

        Args:
            events: All events of one game, in order; the first is its start.
            earlier: Those of each game of its match before it (`engine.table.games_before`), so that an undo
                reaches back to them.
            announce: Tell readers, as when a person chooses an older game; not after a restart.

        Raises:
            NotNowError: If the game is not played any more, as an end before it was taken back.
        """
        with self._lock:
            model = match_play.resumed(events, earlier)
            self._games = max(self._games, model.game)
            self._seq = max(self._seq, model.seq)
            game = Transaction(replace(model, seq=self._seq))
            if announce:
                game.emit(GameResumed())
            self._keep(game)

    def do(self, command: Command, *, at: int | None = None, request: str = "") -> None:
        """Carry out one command under the lock, once; nothing has changed if it raises.

        Args:
            command: What is done.
            at: The newest event that the sender had heard of; None does not ask.
            request: The sender's own mark: the same mark again does nothing.

        Raises:
            StaleError: If the game has changed since `at`.
            EngineError: If it cannot be done now, or a rule forbids it.
            RecordError: If it cannot be written.
        """
        with self._lock:
            model = self.model
            if self.has_done(request):
                return
            if at is not None:
                newest, done = command.newest(model)
                if newest > at:
                    raise StaleError(f"this page had heard of event {at}, but event {newest} {done} since")
            game = Transaction(replace(model, seq=self._seq), next_game=self._games + 1, request=request)
            command.decide(game)
            match_play.carry_on(game)
            self._keep(game)

    def has_done(self, request: str) -> bool:
        """Return whether the action of a request was carried out before; False without a mark."""
        return bool(request) and self._model is not None and request in self._model.requests

    def _keep(self, game: Transaction) -> None:
        """Record the action, then believe it."""
        if game.events:
            self._record(game.events)
            self._seq = game.events[-1].seq
        self._games = max(self._games, game.model.game)
        self._model = game.model


def _further(logged: Logged, *, by: int, game: int) -> Logged:
    """Return an event of a game that was decided by itself as it stands further on in the journal."""
    event = logged.event
    if isinstance(event, ThrowVoided):
        event = replace(event, of=event.of + by)
    return replace(logged, seq=logged.seq + by, game=game, event=event)
