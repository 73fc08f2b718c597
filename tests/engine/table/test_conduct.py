"""What is settled for a match beside the rules, also while it goes on; and tournament mode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.backgammon.state import State
from engine.errors import IllegalMoveError, NotNowError
from engine.events import (
    ConductChanged,
    Corrected,
    CorrectionSettled,
    Moved,
    MoveRefused,
    Setup,
    event_type,
)
from engine.game import Waits
from engine.match import Conduct
from engine.move import Double, EndTurn, parse_move
from engine.table.commands import (
    BeginNextGame,
    ChangeConduct,
    CorrectThrow,
    PlayMove,
    Redo,
    ReportMove,
    SetPosition,
    Undo,
)
from engine.table.questions import Illegal
from engine.table.state import Model, replayed
from engine.table.tournament import without_hints
from engines.random_matches import NAMES, match_setup
from engines.recorded_table import Box, logged_again

TOURNAMENT = Conduct(event="Sunday cup", tournament=True, tells_illegal=False, spectators_lag_s=300)
OPEN = replace(TOURNAMENT, tournament=False)


def changes(box: Box) -> list[ConductChanged]:
    return [one.event for one in box.record if isinstance(one.event, ConductChanged)]


def replayed_last(box: Box) -> Model:
    """Play the record of the game on the table again, as it is read from a disk."""
    return replayed([one for one in map(logged_again, box.record) if one.game == box.model.game])


def test_tournament_mode_is_switched_off_in_mid_match_and_stands_in_the_record() -> None:
    box = Box(match_setup(3, conduct=TOURNAMENT))
    box.dice(3, 1)
    assert (box.model.is_tournament, box.model.tells_illegal) == (True, False)
    box.table.do(ChangeConduct(OPEN, by="Dev’s tablet"))
    assert (box.model.is_tournament, box.model.tells_illegal, box.model.conduct) == (False, True, OPEN)
    assert changes(box) == [ConductChanged(TOURNAMENT, OPEN, "Dev’s tablet")]
    assert replayed_last(box).conduct == OPEN
    box.table.do(ChangeConduct(OPEN))
    assert len(changes(box)) == 1, "it is settled so already"


def test_the_next_game_of_the_match_is_conducted_as_it_was_settled_last() -> None:
    box = Box(match_setup(3))
    box.table.do(ChangeConduct(TOURNAMENT))
    box.lose(0)
    box.table.do(BeginNextGame())
    place = box.model.setup.match
    assert place is not None
    assert (place.number, place.conduct) == (2, TOURNAMENT)
    assert replayed_last(box).conduct == TOURNAMENT


def test_no_undo_switches_back_what_was_settled_for_the_match() -> None:
    box = Box(match_setup(3, conduct=TOURNAMENT))
    box.dice(3, 1)
    box.table.do(ChangeConduct(OPEN))
    box.table.do(Undo())
    assert (box.deeds(), box.model.conduct) == ([], OPEN)
    box.table.do(Redo())
    assert box.model.conduct == OPEN


def test_an_undo_over_the_end_of_a_game_leaves_it_and_says_so_in_the_record_of_that_game() -> None:
    box = Box(match_setup(3))
    box.lose(0)
    box.table.do(BeginNextGame())
    box.table.do(ChangeConduct(TOURNAMENT, by="Dev"))
    box.table.do(Undo())
    assert (box.model.game, box.model.conduct) == (1, TOURNAMENT)
    assert replayed_last(box).conduct == TOURNAMENT
    assert changes(box)[-1] == ConductChanged(Conduct(), TOURNAMENT, "")


def test_tournament_mode_ends_with_the_match_and_comes_back_with_it() -> None:
    box = Box(match_setup(1, conduct=TOURNAMENT))
    box.lose(0)
    assert (box.model.is_tournament, box.model.tells_illegal) == (False, True)
    with pytest.raises(NotNowError, match="the match is over"):
        box.table.do(ChangeConduct(OPEN))
    box.table.do(Undo())
    assert box.model.is_tournament


def test_a_match_for_money_is_in_tournament_mode_until_that_is_switched_off() -> None:
    box = Box(match_setup(0, conduct=TOURNAMENT))
    box.lose(0)
    assert box.model.is_tournament
    box.table.do(ChangeConduct(OPEN))
    assert not box.model.is_tournament


def test_a_single_game_has_no_conduct() -> None:
    box = Box(Setup("backgammon", "standard", NAMES))
    assert (box.model.conduct, box.model.is_tournament, box.model.tells_illegal) == (None, False, True)
    with pytest.raises(NotNowError, match="no match"):
        box.table.do(ChangeConduct(TOURNAMENT))


def test_an_illegal_play_is_told_in_a_tournament_where_the_director_chose_so() -> None:
    assert Box(match_setup(3, conduct=replace(TOURNAMENT, tells_illegal=True))).model.tells_illegal
    assert Box(match_setup(3, conduct=replace(OPEN, tells_illegal=False))).model.tells_illegal


# In tournament mode illegal plays are entered as they were done, and no help is told.

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
        made.table.do(SetPosition(position))
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
    made.do("3-1", "13/11")
    assert how(made) == [("3-1", "chosen"), ("13/11", "accepted")]
    assert (point(made, 11), made.model.question) == (1, None)
    assert MoveRefused not in {type(one.event) for one in made.record}
    made.table.do(Undo())
    assert how(made) == [("3-1", "chosen")], "until the turn has ended it is put right like any other"


def test_it_is_entered_by_two_touches_to_any_point() -> None:
    made = box()
    made.dice(3, 1)
    made.report(0, 13, 7)
    assert how(made)[1:] == [("13/7", "accepted")]


def test_a_turn_is_ended_although_more_could_be_played() -> None:
    made = box()
    made.do("3-1", "8/5")
    assert made.model.waits is Waits.MOVE
    made.table.do(PlayMove(EndTurn()))
    assert (made.model.turn, how(made)[-1]) == (1, ("end", "accepted"))


def test_a_play_that_leaves_the_larger_die_is_entered_as_well() -> None:
    made = box(position=ONE_OF_TWO)
    made.do("6-1", "24/23", "end")
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
        made.table.do(PlayMove(Double()))
    made.do("8/5 6/5", "end", "double")
    with pytest.raises(IllegalMoveError, match="first takes or passes"):
        made.play("13/10")


def test_an_illegal_play_is_told_where_the_director_chose_so_without_what_would_be_legal() -> None:
    made = box(TELLS, preset="polish")
    made.do("3-1", "6-5")
    with pytest.raises(IllegalMoveError) as refused:
        made.table.do(PlayMove(EndTurn()))
    assert "for example" not in str(refused.value)
    assert "the 6 can be played" in str(refused.value)
    made = box(TELLS)
    made.dice(3, 1)
    made.table.do(ReportMove((0, 2), "p2"))
    assert isinstance(made.model.question, Illegal)


def test_a_corrected_throw_leaves_the_play_as_it_was_done() -> None:
    made = box()
    made.do("3-1", "8/5 6/5", "end")
    made.table.do(CorrectThrow(made.model.actions[0].seq, made.model.actions[0].action.__class__((6, 5))))
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
    made.do("3-1", "13/11")
    moved = [one.event for one in without_hints(made.record, made.model) if isinstance(one.event, Moved)]
    assert moved == [Moved(0, parse_move("13/11"), "chosen")]
    made.table.do(ChangeConduct(Conduct()))
    assert without_hints(made.record, made.model) == made.record
