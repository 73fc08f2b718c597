"""A worked test for each rule about captures, home, and whole turns: P18 to P26."""

from __future__ import annotations

import pytest

from engine.errors import SetupError
from engine.facts import Ending, Fact, FactKind, Outcome
from engine.game import Game, Waits
from engine.move import parse_move
from engine.pachisi import PachisiRules
from engine.pachisi.board import name, path
from engines.pachisi_table import at, cowries, enter, idle, kinds, move, refused, rules, texts, throw

SIX = rules()
SEVEN = rules("seven")


def test_p18_a_capture_gives_one_more_throw_besides_a_graces_own() -> None:
    # North's step 52 is south's step 18.
    game = Game(SIX, state=at(SIX, "8 84 84 84", "52 0 0 0"))
    throw(game, 10)
    game.push(SIX.moves(game.state)[0])
    assert kinds(game.last_facts()) == [(FactKind.CAPTURED, "P16"), (FactKind.AGAIN, "P18")]
    assert game.state.throws == 2
    idle(game)
    assert kinds(game.last_facts()) == [(FactKind.AGAIN, "P18")]
    idle(game)
    assert game.turn == 1


def test_p18_can_be_switched_off() -> None:
    of = rules(capture_throws_again=False)
    game = Game(of, state=at(of, "16 84 84 84", "52 0 0 0", bank=[2]))
    game.push(of.moves(game.state)[0])
    assert (game.turn, game.state.captured) == (1, (1, 0))


def test_p19_nobody_goes_home_before_a_capture_that_counts() -> None:
    of = rules(capture_first=True)
    barred = at(of, "72 84 9 0", "0 0 0 0", bank=[4], captured=[1, 0])
    assert texts(of, barred) == ["a 72/76 =4", "c 9/13 =4"]
    barred = at(of, "72 60 9 0", "0 0 0 0", bank=[4], captured=[0, 1])
    assert texts(of, barred) == ["b 60/64 =4", "c 9/13 =4"]
    assert refused(of, barred, move(0, 72, 76, 4)) == "P19"
    assert refused(of, at(of, "72 60 9 0", "0 0 0 0", bank=[2]), move(0, 72, 74, 2)) is None
    assert texts(SIX, at(SIX, "72 60 9 0", "0 0 0 0", bank=[4]))[0] == "a 72/76 =4"


def test_p19_a_piece_past_the_bar_stands_still() -> None:
    of = rules(capture_first=True, revenge=True)
    late = at(of, "80 60 84 84", "0 0 0 0", bank=[4], captured=[0, 1])
    assert texts(of, late) == ["b 60/64 =4"]
    assert refused(of, late, move(0, 80, 84, 4)) == "P19"


@pytest.mark.parametrize(
    ("south", "north", "plays", "captured"),
    [
        # North's step 52 is south's step 18.
        ("16 9 84 84", "52 48 0 0", "a 16/18 =2, idle, b 48/52 =4", (0, 1)),
        # The avenging capture can be undone in the same way.
        ("16 15 84 84", "52 48 0 0", "a 16/18 =2, idle, b 48/52 =4, idle, b 15/18 =3", (1, 0)),
        # One capturing move less, however many pieces it took.
        ("16 9 84 84", "52 52 48 0", "a 16/18 =2, idle, c 48/52 =4", (0, 1)),
        # Not elsewhere, not another piece and not later.
        ("16 9 84 84", "52 48 0 0", "a 16/18 =2, a 18/20 =2, b 48/54 =6", (1, 1)),
        ("16 16 84 84", "52 48 0 0", "a 16/18 =2, a 18/28 =10, b 16/18 =2, b 48/52 =4", (1, 1)),
        ("16 9 84 84", "52 49 0 0", "a 16/18 =2, idle, idle, idle, b 49/52 =3", (1, 1)),
    ],
)
def test_p20_a_capture_avenged_at_once_on_its_square_no_longer_counts(
    south: str, north: str, plays: str, captured: tuple[int, int]
) -> None:
    of = rules(capture_first=True, revenge=True)
    game = Game(of, state=at(of, south, north, captured=[0, 0]))
    for text in plays.split(", "):
        if text == "idle":
            idle(game)
        else:
            throw(game, int(text.partition("=")[2]))
            game.push(parse_move(text))
    assert game.state.captured == captured
    assert game.last_facts()[0].kind is FactKind.CAPTURED


