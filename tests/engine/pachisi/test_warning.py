"""Before a piece is put where no throw takes it home, the table asks once; nobody is forced."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalMoveError, NotNowError
from engine.events import Moved, MovedBack, MoveWarned, Setup
from engine.move import parse_move
from engine.notation import read_record, write_record
from engine.table.commands import (
    AcceptMove,
    CorrectThrow,
    PlayMove,
    ReportMove,
    SetPosition,
    TakeMoveBack,
    TakeThrow,
    Undo,
)
from engine.table.questions import Illegal, Warned
from engine.throw import Cowries
from engines.recorded_table import Box

LAST_STEP = "r11c9"


class Race(Box):
    """A game of Pachisi for two in which a 4 brings Asha's piece a from step 79 to 83."""

    def __init__(self, **options: Any) -> None:
        super().__init__(Setup("pachisi", "six", ("Asha", "Ravi"), options, 0))
        self.table.do(SetPosition({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]}))
        self.do("4/6")

    def since(self) -> list[str]:
        """List the types of the events since the throw."""
        return self.types()[4:]

    @property
    def asha(self) -> tuple[int, ...]:
        steps: tuple[int, ...] = self.model.state.pieces[0]
        return steps

    @property
    def asked(self) -> Warned:
        question = self.model.question
        assert isinstance(question, Warned)
        return question


def choose(box: Race) -> None:
    box.do("a 79/83 =4")


def lay(box: Race) -> None:
    box.table.do(ReportMove((0, 0), LAST_STEP))


BOTH_WAYS = pytest.mark.parametrize("put", [choose, lay])


@BOTH_WAYS
def test_it_is_asked_once_and_played_when_the_players_are_sure(put: Any) -> None:
    box = Race()
    put(box)
    assert (box.asha, box.since()) == ((79, 9, 84, 84), ["move-warned"])
    assert (box.asked.player, str(box.asked.move), box.asked.reason.rule) == (0, "a 79/83 =4", "P21")
    box.table.do(AcceptMove(box.asked.seq))
    assert (box.asha, box.model.question) == ((83, 9, 84, 84), None)
    assert box.since() == ["move-warned", "moved", "turn-began"]
    moved = next(logged.event for logged in box.record if isinstance(logged.event, Moved))
    assert moved.how == "chosen"
    with pytest.raises(NotNowError):
        box.table.do(AcceptMove(5))


@BOTH_WAYS
def test_it_may_be_left_and_another_move_or_none_be_made(put: Any) -> None:
    for other in ("b 9/13 =4", "decline 4"):
        box = Race()
        put(box)
        box.table.do(TakeMoveBack(box.asked.seq))
        assert box.model.question is None
        assert isinstance(box.record[-1].event, MovedBack)
        box.table.do(PlayMove(parse_move(other)))
        assert box.asha[0] == 79
        straight = Race()
        put(straight)
        straight.table.do(PlayMove(parse_move(other)))  # without an answer: another move is one
        assert (straight.asha, straight.model.question) == (box.asha, None)


def test_who_is_sure_is_not_asked() -> None:
    box = Race()
    box.table.do(PlayMove(parse_move("a 79/83 =4"), sure=True))
    assert (box.asha[0], box.since()) == (83, ["moved", "turn-began"])
    hands = Race()
    hands.table.do(ReportMove((0, 0), LAST_STEP, sure=True))
    assert (hands.asha[0], hands.since()) == (83, ["moved", "turn-began"])


@pytest.mark.parametrize("options", [{"split": True}, {"grace_home": True}, {"table": "six-tylor"}])
def test_nobody_is_asked_where_a_throw_takes_the_piece_home(options: dict[str, Any]) -> None:
    box = Race(**options)
    choose(box)
    assert (box.asha[0], box.model.question) == (83, None)


def test_an_illegal_move_there_is_illegal_first() -> None:
    box = Race()
    with pytest.raises(IllegalMoveError):
        box.table.do(PlayMove(parse_move("b 9/83 =4")))
    box.table.do(ReportMove((0, 1), LAST_STEP))
    assert isinstance(box.model.question, Illegal)


def test_a_throw_that_comes_meanwhile_is_kept_and_goes_on_after_the_answer() -> None:
    for answer, turn in ((AcceptMove, 1), (TakeMoveBack, 0)):
        box = Race()
        choose(box)
        box.table.do(TakeThrow(Cowries(2, 6)))
        assert len(box.model.waiting) == 1
        box.table.do(answer(box.asked.seq))
        assert box.model.turn == turn
        assert len(box.model.waiting) == (0 if turn else 1)


def test_an_undo_or_a_corrected_throw_closes_the_question() -> None:
    box = Race()
    choose(box)
    box.table.do(CorrectThrow(4, Cowries(5, 6)))
    assert (box.model.question, box.asha[0]) == (None, 79)
    box = Race()
    choose(box)
    box.table.do(Undo())
    assert (box.model.question, box.asha[0]) == (None, 79)


def test_the_journal_and_the_record_hold_the_question_and_its_answer() -> None:
    box = Race()
    choose(box)
    box.table.do(TakeMoveBack(box.asked.seq))
    choose(box)
    box.restart()
    asked = box.asked
    assert isinstance(box.record[asked.seq - 1].event, MoveWarned)
    box.table.do(AcceptMove(asked.seq))
    text = write_record(box.model, events=box.record)
    assert "# Asha was warned of a 79/83 =4: P21: from there no throw takes the piece home" in text
    assert "# it was not made" in text
    assert "a 79/83 =4\n" in text
    assert [action.action for action in read_record(text).actions] == [
        action.action for action in box.model.actions
    ]
