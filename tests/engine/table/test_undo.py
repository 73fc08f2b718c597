"""What an undo takes back, and that it comes back exactly as it was until the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BrokenRecordError, EngineError, NotNowError, StaleError
from engine.events import (
    GameEnded,
    Logged,
    Redone,
    Setup,
    TurnBegan,
    Undone,
)
from engine.game import Waits
from engine.messages import Message
from engine.move import EndTurn, parse_move
from engine.registry import games
from engine.table import Table
from engine.table.questions import Conflict
from engine.table.state import Model, model_after, replayed
from engine.throw import Cowries
from engines.drawn_games import do_something
from engines.recorded_table import Box, logged_again

PLAYERS = ("Asha", "Ravi")
BACKGAMMON = Setup("backgammon", "standard", PLAYERS, begins=0)


def what_lies_there(model: Model) -> object:
    """Give all of a memory but how it came about: numbers of events, and what could still be undone."""
    return replace(
        model,
        seq=0,
        revision=0,
        requests=(),
        undone=(),
        line=replace(model.line, rules=None),  # type: ignore[arg-type]
    )


def restarted(box: Box) -> Model:
    """Read the record as a box does that was switched off."""
    return replayed(map(logged_again, box.record))


def test_what_was_taken_back_comes_back_one_after_the_other_in_order() -> None:
    box = Box()
    box.throw(3, 2, 1)
    before, deeds = what_lies_there(box.model), box.deeds()
    for _ in deeds:
        box.table.undo()
    assert box.deeds() == []
    for count in range(1, len(deeds) + 1):
        box.table.redo()
        assert box.deeds() == deeds[:count]
    assert what_lies_there(box.model) == before
    with pytest.raises(NotNowError, match="nothing to bring back"):
        box.table.redo()


def test_several_deeds_that_went_at_once_come_back_at_once() -> None:
    box = Box()
    box.throw(3, 2, 1)
    deeds = box.deeds()
    box.table.undo(box.model.actions[1].seq)
    assert box.deeds() == deeds[:1]
    box.table.redo()
    assert box.deeds() == deeds


GOES_ON: dict[str, Callable[[Table], None]] = {
    "a throw": lambda table: table.throw(Cowries(2, 4)),
    "an early throw": lambda table: (table.undo(), table.throw(Cowries(1, 4)), table.throw(Cowries(1, 4)))[0],
    "a throw in doubt": lambda table: table.ask(faces=("?",), alternatives=(), doubts=(Message("it leans"),)),
    "a correction": lambda table: table.correct(table.model.actions[0].seq, Cowries(2, 4)),
    "a position": lambda table: table.set_position(table.model.rules.to_position(table.model.state)),
    "a resignation": lambda table: table.play(parse_move("resign 1")),
}


@pytest.mark.parametrize("how", GOES_ON)
def test_nothing_comes_back_once_the_game_has_gone_on(how: str) -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    box.throw(2)
    box.table.undo()
    assert box.model.undone
    GOES_ON[how](box.table)
    assert box.model.undone == ()
    with pytest.raises(NotNowError):
        box.table.redo()
    assert restarted(box).undone == ()


def test_a_move_that_is_made_instead_is_the_end_of_what_could_come_back() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    box.table.undo()
    box.play("b 0/3 =3")
    assert box.model.undone == ()


def test_an_illegal_move_that_is_put_back_changes_nothing_of_what_can_come_back() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    deeds = box.deeds()
    box.table.undo()
    box.table.report_move((0, 0), "r4c4")
    question = box.model.question
    assert question is not None
    box.table.moved_back(question.seq)  # type: ignore[union-attr]
    box.table.redo()
    assert box.deeds() == deeds


def test_the_move_in_question_is_in_question_again() -> None:
    box = Box()
    box.throw(3)
    box.table.report_move((0, 0), "r4c4")
    before = box.model.question
    assert before is not None
    box.table.undo()
    assert box.model.question is None
    box.table.redo()
    assert box.model.question == before


def test_kept_throws_wait_as_they_did_before_the_undo() -> None:
    box = Box()
    box.throw(3, 3, 1, 2)
    assert (len(box.model.waiting), box.model.held) == (1, False)
    before = what_lies_there(box.model)
    box.table.undo()
    assert box.model.held
    box.table.redo()
    assert what_lies_there(box.model) == before


def test_a_game_that_had_ended_ends_again_and_is_told_again() -> None:
    box = Box()
    box.table.play(parse_move("resign 1"))
    assert box.model.waits is Waits.OVER
    outcome = box.model.outcome
    box.table.undo()
    assert box.model.waits is Waits.THROW
    box.table.redo()
    assert (box.model.waits, box.model.outcome) == (Waits.OVER, outcome)
    assert [type(one.event) for one in box.record[-2:]] == [Redone, GameEnded]


def test_the_turn_is_told_that_comes_with_what_comes_back() -> None:
    box = Box()
    box.throw(3)
    box.play("a 0/3 =3")
    box.table.undo()
    box.table.redo()
    assert [one.event for one in box.record[-2:]] == [Redone(box.record[-4].seq), TurnBegan(1)]
    assert isinstance(box.record[-4].event, Undone)


def test_a_page_that_has_not_heard_of_the_last_undo_brings_nothing_back() -> None:
    box = Box()
    box.throw(3, 2)
    box.table.undo()
    heard = box.model.seq
    box.table.undo()
    with pytest.raises(StaleError):
        box.table.redo(at=heard)


def test_a_redo_that_is_sent_twice_brings_back_one_thing() -> None:
    box = Box()
    box.throw(3, 2)
    deeds = box.deeds()
    box.table.undo()
    box.table.undo()
    for _ in range(2):
        box.table.redo(request="phone-1")
    assert box.deeds() == deeds[:-1]


def test_a_record_in_which_something_else_comes_back_is_broken() -> None:
    box = Box()
    box.throw(3)
    box.table.undo()
    for wrong in (Redone(1), Redone(box.model.seq)):
        with pytest.raises(EngineError):
            model_after(replace(box.model, undone=()), Logged(box.model.seq + 1, 1, wrong))
    with pytest.raises(BrokenRecordError):
        model_after(box.model, Logged(box.model.seq + 1, 1, Redone(1)))


# A turn of backgammon.


def test_the_end_of_a_turn_of_checkers_goes_back_with_its_whole_play() -> None:
    box = Box(BACKGAMMON)
    box.dice(6, 5)
    thrown = box.model.state
    box.play("24/18", "18/13", "end")
    deeds, ended = box.deeds(), what_lies_there(box.model)
    assert [str(action.action) for action in box.model.undoes] == ["24/18", "18/13", "end"]
    box.table.undo()
    assert box.deeds() == ["6-5"]
    assert box.model.state == thrown
    box.table.redo()
    assert box.deeds() == deeds
    assert what_lies_there(box.model) == ended


def test_before_the_end_of_the_turn_one_checker_goes_back_after_the_other() -> None:
    box = Box(BACKGAMMON)
    box.dice(6, 5)
    box.play("24/18", "18/13")
    box.table.undo()
    assert box.deeds() == ["6-5", "24/18"]
    box.table.undo()
    assert box.deeds() == ["6-5"]
    box.table.undo()
    assert box.deeds() == []
    for _ in range(3):
        box.table.redo()
    assert box.deeds() == ["6-5", "24/18", "18/13"]


def test_a_turn_that_ends_with_its_last_checker_goes_back_whole() -> None:
    box = Box(replace(BACKGAMMON, preset="finnish"))
    box.dice(6, 5)
    box.play("24/18")
    assert len(box.model.undoes) == 1
    box.play("18/13")
    assert box.model.turn == 1
    box.table.undo()
    assert box.deeds() == ["6-5"]


def test_after_the_next_throw_only_that_throw_goes_back_and_then_the_whole_turn() -> None:
    box = Box(BACKGAMMON)
    box.dice(6, 5)
    box.play("24/18", "18/13")
    box.dice(3, 1)  # ends Asha's turn by itself
    ended = box.model.actions[-2]
    assert (ended.action, ended.how) == (EndTurn(), "forced")
    box.table.undo()
    assert box.deeds() == ["6-5", "24/18", "18/13", "end"]
    box.table.undo()
    assert box.deeds() == ["6-5"]


def test_the_last_checker_of_a_game_goes_back_alone() -> None:
    box = Box(BACKGAMMON)
    board = [0] * 26
    board[1], board[2], board[24] = 1, 1, -1
    box.table.set_position({"board": board, "turn": 0})
    box.dice(2, 1)
    box.play("2/off", "1/off")
    assert box.model.waits is Waits.OVER
    assert [str(action.action) for action in box.model.undoes] == ["1/off"]


@pytest.mark.parametrize(("game", "preset", "throw"), [("chowka-bhara", "5x5", 4), ("pachisi", "six", 3)])
def test_a_move_of_cowries_goes_back_alone(game: str, preset: str, throw: int) -> None:
    box = Box(Setup(game, preset, PLAYERS, begins=0))
    shells = box.model.rules.wants(box.model.state).count
    while box.model.turn == 0:
        move = next(iter(box.model.line.moves), None)
        if move is not None and box.model.waits is Waits.MOVE:
            box.table.play(move, sure=True)
        else:
            box.table.throw(Cowries(throw if len(box.model.actions) < 1 else 2, shells))
    moved = [action for action in box.model.actions if not isinstance(action.action, Cowries)]
    assert moved
    assert len(box.model.undoes) == 1


SETUPS = [
    Setup(info.name, preset.name, PLAYERS, begins=0)
    for info in games()
    for preset in info.presets
    if 2 in info.players
]


@settings(max_examples=60, deadline=None)
@given(data=st.data(), setup=st.sampled_from(SETUPS))
def test_as_many_redos_as_undos_leave_all_as_it_was_and_so_does_a_restart_between(
    data: st.DataObject, setup: Setup
) -> None:
    box = Box(setup)
    for _ in range(data.draw(st.integers(1, 25))):
        do_something(data, box.table)
    if isinstance(box.model.question, Conflict):
        return
    before, undos = box.model, 0
    for _ in range(data.draw(st.integers(1, 6))):
        if box.model.actions:
            far = data.draw(st.sampled_from([None, *box.model.actions[-4:]]))
            box.table.undo(far.seq if far else None)
            undos += 1
    played = [one for one in box.record if one.game == box.model.game]
    assert len(box.model.undone) == len(before.undone) + undos
    again = Table(record=box.record.extend)
    again.resume(map(logged_again, played))
    for table in (box.table, again):
        for _ in range(undos):
            table.redo()
        assert what_lies_there(table.model) == what_lies_there(before)
        assert table.model.undone == before.undone
