"""What all verbs have: a row, an address that must exist, and the question whether it is meant."""

from __future__ import annotations

import pytest

from ports_for_tests import House
from web.auth.permissions import ROOT, VERBS
from web.verbs import EVERY, Verb

FORMS_OF_PAGES = {"BeginGame", "KeepTypedRules", "RestoreBackup", "SendGames", "SendPiece"}
"""Rows of what is no verb: files that are streamed, the form that asks back."""

NUMBERED = [one for one in EVERY if "<int:number>" in one.permission().api]


def test_every_row_has_its_verb() -> None:
    assert {one.__name__ for one in EVERY} == VERBS.keys() - FORMS_OF_PAGES


@pytest.mark.parametrize("verb", NUMBERED, ids=lambda verb: verb.__name__)
def test_a_number_that_nothing_has_is_nowhere(house: House, verb: type[Verb]) -> None:
    phone = house.admin()
    csrf = {"X-CSRF-Token": phone.state()["csrf"]}
    for number in ("999999", "9" * 30):
        api = (ROOT + verb.permission().api).replace("<int:number>", number)
        sent = {"name": "Asha", "into": 1, "sure": True, "on": True, "games": [1]}
        known = {one: value for one, value in sent.items() if one in verb.__annotations__}
        asked = {"sure": True} if verb.permission().asks else {}
        assert phone.client.post(api, json=known | asked, headers=csrf).status_code == 404, api
        if verb.permission().form and verb.__name__ not in ("PutGamesAway",):  # leads to the form
            form = verb.permission().form.replace("<int:number>", number)
            data = {"name": "Asha", "into": "1", "sure": "true", "on": "1", "game": "1"}
            assert phone.client.post(form, data=data, headers=csrf).status_code == 404, form


def test_a_verb_that_asks_does_nothing_unless_it_is_sure(house: House) -> None:
    house.people.remember(["Asha", "Ravi"], game=1)
    program = house.program("admin")
    told = program.post("/api/v1/people/1/delete")
    assert (told.status_code, "'sure': true" in told.get_json()["error"]) == (400, True)
    assert len(house.people.all()) == 2
    assert program.post("/api/v1/people/1/delete", sure=True).status_code == 200
