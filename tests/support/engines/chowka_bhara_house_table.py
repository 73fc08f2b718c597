"""Positions of Chowka Bhara under house rules, in one readable line, and what is refused of them, shortly."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chowka_bhara import INFO, State, make
from engine.errors import SetupError
from engine.game import Game
from engine.move import parse_move
from engine.options import OptionValue
from engine.throw import Cowries

HOME = [0, 0, 0, 0]
FAR = [1, 3, 5, 7]
"""Pawns of an opponent that are in nobody's way."""


def game(
    *pawns: list[int], preset: str = "5x5", options: dict[str, OptionValue] | None = None, **keys: Any
) -> Game[State]:
    """Set a position in which south moves next, and everybody has a kadi."""
    rules = make(INFO.preset(preset), options or {}, len(pawns))
    kadi = {"kadi": [True] * len(pawns)}
    return Game(rules, state=rules.from_position({"pawns": list(pawns), **kadi, **keys}))


def throw(played: Game[State], *values: int) -> None:
    """Throw values, as the shells in force show them."""
    table = played.rules.table
    by_value = {worth.value: mouths for mouths, worth in table.values.items()}
    for value in values:
        played.throw(Cowries(by_value[value], table.shells))


def moves(played: Game[State]) -> list[str]:
    return [str(move) for move in played.legal_moves()]


def push(played: Game[State], text: str) -> list[str]:
    played.push(parse_move(text))
    return [f"{fact.kind} {fact.player} {fact.rule}".strip() for fact in played.last_facts()]


def why(played: Game[State], text: str) -> str:
    reason = played.rules.why_not(played.state, parse_move(text))
    return "" if reason is None else reason.rule


def refused(preset: str, options: dict[str, OptionValue], players: int = 2) -> str:
    with pytest.raises(SetupError) as error:
        make(INFO.preset(preset), options, players)
    return str(error.value.message)
