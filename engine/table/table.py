"""The table: one game in progress, and the only lock.

Throws, moves and corrections come in, events go out. A method decides on a draft of the memory
(`engine.table.decision`), hands all events of the action to the recorder inside the lock, and only then
believes the draft: if recording fails, nothing has happened. Nobody but the recorder is called under the
lock; readers follow the journal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.errors import NotNowError, StaleError
from engine.events import (
    GameEnded,
    GameResumed,
    GameStarted,
    Logged,
    Setup,
    Source,
    ThrowAsked,
    TurnBegan,
)
from engine.match.match_events import ThrowVoided
from engine.messages import Message
from engine.move import Move
from engine.setup import SeatChange, playable
from engine.table import match_play, turn_end
from engine.table.decision import Answer, Draft
from engine.table.in_match import InMatch
from engine.table.on_board import OnBoard
from engine.table.questions import Action
from engine.table.state import Model, new_model
from engine.throw import Throw

Recorder = Callable[[Sequence[Logged]], None]
"""Writes all events of one action, or none: raises `RecordError` if it cannot."""


class Table(OnBoard, InMatch):
    """One game in progress. Every method may be called from any thread; more in `OnBoard` and `InMatch`.

    Every method that acts takes `request`, the caller's own mark: the same mark again does nothing. Those
    that a page calls take `at`, the newest event that the page had heard of: `StaleError` if the game has
    changed since; None does not ask. All raise `NotNowError` where there is nothing to act on, and
    `RecordError` where the action cannot be written; nothing has changed then.

    >>> from engine.throw import Cowries
    >>> events: list[Logged] = []
    >>> table = Table(record=events.extend)
    >>> table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))
    >>> table.throw(Cowries(mouths=3, shells=4), source="typed")
    >>> table.report_move((0, 0), "r3c4")
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
            request: See the class.

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
            draft = Draft(new_model(setup, game=self._games + 1, seq=self._seq), request=request)
            draft.emit(GameStarted(setup))
            if position is not None:
                draft.set_position(position)
            if not any(isinstance(one.event, TurnBegan | GameEnded) for one in draft.events):
                draft.begin_turn()
            self._keep(draft)

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
        draft = Draft(new_model(setup, game=0, seq=0), request=request)
        draft.emit(GameStarted(setup))
        draft.begin_turn()
        changes = list(seats)
        for place, action in enumerate((*actions, None)):
            while changes and changes[0].place <= place:
                change = changes.pop(0)
                draft.seat(change.seat, change.people, at=None)
            if action is not None:
                draft.take_over(action)
        with self._lock:
            game = self._games + 1
            self._record([_further(one, by=self._seq, game=game) for one in draft.events])
            self._seq += len(draft.events)
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
            draft = match_play.opened(self._model, events, seq=self._seq, by=by)
            self._record(draft.events)
            self._seq += len(draft.events)

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
            draft = Draft(replace(model, seq=self._seq))
            if announce:
                draft.emit(GameResumed())
            self._keep(draft)

    def throw(
        self,
        throw: Throw,
        *,
        source: Source = "camera",
        photo: str = "",
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Take a throw. One that comes early is kept, with its picture, and taken in its order.

        A forced move is played by itself first; a turn with nothing left to play counts as ended.

        Args:
            throw: What lies there.
            source: The eye, a person, or the box.
            photo: Name of the photograph; empty when there is none.
            at: See the class.
            request: See the class.

        Raises:
            ThrowError: If the dice or shells are not those of the game.
        """
        self._take(
            lambda draft: match_play.throw(draft, throw, source=source, photo=photo), at=at, request=request
        )

    def ask(
        self,
        *,
        faces: Sequence[str],
        alternatives: Sequence[Throw],
        photo: str = "",
        doubts: Sequence[Message] = (),
        source: Source = "camera",
    ) -> None:
        """Take a reading that the eye is not sure of: a question to the players, answered by `correct`.

        Args:
            faces: What the eye believes to see, die by die or shell by shell.
            alternatives: Whole answers, the likeliest first.
            photo: Name of the photograph.
            doubts: Why it asks.
            source: The eye, or the film that it looks at.
        """
        asked = ThrowAsked(tuple(faces), tuple(alternatives), photo, tuple(doubts), source=source)
        self._take(lambda draft: match_play.ask(draft, asked))

    def play(self, move: Move, *, sure: bool = False, at: int | None = None, request: str = "") -> None:
        """Play a move, decline a value, or end the turn.

        Before a move that can never be made good (`Rules.warning`) the players are asked: `accept` makes it,
        `moved_back` leaves it, and so does any other move.

        Args:
            move: A legal move.
            sure: Make it without asking.
            at: See the class.
            request: See the class.

        Raises:
            IllegalMoveError: If the rules forbid it; nothing has changed.
        """
        self._act(lambda draft: turn_end.play(draft, move, sure=sure), at=at, request=request)

    def report_move(
        self,
        piece: tuple[int, int],
        end: str,
        *,
        sure: bool = False,
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Tell what hands did on the board: a piece (player, number) went to a square.

        `sure` is as in `play`.

        A legal move is played. An illegal one is told to all, with its rule, and three ends are open:
        `moved_back`, `correct` (the throw was another one), `accept`.

        Raises:
            NotationError: If the piece or the square does not exist.
        """
        self._act(lambda draft: draft.report_move(piece, end, sure=sure), at=at, request=request)

    def moved_back(self, of: int, *, request: str = "") -> None:
        """Close the question of a move: it was taken back on the board, or is not made after the warning."""
        self._act(lambda draft: draft.moved_back(of), request=request)

    def accept(self, of: int, *, request: str = "") -> None:
        """Close the question of a move: it is accepted as played, or made in spite of the warning.

        What the eye saw on the board and is no move is accepted as the position that the board shows.
        """
        self._act(lambda draft: turn_end.accept(draft, of), request=request)

    def correct(self, of: int, throw: Throw, *, at: int | None = None, request: str = "") -> None:
        """Tell that a throw was another one: one that counts, one that is kept, or one asked about.

        A page that has not heard of all moves may correct, but not what another has just corrected.

        Later moves are played again. Those still legal stay; at the first that is not a question is asked,
        and until `settle` answers it the board stays as it was. An illegal move that stood in question is
        played if it fits the new throw.

        Raises:
            ThrowError: If the dice or shells are not those of the game.
        """
        self._act(lambda draft: draft.correct(of, throw, at=at), request=request)

    def settle(self, at: int, how: Answer, *, request: str = "") -> None:
        """Answer the question of a correction: what becomes of the move of event `at`."""
        self._act(lambda draft: draft.settle(at, how), request=request)

    def drop(self, of: int, *, request: str = "") -> None:
        """Tell that what was kept or asked about was no throw."""
        self._act(lambda draft: draft.drop(of), request=request)

    def use_kept(self, *, request: str = "") -> None:
        """Go on with the kept throws after an undo held them."""
        self._act(lambda draft: draft.use_kept(), request=request)

    def undo(self, of: int | None = None, *, at: int | None = None, request: str = "") -> None:
        """Take back everything from the action of event `of` on; by default the last action alone.

        After the end of a turn in which checkers were played, the default is its whole play with its end.
        At the start of a game of a match it is the end of the game before, which lies on the table again.
        """
        self._act(lambda draft: match_play.undo(draft, of), at=at, request=request)

    def redo(self, *, at: int | None = None, request: str = "") -> None:
        """Bring back what the last undo took away; one after the other, until the game goes on."""
        self._act(lambda draft: draft.redo(), at=at, request=request)

    def seat(self, seat: int, people: Sequence[str], *, at: int | None = None, request: str = "") -> None:
        """Tell who plays on a seat from here on: somebody came to share it, or left.

        Their order is that of their turns. Who plays at the moment goes on while there; else the next who
        stays. Undo takes no person back: say again who plays.

        Raises:
            SetupError: If they cannot have it, such as two of one name.
        """
        self._act(lambda draft: draft.seat(seat, people, at=at), request=request)

    def set_position(self, position: Mapping[str, Any], *, at: int | None = None, request: str = "") -> None:
        """Set the position by hand: the real board is the truth.

        Raises:
            PositionError: If it cannot be on a board.
        """
        self._act(lambda draft: draft.set_position(position), at=at, request=request)

    def _take(self, decide: Callable[[Draft], None], *, at: int | None = None, request: str = "") -> None:
        """Take what was thrown; after the end of a game of a match it begins the next one."""

        def take(draft: Draft) -> None:
            match_play.go_on_in_match(draft, game=self._games + 1)
            decide(draft)

        self._act(take, at=at, request=request)

    def _act(self, decide: Callable[[Draft], None], *, at: int | None = None, request: str = "") -> None:
        """Carry one action out under the lock, once."""
        with self._lock:
            model = self.model
            if self.has_done(request):
                return
            if at is not None and at < model.revision:
                raise StaleError(
                    f"this page had heard of event {at}, "
                    f"but event {model.revision} has changed the game since"
                )
            draft = Draft(replace(model, seq=self._seq), request=request)
            decide(draft)
            match_play.carry_on(draft, game=self._games + 1)
            self._keep(draft)

    def has_done(self, request: str) -> bool:
        """Return whether the action of a request was carried out before; False without a mark."""
        return bool(request) and self._model is not None and request in self._model.requests

    def _keep(self, draft: Draft) -> None:
        """Record the action, then believe it."""
        if draft.events:
            self._record(draft.events)
            self._seq = draft.events[-1].seq
        self._games = max(self._games, draft.model.game)
        self._model = draft.model


def _further(logged: Logged, *, by: int, game: int) -> Logged:
    """Return an event of a game that was decided by itself as it stands further on in the journal."""
    event = logged.event
    if isinstance(event, ThrowVoided):
        event = replace(event, of=event.of + by)
    return replace(logged, seq=logged.seq + by, game=game, event=event)
