"""Pretend hands that play the table's game on the pretend board, err at times, and follow what is tapped."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from random import Random

from device.pretend.gestures import Gesture, Pose, gesture
from device.pretend.laying import Laid, sides
from device.pretend.parts import Parts
from device.pretend.turns import legal_turn, wrong_turn
from engine.board import Side
from engine.following.search import appearance_of
from engine.game import Waits
from engine.messages import Message
from engine.reachable import Appearance
from engine.table import Table
from engine.table.state import Model

log = logging.getLogger(__name__)

ERRS = Message(
    "what you see is the built-in film: now and then its hands break a rule on purpose, to show what "
    "the box does"
)
"""Shown on the page while pretend hands play."""

QUIET_S = 2.5
"""Hands play when nobody has tapped or thrown for so long."""
_FOLLOWS_S = 1.2
"""What was tapped on a phone, hands do on the board after so long."""
_BETWEEN_S = 1.8
"""Between two pieces of a turn that is played piece by piece."""
_PIECE_BY_PIECE = 0.35
"""So many of the turns are."""
_ANSWER_S = 9.0
"""After an objection hands put right what they did, so that people can read it, or answer first."""
_PATIENCE_S = 20.0
"""What nobody has followed or objected to is put right after so long."""
_FIRST_WRONG, _WRONG_EVERY, _AGAIN = 2, 10, 2
"""The second turn is illegal, and every tenth from there on, sooner again where nobody has objected."""
_GIVE_UP = 3
"""After so many turns that nobody followed hands wait until something happens."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What is on the board at a moment."""

    laid: Laid
    version: int
    """Changes whenever pieces do."""
    pose: Pose | None


class PretendHands:
    """Plays on one board. Only for the camera's thread; time comes with every call."""

    def __init__(
        self,
        table: Table,
        *,
        parts: Parts,
        model: Model,
        seed: int = 0,
    ) -> None:
        """Lay the game's position out.

        Args:
            table: The game.
            parts: The board.
            model: The game as it stands.
            seed: Of all that is by chance.
        """
        self._table = table
        self._parts = parts
        self._rng = Random(seed)
        self._sides = sides(model.rules.layout)
        self.layout = model.rules.layout
        """The board of the game."""
        self._laid = Laid(parts, model.rules.layout, self._rng)
        self._on = appearance_of(model.rules, model.state)
        self._laid.lay(self._on)
        self._version = 0
        self._gesture: Gesture | None = None
        self._todo: list[Appearance] = []
        """Looks of the board that hands still bring about in this turn."""
        self._goal: Appearance | None = None
        """What hands have played and the game does not have yet."""
        self._want = self._on
        self._revision = model.revision
        self._changed_s = self._rested_s = 0.0
        self._is_begun = False
        self._turns = self._unheard = 0
        self._errs_at = _FIRST_WRONG
        self._is_wrong = False
        """What hands have played is what the rules forbid."""
        self.is_idle = False
        """True while no hand moves and the board stands as the game has it."""

    def step(self, now_s: float, *, plays: bool) -> Showing:
        """Go on, and tell what is on the board.

        Args:
            now_s: Seconds, on a clock that goes on.
            plays: Whether hands play by themselves, because somebody follows them.
        """
        if not self._is_begun:
            self._is_begun, self._changed_s, self._rested_s = True, now_s, now_s
        pose: Pose | None = None
        if self._gesture is not None:
            shown, pose = self._gesture.at(now_s)
            self._show(shown)
            if pose is None:
                self._gesture, self._rested_s = None, now_s
        model = self._table.model
        self._hear(model, now_s)
        if self._gesture is None:
            self._decide(model, now_s, plays=plays)
        self.is_idle = self._gesture is None and not self._todo and self._on == self._want
        return Showing(self._laid, self._version, pose)

    def _show(self, appearance: Appearance) -> None:
        if appearance != self._on:
            self._on = appearance
            self._laid.show(appearance)
            self._version += 1

    def _hear(self, model: Model, now_s: float) -> None:
        """Notice what has become of the game."""
        if model.revision == self._revision:
            return
        self._revision, self._changed_s = model.revision, now_s
        want = appearance_of(model.rules, model.state)
        if want == self._want:
            return
        self._want, self._unheard = want, 0
        if self._goal is None or want == self._goal:
            self._todo, self._goal = [], None
            return
        # What was entered is not all that hands have done: perhaps a part of it, perhaps something else.
        reached = {one.appearance for one in model.rules.reachable(model.state).appearances}
        if self._goal not in reached:
            self._todo, self._goal = [], None

    def _decide(self, model: Model, now_s: float, *, plays: bool) -> None:
        quiet_s, rested_s = now_s - self._changed_s, now_s - self._rested_s
        if self._todo:
            if rested_s >= _BETWEEN_S:
                self._move(self._todo.pop(0), model, now_s)
        elif self._on == self._want:
            if quiet_s >= QUIET_S and plays and self._is_on_move(model) and self._unheard < _GIVE_UP:
                self._begin_turn(model, now_s)
        elif self._goal is None:
            if quiet_s >= _FOLLOWS_S:
                self._move(self._want, model, now_s)
        elif self._is_to_be_put_right(model, quiet_s=quiet_s, rested_s=rested_s):
            is_heard = self._is_answered(model)
            self._unheard += not is_heard
            if self._is_wrong:
                self._errs_at = self._turns + (_WRONG_EVERY if is_heard else _AGAIN)
            self._goal = None
            self._move(self._want, model, now_s)

    def _is_on_move(self, model: Model) -> bool:
        waits_for_hands = model.waits is Waits.MOVE and not model.line.declared.offered
        return waits_for_hands and not self._is_answered(model) and bool(model.line.moves)

    def _is_answered(self, model: Model) -> bool:
        return model.question is not None or model.lost is not None

    def _is_to_be_put_right(self, model: Model, *, quiet_s: float, rested_s: float) -> bool:
        if self._is_answered(model):
            return quiet_s >= _ANSWER_S and rested_s >= _ANSWER_S
        return min(quiet_s, rested_s) >= _PATIENCE_S

    def _begin_turn(self, model: Model, now_s: float) -> None:
        self._turns += 1
        self._is_wrong = False
        if self._turns >= self._errs_at:
            wrong = wrong_turn(model.line, self._rng, clear=True)
            self._is_wrong = wrong is not None
            if wrong is not None:
                log.info("pretend hands do what the rules forbid: %s, %s to %s", wrong.kind, *wrong.places)
                self._goal = wrong.appearance
                self._move(wrong.appearance, model, now_s)
                return
        looks = legal_turn(model.rules, model.state, self._rng)
        if not looks:
            self._turns -= 1
            self._unheard = _GIVE_UP  # nothing that hands could show: people say what is done
            return
        self._goal = looks[-1]
        self._todo = looks if self._rng.random() < _PIECE_BY_PIECE else looks[-1:]
        self._move(self._todo.pop(0), model, now_s)

    def _move(self, appearance: Appearance, model: Model, now_s: float) -> None:
        if appearance == self._on:
            return
        side: Side = self._sides.get(model.turn, "bottom")
        self._gesture = gesture(
            self._on,
            appearance,
            laid=self._laid,
            parts=self._parts,
            rules=model.rules,
            seat=model.turn,
            side=side,
            now_s=now_s,
        )
