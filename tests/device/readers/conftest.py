"""What all tests of readers share: one Mosquitto, and readers that look into the journal more often."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from devices.broker import Broker, broker


@pytest.fixture(scope="session")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """Run a broker that takes everybody, for tests that do not kill it: each box has topics of its own."""
    with broker(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked for is answered between two looks into the journal; so long do tests wait for it."""
    monkeypatch.setattr("device.readers.reader.PAUSE_S", 0.05)
