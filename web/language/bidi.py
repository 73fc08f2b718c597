"""Names within sentences: their direction of writing ends where the name ends.

Names are typed by people, in any script. Around one that has letters or marks of the other direction stand
the isolates of Unicode (FIRST STRONG ISOLATE, POP DIRECTIONAL ISOLATE): they work in a text, an attribute, a
title and on a terminal alike. Where a name stands in HTML by itself, it lies in ``<bdi>``. Needs no Flask:
voice and command line say names, too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from markupsafe import Markup

_FIRST_STRONG, _POP = "\u2068", "\u2069"

_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn what follows, until another ends it: no name needs one, as its letters know their way."""

_OTHER_WAY = frozenset({"R", "AL", "AN"})


def isolated(name: str) -> str:
    """Return a name for the middle of a sentence, which goes on in its own direction after it.

    >>> isolated("Asha")
    'Asha'
    >>> isolated("\u05e2\u05d9\u05d3\u05d5") == "\u2068\u05e2\u05d9\u05d3\u05d5\u2069"
    True
    """
    shown = without_controls(name)
    turns = shown != name or any(unicodedata.bidirectional(sign) in _OTHER_WAY for sign in shown)
    return f"{_FIRST_STRONG}{shown}{_POP}" if turns else name


def spoken(text: str) -> str:
    """Return a sentence for a voice, which has nothing to isolate."""
    return text.replace(_FIRST_STRONG, "").replace(_POP, "")


def bdi(name: str) -> Markup:
    """Write a name that stands by itself in HTML."""
    return Markup("<bdi>{}</bdi>").format(without_controls(name))


def bdi_list(names: Iterable[str]) -> Markup:
    """Write names in a row."""
    return Markup(", ").join(map(bdi, names))


def without_controls(name: str) -> str:
    """Return a name without marks that turn what follows, as it is shown."""
    return "".join(sign for sign in name if sign not in _CONTROLS)