def test_p21_a_piece_is_home_only_by_exact_throw() -> None:
    state = at(SIX, "80 9 84 84", "0 0 0 0", bank=[5])
    assert texts(SIX, state) == ["b 9/14 =5"]
    for end in (84, 85):
        assert refused(SIX, state, move(0, 80, end, 5)) == "P21"
    assert refused(SIX, state, move(2, 84, 89, 5)) == "P21"
    exact = Game(SIX, state=at(SIX, "80 9 84 84", "0 0 0 0", bank=[4]))
    exact.push(move(0, 80, 84, 4))
    assert exact.last_facts()[0] == Fact(FactKind.HOME, 0, pieces=((0, 0),), rule="P21")


@pytest.mark.parametrize("of", [SIX, rules("seven", pyada=False)], ids=["six", "seven without pyada"])
def test_p22_a_piece_on_the_castle_at_step_59_waits_there_for_a_25(of: PachisiRules) -> None:
    game = Game(of, state=at(of, "59 84 84 84", "23 84 84 84", turn=1))
    resting = of.placed(game.state)[0].square
    assert of.layout.square(resting).kind == "castle"
    assert resting == name(path(2)[25])
    assert kinds(throw(game, 2)) == [(FactKind.LOST, "P13"), (FactKind.PASSED, "P13")]  # nobody can take it
    throw(game, 25)
    if of.waits(game.state) is Waits.THROW:
        throw(game, 2)
    game.push(move(0, 59, 84, 25))
    assert game.outcome == Outcome((0,), Ending.ALL_HOME)


def test_p22_with_pyada_the_castle_is_no_longer_25_from_home() -> None:
    game = Game(SEVEN, state=at(SEVEN, "59 84 84 84", "17 17 17 17"))
    throw(game, 25, 2)
    assert texts(SEVEN, game.state) == ["a 59/61 =2"]


def test_p23_a_throw_won_by_a_capture_begins_a_new_row() -> None:
    game = Game(SEVEN, state=at(SEVEN, "16 0 0 0", "52 0 0 0"))
    throw(game, 25, 10, 2)
    game.push(move(0, 16, 18, 2))
    throw(game, 30, 3)
    assert SEVEN.bank(game.state) == ((25, 25), (10, 10), (30, 30), (3, 3))
    by_hand = at(SEVEN, "16 0 0 0", "52 0 0 0", bank=[2, 25, 10], row=[25, 10])
    assert SEVEN.apply(by_hand, move(0, 16, 18, 2)).state.row == ()


def test_p24_25_25_3_is_53_squares_and_with_pyada_55() -> None:
    def total(of: PachisiRules, pieces: str) -> int:
        game = Game(of, state=at(of, pieces, "0 0 0 0"))
        throw(game, 25, 25, 3)
        return sum(squares for _, squares in of.bank(game.state))

    assert total(SEVEN, "9 9 9 0") == 53
    assert total(SEVEN, "9 9 9 9") == 55
    assert total(SEVEN, "9 9 9 84") == 55
    assert total(rules("seven", pyada=False), "9 9 9 9") == 53


def test_p24_the_extra_square_must_be_taken() -> None:
    state = at(SEVEN, "9 20 84 84", "0 0 0 0", bank=[(25, 26)])
    assert texts(SEVEN, state) == ["a 9/35 =25:26", "b 20/46 =25:26"]
    assert refused(SEVEN, state, move(0, 9, 34, 25, 26)) == "P12"
    worth = SEVEN.value_of(at(SEVEN, "9 20 84 84", "0 0 0 0"), cowries(SEVEN, 25))
    assert worth is not None
    assert worth.value == 26


def test_p24_is_decided_when_the_throw_falls() -> None:
    game = Game(SEVEN, state=at(SEVEN, "9 9 9 0", "0 0 0 0"))
    throw(game, 10, 25, 3)
    game.push(enter(3, 10))
    assert SEVEN.bank(game.state) == ((25, 25), (3, 3))


def test_p24_a_6_earns_no_pyada() -> None:
    of = rules(pyada=True)
    game = Game(of, state=at(of, "9 9 9 9", "0 0 0 0"))
    throw(game, 6)
    assert of.bank(game.state) == ((6, 6),)
    game.pop()
    throw(game, 10)
    assert of.bank(game.state) == ((10, 11),)


