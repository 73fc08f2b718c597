"""What an undo takes back, and that it comes back exactly as it was until the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BrokenRecordError, EngineError, NotNowError, StaleError
from engine.events import GameEnded, Logged, Moved, Redone, Setup, ThrowAsked, TurnBegan, Undone
from engine.game import Waits
from engine.messages import Message
from engine.move import parse_move
from engine.registry import games
from engine.table import Table
from engine.table.commands import (
    AskThrow,
    CorrectThrow,
    PlayMove,
    Redo,
    ReportMove,
    SetPosition,
    TakeMoveBack,
    TakeThrow,
    Undo,
)
from engine.table.questions import Conflict
from engine.table.state import Model, model_after, replayed
from engine.throw import Cowries
from engines.drawn_games import do_something
from engines.recorded_table import Box, logged_again

PLAYERS = ("Asha", "Ravi")
CHOWKA = Setup("chowka-bhara", "5x5", PLAYERS)
BACKGAMMON = Setup("backgammon", "standard", PLAYERS, begins=0)
FINNISH = replace(BACKGAMMON, preset="finnish")


def what_lies_there(model: Model) -> object:
    """Return all of a memory but how it came about: numbers of events, and what could still be undone."""
    return replace(
        model,
        seq=0,
        revision=0,
        requests=(),
        undone=(),
        line=replace(model.line, rules=None),  # type: ignore[arg-type]
    )


FORCED = "3/4, a 0/3 =3, 2/4, a 0/2 =2, 1/4"
PLAY = "6-5, 24/18, 18/13"


@pytest.mark.parametrize(
    ("setup", "done", "stands"),
    [
        (CHOWKA, "3/4, 2/4, 1/4", FORCED),  # each has one move, which is played by itself
        (CHOWKA, "3/4, 2/4, 1/4, undo", "3/4, a 0/3 =3, 2/4, a 0/2 =2"),
        (CHOWKA, "3/4, 2/4, 1/4, undo, undo", "3/4, a 0/3 =3, 2/4"),
        (CHOWKA, "3/4, 2/4, 1/4, undo, undo, undo, undo", "3/4"),
        (CHOWKA, "3/4, 2/4, 1/4, undo, undo, redo", "3/4, a 0/3 =3, 2/4, a 0/2 =2"),
        (CHOWKA, "3/4, 2/4, 1/4, undo, undo, redo, redo", FORCED),
        # A turn of checkers that is over goes back with its whole play; before, one after the other.
        (BACKGAMMON, f"{PLAY}, end, undo", "6-5"),
        (BACKGAMMON, f"{PLAY}, end, undo, redo", f"{PLAY}, end"),
        (BACKGAMMON, f"{PLAY}, undo", "6-5, 24/18"),
        (BACKGAMMON, f"{PLAY}, undo, undo", "6-5"),
        (BACKGAMMON, f"{PLAY}, undo, undo, undo", ""),
        (BACKGAMMON, f"{PLAY}, undo, undo, undo, redo, redo, redo", PLAY),
        (FINNISH, f"{PLAY}, undo", "6-5"),  # it ends with its last checker
        # The next throw ends a turn by itself, and goes back alone.
        (BACKGAMMON, f"{PLAY}, 3-1", f"{PLAY}, end, 3-1"),
        (BACKGAMMON, f"{PLAY}, 3-1, undo", f"{PLAY}, end"),
        (BACKGAMMON, f"{PLAY}, 3-1, undo, undo", "6-5"),
    ],
)
def test_what_is_taken_back_and_brought_back(setup: Setup, done: str, stands: str) -> None:
    box = Box(setup)
    box.do(*done.split(", "))
    assert ", ".join(box.deeds()) == stands
    box.restart()


def test_undo_ends_at_the_beginning_and_redo_at_what_stood() -> None:
    box = Box()
    start = box.model.state
    box.throw(3, 2, 1)
    before, count = what_lies_there(box.model), len(box.deeds())
    for _ in range(count):
        box.table.do(Undo())
    assert box.model.state == start
    with pytest.raises(NotNowError, match="nothing to take back"):
        box.table.do(Undo())
    for _ in range(count):
        box.table.do(Redo())
    assert what_lies_there(box.model) == before
    with pytest.raises(NotNowError, match="nothing to bring back"):
        box.table.do(Redo())


def test_several_deeds_that_went_at_once_come_back_at_once_and_the_turn_is_told() -> None:
    box = Box()
    box.throw(3, 2, 1)
    deeds = box.deeds()
    box.table.do(Undo(box.seq_of(Moved)))
    assert (box.deeds(), box.model.turn, box.steps(0)) == (deeds[:1], 0, [0, 0, 0, 0])
    assert [type(one.event) for one in box.record[-2:]] == [Undone, TurnBegan]
    undone = box.record[-2].seq
    box.table.do(Redo())
    assert box.deeds() == deeds
    assert [one.event for one in box.record[-2:]] == [Redone(undone), TurnBegan(0)]


GOES_ON: dict[str, Callable[[Table], None]] = {
    "another move": lambda table: (table.do(Undo()), table.do(PlayMove(parse_move("b 0/3 =3"))))[0],
    "a throw": lambda table: table.do(TakeThrow(Cowries(2, 4))),
    "an early throw": lambda table: (
        table.do(Undo()),
        table.do(TakeThrow(Cowries(1, 4))),
        table.do(TakeThrow(Cowries(1, 4))),
    )[0],
    "a throw in doubt": lambda table: table.do(
        AskThrow(ThrowAsked(faces=("?",), alternatives=(), doubts=(Message("it leans"),)))
    ),
    "a correction": lambda table: table.do(CorrectThrow(table.model.actions[0].seq, Cowries(2, 4))),
    "a position": lambda table: table.do(SetPosition(table.model.rules.to_position(table.model.state))),
    "a resignation": lambda table: table.do(PlayMove(parse_move("resign 1"))),
}


@pytest.mark.parametrize("how", GOES_ON)
def test_nothing_comes_back_once_the_game_has_gone_on(how: str) -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3", "2/4", "undo")
    assert box.model.undone
    GOES_ON[how](box.table)
    assert box.model.undone == ()
    with pytest.raises(NotNowError):
        box.table.do(Redo())
    assert replayed(map(logged_again, box.record)).undone == ()


def test_an_illegal_move_that_is_put_back_changes_nothing_of_what_can_come_back() -> None:
    box = Box()
    box.do("3/4", "a 0/3 =3", "undo")
    box.table.do(ReportMove((0, 0), "r4c4"))
    question = box.model.question
    assert question is not None
    box.table.do(Undo())
    assert box.model.question is None
    box.table.do(Redo())
    assert box.model.question == question, "the move is in question again"
    box.table.do(TakeMoveBack(question.seq))  # type: ignore[union-attr]
    box.table.do(Redo())
    assert box.deeds() == ["3/4", "a 0/3 =3"]


def test_kept_throws_wait_as_they_did_before_the_undo() -> None:
    box = Box()
    box.throw(3, 3, 1, 2)
    assert (len(box.model.waiting), box.model.held) == (1, False)
    before = what_lies_there(box.model)
    box.table.do(Undo())
    assert box.model.held
    box.table.do(Redo())
    assert what_lies_there(box.model) == before


def test_a_game_that_had_ended_ends_again_and_is_told_again() -> None:
    box = Box()
    box.do("resign 1")
    outcome = box.model.outcome
    box.do("undo")
    assert box.model.waits is Waits.THROW
    box.do("redo")
    assert (box.model.waits, box.model.outcome) == (Waits.OVER, outcome)
    assert [type(one.event) for one in box.record[-2:]] == [Redone, GameEnded]


def test_a_redo_counts_once_and_not_from_a_page_that_has_not_heard_of_the_last_undo() -> None:
    box = Box()
    box.throw(3, 2)
    deeds = box.deeds()
    box.table.do(Undo())
    heard = box.model.seq
    box.table.do(Undo())
    with pytest.raises(StaleError):
        box.table.do(Redo(), at=heard)
    for _ in range(2):
        box.table.do(Redo(), request="phone-1")
    assert box.deeds() == deeds[:-1]


def test_a_record_in_which_something_else_comes_back_is_broken() -> None:
    box = Box()
    box.do("3/4", "undo")
    for wrong in (Redone(1), Redone(box.model.seq)):
        with pytest.raises(EngineError):
            model_after(replace(box.model, undone=()), Logged(box.model.seq + 1, 1, wrong))
    with pytest.raises(BrokenRecordError):
        model_after(box.model, Logged(box.model.seq + 1, 1, Redone(1)))


def test_the_last_checker_of_a_game_goes_back_alone() -> None:
    box = Box(BACKGAMMON)
    box.table.do(SetPosition({"board": [0, 1, 1, *[0] * 21, -1, 0], "turn": 0}))
    box.do("2-1", "2/off", "1/off")
    assert box.model.waits is Waits.OVER
    assert [str(action.action) for action in box.model.undoes] == ["1/off"]


@pytest.mark.parametrize(("game", "preset", "throw"), [("chowka-bhara", "5x5", 4), ("pachisi", "six", 3)])
def test_a_move_of_cowries_goes_back_alone(game: str, preset: str, throw: int) -> None:
    box = Box(Setup(game, preset, PLAYERS, begins=0))
    shells = box.model.rules.wants(box.model.state).count
    while box.model.turn == 0:
        if box.model.waits is Waits.MOVE:
            box.table.do(PlayMove(box.model.line.moves[0], sure=True))
        else:
            box.table.do(TakeThrow(Cowries(throw if len(box.model.actions) < 1 else 2, shells)))
    assert [action for action in box.model.actions if not isinstance(action.action, Cowries)]
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
            box.table.do(Undo(far.seq if far else None))
            undos += 1
    assert len(box.model.undone) == len(before.undone) + undos
    again = box.restart()
    for table in (box.table, again):
        for _ in range(undos):
            table.do(Redo())
        assert what_lies_there(table.model) == what_lies_there(before)
        assert table.model.undone == before.undone
