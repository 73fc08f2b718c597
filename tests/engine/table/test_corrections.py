"""Correcting a throw: what still fits stays, and what does not is asked about until it is settled."""

from __future__ import annotations

import pytest

from engine.errors import NotNowError, StaleError, ThrowError
from engine.events import Corrected, CorrectionSettled, Moved, Setup, Threw, ThrowAsked
from engine.game import Waits
from engine.move import parse_move
from engine.table.commands import (
    AskThrow,
    CorrectThrow,
    PlayMove,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeThrow,
    Undo,
)
from engine.table.questions import Conflict
from engine.throw import Cowries, Dice
from engines.recorded_table import Box


def test_correcting_the_reading_plays_the_move_that_stood_in_question() -> None:
    box = Box()
    box.throw(3)
    box.table.do(ReportMove((0, 0), "r4c4"))
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(2, 4)))
    assert box.steps(0) == [0, 0, 0, 2]
    assert box.model.question is None
    assert box.model.turn == 1


def test_a_corrected_throw_keeps_later_moves_that_are_still_legal() -> None:
    box = Box()
    box.throw(4)  # throws again
    box.do("1/4", "a 0/1 =1")
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(0, 4)))
    assert box.steps(0) == [0, 0, 0, 1]
    assert box.model.question is None


def test_a_correction_that_does_not_fit_asks_and_the_board_stays_until_it_is_answered() -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3")
    before = box.model
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(2, 4)))
    asked = box.model
    assert isinstance(asked.question, Conflict)
    assert asked.question.at.seq == box.seq_of(Moved)
    assert asked.states == before.states
    with pytest.raises(NotNowError):
        box.play("a 0/1 =1")
    box.table.do(SettleCorrection(box.seq_of(Moved), "undone"))
    assert box.steps(0) == [0, 0, 0, 0]
    assert box.model.waits is Waits.MOVE
    box.play("a 0/2 =2")
    assert box.steps(0) == [0, 0, 0, 2]


def test_a_correction_may_be_withdrawn_or_the_move_accepted_as_played() -> None:
    for how, steps in (("withdrawn", [0, 0, 0, 3]), ("accepted", [0, 0, 0, 3])):
        box = Box()
        box.do("3/4", "a 0/3 =3")
        box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(2, 4)))
        box.table.do(SettleCorrection(box.seq_of(Moved), how))  # type: ignore[arg-type]
        assert box.model.question is None
        assert box.steps(0) == steps
        first = box.model.actions[0].action
        assert first == (Cowries(3, 4) if how == "withdrawn" else Cowries(2, 4))
        box.restart()


def test_every_later_misfit_of_a_correction_is_asked_in_turn() -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3", "2/4", "a 0/2 =2", "1/4", "a 3/4 =1")
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(2, 4)))
    box.table.do(SettleCorrection(box.seq_of(Moved), "accepted"))
    assert box.model.question is None
    assert box.steps(0) == [0, 0, 0, 4]
    settled = box.record[-1].event
    assert isinstance(settled, CorrectionSettled)
    assert settled.stopped_at == 0


def test_only_a_throw_that_stands_can_be_corrected() -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3")
    with pytest.raises(NotNowError):
        box.table.do(CorrectThrow(box.seq_of(Moved), Cowries(2, 4)))
    with pytest.raises(ThrowError):
        box.table.do(CorrectThrow(box.seq_of(Threw), Dice((3, 1))))
    assert not [logged for logged in box.record if isinstance(logged.event, Corrected)]


def test_the_value_that_a_throw_has_is_no_correction() -> None:
    box = Box()
    box.throw(3, 3, 1, 2)  # the last one comes early, and is kept
    before = box.model
    for of, throw in ((before.last_throw, Cowries(1, 4)), (before.waiting[0], Cowries(2, 4))):
        assert of is not None
        with pytest.raises(NotNowError, match=f"that throw is {throw} already"):
            box.table.do(CorrectThrow(of.seq, throw))
    assert box.model == before
    assert "corrected" not in box.types()


def test_two_dice_in_another_order_are_another_throw_only_where_each_is_somebodys() -> None:
    box = Box(Setup("backgammon", "standard", ("Asha", "Ravi")))
    box.dice(3, 1)  # for the beginning, both at once
    begins = box.seq_of(Threw)
    box.do("8/5 6/5", "6-2")
    with pytest.raises(NotNowError):
        box.table.do(CorrectThrow(box.seq_of(Threw, 1), Dice((2, 6))))
    box.table.do(CorrectThrow(begins, Dice((1, 3))))
    assert isinstance(box.model.question, Conflict)


