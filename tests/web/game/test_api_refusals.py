"""What the addresses for programs refuse: it is told in words, and nothing changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.errors import RecordError
from engine.events import Logged
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House


def test_a_move_from_an_outdated_page_is_refused_with_the_news(house: House) -> None:
    house.start()
    phone = house.player()
    seen = phone.state()["seq"]
    house.table.do(TakeThrow(Cowries(3, 4)))
    status, told = phone.do("throws", throw="1/4", at=seen)
    assert status == 409
    assert "faster" in told["error"]
    assert told["state"]["throw"]["text"] == "3/4"
    assert len(house.table.model.actions) == 1


def test_an_illegal_move_names_its_rule_and_changes_nothing(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    before = house.journal.last_seq()
    status, told = house.player().do("moves", move="a 0/4 =3")
    assert status == 422
    assert told["rule"] == "C2"
    assert told["reason"].startswith("C2: ")
    assert house.journal.last_seq() == before


def test_a_throw_of_the_wrong_kind_is_refused_in_words(house: House) -> None:
    house.start()
    status, told = house.player().do("throws", throw="3-1")
    assert status == 422
    assert "shells" in told["error"] or "cowries" in told["error"]


MALFORMED: Sequence[tuple[str, dict[str, Any], str]] = [
    ("throws", {}, "'throw' is missing"),
    ("throws", {"throw": 3}, "give a throw, such as"),
    ("throws", {"throw": "x" * 50}, "give a throw, such as"),
    ("throws", {"throw": "many"}, "no throw"),
    ("throws", {"throw": "9/4"}, "cannot be"),
    ("throws", {"throw": "٣/4"}, "no throw"),
    ("throws", {"throw": "1_0/4"}, "no throw"),
    ("throws", {"drawn": "yes"}, "give true"),
    ("throws", {"drawn": 1, "throw": "1/4"}, "give true"),
    ("throws", {"drawn": False}, "'throw' is missing"),
    ("throws", {"throw": "1/4", "at": "yesterday"}, "whole number"),
    ("throws", {"throw": "1/4", "at": True}, "whole number"),
    ("throws", {"throw": "1/4", "at": -1}, "whole number"),
    ("throws", {"throw": "1/4", "request": 7}, "give a text"),
    ("throws", {"throw": "1/4", "request": "x" * 65}, "at most 64"),
    ("moves", {}, "'move' is missing"),
    ("moves", {"move": 1}, "give a move"),
    ("moves", {"move": "hop"}, "is no move: write"),
    ("moves", {"move": {"kind": "hop"}}, "give move or"),
    ("moves", {"move": {"kind": "move", "pieces": "a"}}, "'move.pieces' is 'a'"),
    ("board", {"player": 0, "piece": 0}, "'to' is missing"),
    ("board", {"player": "0", "piece": 0, "to": "r0c0"}, "whole number"),
    ("board", {"player": 0, "piece": 0, "to": "z9"}, ""),
    ("board", {"player": 0, "piece": 77, "to": "r0c0"}, ""),
    ("corrections", {"throw": "1/4"}, "'of' is missing"),
    ("answers", {"question": "life", "answer": "42"}, "give illegal or warning"),
    ("answers", {"question": "illegal", "answer": "no"}, "give moved-back or accept"),
    ("undo", {"of": 1.5}, "whole number"),
    ("positions", {"position": []}, "give an object"),
    ("games", {}, "'game' is missing"),
    ("games", {"game": "pachisi", "names": "A, B"}, "give a list"),
    ("games", {"game": "pachisi", "names": ["A", "A"]}, "same name"),
    ("games", {"game": "pachisi", "names": ["A" * 41, "B"]}, "too long"),
    (
        "games",
        {"game": "pachisi", "names": ["A", "B"], "options": {"gate": [1]}},
        "give true or false or a whole number or a text",
    ),
    ("games", {"game": "pachisi", "names": ["A", "B"], "begins": 2}, "nobody sits where"),
]


def test_a_malformed_request_gets_a_sentence_and_changes_nothing(still: House) -> None:
    before = still.journal.last_seq()
    for name, body, words in MALFORMED:
        status, told = still.player().do(name, **body)
        assert status in (400, 422), (name, body)
        assert words.lower() in told["error"].lower(), (name, body)
    assert still.journal.last_seq() == before


def test_a_game_that_does_not_exist_is_refused_in_words(house: House) -> None:
    for body, words in (
        ({"game": "ludo", "names": ["A", "B"]}, "no game 'ludo'"),
        ({"game": "pachisi", "preset": "nine", "names": ["A", "B"]}, "no preset 'nine'"),
        ({"game": "pachisi", "names": ["A"]}, "is for 2 or 3 or 4 players, not for 1"),
        ({"game": "pachisi", "names": ["A", "B"], "options": {"wings": True}}, "no option 'wings'"),
        ({"game": "pachisi", "names": ["A", "B"], "options": {"gate": "maybe"}}, "cannot be 'maybe'"),
    ):
        status, told = house.player().do("games", **body)
        assert (status, words in told["reason"]) == (422, True), body
        assert "'" not in told["error"], "keys are for programs"
    assert not house.table.has_game


def test_what_is_no_json_object_is_refused(still: House) -> None:
    phone = still.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"], "Content-Type": "application/json"}
    for data in (b"", b"{", b"[]", b'"text"', b"\xff\xfe", b"null"):
        answer = phone.client.post("/api/v1/throws", data=data, headers=headers)
        assert (answer.status_code, "no JSON object" in answer.get_json()["error"]) == (400, True), data


def test_too_large_a_request_is_not_read(house: House) -> None:
    house.start()
    phone = house.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"]}
    answer = phone.client.post("/api/v1/throws", data=b"x" * 70_000, headers=headers)
    assert answer.status_code == 413
    assert "too large" in answer.get_json()["error"]


def test_unknown_addresses_and_methods_are_told_in_words(house: House) -> None:
    phone = house.player()
    assert "nothing at this address" in phone.client.get("/nowhere").text
    assert phone.client.get("/api/v1/undo").status_code == 405
    assert "nothing at this address" in phone.client.post("/api/v1/nothing").get_json()["error"]
    assert phone.client.put("/act/undo").status_code == 405
    assert phone.client.get("/photos/none.jpg").status_code == 404
    assert phone.client.get("/snapshot.jpg").status_code == 404


def test_a_full_disk_is_said_and_nothing_changes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.start()
    phone = house.player()
    token = phone.state()["csrf"]

    def full(events: Sequence[Logged]) -> None:
        raise RecordError("the disk is full: make room")

    monkeypatch.setattr(house.table, "_record", full)
    status, told = phone.do("throws", csrf=token, throw="3/4")
    assert (status, told["error"]) == (503, "The disk is full: make room.")
    assert house.table.model.actions == ()
