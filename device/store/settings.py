"""The settings of the house, as the journal keeps them: a row each."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Any

from device.listeners import Listeners
from device.store import Journal
from device.store.rows import json_of
from engine.record import Json, read_on
from web.house.settings import Settings, named, written

log = logging.getLogger(__name__)


class HouseSettings:
    """Settings kept in the journal; implements `web.house.settings.KeptSettings`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._listeners = Listeners()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from the thread that set them) after every change; returns how to stop."""
        return self._listeners.add(changed)

    def get(self) -> Settings:
        """Return all settings, those never set, and those that cannot be read, with their default."""
        given: Json = {}
        faults: list[ValueError] = []
        for key, text in self._journal.read("SELECT key, value FROM setting"):
            try:
                given[str(key)] = json_of(text)
            except ValueError as error:
                faults.append(error)
        settings, wrong = read_on(Settings, given)
        faults += wrong
        for fault in faults:
            log.debug("a setting cannot be read: %s", fault)
        self._journal.losses.tell("setting", len(faults))
        return settings

    @named(Settings)
    def set(self, **changes: Any) -> None:
        """Remember changes, all or none.

        Raises:
            ValueError: For an unknown name or value, naming what would do.
            RecordError: If they cannot be written.
        """
        rows = [(key, written(key, value)) for key, value in changes.items()]

        def write(writer: sqlite3.Connection) -> None:
            writer.executemany("REPLACE INTO setting VALUES (?, ?)", rows)

        self._journal.write(write)
        self._listeners.tell()
