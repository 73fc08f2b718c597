"""Throw values of four and of six cowries, each table with its source."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

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


def _again(values: Collection[int], source: str) -> ThrowTable:
    """Return the table of six shells in which exactly these values throw again (C22)."""
    worth = {mouths: replace(one, again=one.value in values) for mouths, one in SIX_COWRIES.values.items()}
    return ThrowTable(f"six-{'-'.join(map(str, sorted(values)))}", 6, worth, source)


SIX_WITH_ONE = _again(
    (1, 6, 12), "told of the 7 x 7 board: 1 to 6 mouths count 1 to 6, no mouths 12; 1, 6 and 12 throw again"
)
"""Six shells of which a 1 throws again too. Source: tellings of Dayam, where 1 counts most."""

SIX_WITH_ONE_AND_FIVE = _again(
    (1, 5, 6, 12),
    "told in Tamil Nadu of the 7 x 7 board: 1 to 6 mouths count 1 to 6, no mouths 12; 1, 5, 6 and 12 "
    "throw again",
)
"""Six shells of which 1 and 5 throw again too. Source: tellings of Dayakattai (see `options.INFO`)."""

TABLES = {
    table.name: table
    for table in (FOUR_COWRIES, FOUR_COWRIES_SWAPPED, SIX_COWRIES, SIX_WITH_ONE, SIX_WITH_ONE_AND_FIVE)
}
"""Every table by name."""
