"""Games whose turns are followed by readings of a pretend eye, and what came of each turn."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from device.follow.conclusions import Asks, Conclusion, Followed, Found, Lost, Objects
from device.follow.follower import Follower
from device.follow.odds import Odds
from engine.errors import EngineError
from engine.following.search import appearance_of
from engine.following.wrong import Kind
from engine.game import Waits
from engine.move import EndTurn, Move
from engine.reachable import Appearance
from engine.table.commands import DropThrow, FollowBoard, PlayMove, TakeThrow, Undo
from engine.throw import Dice, Throw
from tests.bench.follow.hands_game import HandsGame
from tests.bench.follow.pretend_readings import PretendReader, some_hand

_FRAME_S = 0.4
_WRONG_EVERY = 10
_FAST = 0.15
"""So often the next throw lies there before the turn was seen."""
_PAUSES = 0.35
"""So often hands rest between two pieces of a turn."""
_HANDS = 0.12
"""So often a hand rests on the board while a turn is looked at."""


@dataclass
class Tally:
    """What came of the turns of one game or of many."""

    turns: Counter[str] = field(default_factory=Counter)
    """By what became of legal turns."""
    wrong: dict[str, Counter[str]] = field(default_factory=dict)
    """By kind: what became of illegal turns."""
    looks: list[float] = field(default_factory=list)
    """Milliseconds of each."""
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add another."""
        self.turns += other.turns
        for kind, counts in other.wrong.items():
            self.wrong.setdefault(kind, Counter()).update(counts)
        self.looks += other.looks
        self.notes += other.notes


