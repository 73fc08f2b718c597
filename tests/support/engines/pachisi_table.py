"""Positions of Pachisi in one readable line, for the tests of that family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.facts import Fact, FactKind
from engine.game import Game
from engine.move import Decline, Move, PieceMove
from engine.pachisi import INFO, PachisiRules, State, make
from engine.throw import Cowries

MOUTHS = {
    "six": {25: 0, 10: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6},
    "six-tylor": {6: 0, 10: 1, 2: 2, 3: 3, 4: 4, 25: 5, 12: 6},
    "seven": {7: 0, 10: 1, 2: 2, 3: 3, 4: 4, 25: 5, 30: 6, 14: 7},
    "seven-35": {7: 0, 10: 1, 2: 2, 3: 3, 4: 4, 25: 5, 35: 6, 14: 7},
    "seven-herklots": {6: 0, 10: 1, 2: 2, 3: 3, 4: 4, 25: 5, 30: 6, 12: 7},
}
"""The rules page's tables, value → mouths."""


def rules(preset: str = "six", players: int = 2, **options: Any) -> PachisiRules:
    """Put rules together without looking at the other families."""
    return make(INFO.preset(preset), options, players)


def at(
    of: PachisiRules, *pieces: str, bank: Sequence[int | tuple[int, int]] = (), turn: int = 0, **more: Any
) -> State:
    """Set a position: one text of four steps for each player, such as ``"0 12 30 84"``."""
    entries = [(entry, entry) if isinstance(entry, int) else entry for entry in bank]
    return of.from_position(
        {
            "turn": turn,
            "pieces": [[int(step) for step in steps.split()] for steps in pieces],
            "bank": [{"value": value, "squares": squares} for value, squares in entries],
            **more,
        }
    )


def cowries(of: PachisiRules, value: int) -> Cowries:
    """Lay the shells for a value."""
    assert of.table is not None
    return Cowries(MOUTHS[of.table.name][value], of.table.shells)


def throw(game: Game[State], *values: int) -> tuple[Fact, ...]:
    """Throw values one after another and give what the last one brought about."""
    for value in values:
        game.throw(cowries(game.rules, value))  # type: ignore[arg-type]
    return game.last_facts()


def idle(game: Game[State]) -> None:
    """Throw a 2 and give it up."""
    throw(game, 2)
    game.push(decline(2))


def kinds(facts: Sequence[Fact]) -> list[tuple[FactKind, str]]:
    """Shorten facts to their kinds and rules."""
    return [(fact.kind, fact.rule) for fact in facts]


def texts(of: PachisiRules, state: State) -> list[str]:
    """List the legal moves as texts, sorted."""
    return sorted(map(str, of.moves(state)))


def refused(of: PachisiRules, state: State, move: Move) -> str | None:
    """Name the rule that refuses a move."""
    reason = of.why_not(state, move)
    if reason is None:
        return None
    assert str(reason).startswith(f"{reason.rule}: ")
    return reason.rule


def move(piece: int, start: int, end: int, value: int, squares: int | None = None) -> PieceMove:
    """Write a move of a piece."""
    return PieceMove("move", (piece,), value, value if squares is None else squares, start, end)


def enter(piece: int, value: int, end: int = 1, squares: int | None = None) -> PieceMove:
    """Write an entry."""
    return PieceMove("enter", (piece,), value, value if squares is None else squares, 0, end)


def decline(value: int, squares: int | None = None) -> Decline:
    """Write a throw given up."""
    return Decline(value, value if squares is None else squares)
