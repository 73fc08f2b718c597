"""A follower plays what hands did, objects to what the rules forbid, and invents nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from boards.told_board import after, table_of, told
from device.follow.conclusions import Asks, Conclusion, Followed, Found, Lost, Objects, Waits, Why
from device.follow.follower import Follower
from engine.following.search import appearance_of
from engine.following.wrong import Kind
from engine.move import Decline, EndTurn, PieceMove, parse_move
from engine.reachable import Appearance
from engine.table import Table
from engine.table.commands import FollowBoard, PlayMove, RefuseBoard, TakeMoveBack, TakeThrow, Undo
from engine.throw import Cowries, Dice


class Seat:
    """Looks at a table's board with what a test says stands there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rules = table.model.rules
        self.follower = Follower(range(self.rules.players))
        self.now = 0.0
        self.altered: dict[str, float] = {}
        """By how much places look otherwise; empty where nobody compares pictures."""

    def start(self) -> Appearance:
        return appearance_of(self.rules, self.table.model.state)

    def after(self, *moves: str) -> Appearance:
        return after(self.rules, self.table.model.state, *map(parse_move, moves))

    def sees(
        self,
        look: Appearance,
        *,
        rested: float = 4.0,
        ended: bool = False,
        stirred: bool = False,
        **more: Any,
    ) -> Conclusion:
        self.now += rested + 2.0
        seen = told(look, self.rules.layout, seats=self.rules.players, **more)
        return self.follower.look(
            self.table.model,
            seen,
            at_s=self.now,
            rested_s=rested,
            turn_may_end=ended,
            altered={}
            if stirred
            else {square.id: self.altered.get(square.id, 0.0) for square in self.rules.layout.squares}
            if self.altered
            else None,
        )

    def plays(self, conclusion: Conclusion) -> None:
        assert isinstance(conclusion, Followed)
        if conclusion.undo:
            self.table.do(Undo(conclusion.undo))
        self.table.do(FollowBoard(tuple(conclusion.done)))


@pytest.fixture
def seat() -> Seat:
    """The start of backgammon, 3-1 thrown, the board seen once."""
    table = table_of("backgammon", "standard")
    table.do(TakeThrow(Dice((3, 1))))
    seat = Seat(table)
    assert seat.sees(seat.start()) == Waits(Why.AGREES)
    return seat


def moved(look: Appearance, start: str, end: str, owner: int) -> Appearance:
    """Return a look with one piece displaced; no square for one that is gone or came from nowhere."""
    pieces = list(look)
    if start:
        pieces.remove((start, owner, False))
    if end:
        pieces.append((end, owner, False))
    return tuple(sorted(pieces))


def test_a_turn_is_followed_without_asking_and_a_part_of_it_is_under_way(seat: Seat) -> None:
    assert seat.sees(seat.after("8/5"), rested=9.0) == Waits(Why.UNDER_WAY)
    assert seat.sees(seat.after("8/5 6/5"), rested=1.0) == Followed((parse_move("8/5 6/5"),))


def test_a_part_that_is_taken_back_is_forgotten(seat: Seat) -> None:
    assert seat.sees(seat.after("8/5")) == Waits(Why.UNDER_WAY)
    assert seat.sees(seat.start()) == Waits(Why.AGREES)
    assert seat.sees(seat.after("24/23 13/10")) == Followed((parse_move("24/23 13/10"),))


def test_a_turn_that_was_played_otherwise_after_all_takes_back_what_was_followed(seat: Seat) -> None:
    begun = seat.start()
    other = seat.after("24/23 13/10")
    seat.plays(seat.sees(seat.after("8/5 6/5")))
    first = seat.table.model.actions[-1].seq
    assert seat.sees(begun) == Waits(Why.BEHIND)
    told_now = seat.sees(other)
    assert told_now == Followed((parse_move("24/23 13/10"),), undo=first)
    seat.plays(told_now)
    assert seat.start() == other


def test_the_turn_ends_when_the_house_says_so(seat: Seat) -> None:
    seat.plays(seat.sees(seat.after("8/5 6/5")))
    assert seat.sees(seat.start()) == Waits(Why.AGREES)
    assert seat.sees(seat.start(), ended=True) == Followed((EndTurn(),))


