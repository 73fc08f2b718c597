"""What all tests of readers share: one Mosquitto, and readers that look into the journal more often."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from devices.broker import Broker, Ear, broker, ear
from devices.told_house import ToldHouse, told_house
from web.connections.schemas import schemas


@pytest.fixture(scope="session")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """Run a broker that takes everybody, for tests that do not kill it: each box has topics of its own."""
    with broker(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ToldHouse]:
    with told_house(tmp_path / "house") as house:
        yield house


@pytest.fixture
def heard(mosquitto: Broker, house: ToldHouse) -> Iterator[Ear]:
    """All that the box tells at the broker; each message fits its schema."""
    with ear(mosquitto.port, house.topic("#"), f"homeassistant/device/{house.name}/config") as listening:
        yield listening
        for what, schema in schemas().items():
            if what not in ("ask", "do"):
                described = Draft202012Validator(schema)
                for message in listening.of(what):
                    if message != "":  # which takes back what was kept
                        described.validate(message)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked for is answered between two looks into the journal; so long do tests wait for it."""
    monkeypatch.setattr("device.readers.reader.PAUSE_S", 0.05)
