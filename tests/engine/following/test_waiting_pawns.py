"""The board follower and pawns that wait beside the board (C19): nobody can count them there."""

from __future__ import annotations

from typing import Any

from engine.chowka_bhara import INFO, State, make
from engine.following.explained import explained, position_of
from engine.following.search import appearance_of
from engine.following.wrong import Kind, displaced, objection
from engine.game import Line, Transition
from engine.move import parse_move
from engine.reachable import Appearance, Way
from engine.throw import Cowries

RULES = make(INFO.preset("5x5-entry"), {}, 2)


def line(*pawns: list[int], **keys: Any) -> Line[State, Any]:
    state = RULES.from_position({"pawns": list(pawns), "kadi": [True] * len(pawns), **keys})
    return Line(RULES, (Transition(state),))


def on_board(appearance: Appearance) -> Appearance:
    """Return what a camera sees of it."""
    return tuple(look for look in appearance if not look[0].startswith("off"))


def test_an_entry_is_reached_and_seen_as_a_pawn_more_on_the_home_square() -> None:
    now = line([-1, -1, -1, -1], [3, -1, -1, -1], bank=[4])
    reached = RULES.reachable(now.state)
    ways = {on_board(one.appearance): [str(move) for move in one.way.moves] for one in reached.appearances}
    assert ways == {
        ((RULES.steps(1)[3], 1, False),): [],
        tuple(sorted([(RULES.steps(1)[3], 1, False), ("r4c2", 0, False)])): ["enter a -1/0 =4"],
    }


def test_a_kill_takes_a_pawn_from_the_board_to_where_it_waits() -> None:
    # North's step 10 is south's 2.
    now = line([0, -1, -1, -1], [10, -1, -1, -1], bank=[2])
    [there] = [one for one in RULES.reachable(now.state).appearances if one.way.moves]
    assert on_board(there.appearance) == ((RULES.steps(0)[2], 0, False),)


def test_pawns_that_nobody_sees_wait_as_they_did_and_a_pawn_that_is_gone_waits_again() -> None:
    now = line([0, -1, -1, -1], [10, 3, -1, -1])
    seen = tuple(look for look in on_board(appearance_of(RULES, now.state)) if look[0] != RULES.steps(1)[3])
    position = position_of(RULES, now.state, seen)
    assert position is not None
    assert position["pawns"] == [[0, -1, -1, -1], [10, -1, -1, -1]]


def test_no_waiting_pawn_is_told_to_be_lost_and_one_that_enters_without_its_throw_is_named() -> None:
    now = line([2, -1, -1, -1], [3, -1, -1, -1], bank=[2])
    wrong = displaced(RULES, now.state)
    assert not [one for one in wrong if one.start.startswith("off") and not one.end]
    entered = next(one for one in wrong if (one.start, one.end) == ("off0", "r4c2"))
    told = objection(now, Way((), now.state, None), entered)
    assert (told.kind, told.reason.rule) == (Kind.ENTERING, "C19")


def test_a_legal_entry_is_explained_without_an_objection() -> None:
    now = line([-1, -1, -1, -1], [3, -1, -1, -1], bank=[8])
    before = appearance_of(RULES, now.state)
    after = appearance_of(RULES, RULES.apply(now.state, parse_move("enter a -1/0 =8")).state)
    found = explained(now, before, after)
    assert found.is_legal
    assert found.way is not None
    assert [str(move) for move in found.way.moves] == ["enter a -1/0 =8"]


def test_a_throw_that_brings_nobody_in_passes_the_turn() -> None:
    rules = RULES
    after = rules.apply_throw(rules.start(), Cowries(2, 4))
    assert rules.turn(after.state) == 1