def test_p25_six_plays_each_throw_before_the_next() -> None:
    game = Game(SIX, begins=0)
    throw(game, 10)
    assert game.waits is Waits.MOVE
    game.push(enter(0, 10))
    assert (game.turn, game.waits) == (0, Waits.THROW)
    throw(game, 2)
    game.push(move(0, 1, 3, 2))
    assert (game.turn, game.waits) == (1, Waits.THROW)


def test_p25_seven_throws_until_no_grace_comes_then_plays_in_any_order() -> None:
    game = Game(SEVEN, state=at(SEVEN, "9 0 0 0", "0 0 0 0"))
    throw(game, 7, 14)
    assert game.waits is Waits.THROW
    assert refused(SEVEN, game.state, move(0, 9, 16, 7)) == "P25"
    throw(game, 2)
    assert texts(SEVEN, game.state) == ["a 9/11 =2", "a 9/16 =7", "a 9/23 =14"]
    game.push(move(0, 9, 23, 14))
    game.push(move(0, 23, 25, 2))
    game.push(move(0, 25, 32, 7))
    assert game.turn == 1


def test_p25_a_throw_won_by_a_capture_joins_the_values_still_to_be_played() -> None:
    game = Game(SEVEN, state=at(SEVEN, "16 9 0 0", "52 0 0 0"))
    throw(game, 7, 2)
    game.push(move(0, 16, 18, 2))
    assert game.waits is Waits.THROW
    throw(game, 4)
    assert SEVEN.bank(game.state) == ((7, 7), (4, 4))


TEAM = rules(players=4, partners=True)


def test_p26_partners_never_capture_one_another_and_share_squares() -> None:
    state = at(TEAM, "16 84 84 84", "0 0 0 0", "52 0 0 0", "0 0 0 0", bank=[2])
    assert texts(TEAM, state) == ["a 16/18 =2"]
    castle = at(TEAM, "17 84 84 84", "0 0 0 0", "55 0 0 0", "0 0 0 0", bank=[4])
    assert texts(TEAM, castle) == ["a 17/21 =4"]
    strict = rules(players=4, partners=True, stack="castles")
    state = at(strict, "16 84 84 84", "0 0 0 0", "52 0 0 0", "0 0 0 0", bank=[2])
    assert refused(strict, state, move(0, 16, 18, 2)) == "P14"


def test_p26_a_player_who_is_home_throws_on_for_the_partner() -> None:
    game = Game(TEAM, state=at(TEAM, "84 84 84 80", "9 0 0 0", "9 0 0 0", "9 0 0 0", bank=[4]))
    game.push(move(3, 80, 84, 4))
    assert kinds(game.last_facts()) == [(FactKind.HOME, "P21"), (FactKind.FINISHED, "P26")]
    assert game.outcome is None
    for _ in range(3):
        idle(game)
    assert game.turn == 0
    throw(game, 5)
    assert texts(TEAM, game.state) == ["a 9/14 =5"]
    assert [tap.piece for tap in TEAM.taps(game.state)] == [(2, 0)]
    game.push(move(0, 9, 14, 5))
    assert game.state.pieces[2] == (14, 0, 0, 0)
    assert game.turn == 1


def test_p26_what_is_left_of_the_turn_goes_to_the_partner_too() -> None:
    of = rules("seven", players=4, partners=True)
    game = Game(of, state=at(of, "84 84 84 80", "9 0 0 0", "9 0 0 0", "9 0 0 0", bank=[4, 3]))
    game.push(move(3, 80, 84, 4))
    assert texts(of, game.state) == ["a 9/12 =3"]


def test_p26_a_team_wins_together_with_all_eight_home() -> None:
    home = "84 84 84 84"
    game = Game(TEAM, state=at(TEAM, home, "0 0 0 0", "84 84 84 81", "0 0 0 0", bank=[3], thrower=0, turn=2))
    game.push(move(3, 81, 84, 3))
    assert game.outcome == Outcome((0, 2), Ending.ALL_HOME)


def test_p26_is_for_four_players() -> None:
    with pytest.raises(SetupError, match="four players"):
        rules(players=3, partners=True)


def test_nobody_can_move_on_where_every_piece_is_home_or_one_square_away() -> None:
    game = Game(SIX, state=at(SIX, "83 84 84 80", "83 83 84 84", bank=[3]))
    game.push(move(3, 80, 83, 3))
    assert game.outcome == Outcome((), Ending.STUCK)
    assert game.waits is Waits.OVER
    of = rules(split=True)
    assert of.outcome(at(of, "83 84 84 83", "83 83 84 84")) is None
