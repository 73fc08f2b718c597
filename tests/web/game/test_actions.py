"""Actions are made of mappings and done on a table, without page or request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pytest

from engine.errors import IllegalMoveError, NotationError, StaleError
from ports_for_tests import House
from web.errors import MalformedError, MissingError
from web.game.action_parts import Box
from web.game.actions import ACTIONS, Action, AnswerAction, GameAction, ThrowAction, UndoAction
from web.request_body import Body


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    made.close()


def do(house: House, name: str, sent: Mapping[str, Any], *, form: bool = False) -> None:
    [action] = [one for one in ACTIONS if one.name == name]
    action.parse(Body(sent, form=form)).do(Box(house.table, house.journal, house.book, house.people))


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
    assert list(schema["properties"]) == [field.name for field in fields(action)]
    sent = {"of": 1, "throw": "3-1", "move": "end", "player": 0, "piece": 0, "to": "r0c0"}
    sent |= {"question": "kept", "answer": "use", "how": "resign"}
    for name in schema.get("required", ()):
        given = {other: part for other, part in sent.items() if other != name}
        with pytest.raises(MalformedError, match=f"'{name}' is missing"):
            action.parse(Body(given))


def test_what_is_needed_is_what_the_description_says() -> None:
    assert [one.schema().get("required") for one in (AnswerAction, GameAction, UndoAction)] == [
        ["question", "answer"],
        None,
        None,
    ]


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


@pytest.mark.parametrize(
    ("action", "name"),
    [(action, name) for action in ACTIONS for name in action.schema()["properties"]],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_null_is_no_value_of_any_part_and_the_description_says_so(action: type[Action], name: str) -> None:
    described = action.schema()["properties"][name]
    kinds = [one.get("type") for one in described.get("oneOf", [described])]
    assert "null" not in kinds
    assert None not in described.get("enum", [])
    sent = dict(NEEDED.get(action.name, {}))
    action.parse(Body(sent))
    with pytest.raises(MalformedError, match=r"null: give|is no list of"):
        action.parse(Body(sent | {name: None}))


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("games", {"game": "pachisi", "names": ["Asha", None]}),
        ("games", {"game": "pachisi", "names": ["Asha", "Ravi"], "options": {"gate": None}}),
        ("positions", {"places": [[0, 0, None]]}),
        ("positions", {"places": [None]}),
        ("moves", {"move": {"kind": "move", "pieces": [0], "value": None, "from": 0, "to": 2}}),
    ],
)
def test_null_is_refused_inside_a_part_too(house: House, name: str, body: Mapping[str, Any]) -> None:
    before = house.journal.last_seq()
    assert house.player().do(name, **body)[0] == 400
    assert house.journal.last_seq() == before
