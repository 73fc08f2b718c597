"""What a move does to the pawns: where they go, what it sends home, and which gattis are left.

Nothing is judged here: accepted illegal moves go the same way as legal ones.
"""

from __future__ import annotations

from dataclasses import replace

from engine.chowka_bhara.board import Board
from engine.chowka_bhara.judge import RESTED, Captures, Judge
from engine.chowka_bhara.legal import pair_at
from engine.chowka_bhara.state import Pair, State, View
from engine.errors import NotationError
from engine.facts import Fact, FactKind
from engine.move import PieceMove, piece_owner


class Landing:
    """Carries the moves of pawns out, and tells the facts."""

    def __init__(self, judge: Judge, *, kadi_again: bool) -> None:
        self.board: Board = judge.board
        self.judge = judge
        self.kadi_again = kadi_again

    def declared(self, state: State, move: PieceMove) -> State:
        """Make two pawns a gatti, where they stand together and are none yet."""
        one, other = min(move.pieces), max(move.pieces)
        steps = state.pawns[state.turn]
        if not (
            one != other
            and other < self.board.pawns
            and steps[one] == steps[other]
            and self.board.inner <= steps[one] < self.board.last
            and pair_at(state, one) is None
            and pair_at(state, other) is None
        ):
            return state
        pairs = list(state.pairs)
        pairs[state.turn] = _merged(pairs[state.turn], (one, other))
        return replace(state, pairs=tuple(pairs), new_pairs=_merged(state.new_pairs, (one, other)))

    def landed(self, state: State, move: PieceMove, facts: list[Fact]) -> State:
        """Put pawns where they go, send home what is captured, and use the value up."""
        turn = state.turn
        first, last = self.board.first, self.board.last
        if not first <= move.end <= last:
            raise NotationError(f"there is no step {move.end}: the path goes from {first} to {last}")
        places = [self._place(state, piece) for piece in move.pieces]
        captures = self._taken(state, move, places)
        pawns = [list(steps) for steps in state.pawns]
        for player, pawn in places:
            pawns[player][pawn] = move.end
        for player, pawn in captures:
            pawns[player][pawn] = first
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
            bank=without_value(state.bank, move.value),
            moved=tuple(sorted(moved)),
            row=() if captures else state.row,
        )
        after = self.with_true_pairs(after)
        challenge = after.challenge
        if challenge and any(after.pawns[turn][pawn] != challenge.start for pawn in challenge.pieces):
            after = replace(after, challenge=None, ones=0)  # hands took the challenger away
        if captures:
            rule = self._rule_of(state, move, captures)
            facts.append(Fact(FactKind.CAPTURED, turn, pieces=captures, rule=rule))
        facts += [
            Fact(FactKind.KADI_LOST, seat, rule="C18") for seat in sorted(begin_anew) if state.kadi[seat]
        ]
        if move.end == last:
            facts.append(Fact(FactKind.HOME, turn, pieces=tuple(places)))
        side = self.board.sides[turn]
        if captures and any(step < last for seat in side for step in pawns[seat]):
            facts.append(Fact(FactKind.AGAIN, state.on_turn, rule="C5"))
            after = replace(after, throws=after.throws + 1)
        return after

    @staticmethod
    def _back_at_the_start(pawns: list[list[int]], captures: Captures) -> set[int]:
        """Name those whom a kill has left nothing but pawns on their home square, or waiting (C18)."""
        return {player for player, _ in captures if max(pawns[player]) <= 0}

    def _rule_of(self, state: State, move: PieceMove, captures: Captures) -> str:
        """Name the rule by which a move kills."""
        if move.kind == "challenge":
            return "C15"
        if len(move.pieces) == 1:
            return "C6"
        landed = self.judge.landed_on(state, View(self.board, state), move.end, challenge=False)
        return "C23" if self.judge.gatti_kills and {*captures} & {*landed} else "C13"

    def _place(self, state: State, piece: int) -> tuple[int, int]:
        """Return (player, pawn) of a piece number.

        Raises:
            NotationError: If there is no such pawn.
        """
        players, each = self.board.players, self.board.pawns
        if not 0 <= piece < players * each:
            raise NotationError(
                f"there is no pawn {piece!r}: the pawns of {players} players are 0 to {players * each - 1}"
            )
        return piece_owner(piece, mover=state.turn, players=players, each=each)

    def _taken(self, state: State, move: PieceMove, places: list[tuple[int, int]]) -> Captures:
        """Tell what a move takes: what it names, or what its landing (or leaving) would take."""
        seats, each = range(self.board.players), self.board.pawns
        named = {
            (player, pawn)
            for player, pawn in move.captures
            if player in seats and 0 <= pawn < each and (player, pawn) not in places and player != state.turn
        }
        if named:
            return tuple(sorted(named))
        player, pawn = places[0]
        judge, view = self.judge, View(self.board, state)
        if player != state.turn or move.end < 0:
            return ()
        if len(places) == 1:
            return judge.landed_on(state, view, move.end, challenge=move.kind == "challenge")
        start = state.pawns[player][pawn]
        taken: Captures = ()
        if move.pieces in state.pairs[player] and move.end != start:
            if judge.gatti_kills:
                taken = judge.landed_on(state, view, move.end, challenge=False)
            if judge.past(state, move.pieces) == RESTED:
                taken = (*taken, *judge.left_behind(state, view, start))
        return tuple(sorted(taken))

    def with_true_pairs(self, state: State) -> State:
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


def without_value(bank: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Use up a value of the bank, or the nearest to it."""
    if not bank:
        return bank
    nearest = min(bank, key=lambda entry: (abs(entry - value), entry))
    place = bank.index(nearest)
    return bank[:place] + bank[place + 1 :]


def _merged(pairs: tuple[Pair, ...], pair: Pair) -> tuple[Pair, ...]:
    """Add a pair, keeping the order."""
    return tuple(sorted({*pairs, pair}))
