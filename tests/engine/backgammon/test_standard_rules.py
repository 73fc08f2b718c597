"""The rules BS1 to BS8 of international practice, each at work in a position."""

from __future__ import annotations

from functools import partial

import pytest

from engine.backgammon import INFO, State, make
from engine.errors import SetupError, ThrowError
from engine.facts import FactKind
from engine.game import Game, Waits
from engine.move import EndTurn, Play, Step, parse_play
from engine.throw import Cowries, Dice
from engines.backgammon_boards import at, board, forbids, rules, texts

standard = rules("standard")
refused = partial(forbids, standard)


def test_bs1_the_higher_die_begins_and_plays_both() -> None:
    game = Game(standard)
    game.throw(Dice((2,)))
    game.throw(Dice((5,)))
    assert (game.turn, game.waits, game.state.left) == (1, Waits.MOVE, (5, 2))
    assert "13/8 13/11" in texts(game.legal_moves())
    assert [(fact.kind, fact.player, fact.rule) for fact in game.last_facts()] == [
        (FactKind.BEGINS, 1, "BS1")
    ]
    at_once = standard.apply_throw(standard.start(), Dice((2, 5))).state
    assert at_once == game.state


def test_bs1_ties_are_thrown_again_and_counted_for_automatic_doubles() -> None:
    tied = standard.apply_throw(standard.start(), Dice((6, 6))).state
    tied = standard.apply_throw(standard.apply_throw(tied, Dice((1,))).state, Dice((1,))).state
    begun = standard.apply_throw(tied, Dice((4, 3))).state
    assert (begun.ties, begun.turn, begun.number) == (2, 0, 1)
    over = standard.apply(begun, EndTurn()).state
    assert over.ties == 2


def test_bs1_a_seat_that_is_to_begin_throws_two_dice() -> None:
    begun = standard.start(begins=1)
    assert (begun.turn, begun.opening, standard.wants(begun).count) == (1, False, 2)


def test_bs2_both_dice_must_be_played_if_any_order_allows_it() -> None:
    state = at("13:1 3:1", "5:2 24:1", (6, 2))
    assert texts(standard.moves(state)) == {"13/7 3/1"}
    assert refused(state, "13/11") == "BS2"
    assert refused(state, "13/7") == "legal"
    reason = standard.why_not(state, EndTurn())
    assert str(reason) == "BS2: player 1 can play both dice, 6, 2, and so must play both"


def test_bs2_the_larger_die_must_be_played_if_only_one_can() -> None:
    state = at("13:1", "5:2 24:1", (6, 2))
    assert texts(standard.moves(state)) == {"13/7"}
    reason = standard.why_not(state, parse_play("13/11"))
    assert str(reason) == "BS2: only one die can be played, and player 1 must choose the larger one, the 6"
    assert texts(standard.moves(at("13:1", "7:2 5:2", (6, 2)))) == {"13/11"}


def test_bs2_as_many_of_a_doublet_as_can_be_are_played() -> None:
    state = at("13:1 9:1", "1:2 3:2 7:2", (2, 2))
    assert texts(standard.moves(state)) == {"13/11 11/9"}
    assert refused(state, "13/11") == "legal"
    half = standard.apply(state, parse_play("13/11")).state
    reason = standard.why_not(state, EndTurn())
    assert str(reason) == "BS2: player 1 can play 2 dice, and this leaves some of them unplayed"
    done = standard.apply(half, parse_play("11/9")).state
    assert standard.waits(done) is Waits.END


def test_bs3_a_gammon_counts_two_and_a_backgammon_three() -> None:
    points = []
    for theirs in ("24:14", "24:15", "7:1 24:14", "6:1 24:14", "bar:1 24:14", "6:1 24:13"):
        outcome = standard.outcome(standard.apply(at("1:1", theirs, (6, 5)), parse_play("1/off")).state)
        assert outcome is not None
        points.append(outcome.points)
    assert points == [1, 2, 2, 3, 3, 1]


