"""What the page that shows how the box is needs of it: lines with a verdict and what to do, and its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from engine.messages import NOTHING, Message

Verdict = Literal["fine", "look", "broken", "unknown"]
"""All is well; it works, but somebody should look; it does not work; this machine does not tell."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment by the box's clock; people read day and hour."""

    seconds: float
    """Since 1970."""

    def __str__(self) -> str:
        try:
            return datetime.fromtimestamp(self.seconds).isoformat(" ", "minutes")
        except (ValueError, OverflowError, OSError):
            return "?"


@dataclass(frozen=True, slots=True)
class Size:
    """How much room something takes; people read MB or GB."""

    bytes: int

    @property
    def parts(self) -> tuple[float, str]:
        """A number with one digit behind the point where it is small, and its unit.

        >>> Size(3_420_000_000).parts, Size(42_900_000).parts
        ((3.4, 'GB'), (43, 'MB'))
        """
        number, unit = (self.bytes / 1e9, "GB") if self.bytes >= 1e9 else (self.bytes / 1e6, "MB")
        shown = round(number, 1) if number < 10 else round(number)
        return (int(shown) if shown == int(shown) else shown), unit

    def __str__(self) -> str:
        return "{} {}".format(*self.parts)


@dataclass(frozen=True, slots=True)
class StatusLine:
    """How one part of the box is."""

    topic: str
    """Names the part, for programs too: ``camera``, ``disk`` and so on."""
    verdict: Verdict
    text: Message
    advice: Message = NOTHING
    """What to do; empty where there is nothing to do."""

    @property
    def figures(self) -> Mapping[str, int | float | str]:
        """The numbers and names in its sentence, for programs: bytes, seconds since 1970, counts."""
        return dict(_figures(self.text))


def _figures(message: Message) -> Iterator[tuple[str, int | float | str]]:
    if message.many:
        yield "count", message.count
    for name, value in message.fields.items():
        match value:
            case Message(fields={"seconds": int(seconds)}):
                yield f"{name}_s", seconds
            case Message():
                # What is counted within a sentence goes by the name of its place there.
                yield from ((name if key == "count" else key, one) for key, one in _figures(value))
            case Moment(seconds):
                yield name, round(seconds)
            case Size(size):
                yield name, size
            case int() | float() | str():
                yield name, value


Starter = Literal["service", "make", "command"]
"""What starts the box: the machine itself, ``make play``, or the command in a terminal."""


@dataclass(frozen=True, slots=True)
class Power:
    """The end of the box, and the way back."""

    starter: Starter
    stop: Callable[[Callable[[], str]], None]
    """Ends the box at once and for good; it gets what every phone is told, in the language that is spoken."""


class Status(Protocol):
    """How the box is."""

    def lines(self) -> Sequence[StatusLine]:
        """Tell how every part is, in a second at most: what hangs is said to hang."""
