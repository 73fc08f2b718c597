"""The description of /api/v1 is true: every address stands in it, and what it describes is answered so."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from engine.throw import Cowries
from ports_for_tests import ADMIN_TOKEN, House
from web.game.openapi import document


@pytest.fixture
def house(house: House) -> House:
    house.start()
    house.table.throw(Cowries(3, 4))
    house.app.extensions["writes"].per_s = house.app.extensions["writes"].holds = 1e9
    return house


def test_every_address_under_api_v1_is_described_and_back(house: House) -> None:
    served = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower())
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


SENT = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
"""Bounded and the same each time: this asks whether the description is true, not for rare bugs."""


OPERATIONS = [(path, method) for path, entry in document()["paths"].items() for method in entry]


@pytest.mark.slow  # schemathesis takes long to load and to draw what it sends
@pytest.mark.parametrize("wrongly", [False, True], ids=["as described", "wrongly"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_schemathesis_finds_no_answer_that_the_description_denies(
    house: House, path: str, method: str, *, wrongly: bool
) -> None:
    schemathesis = pytest.importorskip("schemathesis", reason="the development environment is not complete")
    if wrongly and method == "get":
        pytest.skip("nothing can be sent wrongly to an address without parts")
    modes = schemathesis.GenerationMode
    operation = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", house.app)[path][method.upper()]
    # No description can say which move is legal, or which text is a throw: 400 and 422 are answers, too.
    left_out = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]
    csrf = house.admin().state()["csrf"]
    statuses = []

    @SENT
    @given(case=operation.as_strategy(generation_mode=modes.NEGATIVE if wrongly else modes.POSITIVE))
    def sent(case: Any) -> None:
        answer = case.call_and_validate(
            headers={"X-CSRF-Token": csrf, "Accept-Encoding": "identity"},
            cookies={"phone": ADMIN_TOKEN},
            excluded_checks=left_out,
        )
        statuses.append(answer.status_code)

    sent()
    assert set(statuses) != {403}  # the door is open: what is sent is read
    assert statuses
