"""Questions from outside: one line of the contract in, one answer out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.chowka_bhara.legal import entry
from engine.chowka_bhara.options import INFO
from engine.chowka_bhara.position import LINE
from engine.chowka_bhara.rules import ChowkaBhara, make
from engine.chowka_bhara.state import State
from engine.errors import NotationError, PositionError, SetupError
from engine.move import Move, PieceMove, move_from_json

_REQUIRED = ("game", "players", *LINE)
_KNOWN = ("game", "preset", "options", "players", *LINE)


def ask_legal(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``charkoni legal``: the legal moves of a position.

    Raises:
        EngineError: If the line is malformed or the position impossible.
    """
    rules, state = _read(question, _KNOWN)
    moves = rules.choices.moves(state)
    return {"moves": [entry(move) for move in moves if isinstance(move, PieceMove)]}


def ask_why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer ``charkoni why``: is the line's ``move`` legal, and if not, which rule forbids it.

    Raises:
        EngineError: If the line is malformed, the position impossible, or the move not of this position.
    """
    if "move" not in question:
        raise NotationError("the line has no 'move': give an entry as charkoni legal prints it")
    rules, state = _read(question, (*_KNOWN, "move"))
    reason = rules.refusals.piece(state, _move(question["move"], state))
    if reason is None:
        return {"legal": True}
    return {"legal": False, "rule": reason.rule, "reason": reason.text().removeprefix(f"{reason.rule}: ")}


def _read(question: Mapping[str, Any], known: tuple[str, ...]) -> tuple[ChowkaBhara, State]:
    """Read rules and position of a line."""
    for key in question:
        if key not in known:
            raise NotationError(f"unknown key {key!r}: there are {', '.join(known)}")
    for key in _REQUIRED:
        if key not in question:
            raise NotationError(f"the line has no {key!r}: only preset and options may be left out")
    rules = _rules(question)
    line = {key: question[key] for key in LINE}
    state = rules.positions.read_line(line)
    message = rules.positions.impossible(state)
    if message:
        raise PositionError(message)
    return rules, state


def _rules(question: Mapping[str, Any]) -> ChowkaBhara:
    preset, options, players = question.get("preset", "5x5"), question.get("options", {}), question["players"]
    if not isinstance(preset, str):
        raise SetupError(f"preset is {preset!r}: there are {', '.join(p.name for p in INFO.presets)}")
    if isinstance(players, bool) or not isinstance(players, int) or players not in INFO.players:
        raise SetupError(f"{players!r} players cannot play chowka-bhara: 2, 3 or 4 can")
    if not isinstance(options, dict):
        raise SetupError(f"options is {options!r}: give an object")
    known = [option.key for option in INFO.options]
    for key, value in options.items():
        if key not in known:
            raise SetupError(f"chowka-bhara has no option {key!r}: there are {', '.join(known)}")
        if not isinstance(value, bool):
            raise SetupError(f"option {key!r} cannot be {value!r}: it may be false, true")
    return _made(preset, players, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _made(preset: str, players: int, options: tuple[tuple[str, bool], ...]) -> ChowkaBhara:
    return make(INFO.preset(preset), dict(options), players)


def _move(data: object, state: State) -> PieceMove:
    """Read the move of a line and check that its throw and its pawns are there.

    Raises:
        NotationError: If it is none of this position.
    """
    if not isinstance(data, dict) or data.get("kind") not in ("move", "challenge", "pair"):
        raise NotationError(f"move is {data!r}: give an entry of kind move, challenge or pair")
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
