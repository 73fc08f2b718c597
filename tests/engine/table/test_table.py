"""The table: turns, forced moves, what hands did, the beginning and the end, and what a record restores."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.errors import (
    IllegalMoveError,
    NotationError,
    NotNowError,
    RecordError,
    SetupError,
    StaleError,
    ThrowError,
)
from engine.events import (
    GameEnded,
    Logged,
    Moved,
    MoveRefused,
    Setup,
    Threw,
    ThrowKept,
)
from engine.move import parse_move
from engine.table import Table
from engine.table.commands import AcceptMove, PlayMove, ReportMove, SetPosition, TakeMoveBack, TakeThrow
from engine.table.questions import Illegal
from engine.throw import Cowries, Dice
from engines.recorded_table import Box


def test_a_throw_and_a_move_pass_the_turn_and_are_recorded_in_this_order() -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3")
    assert box.types() == ["game-started", "turn-began", "threw", "moved", "turn-began"]
    assert [logged.seq for logged in box.record] == [1, 2, 3, 4, 5]
    assert box.model.turn == 1
    assert box.steps(0) == [0, 0, 0, 3]


def test_a_forced_move_is_played_by_itself_when_the_next_throw_settles() -> None:
    box = Box()
    box.throw(3, 2)
    assert box.steps(0) == [0, 0, 0, 3]
    moved = box.record[box.seq_of(Moved) - 1].event
    assert isinstance(moved, Moved)
    assert moved.how == "forced"
    last = box.record[-1].event
    assert isinstance(last, Threw)
    assert (last.player, last.value) == (1, 2)


def test_an_illegal_move_is_told_with_its_rule_and_may_be_moved_back() -> None:
    box = Box()
    box.throw(3)
    box.table.do(ReportMove((0, 0), "r4c4"))
    question = box.model.question
    assert isinstance(question, Illegal)
    assert question.reason.rule == "C2"
    assert box.steps(0) == [0, 0, 0, 0]
    box.table.do(TakeMoveBack(question.seq))
    assert box.model.question is None
    assert box.steps(0) == [0, 0, 0, 0]
    with pytest.raises(NotNowError):
        box.table.do(TakeMoveBack(question.seq))


def test_an_illegal_move_may_be_accepted_as_played_and_replays() -> None:
    box = Box()
    box.throw(3)
    box.table.do(ReportMove((0, 0), "r4c4"))
    box.table.do(AcceptMove(box.seq_of(MoveRefused)))
    assert box.steps(0) == [0, 0, 0, 2]
    assert box.model.turn == 1
    box.restart()


def test_if_recording_fails_nothing_has_happened() -> None:
    def full(_: Sequence[Logged]) -> None:
        raise RecordError("the disk is full")

    record: list[Logged] = []
    table = Table(record=record.extend)
    table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))
    before = table.model
    table._record = full
    with pytest.raises(RecordError):
        table.do(TakeThrow(Cowries(3, 4)))
    assert table.model is before
    table._record = record.extend
    table.do(TakeThrow(Cowries(3, 4)))
    assert [logged.seq for logged in record] == [1, 2, 3]


def test_a_request_sent_twice_counts_once_even_after_a_restart() -> None:
    box = Box()
    box.throw(3)
    move = parse_move("a 0/3 =3")
    box.table.do(PlayMove(move), request="phone-1")
    count = len(box.record)
    box.table.do(PlayMove(move), request="phone-1")
    again = Table(record=box.record.extend)
    again.resume(list(box.record))
    again.do(PlayMove(move), request="phone-1")
    assert len(box.record) == count


def test_a_move_from_an_outdated_page_is_refused() -> None:
    box = Box()
    seen = box.record[-1].seq
    box.throw(3)
    with pytest.raises(StaleError):
        box.table.do(PlayMove(parse_move("a 0/3 =3")), at=seen)
    box.table.do(PlayMove(parse_move("a 0/3 =3")), at=box.record[-1].seq)


def test_an_illegal_tap_is_refused_and_nothing_is_written() -> None:
    box = Box()
    box.throw(3)
    count = len(box.record)
    with pytest.raises(IllegalMoveError) as refused:
        box.play("a 0/2 =2")
    assert refused.value.reason.rule == "C2"
    with pytest.raises(NotationError):
        box.table.do(ReportMove((0, 0), "nowhere"))
    with pytest.raises(NotationError):
        box.table.do(ReportMove((7, 0), "r4c4"))
    assert len(box.record) == count


def test_shells_are_no_throw_of_backgammon_and_change_nothing() -> None:
    box = Box(Setup("backgammon", "finnish", ("Asha", "Ravi")))
    with pytest.raises(ThrowError):
        box.throw(3)
    box.table.do(TakeThrow(Dice((3, 1))))
    with pytest.raises(ThrowError):
        box.throw(3)
    assert not [logged for logged in box.record if isinstance(logged.event, ThrowKept)]


def test_an_older_game_can_be_laid_on_the_table_again() -> None:
    box = Box()
    box.throw(3)
    first = list(box.record)
    box.table.start(Setup("pachisi", "six", ("Mina", "Dev"), begins=0))
    assert box.model.game == 2
    box.table.resume(first, announce=True)
    assert box.model.game == 1
    assert box.model.setup.names == ("Asha", "Ravi")
    assert box.types()[-1] == "game-resumed"
    box.play("a 0/3 =3")
    assert [logged.seq for logged in box.record] == list(range(1, len(box.record) + 1))


def test_without_a_game_every_action_says_so() -> None:
    table = Table(record=lambda _: None)
    assert not table.has_game
    with pytest.raises(NotNowError):
        table.do(TakeThrow(Cowries(3, 4)))


def test_the_end_of_a_game_is_told_once() -> None:
    box = Box()
    position = {
        "pawns": [[24, 24, 24, 23], [0, 0, 0, 0]],
        "turn": 0,
        "kadi": [True, False],
        "pairs": [[], []],
        "bank": [1],
    }
    box.table.do(SetPosition(position))
    box.table.do(ReportMove((0, 3), "r2c2"))
    assert [type(logged.event) for logged in box.record][-1] is GameEnded
    with pytest.raises(NotNowError):
        box.throw(3)


def test_a_piece_touched_where_it_stands_has_not_moved() -> None:
    box = Box(Setup("pachisi", "six", ("Mina", "Dev"), begins=0))
    box.table.do(TakeThrow(Cowries(3, 6)))
    count = len(box.record)
    with pytest.raises(NotNowError):
        box.table.do(ReportMove((0, 0), "charkoni"))
    assert len(box.record) == count


def test_an_option_that_nobody_could_use_in_a_game_is_refused() -> None:
    box = Box()
    with pytest.raises(SetupError, match="crawford"):
        box.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {"crawford": True}))
    assert box.model.setup.game == "chowka-bhara"