class Session(HandsGame):
    """One game at one pretend board."""

    def __init__(self, game: str, preset: str, players: int, *, seed: int, better: float, odds: Odds) -> None:
        self.tally = Tally()
        super().__init__(game, preset, players, seed=seed)
        self.eye = PretendReader(self.rules.layout, seats=players, seed=seed, better=better)
        self.follower = Follower(range(players), odds=odds)
        self.now = 0.0
        self.seen: list[Conclusion] = []
        self.squares = [
            square.id for square in self.rules.layout.squares if square.kind not in ("off", "bar")
        ]

    def play(self, turns: int) -> Tally:
        """Play so many turns, or to the end of the game."""
        for number in range(turns):
            if not self.throw_until_move():
                break
            if number % _WRONG_EVERY == _WRONG_EVERY - 1:
                self._wrong_turn()
            self._turn()
        return self.tally

    # What hands do.

    def _turn(self) -> None:
        """Play a legal turn and see what the follower makes of it."""
        begun = len(self.table.model.actions)
        moves, looks, state = self.chosen_turn()
        truth = appearance_of(self.rules, state)
        allowed = {truth}
        self.seen = []
        is_astray = False
        for look in looks[:-1]:
            if self.rng.random() < _PAUSES:
                is_astray |= self._rest(look, self.rng.randint(1, 3), allowed=allowed)
        fast: Throw | None = None
        is_fast = self.rng.random() < _FAST and self.rules.waits(state) in (Waits.THROW, Waits.END)
        if is_fast and self.rules.family == "backgammon" and self.table.model.waits is Waits.MOVE:
            fast = Dice((self.rng.randint(1, 6), self.rng.randint(1, 6)))
            self.table.do(TakeThrow(fast))
        is_astray |= self._rest(truth, 4, allowed=allowed, until=state)
        if not self.is_at(state):
            is_astray |= self._rest(truth, 10, allowed=allowed, until=state, more=4, ended=True)
        kinds = {type(one) for one in self.seen}
        at = self.is_at(state)
        if is_astray:
            what = "wrongly"
        elif Objects in kinds:
            what = "objected to"
        elif Lost in kinds:
            what = "lost"
        elif Asks in kinds:
            what = "asked"
        else:
            what = "followed" if at else "not followed"
        self.tally.turns[what] += 1
        if what != "followed":
            self._note(what, " ".join(map(str, moves)))
        self._put_right(begun, moves, drop=fast is not None)

    def _note(self, what: str, done: str) -> None:
        seen = [str(one)[:150] for one in self.seen if not type(one).__name__.startswith("Waits")]
        last = next((one for one in reversed(self.seen)), None)
        self.tally.notes.append(f"{self.name}: {what}: {done} | {seen} | {last!s:.60}")

    def _put_right(self, begun: int, moves: Sequence[Move], *, drop: bool) -> None:
        """Bring the table where hands are, whatever the follower made of it."""
        for waiting in self.table.model.waiting if drop else ():
            self.table.do(DropThrow(waiting.seq))
        actions = self.table.model.actions
        done = [one.action for one in actions[begun:]]
        if list(moves) != done[: len(moves)]:
            if len(actions) > begun:
                self.table.do(Undo(actions[begun].seq))
            for waiting in self.table.model.waiting:
                self.table.do(DropThrow(waiting.seq))
            for move in moves:
                if self.table.model.waits is Waits.MOVE or isinstance(move, EndTurn):
                    self.table.do(PlayMove(move, sure=True))
            for rested_s in (5.0, 5.4):
                seen = self.eye.read(appearance_of(self.rules, self.table.model.state))
                self.follower.look(self.table.model, seen, at_s=self._later(), rested_s=rested_s)

    # What the follower is shown.

    def _rest(
        self,
        appearance: Appearance,
        pictures: int,
        *,
        allowed: set[Appearance],
        until: Any = None,
        more: int = 0,
        ended: bool = False,
    ) -> bool:
        """Show a board at rest, and do what is concluded; true if something wrong was followed."""
        if not more:
            self.eye.new_rest()
            self.now += 2.0
        hand = some_hand(self.squares, self.rules.layout, self.rng) if self.rng.random() < _HANDS else None
        leaves = self.rng.randint(1, 4)
        is_astray = False
        for number in range(more, pictures):
            seen = self.eye.read(appearance, hand=hand if number < leaves else None)
            model = self.table.model
            began = time.perf_counter()
            conclusion = self.follower.look(
                model,
                seen,
                at_s=self._later(),
                rested_s=1.0 + _FRAME_S * number,
                turn_may_end=ended,
            )
            self.tally.looks.append(1000 * (time.perf_counter() - began))
            self.seen.append(conclusion)
            if isinstance(conclusion, Followed):
                self._do(conclusion)
                is_astray |= appearance_of(self.rules, self.table.model.state) not in allowed
            if until is not None and self.is_at(until):
                break
        return is_astray

    def _later(self) -> float:
        self.now += _FRAME_S
        return self.now

    def _do(self, followed: Followed) -> None:
        if followed.undo:
            self.table.do(Undo(followed.undo))
        try:
            self.table.do(FollowBoard(tuple(followed.done)))
        except EngineError as error:
            self.tally.notes.append(f"{self.name}: {followed} could not be played: {error}")

    # What the rules forbid.

    def _wrong_turn(self) -> None:
        """Do something illegal, see what is said, and put it right."""
        begun = len(self.table.model.actions)
        if (told := self.chosen_wrong()) is None:
            return
        self.seen = []
        here = appearance_of(self.rules, self.table.model.state)
        # What was right of it may be followed, and be said to be all that was done.
        allowed = {appearance_of(self.rules, self.after(told.done)), here}
        ended = told.kind in (Kind.VALUE_LEFT, Kind.NOTHING_MOVED)
        is_astray = self._rest(told.appearance, 12, allowed=allowed, ended=ended)
        counts = self.tally.wrong.setdefault(told.kind, Counter())
        counts["turns"] += 1
        said = [c.objection for c in self.seen if isinstance(c, Objects)]
        if is_astray:
            counts["followed"] += 1
        elif not said:
            counts["asked" if any(isinstance(c, Asks) for c in self.seen) else "unnoticed"] += 1
        elif said[0].appearance != told.appearance:
            counts["another look"] += 1
        elif (said[0].places, said[0].reason.rule) == (told.places, told.reason.rule):
            counts["right"] += 1
        else:
            counts["other words"] += 1
        if not said or (said[0].places, said[0].reason.rule) != (told.places, told.reason.rule):
            self._note(f"illegal {told.kind} {told.places} {told.reason}", " ".join(map(str, told.done)))
        if len(self.table.model.actions) > begun:
            self.table.do(Undo(self.table.model.actions[begun].seq))
        self.seen = []
        self._rest(here, 4, allowed={here})
        if said and not any(isinstance(c, Found) for c in self.seen):
            counts["not found again"] += 1
