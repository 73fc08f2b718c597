"""A match in tournament mode: illegal plays are entered as they were done, and no help is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.backgammon.state import State
from engine.errors import IllegalMoveError, NotNowError
from engine.events import Corrected, CorrectionSettled, Moved, MoveRefused, event_type
from engine.game import Waits
from engine.match import Conduct
from engine.move import Double, EndTurn, parse_move
from engine.table.questions import Illegal
from engine.table.tournament import without_hints
from engines.random_matches import match_setup
from engines.recorded_table import Box

QUIET = Conduct(tournament=True, tells_illegal=False)
TELLS = replace(QUIET, tells_illegal=True)
ONE_OF_TWO = {"board": [0, -5, *[0] * 15, -2, *[0] * 6, 1, 0], "turn": 0}
"""Seat 0 has one checker on its 24-point; of a 6 and a 1 only one can be played."""
SHUT_OUT = {"board": [0, *[0] * 18, *[-2] * 6, 1], "turn": 0}
"""Seat 0 has one checker, on the bar, and all points to come in are held."""


def box(conduct: Conduct = QUIET, position: dict[str, object] | None = None, preset: str = "standard") -> Box:
    """Give a table with a match of one point, from a position where one is given."""
    made = Box(match_setup(1, preset=preset, conduct=conduct))
    if position is not None:
        made.table.set_position(position)
    return made


def how(made: Box) -> list[tuple[str, str]]:
    return [(str(action.action), action.how) for action in made.model.actions]


def point(made: Box, number: int) -> int:
    """Count the checkers on a point of who moves; those of the other player are below 0."""
    state = made.model.state
    assert isinstance(state, State)
    return state.board[number]


def test_bs9_an_illegal_play_is_entered_as_it_was_done_and_nobody_is_told() -> None:
    made = box()
    made.dice(3, 1)
    made.play("13/11")
    assert how(made) == [("3-1", "chosen"), ("13/11", "accepted")]
    assert (point(made, 11), made.model.question) == (1, None)
    assert MoveRefused not in {type(one.event) for one in made.record}
    made.table.undo()
    assert how(made) == [("3-1", "chosen")], "until the turn has ended it is put right like any other"


def test_it_is_entered_by_two_touches_to_any_point() -> None:
    made = box()
    made.dice(3, 1)
    piece = next(
        one for one in made.model.rules.placed(made.model.state) if (one.player, one.step) == (0, 13)
    )
    made.table.report_move((0, piece.piece), "p7")
    assert how(made)[1:] == [("13/7", "accepted")]


def test_a_turn_is_ended_although_more_could_be_played() -> None:
    made = box()
    made.dice(3, 1)
    made.play("8/5")
    assert made.model.waits is Waits.MOVE
    made.table.play(EndTurn())
    assert (made.model.turn, how(made)[-1]) == (1, ("end", "accepted"))


def test_a_play_that_leaves_the_larger_die_is_entered_as_well() -> None:
    made = box(position=ONE_OF_TWO)
    made.dice(6, 1)
    made.play("24/23")
    made.table.play(EndTurn())
    assert (how(made)[-2:], made.model.turn) == ([("24/23", "accepted"), ("end", "chosen")], 1)


@pytest.mark.parametrize("text", ["20/17", "2/1", "13/12"])
def test_what_no_board_shows_is_no_play_and_says_no_rule(text: str) -> None:
    made = box()
    made.dice(3, 1)
    with pytest.raises(NotNowError, match="cannot be entered") as refused:
        made.play(text)
    assert "BF" not in str(refused.value)
    assert "BS" not in str(refused.value)


def test_throws_and_the_cube_have_their_order_all_the_same() -> None:
    made = Box(match_setup(3, conduct=QUIET))
    with pytest.raises(IllegalMoveError, match="throws first"):
        made.play("13/10")
    made.dice(3, 1)
    with pytest.raises(IllegalMoveError, match="before the throw"):
        made.table.play(Double())
    made.play("8/5 6/5")
    made.table.play(EndTurn())
    made.table.play(Double())
    with pytest.raises(IllegalMoveError, match="first takes or passes"):
        made.play("13/10")


def test_an_illegal_play_is_told_where_the_director_chose_so_without_what_would_be_legal() -> None:
    made = box(TELLS, preset="polish")
    made.dice(3, 1)
    made.dice(6, 5)
    with pytest.raises(IllegalMoveError) as refused:
        made.table.play(EndTurn())
    assert "for example" not in str(refused.value)
    assert "the 6 can be played" in str(refused.value)
    made = box(TELLS)
    made.dice(3, 1)
    made.table.report_move((0, 2), "p2")
    assert isinstance(made.model.question, Illegal)


def test_a_corrected_throw_leaves_the_play_as_it_was_done() -> None:
    made = box()
    made.dice(3, 1)
    made.play("8/5 6/5")
    made.table.play(EndTurn())
    made.table.correct(made.model.actions[0].seq, made.model.actions[0].action.__class__((6, 5)))
    assert (made.model.question, made.deeds()) == (None, ["6-5", "8/5 6/5", "end"])
    assert {Corrected, CorrectionSettled} <= {type(one.event) for one in made.record}
    told = [event_type(one.event) for one in without_hints(made.record, made.model)]
    assert ("corrected" in told, "correction-settled" in told) == (True, False)


def test_that_nothing_can_be_played_is_not_told() -> None:
    made = box(position=SHUT_OUT)
    made.dice(6, 5)
    assert made.model.waits is Waits.END
    made.dice(3, 1)
    all_of = [event_type(one.event) for one in made.record]
    told = [event_type(one.event) for one in without_hints(made.record, made.model)]
    assert ("passed" in all_of, "passed" in told) == (True, False)


def test_how_a_play_stands_is_told_after_the_match_and_not_before() -> None:
    made = box()
    made.dice(3, 1)
    made.play("13/11")
    moved = [one.event for one in without_hints(made.record, made.model) if isinstance(one.event, Moved)]
    assert moved == [Moved(0, parse_move("13/11"), "chosen")]
    made.table.change_conduct(Conduct())
    assert without_hints(made.record, made.model) == made.record
