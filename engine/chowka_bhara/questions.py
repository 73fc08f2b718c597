"""Questions from outside: one line of the contract in, one answer out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.chowka_bhara.legal import entry
from engine.chowka_bhara.options import INFO
from engine.chowka_bhara.position import LINE
from engine.chowka_bhara.rules import ChowkaBhara, make
from engine.chowka_bhara.state import State
from engine.errors import NotationError, SetupError
from engine.fields import Lines, told
from engine.move import Move, PieceMove, move_from_json

_LINES = Lines(INFO, make, ("game", "preset", "options", "players", *LINE), left_out=("preset", "options"))


def ask_legal(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``charkoni legal``: the legal moves of a position.

    Raises:
        EngineError: If the line is malformed or the position impossible.
    """
    rules, state = _read(question)
    moves = rules.choices.moves(state)
    return {"moves": [entry(move) for move in moves if isinstance(move, PieceMove)]}


def ask_why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``charkoni why``: is the line's ``move`` legal, and if not, which rule forbids it.

    Raises:
        EngineError: If the line is malformed, the position impossible, or the move not of this position.
    """
    rules, state = _read(question, move=True)
    return told(rules.refusals.piece(state, _move(question["move"], rules, state)))


def _read(question: Mapping[str, Any], *, move: bool = False) -> tuple[ChowkaBhara, State]:
    """Read rules and position of a line."""
    players = question.get("players", 2)
    if type(players) is not int or players not in INFO.players:
        raise SetupError(f"{players!r} players cannot play chowka-bhara: 2, 3 or 4 can")
    rules, line = _LINES.read(question, move=move)
    state = rules.positions.read_line(line)
    rules.positions.check_possible(state)
    return rules, state


def _move(data: object, rules: ChowkaBhara, state: State) -> PieceMove:
    """Read the move of a line and check that its throw and its pawns are there.

    Raises:
        NotationError: If it is none of this position.
    """
    kinds = ("move", "challenge", "pair", *(("enter",) if rules.options.entry else ()))
    if not isinstance(data, dict) or data.get("kind") not in kinds:
        raise NotationError(f"move is {data!r}: give an entry of kind {', '.join(kinds[:-1])} or {kinds[-1]}")
    if "squares" in data:
        raise NotationError(
            "unknown key 'squares' in a move: there are kind, pieces, value, from, to, captures"
        )
    move: Move = move_from_json(data)
    assert isinstance(move, PieceMove)  # by its kind
    steps = state.pawns[state.turn]
    pieces = sorted(set(move.pieces))
    if len(pieces) != len(move.pieces) or len(pieces) > 2 or pieces[-1] >= len(steps):
        raise NotationError(
            f"pieces is {list(move.pieces)!r}: give one or two different pawns from 0 to {len(steps) - 1}"
        )
    if all(steps[pawn] != move.start for pawn in pieces):
        stands = " and ".join(f"pawn {pawn} on step {steps[pawn]}" for pawn in pieces)
        raise NotationError(f"from is {move.start}, but player {state.turn} has {stands}")
    if move.kind != "pair" and move.value not in state.bank:
        bank = ", ".join(map(str, state.bank)) or "nothing"
        raise NotationError(f"value {move.value} is not in the bank: there is {bank}")
    return move
