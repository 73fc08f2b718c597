"""Illegal plays of a match: put right until the next throw or double, or let stand by the opponent (BS9)."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from engine.errors import NotNowError
from engine.events import Moved, ThrowAsked
from engine.following.kinds import Kind
from engine.following.search import appearance_of
from engine.following.wrong import Objection
from engine.game import Waits
from engine.match import Conduct
from engine.match.conduct import IllegalPlays
from engine.move import Double, EndTurn, Play, parse_move
from engine.reasons import Reason
from engine.setup import Setup
from engine.table.commands import (
    AcceptMove,
    AskThrow,
    ChangeConduct,
    CloseTurn,
    CorrectThrow,
    EnterBoard,
    ObjectToMove,
    PlayMove,
    RefuseBoard,
    SetPosition,
    SettleCorrection,
    TakeMoveBack,
    VoidSeenThrow,
)
from engine.table.questions import Conflict, Illegal, Wrong
from engine.table.state import Model
from engine.table.turn_end import can_double, can_let_stand
from engine.throw import Dice
from engines.random_matches import match_setup
from engines.recorded_table import Box

ILLEGAL = parse_move("13/8")


def begun(illegal_plays: IllegalPlays = "legal moves") -> Box:
    """Begin a match whose second player has 3-1 to play."""
    box = Box(match_setup(5, conduct=Conduct(illegal_plays=illegal_plays)))
    box.do("4", "2", "8/4", "6/4", "end", "3-1")
    return box


def told(box: Box) -> Box:
    """Let hands play from the 13-point to the 8-point with 3-1."""
    box.report(1, 13, 8)
    assert isinstance(box.model.question, Illegal)
    return box


def seen(box: Box) -> Box:
    """Let the eye object to the same."""
    box.table.do(ObjectToMove(ILLEGAL, photo="board-1"))
    return box


def accepted(model: Model) -> list[str]:
    return [str(one.action) for one in model.actions if one.how == "accepted"]


@pytest.mark.parametrize("how", [told, seen])
def test_bs9_an_illegal_play_is_put_right(how: object) -> None:
    box = how(begun())  # type: ignore[operator]
    assert not can_let_stand(box.model)
    with pytest.raises(NotNowError, match="is put right"):
        box.table.do(AcceptMove(box.model.question.seq))
    box.table.do(TakeMoveBack(box.model.question.seq))
    box.play("8/5 6/5")
    box.table.do(CloseTurn())
    assert accepted(box.model) == []


@pytest.mark.parametrize("how", [told, seen])
def test_bs9_with_the_next_throw_it_stands_as_accepted_and_the_game_goes_on(how: object) -> None:
    box = how(begun())  # type: ignore[operator]
    before = len(box.record)
    box.dice(6, 5)
    assert box.types(box.record[before - 1].seq) == ["moved", "moved", "turn-began", "threw"]
    assert accepted(box.model) == ["13/8", "end"]
    assert (box.model.turn, box.model.question, box.model.state.left) == (0, None, (6, 5))
    assert str(box.model.last_throw.action) == "6-5"
    box.restart()
    box.play("24/18 18/13", "end")
    assert box.model.turn == 1


def test_bs9_with_a_double_it_stands_as_accepted() -> None:
    box = seen(begun())
    assert can_double(box.model)
    box.table.do(PlayMove(Double()))
    assert accepted(box.model) == ["13/8", "end"]
    assert box.model.turn == 1, "who is doubled answers"
    box.restart()


def test_bs9_what_the_eye_is_not_sure_of_was_thrown_all_the_same() -> None:
    box = seen(begun())
    box.table.do(AskThrow(ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 5)), Dice((6, 4))))))
    assert (accepted(box.model), box.model.turn) == (["13/8", "end"], 0)


def test_a_void_throw_is_none_and_lets_nothing_stand() -> None:
    box = seen(begun())
    box.table.do(VoidSeenThrow(ThrowAsked(faces=("6", "5"), alternatives=(Dice((6, 5)),)), "leans"))
    assert accepted(box.model) == []
    assert isinstance(box.model.question, Illegal)


def test_bs9_what_is_found_after_the_next_throw_stands_at_once() -> None:
    box = begun()
    box.dice(6, 5)
    assert len(box.model.waiting) == 1
    seen(box)
    assert (accepted(box.model), box.model.question) == (["13/8", "end"], None)
    assert str(box.model.last_throw.action) == "6-5"
    box.restart()


def test_what_people_tell_after_the_next_throw_stands_and_the_rest_of_the_play_is_told_too() -> None:
    box = begun()
    box.dice(6, 5)
    box.report(1, 13, 8)
    assert (accepted(box.model), box.model.turn) == (["13/8"], 1)
    box.play("6/5")
    assert (box.deeds()[-3:], box.model.turn) == (["6/5", "end", "6-5"], 0)


def test_bs9_responsible_moves_the_opponent_may_let_it_stand_at_once() -> None:
    box = seen(begun("responsible moves"))
    assert can_let_stand(box.model)
    box.table.do(AcceptMove(box.model.question.seq))
    assert accepted(box.model) == ["13/8"]
    assert box.model.question is None
    box.restart()


def test_the_turn_is_over_with_what_is_let_stand_after_the_dice_were_lifted() -> None:
    box = begun("responsible moves")
    box.table.do(CloseTurn(source="camera"))
    seen(box)
    box.table.do(AcceptMove(box.model.question.seq))
    assert (accepted(box.model), box.model.turn) == (["13/8", "end"], 0)


def test_what_is_put_right_after_the_dice_were_lifted_ends_the_turn_by_itself() -> None:
    box = begun()
    box.table.do(CloseTurn(source="camera"))
    seen(box)
    box.table.do(TakeMoveBack(box.model.question.seq))
    assert box.model.closed.put_right
    box.restart()
    box.play("8/5 6/5")
    assert box.model.turn == 0


def test_dice_that_are_left_unplayed_stand_as_an_illegal_play() -> None:
    box = begun()
    box.play("8/5")
    box.table.do(CloseTurn())
    box.table.do(CloseTurn())
    assert isinstance(box.model.question, Illegal)
    assert (box.model.question.move, box.model.question.reason.rule) == (EndTurn(), "BS2")
    box.dice(6, 5)
    assert (accepted(box.model), box.model.turn) == (["end"], 0)
    assert box.record[-3].event == Moved(1, EndTurn(), "accepted")


def test_a_turn_closed_by_the_eye_twice_is_no_illegal_play() -> None:
    box = begun()
    throw = box.model.last_throw.seq
    box.table.do(CloseTurn(source="camera", of=throw))
    box.table.do(CloseTurn(source="camera", of=throw))
    assert box.model.question is None


def test_what_is_no_move_stands_as_the_board_shows_it() -> None:
    box = begun()
    here = list(appearance_of(box.model.rules, box.model.state))
    here[0] = ("p20", *here[0][1:])
    reason = Reason("BF4", "board-other-piece", {"player": 0})
    shown = tuple(sorted(here))
    said = Objection(Kind.OTHER_PIECE, 1, (), None, reason, ("", "p20"), shown)
    box.table.do(RefuseBoard(said, photo="board-1"))
    assert isinstance(box.model.question, Wrong)
    with pytest.raises(NotNowError, match="is put right"):
        box.table.do(AcceptMove(box.model.question.seq))
    box.dice(6, 5)
    assert (box.model.turn, box.model.question) == (0, None)
    assert [type(one.action).__name__ for one in box.model.actions][-3:] == ["PositionSet", "EndTurn", "Dice"]
    box.restart()


def test_the_legal_part_before_what_is_no_move_is_played() -> None:
    box = begun()
    state = box.model.rules.apply(box.model.state, parse_move("8/5")).state
    here = sorted(
        ("p20", *one[1:]) if one[0] == "p1" else one for one in appearance_of(box.model.rules, state)
    )
    reason = Reason("BF4", "board-other-piece", {"player": 0})
    said = Objection(Kind.OTHER_PIECE, 1, (parse_move("8/5"),), None, reason, ("p1", "p20"), tuple(here))
    box.table.do(RefuseBoard(said, photo="board-1"))
    assert [str(one.event.move) for one in box.record if isinstance(one.event, Moved)][-1] == "8/5"
    assert isinstance(box.model.question, Wrong)


def test_in_a_single_game_a_question_still_holds_the_throws_back() -> None:
    box = Box(replace(match_setup(5), match=None))
    box.do("4", "2", "8/4", "6/4", "end", "3-1")
    seen(box)
    box.dice(6, 5)
    assert (len(box.model.waiting), accepted(box.model)) == (1, [])
    box.table.do(AcceptMove(box.model.question.seq))
    assert accepted(box.model) == ["13/8"]


def test_where_illegal_plays_are_not_told_dice_that_are_left_stand_at_once() -> None:
    box = begun()
    box.table.do(ChangeConduct(Conduct(tournament=True, tells_illegal=False)))
    box.play("8/5")
    box.table.do(CloseTurn())
    assert box.model.turn == 1, "the play may still be told"
    box.table.do(CloseTurn())
    assert (box.model.question, accepted(box.model), box.model.turn) == (None, ["end"], 0)


def onto_a_held_point(box: Box, *, seen: bool = False) -> Box:
    """Let hands put a checker of the second player onto the first player's 8-point, which holds three."""
    if seen:
        box.table.do(ObjectToMove(parse_move("24/17"), photo="board-1"))
    else:
        box.report(1, 24, 17)
    assert isinstance(box.model.question, Illegal)
    return box


