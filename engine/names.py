"""The players' names: one judgement for page and command line.

>>> names_of(["  Asha  K. ", "Ravi"])
('Asha K.', 'Ravi')
>>> names_of(["Asha", "ASHA"])
Traceback (most recent call last):
engine.errors.SetupError: two players have the same name, 'Asha' and 'ASHA': give each another one
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from engine.errors import SetupError

LONGEST_NAME = 40


def names_of(written: Iterable[str]) -> tuple[str, ...]:
    """Trim names, and check that people can tell them apart.

    Raises:
        SetupError: If a name is too long or shows nothing, or two look the same.
    """
    names = tuple(fitting(name) for name in written)
    seen: dict[str, str] = {}
    for name in names:
        look = look_of(name)
        if not look:
            raise SetupError("a player has no name that can be seen: give every player one")
        if look in seen:
            raise SetupError(
                "two players have the same name, {name} and {other}: give each another one",
                name=repr(seen[look]),
                other=repr(name),
            )
        seen[look] = name
    return names


def fitting(name: str) -> str:
    """Trim a name that fits.

    Raises:
        SetupError: If it is too long: a name is never cut.
    """
    kept = trimmed(name)
    if len(kept) > LONGEST_NAME:
        raise SetupError(
            "the name {name} and so on is too long: at most {longest} letters fit",
            name=repr(kept[:LONGEST_NAME]),
            longest=LONGEST_NAME,
        )
    return kept


def trimmed(name: str) -> str:
    """Leave out what no name has: control characters, and space at the ends; empty if nothing is seen."""
    kept = (sign for sign in name if sign.isspace() or unicodedata.category(sign) not in ("Cc", "Cs"))
    told = " ".join("".join(kept).split())
    return told if look_of(told) else ""


def look_of(name: str) -> str:
    """Return what people see of a name. What is unseen stays in the name itself: some letters join by it."""
    seen = (sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf")
    return " ".join("".join(seen).casefold().split())