def test_the_next_throw_ends_the_turn_and_what_was_played_with_it_is_followed_too(seat: Seat) -> None:
    seat.table.do(TakeThrow(Dice((6, 5))))
    rules, model = seat.rules, seat.table.model
    state = model.state
    for move in (parse_move("8/5 6/5"), EndTurn()):
        state = rules.apply(state, move).state
    state = rules.apply_throw(state, Dice((6, 5))).state
    both = after(rules, state, parse_move("24/18 18/13"))
    done = seat.sees(both)
    seat.plays(done)
    assert seat.start() == both
    assert isinstance(done, Followed)
    assert [str(one) for one in done.done if isinstance(one, Dice)] == ["6-5"]


@pytest.mark.parametrize(
    ("start", "end", "owner", "kind", "rule"),
    [
        ("p8", "p3", 0, Kind.TOO_FAR, "BF4"),
        ("p8", "p10", 0, Kind.BACKWARDS, "BF4"),
        ("p13", "p12", 0, Kind.MADE_POINT, "BF5"),
        ("p12", "p15", 1, Kind.OTHER_PIECE, "BS7"),
        ("p12", "", 1, Kind.LOST, None),
        ("", "p2", 1, Kind.BACK, None),
    ],
)
def test_what_the_rules_forbid_is_named_once_and_only_after_three_seconds(
    seat: Seat, start: str, end: str, owner: int, kind: Kind, rule: str | None
) -> None:
    begun = seat.start()
    look = moved(begun, start, end, owner)
    assert isinstance(seat.sees(look, rested=1.0), Waits)
    assert seat.sees(look, rested=4.0, stirred=True) == Waits(Why.UNSURE)
    objects = seat.sees(look, rested=3.2)
    assert isinstance(objects, Objects)
    assert objects.objection.appearance == look or not end
    assert (objects.objection.places[0], objects.objection.kind) == (start, kind)
    assert rule is None or objects.objection.reason.rule == rule
    assert seat.sees(look, rested=9.0) == Waits(Why.SAID)
    assert seat.sees(begun, rested=1.0) == Found()
    assert seat.sees(begun, rested=1.0) == Waits(Why.AGREES)


def test_the_legal_part_before_an_illegal_one_is_known(seat: Seat) -> None:
    objects = seat.sees(moved(seat.after("8/5"), "p6", "p2", 0))
    assert isinstance(objects, Objects)
    assert [str(one) for one in objects.objection.done] == ["8/5"]
    assert objects.objection.places == ("p6", "p2")


@pytest.mark.parametrize(
    ("played", "before", "kind"),
    [(["8/5"], Why.UNDER_WAY, Kind.VALUE_LEFT), ([], Why.AGREES, Kind.NOTHING_MOVED)],
    ids=["a value left", "nothing moved"],
)
def test_what_was_left_is_objected_to_when_the_turn_has_ended_and_not_before(
    seat: Seat, played: list[str], before: Why, kind: Kind
) -> None:
    look = seat.after(*played)
    assert seat.sees(look, rested=9.0) == Waits(before)
    objects = seat.sees(look, ended=True)
    assert isinstance(objects, Objects)
    assert objects.objection.kind is kind


def test_nothing_is_concluded_from_a_board_under_an_arm(seat: Seat) -> None:
    every = [square.id for square in seat.rules.layout.squares]
    assert seat.sees(seat.after("8/5 6/5"), hidden=every) == Waits(Why.HIDDEN)


def test_a_hand_over_the_place_that_decides_is_waited_for(seat: Seat) -> None:
    look = seat.after("8/5 6/5")
    waits = seat.sees(look, hidden=["p8", "p6", "p5"], rested=1.0)
    assert waits in (Waits(Why.HIDDEN), Waits(Why.AGREES), Waits(Why.UNSURE))
    assert seat.sees(look, hidden=["p24"], rested=1.0) == Followed((parse_move("8/5 6/5"),))


