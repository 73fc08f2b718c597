"""Schemathesis sends what the description says, and what it denies: no answer is unknown to it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House, Program
from web.api.document import document
from web.house.connections import LinkState
from web.ports import Role

ENDLESS = ("/api/v1/stream",)
OPERATIONS = [
    (path, method) for path, entry in document()["paths"].items() if path not in ENDLESS for method in entry
]
ROLES: tuple[Role, ...] = ("admin", "player", "watcher")
SHORT = 6
"""So many addresses each role asks in the quick run."""


@pytest.fixture
def house(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """A box whose acts reach its own folder alone: nothing that is drawn here is a real address to call."""
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.app.extensions["writes"].per_s = house.app.extensions["writes"].holds = 1e9
    house.lamps.drawing = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    for trial in ("try_broker", "try_hook"):
        monkeypatch.setattr(f"device.readers.connections.{trial}", lambda *_, **__: LinkState("broken"))
    return house


def described_by(house: House) -> Any:
    """Return the description as schemathesis reads it."""
    schemathesis = pytest.importorskip("schemathesis", reason="the development environment is not complete")
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", house.app)


def send_what_is_described(
    schema: Any, program: Program, path: str, method: str, *, wrongly: bool, examples: int
) -> set[int]:
    """Send an address what it takes, or what it does not; give the statuses of the answers."""
    import schemathesis

    modes, operation = schemathesis.GenerationMode, schema[path][method.upper()]
    names = schemathesis.checks.CHECKS
    # No description can say which move is legal, or which number is a game: 400, 404, 422 are answers, too.
    left_out = [names.get_one("positive_data_acceptance")]
    # It draws a wrong token and takes it for sent, but a right one goes: tests/web/auth/test_tokens.py.
    left_out.append(names.get_one("ignored_auth"))
    statuses = set()

    @seed(7)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=modes.NEGATIVE if wrongly else modes.POSITIVE))
    def sent(case: Any) -> None:
        answer = case.call_and_validate(
            headers={**program.headers, "Accept-Encoding": "identity"}, excluded_checks=left_out
        )
        statuses.add(answer.status_code)

    sent()
    return statuses


def can_be_wrong(path: str, method: str) -> bool:
    """True where something can be sent that the description denies: any text can be a name in an address."""
    operation = document()["paths"][path][method]
    names = {"in": "path", "schema": {"type": "string"}}
    parts = [one for one in operation.get("parameters", ()) if not names.items() <= one.items()]
    return bool(parts or "application/json" in operation.get("requestBody", {}).get("content", ()))


def test_some_addresses_answer_as_described_to_every_role(house: House) -> None:
    schema = described_by(house)
    for role in ROLES:
        program = house.program(role, name=role)
        for path, method in Random(role).sample(OPERATIONS, SHORT):
            statuses = send_what_is_described(schema, program, path, method, wrongly=False, examples=2)
            assert statuses - {401, 429}, (path, method)


@pytest.mark.slow  # every address with every role takes minutes
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("wrongly", [False, True], ids=["as described", "wrongly"])
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_address_answers_as_described_to_every_role(
    house: House, path: str, method: str, role: Role, *, wrongly: bool, tmp_path: Path
) -> None:
    if wrongly and not can_be_wrong(path, method):
        pytest.skip("nothing can be sent wrongly to an address without parts")
    outside = {one.name for one in tmp_path.iterdir()}
    program = house.program(role, name=role)
    statuses = send_what_is_described(
        described_by(house), program, path, method, wrongly=wrongly, examples=12
    )
    assert statuses - {401, 429}
    if role == "admin":
        assert 403 not in statuses  # the door is open: what is sent is read
    assert {one.name for one in tmp_path.iterdir()} == outside
    assert house.table.model.game >= 1
