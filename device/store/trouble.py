"""What is said while the journal is not on the disk, when that is over, and of what was lost."""

from __future__ import annotations

from collections.abc import Sequence

from device.store.database import Fault
from engine.messages import Message

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
