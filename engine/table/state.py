"""The table's memory: what all events so far add up to. Frozen; `applied` gives the next one.

`applied` never judges legality, so accepted illegal moves, edited positions and games of older versions
play again. Deciding is `engine.table`'s work.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import BrokenRecordError, EngineError, NotNowError
from engine.events import (
    BoardAnswered,
    BoardAsked,
    BoardFound,
    BoardLost,
    BoardRefused,
    ConductChanged,
    Corrected,
    CorrectionSettled,
    GameResumed,
    GameStarted,
    GameWithdrawn,
    How,
    Logged,
    Moved,
    MovedBack,
    MoveRefused,
    MoveWarned,
    Paused,
    PositionSet,
    Redone,
    Seated,
    Setup,
    Threw,
    ThrowAsked,
    ThrowDropped,
    ThrowKept,
    ThrowVoided,
    TurnClosed,
    Undone,
    WentOn,
)
from engine.game import Line, OnLine, Transition
from engine.match import Conduct, Match
from engine.registry import make_rules
from engine.setup import Seating
from engine.table import taken_back
from engine.table.played import Played as Played
from engine.table.played import TakenBack, are_one_play
from engine.table.played import played as played
from engine.table.played import played_while_legal as played_while_legal
from engine.table.questions import (
    Action,
    Closed,
    Conflict,
    Illegal,
    LostBoard,
    Question,
    Unclear,
    Waiting,
    Warned,
    Wrong,
    is_of_board,
)
from engine.throw import Throw

_GOES_ON = (
    *(Threw, ThrowKept, ThrowAsked, ThrowVoided, TurnClosed, Moved),
    *(PositionSet, Corrected, CorrectionSettled),
)
"""With these a game goes another way: what was taken back before cannot come back."""


@dataclass(frozen=True, slots=True)
class Model(OnLine[Any, Action]):
    """One game in progress, as a value: what stands of it, and what lies beside the board."""

    seq: int
    """The newest event applied."""
    game: int
    setup: Setup
    line: Played
    revision: int
    """The newest event that changed what a move depends on; a page older than it is outdated."""
    waiting: tuple[Waiting, ...] = ()
    question: Question | None = None
    held: bool = False
    """Kept throws wait for a person, because something was just undone."""
    requests: tuple[str, ...] = ()
    """Marks of the last requests, oldest first."""
    undone: tuple[TakenBack, ...] = ()
    """What can come back, the newest undo last."""
    seated: tuple[Seating, ...] = ()
    """Who came or left since the start, the first change first; `setup` says who plays now."""
    lost: LostBoard | None = None
    """The eye has lost the board; None while it follows, or where it does not."""
    voided: tuple[TakenBack, ...] = ()
    """What void throws took away, the newest last."""
    paused: bool = False
    """The players pause."""
    withdrawn: bool = False
    """A game of a match that is not played: the end of the one before was taken back."""
    closed: Closed | None = None
    """The turn in progress has been ended, and its play is still to be entered."""
    before: Model | None = field(default=None, repr=False)
    """The game of its match before it; None for the first, and where nobody can go back to it."""

    @property
    def match(self) -> Match | None:
        """The match as it stands, with this game's points once it is over; None for a single game."""
        place, outcome = self.setup.match, self.outcome
        if place is None:
            return None
        return place.match.after(outcome) if outcome and len(outcome.winners) == 1 else place.match

    @property
    def game_follows(self) -> bool:
        """True if this game of a match is over, and the match is not."""
        match = self.match
        return match is not None and self.outcome is not None and not match.is_over and not self.withdrawn

    @property
    def conduct(self) -> Conduct | None:
        """What is settled for the match now; None for a single game."""
        return None if self.setup.match is None else self.setup.match.conduct

    @property
    def is_tournament(self) -> bool:
        """True while a match in tournament mode goes on: nothing helps its players."""
        conduct, match = self.conduct, self.match
        return conduct is not None and match is not None and conduct.tournament and not match.is_over

    @property
    def tells_illegal(self) -> bool:
        """True where a play that the rules forbid is told; else it is entered as it was done."""
        conduct = self.conduct
        return conduct is None or conduct.tells_illegal or not self.is_tournament

    @property
    def asks_of_board(self) -> bool:
        """True while something that the eye has said of the board waits for people."""
        return self.lost is not None or is_of_board(self.question)

    @property
    def states(self) -> tuple[Any, ...]:
        """List the positions, one more than the actions: the start first."""
        return tuple(reached.state for reached in self.line.reached)

    @property
    def last_throw(self) -> Action | None:
        """The throw that counts at present; None before the first."""
        for action in reversed(self.actions):
            if isinstance(action.action, Throw) and action.how != "void":
                return action
        return None

    @property
    def undoes(self) -> tuple[Action, ...]:
        """List what an undo takes back: the last action, or the whole play of a turn that ended with it."""
        actions, reached = self.actions, self.line.reached
        first = max(0, len(actions) - 1)
        if actions and Line(self.rules, reached[:-1]).turn_begun != self.line.turn_begun:
            while first and are_one_play(actions[first - 1], actions[first]):
                first -= 1
        while first and actions[first].how == "inferred":  # nobody said it: it goes with what was done
            first -= 1
        return actions[first:]

    def applied(self, logged: Logged) -> Model:
        """Return the memory after one more event."""
        new = self._applied(logged)
        changes_board = (
            new.line is not self.line
            or (new.waiting is not self.waiting and not isinstance(logged.event, TurnClosed))
            or isinstance(logged.event, GameStarted | GameResumed)
        )
        revision = logged.seq if changes_board else self.revision
        undone = () if isinstance(logged.event, _GOES_ON) else new.undone
        requests = self.requests
        if logged.request and logged.request not in requests[-1:]:
            requests = (*requests, logged.request)[-256:]
        # Field by field: `replace` would take a fifth of the time in which a game is played again.
        return Model(
            logged.seq,
            new.game,
            new.setup,
            new.line,
            revision,
            new.waiting,
            new.question,
            new.held,
            requests,
            undone,
            new.seated,
            new.lost,
            new.voided,
            new.paused and not isinstance(logged.event, _GOES_ON),
            new.withdrawn,
            new.closed if new.closed and _goes_on(self, new) else None,
            new.before,
        )

    def _applied(self, logged: Logged) -> Model:
        event, seq = logged.event, logged.seq
        match event:
            case Threw():
                how: How = "accepted" if event.accepted else "chosen"
                action = Action(seq, event.player, event.throw, how, event.source, event.photo)
                waiting, closed = self.waiting, None
                if event.kept:
                    closed = next((w.closed for w in waiting if w.seq == event.kept), None)
                    waiting = tuple(w for w in waiting if w.seq != event.kept)
                thrown = self._with(action, waiting)
                return replace(thrown, closed=replace(closed, of=seq)) if closed else thrown
            case Moved(player, move, how, source, photo, whose):
                return self._with(Action(seq, player, move, how, source, photo, whose=whose), self.waiting)
            case PositionSet(_, source, photo):
                action = Action(seq, self.turn, event, source=source, photo=photo)
                return self.with_line(played(self.line, action))
            case ThrowKept():
                kept = Waiting(seq, event.throw, event.source, event.photo)
                return replace(self, waiting=(*self.waiting, kept), held=False)
            case ThrowAsked():
                asked = Waiting(seq, None, event.source, event.photo, event)
                return replace(self, waiting=(*self.waiting, asked))
            case ThrowDropped(of):
                waiting = tuple(w for w in self.waiting if w.seq != of)
                return replace(self, waiting=waiting, held=self.held and bool(waiting))
            case MoveRefused(player, move, reason, source, photo):
                return replace(self, question=Illegal(seq, player, move, reason, source, photo))
            case MoveWarned():
                return replace(self, question=Warned(seq, event.player, event.move, event.reason))
            case MovedBack():
                closed = replace(self.closed, put_right=True) if self.closed else None
                return replace(self, question=None, closed=closed)
            case BoardAnswered():
                return replace(self, question=None)
            case BoardAsked():
                return replace(self, question=Unclear(seq, event))
            case BoardRefused():
                return replace(self, question=Wrong(seq, event))
            case BoardLost(places, photo):
                return replace(self, lost=LostBoard(seq, places, photo))
            case BoardFound():
                return replace(self, lost=None)
            case Undone(of):
                return taken_back.undone(self, of, seq)
            case Redone(of):
                return taken_back.redone(self, of)
            case Corrected():
                return self._corrected(event, seq)
            case CorrectionSettled():
                return self._settled(event)
            case Seated(seat, people):
                seating = Seating(seq, seat, people, self.setup)
                setup = self.setup.seated(seat, people)
                return replace(self, setup=setup, seated=(*self.seated, seating))
            case ThrowVoided():
                return taken_back.voided(self, event, seq)
            case TurnClosed(_, of, source):
                closed = Closed(seq, of, source)
                if all(one.seq != of for one in self.waiting):
                    return replace(self, closed=closed)
                waiting = tuple(replace(w, closed=closed) if w.seq == of else w for w in self.waiting)
                return replace(self, waiting=waiting)
            case Paused() | WentOn():
                return replace(self, paused=isinstance(event, Paused))
            case GameWithdrawn():
                return replace(self, withdrawn=True)
            case ConductChanged(conduct=conduct):
                return replace(self, setup=self.setup.conducted(conduct))
        return self

    def place(self, seq: int) -> int:
        """Find an action that stands, by its event.

        Raises:
            KeyError: If no such action stands.
        """
        for place, action in enumerate(self.actions):
            if action.seq == seq:
                return place
        raise KeyError(seq)

    def _with(self, action: Action, waiting: tuple[Waiting, ...]) -> Model:
        line = played(self.line, action)
        return replace(self, line=line, waiting=waiting, question=None, held=False)

    def _corrected(self, event: Corrected, seq: int) -> Model:
        for number, waiting in enumerate(self.waiting):
            if waiting.seq == event.of:
                answered = replace(waiting, throw=event.throw, corrected=seq)
                return replace(self, waiting=(*self.waiting[:number], answered, *self.waiting[number + 1 :]))
        place = self.place(event.of)
        corrected = replace(self.actions[place], action=event.throw, corrected=seq)
        actions = (*self.actions[:place], corrected, *self.actions[place + 1 :])
        return self._continued(event.of, event.throw, actions, event.stopped_at)

    def _settled(self, event: CorrectionSettled) -> Model:
        conflict = self.question
        if not isinstance(conflict, Conflict) or event.how == "withdrawn":
            return replace(self, question=None)
        if event.how == "undone":
            return self._rebuilt(conflict.done)
        return self._continued(conflict.of, conflict.throw, conflict.accepted, event.stopped_at)

    def _continued(self, of: int, throw: Throw, actions: tuple[Action, ...], stopped_at: int) -> Model:
        """Play corrected actions again, or ask about the one that does not fit."""
        if not stopped_at:
            return self._rebuilt(actions)
        place = next((number for number, action in enumerate(actions) if action.seq == stopped_at), -1)
        if place < 0:
            raise KeyError(stopped_at)
        at, done = actions[place], actions[:place]
        _, misfit = played_while_legal(self._replayed(done), [replace(at, how="accepted")])
        conflict = Conflict(of, throw, at, done, actions[place + 1 :], can_accept=misfit is None)
        return replace(self, question=conflict)

    def _rebuilt(self, actions: Iterable[Action]) -> Model:
        return self.with_line(self._replayed(actions))

    def _replayed(self, actions: Iterable[Action]) -> Played:
        line = self.line.cut(0)
        for action in actions:
            line = played(line, replace(action, player=line.mover(action.action)))
        return line

    def with_line(self, line: Played) -> Model:
        """Put another line on the board; a person says whether what was kept still counts."""
        return replace(self, line=line, question=None, held=bool(self.waiting))


