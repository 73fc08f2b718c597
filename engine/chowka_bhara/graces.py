"""Rows of throws that throw again, and what the third of one comes to (C20).

Readings where the page can be read two ways:

- With `fourth` a row of three is three equal values one after the other, whatever came before: of 4, 8, 8, 8
  the three 8s wait for the next throw.
- The three that are lost are those of the row; what was thrown before them in the turn stays.
- With `lost` the third of a row gives no further throw, and nothing more can be declared: the turn is over.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.values import ThrowValue

LONG = 3
"""Throws of a row that comes to something."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a throw makes of the values of its turn."""

    bank: tuple[int, ...]
    row: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    """Values that the row has lost."""
    ends: bool = False
    """The turn is over."""


def is_third(mode: str, row: tuple[int, ...], worth: ThrowValue) -> bool:
    """True if a throw is the third of a row that ends the turn."""
    return mode == "lost" and worth.again and len(row) + 1 >= LONG


def after_throw(mode: str, bank: tuple[int, ...], row: tuple[int, ...], worth: ThrowValue) -> Counted:
    """Count a throw.

    Args:
        mode: What is played: ``off``, ``lost`` or ``fourth``.
        bank: Values of the turn that are not used yet.
        row: The row before the throw.
        worth: What the throw counts by itself.
    """
    value, added = worth.value, (*bank, worth.value)
    if mode == "off":
        return Counted(added)
    if is_third(mode, row, worth):
        return Counted((), lost=added, ends=True)
    if mode == "lost":
        return Counted(added, (*row, value) if worth.again else ())
    if len(row) == LONG:
        if value == row[0]:
            return Counted(added)
        return Counted((*_without(bank, row), value), (value,) if worth.again else (), lost=row)
    if not worth.again:
        return Counted(added)
    return Counted(added, (*row, value) if row[:1] == (value,) else (value,))


def _without(bank: tuple[int, ...], row: tuple[int, ...]) -> tuple[int, ...]:
    """Take the values of a row out, those that were thrown last."""
    left = list(reversed(bank))
    for value in row:
        if value in left:
            left.remove(value)
    return tuple(reversed(left))
