"""Tests of the benches run in `make test-all`: the product does not need them. The door's are quick."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of every room of the benches as slow."""
    for item in items:
        if HERE in item.path.parents and item.path.parent != HERE:
            item.add_marker("slow")
