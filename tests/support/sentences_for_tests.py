"""Messages as people of a test read them, entries of catalogues, and a phone that reads Dutch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine.messages import Message

if TYPE_CHECKING:  # most who read messages load no page
    from babel.messages.catalog import Message as Entry

    from ports_for_tests import House


def told(sentences: Iterable[Message]) -> str:
    """Return sentences in a row, in English."""
    return " ".join(map(str, sentences))


def strings(message: Entry) -> tuple[list[str], list[str]]:
    """Return the forms of a sentence in a catalogue, and those of its translation."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    said = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return ids, said


def reading(house: House, *, player: bool = True) -> Any:
    """Return a phone that reads Dutch."""
    client = house.player().client if player else house.watcher()
    client.set_cookie("language", "nl")
    return client
