"""One line of a question in, one answer out: what ``charkoni legal`` and ``charkoni why`` print."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.errors import NotationError, SetupError
from engine.move import PieceMove, move_from_json
from engine.pachisi.legal import PIECES, Judge
from engine.pachisi.options import INFO, read_options
from engine.pachisi.position import LINE_KEYS, read_position
from engine.pachisi.refusals import why_not
from engine.pachisi.state import State

_NEEDED = ("game", "preset", "players", *LINE_KEYS)
_LEGAL_KEYS = frozenset((*_NEEDED, "options"))
_WHY_KEYS = _LEGAL_KEYS | {"move"}


def ask_legal(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one line of ``charkoni legal``.

    Returns:
        ``{"moves": [...]}``.

    Raises:
        EngineError: If the line is malformed or its position impossible.
    """
    judge, state = _read(question, _LEGAL_KEYS)
    return {"moves": [move.to_json() for move in judge.moves(state)]}


def ask_why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one line of ``charkoni why``.

    Returns:
        ``{"legal": true}``, or ``{"legal": false, "rule": ..., "reason": ...}``.

    Raises:
        EngineError: If the line is malformed, its position impossible, its throw not in the bank, or its
            piece not where the move says.
    """
    judge, state = _read(question, _WHY_KEYS)
    if "move" not in question:
        raise NotationError("the question has no 'move'")
    move = _read_move(question["move"], judge, state)
    reason = why_not(judge, state, move, throwing=False)
    if reason is None:
        return {"legal": True}
    return {"legal": False, "rule": reason.rule, "reason": str(reason).removeprefix(f"{reason.rule}: ")}


def _read(question: Mapping[str, Any], keys: frozenset[str]) -> tuple[Judge, State]:
    """Read the rules and the position of a line."""
    if not keys.issuperset(question):
        unknown = sorted(set(question) - keys)[0]
        raise NotationError(f"unknown key {unknown!r}: there are {', '.join(sorted(keys))}")
    for key in _NEEDED:
        if key not in question:
            raise NotationError(f"the question has no {key!r}")
    options = question.get("options", {})
    if not isinstance(options, dict):
        raise NotationError(f'options is {options!r}: give an object such as {{"split": true}}')
    try:
        written = json.dumps(options) if options else "{}"
    except (TypeError, ValueError) as error:
        raise NotationError(f"options is {options!r}: {error}") from error
    judge = _judge(str(question["preset"]), written, _players(question["players"]))
    line = {key: question[key] for key in LINE_KEYS}
    state = read_position(judge, line)
    if judge.user(state) != question["turn"]:
        raise NotationError(
            f"player {state.turn} is home, so the pieces of player {judge.user(state)} use the bank: "
            f"turn is {judge.user(state)}"
        )
    return judge, state


def _players(value: object) -> int:
    if type(value) is not int:
        raise SetupError(f"players is {value!r}: it may be {', '.join(map(str, INFO.players))}")
    return value


@lru_cache(maxsize=256)
def _judge(preset: str, written: str, players: int) -> Judge:
    """Put the judge of a line together; streams ask for the same one again and again."""
    options = json.loads(written)
    chosen = INFO.preset(preset)
    INFO.check_players(players)
    return Judge(read_options(chosen, INFO.checked(options), players), players)


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
