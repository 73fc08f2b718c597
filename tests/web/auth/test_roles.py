"""Who may use which address: the table says so of each, and what a phone may not do is refused in words.

Which role each address needs stands in the recordings: `golden/v0.1.0/opened.txt` and `sent.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.house import house_rules
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.auth.permissions import NEEDED, _rows, check, needed, suffices
from web.ports import Role

PARTS = {
    "number": 1,
    "step": 0,
    "row": 0,
    "ago": 0,
    "tag": "0123",
    "name": "throws",
    "phone": "player",
    "token": "token-1",
    "game": "pachisi",
    "filename": "css/page.css",
}
"""What stands in the variable parts of addresses here."""


@pytest.fixture
def house(house: House) -> House:
    house.book.save(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
    house.people.remember(["Asha", "Ravi"], game=1)
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.app.extensions["writes"].holds = 10_000.0
    return house


def routes(house: House) -> Iterator[tuple[str, Rule, Role]]:
    """List every route of the page with each of its methods, and the role that it needs."""
    for rule in house.app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, rule, needed(rule)


def address(rule: Rule) -> str:
    built = rule.build({part: PARTS.get(part, "x") for part in rule.arguments})
    assert built is not None, rule
    return str(built[1])


def client(house: House, role: Role) -> FlaskClient:
    if role == "watcher":
        return house.watcher()
    return (house.player() if role == "player" else house.admin()).client


def kept(house: House) -> object:
    """Return what no refused request may change."""
    rules = [str(one.rules) for one in house.book.all()]
    return house.journal.last_seq(), house.let_in, rules


def test_an_app_with_an_address_that_has_no_row_is_not_built_and_the_address_is_for_admins() -> None:
    app = Flask("of this test")
    check(app)
    app.add_url_rule("/phones", view_func=str, methods=["POST"])
    [rule] = [rule for rule in app.url_map.iter_rules() if rule.rule == "/phones"]
    assert needed(rule) == "admin"
    with pytest.raises(ValueError, match="who may use POST /phones:"):
        check(app)


def test_every_row_is_of_an_address(house: House) -> None:
    assert set(NEEDED) == {f"{method} {rule.rule}" for method, rule, _ in routes(house)}


def test_no_address_has_two_roles() -> None:
    assert len(set(_rows())) == len(NEEDED)


def test_nothing_changes_by_looking_and_nothing_but_the_own_language_by_watching(house: House) -> None:
    changes = [(method, rule.endpoint, role) for method, rule, role in routes(house) if method != "GET"]
    assert {method for method, _, _ in changes} == {"POST"}
    watching = [endpoint for _, endpoint, role in changes if role == "watcher"]
    assert watching == ["verbs.form of ChooseLanguage"]


def test_the_menu_leads_everybody_to_what_they_may_open_and_nowhere_else(house: House) -> None:
    menus = {}
    for role in ("watcher", "player", "admin"):
        phone = client(house, role)
        menu = re.search(r"<nav.*?</nav>", phone.get("/").text, re.DOTALL)
        assert menu is not None
        menus[role] = set(re.findall(r'href="(/[^"]*)"', menu[0]))
        assert {path: phone.get(path).status_code for path in menus[role]} == dict.fromkeys(menus[role], 200)
    assert menus["player"] - menus["watcher"] == {"/new", "/seats", "/end", "/phone", "/phones", "/status"}
    assert menus["admin"] - menus["player"] == {"/eye", "/eye/board", "/sound", "/connections"}
    assert menus["watcher"] < menus["player"] < menus["admin"]
    assert {"/install", "/board/seen", "/lamps", "/language", "/out"} <= menus["watcher"]


@pytest.mark.parametrize("role", ["watcher", "player"])
def test_what_a_role_may_not_do_is_refused_in_plain_words_and_all_else_is_not(
    house: House, role: Role
) -> None:
    before, refused = kept(house), 0
    words = "may only watch" if role == "watcher" else "only an admin"
    for method, rule, least in routes(house):
        if rule.endpoint.startswith("live."):
            continue
        phone, headers = client(house, role), {}
        if not suffices(role, least):
            # A right token is not enough.
            headers["X-CSRF-Token"] = phone.get("/api/v1/state").get_json().get("csrf", "")
        with phone.open(address(rule), method=method, headers=headers) as answer:
            text = answer.text if answer.mimetype.startswith(("text", "application/json")) else ""
        if suffices(role, least):
            assert "only an admin" not in text, (method, rule)
            assert role == "watcher" or words not in text, (method, rule)
            continue
        assert answer.status_code == 403, (method, rule)
        assert words in (answer.get_json()["error"] if rule.rule.startswith("/api/") else text), rule
        assert "Traceback" not in text
        refused += 1
    assert refused > (15 if role == "watcher" else 5)
    assert kept(house) == before


def test_every_route_that_changes_something_wants_the_token_of_its_page(house: House) -> None:
    before = kept(house)
    wrong = ({}, {"X-CSRF-Token": "0" * 64}, {"X-CSRF-Token": "é".encode().decode("latin-1")})
    for headers in wrong:
        for method, rule, _ in routes(house):
            if method != "POST":
                continue
            answer = house.admin().client.post(address(rule), data={"role": "player"}, headers=headers)
            # The play page says it where the form came from.
            assert answer.status_code == (303 if rule.rule.startswith("/act/") else 403), rule
    assert kept(house) == before
