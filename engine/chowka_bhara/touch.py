"""Moves as hands make them: a pawn, then a square."""

from __future__ import annotations

from engine.board import Placed
from engine.chowka_bhara.legal import Choices, pair_at
from engine.chowka_bhara.state import State, View
from engine.errors import NotationError
from engine.game import Tap
from engine.move import Move, PieceMove, piece_number


class Taps:
    """Translates between moves and touches of one board."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.judge = choices.judge
        self.board = choices.judge.board

    def placed(self, state: State) -> tuple[Placed, ...]:
        """Tell where every pawn stands."""
        names = self.board.names
        return tuple(
            Placed(
                player,
                pawn,
                names[path[step]],
                step,
                paired=any(pawn in pair for pair in state.pairs[player]),
            )
            for player, (steps, path) in enumerate(zip(state.pawns, self.board.paths, strict=True))
            for pawn, step in enumerate(steps)
        )

    def taps(self, state: State) -> list[Tap]:
        """List the legal moves as touches, of every pawn that can make them.

        A pair is declared by touching one of its pawns and then the square on which it stands.
        """
        path = self.board.paths[state.turn]
        names = self.board.names
        return [
            Tap((state.turn, pawn), names[path[move.start]], names[path[move.end]], move)
            for move in self.choices.every(state)
            for pawn in move.pieces
        ]

    def move_between(self, state: State, piece: tuple[int, int], end: str) -> Move:
        """Put two touches into a move, the nearest well-formed one when none is legal.

        Raises:
            NotationError: If the pawn or the square does not exist.
        """
        player, pawn = piece
        each = self.board.pawns
        if not (0 <= player < self.board.players and 0 <= pawn < each):
            raise NotationError(
                f"there is no pawn {pawn!r} of player {player!r}: {self.board.players} players "
                f"have pawns 0 to {each - 1} each"
            )
        if end not in self.board.names:
            raise NotationError(f"there is no square {end!r}: there are r0c0 to {self.board.names[-1]}")
        start = state.pawns[player][pawn]
        step = self.board.steps[player][self.board.names.index(end)]
        squares = step - start
        if player != state.turn:
            number = piece_number(player, pawn, mover=state.turn, players=self.board.players, each=each)
            return self._move(state, (number,), abs(squares), start, step)
        if squares == 0:
            return self._pair(state, pawn, start)
        gatti = pair_at(state, pawn)
        if gatti is None:
            return self._move(state, (pawn,), abs(squares), start, step)
        return self._move(state, gatti, 2 * abs(squares), start, step)

    def _move(self, state: State, pieces: tuple[int, ...], wanted: int, start: int, end: int) -> PieceMove:
        """Name the value that comes nearest; a challenge only where it is legal."""
        if start < 0 and end == 0:
            value = min(
                state.bank, key=lambda value: (not self._enters(state, pieces[0], value), value), default=0
            )
            return PieceMove("enter", pieces, value, value, start, end)
        value = min(state.bank, key=lambda entry: (abs(entry - wanted), entry), default=wanted)
        move = PieceMove("move", pieces, value, value, start, end)
        if value != wanted or end < start or start < 0 or pieces[0] >= self.board.pawns:
            return move
        view = View(self.board, state)
        judged = self.judge.step(state, view, pieces, value)
        if not isinstance(judged, tuple):
            return move
        challenges = len(pieces) == 1 and self.judge.is_mupollu(state, view, end) is not None
        return PieceMove("challenge" if challenges else "move", pieces, value, value, start, end, judged)

    def _enters(self, state: State, pawn: int, value: int) -> bool:
        """True if a value may put a pawn of the mover on the board (C19)."""
        return value in self.judge.entry and (pawn, value) not in state.barred

    def _pair(self, state: State, pawn: int, step: int) -> PieceMove:
        """Pair a pawn with one that stands beside it, one with which it may be paired if there is any."""
        others = [other for other, at in enumerate(state.pawns[state.turn]) if at == step and other != pawn]
        others.sort(key=lambda other: (pair_at(state, other) is not None, other))
        pieces = (min(pawn, others[0]), max(pawn, others[0])) if others else (pawn,)
        return PieceMove("pair", pieces, start=step, end=step)
