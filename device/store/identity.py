"""Which box the journal is of, for readers outside the box."""

from __future__ import annotations

from device.store import Journal
from device.store.lives import ASKED, EventNames, event_names, rename


class Identity:
    """What a journal and its events are called. May be used from any thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def names(self) -> EventNames:
        """Look how everything is called now: a new life begins in memory mode, among others."""
        return event_names(self._journal.read(ASKED))

    def renew(self) -> None:
        """Give the box a new name, as another one has the same: its card was copied.

        Raises:
            RecordError: If it cannot be written.
        """
        self._journal.write(rename)