def test_of_two_turns_that_look_nearly_alike_it_is_asked_once(seat: Seat) -> None:
    unsure = {"p23": [((1, 0), 0.5), ((0, 0), 0.5)], "p24": [((1, 0), 0.5), ((2, 0), 0.5)],
              "p7": [((1, 0), 0.5), ((0, 0), 0.5)], "p8": [((2, 0), 0.5), ((3, 0), 0.5)]}  # fmt: skip
    look = seat.after("24/23 13/10")
    assert seat.sees(look, rested=1.0, otherwise=unsure) == Waits(Why.UNSURE)
    asks = seat.sees(look, rested=4.0, otherwise=unsure)
    assert isinstance(asks, Asks)
    assert {str(one.done[0]) for one in asks.alternatives} == {"24/23 13/10", "13/10 8/7"}
    assert {"p23", "p24", "p7", "p8"} <= set(asks.places)
    assert seat.sees(look, rested=9.0, otherwise=unsure) == Waits(Why.SAID)


def test_a_board_that_nothing_explains_is_lost_after_several_pictures_and_found_by_itself(seat: Seat) -> None:
    conclusions = [seat.sees((), rested=4.0 + n) for n in range(4)]
    assert [type(one) for one in conclusions if not isinstance(one, Waits)] == [Lost]
    assert isinstance(conclusions[0], Waits)
    [lost] = [one for one in conclusions if isinstance(one, Lost)]
    assert {"p24", "p13", "p8", "p6"} <= set(lost.places)
    assert seat.sees(seat.start(), rested=1.0) == Found()


def test_a_turn_that_is_undone_on_a_phone_is_not_followed_again(seat: Seat) -> None:
    begun = seat.start()
    seat.plays(seat.sees(seat.after("8/5 6/5")))
    look = seat.start()
    seat.table.do(Undo())
    assert seat.sees(look) == Waits(Why.UNDONE)
    assert seat.sees(begun) == Waits(Why.AGREES)
    assert seat.sees(look) == Followed((parse_move("8/5 6/5"),))


def test_a_board_behind_what_was_tapped_is_waited_for(seat: Seat) -> None:
    begun = seat.start()
    seat.table.do(PlayMove(parse_move("8/5 6/5")))
    assert seat.sees(begun, rested=9.0) == Waits(Why.BEHIND)
    assert seat.sees(seat.start()) == Waits(Why.AGREES)


def test_hands_that_play_otherwise_than_was_tapped_are_asked_about(seat: Seat) -> None:
    other = seat.after("24/23 13/10")
    seat.table.do(PlayMove(parse_move("8/5 6/5")))
    asks = seat.sees(other)
    assert isinstance(asks, Asks)
    assert [list(map(str, one.done)) for one in asks.alternatives] == [["24/23 13/10"], []]
    assert asks.alternatives[0].undo


def test_what_people_say_is_right_is_believed_although_the_eye_sees_it_otherwise(seat: Seat) -> None:
    wrong: dict[str, Sequence[Any]] = {"p12": [((0, 4), 0.999), ((0, 5), 0.001)]}
    objects = seat.sees(seat.start(), otherwise=wrong)
    assert isinstance(objects, Objects)
    told_now = objects.objection
    seat.table.do(RefuseBoard(told_now))
    question = seat.table.model.question
    assert question is not None
    assert seat.sees(seat.start(), otherwise=wrong) == Waits(Why.SAID)
    seat.table.do(TakeMoveBack(question.seq))
    assert seat.sees(seat.start(), otherwise=wrong) == Waits(Why.AGREES)
    assert seat.sees(seat.start(), otherwise=wrong) == Waits(Why.AGREES)


def test_the_legal_part_that_the_box_plays_with_an_objection_is_no_answer_of_people(seat: Seat) -> None:
    look = moved(seat.after("8/5"), "p6", "p2", 0)
    objects = seat.sees(look)
    assert isinstance(objects, Objects)
    seat.table.do(FollowBoard(tuple(objects.objection.done)))
    for _ in range(3):
        assert seat.sees(look) == Waits(Why.SAID)
    assert seat.sees(seat.start()) == Found()


PACHISI = {"pieces": [[10, 20, 0, 0], [5, 30, 0, 0]], "turn": 0, "entered": [True, True]}


@pytest.fixture
def cross() -> Seat:
    """A game of pachisi, 3 thrown, the board seen before."""
    seat = Seat(table_of("pachisi", "six", position=PACHISI))
    seat.sees(seat.start())
    seat.table.do(TakeThrow(Cowries(3, 6)))
    return seat


