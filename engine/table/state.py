"""The table's memory: what all events so far add up to. Frozen; `applied` gives the next one.

`applied` never judges legality, so accepted illegal moves, edited positions and games of older versions
play again. Deciding is `engine.table`'s work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import NotNowError, ThrowError
from engine.events import (
    Corrected,
    CorrectionSettled,
    GameResumed,
    GameStarted,
    How,
    Logged,
    Moved,
    MovedBack,
    MoveRefused,
    PositionSet,
    Setup,
    Source,
    Threw,
    ThrowAsked,
    ThrowDropped,
    ThrowKept,
    Undone,
)
from engine.game import Rules, Waits
from engine.move import Move
from engine.reasons import Reason
from engine.registry import make_rules
from engine.throw import Cowries, Dice, Throw


@dataclass(frozen=True, slots=True)
class Action:
    """Something that changed the position and still stands."""

    seq: int
    player: int
    action: Throw | Move | PositionSet
    how: How = "chosen"
    source: Source = "camera"
    photo: str = ""
    corrected: int = 0
    """The newest correction of this throw; 0 without one."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A throw that waits: it came early, or the eye asks what it was."""

    seq: int
    throw: Throw | None
    """None until the players have answered."""
    source: Source = "camera"
    photo: str = ""
    asked: ThrowAsked | None = None
    corrected: int = 0
    """The newest correction of this throw; 0 without one."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """Hands did something illegal; three honest ends are open."""

    seq: int
    player: int
    move: Move
    reason: Reason


@dataclass(frozen=True, slots=True)
class Conflict:
    """A correction does not agree with a later move; the board shown stays as it was."""

    of: int
    """The corrected throw."""
    throw: Throw
    at: Action
    """The first move that does not fit."""
    done: tuple[Action, ...]
    """The new record up to it."""
    rest: tuple[Action, ...]
    """What comes after it."""


@dataclass(frozen=True, slots=True)
class Model:
    """One game in progress, as a value."""

    seq: int
    """The newest event applied."""
    game: int
    setup: Setup
    rules: Rules[Any]
    actions: tuple[Action, ...]
    states: tuple[Any, ...]
    """One more than the actions: the start first."""
    revision: int
    """The newest event that changed what a move depends on; a page older than it is outdated."""
    waiting: tuple[Waiting, ...] = ()
    question: Illegal | Conflict | None = None
    held: bool = False
    """Kept throws wait for a person, because something was just undone."""
    requests: tuple[str, ...] = ()
    """Marks of the last requests, oldest first."""

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    @property
    def turn(self) -> int:
        """The seat that throws or moves."""
        return self.rules.turn(self.state)

    @property
    def waits(self) -> Waits:
        """What the game waits for."""
        return self.rules.waits(self.state)

    @property
    def last_throw(self) -> Action | None:
        """The throw that counts at present; None before the first."""
        for action in reversed(self.actions):
            if isinstance(action.action, Dice | Cowries):
                return action
        return None

    def applied(self, logged: Logged) -> Model:
        """Give the memory after one more event."""
        changed = self._applied(logged)
        changes_board = (
            changed.states is not self.states
            or changed.waiting is not self.waiting
            or isinstance(logged.event, GameStarted | GameResumed)
        )
        requests = self.requests
        if logged.request and logged.request not in requests[-1:]:
            requests = (*requests, logged.request)[-256:]
        return replace(
            changed,
            seq=logged.seq,
            revision=logged.seq if changes_board else self.revision,
            requests=requests,
        )

    def _applied(self, logged: Logged) -> Model:
        event, seq = logged.event, logged.seq
        match event:
            case GameStarted(setup):
                return new_model(setup, game=logged.game, seq=seq)
            case Threw():
                action = Action(seq, event.player, event.throw, source=event.source, photo=event.photo)
                waiting = (
                    tuple(w for w in self.waiting if w.seq != event.kept) if event.kept else self.waiting
                )
                return replace(self._with(action), waiting=waiting)
            case Moved():
                return self._with(Action(seq, event.player, event.move, how=event.how))
            case PositionSet():
                # As after an undo, a person says whether what was kept still counts.
                return replace(self._with(Action(seq, self.turn, event)), held=bool(self.waiting))
            case ThrowKept():
                kept = Waiting(seq, event.throw, event.source, event.photo)
                return replace(self, waiting=(*self.waiting, kept), held=False)
            case ThrowAsked():
                asked = Waiting(seq, None, "camera", event.photo, event)
                return replace(self, waiting=(*self.waiting, asked))
            case ThrowDropped(of):
                waiting = tuple(w for w in self.waiting if w.seq != of)
                return replace(self, waiting=waiting, held=self.held and bool(waiting))
            case MoveRefused():
                return replace(self, question=Illegal(seq, event.player, event.move, event.reason))
            case MovedBack():
                return replace(self, question=None)
            case Undone(of):
                place = self.place(of)
                return replace(
                    self,
                    actions=self.actions[:place],
                    states=self.states[: place + 1],
                    question=None,
                    held=bool(self.waiting),
                )
            case Corrected():
                return self._corrected(event, seq)
            case CorrectionSettled():
                return self._settled(event)
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

    def _with(self, action: Action) -> Model:
        state = step(self.rules, self.state, action)
        return replace(
            self, actions=(*self.actions, action), states=(*self.states, state), question=None, held=False
        )

    def _corrected(self, event: Corrected, seq: int) -> Model:
        for number, waiting in enumerate(self.waiting):
            if waiting.seq == event.of:
                answered = replace(waiting, throw=event.throw, corrected=seq)
                return replace(self, waiting=(*self.waiting[:number], answered, *self.waiting[number + 1 :]))
        place = self.place(event.of)
        done = (*self.actions[:place], replace(self.actions[place], action=event.throw, corrected=seq))
        return self._continued(event.of, event.throw, done, self.actions[place + 1 :], event.stopped_at)

    def _settled(self, event: CorrectionSettled) -> Model:
        conflict = self.question
        if not isinstance(conflict, Conflict) or event.how == "withdrawn":
            return replace(self, question=None)
        if event.how == "undone":
            return self._rebuilt(conflict.done)
        done = (*conflict.done, replace(conflict.at, how="accepted"))
        return self._continued(conflict.of, conflict.throw, done, conflict.rest, event.stopped_at)

    def _continued(
        self,
        of: int,
        throw: Throw,
        done: tuple[Action, ...],
        rest: tuple[Action, ...],
        stopped_at: int,
    ) -> Model:
        """Put later actions behind corrected ones, up to the one that does not fit."""
        if not stopped_at:
            return self._rebuilt((*done, *rest))
        place = next(number for number, action in enumerate(rest) if action.seq == stopped_at)
        conflict = Conflict(of, throw, rest[place], (*done, *rest[:place]), rest[place + 1 :])
        return replace(self, question=conflict)

    def _rebuilt(self, actions: tuple[Action, ...]) -> Model:
        states = states_of(self.rules, self.states[0], actions)
        renamed = tuple(
            replace(action, player=self.rules.turn(state))
            for action, state in zip(actions, states, strict=False)
        )
        return replace(self, actions=renamed, states=states, question=None, held=bool(self.waiting))


def new_model(setup: Setup, *, game: int, seq: int) -> Model:
    """Lay out a new game.

    Raises:
        SetupError: If the setup cannot be.
    """
    rules = make_rules(setup.game, setup.preset, options=setup.options, players=len(setup.names))
    start = rules.start(begins=setup.begins)
    return Model(seq, game, setup, rules, (), (start,), revision=seq)


def replayed(events: Iterable[Logged]) -> Model:
    """Play the events of one game again, in order; the first is its start.

    Raises:
        NotNowError: If they do not begin with the start of a game.
        EngineError: If its rules do not exist any more.
    """
    model: Model | None = None
    for logged in events:
        if isinstance(logged.event, GameStarted):
            model = new_model(logged.event.setup, game=logged.game, seq=logged.seq)
        if model is not None:
            model = model.applied(logged)
    if model is None:
        raise NotNowError("this record does not begin with the start of a game")
    return model


def step(rules: Rules[Any], state: Any, action: Action) -> Any:
    """Carry one action out as it was done.

    A throw that players accept although a correction left no room for it stands, but may count for nothing.
    """
    done = action.action
    if isinstance(done, PositionSet):
        return rules.from_position(done.position)
    if not isinstance(done, Dice | Cowries):
        return rules.after(state, done)
    try:
        return rules.after_throw(state, done)
    except ThrowError:
        if action.how != "accepted":
            raise
        return state


def states_of(rules: Rules[Any], start: Any, actions: Sequence[Action]) -> tuple[Any, ...]:
    """List the states that actions lead through, the start first."""
    states = [start]
    for action in actions:
        states.append(step(rules, states[-1], action))
    return tuple(states)


def first_misfit(rules: Rules[Any], start: Any, actions: Sequence[Action]) -> tuple[Action | None, Any]:
    """Play actions again and find the first that is not legal any more, with the state before it.

    What the players once accepted as played stays accepted.
    """
    state = start
    for action in actions:
        done = action.action
        if isinstance(done, PositionSet) or action.how == "accepted":
            state = step(rules, state, action)
            continue
        if isinstance(done, Dice | Cowries):
            if rules.waits(state) is not Waits.THROW:
                return action, state
            try:
                state = rules.after_throw(state, done)
            except ThrowError:
                return action, state
            continue
        if rules.turn(state) != action.player or rules.why_not(state, done):
            return action, state
        state = step(rules, state, action)
    return None, state
