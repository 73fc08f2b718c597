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
from web.game.actions import ACTIONS, Action, AnswerAction, Box, GameAction, ThrowAction, UndoAction
from web.request_body import Body


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    made.close()


def do(house: House, name: str, sent: Mapping[str, Any], *, form: bool = False) -> None:
    [action] = [one for one in ACTIONS if one.name == name]
    action.parse(Body(sent, form=form)).do(Box(house.table, house.journal, house.book))


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
