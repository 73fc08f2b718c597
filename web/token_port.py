"""What the page needs of the box to let programs in: tokens, which they send in place of a cookie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from web.ports import Role

MOST_TOKENS = 30
"""So many tokens there may be."""

LATEST_END = 4_102_444_800.0
"""Seconds since 1970, the year 2100: no end of a token lies behind it."""


class TooManyTokensError(ValueError):
    """There are as many tokens as there can be."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """One program that was let in."""

    id: str
    """Names it on the page; no key to anything."""
    name: str
    role: Role
    since: float
    """Seconds since 1970."""
    ends: float
    """Seconds since 1970; 0 if it has no end."""
    seen: float
    """Seconds since 1970; 0 if it never came."""
    is_over: bool = False
    """Its time is over: it lets nobody in."""


class Tokens(Protocol):
    """Which programs may act."""

    def find(self, token: str) -> TokenLine | None:
        """Find what a token stands for, and note that it was seen; None for one that lets nobody in now."""

    def known(self, token: str) -> TokenLine | None:
        """Find the same at once, without a note: never waits for the disk."""

    def everyone(self) -> list[TokenLine]:
        """List all, those that were made first first; also those whose time is over."""

    def add(self, name: str, role: Role, *, ends: float) -> str:
        """Make a token and return it, this once; it ends so many seconds after 1970, with 0 never.

        Raises SetupError if the name cannot be, ValueError if the end cannot, TooManyTokensError, or
        RecordError.
        """

    def change(self, token: str, *, name: str, role: Role) -> None:
        """Call a token of the list something, and let it do more or less.

        Raises KeyError for an unknown one, SetupError if the name cannot be, or RecordError.
        """

    def take_back(self, token: str) -> None:
        """Forget a token of the list. Raises KeyError for an unknown one, or RecordError."""