@pytest.mark.parametrize("seen", [False, True])
def test_a_play_onto_a_held_point_cannot_be_let_stand(seen: bool) -> None:
    box = onto_a_held_point(begun("responsible moves"), seen=seen)
    board = box.model.state.board
    with pytest.raises(NotNowError, match="no board shows it"):
        box.table.do(AcceptMove(box.model.question.seq))  # type: ignore[union-attr]
    assert not can_double(box.model)
    box.dice(6, 5)  # the next throw is kept, as the play waits for a position
    assert isinstance(box.model.question, Illegal)
    assert [one.throw for one in box.model.waiting] == [Dice((6, 5))]
    assert box.model.state.board == board
    box.restart()
    box.table.do(TakeMoveBack(box.model.question.seq))
    assert box.model.question is None


def test_a_position_set_by_hand_ends_a_play_that_cannot_stand() -> None:
    box = onto_a_held_point(begun())
    box.table.do(SetPosition(box.model.rules.to_position(box.model.state)))
    assert box.model.question is None
    box.restart()


def test_a_held_point_is_never_hit_where_illegal_plays_are_entered_untold() -> None:
    setup = match_setup(5)
    assert setup.match is not None
    conduct = Conduct(tournament=True, tells_illegal=False)
    box = Box(replace(setup, match=replace(setup.match, conduct=conduct)))
    box.do("4", "2", "8/4", "6/4", "end", "3-1")
    move = parse_move("24/17")
    shown = appearance_of(box.model.rules, box.model.state)
    reason = box.model.rules.why_not(box.model.state, move)
    assert reason is not None
    box.table.do(EnterBoard(Objection(Kind.OTHER_PIECE, 1, (), move, reason, ("p1", "p8"), shown)))
    assert not [one for one in box.record if isinstance(one.event, Moved) and one.event.move == move]
    assert box.model.state.board[25] == 0


