"""What the eye saw on the board: a turn as one action, and an objection with its picture."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalMoveError, NotNowError, RecordError
from engine.events import Logged, Moved, Setup, Threw
from engine.following.search import reachable_by
from engine.move import EndTurn, parse_move
from engine.table import Table
from engine.table.questions import Illegal
from engine.table.state import replayed
from engine.throw import Cowries, Dice, Throw

NAMES = ("Asha", "Ravi")


class Playing:
    """A table with its record, which may refuse to be written."""

    def __init__(self, game: str, preset: str) -> None:
        self.record: list[list[Logged]] = []
        self.is_full = False
        self.table = Table(record=self.write)
        self.table.start(Setup(game, preset, NAMES, begins=0))

    def write(self, events: Any) -> None:
        if self.is_full:
            raise RecordError("the card is full")
        self.record.append(list(events))

    @property
    def events(self) -> list[Logged]:
        return [one for action in self.record for one in action]


def test_a_whole_turn_is_one_action_with_its_picture() -> None:
    at = Playing("backgammon", "standard")
    at.table.throw(Dice((3, 1)), photo="1.jpg")
    at.table.follow([parse_move("8/5 6/5"), EndTurn()], photo="2.jpg")
    moved = [one.event for one in at.record[-1] if isinstance(one.event, Moved)]
    assert [(str(one.move), one.source, one.photo) for one in moved] == [
        ("8/5 6/5", "camera", "2.jpg"),
        ("end", "camera", "2.jpg"),
    ]
    assert at.table.model.turn == 1
    assert at.table.model.actions[-1].photo == "2.jpg"
    assert replayed(at.events).actions == at.table.model.actions


def test_what_is_under_way_is_followed_checker_by_checker() -> None:
    at = Playing("backgammon", "standard")
    at.table.throw(Dice((3, 1)))
    at.table.follow([parse_move("8/5")])
    at.table.follow([parse_move("6/5")])
    assert [str(one.move) for one in at.table.model.line.moves] == []
    at.table.undo()
    assert {str(tap.move) for tap in at.table.model.rules.taps(at.table.model.state)} >= {"6/5"}


def test_of_a_turn_that_the_rules_forbid_in_its_middle_nothing_is_played() -> None:
    at = Playing("backgammon", "standard")
    at.table.throw(Dice((3, 1)))
    before = at.table.model
    with pytest.raises(IllegalMoveError):
        at.table.follow([parse_move("8/5"), parse_move("8/5")])
    assert at.table.model is before
    assert len(at.record) == 2


def test_a_turn_that_cannot_be_written_is_not_played() -> None:
    at = Playing("backgammon", "standard")
    at.table.throw(Dice((3, 1)))
    before = at.table.model
    at.is_full = True
    with pytest.raises(RecordError):
        at.table.follow([parse_move("8/5 6/5"), EndTurn()])
    assert at.table.model is before


def test_a_kept_throw_is_taken_where_the_eye_saw_it_played() -> None:
    at = Playing("backgammon", "standard")
    at.table.throw(Dice((3, 1)))
    at.table.throw(Dice((6, 5)), photo="3.jpg")
    model = at.table.model
    reached = reachable_by(model.rules, model.state, [Dice((6, 5))])
    far = [one.way for one in reached.appearances if len(one.way.moves) == 4]
    way = next(one for one in far if str(one.moves[0]) == "8/5 6/5")
    at.table.follow(way.moves, photo="4.jpg")
    assert at.table.model.waiting == ()
    assert at.table.model.state == way.state
    assert [one.event.photo for one in at.record[-1] if isinstance(one.event, Threw)] == ["3.jpg"]


@pytest.mark.parametrize("kept", [[], [Dice((6, 4))]])
def test_a_throw_that_does_not_wait_is_refused(kept: list[Throw]) -> None:
    at = Playing("backgammon", "standard")
    at.table.throw(Dice((3, 1)))
    for throw in kept:
        at.table.throw(throw)
    before = at.table.model
    with pytest.raises(NotNowError, match="is not the throw that waits"):
        at.table.follow([parse_move("8/5 6/5"), EndTurn(), Dice((6, 5)), parse_move("24/13")])
    assert at.table.model is before


def test_one_turn_is_never_played_twice() -> None:
    at = Playing("backgammon", "standard")
    at.table.throw(Dice((3, 1)))
    for _ in range(2):
        at.table.follow([parse_move("8/5 6/5")], request="seen 7")
    assert sum(isinstance(one.event, Moved) for one in at.events) == 1


def test_an_objection_has_its_picture_and_the_three_honest_ends() -> None:
    at = Playing("chowka-bhara", "5x5")
    at.table.throw(Cowries(3, 4))
    at.table.object_to(parse_move("a 0/4 =3"), photo="9.jpg")
    question = at.table.model.question
    assert isinstance(question, Illegal)
    assert (question.source, question.photo, question.reason.rule) == ("camera", "9.jpg", "C2")
    at.table.accept(question.seq)
    moved = at.table.model.actions[-1]
    assert (moved.how, moved.source, moved.photo) == ("accepted", "camera", "9.jpg")
    assert replayed(at.events).actions == at.table.model.actions


def test_nothing_is_objected_to_that_is_legal() -> None:
    at = Playing("chowka-bhara", "5x5")
    at.table.throw(Cowries(3, 4))
    with pytest.raises(NotNowError, match="is legal"):
        at.table.object_to(parse_move("a 0/3 =3"))