def test_a_move_of_pachisi_is_followed_at_once_and_a_value_given_up_when_the_turn_has_ended(
    cross: Seat,
) -> None:
    assert cross.sees(cross.after("a 10/13 =3"), rested=1.0) == Followed((parse_move("a 10/13 =3"),))
    assert cross.sees(cross.start(), rested=9.0) == Waits(Why.AGREES)
    assert cross.sees(cross.start(), ended=True) == Followed((Decline(3, 3),))


def test_a_gatti_is_never_inferred_where_nobody_had_to_declare_it() -> None:
    position = {
        "pawns": [[18, 18, 3, 5], [4, 6, 8, 10]], "turn": 0, "pairs": [[], []], "kadi": [True, True],
    }  # fmt: skip
    seat = Seat(table_of("chowka-bhara", "5x5", position=position))
    seat.sees(seat.start())
    seat.table.do(TakeThrow(Cowries(2, 4)))
    followed = seat.sees(seat.after("c 3/5 =2"), rested=1.0)
    if isinstance(followed, Followed):
        assert not any(isinstance(one, PieceMove) and one.kind == "pair" for one in followed.done)


def test_where_the_picture_has_changed_a_piece_that_is_hard_to_see_was_moved() -> None:
    table = table_of("chowka-bhara", "5x5")
    table.do(TakeThrow(Cowries(2, 4)))
    seat = Seat(table)
    hard = [((4, 0), 0.5), ((3, 0), 0.4), ((2, 0), 0.1)]
    blind = {"r4c2": hard, "r4c4": [((0, 0), 0.55), ((1, 0), 0.4), ((2, 0), 0.05)]}
    assert seat.sees(seat.start()) == Waits(Why.AGREES)
    played = seat.after("a 0/2 =2")
    assert not isinstance(seat.sees(played, otherwise=blind), Followed)
    seat.altered = {"r4c2": 0.2, "r4c4": 0.2}
    assert seat.sees(played, otherwise=blind) == Followed((parse_move("a 0/2 =2"),))


def test_a_cat_on_a_piece_has_moved_it_nowhere(cross: Seat) -> None:
    move = next(one for one in cross.rules.moves(cross.table.model.state) if isinstance(one, PieceMove))
    played = cross.after(str(move))
    [left] = {one[0] for one in cross.start() if one not in played}
    [come] = {one[0] for one in played if one not in cross.start()}
    bare, cat = [((0, 0), 0.6), ((1, 0), 0.1), ((0, 1), 0.1)], [((0, 0), 0.7), ((1, 0), 0.2), ((0, 1), 0.1)]
    gone = {left: bare, come: cat}
    assert cross.sees(played, rested=1.0, otherwise=gone, stirred=True) == Waits(Why.HIDDEN)
    assert cross.sees(played, rested=1.0, stirred=True) == Followed((move,))


def test_where_the_picture_is_as_it_was_no_reading_moves_a_piece(seat: Seat) -> None:
    seat.altered = {"p13": 0.0}
    otherwise = {"p8": [((2, 0), 0.9), ((3, 0), 0.1)], "p6": [((4, 0), 0.9), ((5, 0), 0.1)]}
    otherwise["p5"] = [((2, 0), 0.9), ((0, 0), 0.1)]
    assert seat.sees(seat.start(), otherwise=otherwise) == Waits(Why.AGREES)


def test_a_piece_that_slid_is_no_move(seat: Seat) -> None:
    seat.altered = {"p8": 0.4}
    assert seat.sees(seat.start()) == Waits(Why.AGREES)
    seat.altered |= {"p6": 0.4, "p5": 0.5}
    assert seat.sees(seat.after("8/5 6/5"), rested=1.0) == Followed((parse_move("8/5 6/5"),))


