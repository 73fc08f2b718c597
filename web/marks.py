"""Marks sentences where they cannot be said yet: a module that knows no language hands on a `Message`.

The catalogues find a sentence by the name of the function that it is given to (`make catalogues`), and
`web.language.messages` says it to a reader.
"""

from __future__ import annotations

from engine.messages import Message


def mark(text: str) -> str:
    """Mark a sentence for the catalogues; it is translated when it is said."""
    return text


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence that counts; the name is the one that catalogue tools look for."""
    return one, many


def phrase(text: str, **fields: object) -> Message:
    """Mark a sentence and fill it."""
    return Message(text, fields)


def counted(one: str, many: str, count: int, **fields: object) -> Message:
    """Mark a sentence that counts, and fill it; ``count`` is a field of it."""
    return Message(one, fields, many, count)


def joined(*parts: tuple[str, Message | None]) -> Message:
    """Put phrases behind one another, each with what stands before it; None is left out.

    >>> joined(("", phrase("a")), (", ", None), (" · ", phrase("b"))).template
    '{p0} · {p1}'
    """
    kept = [(before, part) for before, part in parts if part is not None]
    text = "".join(f"{before if number else ''}{{p{number}}}" for number, (before, _) in enumerate(kept))
    return Message(text, {f"p{number}": part for number, (_, part) in enumerate(kept)})
