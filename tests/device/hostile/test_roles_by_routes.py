"""Three thousand requests that no page sends, by every role to every route."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.house import house_rules
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import ADMIN_TOKEN, TOKEN, House
from web.auth.access import COOKIE
from web.auth.permissions import needed, suffices
from web.ports import Role

TOKENS: dict[Role, str] = {"watcher": "", "player": TOKEN, "admin": ADMIN_TOKEN}
TEXTS = [
    *("", "x", "0", "-1", "9" * 40, "1e309", "../../x", "%00", "\x00", "\ud800", "ಆಟ" * 300),
    *("<script>", "{}", "=" * 999),
]
FIELDS = ["throw", "move", "name", "names", "game", "preset", "role", "key", "seat", "of", "value", "request"]
NAMES = ["1", "0", "999999", "x", "..", "%2e%2e%2fx", "9" * 40, "throw-1", "é", "player"]


@pytest.fixture
def house(house: House) -> House:
    house.book.save(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.app.extensions["writes"].holds = house.app.extensions["writes"].per_s = 1e9
    house.app.extensions["tries"]._limit = 10**9
    house.app.config["TESTING"] = False  # an error is answered as in the box: a 500 is counted, and fails
    return house


class Attacker:
    """Sends one request after another, from a seed."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.random = random.Random(seed)
        self.routes = [
            (method, rule)
            for rule in house.app.url_map.iter_rules()
            for method in sorted((rule.methods or set()) - {"HEAD"}) or ["GET"]
        ]
        self.wrong: list[str] = []

    def attack(self) -> None:
        role = self.random.choice(list(TOKENS))
        method, rule = self.random.choice(self.routes)
        if self.random.random() < 0.1:
            method = self.random.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "TRACE"])
        is_own = self.random.random() < 0.5
        client = self.house.app.test_client(use_cookies=False)
        headers = {"Cookie": f"{COOKIE}={TOKENS[role]}"} if TOKENS[role] else {}
        if is_own:
            headers["X-CSRF-Token"] = self._token(client, headers)
        else:
            headers["X-CSRF-Token"] = self.random.choice(["", "x", "0" * 64])
            headers |= self.random.choice([{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
        is_here = self.random.random() < 0.9
        if not is_here:
            headers["Host"] = self.random.choice(
                ["evil.example", "localhost.evil.example", "[", "0.0.0.0:8000"]
            )
        before = self._state()
        sent = {**self._body(), "headers": headers, "query_string": self._query()}
        answer = client.open(self._address(rule), method=method, **sent)
        answer.close()
        may = suffices(role, needed(rule))
        status = answer.status_code
        what = f"{role} {method} {rule.rule} {sent} -> {status}"
        if status >= 500:
            self.wrong.append(what)
        if not (may and is_own and is_here and method == "POST") and self._state() != before:
            self.wrong.append(f"changed something: {what}")
        if not is_here and status not in (400, 421):
            self.wrong.append(f"was answered: {what}")
        if not may and status < 300 and method not in ("OPTIONS", "HEAD") and method in (rule.methods or ()):
            self.wrong.append(f"was let through: {what}")

    def _state(self) -> tuple[Any, ...]:
        kept = tuple((one.number, one.rules) for one in self.house.book.all())
        return (
            self.house.journal.last_seq(),
            self.house.let_in,
            self.house.settings.get(),
            kept,
        )

    def _token(self, client: FlaskClient, headers: dict[str, str]) -> str:
        return str(client.get("/api/v1/state", headers=headers).get_json().get("csrf", ""))

    def _text(self) -> str:
        return self.random.choice([*TEXTS, *NAMES, "3/4", "end", "pachisi", "admin", "6"])

    def _address(self, rule: Rule) -> str:
        for _ in range(20):
            parts = {part: self.random.choice(NAMES) for part in rule.arguments}
            if "filename" in parts:
                parts["filename"] = self.random.choice(
                    ["img/icon.svg", "../app.py", "%2e%2e/app.py", "nothing"]
                )
            try:
                built = rule.build(
                    {part: int(v) if v.isdigit() and "int:" in rule.rule else v for part, v in parts.items()}
                )
            except (ValueError, TypeError):
                continue
            if built is not None:
                return str(built[1])
        return rule.rule

    def _query(self) -> dict[str, str]:
        if self.random.random() < 0.6:
            return {}
        names = ["since", "key", "lang", "from", "page", "game", "seat", "rules", "turned"]
        return {self.random.choice(names): self._text().replace("\ud800", "?") for _ in range(2)}

    def _body(self) -> dict[str, Any]:
        found = {self.random.choice(FIELDS): self._text() for _ in range(self.random.randrange(4))}
        kind = self.random.randrange(5)
        if kind == 0:
            return {}
        if kind == 1:
            return {"data": {name: text.replace("\ud800", "?") for name, text in found.items()}}
        if kind == 2:
            return {
                "data": self.random.randbytes(self.random.randrange(3000)),
                "content_type": "application/json",
            }
        if kind == 3:
            value = self.random.choice([None, [], 5, {"a": [1]}, "x", True, 1e308])
            return {
                "data": json.dumps({**found, self.random.choice(FIELDS): value}),
                "content_type": "application/json",
            }
        return {"data": self.random.randbytes(500), "content_type": "multipart/form-data; boundary=x"}


@pytest.mark.parametrize(
    ("seed", "count"),
    [(5, 120), pytest.param(13, 3000, marks=pytest.mark.slow)],  # a minute and a half for more of the same
)
def test_no_request_of_any_role_does_what_it_may_not(house: House, seed: int, count: int) -> None:
    attacker = Attacker(house, seed)
    for _ in range(count):
        attacker.attack()
    assert not attacker.wrong, "\n".join(attacker.wrong[:10])
    assert house.player().client.get("/").status_code == 200
