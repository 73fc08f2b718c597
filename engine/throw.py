"""What lay there: mouths of shells, pips of dice.

A throw says nothing about its worth. Throw values come from the table in force (`engine.values`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.errors import NotationError, ThrowError
from engine.messages import Message
from engine.record import Form, has_form


@dataclass(frozen=True, slots=True)
class Dice:
    """One or two dice lying flat.

    >>> str(Dice((3, 1)))
    '3-1'
    """

    pips: tuple[int, ...]
    """Pips on top, 1..6, in the order in which they lay from left to right. Where a game throws for the
    beginning with both dice at once, the left die is the first player's."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.pips) <= 2 or any(not 1 <= pip <= 6 for pip in self.pips):
            raise ThrowError(
                "{throw} is no throw of dice: give one or two numbers from 1 to 6", throw=repr(self.pips)
            )

    def __str__(self) -> str:
        return "-".join(map(str, self.pips))


@dataclass(frozen=True, slots=True)
class Cowries:
    """Shells lying still, and how many of them show the mouth.

    >>> str(Cowries(mouths=2, shells=6))
    '2/6'
    """

    mouths: int
    """Shells that lie mouth up, 0..shells."""
    shells: int
    """Shells in all."""

    def __post_init__(self) -> None:
        if not 1 <= self.shells <= 16 or not 0 <= self.mouths <= self.shells:
            raise ThrowError(
                "{mouths} mouths of {shells} shells cannot be: give 0 to {most} mouths",
                mouths=repr(self.mouths),
                shells=repr(self.shells),
                most=repr(self.shells),
            )

    def __str__(self) -> str:
        return f"{self.mouths}/{self.shells}"


Throw = Dice | Cowries


@dataclass(frozen=True, slots=True)
class ThrowKind:
    """What a game wants thrown: so many dice, or so many shells."""

    kind: Literal["dice", "cowries"]
    count: int

    def throws(self) -> tuple[Throw, ...]:
        """Every throw of this kind; two dice sorted, the larger first (21, not 36)."""
        if self.kind == "cowries":
            return tuple(Cowries(mouths, self.count) for mouths in range(self.count + 1))
        faces = range(6, 0, -1)
        if self.count == 1:
            return tuple(Dice((pip,)) for pip in faces)
        return tuple(Dice((a, b)) for a in faces for b in range(a, 0, -1))

    def __str__(self) -> str:
        return f"{self.kind}:{self.count}"


_COWRIES = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")
_DICE = re.compile(r"[0-9]{1,3}(?:-[0-9]{1,3})*")


def parse_throw(text: str) -> Throw:
    """Read back the text form of a throw: ``3-1``, ``5``, ``2/6``.

    Raises:
        NotationError: If the text is no throw.
        ThrowError: If the numbers cannot lie there.

    >>> parse_throw("2/6")
    Cowries(mouths=2, shells=6)
    """
    if match := _COWRIES.fullmatch(text):
        return Cowries(int(match[1]), int(match[2]))
    if _DICE.fullmatch(text):
        return Dice(tuple(map(int, text.split("-"))))
    raise NotationError(
        Message(
            "{throw} is no throw: write dice as '3-1' and shells as '2/6' (mouths of shells)",
            {"throw": repr(text)},
        )
    )


_AS_TEXT = Form(
    str,
    parse_throw,
    want=Message("a throw, such as '3-1' or '2/6'"),
    schema={"type": "string", "maxLength": 20},
)
for _kind in (Cowries, Dice):
    has_form(_kind, _AS_TEXT)
