"""Messages as people of a test read them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.messages import Message


def told(sentences: Iterable[Message]) -> str:
    """Return sentences in a row, in English."""
    return " ".join(map(str, sentences))
