"""The course of a turn: what throws and moves bring about, until the game waits for somebody again.

Nothing is judged here: accepted illegal moves go the same way as legal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.chowka_bhara.graces import after_throw, is_third
from engine.chowka_bhara.landing import Landing, without_value
from engine.chowka_bhara.legal import Choices
from engine.chowka_bhara.options import Options
from engine.chowka_bhara.state import State, View
from engine.errors import NotationError, ThrowError
from engine.facts import Ending, Fact, FactKind
from engine.game import Transition
from engine.move import Decline, EndTurn, Move, PieceMove
from engine.throw import Cowries, Throw
from engine.values import ThrowValue


class Turn:
    """Carries throws and moves out, and tells the facts."""

    def __init__(self, choices: Choices, options: Options) -> None:
        self.board = choices.judge.board
        self.table = options.table
        self.choices = choices
        self.three_graces = options.three_graces
        self.landing = Landing(choices.judge, kadi_again=options.kadi_again)

    def value_of(self, state: State, throw: Throw) -> ThrowValue:
        """Tell what a throw counts now.

        The throws of a challenge give no further throw (C15), nor does the third of a row that is lost (C20).

        Raises:
            ThrowError: If it is not of this game's shells.
        """
        if not isinstance(throw, Cowries):
            raise ThrowError(
                "{throw} is a throw of dice, but this game is played with {shells} shells",
                throw=throw,
                shells=self.table.shells,
            )
        worth = self.table.value(throw)
        if state.challenge or is_third(self.three_graces, state.row, worth):
            return ThrowValue(worth.value)
        return worth

    def thrown(self, state: State, throw: Throw) -> Transition[State]:
        """Carry a throw out.

        Raises:
            ThrowError: If it is not of this game's shells.
        """
        worth = self.value_of(state, throw)
        if state.ending:
            return Transition(state)
        if state.challenge:
            return self._challenged(state, state.challenge, worth.value)
        facts: list[Fact] = []
        by_table = self.table.value(throw) if isinstance(throw, Cowries) else worth
        row = after_throw(self.three_graces, state.bank, state.row, by_table)
        if row.lost:
            facts.append(Fact(FactKind.CANCELLED, state.on_turn, values=row.lost, rule="C20"))
        state = replace(
            state,
            throws=max(state.throws - 1, 0) + worth.again,
            bank=row.bank,
            row=row.row,
            thrown_two=state.thrown_two or worth.value == 2,
        )
        if row.ends:
            return Transition(self._next(replace(state, throws=0), facts), tuple(facts))
        if worth.again:
            facts.append(Fact(FactKind.AGAIN, state.on_turn, values=(worth.value,), rule="C2"))
        return Transition(self.settled(state, facts), tuple(facts))

    def moved(self, state: State, move: Move) -> Transition[State]:
        """Carry a move out as hands did it.

        Raises:
            NotationError: If the move is none of this game or names a pawn or a step that does not exist.
        """
        facts: list[Fact] = []
        match move:
            case EndTurn() if state.ending:
                return Transition(state)
            case EndTurn():
                self._lost(state, facts)
                return Transition(self._next(state, facts), tuple(facts))
            case Decline(value):
                state = replace(state, bank=without_value(state.bank, value))
            case PieceMove(kind="pair"):
                state = self.landing.declared(state, move)
            case PieceMove(kind="challenge") if max(move.pieces) < self.board.pawns and not state.ending:
                # What it takes is seen when it is won.
                return Transition(replace(state, challenge=replace(move, captures=()), ones=0))
            case PieceMove():
                state = self.landing.landed(state, move, facts)
            case _:
                raise NotationError(f"{move} is no move of Chowka Bhara")
        return Transition(self.settled(state, facts), tuple(facts))

    def settled(self, state: State, facts: list[Fact]) -> State:
        """Let happen what happens by itself: places, lost values, passing, the end of the game."""
        state = self._with_places(state, facts)
        if state.ending:
            return state
        state = self._handed_over(state)
        if state.turn in state.finished:
            return self._next(state, facts)
        if state.waits_for_throw:
            if state.is_fresh and self._is_stuck(state):
                return replace(state, ending=Ending.STUCK)
            return state
        view = View(self.board, state)
        if self.choices.can_use(state, view):
            return state
        pairs = self.choices.pairs(state, view)
        if state.bank and pairs and self.choices.pair_could_use(state, view):
            return state
        self._lost(state, facts)
        if pairs:
            return replace(state, bank=())
        if state.bank and not (state.moved or state.new_pairs or state.barred):
            facts.append(Fact(FactKind.PASSED, state.on_turn, rule="C2"))
        return self._next(state, facts)

    def _handed_over(self, state: State) -> State:
        """Let the partner's pawns use the values of a player who is home (C21), and no longer than that."""
        if not self.board.partners:
            return state
        on_turn = state.on_turn
        user = self.board.sides[on_turn][on_turn in state.finished]
        if user == state.turn:
            return state
        thrower = None if user == on_turn else on_turn
        return replace(
            state, turn=user, thrower=thrower, moved=(), new_pairs=(), barred=(), challenge=None, ones=0
        )

    def _challenged(self, state: State, challenge: PieceMove, value: int) -> Transition[State]:
        """Count a throw of a challenge: a 1 and another 1 win it, anything else loses it."""
        if value == 1 and state.ones == 0:
            return Transition(replace(state, ones=1))
        facts: list[Fact] = []
        state = replace(state, challenge=None, ones=0)
        if value == 1:
            facts.append(Fact(FactKind.CHALLENGE_WON, state.turn, rule="C15"))
            state = self.landing.landed(state, challenge, facts)
        else:
            facts.append(Fact(FactKind.CHALLENGE_LOST, state.turn, values=(challenge.value,), rule="C16"))
            barred = {*state.barred, *((pawn, challenge.value) for pawn in challenge.pieces)}
            state = replace(state, barred=tuple(sorted(barred)))
        return Transition(self.settled(state, facts), tuple(facts))

    def _with_places(self, state: State, facts: list[Fact]) -> State:
        """Return places to those who have all pawns in the centre, and end the game when all but one have.

        Of partners (C21) both have: then their team has won.
        """
        last = self.board.last
        home = [seat for seat, steps in enumerate(state.pawns) if all(step == last for step in steps)]
        order = [seat for seat in state.finished if seat in home]
        for seat in sorted(home, key=lambda seat: (seat - state.turn) % self.board.players):
            if seat not in order:
                order.append(seat)
                facts.append(Fact(FactKind.FINISHED, seat, values=(len(order),), rule="C1"))
        finished = tuple(order)
        if self.board.partners:
            is_over = any(all(seat in finished for seat in side) for side in self.board.sides)
        else:
            is_over = len(finished) >= self.board.players - 1
        if is_over:
            return replace(
                state, finished=finished, ending=Ending.ALL_HOME, throws=0, bank=(), row=(), challenge=None
            )
        if finished == state.finished and state.ending is None:
            return state
        return replace(state, finished=finished, ending=None)

    def without(self, state: State, seats: tuple[int, ...]) -> State:
        """Take the pawns of seats that have resigned back to where they began, and pass their turns."""
        gone = (self.board.first,) * self.board.pawns
        state = self.landing.with_true_pairs(
            replace(state, pawns=tuple(gone if n in seats else steps for n, steps in enumerate(state.pawns)))
        )
        while state.on_turn in seats and not state.ending:
            state = self._next(state, [])
        return state

    def with_steps(self, state: State, steps: Sequence[Sequence[int]]) -> State:
        """Put the pawns on other steps; gattis, a challenge and places that do not fit them are gone."""
        pawns = tuple(map(tuple, steps))
        home = [seat for seat, own in enumerate(pawns) if all(step == self.board.last for step in own)]
        moved = self.landing.with_true_pairs(replace(state, pawns=pawns))
        challenge = moved.challenge
        if challenge and any(pawns[state.turn][pawn] != challenge.start for pawn in challenge.pieces):
            moved = replace(moved, challenge=None, ones=0)
        places = tuple(seat for seat in state.finished if seat in home)
        return replace(moved, finished=(*places, *(seat for seat in home if seat not in places)), ending=None)

    def can_ever_move(self, state: State, seat: int) -> bool:
        """True if a player could move in some later turn, if nobody else did (C4)."""
        return self.choices.could_ever_move(state, View(self.board, state), seat)

    def _is_stuck(self, state: State) -> bool:
        """Can nobody who is still playing ever move again (C4)?"""
        seats = [seat for seat in range(self.board.players) if seat not in state.finished]
        return not any(self.can_ever_move(state, seat) for seat in seats)

    def _lost(self, state: State, facts: list[Fact]) -> None:
        if state.bank:
            facts.append(Fact(FactKind.LOST, state.on_turn, values=state.bank, rule="C2"))

    def _next(self, state: State, facts: list[Fact]) -> State:
        """Return the turn to the next player who has not finished."""
        players = self.board.players
        seats = ((state.on_turn + offset) % players for offset in range(1, players + 1))
        turn = next(seat for seat in seats if self.board.partners or seat not in state.finished)
        begun = State(
            state.pawns,
            turn,
            state.pairs,
            state.kadi,
            number=state.number + 1,
            finished=state.finished,
        )
        return self.settled(begun, facts)
