"""What is legal: one judgement of a step, from which the list of moves and every refusal come.

`Judge` says whether a piece may use a value; the order of its checks is the page's: the path's end (C1), the
player's own state (C4, C10, C16), the way (C11), the landing (C7, C8, C15, C17). `Choices` lists what it lets
pass: moves, pairs, and values that may be given up; `engine.chowka_bhara.refusals` makes the reason.

Readings where the page can be read two ways:

- The centre is a crossed square that everybody shares: C7 does not close it (C1 lets others play on).
- C4 is about entering: a pawn that stands in the inner ring (by an accepted move) goes on without a kadi.
- A single pawn that lands takes all opposing pawns of players who have no gatti there (C6, C14); pawns of a
  player with a gatti there are taken only as a mupollu (C15).
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

from engine.chowka_bhara.board import Board
from engine.chowka_bhara.state import Pair, State, View
from engine.move import Decline, EndTurn, Kind, Move, PieceMove
from engine.reasons import Reason

Captures = tuple[tuple[int, int], ...]
"""(player, pawn) of what is sent home, sorted."""

RESTED = (False, False)
"""What `Judge.past` says of those who have stood where they stand since an earlier turn."""

MUPOLLU = 3
"""Pawns of one player on one inner square that make a mupollu (C15)."""


def squares_of(pieces: tuple[int, ...], value: int) -> int | None:
    """Tell how far a value moves a pawn or a gatti (C10); None when a gatti cannot use it."""
    if len(pieces) == 1:
        return value
    return None if value % 2 else value // 2


class Judge:
    """Judges steps of the player whose turn it is."""

    def __init__(self, board: Board, *, share_crossed: bool) -> None:
        self.board = board
        self.share_crossed = share_crossed

    def past(self, state: State, pieces: tuple[int, ...]) -> tuple[bool, bool]:
        """Say of a pawn or gatti: has it moved in this turn, and was it declared in it?"""
        moved = state.moved
        has_moved = bool(moved) and (pieces[0] in moved or pieces[-1] in moved)
        return has_moved, pieces in state.new_pairs

    def step(
        self,
        state: State,
        view: View,
        pieces: tuple[int, ...],
        value: int,
        *,
        challenge: bool | None = None,
        rested: bool | None = None,
    ) -> Reason | Captures:
        """Judge one value used by one pawn or one gatti.

        Args:
            state: The position.
            view: Who stands where in it.
            pieces: One pawn of the player, or the two of a gatti (declared or to be declared).
            value: The value, whether in the bank or not.
            challenge: Is it a challenge? None where it does not matter: landing on a mupollu is then judged
                as a challenge.
            rested: Has it stood there, as what it is, since an earlier turn? None asks `past`; given for
                gattis that are not declared yet.

        Returns:
            What it captures, or would capture if the challenge is won; or the reason why it may not be.
        """
        player = state.turn
        start = state.pawns[player][pieces[0]]
        squares = squares_of(pieces, value)
        last = self.board.last
        if squares is not None and start + squares > last:
            return self.too_far(start, value)
        if squares is None:
            end = start
        else:
            end = start + squares
            if start < self.board.inner <= end and not state.kadi[player]:
                return Reason("C4", "no-kadi", {"player": player})
        if len(pieces) == 1 and (player, pieces[0]) in view.paired:
            return Reason("C10", "gatti-alone", {"player": player})
        if squares is None:
            return Reason("C10", "gatti-odd", {"value": value})
        if state.barred and any((pawn, value) in state.barred for pawn in pieces):
            return Reason("C16", "challenge-was-lost", {"value": value})
        if rested is None:
            rested = self.past(state, pieces) == RESTED
        if view.gattis and end > self.board.inner:
            reason = self._way(state, view, start, end, rested)
            if reason is not None:
                return reason
        captures = self._landing(state, view, pieces, start, end, challenge)
        if len(pieces) == 2 and rested and isinstance(captures, tuple):
            return self.left_behind(state, view, start)
        return captures

    def too_far(self, start: int, value: int) -> Reason:
        """Refuse a move beyond the centre."""
        if start == self.board.last:
            return Reason("C1", "pawn-in-centre", {})
        return Reason("C1", "exact-centre", {"value": value, "left": self.board.last - start})

    def left_behind(self, state: State, view: View, start: int) -> Captures:
        """List what a gatti kills by moving on from a square that it has held (C13)."""
        square = self.board.paths[state.turn][start]
        return tuple(place for place in view.on.get(square, ()) if place[0] != state.turn)

    def landed_on(self, state: State, view: View, end: int, *, challenge: bool) -> Captures:
        """List what a single pawn takes by landing on a step (C6, C14), or by a challenge won there (C15)."""
        square = self.board.paths[state.turn][end]
        if square == self.board.centre or square in self.board.homes:
            return ()
        taken: list[tuple[int, int]] = []
        for owner, pawns in view.rivals(state.turn, square).items():
            is_mupollu = len(pawns) >= MUPOLLU
            if (is_mupollu and challenge) or (not is_mupollu and owner not in view.gattis.get(square, ())):
                taken += [(owner, pawn) for pawn in pawns]
        return tuple(sorted(taken))

    def is_mupollu(self, state: State, view: View, end: int) -> int | None:
        """Name another player who has a mupollu on a step of the mover's path."""
        if not self.board.inner <= end < self.board.last:
            return None
        square = self.board.paths[state.turn][end]
        if len(view.on.get(square, ())) < MUPOLLU:
            return None
        for owner, pawns in view.rivals(state.turn, square).items():
            if len(pawns) >= MUPOLLU:
                return owner
        return None

    def _way(self, state: State, view: View, start: int, end: int, rested: bool) -> Reason | None:
        """Refuse to move past an opposing gatti (C11)."""
        path = self.board.paths[state.turn]
        for step in range(start if not rested else start + 1, end):
            owner = view.gatti_of_other(state.turn, path[step])
            if owner is not None:
                key = "gatti-bars-here" if step == start else "gatti-bars"
                return Reason("C11", key, {"player": owner, "square": self.board.names[path[step]]})
        return None

    def _landing(
        self, state: State, view: View, pieces: tuple[int, ...], start: int, end: int, challenge: bool | None
    ) -> Reason | Captures:
        player = state.turn
        square = self.board.paths[player][end]
        crowd = view.on.get(square, ())
        inner, last = self.board.inner, self.board.last
        name = self.board.names[square]
        if crowd and end < inner:
            if square in self.board.homes and not self.share_crossed:
                for owner, _ in crowd:
                    if owner != player:
                        return Reason("C7", "crossed-held", {"player": owner, "square": name})
            for owner, _ in crowd:
                if owner == player:
                    return Reason("C8", "own-pawn-there", {"player": player, "square": name})
        rival = self.is_mupollu(state, view, end) if crowd and end < last else None
        single = len(pieces) == 1
        if rival is None:
            if challenge:
                return Reason("C15", "no-mupollu", {"square": name})
            return self.landed_on(state, view, end, challenge=False) if crowd and single else ()
        if not single:
            key = "gatti-challenges" if challenge else "gatti-on-mupollu"
            return Reason("C17", key, {"player": rival, "square": name})
        if challenge is False:
            return Reason("C15", "needs-challenge", {"player": rival, "square": name})
        if start < inner:
            return Reason("C15", "challenger-outside", {"player": rival, "square": name})
        return self.landed_on(state, view, end, challenge=True)


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
    written = move.to_json()
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
