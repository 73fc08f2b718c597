"""One judgement of a step: whether a pawn or a gatti may use a value, and what it takes.

The order of the checks is the page's: the entry (C19), the path's end (C1), the player's own state (C4, C10,
C16), the way (C11), the landing (C7, C8, C15, C17). `engine.chowka_bhara.legal` lists what it lets pass.

Readings where the page can be read two ways:

- The centre is a crossed square that everybody shares: C7 does not close it (C1 lets others play on).
- C4 is about entering: a pawn that stands in the inner ring (by an accepted move) goes on without a kadi.
- A single pawn that lands takes all opposing pawns of players who have no gatti there (C6, C14); pawns of a
  player with a gatti there are taken only as a mupollu (C15). Two opponents who are a team (C21) are judged
  one by one: of both on one square it takes those of the one who has no gatti.
- Under `share_crossed` a crossed corner (C22) is landed on whoever stands there, a mupollu too, by pawns and
  by gattis; a challenge of it is refused by C15.
- `share_crossed` opens the crossed squares of the outer ring to a partner's pawn (C21), but not to a second
  pawn of one's own, which C24 alone does.
- A gatti that kills by landing (C23) takes what a single pawn would, partners' pawns never.
"""

from __future__ import annotations

from engine.chowka_bhara.board import Board
from engine.chowka_bhara.options import Options
from engine.chowka_bhara.state import State, View
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

    def __init__(self, board: Board, options: Options) -> None:
        self.board = board
        self.share_crossed = options.share_crossed
        self.share_own = options.share_own
        self.gatti_kills = options.gatti_kills
        self.entry = options.entry

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
        if start < 0:
            return self._entry(state, pieces, value)
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
            left = self.left_behind(state, view, start)
            return tuple(sorted((*captures, *left))) if captures else left
        return captures

    def _entry(self, state: State, pieces: tuple[int, ...], value: int) -> Reason | Captures:
        """Judge the entry of a waiting pawn: whoever stands on its home square, it kills nothing (C19)."""
        if value not in self.entry:
            return self.no_entry(value)
        if state.barred and (pieces[0], value) in state.barred:
            return Reason("C16", "challenge-was-lost", {"value": value})
        return ()

    def no_entry(self, value: int) -> Reason:
        """Refuse to enter a waiting pawn with a value that is none of the set (C19)."""
        return Reason("C19", "entry-value", {"value": value, "values": tuple(sorted(self.entry))})

    def waits(self, player: int) -> Reason:
        """Refuse what a waiting pawn cannot do: all but to enter on its home square (C19)."""
        return Reason("C19", "waiting-enters", {"player": player, "values": tuple(sorted(self.entry))})

    def too_far(self, start: int, value: int) -> Reason:
        """Refuse a move beyond the centre."""
        if start == self.board.last:
            return Reason("C1", "pawn-in-centre", {})
        return Reason("C1", "exact-centre", {"value": value, "left": self.board.last - start})

    def left_behind(self, state: State, view: View, start: int) -> Captures:
        """List what a gatti kills by moving on from a square that it has held (C13)."""
        square = self.board.paths[state.turn][start]
        if square in self.board.corners:
            return ()
        side = self.board.sides[state.turn]
        return tuple(place for place in view.on.get(square, ()) if place[0] not in side)

    def landed_on(self, state: State, view: View, end: int, *, challenge: bool) -> Captures:
        """List what a single pawn takes by landing on a step (C6, C14), or by a challenge won there (C15)."""
        board = self.board
        square = board.paths[state.turn][end]
        if square == board.centre or square in board.homes or square in board.corners:
            return ()
        taken: list[tuple[int, int]] = []
        for owner, pawns in view.rivals(board.sides[state.turn], square).items():
            is_mupollu = end >= board.inner and len(pawns) >= MUPOLLU
            if (is_mupollu and challenge) or (not is_mupollu and owner not in view.gattis.get(square, ())):
                taken += [(owner, pawn) for pawn in pawns]
        return tuple(sorted(taken))

    def is_mupollu(self, state: State, view: View, end: int) -> int | None:
        """Name an opponent who has a mupollu on a step of the mover's path that may be challenged."""
        if not self.board.inner <= end < self.board.last:
            return None
        square = self.board.paths[state.turn][end]
        if len(view.on.get(square, ())) < MUPOLLU or square in self.board.corners:
            return None
        for owner, pawns in view.rivals(self.board.sides[state.turn], square).items():
            if len(pawns) >= MUPOLLU:
                return owner
        return None

    def _way(self, state: State, view: View, start: int, end: int, rested: bool) -> Reason | None:
        """Refuse to move past an opposing gatti (C11)."""
        path, side = self.board.paths[state.turn], self.board.sides[state.turn]
        for step in range(start if not rested else start + 1, end):
            owner = view.gatti_of_other(side, path[step])
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
        name = self.board.names[square]
        if crowd and (end < self.board.inner or square in self.board.corners):
            reason = self._crossed_or_outer(player, square, crowd, end)
            if reason is not None:
                return reason
            if square in self.board.corners:
                return Reason("C15", "no-challenge-on-crossed", {"square": name}) if challenge else ()
        rival = self.is_mupollu(state, view, end) if crowd and end < self.board.last else None
        single = len(pieces) == 1
        if rival is None:
            if challenge:
                return Reason("C15", "no-mupollu", {"square": name})
            lands = crowd and (single or self.gatti_kills)
            return self.landed_on(state, view, end, challenge=False) if lands else ()
        if not single:
            key = "gatti-challenges" if challenge else "gatti-on-mupollu"
            return Reason("C17", key, {"player": rival, "square": name})
        if challenge is False:
            return Reason("C15", "needs-challenge", {"player": rival, "square": name})
        if start < self.board.inner:
            return Reason("C15", "challenger-outside", {"player": rival, "square": name})
        return self.landed_on(state, view, end, challenge=True)

    def _crossed_or_outer(
        self, player: int, square: int, crowd: list[tuple[int, int]], end: int
    ) -> Reason | None:
        """Refuse to land beside others on a crossed square (C7), or on the outer ring (C8)."""
        board, side = self.board, self.board.sides[player]
        is_outer = end < board.inner
        is_crossed = not is_outer or square in board.homes
        if is_crossed and not self.share_crossed:
            for owner, _ in crowd:
                if owner not in side:
                    return Reason("C7", "crossed-held", {"player": owner, "square": board.names[square]})
        if is_outer and not self.share_own:
            for owner, _ in crowd:
                if owner == player:
                    return Reason("C8", "own-pawn-there", {"player": player, "square": board.names[square]})
                if owner in side and not (is_crossed and self.share_crossed):
                    return Reason("C8", "partner-there", {"player": owner, "square": board.names[square]})
        return None
