"""All sentences of the programs."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from web.build import catalogues


@pytest.fixture(scope="session")
def collected() -> Catalog:
    return catalogues.template()
