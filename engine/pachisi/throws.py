"""Throw values of six and of seven cowries, each table with its source.

A grace lets the player throw again; most graces also bring a waiting piece in. Other spellings: kauri, kawri.
"""

from __future__ import annotations

from engine.values import ThrowTable, ThrowValue

_SOURCE = "The Dutch description that these rules follow"
_TRADITION = (
    "After E. B. Tylor, On the Game of Patolli in Ancient Mexico, 1879, "
    "and G. A. Herklots, Qanoon-e-Islam, 1832"
)


def _plain(value: int) -> ThrowValue:
    return ThrowValue(value)


def _grace(value: int) -> ThrowValue:
    return ThrowValue(value, again=True, enters=True)


def _again(value: int) -> ThrowValue:
    return ThrowValue(value, again=True)


SIX = ThrowTable(
    "six",
    6,
    {0: _grace(25), 1: _grace(10), 2: _plain(2), 3: _plain(3), 4: _plain(4), 5: _plain(5), 6: _grace(6)},
    _SOURCE + ": 6, 10 and 25 are graces",
)
"""Six cowries. Source: document 000."""

SIX_TYLOR = ThrowTable(
    "six-tylor",
    6,
    {0: _again(6), 1: _grace(10), 2: _plain(2), 3: _plain(3), 4: _plain(4), 5: _grace(25), 6: _again(12)},
    _TRADITION + ": all but 2, 3 and 4 throw again, only 10 and 25 bring a piece in",
)
"""Six cowries. Source: Tylor 1879 and Herklots 1832, as the rules page gives them."""

_SEVEN = {
    0: _again(7),
    1: _grace(10),
    2: _plain(2),
    3: _plain(3),
    4: _plain(4),
    5: _grace(25),
    6: _grace(30),
    7: _again(14),
}

SEVEN = ThrowTable("seven", 7, _SEVEN, _SOURCE + ", where 10, 25 and 30 are cancelled")
"""Seven cowries. Source: document 000, which writes 30 where throws are cancelled."""

SEVEN_35 = ThrowTable(
    "seven-35", 7, {**_SEVEN, 6: _grace(35)}, _SOURCE + ", where 10, 25 and 35 bring a piece in"
)
"""Seven cowries. Source: document 000, which writes 35 where pieces enter."""

SEVEN_HERKLOTS = ThrowTable(
    "seven-herklots",
    7,
    {
        0: _again(6),
        1: _again(10),
        2: _plain(2),
        3: _plain(3),
        4: _plain(4),
        5: _grace(25),
        6: _grace(30),
        7: _again(12),
    },
    "After G. A. Herklots, Qanoon-e-Islam, 1832: all but 2, 3 and 4 throw again, "
    "only 25 and 30 bring a piece in",
)
"""Seven cowries. Source: Herklots 1832, as the rules page gives it."""

TABLES = {table.name: table for table in (SIX, SIX_TYLOR, SEVEN, SEVEN_35, SEVEN_HERKLOTS)}
"""Every table by name."""

OPENS_GATE = frozenset({2, 3, 4})
"""Values that open the gate (P3)."""

NEEDS_PIECE = frozenset({7, 14})
"""Values that count only for a player with a piece on the board (P6)."""


def graces(table: ThrowTable) -> frozenset[int]:
    """Return the values that throw again."""
    return frozenset(worth.value for worth in table.values.values() if worth.again)


def entering(table: ThrowTable) -> frozenset[int]:
    """Return the values that bring a waiting piece in (P4)."""
    return frozenset(worth.value for worth in table.values.values() if worth.enters)


def high(table: ThrowTable) -> frozenset[int]:
    """Return the values that cancel one another (P23) and earn a pyada (P24): all that enter, except a 6."""
    return entering(table) - {6}
