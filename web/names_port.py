"""What the page needs of the box to call events by names that never come again."""

from __future__ import annotations

from typing import Protocol


class Names(Protocol):
    """What events are called: a look at the journal at one moment."""

    def name(self, seq: int) -> str:
        """Return the name of an event: BOX/LIFE/NUMBER."""

    def place_of(self, name: str) -> int | None:
        """Return up to which number a reader knows the journal that was told this event last.

        None is for an event of another box or an unknown life. Raises ValueError for what is no name.
        """