def _goes_on(before: Model, after: Model) -> bool:
    """True while the turn that was ended is the one in progress, with the throw that it was ended with."""
    closed, last = after.closed, after.last_throw
    if closed is None or last is None or last.seq != closed.of or after.outcome is not None:
        return False
    return closed is not before.closed or after.line.turn_begun == before.line.turn_begun


def new_model(setup: Setup, *, game: int, seq: int, before: Model | None = None) -> Model:
    """Lay out a new game.

    Args:
        setup: What is played.
        game: Its number.
        seq: The newest event.
        before: The game that lay on the table until now; it stays known where this one follows it in a match.

    Raises:
        SetupError: If the setup cannot be.
    """
    rules = make_rules(setup.game, setup.preset, options=setup.options, players=len(setup.names))
    start = Transition(rules.start(begins=setup.begins))
    if before is None or not _follows(setup, before):
        return Model(seq, game, setup, Line(rules, (start,)), revision=seq)
    return Model(seq, game, setup, Line(rules, (start,)), seq, requests=before.requests, before=before)


def _follows(setup: Setup, before: Model) -> bool:
    """True if a game is the next one of a match after another as that stands; it may have changed since."""
    place = setup.match
    return (
        place is not None
        and (place.before, place.match) == (before.game, before.match)
        and before.game_follows
    )


