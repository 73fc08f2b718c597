"""Throws that come before they are due, and readings in doubt: kept, asked about and taken in order."""

from __future__ import annotations

import pytest

from engine.errors import NotNowError, ThrowError
from engine.events import MOST_KEPT, Moved, Threw, ThrowAsked, ThrowKept
from engine.game import Waits
from engine.messages import Message
from engine.table.commands import (
    AskThrow,
    CorrectThrow,
    DropThrow,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeThrow,
    Undo,
    UseKeptThrows,
)
from engine.throw import Cowries
from engines.recorded_table import Box


def test_a_throw_that_comes_before_a_choice_is_entered_is_kept_and_taken_in_its_order() -> None:
    box = Box()
    box.throw(3, 3)  # Asha's only move is played; Ravi has one too
    box.throw(1)  # ... which is played now, and Asha has thrown a 1: a choice between two places
    before = box.model
    assert before.waits is Waits.MOVE
    box.table.do(TakeThrow(Cowries(2, 4), photo="early"))
    kept = box.model
    assert kept.states == before.states
    assert [(waiting.throw, waiting.photo) for waiting in kept.waiting] == [(Cowries(2, 4), "early")]
    box.throw(1)
    assert [waiting.throw for waiting in box.model.waiting] == [Cowries(2, 4), Cowries(1, 4)]
    box.play("a 3/4 =1")
    after = box.model
    assert [waiting.throw for waiting in after.waiting] == [Cowries(1, 4)]
    taken = after.last_throw
    assert taken is not None
    assert (taken.player, taken.action, taken.photo) == (1, Cowries(2, 4), "early")


def test_a_doubtful_reading_is_a_question_that_stands_in_the_throws_order() -> None:
    box = Box()
    box.table.do(
        AskThrow(
            ThrowAsked(
                faces=("mouth", "unsure"),
                alternatives=(Cowries(3, 4), Cowries(2, 4)),
                photo="p",
                doubts=(Message("x"),),
            )
        )
    )
    assert box.model.waits is Waits.THROW
    box.throw(1)
    assert [waiting.throw for waiting in box.model.waiting] == [None, Cowries(1, 4)]
    box.table.do(CorrectThrow(box.model.waiting[0].seq, Cowries(3, 4)))
    # The answer counts for Asha, her only move is played, and Ravi's throw is taken.
    assert box.steps(0) == [0, 0, 0, 3]
    assert box.model.turn == 1
    assert box.model.waiting == ()


def test_what_was_no_throw_is_dropped_and_the_next_one_counts() -> None:
    box = Box()
    box.table.do(AskThrow(ThrowAsked(faces=(), alternatives=(), photo="p")))
    box.throw(3)
    box.table.do(DropThrow(box.model.waiting[0].seq))
    last = box.model.last_throw
    assert last is not None
    assert last.action == Cowries(3, 4)
    with pytest.raises(NotNowError):
        box.table.do(DropThrow(3))


def test_after_an_undo_kept_throws_wait_for_a_person() -> None:
    box = Box()
    box.throw(3, 3, 1, 2)
    assert len(box.model.waiting) == 1
    box.table.do(Undo())  # Asha's 1
    assert box.model.held
    assert len(box.model.waiting) == 1
    box.table.do(UseKeptThrows())
    last = box.model.last_throw
    assert last is not None
    assert (last.player, last.action) == (0, Cowries(2, 4))


def test_throws_kept_during_a_question_go_on_when_the_correction_is_withdrawn() -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3")
    box.table.do(CorrectThrow(box.seq_of(Threw), Cowries(2, 4)))
    box.throw(2)
    assert len(box.model.waiting) == 1
    box.table.do(SettleCorrection(box.seq_of(Moved), "withdrawn"))
    last = box.model.last_throw
    assert last is not None
    assert (last.player, last.action) == (1, Cowries(2, 4))
    assert box.model.waiting == ()


def test_after_a_position_set_by_hand_kept_throws_wait_for_a_person() -> None:
    box = Box()
    start = box.model.rules.to_position(box.model.state)
    box.throw(3)
    box.table.do(ReportMove((0, 0), "r4c4"))
    box.throw(1)
    box.table.do(SetPosition(start))
    assert box.model.held
    assert len(box.model.waiting) == 1
    box.table.do(UseKeptThrows())
    last = box.model.last_throw
    assert last is not None
    assert (last.player, last.action) == (0, Cowries(1, 4))


def test_an_early_throw_of_another_number_of_shells_is_refused_at_once() -> None:
    box = Box()
    box.throw(4, 2)  # a choice is to be made
    assert box.model.waits is Waits.MOVE
    with pytest.raises(ThrowError, match="6 shells"):
        box.table.do(TakeThrow(Cowries(2, 6)))
    assert box.model.waiting == ()


def test_beyond_twenty_kept_throws_a_phones_is_refused_and_the_eyes_stay() -> None:
    box = Box()
    box.throw(3, 3, 1)  # a choice between two places, which nobody makes
    for _ in range(MOST_KEPT):
        box.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    assert len(box.model.waiting) == MOST_KEPT
    for source in ("typed", "drawn"):
        seq = box.model.seq
        with pytest.raises(NotNowError, match="20 throws wait already and nobody plays"):
            box.table.do(TakeThrow(Cowries(2, 4), source=source))
        assert box.model.seq == seq
    box.table.do(TakeThrow(Cowries(1, 4), photo="seen"))
    box.table.do(AskThrow(ThrowAsked(faces=("mouth",), alternatives=(Cowries(1, 4),))))
    box.table.do(TakeThrow(Cowries(3, 4), photo="seen too"))
    waiting = box.model.waiting
    assert [one.photo for one in waiting[MOST_KEPT:]] == ["seen", "", "seen too"]
    counted = [one.event.waits for one in box.record if isinstance(one.event, ThrowKept | ThrowAsked)]
    assert counted == list(range(1, MOST_KEPT + 4))
    box.table.do(DropThrow(waiting[0].seq))
    for one in waiting[-3:]:
        box.table.do(DropThrow(one.seq))
    box.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    assert len(box.model.waiting) == MOST_KEPT
    box.play("a 3/4 =1")
    assert len(box.model.waiting) < MOST_KEPT


def test_a_phones_throw_that_is_due_is_taken_however_many_wait() -> None:
    box = Box()
    box.throw(3, 3, 1, *[2] * MOST_KEPT)
    box.table.do(Undo())  # all that is kept is held until a person says that it counts
    assert box.model.waits is Waits.THROW
    with pytest.raises(NotNowError, match="nobody plays"):
        box.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    box.table.do(UseKeptThrows())
    assert len(box.model.waiting) < MOST_KEPT
