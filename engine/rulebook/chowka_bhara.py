"""Chowka Bhara: the rules C1 to C17 in our words, and why a move is refused."""

from __future__ import annotations

RULES: dict[str, str] = {}
REASONS: dict[str, str] = {
    "no-kadi": "{player} has no kadi yet, so no pawn of {player} may enter the inner ring",
}
