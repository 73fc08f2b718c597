"""Positions of Chowka Bhara in one readable line, and what a throw or a move brings about, shortly."""

from __future__ import annotations

from typing import Any

from engine.chowka_bhara import INFO, ChowkaBhara, State, make
from engine.facts import Fact
from engine.game import Game
from engine.move import parse_move
from engine.options import OptionValue
from engine.throw import Cowries

HOME = [0, 0, 0, 0]
MOUTHS = {1: 1, 2: 2, 3: 3, 4: 4, 8: 0}


def rules(players: int = 2, preset: str = "5x5", **options: OptionValue) -> ChowkaBhara:
    return make(INFO.preset(preset), options, players)


def game(*pawns: list[int], **keys: Any) -> Game[State]:
    """Set a position: south throws next, everybody with a pawn past the gate has a kadi."""
    played = rules(len(pawns))
    return Game(played, state=played.from_position({"pawns": list(pawns), **keys}))


def throw(played: Game[State], *values: int) -> None:
    for value in values:
        played.throw(Cowries(MOUTHS[value], 4))


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
