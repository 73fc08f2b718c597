"""Marks sentences where they cannot be said yet: a module that knows no language hands on a `Phrase`.

The catalogues find a sentence by the name of the function that it is given to (`web.language.extract`), and
`web.language.locale` says it to a reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def mark(text: str) -> str:
    """Mark a sentence for the catalogues; it is translated when it is said."""
    return text


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that counts; the name is the one that catalogue tools look for."""
    return one, many


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one, with what stands in its fields."""

    text: str
    """The English template."""
    many: str = ""
    """The template for other counts than one; empty where nothing is counted."""
    count: int = 0
    fields: Mapping[str, object] = field(default_factory=dict)
    """By name: what stands there, which may be another phrase."""


def phrase(text: str, **fields: object) -> Phrase:
    """Mark a sentence and fill it."""
    return Phrase(text, fields=fields)


def counted(one: str, many: str, count: int, **fields: object) -> Phrase:
    """Mark a sentence that counts, and fill it; ``count`` is a field of it."""
    return Phrase(one, many, count, fields)


def joined(*parts: tuple[str, Phrase | None]) -> Phrase:
    """Put phrases behind one another, each with what stands before it; None is left out.

    >>> joined(("", phrase("a")), (", ", None), (" · ", phrase("b"))).text
    '{p0} · {p1}'
    """
    kept = [(before, part) for before, part in parts if part is not None]
    text = "".join(f"{before if number else ''}{{p{number}}}" for number, (before, _) in enumerate(kept))
    return Phrase(text, fields={f"p{number}": part for number, (_, part) in enumerate(kept)})
