"""What is said while the journal is not on the disk, when that is over, and of what was lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from device.store.database import Fault
from engine.messages import Message
from web.ports import Lost

WHAT = {
    Fault.FULL: Message("The disk that holds the games is full."),
    Fault.READ_ONLY: Message("The disk that holds the games is read-only."),
    Fault.DAMAGED: Message("The file that holds the games is damaged."),
    Fault.BROKEN: Message("The disk that holds the games answers with errors."),
    Fault.GONE: Message("The file that holds the games was moved or deleted while the box runs."),
}
MEMORY = Message("The box plays on from memory: what is played from now on would be lost if the power went.")
HELP = {
    Fault.FULL: Message("Make room on that disk; the box then writes everything by itself."),
    Fault.READ_ONLY: Message(
        "Mount it writable, or check its card; the box then writes everything by itself."
    ),
    Fault.DAMAGED: Message(
        "Make room on its disk for a second file; the box then sets the damaged one aside."
    ),
    Fault.BROKEN: Message(
        "Check the disk and its plug; when it answers again, the box writes everything by itself."
    ),
    Fault.GONE: Message("Put it back; the box then writes everything by itself."),
}
PICTURES = (
    Message("The latest photographs of throws are in memory only, the games are safe."),
    Message("Make room on the disk, or check it; the box then writes them by itself."),
)
WRITTEN = Message("The disk takes photographs again: those in memory have been written.")

OTHERS = Message("Settings, phones, house rules or players may be missing, too: look at them.")


def lost_pictures(count: int) -> tuple[Message, ...]:
    """Tell how many photographs are lost; empty for none."""
    told = {"count": count}
    lost = Message("Photographs of throws that found no room in memory either, and are lost: {count}.", told)
    return (lost,) if count else ()


def line(sentences: Sequence[Message]) -> str:
    """Put sentences together in English, for the log."""
    return " ".join(map(str, sentences))


_LOST: dict[Lost, Message] = {
    "setting": Message(
        "Settings that could not be read, and are again as they were at first: {count}.", {"count": 0}
    ),
    "phone": Message("Phones that could not be read, and have to be let in again: {count}.", {"count": 0}),
    "part of a phone": Message(
        "Phones of which a part could not be read; look at the list of phones: {count}.", {"count": 0}
    ),
    "token": Message(
        "Tokens of programs that could not be read, and have to be made anew: {count}.", {"count": 0}
    ),
    "key": Message(
        "The key of the box could not be read: there is a new one, and an older picture of the code lets "
        "nobody in."
    ),
    "house rules": Message("House rules that could not be read: {count}.", {"count": 0}),
    "person": Message("Players that could not be read, and are not in the list: {count}.", {"count": 0}),
    "game": Message("Games that could not be read, and are not in the list: {count}.", {"count": 0}),
}


def lost_rows(counts: Mapping[Lost, int]) -> tuple[Message, ...]:
    """Tell what could not be read; empty when all could be."""
    return tuple(
        replace(sentence, fields={"count": counts[kind]})
        for kind, sentence in _LOST.items()
        if kind in counts
    )
