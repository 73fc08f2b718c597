"""Throw values of four and of six cowries, each table with its source."""

from __future__ import annotations

from engine.values import ThrowTable, ThrowValue

FOUR_COWRIES = ThrowTable(
    "four",
    4,
    {
        0: ThrowValue(8, again=True),
        1: ThrowValue(1),
        2: ThrowValue(2),
        3: ThrowValue(3),
        4: ThrowValue(4, again=True),
    },
    "The English description that these rules follow: no mouths (bhara) 8, four (chowka) 4",
)
"""Four shells. Source: the project's page on Chowka Bhara, from source 003."""

FOUR_COWRIES_SWAPPED = ThrowTable(
    "four-swapped",
    4,
    {**FOUR_COWRIES.values, 0: ThrowValue(4, again=True), 4: ThrowValue(8, again=True)},
    "A household custom that the rules name: the 4 and the 8 swapped",
)
"""Four shells with the 4 and the 8 swapped. Source: as above."""

SIX_COWRIES = ThrowTable(
    "six",
    6,
    {
        0: ThrowValue(12, again=True),
        1: ThrowValue(1),
        2: ThrowValue(2),
        3: ThrowValue(3),
        4: ThrowValue(4),
        5: ThrowValue(5),
        6: ThrowValue(6, again=True),
    },
    "usual for the 7 x 7 board: 1 to 6 mouths count 1 to 6, no mouths count 12; 6 and 12 throw again",
)
"""Six shells. Source: the usual table of the 7 x 7 game; the project's page gives only the board."""

TABLES = {table.name: table for table in (FOUR_COWRIES, FOUR_COWRIES_SWAPPED, SIX_COWRIES)}
"""Every table by name."""