def test_of_two_pages_that_correct_one_throw_at_once_the_slower_hears_so_first() -> None:
    box = Box()
    box.throw(3)
    seen, throw = box.record[-1].seq, box.seq_of(Threw)
    box.table.do(CorrectThrow(throw, Cowries(2, 4)), at=seen)
    with pytest.raises(StaleError):
        box.table.do(CorrectThrow(throw, Cowries(1, 4)), at=seen)
    box.table.do(CorrectThrow(throw, Cowries(1, 4)), at=box.record[-1].seq)
    assert str(box.model.actions[-1].action) == "1/4"


def test_a_page_that_has_not_heard_of_a_move_may_still_correct_the_throw() -> None:
    box = Box()
    box.throw(3)
    seen = box.record[-1].seq
    box.play("a 0/3 =3")
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(2, 4)), at=seen)
    assert isinstance(box.model.question, Conflict)


def test_of_two_pages_that_answer_one_question_of_the_eye_the_slower_hears_so_first() -> None:
    box = Box()
    box.table.do(
        AskThrow(ThrowAsked(faces=tuple(("mouth",) * 4), alternatives=(Cowries(3, 4), Cowries(2, 4))))
    )
    seen = box.record[-1].seq
    box.table.do(CorrectThrow(seen, Cowries(3, 4)), at=seen)
    with pytest.raises(StaleError):
        box.table.do(CorrectThrow(seen, Cowries(2, 4)), at=seen)


def test_a_later_throw_that_a_correction_leaves_no_room_for_may_be_accepted_and_joins_the_bank() -> None:
    box = Box()
    box.throw(4, 1)  # a 4 throws again
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(3, 4)))  # a 3 does not: the 1 was not due
    conflict = box.model.question
    assert isinstance(conflict, Conflict)
    assert conflict.at.action == Cowries(1, 4)
    box.table.do(SettleCorrection(conflict.at.seq, "accepted"))
    assert box.model.question is None
    assert box.model.rules.bank(box.model.state) == ((3, 3), (1, 1))
    box.restart()


def test_an_accepted_throw_that_the_game_cannot_take_stands_and_counts_for_nothing() -> None:
    box = Box(Setup("pachisi", "seven", ("Mina", "Dev"), begins=0))
    box.table.do(SetPosition({"turn": 0, "pieces": [[10, 0, 0, 0], [0, 0, 0, 0]]}))
    box.table.do(TakeThrow(Cowries(5, 7)))  # a 25 throws again
    box.table.do(TakeThrow(Cowries(2, 7)))
    box.table.do(PlayMove(parse_move("a 10/12 =2")))
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(3, 7)))
    for misfit in (box.seq_of(Threw, 1), box.seq_of(Moved)):
        conflict = box.model.question
        assert isinstance(conflict, Conflict)
        assert conflict.at.seq == misfit
        box.table.do(SettleCorrection(misfit, "accepted"))
    assert box.model.question is None
    assert [action.how for action in box.model.actions] == ["chosen", "chosen", "accepted", "accepted"]
    assert box.steps(0) == [0, 0, 0, 12]
    box.restart()


def test_an_accepted_throw_may_itself_be_corrected() -> None:
    box = Box(Setup("pachisi", "seven", ("Mina", "Dev"), begins=0))
    box.table.do(SetPosition({"turn": 0, "pieces": [[10, 0, 0, 0], [0, 0, 0, 0]]}))
    box.table.do(TakeThrow(Cowries(5, 7)))
    box.table.do(TakeThrow(Cowries(2, 7)))
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(3, 7)))
    second = box.seq_of(Threw, 1)
    box.table.do(SettleCorrection(second, "accepted"))
    box.table.do(CorrectThrow(second, Cowries(4, 7)))
    assert [action.action for action in box.model.actions[1:]] == [Cowries(3, 7), Cowries(4, 7)]
    with pytest.raises(ThrowError):
        box.table.do(CorrectThrow(second, Dice((3, 1))))


def test_undo_waits_while_a_correction_stands_in_question() -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3")
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(2, 4)))
    with pytest.raises(NotNowError):
        box.table.do(Undo())
    assert isinstance(box.model.question, Conflict)
