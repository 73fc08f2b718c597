"""Why a move may not be played now: its form and the bank first, then `engine.chowka_bhara.legal`.

The sentences stand in `engine.rulebook.chowka_bhara`.
"""

from __future__ import annotations

from engine.chowka_bhara.judge import squares_of
from engine.chowka_bhara.legal import Choices, pair_at
from engine.chowka_bhara.state import State, View
from engine.facts import Ending
from engine.move import Decline, EndTurn, Move, PieceMove, piece_owner
from engine.reasons import Reason

RULE_OF = {
    "board-used-up": "C2",
    "board-other-piece": "C2",
    "board-backwards": "C3",
    "board-off-path": "C3",
    "board-not-taken": "C6",
    "board-safe": "C6",
}
"""Key of an objection that no move explains → its rule."""


class Refusals:
    """Answers any well-formed move with the rule that forbids it."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.judge = choices.judge
        self.board = choices.judge.board

    def why_not(self, state: State, move: Move) -> Reason | None:
        """Tell which rule forbids a move; None when it is legal now."""
        if state.ending is Ending.STUCK:
            return Reason("C4", "chowka-stuck", {})
        if state.ending:
            return Reason("C1", "chowka-over", {"player": self._winner(state)})
        if state.challenge:
            return Reason("C15", "challenge-throw-first", {"player": state.on_turn})
        if state.throws:
            return Reason("C2", "chowka-throw-first", {"player": state.on_turn})
        match move:
            case PieceMove():
                return self._pawn(state, move) or self.piece(state, move)
            case Decline(value):
                return self._decline(state, value)
            case EndTurn():
                return self._end(state)
        return Reason("C2", "chowka-other-game", {})

    def piece(self, state: State, move: PieceMove) -> Reason | None:
        """Judge a move of the player's own pawns, whose value is in the bank."""
        view = View(self.board, state)
        pieces = tuple(sorted(move.pieces))
        steps = state.pawns[state.turn]
        if any(steps[pawn] < 0 for pawn in pieces):
            return self._waiting(state, move)
        if move.kind == "enter":
            return Reason("C19", "not-waiting", {"player": state.turn})
        if move.kind == "pair":
            return self.choices.pair_reason(state, pieces, view)
        gatti = pair_at(state, pieces[0])
        if len(pieces) > 2 or (len(pieces) == 2 and gatti != pieces):
            return Reason("C2", "one-pawn-a-value", {"value": move.value})
        squares = squares_of(pieces, move.value)
        start = state.pawns[state.turn][pieces[0]]
        if move.end < start:
            return Reason("C3", "chowka-backwards", {})
        if move.end > self.board.last and (squares is None or start + squares <= self.board.last):
            return self.judge.too_far(start, move.value)
        judged = self.judge.step(state, view, pieces, move.value, challenge=move.kind == "challenge")
        if move.end != start + (squares or 0) and not (
            isinstance(judged, Reason) and judged.rule in ("C1", "C10")
        ):
            return self._wrong_distance(pieces, start, move, squares or 0)
        return judged if isinstance(judged, Reason) else None

    def _waiting(self, state: State, move: PieceMove) -> Reason | None:
        """Judge what is done with a pawn that waits beside the board (C19)."""
        if move.kind != "enter" or len(move.pieces) != 1 or move.end != 0:
            return self.judge.waits(state.turn)
        judged = self.judge.step(state, View(self.board, state), move.pieces, move.value)
        return judged if isinstance(judged, Reason) else None

    def _winner(self, state: State) -> int:
        """Name who has won; of partners who came home last (C21)."""
        return state.finished[-1 if self.board.partners else 0]

    def _wrong_distance(self, pieces: tuple[int, ...], start: int, move: PieceMove, squares: int) -> Reason:
        rule, key = ("C10", "gatti-distance") if len(pieces) == 2 else ("C2", "chowka-distance")
        params = {"value": move.value, "squares": squares, "moved": move.end - start}
        return Reason(rule, key, {**params})

    def _pawn(self, state: State, move: PieceMove) -> Reason | None:
        """Refuse what is no move of the player's own pawns with a value of the bank."""
        turn = state.turn
        for piece in move.pieces:
            if piece >= self.board.pawns * self.board.players:
                return Reason("C2", "chowka-no-such-pawn", {})
            owner, _ = piece_owner(piece, mover=turn, players=self.board.players, each=self.board.pawns)
            if owner != turn:
                return Reason("C2", "chowka-not-yours", {"player": turn, "player_owner": owner})
        if not move.pieces or len(set(move.pieces)) != len(move.pieces):
            return Reason("C2", "one-pawn-a-value", {"value": move.value})
        start = state.pawns[turn][move.pieces[0]]
        if move.start != start:
            rule = "C9" if move.kind == "pair" else "C3"
            square = self.board.names[self.board.paths[turn][start]]
            return Reason(rule, "chowka-stands-elsewhere", {"square": square})
        if move.kind == "pair":
            return None
        if move.kind == "enter" and not self.judge.entry:
            return Reason("C3", "chowka-no-entering", {})
        if not state.bank:
            return Reason("C2", "chowka-bank-empty", {"player": turn})
        if move.value not in state.bank:
            return Reason("C2", "chowka-no-such-value", {"value": move.value, "bank": state.bank})
        return None

    def _decline(self, state: State, value: int) -> Reason | None:
        if not state.bank:
            return Reason("C2", "chowka-bank-empty", {"player": state.turn})
        if value not in state.bank:
            return Reason("C2", "chowka-no-such-value", {"value": value, "bank": state.bank})
        if Decline(value, value) in self.choices.optional(state):
            return None
        view = View(self.board, state)
        if any(step.kind == "move" for step in self.choices.steps(state, view, (value,))):
            return Reason("C2", "must-use", {"value": value})
        return Reason("C2", "unused-waits", {"value": value})

    def _end(self, state: State) -> Reason | None:
        if EndTurn() in self.choices.optional(state):
            return None
        return Reason("C2", "turn-not-over", {"player": state.turn, "bank": state.bank})
