"""The description of /api/v1 is true: every address stands in it, and what it describes is answered so."""

from __future__ import annotations

import re

import pytest

from engine.throw import Cowries
from ports_for_tests import House
from web.api.document import document


@pytest.fixture
def house(house: House) -> House:
    house.start()
    house.table.throw(Cowries(3, 4))
    house.app.extensions["writes"].per_s = house.app.extensions["writes"].holds = 1e9
    return house


def test_every_address_under_api_v1_is_described_and_back(house: House) -> None:
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in house.app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = {(path, method) for path, entry in document()["paths"].items() for method in entry}
    assert served == described


def test_the_box_serves_the_description_to_anyone(house: House) -> None:
    answer = house.watcher().get("/api/v1/openapi.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.get_json() == document()
