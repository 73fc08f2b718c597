"""Before a piece is put where no throw takes it home, the table asks once; nobody is forced."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalMoveError, NotNowError
from engine.events import Logged, Moved, MovedBack, MoveWarned, Setup, event_to_json
from engine.move import parse_move
from engine.notation import read_record, write_record
from engine.table import Table
from engine.table.questions import Illegal, Warned
from engine.throw import Cowries
from engines.recorded_table import logged_again

LAST_STEP = "r11c9"


class Box:
    """A game of Pachisi for two in which a 4 brings Asha's piece a from step 79 to 83."""

    def __init__(self, **options: Any) -> None:
        self.record: list[Logged] = []
        self.table = Table(record=self.record.extend)
        self.table.start(Setup("pachisi", "six", ("Asha", "Ravi"), options, 0))
        self.table.set_position({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]})
        self.table.throw(Cowries(4, 6))

    def types(self) -> list[str]:
        return [event_to_json(logged.event)["type"] for logged in self.record[4:]]

    @property
    def steps(self) -> tuple[int, ...]:
        steps: tuple[int, ...] = self.table.model.state.pieces[0]
        return steps

    @property
    def asked(self) -> Warned:
        question = self.table.model.question
        assert isinstance(question, Warned)
        return question


def choose(box: Box) -> None:
    box.table.play(parse_move("a 79/83 =4"))


def lay(box: Box) -> None:
    box.table.report_move((0, 0), LAST_STEP)


BOTH_WAYS = pytest.mark.parametrize("put", [choose, lay])


@BOTH_WAYS
def test_it_is_asked_once_and_played_when_the_players_are_sure(put: Any) -> None:
    box = Box()
    put(box)
    assert (box.steps, box.types()) == ((79, 9, 84, 84), ["move-warned"])
    assert (box.asked.player, str(box.asked.move), box.asked.reason.rule) == (0, "a 79/83 =4", "P21")
    box.table.accept(box.asked.seq)
    assert (box.steps, box.table.model.question) == ((83, 9, 84, 84), None)
    assert box.types() == ["move-warned", "moved", "turn-began"]
    moved = next(logged.event for logged in box.record if isinstance(logged.event, Moved))
    assert moved.how == "chosen"
    with pytest.raises(NotNowError):
        box.table.accept(5)


@BOTH_WAYS
def test_it_may_be_left_and_another_move_or_none_be_made(put: Any) -> None:
    for other in ("b 9/13 =4", "decline 4"):
        box = Box()
        put(box)
        box.table.moved_back(box.asked.seq)
        assert box.table.model.question is None
        assert isinstance(box.record[-1].event, MovedBack)
        box.table.play(parse_move(other))
        assert box.steps[0] == 79
        straight = Box()
        put(straight)
        straight.table.play(parse_move(other))  # without an answer: another move is one
        assert (straight.steps, straight.table.model.question) == (box.steps, None)


def test_who_is_sure_is_not_asked() -> None:
    box = Box()
    box.table.play(parse_move("a 79/83 =4"), sure=True)
    assert (box.steps[0], box.types()) == (83, ["moved", "turn-began"])
    hands = Box()
    hands.table.report_move((0, 0), LAST_STEP, sure=True)
    assert (hands.steps[0], hands.types()) == (83, ["moved", "turn-began"])


@pytest.mark.parametrize("options", [{"split": True}, {"grace_home": True}, {"table": "six-tylor"}])
def test_nobody_is_asked_where_a_throw_takes_the_piece_home(options: dict[str, Any]) -> None:
    box = Box(**options)
    choose(box)
    assert (box.steps[0], box.table.model.question) == (83, None)


def test_an_illegal_move_there_is_illegal_first() -> None:
    box = Box()
    with pytest.raises(IllegalMoveError):
        box.table.play(parse_move("b 9/83 =4"))
    box.table.report_move((0, 1), LAST_STEP)
    assert isinstance(box.table.model.question, Illegal)


def test_a_throw_that_comes_meanwhile_is_kept_and_goes_on_after_the_answer() -> None:
    for answer, turn in (("accept", 1), ("moved_back", 0)):
        box = Box()
        choose(box)
        box.table.throw(Cowries(2, 6))
        assert len(box.table.model.waiting) == 1
        getattr(box.table, answer)(box.asked.seq)
        assert box.table.model.turn == turn
        assert len(box.table.model.waiting) == (0 if turn else 1)


def test_an_undo_or_a_corrected_throw_closes_the_question() -> None:
    box = Box()
    choose(box)
    box.table.correct(4, Cowries(5, 6))
    assert (box.table.model.question, box.steps[0]) == (None, 79)
    box = Box()
    choose(box)
    box.table.undo()
    assert (box.table.model.question, box.steps[0]) == (None, 79)


def test_the_journal_and_the_record_hold_the_question_and_its_answer() -> None:
    box = Box()
    choose(box)
    box.table.moved_back(box.asked.seq)
    choose(box)
    written = [logged_again(one) for one in box.record]
    assert written == box.record
    again = Table(record=lambda _: None)
    again.resume(written)
    assert again.model.question == box.table.model.question
    asked = box.asked
    assert isinstance(box.record[asked.seq - 1].event, MoveWarned)
    box.table.accept(asked.seq)
    text = write_record(box.table.model, events=box.record)
    assert "# Asha was warned of a 79/83 =4: P21: from there no throw takes the piece home" in text
    assert "# it was not made" in text
    assert "a 79/83 =4\n" in text
    assert [action.action for action in read_record(text).actions] == [
        action.action for action in box.table.model.actions
    ]