def model_after(model: Model | None, logged: Logged) -> Model | None:
    """Return the memory after one more event: the start of a game lays it out, before that there is none.

    Raises:
        EngineError: If the rules of the game do not exist any more, or the event does not fit it.
    """
    event = logged.event
    try:
        if isinstance(event, GameStarted):
            model = new_model(event.setup, game=logged.game, seq=logged.seq, before=model)
        return None if model is None else model.applied(logged)
    # A record may come from elsewhere, and no rule judges it: what it makes of the rules is its own fault.
    except (LookupError, ArithmeticError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        if isinstance(error, EngineError):
            raise
        raise BrokenRecordError(f"event {logged.seq} does not fit what was before it: {error!r}") from error


def replayed(events: Iterable[Logged], *, before: Model | None = None) -> Model:
    """Play the events of one game again, in order; the first is its start.

    Args:
        events: Of the game.
        before: The game of its match before it.

    Raises:
        NotNowError: If they do not begin with the start of a game.
        EngineError: If its rules do not exist any more.
    """
    model: Model | None = None
    for logged in events:
        model = model_after(before if model is None and _begins(logged) else model, logged)
    if model is None:
        raise NotNowError("this record does not begin with the start of a game")
    return model


def _begins(logged: Logged) -> bool:
    return isinstance(logged.event, GameStarted)
