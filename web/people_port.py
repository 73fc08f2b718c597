"""What the page needs of the box to know the people who play here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

SIGNS = range(4)
"""The players' signs, a colour with a shape, by the seats that have them."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    number: int
    """Names the person in addresses; never used again for another."""
    name: str
    sign: int | None = None
    """The sign that the person likes to play with; None for any."""
    names: tuple[str, ...] = ()
    """Names under which the person is written in earlier games."""
    last: int = 0
    """The number of the newest game that the person played; 0 for none."""


class People(Protocol):
    """The people who play here."""

    def everyone(self) -> list[Person]:
        """List all, who played last first."""

    def remember(self, names: Sequence[str], *, game: int) -> None:
        """Remember who begins a game; a name that somebody has or had means that person.

        Nobody new is remembered where there is no room for more. Raises RecordError.
        """

    def change(self, number: int, *, name: str, sign: int | None) -> None:
        """Call a person something, and keep the sign that they like; the earlier name still means them.

        Raises KeyError, SetupError if the name cannot be, SameNameError, NoRoomError, or RecordError.
        """

    def merge(self, number: int, into: int) -> None:
        """Make one person of two: all names of the first mean the second from now on.

        Raises KeyError if there is no such number or both are the same, NoRoomError, or RecordError.
        """

    def delete(self, number: int) -> None:
        """Forget a person; the games keep the names that were typed. Raises KeyError or RecordError."""
