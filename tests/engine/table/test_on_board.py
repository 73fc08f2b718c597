"""What the eye saw on the board, cannot tell, objects to and has lost; and that a restart keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalMoveError, NotNowError, StaleError
from engine.events import BoardAsked, BoardFound, BoardRefused, Moved, MoveRefused, PositionSet, Setup, Threw
from engine.following.kinds import Kind
from engine.following.search import appearance_of, reachable_by
from engine.following.wrong import Displaced, Objection, displaced, objection
from engine.match import Conduct
from engine.move import Decline, EndTurn, Move, parse_move
from engine.table.commands import (
    AcceptMove,
    AnswerBoard,
    AskBoard,
    ConfirmBoard,
    CorrectThrow,
    FindBoard,
    FollowBoard,
    LoseBoard,
    ObjectToMove,
    RefuseBoard,
    SetPosition,
    TakeMoveBack,
    TakeThrow,
    Undo,
)
from engine.table.questions import Illegal, Unclear, Wrong
from engine.throw import Cowries, Dice, Throw
from engines.random_matches import match_setup
from engines.recorded_table import Box

BACKGAMMON = Setup("backgammon", "standard", ("Asha", "Ravi"), begins=0)
CHOWKA = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), begins=0)
PACHISI = Setup("pachisi", "seven", ("Asha", "Ravi"), begins=0)


def put(box: Box, seat: int, start: str, end: str, *, after: int = 0) -> tuple[Any, Displaced]:
    """Displace a piece, after the nth of the ways to play."""
    rules, state = box.model.rules, box.model.state
    way = rules.reachable(state).appearances[after].way
    found = displaced(rules, way.state)
    return way, next(one for one in found if (one.piece[0], one.start, one.end) == (seat, start, end))


def objects(box: Box, seat: int, start: str, end: str, *, after: int = 0) -> Objection:
    said = objection(box.model.line, *put(box, seat, start, end, after=after))
    box.table.do(RefuseBoard(said, photo="7.jpg"))
    box.restart()
    return said


def test_a_whole_turn_is_one_action_with_its_picture_and_is_never_played_twice() -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    written = []
    box.table._record = lambda events: written.append(list(events)) or box.record.extend(events)
    for _ in range(2):
        box.table.do(FollowBoard((parse_move("8/5 6/5"), EndTurn()), photo="2.jpg"), request="seen 7")
    assert len(written) == 1, "what a kill leaves is all of it or nothing"
    moved = [one.event for one in box.record if isinstance(one.event, Moved)]
    assert [(str(one.move), one.source, one.photo) for one in moved] == [
        ("8/5 6/5", "camera", "2.jpg"),
        ("end", "camera", "2.jpg"),
    ]
    assert (box.model.turn, box.model.actions[-1].photo) == (1, "2.jpg")
    box.restart()


@pytest.mark.parametrize(
    ("kept", "turn", "error"),
    [
        ([], [parse_move("8/5"), parse_move("8/5")], IllegalMoveError),
        # A throw that does not wait.
        ([], [parse_move("8/5 6/5"), EndTurn(), Dice((6, 5)), parse_move("24/13")], NotNowError),
        ([Dice((6, 4))], [parse_move("8/5 6/5"), EndTurn(), Dice((6, 5)), parse_move("24/13")], NotNowError),
    ],
)
def test_of_a_turn_that_cannot_be_in_its_middle_nothing_is_played(
    kept: list[Throw], turn: list[Move | Throw], error: type[Exception]
) -> None:
    box = Box(BACKGAMMON)
    for throw in (Dice((3, 1)), *kept):
        box.table.do(TakeThrow(throw))
    before, count = box.model, len(box.record)
    with pytest.raises(error):
        box.table.do(FollowBoard(tuple(turn)))
    assert box.model is before
    assert len(box.record) == count


def test_a_kept_throw_is_taken_where_the_eye_saw_it_played() -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    box.table.do(TakeThrow(Dice((6, 5)), photo="3.jpg"))
    reached = reachable_by(box.model.rules, box.model.state, [Dice((6, 5))])
    far = [one.way for one in reached.appearances if len(one.way.moves) == 4]
    way = next(one for one in far if str(one.moves[0]) == "8/5 6/5")
    box.table.do(FollowBoard(tuple(way.moves), photo="4.jpg"))
    assert (box.model.waiting, box.model.state) == ((), way.state)
    assert [one.event.photo for one in box.record if isinstance(one.event, Threw)] == ["", "3.jpg"]


def test_an_objection_has_its_picture_and_may_be_accepted() -> None:
    box = Box(CHOWKA)
    box.throw(3)
    with pytest.raises(NotNowError, match="is legal"):
        box.table.do(ObjectToMove(parse_move("a 0/3 =3")))
    box.table.do(ObjectToMove(parse_move("a 0/4 =3"), photo="9.jpg"))
    question = box.model.question
    assert isinstance(question, Illegal)
    assert (question.source, question.photo, question.reason.rule) == ("camera", "9.jpg", "C2")
    box.table.do(AcceptMove(question.seq))
    moved = box.model.actions[-1]
    assert (moved.how, moved.source, moved.photo) == ("accepted", "camera", "9.jpg")
    box.restart()


def test_two_turns_that_look_nearly_alike_are_asked_and_one_is_played() -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    both = ((parse_move("8/5 6/5"), EndTurn()), (parse_move("24/20"),), ())
    box.table.do(AskBoard(BoardAsked(tuple(map(tuple, both)), places=("p5", "p20"), photo="1.jpg")))
    question = box.model.question
    assert isinstance(question, Unclear)
    assert question.asked == BoardAsked(both, ("p5", "p20"), "1.jpg")
    box.restart()
    with pytest.raises(NotNowError, match="no answer"):
        box.table.do(AnswerBoard(question.seq, 3))
    with pytest.raises(NotNowError, match="under event"):
        box.table.do(AnswerBoard(question.seq + 1, 0))
    box.table.do(AnswerBoard(question.seq, 0))
    assert box.model.question is None
    assert box.deeds()[-2:] == ["8/5 6/5", "end"]
    assert box.model.actions[-1].photo == "1.jpg"
    box.restart()


def test_none_of_the_answers_leaves_the_game_as_it_was_and_a_move_on_a_phone_answers() -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    before = box.model.line
    box.table.do(AskBoard(BoardAsked(((parse_move("8/5"),), ()))))
    box.table.do(AnswerBoard(box.seq_of(BoardAsked), None))
    assert (box.model.line, box.model.question) == (before, None)
    box.restart()
    box.table.do(AskBoard(BoardAsked(((parse_move("8/5"),), ()))))
    box.play("8/5 6/5")
    assert box.model.question is None


def test_throws_wait_while_the_board_is_asked_about() -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    box.table.do(AskBoard(BoardAsked(((parse_move("8/5 6/5"), EndTurn()), ()))))
    box.dice(6, 5)
    assert len(box.model.waiting) == 1
    box.table.do(AnswerBoard(box.seq_of(BoardAsked), 0))
    assert box.model.waiting == ()
    assert box.model.last_throw is not None
    assert box.model.last_throw.action == Dice((6, 5))


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        (((parse_move("8/6"),), ()), IllegalMoveError),
        (((parse_move("8/5 6/5 24/23"),), ()), IllegalMoveError),
        (((),), NotNowError),  # one answer is no question
    ],
)
def test_nothing_is_asked_that_the_rules_forbid(
    answers: tuple[tuple[Move, ...], ...], error: type[Exception]
) -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    before = box.model
    with pytest.raises(error):
        box.table.do(AskBoard(BoardAsked(tuple(map(tuple, answers)))))
    assert box.model is before
    objects(box, 0, "p8", "p6")
    with pytest.raises(NotNowError, match="another question"):
        box.table.do(AskBoard(BoardAsked(((parse_move("8/5"),), ()))))


def test_bs9_what_the_eye_would_object_to_is_entered_in_a_tournament_in_which_nobody_is_told() -> None:
    box = Box(match_setup(1, conduct=Conduct(tournament=True, tells_illegal=False)))
    box.dice(3, 1)
    objects(box, 0, "p8", "p6")
    assert (box.deeds(), box.model.actions[-1].how, box.model.question) == (["3-1", "8/6"], "accepted", None)
    refused = (MoveRefused, BoardRefused)
    assert not any(isinstance(one.event, refused) for one in box.record)


def test_an_illegal_move_after_a_legal_part_is_one_action() -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    said = objection(box.model.line, *put(box, 0, "p13", "p11", after=1))
    begun = len(box.record)
    box.table.do(RefuseBoard(said, photo="7.jpg"))
    types = [type(one.event) for one in box.record[begun:]]
    assert types == [Moved, MoveRefused]
    question = box.model.question
    assert isinstance(question, Illegal)
    assert (question.reason.rule, question.photo) == ("BF4", "7.jpg")
    box.restart()


def test_a_lost_piece_is_put_back_or_nothing() -> None:
    box = Box(CHOWKA)
    box.throw(3)
    said = objects(box, 1, "r0c2", "")
    question = box.model.question
    assert isinstance(question, Wrong)
    assert (said.kind, question.refused.kind) == (Kind.LOST, Kind.LOST)
    assert (question.refused.places, question.refused.photo) == (("r0c2",), "7.jpg")
    with pytest.raises(NotNowError, match="no position is as the board"):
        box.table.do(AcceptMove(question.seq))
    box.table.do(TakeMoveBack(question.seq))
    assert box.model.question is None
    box.restart()


def test_a_second_pawn_for_one_value_is_named_after_the_turn_has_ended() -> None:
    box = Box(CHOWKA)
    box.do("3/4", "a 0/3 =3")
    said = objects(box, 0, "r4c2", "r3c4")
    assert (said.kind, said.player, said.reason.rule, said.move) == (Kind.TWO_FOR_ONE, 0, "C2", None)
    question = box.model.question
    assert isinstance(question, Wrong)
    assert question.player == 0
    box.table.do(CorrectThrow(box.model.actions[0].seq, Cowries(2, 4)))
    box.restart()


def test_what_is_accepted_becomes_the_position_that_the_board_shows() -> None:
    box = Box(PACHISI)
    box.table.do(
        SetPosition(
            {"pieces": [[10, 20, 0, 0], [30, 84, 0, 0]], "turn": 0, "bank": [{"value": 3, "squares": 3}]}
        )
    )
    box.play("a 10/13 =3")
    assert box.model.turn == 1
    said = objects(box, 0, *_far(box))
    assert said.kind is Kind.TWO_FOR_ONE
    box.table.do(AcceptMove(box.seq_of(BoardRefused)))
    [set_] = [one.event for one in box.record if isinstance(one.event, PositionSet)][1:]
    assert (set_.source, set_.photo) == ("camera", "7.jpg")
    assert appearance_of(box.model.rules, box.model.state) == said.appearance
    assert box.model.turn == 1
    box.restart()


def _far(box: Box) -> tuple[str, str]:
    steps = box.model.rules.steps(0)
    return steps[20], steps[23]


def test_a_value_left_is_an_objection_only_where_the_turn_has_ended() -> None:
    box = Box(BACKGAMMON)
    box.dice(3, 1)
    reached = box.model.rules.reachable(box.model.state)
    part = next(one.way for one in reached.appearances if not one.is_whole and one.way.moves)
    said = objection(box.model.line, part, None)
    assert (said.kind, said.move, said.reason.rule) == (Kind.VALUE_LEFT, EndTurn(), "BS2")
    nothing = objection(box.model.line, reached.appearances[0].way, None)
    assert nothing.kind is Kind.NOTHING_MOVED
    whole = next(one.way for one in reached.appearances if one.is_whole)
    with pytest.raises(ValueError, match="may end here"):
        objection(box.model.line, whole, None)
    box.table.do(RefuseBoard(said))
    box.table.do(AcceptMove(box.seq_of(MoveRefused)))
    assert box.model.turn == 1
    box.restart()


def test_a_lost_board_lets_the_game_go_on_and_is_found_once() -> None:
    box = Box(CHOWKA)
    box.table.do(LoseBoard(places=("r0c2",), photo="3.jpg"))
    box.table.do(LoseBoard(places=("r0c3",)))
    assert box.model.lost is not None
    assert (box.model.lost.places, box.model.lost.photo) == (("r0c2",), "3.jpg")
    box.restart()
    box.do("3/4", "a 0/3 =3")
    assert box.model.lost is not None
    box.table.do(FindBoard())
    box.table.do(FindBoard())
    assert box.model.lost is None
    assert box.types().count("board-lost") == box.types().count("board-found") == 1
    box.restart()


def test_the_board_is_right_and_becomes_the_position() -> None:
    box = Box(CHOWKA)
    box.throw(3)
    position = box.model.rules.to_position(box.model.state)
    position["pawns"] = [[5, 0, 0, 0], [0, 0, 0, 0]]
    box.table.do(LoseBoard(photo="3.jpg"))
    at = box.model.revision
    box.table.do(ConfirmBoard(position, photo="3.jpg"), at=at)
    assert [one.event for one in box.record if isinstance(one.event, BoardFound)] == [BoardFound("seen")]
    assert box.steps(0) == [0, 0, 0, 5]
    with pytest.raises(StaleError):
        box.table.do(ConfirmBoard(position), at=at)
    box.restart()


def test_what_is_given_up_is_inferred_and_taken_back_with_the_move_before() -> None:
    box = Box(PACHISI)
    box.table.do(
        SetPosition({"pieces": [[10, 20, 0, 0], [0] * 4], "turn": 0, "bank": [{"value": 2}, {"value": 3}]})
    )
    box.table.do(FollowBoard((parse_move("a 10/12 =2"), Decline(3, 3)), photo="2.jpg"))
    assert [one.how for one in box.model.actions[-2:]] == ["chosen", "inferred"]
    box.restart()
    box.table.do(Undo())
    assert len(box.model.actions) == 1