def test_a_value_is_not_given_up_where_the_move_may_have_been_played(cross: Seat) -> None:
    move = next(one for one in cross.rules.moves(cross.table.model.state) if isinstance(one, PieceMove))
    played = cross.after(str(move))
    [left] = {one[0] for one in cross.start() if one not in played}
    [come] = {one[0] for one in played if one not in cross.start()}
    otherwise = {left: [((1, 0), 0.95), ((0, 0), 0.05)], come: [((0, 0), 0.75), ((1, 0), 0.25)]}
    assert not isinstance(cross.sees(played, ended=True, otherwise=otherwise), Followed)


def test_what_is_likelier_forbidden_is_not_followed_even_if_it_is_not_seen_well(seat: Seat) -> None:
    wrong = moved(seat.after("8/5 6/5"), "p12", "p20", 1)
    hard = {"p20": [((0, 1), 0.6), ((1, 0), 0.39), ((0, 0), 0.01)]}
    assert not isinstance(seat.sees(wrong, rested=5.0, otherwise=hard), Followed)


def test_a_checker_among_those_of_the_other_player_is_named_though_no_rule_has_it(seat: Seat) -> None:
    look = moved(seat.start(), "p12", "p8", 1)
    seat.altered = {"p12": 0.8, "p8": 0.7}
    objects = seat.sees(look, otherwise={"p8": [((4, 0), 0.85), ((0, 4), 0.1), ((3, 0), 0.05)]})
    assert isinstance(objects, Objects)
    assert objects.objection.places == ("p12", "p8")
    assert objects.objection.reason.rule == "BS7"


def test_what_shadows_make_look_otherwise_hides_no_error(seat: Seat) -> None:
    assert seat.sees(seat.start()) == Waits(Why.AGREES)
    seat.altered = {"p8": 0.8, "p3": 0.8} | dict.fromkeys(("p9", "p16", "p21"), 0.3)
    objects = seat.sees(moved(seat.start(), "p8", "p3", 0))
    assert isinstance(objects, Objects)
    assert objects.objection.places == ("p8", "p3")


def test_a_piece_that_is_gone_was_not_put_back_where_nobody_can_count() -> None:
    seat = Seat(table_of("pachisi", "six", position=PACHISI))
    seat.sees(seat.start())
    place = min(one[0] for one in seat.start() if one[0] != "charkoni" and one[1] == 1)
    objects = seat.sees(moved(seat.start(), place, "", 1), hidden={"charkoni"})
    assert isinstance(objects, Objects)
    assert (objects.objection.kind, objects.objection.places) == (Kind.LOST, (place, ""))


def test_a_doubtful_picture_of_an_untouched_board_is_looked_at_again(seat: Seat) -> None:
    soft = {"p12": [((0, 4), 0.96), ((0, 5), 0.02), ((0, 3), 0.02)]}
    assert seat.sees(seat.start(), rested=1.0, otherwise=soft) == Waits(Why.UNSURE)
    seat.altered = {"p12": 0.5}
    objects = seat.sees(moved(seat.start(), "p12", "", 1), rested=4.0, otherwise=soft)
    assert isinstance(objects, Objects)
    assert objects.objection.places == ("p12", "")


def test_a_place_that_looks_otherwise_is_not_taken_for_known(seat: Seat) -> None:
    seat.altered = {"p5": 0.6}
    missed = {"p5": [((0, 0), 0.9), ((1, 0), 0.1)]}
    assert seat.sees(seat.start(), rested=1.0, otherwise=missed) == Waits(Why.AGREES)
    assert "p5" not in seat.follower.remembered
    seat.altered = {"p5": 0.0}
    assert seat.sees(seat.start(), rested=1.0) == Waits(Why.AGREES)
    assert "p5" in seat.follower.remembered


def test_an_objection_wants_its_own_piece_seen_and_no_other() -> None:
    position = {"pawns": [[3, 0, 0, 0], [5, 0, 0, 0]], "turn": 0}
    seat = Seat(table_of("chowka-bhara", "5x5", position=position))
    seat.sees(seat.start())
    [place] = {one[0] for one in seat.start() if one[1] == 0} - {"r4c2"}
    seat.altered = {place: 0.3}
    hard = {place: [((0, 1), 0.6), ((1, 1), 0.398), ((1, 0), 0.002)]}
    objects = seat.sees(moved(seat.start(), "", place, 1), otherwise=hard)
    assert isinstance(objects, Objects)
    assert objects.objection.places == ("", place)
