"""May this piece use this value? The one judgement behind the list of moves and behind every refusal.

The order of the checks is the page's: the path's end (C1), the player's own state (C4, C10, C16), the way
(C11), the landing (C7, C8, C15, C17).

Readings where the page can be read two ways:

- The centre is a crossed square that everybody shares: C7 does not close it (C1 lets others play on).
- C4 is about entering: a pawn that stands in the inner ring (by an accepted move) goes on without a kadi.
- A single pawn that lands takes all opposing pawns of players who have no gatti there (C6, C14); pawns of a
  player with a gatti there are taken only as a mupollu (C15).
"""

from __future__ import annotations

from engine.chowka_bhara.board import Board
from engine.chowka_bhara.state import Pair, State, View
from engine.reasons import Reason

Captures = tuple[tuple[int, int], ...]
"""(player, pawn) of what is sent home, sorted."""

RESTED = (False, False)
"""What `Judge.past` says of those who have stood where they stand since an earlier turn."""

MUPOLLU = 3
"""Pawns of one player on one inner square that make a mupollu (C15)."""


def squares_of(pieces: tuple[int, ...], value: int) -> int | None:
    """Say how far a value moves a pawn or a gatti (C10); None when a gatti cannot use it."""
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
                params = {"player": owner, "player_mover": state.turn, "inner": step - self.board.inner + 1}
                key = "gatti-bars-here" if step == start else "gatti-bars"
                return Reason("C11", key, {**params, "square": self.board.names[path[step]]})
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


def merged(pairs: tuple[Pair, ...], pair: Pair) -> tuple[Pair, ...]:
    """Add a pair, keeping the order."""
    return tuple(sorted({*pairs, pair}))
