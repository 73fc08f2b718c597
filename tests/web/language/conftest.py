"""All sentences of the programs."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from web.language import extract


@pytest.fixture(scope="session")
def collected() -> Catalog:
    return extract.template()
