"""A game that hands play: what is thrown, which turn is played, and what is done beside the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from device.follow.candidates import ways_told
from device.follow.evidence import is_loose
from engine.events import Setup
from engine.following.search import appearance_of
from engine.following.wrong import Displaced, Objection, displaced, objection
from engine.game import Waits
from engine.move import Decline, EndTurn, Move, PieceMove, Play
from engine.reachable import Appearance, Way
from engine.table import Table
from engine.table.commands import FollowBoard, TakeThrow
from engine.throw import Cowries, Dice, Throw

NAMES = ("Asha", "Ravi", "Meera", "Kiran")

_SENSIBLE = 6
"""A sensible player plays the best of so many moves."""
_TRIED = 60
"""So many of all that can be done wrong are looked at."""
_MOST_THROWS = 1000
"""A game in which nobody can move after so many throws stands still."""


def _firm(look: Appearance) -> Appearance:
    """Return what stands on places beside which nothing may lie: what a picture shows for sure."""
    return tuple(piece for piece in look if not is_loose(piece[0]))


class HandsGame:
    """One game on a table, and the hands that play it; nobody sees it yet."""

    def __init__(self, game: str, preset: str, players: int, *, seed: int, sensible: bool = False) -> None:
        """Begin a game.

        Args:
            game: Its family.
            preset: Its rules.
            players: How many play.
            seed: Of all that is by chance.
            sensible: Take pieces and run, rather than move by chance.
        """
        self.rng = random.Random(f"{game} {preset} {seed}")
        self.table = Table(record=lambda _: None)
        self.table.start(Setup(game, preset, NAMES[:players], begins=0))
        self.rules = self.table.model.rules
        self.name = f"{game} {preset} {seed}"
        self._sensible = sensible
        self.done_wrong = Counter[str]()
        """How often each kind of illegal turn was chosen."""

    def throw_until_move(self) -> bool:
        """Throw until something is to be moved; false when the game is over."""
        for _ in range(_MOST_THROWS):
            match self.table.model.waits:
                case Waits.MOVE:
                    return True
                case Waits.OVER:
                    return False
                case Waits.END:
                    self.table.do(FollowBoard((EndTurn(),)))
                case Waits.THROW:
                    self.table.do(TakeThrow(self.some_throw()))
        raise AssertionError(f"nobody can move after {_MOST_THROWS} throws: {self.table.model.state}")

    def some_throw(self) -> Throw:
        """Throw what the game wants next."""
        wants = self.rules.wants(self.table.model.state)
        if wants.kind == "dice":
            return Dice(tuple(self.rng.randint(1, 6) for _ in range(wants.count)))
        return Cowries(sum(self.rng.random() < 0.5 for _ in range(wants.count)), wants.count)

    def chosen_turn(self) -> tuple[list[Move], list[Appearance], Any]:
        """Choose a legal turn: its moves, how the board looks after each piece, and where it leads."""
        rules, state = self.rules, self.table.model.state
        begun = rules.turn(state), rules.turn_number(state)
        moves: list[Move] = []
        looks: list[Appearance] = []
        while (rules.turn(state), rules.turn_number(state)) == begun and rules.waits(state) is Waits.MOVE:
            optional = [one for one in rules.optional(state) if isinstance(one, Decline | EndTurn)]
            seen = [
                one
                for one in rules.moves(state)
                if isinstance(one, Play) or (isinstance(one, PieceMove) and one.kind in ("move", "enter"))
            ]
            gives_up = not seen or (optional and self.rng.random() < 0.05)
            move: Move = optional[0] if gives_up else self._chosen_of(seen, state)
            if isinstance(move, Play):
                parts = [Play(move.steps[:count]) for count in range(1, len(move.steps))]
                looks += [appearance_of(rules, rules.apply(state, part).state) for part in parts]
            moves.append(move)
            state = rules.apply(state, move).state
            if not isinstance(move, Decline | EndTurn):
                looks.append(appearance_of(rules, state))
        return moves, looks, state

    def chosen_wrong(self) -> Objection | None:
        """Choose what hands do wrong: the kind that was done most seldom."""
        model, rules, rng = self.table.model, self.rules, self.rng
        reachable = rules.reachable(model.state)
        legal = {one.appearance for one in reachable.appearances}
        parts = [way for one in reachable.appearances for way in ways_told(rules, one)[:1]]
        ways: list[Way[Any]] = [Way((), model.state, None)]
        if rng.random() < 0.5:
            ways = [rng.choice(parts)]
        kinds: dict[str, list[Objection]] = {}
        if ways[0].ends is None and rules.reachable(ways[0].state).appearances[0].way.ends is None:
            told = objection(model.line, ways[0], None)
            kinds.setdefault(told.kind, []).append(told)
        # What lies beside its place looks as if it lay there; what looks alike is told in the fewest words.
        told_before = {_firm(one) for one in legal}
        if ways[0].moves:
            told_before |= {_firm(one.appearance) for one in displaced(rules, model.state, legal=legal)}
        looks: dict[Appearance, Displaced] = {}
        for one in displaced(rules, ways[0].state, legal=legal):
            if (look := _firm(one.appearance)) not in told_before:
                looks.setdefault(look, one)
        wrong = list(looks.values())
        for one in rng.sample(wrong, min(_TRIED, len(wrong))):
            try:
                told = objection(model.line, ways[0], one)
            except ValueError:
                continue
            kinds.setdefault(told.kind, []).append(told)
        if not kinds:
            return None
        kind = min(sorted(kinds), key=lambda kind: (self.done_wrong[kind], rng.random()))
        self.done_wrong[kind] += 1
        return rng.choice(kinds[kind])

    def after(self, done: Sequence[Throw | Move]) -> Any:
        """Return the position after moves; throws were thrown before."""
        state = self.table.model.state
        for one in done:
            state = self.rules.apply(state, one).state if not isinstance(one, Throw) else state
        return state

    def is_at(self, state: Any) -> bool:
        """True if the game stands where hands have brought it."""
        now, rules = self.table.model.state, self.rules
        same_turn = rules.turn_number(now) == rules.turn_number(state)
        has_thrown = same_turn and rules.waits(state) is Waits.THROW  # a kept throw was taken at once
        return appearance_of(rules, now) == appearance_of(rules, state) and (
            (same_turn and rules.waits(now) == rules.waits(state))
            or has_thrown
            or rules.turn_number(now) > rules.turn_number(state)
        )

    def _chosen_of(self, moves: Sequence[Move], state: Any) -> Move:
        """Choose a move as the player would."""
        if not self._sensible:
            return self.rng.choice(moves)
        some = self.rng.sample(moves, min(_SENSIBLE, len(moves)))
        return max(some, key=lambda move: self._sends_back(state, move))

    def _sends_back(self, state: Any, move: Move) -> int:
        """Count the pieces of others that a move sends back."""
        own = self.rules.turn(state)
        before, after = (
            Counter(appearance_of(self.rules, one)) for one in (state, self.rules.apply(state, move).state)
        )
        return sum(count for (_, seat, _), count in (before - after).items() if seat != own)
