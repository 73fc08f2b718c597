"""What phones and programs send that no page would: a sentence for each, and the next one can play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ports_for_tests import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    made.close()


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("throws", {"throw": "1/4", "request": "\ud800"}),
        ("throws", {"throw": "1/4", "request": "a\x00"}),
        ("throws", {"throw": "1\x1b/4"}),
        ("games", {"game": "pachisi", "names": ["A", "B\udfff"]}),
        ("games", {"game": "pachisi", "names": ["A", "B"], "options": {"gate\x00": True}}),
        ("positions", {"position": {"pawns": [["\ud800"]]}}),
    ],
)
def test_a_text_that_no_disk_can_hold_is_refused_and_play_goes_on(
    house: House, name: str, body: dict[str, Any]
) -> None:
    phone = house.player()
    before = house.journal.last_seq()
    headers = {"X-CSRF-Token": phone.state()["csrf"]}
    answer = phone.client.post(f"/api/v1/{name}", data=json.dumps(body), headers=headers)
    assert answer.status_code == 400
    assert "character" in answer.get_json()["error"]
    assert house.journal.last_seq() == before
    assert phone.do("throws", throw="3/4", request="next")[0] == 201


def test_a_form_with_a_character_that_cannot_be_seen_is_refused(house: House) -> None:
    phone = house.player()
    form = {"csrf": phone.state()["csrf"], "throw": "1/4", "request": "a\x00b"}
    phone.client.post("/act/throws", data=form)
    assert len(house.table.model.actions) == 0


def test_json_as_deep_as_a_well_is_refused(house: House) -> None:
    phone = house.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"]}
    for data in ("[" * 60_000, '{"a":' * 10_000 + "1" + "}" * 10_000, '{"a":' + "[" * 900 + "]" * 900 + "}"):
        assert phone.client.post("/api/v1/throws", data=data, headers=headers).status_code == 400


def test_a_game_with_a_number_longer_than_the_disk_knows_does_not_exist(house: House) -> None:
    phone = house.player()
    for number in ("9" * 40, str(2**63), "7"):
        assert phone.client.get(f"/games/{number}").status_code == 404


@pytest.mark.parametrize("origin", ["http://[evil", "http://[::1", "null", "http://evil.example"])
def test_a_form_from_an_address_that_cannot_be_is_refused(house: House, origin: str) -> None:
    phone = house.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"], "Origin": origin}
    assert phone.client.post("/api/v1/throws", json={"throw": "1/4"}, headers=headers).status_code == 403
