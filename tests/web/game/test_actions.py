"""Actions are made of mappings and done on a table, without page or request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from engine.errors import IllegalMoveError, NotationError, StaleError
from engine.match import TimeControl
from engines.random_matches import match_setup
from ports_for_tests import House
from web.errors import MalformedError, MissingError
from web.game.actions import ACTIONS, Action, Box, ThrowAction
from web.request_body import Body


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    made.close()


def do(house: House, name: str, sent: Mapping[str, Any], *, form: bool = False) -> None:
    [action] = [one for one in ACTIONS if one.name == name]
    action.parse(Body(sent, form=form)).once(Box(house.table, house.journal, house.book, house.people))


def test_a_turn_is_played_without_a_request(house: House) -> None:
    do(house, "throws", {"throw": "3/4", "request": "one"})
    do(house, "throws", {"throw": "3/4", "request": "one"})
    do(house, "board", {"player": 0, "piece": 0, "to": "r3c4"})
    do(house, "throws", {"throw": "2/4", "at": house.table.model.seq})
    do(house, "moves", {"move": {"kind": "move", "pieces": [0], "value": 2, "from": 0, "to": 2}})
    assert [str(one.action) for one in house.table.model.actions] == ["3/4", "a 0/3 =3", "2/4", "a 0/2 =2"]
    do(house, "undo", {})
    do(house, "undo", {"of": house.table.model.actions[0].seq})
    assert house.table.model.actions == ()


def test_a_form_sends_the_same_in_texts(house: House) -> None:
    do(house, "throws", {"drawn": "true", "throw": "", "at": str(house.table.model.seq)}, form=True)
    assert house.table.model.actions[0].source == "drawn"
    do(house, "undo", {"of": str(house.table.model.actions[0].seq), "csrf": "not ours"}, form=True)
    assert house.table.model.actions == ()


def test_what_cannot_be_done_is_said_by_the_errors_of_the_page(house: House) -> None:
    seen = house.table.model.seq
    do(house, "throws", {"throw": "3/4"})
    for name, sent, error in (
        ("throws", {"throw": "1/4", "at": seen}, StaleError),
        ("throws", {"throw": "many"}, NotationError),
        ("moves", {"move": "a 0/4 =3"}, IllegalMoveError),
        ("games", {"resume": 77}, MissingError),
        ("answers", {"question": "kept", "answer": "accept"}, MalformedError),
        ("answers", {"question": "kept", "answer": "drop"}, MalformedError),
        ("positions", {"places": [[0, 0, 1]], "as_played": "yes"}, MalformedError),
        ("undo", {"request": "\ud800"}, MalformedError),
    ):
        with pytest.raises(error):
            do(house, name, sent)
    assert len(house.table.model.actions) == 1


def test_an_action_is_a_value() -> None:
    action = ThrowAction.parse(Body({"throw": "3-1", "at": 7, "more": "unread"}))
    assert action == ThrowAction(throw=action.throw, at=7)
    with pytest.raises(FrozenInstanceError):
        action.at = 8  # type: ignore[misc]


@pytest.mark.parametrize("action", ACTIONS)
def test_parser_and_description_have_the_same_parts(action: type[Action]) -> None:
    schema = action.schema()
    sent = {"of": 1, "throw": "3-1", "move": "end", "player": 0, "piece": 0, "to": "r0c0"}
    sent |= {"question": "kept", "answer": "use", "how": "resign"}
    for name in schema.get("required", ()):
        given = {other: part for other, part in sent.items() if other != name}
        with pytest.raises(MalformedError, match=f"'{name}' is missing"):
            action.parse(Body(given))


NEEDED: Mapping[str, Mapping[str, Any]] = {
    "moves": {"move": "end"},
    "board": {"player": 0, "piece": 0, "to": "r3c4"},
    "corrections": {"of": 1, "throw": "1/4"},
    "answers": {"question": "kept", "answer": "use"},
    "endings": {"how": "agree"},
    "seats": {"player": 0},
    "times": {"player": 0, "why": "a glass fell over"},
}
"""What an action cannot be without."""


def test_null_is_no_value_of_any_part_and_the_description_says_so() -> None:
    for action in ACTIONS:
        sent = dict(NEEDED.get(action.name, {}))
        action.parse(Body(sent))
        for name, described in action.schema()["properties"].items():
            kinds = [one.get("type") for one in described.get("oneOf", [described])]
            assert "null" not in kinds
            assert None not in described.get("enum", [])
            with pytest.raises(MalformedError, match=r"null: give|is no list of"):
                action.parse(Body(sent | {name: None}))


def test_null_is_refused_inside_a_part_too(house: House) -> None:
    before = house.journal.last_seq()
    for name, body in (
        ("games", {"game": "pachisi", "names": ["Asha", None]}),
        ("games", {"game": "pachisi", "names": ["Asha", "Ravi"], "options": {"gate": None}}),
        ("positions", {"places": [[0, 0, None]]}),
        ("positions", {"places": [None]}),
        ("moves", {"move": {"kind": "move", "pieces": [0], "value": None, "from": 0, "to": 2}}),
    ):
        assert house.player().do(name, **body)[0] == 400, (name, body)
    assert house.journal.last_seq() == before


Before = Sequence[tuple[str, Mapping[str, Any]]]

ENDED: Before = [("endings", {"how": "agree", "winners": [0], "sure": True})]
OUT_OF_ORDER: Before = [("throws", {"throw": "1/4"}), ("board", {"player": 0, "piece": 0, "to": "r4c4"})]
THROWN: Before = [("throws", {"throw": "3-1"})]

TWICE: Sequence[tuple[str, Before, Mapping[str, Any]]] = [
    ("throws", [], {"throw": "3/4"}),
    ("throws", [], {"drawn": True}),
    ("moves", [("throws", {"throw": "3/4"})], {"move": "a 0/3 =3"}),
    ("board", [("throws", {"throw": "3/4"})], {"player": 0, "piece": 0, "to": "r3c4"}),
    ("corrections", [("throws", {"throw": "3/4"})], {"of": 3, "throw": "2/4"}),
    ("answers", OUT_OF_ORDER, {"question": "illegal", "answer": "accept", "of": 4}),
    ("answers", OUT_OF_ORDER, {"question": "illegal", "answer": "moved-back", "of": 4}),
    (
        "answers",
        [*OUT_OF_ORDER, ("throws", {"throw": "1/4"})],
        {"question": "kept", "answer": "drop", "of": 5},
    ),
    ("undo", [("throws", {"throw": "3/4"}), ("throws", {"throw": "1/4"})], {}),
    ("redo", [("throws", {"throw": "3/4"}), ("undo", {})], {}),
    ("positions", [], {"places": [[0, 1, 5]]}),
    ("endings", [], {"how": "agree", "sure": True}),
    ("games", [], {"game": "pachisi", "names": ["A", "B"]}),
    ("rematch", ENDED, {}),
    ("seats", [], {"player": 0, "join": "Dev"}),
    ("times", THROWN, {"player": 1, "seconds": 5, "why": "a glass fell over"}),
    ("turn-ends", THROWN, {}),
    ("void", THROWN, {}),
    ("pause", THROWN, {}),
    ("end-pause", [*THROWN, ("pause", {})], {}),
    ("next-game", [*THROWN, *ENDED], {}),
    ("conduct", [], {"tournament": True}),
]
"""Action, what is sent before it, and what is sent twice; what is of matches is sent in one with a clock."""

OF_MATCHES = {"times", "turn-ends", "void", "pause", "end-pause", "next-game", "conduct"}


def led_up_to(house: House, name: str, before: Before) -> int:
    """Do what comes before an action; return the newest event then."""
    if name in OF_MATCHES:
        house.table.start(match_setup(3, times=TimeControl(12.0, 360.0)))
    for first, body in before:
        do(house, first, body)
    return house.journal.last_seq()


@pytest.mark.parametrize(("name", "before", "sent"), TWICE)
def test_what_is_sent_twice_counts_once(
    house: House, name: str, before: Before, sent: Mapping[str, Any]
) -> None:
    then = led_up_to(house, name, before)
    do(house, name, {**sent, "request": "one"})
    once = house.journal.last_seq()
    do(house, name, {**sent, "request": "one"})
    assert house.journal.last_seq() == once > then


KNOWS_WHEN = {one.name for one in ACTIONS if "at" in one.schema()["properties"]}
OUTDATED = [row for row in TWICE if row[0] in KNOWS_WHEN - {"corrections"}]


@pytest.mark.parametrize(("name", "before", "sent"), OUTDATED)
def test_what_comes_from_an_outdated_page_is_refused(
    house: House, name: str, before: Before, sent: Mapping[str, Any]
) -> None:
    then = led_up_to(house, name, before)
    with pytest.raises(StaleError):
        do(house, name, {**sent, "at": 0})
    assert house.journal.last_seq() == then


def test_a_throw_that_another_has_just_corrected_is_not_corrected_from_an_outdated_page(house: House) -> None:
    do(house, "throws", {"throw": "3/4"})
    seen = house.table.model.seq
    do(house, "corrections", {"of": 3, "throw": "2/4", "at": seen})
    with pytest.raises(StaleError):
        do(house, "corrections", {"of": 3, "throw": "1/4", "at": seen})


def test_every_action_is_sent_twice() -> None:
    assert {name for name, _, _ in TWICE} == {action.name for action in ACTIONS}
