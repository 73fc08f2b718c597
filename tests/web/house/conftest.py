"""What tests of a house's data begin with: an empty storage, in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.store.database import Store
from device.store.memory_mode import new_memory


@pytest.fixture
def storage() -> Iterator[Store]:
    made = new_memory()
    yield made
    made.close()
