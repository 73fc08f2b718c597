"""A house that refuses everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ports_for_tests import House


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A game that no test of a module may change."""
    made = House(tmp_path_factory.mktemp("still"))
    made.start()
    yield made
    made.close()