def test_no_correction_leaves_a_play_onto_a_held_point() -> None:
    refused = 0
    for seed in range(40):
        chance = random.Random(seed)
        # The turn passes by itself where nothing can be played, so a correction may change whose it is.
        box = Box(Setup("backgammon", "polish", ("Asha", "Ravi")))
        for _ in range(30):
            model = box.model
            if model.waits is Waits.THROW:
                box.dice(*(chance.randint(1, 6) for _ in range(model.rules.wants(model.state).count)))
            elif model.waits is Waits.MOVE:
                box.table.do(PlayMove(chance.choice(model.line.moves)))
            elif model.waits is Waits.END:
                box.table.do(PlayMove(EndTurn()))
        thrown = [
            one.seq for one in box.model.actions if isinstance(one.action, Dice) and len(one.action.pips) == 2
        ]
        with suppress(NotNowError):  # the same dice are no correction
            box.table.do(CorrectThrow(thrown[1], Dice((chance.randint(1, 6), chance.randint(1, 6)))))
        while isinstance(conflict := box.model.question, Conflict):
            try:
                box.table.do(SettleCorrection(conflict.at.seq, "accepted"))
            except NotNowError:
                refused += 1
                box.table.do(SettleCorrection(conflict.at.seq, "undone"))
        line = box.model.line
        for place, one in enumerate(line.actions):
            if isinstance(one.action, Play):
                assert line.rules.fits_a_board(line.cut(place).state, one.action)
    assert refused > 0