def test_bs4_the_cube_belongs_to_standard_unless_it_is_left_out() -> None:
    assert standard.options["cube"] is True
    assert rules("standard", cube=False).options["cube"] is False


@pytest.mark.parametrize("key", ["crawford", "jacoby", "beavers", "automatic_doubles"])
def test_bs5_what_is_about_the_cube_is_refused_without_it_naming_both(key: str) -> None:
    with pytest.raises(SetupError, match=f"'{key}'.*'cube'"):
        rules("standard", cube=False, **{key: True})
    with pytest.raises(SetupError, match=f"'{key}'.*'cube'"):
        rules("finnish", **{key: True})
    assert rules("standard", **{key: True}).options[key] is True


@pytest.mark.parametrize("key", ["jacoby", "beavers"])
def test_bs5_crawford_is_for_matches_and_refused_beside_options_for_money(key: str) -> None:
    with pytest.raises(SetupError, match=f"'crawford'.*'{key}'"):
        rules("standard", crawford=True, **{key: True})


def test_bs5_automatic_doubles_are_refused_where_no_throws_for_the_beginning_can_tie() -> None:
    with pytest.raises(SetupError, match=r"'automatic_doubles'.*'finnish'"):
        rules("finnish", cube=True, automatic_doubles=True)


def test_bs6_only_two_dice_lying_flat_are_a_throw() -> None:
    begun = standard.start(begins=0)
    with pytest.raises(ThrowError, match="two dice"):
        standard.apply_throw(begun, Dice((4,)))
    with pytest.raises(ThrowError, match="played with dice"):
        standard.apply_throw(begun, Cowries(2, 6))
    with pytest.raises(ThrowError, match="from 1 to 6"):
        Dice((4, 0))


def test_bs7_a_play_counts_when_the_player_ends_the_turn_and_may_be_taken_back_before() -> None:
    game = Game(standard, begins=0)
    game.throw(Dice((3, 1)))
    thrown = game.state
    game.push(parse_play("8/5 6/5"))
    assert (game.turn, game.waits) == (0, Waits.END)
    assert standard.optional(game.state) == [EndTurn()]
    game.pop()
    assert game.state == thrown
    game.push(parse_play("24/23 13/10"))
    game.push(EndTurn())
    assert (game.turn, game.waits) == (1, Waits.THROW)
    early = game.why_not(parse_play("8/5"))
    assert str(early) == "BS7: it is player 2’s turn to throw: nothing can be moved before"


def test_bs7_the_turn_is_ended_by_hand_also_where_nothing_can_be_played() -> None:
    game = Game(standard, state=State(board("bar:1 6:2", "19:2 24:2"), number=3))
    game.throw(Dice((6, 1)))
    assert game.waits is Waits.END
    assert [(fact.kind, fact.values) for fact in game.last_facts()] == [(FactKind.LOST, (6, 1))]
    game.push(EndTurn())
    assert [(fact.kind, fact.values) for fact in game.last_facts()] == [(FactKind.PASSED, (6, 1))]


def test_bs8_nackgammon_and_hypergammon_begin_differently() -> None:
    nack, hyper = rules(start="nackgammon"), rules(start="hypergammon")
    assert nack.start().board == board("24:2 23:2 13:4 8:3 6:4", "1:2 2:2 12:4 17:3 19:4")
    assert hyper.start().board == board("24:1 23:1 22:1", "1:1 2:1 3:1")
    assert (nack.pieces, hyper.pieces, len(hyper.placed(hyper.start()))) == (15, 3, 6)
    last = State(board("1:1", "24:3"), number=9, dice=(2, 1), left=(2, 1))
    outcome = hyper.outcome(hyper.apply(last, Play((Step(1, 0),))).state)
    assert outcome is not None
    assert outcome.points == 2


def test_backgammon_is_for_two() -> None:
    with pytest.raises(SetupError, match="backgammon is for 2 players, not for 3"):
        make(INFO.preset(None), {}, 3)
