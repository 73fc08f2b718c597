"""A journal, a table and what tells of them to other programs, without the rest of a box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.readers.connections import BoxConnections
from device.readers.mqtt.config import MqttConfig
from device.readers.sources import Sources
from device.store import Journal
from device.store.places import Places
from journals_for_tests import people_of, table_of
from ports_for_tests import PaperEye
from web.game.actions import Box
from web.house.connections import MqttChoice
from web.house.credentials import Passwords
from web.house.house_rules import HouseRulesStore
from web.house.identity import Identity
from web.house.settings import HouseSettings


class ToldHouse:
    """Everything that other programs are told of."""

    def __init__(
        self, folder: Path, *, journal: Journal | None = None, config: MqttConfig | None = None
    ) -> None:
        self.journal = journal or Journal(folder)
        self.table = table_of(self.journal)
        self.eye = PaperEye()
        self.settings = HouseSettings(self.journal)
        self.passwords = Passwords(self.journal)
        self.places = Places(self.journal)
        self.identity = Identity(self.journal)
        self.box = Box(self.table, self.journal, HouseRulesStore(self.journal), people_of(self.journal))
        self.sources = Sources(
            self.box,
            self.eye,
            self.settings,
            self.identity,
            self.places,
            now_s=lambda: self.journal.stamps.now_s,
            language=lambda: "en",
        )
        self.connections = BoxConnections(config or MqttConfig(), self.settings, self.passwords, self.sources)

    @property
    def name(self) -> str:
        return self.identity.names().box

    def speak(self, port: int, *, password: str | None = None, **choice: Any) -> None:
        """Choose a broker on this machine, as on the page."""
        self.connections.set_mqtt(
            MqttChoice(**{"on": True, "host": "127.0.0.1", "port": port, **choice}), password
        )

    def names(self) -> list[str]:
        """List what every event is called that others are told of."""
        names = self.identity.names()
        return [
            names.name(one.seq) for one in self.journal.events(since=0, limit=10**6) if not one.is_imported
        ]

    def topic(self, what: str) -> str:
        return f"charkoni/v1/{self.name}/{what}"

    def close(self) -> None:
        self.journal.let_go()
        self.connections.close()
        self.journal.close()


@contextmanager
def told_house(folder: Path, **given: Any) -> Iterator[ToldHouse]:
    """Run one until the end of the block."""
    house = ToldHouse(folder, **given)
    house.connections.start()
    try:
        yield house
    finally:
        house.close()
