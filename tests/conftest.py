"""What tests of several modules begin with."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from compiled_once import compile_once

if TYPE_CHECKING:
    from device.store import Journal
    from ports_for_tests import House


def pytest_configure() -> None:
    """Let programs that tests start be ended by Ctrl-C, also where these run in a shell's background.

    A shell lets what runs there ignore Ctrl-C, and programs inherit what is ignored, not what is handled.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    compile_once()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Fake GPIO pins; the real ones come back afterwards."""
    saved = Device.pin_factory
    factory = MockFactory(pin_class=MockPWMPin)
    Device.pin_factory = factory
    yield factory
    factory.reset()
    Device.pin_factory = saved


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An empty journal."""
    from device.store import Journal

    with Journal(tmp_path / "data", clock=lambda: 1000.0) as opened:
        yield opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A small house with nothing on its table."""
    from ports_for_tests import House  # only where one is wanted: tests of the engine load no page

    made = House(tmp_path / "box")
    yield made
    made.close()
