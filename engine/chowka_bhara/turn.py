"""The course of a turn: what throws and moves bring about, until the game waits for somebody again.

Nothing is judged here: accepted illegal moves go the same way as legal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.chowka_bhara.board import PAWNS, Board
from engine.chowka_bhara.legal import RESTED, Captures, Choices, pair_at
from engine.chowka_bhara.state import Pair, State, View
from engine.errors import NotationError, ThrowError
from engine.facts import Ending, Fact, FactKind
from engine.game import Transition
from engine.move import Decline, EndTurn, Move, PieceMove, piece_owner
from engine.throw import Cowries, Throw
from engine.values import ThrowTable, ThrowValue


class Turn:
    """Carries throws and moves out, and tells the facts."""

    def __init__(self, board: Board, table: ThrowTable, choices: Choices, *, kadi_again: bool) -> None:
        self.board = board
        self.table = table
        self.choices = choices
        self.kadi_again = kadi_again

    def value_of(self, state: State, throw: Throw) -> ThrowValue:
        """Tell what a throw counts; the throws of a challenge give no further throw (C15).

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
        return ThrowValue(worth.value) if state.challenge else worth

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
        state = replace(
            state,
            throws=max(state.throws - 1, 0) + worth.again,
            bank=(*state.bank, worth.value),
            thrown_two=state.thrown_two or worth.value == 2,
        )
        if worth.again:
            facts.append(Fact(FactKind.AGAIN, state.turn, values=(worth.value,), rule="C2"))
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
                state = replace(state, bank=_without(state.bank, value))
            case PieceMove(kind="pair"):
                state = self._declared(state, move)
            case PieceMove(kind="challenge") if max(move.pieces) < PAWNS and not state.ending:
                # What it takes is seen when it is won.
                return Transition(replace(state, challenge=replace(move, captures=()), ones=0))
            case PieceMove():
                state = self._landed(state, move, facts)
            case _:
                raise NotationError(f"{move} is no move of Chowka Bhara")
        return Transition(self.settled(state, facts), tuple(facts))

    def settled(self, state: State, facts: list[Fact]) -> State:
        """Let happen what happens by itself: places, lost values, passing, the end of the game."""
        state = self._with_places(state, facts)
        if state.ending:
            return state
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
            facts.append(Fact(FactKind.PASSED, state.turn, rule="C2"))
        return self._next(state, facts)

    def _challenged(self, state: State, challenge: PieceMove, value: int) -> Transition[State]:
        """Count a throw of a challenge: a 1 and another 1 win it, anything else loses it."""
        if value == 1 and state.ones == 0:
            return Transition(replace(state, ones=1))
        facts: list[Fact] = []
        state = replace(state, challenge=None, ones=0)
        if value == 1:
            facts.append(Fact(FactKind.CHALLENGE_WON, state.turn, rule="C15"))
            state = self._landed(state, challenge, facts)
        else:
            facts.append(Fact(FactKind.CHALLENGE_LOST, state.turn, values=(challenge.value,), rule="C16"))
            barred = {*state.barred, *((pawn, challenge.value) for pawn in challenge.pieces)}
            state = replace(state, barred=tuple(sorted(barred)))
        return Transition(self.settled(state, facts), tuple(facts))

    def _declared(self, state: State, move: PieceMove) -> State:
        """Make two pawns a gatti, where they stand together and are none yet."""
        one, other = min(move.pieces), max(move.pieces)
        steps = state.pawns[state.turn]
        if not (
            one != other
            and other < PAWNS
            and steps[one] == steps[other]
            and self.board.inner <= steps[one] < self.board.last
            and pair_at(state, one) is None
            and pair_at(state, other) is None
        ):
            return state
        pairs = list(state.pairs)
        pairs[state.turn] = _merged(pairs[state.turn], (one, other))
        return replace(state, pairs=tuple(pairs), new_pairs=_merged(state.new_pairs, (one, other)))

    def _landed(self, state: State, move: PieceMove, facts: list[Fact]) -> State:
        """Put pawns where they go, send home what is captured, and use the value up."""
        turn = state.turn
        if not 0 <= move.end <= self.board.last:
            raise NotationError(f"there is no step {move.end}: the path goes from 0 to {self.board.last}")
        places = [self._place(state, piece) for piece in move.pieces]
        captures = self._taken(state, move, places)
        pawns = [list(steps) for steps in state.pawns]
        for player, pawn in places:
            pawns[player][pawn] = move.end
        for player, pawn in captures:
            pawns[player][pawn] = 0
        moved = {*state.moved, *(pawn for player, pawn in places if player == turn)}
        begin_anew = self._back_at_the_start(pawns, captures) if self.kadi_again else set()
        kadi = tuple(
            (has or (bool(captures) and seat == turn)) and seat not in begin_anew
            for seat, has in enumerate(state.kadi)
        )
        after = replace(
            state,
            pawns=tuple(map(tuple, pawns)),
            kadi=kadi,
            bank=_without(state.bank, move.value),
            moved=tuple(sorted(moved)),
        )
        after = self._with_true_pairs(after)
        challenge = after.challenge
        if challenge and any(after.pawns[turn][pawn] != challenge.start for pawn in challenge.pieces):
            after = replace(after, challenge=None, ones=0)  # hands took the challenger away
        if captures:
            rule = "C15" if move.kind == "challenge" else "C13" if len(places) == 2 else "C6"
            facts.append(Fact(FactKind.CAPTURED, turn, pieces=captures, rule=rule))
        facts += [
            Fact(FactKind.KADI_LOST, seat, rule="C18") for seat in sorted(begin_anew) if state.kadi[seat]
        ]
        if move.end == self.board.last:
            facts.append(Fact(FactKind.HOME, turn, pieces=tuple(places)))
        if captures and any(step < self.board.last for step in pawns[turn]):
            facts.append(Fact(FactKind.AGAIN, turn, rule="C5"))
            after = replace(after, throws=after.throws + 1)
        return after

    @staticmethod
    def _back_at_the_start(pawns: list[list[int]], captures: Captures) -> set[int]:
        """Name those whom a kill has left nothing but pawns on their home square (C18)."""
        return {player for player, _ in captures if not any(pawns[player])}

    def _place(self, state: State, piece: int) -> tuple[int, int]:
        """Return (player, pawn) of a piece number.

        Raises:
            NotationError: If there is no such pawn.
        """
        players = self.board.players
        if not 0 <= piece < players * PAWNS:
            raise NotationError(
                f"there is no pawn {piece!r}: the pawns of {players} players are 0 to {players * PAWNS - 1}"
            )
        return piece_owner(piece, mover=state.turn, players=players)

    def _taken(self, state: State, move: PieceMove, places: list[tuple[int, int]]) -> Captures:
        """Tell what a move takes: what it names, or what its landing (or leaving) would take."""
        seats = range(self.board.players)
        named = {
            (player, pawn)
            for player, pawn in move.captures
            if player in seats and 0 <= pawn < PAWNS and (player, pawn) not in places and player != state.turn
        }
        if named:
            return tuple(sorted(named))
        player, pawn = places[0]
        judge, view = self.choices.judge, View(self.board, state)
        if player != state.turn:
            return ()
        if len(places) == 1:
            return judge.landed_on(state, view, move.end, challenge=move.kind == "challenge")
        start = state.pawns[player][pawn]
        if (
            move.pieces in state.pairs[player]
            and judge.past(state, move.pieces) == RESTED
            and move.end != start
        ):
            return judge.left_behind(state, view, start)
        return ()

    def _with_true_pairs(self, state: State) -> State:
        """Forget gattis whose pawns are home, apart or in the centre."""
        pairs = tuple(
            tuple(
                pair
                for pair in of_player
                if steps[pair[0]] == steps[pair[1]] and self.board.inner <= steps[pair[0]] < self.board.last
            )
            for of_player, steps in zip(state.pairs, state.pawns, strict=True)
        )
        if pairs == state.pairs:
            return state
        new = tuple(pair for pair in state.new_pairs if pair in pairs[state.turn])
        return replace(state, pairs=pairs, new_pairs=new)

    def _with_places(self, state: State, facts: list[Fact]) -> State:
        """Return places to those who have all pawns in the centre, and end the game when all but one have."""
        last = self.board.last
        home = [seat for seat, steps in enumerate(state.pawns) if all(step == last for step in steps)]
        order = [seat for seat in state.finished if seat in home]
        for seat in sorted(home, key=lambda seat: (seat - state.turn) % self.board.players):
            if seat not in order:
                order.append(seat)
                facts.append(Fact(FactKind.FINISHED, seat, values=(len(order),), rule="C1"))
        finished = tuple(order)
        if len(finished) >= self.board.players - 1:
            return replace(
                state, finished=finished, ending=Ending.ALL_HOME, throws=0, bank=(), challenge=None
            )
        if finished == state.finished and state.ending is None:
            return state
        return replace(state, finished=finished, ending=None)

    def without(self, state: State, seats: tuple[int, ...]) -> State:
        """Take the pawns of seats that have resigned back to their home squares, and pass their turns."""
        gone = (0,) * PAWNS
        state = self._with_true_pairs(
            replace(state, pawns=tuple(gone if n in seats else steps for n, steps in enumerate(state.pawns)))
        )
        while state.turn in seats and not state.ending:
            state = self._next(state, [])
        return state

    def with_steps(self, state: State, steps: Sequence[Sequence[int]]) -> State:
        """Put the pawns on other steps; gattis, a challenge and places that do not fit them are gone."""
        pawns = tuple(map(tuple, steps))
        home = [seat for seat, own in enumerate(pawns) if all(step == self.board.last for step in own)]
        moved = self._with_true_pairs(replace(state, pawns=pawns))
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
            facts.append(Fact(FactKind.LOST, state.turn, values=state.bank, rule="C2"))

    def _next(self, state: State, facts: list[Fact]) -> State:
        """Return the turn to the next player who has not finished."""
        players = self.board.players
        seats = ((state.turn + offset) % players for offset in range(1, players + 1))
        turn = next(seat for seat in seats if seat not in state.finished)
        begun = State(
            state.pawns,
            turn,
            state.pairs,
            state.kadi,
            number=state.number + 1,
            finished=state.finished,
        )
        return self.settled(begun, facts)


def _without(bank: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Use up a value of the bank, or the nearest to it."""
    if not bank:
        return bank
    nearest = min(bank, key=lambda entry: (abs(entry - value), entry))
    place = bank.index(nearest)
    return bank[:place] + bank[place + 1 :]


def _merged(pairs: tuple[Pair, ...], pair: Pair) -> tuple[Pair, ...]:
    """Add a pair, keeping the order."""
    return tuple(sorted({*pairs, pair}))
