"""Positions of Chowka Bhara in one readable line, and what a throw or a move brings about, shortly."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chowka_bhara import INFO, ChowkaBhara, State, make
from engine.errors import SetupError
from engine.facts import Fact
from engine.game import Game
from engine.move import parse_move
from engine.options import OptionValue
from engine.throw import Cowries

HOME = [0, 0, 0, 0]
FAR = [1, 3, 5, 7]
"""Pawns of an opponent that are in nobody's way."""


def rules(players: int = 2, preset: str = "5x5", **options: OptionValue) -> ChowkaBhara:
    return make(INFO.preset(preset), options, players)


def game(
    *pawns: list[int], preset: str = "5x5", options: dict[str, OptionValue] | None = None, **keys: Any
) -> Game[State]:
    """Set a position: south throws next, everybody with a pawn past the gate has a kadi."""
    played = rules(len(pawns), preset, **(options or {}))
    return Game(played, state=played.from_position({"pawns": list(pawns), **keys}))


def with_kadi(*pawns: list[int], **keys: Any) -> Game[State]:
    """Set a position in which everybody has a kadi."""
    return game(*pawns, **{"kadi": [True] * len(pawns), **keys})


def throw(played: Game[State], *values: int) -> None:
    """Throw values, as the shells in force show them."""
    table = played.rules.table
    assert table is not None
    by_value = {worth.value: mouths for mouths, worth in table.values.items()}
    for value in values:
        played.throw(Cowries(by_value[value], table.shells))


def shown(played: Game[State]) -> list[str]:
    return [str(move) for move in played.legal_moves()]


def optional(played: Game[State]) -> list[str]:
    return [str(move) for move in played.rules.optional(played.state)]


def push(played: Game[State], text: str) -> list[str]:
    """Play a move and give what it brought about, shortly."""
    played.push(parse_move(text))
    return told(played)


def told(played: Game[State]) -> list[str]:
    return [_short(fact) for fact in played.last_facts()]


def _short(fact: Fact) -> str:
    pieces = "".join(f" {player}{'abcd'[pawn]}" for player, pawn in fact.pieces)
    values = "".join(f" {value}" for value in fact.values)
    return f"{fact.kind} {fact.player}{pieces}{values} {fact.rule}".strip()


def why(played: Game[State], text: str) -> str:
    """Name the rule that refuses a move; nothing for a legal one."""
    reason = played.rules.why_not(played.state, parse_move(text))
    return "" if reason is None else reason.rule


def refused(preset: str, options: dict[str, OptionValue], players: int = 2) -> str:
    """Return why nobody can play with these options."""
    with pytest.raises(SetupError) as error:
        rules(players, preset, **options)
    return str(error.value.message)
