"""The table: early throws, forced moves, questions, undo, correction, and what a record restores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    MOST_KEPT,
    Corrected,
    CorrectionSettled,
    GameEnded,
    Logged,
    Moved,
    MoveRefused,
    Setup,
    Threw,
    ThrowAsked,
    ThrowKept,
    TurnBegan,
    Undone,
    event_from_json,
    event_to_json,
)
from engine.game import Waits
from engine.messages import Message
from engine.move import parse_move
from engine.registry import games
from engine.table import Table
from engine.table.state import Conflict, Illegal, Warned
from engine.throw import Cowries, Dice

HOME = {0: "r4c2", 1: "r0c2"}


class Box:
    """A table with its record in memory."""

    def __init__(self, setup: Setup | None = None) -> None:
        self.record: list[Logged] = []
        self.table = Table(record=self.record.extend)
        self.table.start(setup or Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))

    def throw(self, *mouths: int) -> None:
        for up in mouths:
            self.table.throw(Cowries(up, 4))

    def play(self, text: str) -> None:
        self.table.play(parse_move(text))

    def types(self, since: int = 0) -> list[str]:
        return [event_to_json(logged.event)["type"] for logged in self.record if logged.seq > since]

    def steps(self, player: int) -> list[int]:
        model = self.table.model
        return sorted(placed.step for placed in model.rules.placed(model.state) if placed.player == player)

    def seq_of(self, kind: type, nth: int = 0) -> int:
        return [logged.seq for logged in self.record if isinstance(logged.event, kind)][nth]


def same(one: Table, other: Table) -> bool:
    """Compare what two tables remember, the rules objects aside."""
    line = replace(one.model.line, rules=other.model.rules)
    return replace(one.model, line=line) == other.model


def test_a_throw_and_a_move_pass_the_turn_and_are_recorded_in_this_order() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    assert box.types() == ["game-started", "turn-began", "threw", "moved", "turn-began"]
    assert [logged.seq for logged in box.record] == [1, 2, 3, 4, 5]
    assert box.table.model.turn == 1
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


def test_a_throw_that_comes_before_a_choice_is_entered_is_kept_and_taken_in_its_order() -> None:
    box = Box()
    box.throw(3, 3)  # Asha's only move is played; Ravi has one too
    box.throw(1)  # ... which is played now, and Asha has thrown a 1: a choice between two places
    before = box.table.model
    assert before.waits is Waits.MOVE
    box.table.throw(Cowries(2, 4), photo="early")
    kept = box.table.model
    assert kept.states == before.states
    assert [(waiting.throw, waiting.photo) for waiting in kept.waiting] == [(Cowries(2, 4), "early")]
    box.play("a 3/4 =1")
    after = box.table.model
    assert after.waiting == ()
    taken = after.last_throw
    assert taken is not None
    assert (taken.player, taken.action, taken.photo) == (1, Cowries(2, 4), "early")


def test_several_early_throws_keep_their_order() -> None:
    box = Box()
    box.throw(3, 3, 1, 2, 1)
    assert [waiting.throw for waiting in box.table.model.waiting] == [Cowries(2, 4), Cowries(1, 4)]
    box.play("a 3/4 =1")
    assert [waiting.throw for waiting in box.table.model.waiting] == [Cowries(1, 4)]
    assert box.table.model.turn == 1


def test_a_doubtful_reading_is_a_question_that_stands_in_the_throws_order() -> None:
    box = Box()
    box.table.ask(
        faces=("mouth", "unsure"),
        alternatives=(Cowries(3, 4), Cowries(2, 4)),
        photo="p",
        doubts=(Message("x"),),
    )
    assert box.table.model.waits is Waits.THROW
    box.throw(1)
    assert [waiting.throw for waiting in box.table.model.waiting] == [None, Cowries(1, 4)]
    box.table.correct(box.table.model.waiting[0].seq, Cowries(3, 4))
    # The answer counts for Asha, her only move is played, and Ravi's throw is taken.
    assert box.steps(0) == [0, 0, 0, 3]
    assert box.table.model.turn == 1
    assert box.table.model.waiting == ()


def test_what_was_no_throw_is_dropped_and_the_next_one_counts() -> None:
    box = Box()
    box.table.ask(faces=(), alternatives=(), photo="p")
    box.throw(3)
    box.table.drop(box.table.model.waiting[0].seq)
    last = box.table.model.last_throw
    assert last is not None
    assert last.action == Cowries(3, 4)
    with pytest.raises(NotNowError):
        box.table.drop(3)


def test_an_illegal_move_is_told_with_its_rule_and_may_be_moved_back() -> None:
    box = Box()
    box.throw(3)
    box.table.report_move((0, 0), "r4c4")
    question = box.table.model.question
    assert isinstance(question, Illegal)
    assert question.reason.rule == "C2"
    assert box.steps(0) == [0, 0, 0, 0]
    box.table.moved_back(question.seq)
    assert box.table.model.question is None
    assert box.steps(0) == [0, 0, 0, 0]
    with pytest.raises(NotNowError):
        box.table.moved_back(question.seq)


def test_an_illegal_move_may_be_accepted_as_played_and_replays() -> None:
    box = Box()
    box.throw(3)
    box.table.report_move((0, 0), "r4c4")
    box.table.accept(box.seq_of(MoveRefused))
    assert box.steps(0) == [0, 0, 0, 2]
    assert box.table.model.turn == 1
    again = Table(record=lambda _: None)
    again.resume(box.record)
    assert same(again, box.table)


def test_correcting_the_reading_plays_the_move_that_stood_in_question() -> None:
    box = Box()
    box.throw(3)
    box.table.report_move((0, 0), "r4c4")
    box.table.correct(box.seq_of(Threw), Cowries(2, 4))
    assert box.steps(0) == [0, 0, 0, 2]
    assert box.table.model.question is None
    assert box.table.model.turn == 1


def test_throws_are_kept_while_an_illegal_move_stands_in_question() -> None:
    box = Box()
    box.throw(3)
    box.table.report_move((0, 0), "r4c4")
    box.throw(1)
    assert len(box.table.model.waiting) == 1
    box.table.moved_back(box.seq_of(MoveRefused))
    # The question is answered; the only legal move is played and the kept throw is Ravi's.
    assert box.steps(0) == [0, 0, 0, 3]
    assert box.table.model.turn == 1


def test_a_corrected_throw_keeps_later_moves_that_are_still_legal() -> None:
    box = Box()
    box.throw(4)  # throws again
    box.throw(1)
    box.play("a 0/1 =1")
    box.table.correct(box.seq_of(Threw, 1), Cowries(1, 4))
    assert box.steps(0) == [0, 0, 0, 1]
    assert box.table.model.question is None


def test_a_correction_that_does_not_fit_asks_and_the_board_stays_until_it_is_answered() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    before = box.table.model
    box.table.correct(box.seq_of(Threw), Cowries(2, 4))
    asked = box.table.model
    assert isinstance(asked.question, Conflict)
    assert asked.question.at.seq == box.seq_of(Moved)
    assert asked.states == before.states
    with pytest.raises(NotNowError):
        box.play("a 0/1 =1")
    box.table.settle(box.seq_of(Moved), "undone")
    assert box.steps(0) == [0, 0, 0, 0]
    assert box.table.model.waits is Waits.MOVE
    box.play("a 0/2 =2")
    assert box.steps(0) == [0, 0, 0, 2]


def test_a_correction_may_be_withdrawn_or_the_move_accepted_as_played() -> None:
    for how, steps in (("withdrawn", [0, 0, 0, 3]), ("accepted", [0, 0, 0, 3])):
        box = Box()
        box.throw(3)
        box.play("a 0/3 =3")
        box.table.correct(box.seq_of(Threw), Cowries(2, 4))
        box.table.settle(box.seq_of(Moved), how)  # type: ignore[arg-type]
        assert box.table.model.question is None
        assert box.steps(0) == steps
        first = box.table.model.actions[0].action
        assert first == (Cowries(3, 4) if how == "withdrawn" else Cowries(2, 4))
        again = Table(record=lambda _: None)
        again.resume(box.record)
        assert same(again, box.table)


def test_every_later_misfit_of_a_correction_is_asked_in_turn() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    box.throw(2)
    box.play("a 0/2 =2")
    box.throw(1)
    box.play("a 3/4 =1")
    box.table.correct(box.seq_of(Threw), Cowries(2, 4))
    box.table.settle(box.seq_of(Moved), "accepted")
    assert box.table.model.question is None
    assert box.steps(0) == [0, 0, 0, 4]
    settled = box.record[-1].event
    assert isinstance(settled, CorrectionSettled)
    assert settled.stopped_at == 0


def test_only_a_throw_that_stands_can_be_corrected() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    with pytest.raises(NotNowError):
        box.table.correct(box.seq_of(Moved), Cowries(2, 4))
    with pytest.raises(ThrowError):
        box.table.correct(box.seq_of(Threw), Dice((3, 1)))
    assert not [logged for logged in box.record if isinstance(logged.event, Corrected)]


def test_undo_takes_back_one_action_at_a_time_down_to_the_beginning() -> None:
    box = Box()
    start = box.table.model.state
    box.throw(3, 2, 1)
    done = len(box.table.model.actions)
    assert done == 5
    for _ in range(done):
        box.table.undo()
    assert box.table.model.state == start
    with pytest.raises(NotNowError):
        box.table.undo()


def test_undo_to_any_point_and_the_turn_is_told() -> None:
    box = Box()
    box.throw(3, 2, 1)
    box.table.undo(box.seq_of(Moved))
    assert box.table.model.turn == 0
    assert box.steps(0) == [0, 0, 0, 0]
    assert isinstance(box.record[-2].event, Undone)
    assert isinstance(box.record[-1].event, TurnBegan)


def test_after_an_undo_kept_throws_wait_for_a_person() -> None:
    box = Box()
    box.throw(3, 3, 1, 2)
    assert len(box.table.model.waiting) == 1
    box.table.undo()  # Asha's 1
    assert box.table.model.held
    assert len(box.table.model.waiting) == 1
    box.table.use_kept()
    last = box.table.model.last_throw
    assert last is not None
    assert (last.player, last.action) == (0, Cowries(2, 4))


def test_if_recording_fails_nothing_has_happened() -> None:
    def full(_: Sequence[Logged]) -> None:
        raise RecordError("the disk is full")

    record: list[Logged] = []
    table = Table(record=record.extend)
    table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))
    before = table.model
    table._record = full
    with pytest.raises(RecordError):
        table.throw(Cowries(3, 4))
    assert table.model is before
    table._record = record.extend
    table.throw(Cowries(3, 4))
    assert [logged.seq for logged in record] == [1, 2, 3]


def test_a_request_sent_twice_counts_once_even_after_a_restart() -> None:
    box = Box()
    box.throw(3)
    move = parse_move("a 0/3 =3")
    box.table.play(move, request="phone-1")
    count = len(box.record)
    box.table.play(move, request="phone-1")
    again = Table(record=box.record.extend)
    again.resume(list(box.record))
    again.play(move, request="phone-1")
    assert len(box.record) == count


def test_a_move_from_an_outdated_page_is_refused() -> None:
    box = Box()
    seen = box.record[-1].seq
    box.throw(3)
    with pytest.raises(StaleError):
        box.table.play(parse_move("a 0/3 =3"), at=seen)
    box.table.play(parse_move("a 0/3 =3"), at=box.record[-1].seq)


def test_of_two_pages_that_correct_one_throw_at_once_the_slower_hears_so_first() -> None:
    box = Box()
    box.throw(3)
    seen, throw = box.record[-1].seq, box.seq_of(Threw)
    box.table.correct(throw, Cowries(2, 4), at=seen)
    with pytest.raises(StaleError):
        box.table.correct(throw, Cowries(1, 4), at=seen)
    box.table.correct(throw, Cowries(1, 4), at=box.record[-1].seq)
    assert str(box.table.model.actions[-1].action) == "1/4"


def test_a_page_that_has_not_heard_of_a_move_may_still_correct_the_throw() -> None:
    box = Box()
    box.throw(3)
    seen = box.record[-1].seq
    box.play("a 0/3 =3")
    box.table.correct(box.seq_of(Threw), Cowries(2, 4), at=seen)
    assert isinstance(box.table.model.question, Conflict)


def test_of_two_pages_that_answer_one_question_of_the_eye_the_slower_hears_so_first() -> None:
    box = Box()
    box.table.ask(faces=("mouth",) * 4, alternatives=(Cowries(3, 4), Cowries(2, 4)))
    seen = box.record[-1].seq
    box.table.correct(seen, Cowries(3, 4), at=seen)
    with pytest.raises(StaleError):
        box.table.correct(seen, Cowries(2, 4), at=seen)


def test_an_illegal_tap_is_refused_and_nothing_is_written() -> None:
    box = Box()
    box.throw(3)
    count = len(box.record)
    with pytest.raises(IllegalMoveError) as refused:
        box.play("a 0/2 =2")
    assert refused.value.reason.rule == "C2"
    with pytest.raises(NotationError):
        box.table.report_move((0, 0), "nowhere")
    with pytest.raises(NotationError):
        box.table.report_move((7, 0), "r4c4")
    assert len(box.record) == count


def test_shells_are_no_throw_of_backgammon_and_change_nothing() -> None:
    box = Box(Setup("backgammon", "finnish", ("Asha", "Ravi")))
    with pytest.raises(ThrowError):
        box.throw(3)
    box.table.throw(Dice((3, 1)))
    with pytest.raises(ThrowError):
        box.throw(3)
    assert not [logged for logged in box.record if isinstance(logged.event, ThrowKept)]


def test_an_older_game_can_be_laid_on_the_table_again() -> None:
    box = Box()
    box.throw(3)
    first = list(box.record)
    box.table.start(Setup("pachisi", "six", ("Mina", "Dev"), begins=0))
    assert box.table.model.game == 2
    box.table.resume(first, announce=True)
    assert box.table.model.game == 1
    assert box.table.model.setup.names == ("Asha", "Ravi")
    assert box.types()[-1] == "game-resumed"
    box.play("a 0/3 =3")
    assert [logged.seq for logged in box.record] == list(range(1, len(box.record) + 1))


def test_without_a_game_every_action_says_so() -> None:
    table = Table(record=lambda _: None)
    assert not table.has_game
    with pytest.raises(NotNowError):
        table.throw(Cowries(3, 4))


SETUPS = [
    Setup(info.name, preset.name, ("Asha", "Ravi", "Mina", "Dev")[: max(info.players)], begins=0)
    for info in games()
    for preset in info.presets
]


@settings(max_examples=60, deadline=None)
@given(data=st.data(), setup=st.sampled_from(SETUPS))
def test_a_record_plays_back_to_the_same_table(data: st.DataObject, setup: Setup) -> None:
    box = Box(setup)
    table = box.table
    for _ in range(data.draw(st.integers(1, 40))):
        model = table.model
        if model.waits is Waits.OVER:
            break
        what = data.draw(st.sampled_from(["go on"] * 8 + ["undo", "early", "illegal", "correct"]))
        if isinstance(model.question, Conflict):
            table.settle(
                model.question.at.seq, data.draw(st.sampled_from(["accepted", "undone", "withdrawn"]))
            )
        elif isinstance(model.question, Illegal | Warned):
            end = table.accept if data.draw(st.booleans()) else table.moved_back
            end(model.question.seq)
        elif what == "undo" and model.actions:
            table.undo(data.draw(st.sampled_from(model.actions)).seq)
        elif what == "correct" and model.last_throw:
            wants = model.rules.wants(model.states[model.place(model.last_throw.seq)])
            table.correct(model.last_throw.seq, data.draw(st.sampled_from(wants.throws())))
        elif what == "early" or model.waits is Waits.THROW:
            table.throw(data.draw(st.sampled_from(model.rules.wants(model.state).throws())))
        elif what == "illegal":
            piece = data.draw(st.sampled_from(model.rules.placed(model.state)))
            elsewhere = [one.id for one in model.rules.layout.squares if one.id != piece.square]
            table.report_move((piece.player, piece.piece), data.draw(st.sampled_from(elsewhere)))
        else:
            moves = [*model.rules.moves(model.state), *model.rules.optional(model.state)]
            assert moves, "the game is stuck"
            table.play(data.draw(st.sampled_from(moves)))
    written = [replace(logged, event=event_from_json(event_to_json(logged.event))) for logged in box.record]
    assert written == box.record
    again = Table(record=lambda _: None)
    again.resume(written)
    assert same(again, table)


def test_the_end_of_a_game_is_told_once() -> None:
    box = Box()
    position = {
        "pawns": [[24, 24, 24, 23], [0, 0, 0, 0]],
        "turn": 0,
        "kadi": [True, False],
        "pairs": [[], []],
        "bank": [1],
    }
    box.table.set_position(position)
    box.table.report_move((0, 3), "r2c2")
    assert [type(logged.event) for logged in box.record][-1] is GameEnded
    with pytest.raises(NotNowError):
        box.throw(3)


def test_a_later_throw_that_a_correction_leaves_no_room_for_may_be_accepted_and_joins_the_bank() -> None:
    box = Box()
    box.throw(4, 1)  # a 4 throws again
    box.table.correct(box.seq_of(Threw), Cowries(3, 4))  # a 3 does not: the 1 was not due
    conflict = box.table.model.question
    assert isinstance(conflict, Conflict)
    assert conflict.at.action == Cowries(1, 4)
    box.table.settle(conflict.at.seq, "accepted")
    assert box.table.model.question is None
    assert box.table.model.rules.bank(box.table.model.state) == ((3, 3), (1, 1))
    again = Table(record=lambda _: None)
    again.resume(box.record)
    assert same(again, box.table)


def test_an_accepted_throw_that_the_game_cannot_take_stands_and_counts_for_nothing() -> None:
    box = Box(Setup("pachisi", "seven", ("Mina", "Dev"), begins=0))
    box.table.set_position({"turn": 0, "pieces": [[10, 0, 0, 0], [0, 0, 0, 0]]})
    box.table.throw(Cowries(5, 7))  # a 25 throws again
    box.table.throw(Cowries(2, 7))
    box.table.play(parse_move("a 10/12 =2"))
    box.table.correct(box.seq_of(Threw), Cowries(3, 7))
    for misfit in (box.seq_of(Threw, 1), box.seq_of(Moved)):
        conflict = box.table.model.question
        assert isinstance(conflict, Conflict)
        assert conflict.at.seq == misfit
        box.table.settle(misfit, "accepted")
    assert box.table.model.question is None
    assert [action.how for action in box.table.model.actions] == ["chosen", "chosen", "accepted", "accepted"]
    assert box.steps(0) == [0, 0, 0, 12]
    again = Table(record=lambda _: None)
    again.resume(box.record)
    assert same(again, box.table)


def test_throws_kept_during_a_question_go_on_when_the_correction_is_withdrawn() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    box.table.correct(box.seq_of(Threw), Cowries(2, 4))
    box.throw(2)
    assert len(box.table.model.waiting) == 1
    box.table.settle(box.seq_of(Moved), "withdrawn")
    last = box.table.model.last_throw
    assert last is not None
    assert (last.player, last.action) == (1, Cowries(2, 4))
    assert box.table.model.waiting == ()


def test_after_a_position_set_by_hand_kept_throws_wait_for_a_person() -> None:
    box = Box()
    start = box.table.model.rules.to_position(box.table.model.state)
    box.throw(3)
    box.table.report_move((0, 0), "r4c4")
    box.throw(1)
    box.table.set_position(start)
    assert box.table.model.held
    assert len(box.table.model.waiting) == 1
    box.table.use_kept()
    last = box.table.model.last_throw
    assert last is not None
    assert (last.player, last.action) == (0, Cowries(1, 4))


def test_an_early_throw_of_another_number_of_shells_is_refused_at_once() -> None:
    box = Box()
    box.throw(4, 2)  # a choice is to be made
    assert box.table.model.waits is Waits.MOVE
    with pytest.raises(ThrowError, match="6 shells"):
        box.table.throw(Cowries(2, 6))
    assert box.table.model.waiting == ()


def test_an_accepted_throw_may_itself_be_corrected() -> None:
    box = Box(Setup("pachisi", "seven", ("Mina", "Dev"), begins=0))
    box.table.set_position({"turn": 0, "pieces": [[10, 0, 0, 0], [0, 0, 0, 0]]})
    box.table.throw(Cowries(5, 7))
    box.table.throw(Cowries(2, 7))
    box.table.correct(box.seq_of(Threw), Cowries(3, 7))
    second = box.seq_of(Threw, 1)
    box.table.settle(second, "accepted")
    box.table.correct(second, Cowries(4, 7))
    assert [action.action for action in box.table.model.actions[1:]] == [Cowries(3, 7), Cowries(4, 7)]
    with pytest.raises(ThrowError):
        box.table.correct(second, Dice((3, 1)))


def test_a_piece_touched_where_it_stands_has_not_moved() -> None:
    box = Box(Setup("pachisi", "six", ("Mina", "Dev"), begins=0))
    box.table.throw(Cowries(3, 6))
    count = len(box.record)
    with pytest.raises(NotNowError):
        box.table.report_move((0, 0), "charkoni")
    assert len(box.record) == count


def test_undo_waits_while_a_correction_stands_in_question() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    box.table.correct(box.seq_of(Threw), Cowries(2, 4))
    with pytest.raises(NotNowError):
        box.table.undo()
    assert isinstance(box.table.model.question, Conflict)


def test_an_option_that_nobody_could_use_in_a_game_is_refused() -> None:
    box = Box()
    with pytest.raises(SetupError, match="crawford"):
        box.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {"crawford": True}))
    assert box.table.model.setup.game == "chowka-bhara"


def test_beyond_twenty_kept_throws_a_phones_is_refused_and_the_eyes_stay() -> None:
    box = Box()
    box.throw(3, 3, 1)  # a choice between two places, which nobody makes
    for _ in range(MOST_KEPT):
        box.table.throw(Cowries(2, 4), source="typed")
    assert len(box.table.model.waiting) == MOST_KEPT
    for source in ("typed", "drawn"):
        seq = box.table.model.seq
        with pytest.raises(NotNowError, match="20 throws wait already and nobody plays"):
            box.table.throw(Cowries(2, 4), source=source)
        assert box.table.model.seq == seq
    box.table.throw(Cowries(1, 4), photo="seen")
    box.table.ask(faces=["mouth"], alternatives=[Cowries(1, 4)])
    box.table.throw(Cowries(3, 4), photo="seen too")
    waiting = box.table.model.waiting
    assert [one.photo for one in waiting[MOST_KEPT:]] == ["seen", "", "seen too"]
    counted = [one.event.waits for one in box.record if isinstance(one.event, ThrowKept | ThrowAsked)]
    assert counted == list(range(1, MOST_KEPT + 4))
    box.table.drop(waiting[0].seq)
    for one in waiting[-3:]:
        box.table.drop(one.seq)
    box.table.throw(Cowries(2, 4), source="typed")
    assert len(box.table.model.waiting) == MOST_KEPT
    box.play("a 3/4 =1")
    assert len(box.table.model.waiting) < MOST_KEPT


def test_a_phones_throw_that_is_due_is_taken_however_many_wait() -> None:
    box = Box()
    box.throw(3, 3, 1, *[2] * MOST_KEPT)
    box.table.undo()  # all that is kept is held until a person says that it counts
    assert box.table.model.waits is Waits.THROW
    with pytest.raises(NotNowError, match="nobody plays"):
        box.table.throw(Cowries(2, 4), source="typed")
    box.table.use_kept()
    assert len(box.table.model.waiting) < MOST_KEPT
