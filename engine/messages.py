"""A sentence for people: an English template and its fields, which page and voice put into other languages.

>>> print(Message("{player} stands on {square}: {fitting} would do", {
...     "player": Seat(0), "square": Place("r3c4"), "fitting": Either(("r0c0", "r0c1"))}))
player 1 stands on r3c4: r0c0 or r0c1 would do
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_LONGEST = 300
"""Characters of a sentence about what came from outside."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, by seat from 0; people read the name."""

    number: int

    def __str__(self) -> str:
        return f"player {self.number + 1}"


@dataclass(frozen=True, slots=True)
class Place:
    """A square, by its id."""

    id: str

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Either:
    """What may be instead, in the words that programs know."""

    choices: tuple[object, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.choices))


@dataclass(frozen=True, slots=True)
class Both:
    """Things that belong together."""

    parts: tuple[object, ...]

    def __str__(self) -> str:
        *first, last = [*map(str, self.parts)] or [""]
        return f"{', '.join(first)} and {last}" if first else last


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one, that is not yet said in any language."""

    template: str
    """The English sentence, with the names of its fields in braces."""
    fields: Mapping[str, object] = field(default_factory=dict, hash=False)
    """What stands in them: texts and numbers, which no language changes, and the values of this module."""

    many: str = ""
    """The template for other counts than one; empty where nothing is counted."""
    count: int = 0
    """How many there are, where something is counted; a field of that name."""

    def __str__(self) -> str:
        return self.text(self.many if self.many and self.count != 1 else self.template)

    def text(self, template: str, show: Callable[[object], object] = lambda value: value) -> str:
        """Return the sentence by a template, which may be of another language.

        Args:
            template: The sentence, with the names of its fields in braces.
            show: Gives the value of a field in it.
        """
        fields = {**self.fields, "count": self.count} if self.many else self.fields
        if not fields:
            return template  # may be a finished sentence, with braces of its own
        return template.format(**{name: show(value) for name, value in fields.items()})


NOTHING = Message("")
"""No sentence: prints as an empty text."""


def shortened(message: object) -> str:
    """Return a sentence about what came from outside, without its middle where it repeats too much of it.

    >>> len(shortened("there is no game " + 1000 * "x"))
    300
    """
    text = str(message)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 101]}…{text[-100:]}"


class MessageError(Exception):
    """An error that says in a message what is wrong, and prints as English."""

    def __init__(self, template: str | Message, /, **fields: object) -> None:
        self.message = template if isinstance(template, Message) else Message(template, fields)
        """What is wrong; the field `rule`, where it has one, is the number of the rule that says so."""
        super().__init__(str(self.message))
