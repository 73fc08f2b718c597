"""What is legal: the list of moves, pairs, and values that may be given up.

`engine.chowka_bhara.judge` says whether a piece may use a value, `Choices` lists what it lets pass;
`engine.chowka_bhara.refusals` makes the reason of what it does not.

Readings where the page can be read two ways:

- A value that cannot be used waits as long as another value in the bank can be; it is lost when nothing in
  the bank can be used any more (C2).
- A pair declared first may make a value usable (C9). So the bank is also kept while a pair that could be
  declared would be able to use one of its values; the turn then waits, and ending it loses the bank.
- A value may be given up exactly while its only use is a challenge, also when a pair could be declared.
- The turn may be ended while nothing in the bank can be used and a pair could still be declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.chowka_bhara.judge import RESTED, Judge, squares_of
from engine.chowka_bhara.state import Pair, State, View
from engine.move import Decline, EndTurn, Kind, Move, PieceMove, move_to_json
from engine.reasons import Reason


class Choices:
    """Lists what the rules allow in a state that waits for a move."""

    def __init__(self, judge: Judge, values: Iterable[int]) -> None:
        self.judge = judge
        self.values = tuple(sorted(values))
        """Every value that a throw can give."""

    def moves(self, state: State) -> list[Move]:
        """List the legal moves and pairs in the order of the contract."""
        view = View(self.judge.board, state)
        steps = list(self.steps(state, view, state.bank))
        if len(steps) > 1:
            steps.sort(key=_text)
        return [*steps, *self.pairs(state, view)]

    def every(self, state: State) -> list[PieceMove]:
        """List the legal moves without leaving out pawns that are alike."""
        view = View(self.judge.board, state)
        return [*self.steps(state, view, state.bank, alike=True), *self.pairs(state, view)]

    def optional(self, state: State) -> list[Move]:
        """List what may be done instead: give up a value (C2), or end the turn (C9)."""
        view = View(self.judge.board, state)
        kinds: dict[int, set[str]] = {}
        for step in self.steps(state, view, state.bank):
            kinds.setdefault(step.value, set()).add(step.kind)
        if not kinds:
            return [EndTurn()] if self.pairs(state, view) else []
        return [Decline(value, value) for value in sorted(kinds) if kinds[value] == {"challenge"}]

    def can_use(self, state: State, view: View) -> bool:
        """Can anything in the bank be used?"""
        return next(self.steps(state, view, state.bank), None) is not None

    def pair_could_use(self, state: State, view: View) -> bool:
        """Could a gatti, declared first, use something in the bank?"""
        return any(
            isinstance(self.judge.step(state, view, pair.pieces, value, rested=False), tuple)
            for pair in self.pairs(state, view)
            for value in set(state.bank)
        )

    def could_ever_move(self, state: State, view: View, player: int) -> bool:
        """Could a player move in some later turn, if nobody else did (C4)?

        Pairs need not be tried: a pawn that could be part of one can always go on by a 1, or challenge.
        """
        later = replace(state, turn=player, moved=(), new_pairs=(), barred=())
        return next(self.steps(later, view, self.values), None) is not None

    def steps(
        self, state: State, view: View, values: Iterable[int], *, alike: bool = False
    ) -> Iterator[PieceMove]:
        """Yield every legal use of a value; of pawns and gattis that are alike only the first."""
        pawns, pairs = state.pawns[state.turn], state.pairs[state.turn]
        judge, barred = self.judge, state.barred
        single = [
            (pawn,)
            for pawn, step in enumerate(pawns)
            if step < judge.board.last and (state.turn, pawn) not in view.paired
        ]
        pieces = [(piece, pawns[piece[0]], judge.past(state, piece)) for piece in (*single, *pairs)]
        for value in set(values):
            seen: set[tuple[int, int, tuple[bool, bool]]] = set()
            for piece, start, past in pieces:
                key = (start, len(piece), past)
                if not alike:
                    if key in seen or (barred and any((pawn, value) in barred for pawn in piece)):
                        continue
                    seen.add(key)
                captures = judge.step(state, view, piece, value, rested=past == RESTED)
                if isinstance(captures, Reason):
                    continue
                if start < 0:
                    yield PieceMove("enter", piece, value, value, start, 0)
                    continue
                squares = squares_of(piece, value)
                assert squares is not None  # judged legal
                end = start + squares
                # A mupollu that was landed on is three captures or more; a gatti takes where it leaves.
                is_challenge = (
                    len(captures) > 2 and len(piece) == 1 and judge.is_mupollu(state, view, end) is not None
                )
                kind: Kind = "challenge" if is_challenge else "move"
                yield PieceMove(kind, piece, value, value, start, end, captures)

    def pairs(self, state: State, view: View) -> list[PieceMove]:
        """List the pairs that may be declared (C9), one for each different way, in the contract's order."""
        if not state.thrown_two:
            return []
        player = state.turn
        inner, last = self.judge.board.inner, self.judge.board.last
        at: dict[int, list[int]] = {}
        for pawn, step in enumerate(state.pawns[player]):
            if inner <= step < last and (player, pawn) not in view.paired:
                at.setdefault(step, []).append(pawn)
        found: dict[tuple[object, ...], PieceMove] = {}
        for step, pawns in at.items():
            if len(pawns) == 1:
                continue
            for number, one in enumerate(pawns):
                for other in pawns[number + 1 :]:
                    ways = sorted((self._way(state, one), self._way(state, other)))
                    key = (step, *ways)
                    if key not in found:
                        found[key] = PieceMove("pair", (one, other), start=step, end=step)
        return sorted(found.values(), key=lambda move: (str(move.start), move.pieces))

    def pair_reason(self, state: State, pieces: tuple[int, ...], view: View) -> Reason | None:
        """Tell why two pawns may not be declared a gatti; None when they may (C9)."""
        player = state.turn
        steps = {state.pawns[player][pawn] for pawn in pieces}
        if min(steps) < 0:
            return self.judge.waits(player)
        if len(pieces) != 2:
            return Reason("C9", "pair-of-two", {})
        if len(steps) > 1:
            return Reason("C9", "pair-apart", {})
        step = steps.pop()
        if not self.judge.board.inner <= step < self.judge.board.last:
            return Reason("C9", "pair-outside", {})
        if any((player, pawn) in view.paired for pawn in pieces):
            return Reason("C9", "pair-taken", {})
        if not state.thrown_two:
            return Reason("C9", "pair-without-two", {"player": player})
        return None

    @staticmethod
    def _way(state: State, pawn: int) -> tuple[bool, tuple[int, ...]]:
        """Tell what tells pawns apart that could form a pair."""
        return pawn in state.moved, tuple(value for who, value in state.barred if who == pawn)


def entry(move: PieceMove) -> dict[str, object]:
    """Write a move as the contract's line has it."""
    written = move_to_json(move)
    written.pop("squares", None)
    return written


def pair_at(state: State, pawn: int) -> Pair | None:
    """Find the gatti that a pawn of the player belongs to."""
    return next((pair for pair in state.pairs[state.turn] if pawn in pair), None)


def _text(move: PieceMove) -> str:
    """Return the contract's JSON text of a step, which lists are sorted by."""
    captures = ", ".join(f"[{player}, {pawn}]" for player, pawn in move.captures)
    pieces = ", ".join(map(str, move.pieces))
    return (
        f'{{"captures": [{captures}], "from": {move.start}, "kind": "{move.kind}", '
        f'"pieces": [{pieces}], "to": {move.end}, "value": {move.value}}}'
    )
