"""One line of a question in, one answer out: what ``charkoni legal`` and ``charkoni why`` print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import NotationError
from engine.fields import Lines, told
from engine.move import PieceMove, move_from_json, move_to_json
from engine.options import OptionValue, Preset
from engine.pachisi.legal import PIECES, Judge
from engine.pachisi.options import INFO, read_options
from engine.pachisi.position import LINE, read_state
from engine.pachisi.refusals import why_not
from engine.pachisi.state import State


def _judge(preset: Preset, written: Mapping[str, OptionValue], players: int) -> Judge:
    return Judge(read_options(preset, written, players), players)


_LINES = Lines(INFO, _judge, ("game", "preset", "options", "players", *LINE))


def ask_legal(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one line of ``charkoni legal``.

    Returns:
        ``{"moves": [...]}``.

    Raises:
        EngineError: If the line is malformed or its position impossible.
    """
    judge, state = _read(question)
    return {"moves": [move_to_json(move) for move in judge.moves(state)]}


def ask_why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one line of ``charkoni why``.

    Returns:
        ``{"legal": true}``, or ``{"legal": false, "rule": ..., "reason": ...}``.

    Raises:
        EngineError: If the line is malformed, its position impossible, its throw not in the bank, or its
            piece not where the move says.
    """
    judge, state = _read(question, move=True)
    return told(why_not(judge, state, _read_move(question["move"], judge, state), throwing=False))


def _read(question: Mapping[str, Any], *, move: bool = False) -> tuple[Judge, State]:
    """Read the rules and the position of a line."""
    judge, line = _LINES.read(question, move=move)
    state = read_state(judge, line)
    if judge.user(state) != question["turn"]:
        raise NotationError(
            f"player {state.turn} is home, so the pieces of player {judge.user(state)} use the bank: "
            f"turn is {judge.user(state)}"
        )
    return judge, state


def _read_move(data: object, judge: Judge, state: State) -> PieceMove:
    """Read the move of a line: its piece must stand where it says, and its throw must be in the bank."""
    if not isinstance(data, dict):
        raise NotationError(f"move is {data!r}: give an entry as charkoni legal prints it")
    move = move_from_json(data)
    if not isinstance(move, PieceMove) or move.kind not in ("move", "enter"):
        raise NotationError(
            f"a move of kind {data.get('kind')!r} is none of pachisi: there are move and enter"
        )
    steps = state.pieces[judge.user(state)]
    for piece in move.pieces:
        if piece >= PIECES:
            raise NotationError(f"there is no piece {piece}: pieces are 0 to {PIECES - 1}")
        if steps[piece] != move.start:
            raise NotationError(f"piece {piece} stands on step {steps[piece]}, not {move.start}")
    if (move.value, move.squares) not in state.bank:
        bank = ", ".join(f"{value} ({squares} squares)" for value, squares in state.bank) or "nothing"
        raise NotationError(f"{move.value} ({move.squares} squares) is not in the bank, which holds {bank}")
    return move
