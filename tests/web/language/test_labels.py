"""Short wordings of the page."""

from __future__ import annotations

from engine.events import Setup
from engine.move import parse_move
from engine.throw import Cowries, Dice, parse_throw
from engine.values import ThrowValue
from web.language.labels import bank_words, listed, move_words, neighbours, throw_words

CHOWKA = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))


def test_a_throw_is_said_with_what_it_counts() -> None:
    for throw, worth, game, words in (
        ("2/4", ThrowValue(2), "chowka-bhara", "2 mouths up of 4 = 2"),
        ("4/4", ThrowValue(4, again=True), "chowka-bhara", "4 mouths up of 4 = 4, chowka, throw again"),
        ("0/4", ThrowValue(8, again=True), "chowka-bhara", "no mouth up of 4 = 8, bhara, throw again"),
        ("1/6", ThrowValue(10, True, True), "pachisi", "1 mouth up of 6 = 10, grace, throw again"),
        ("6-6", None, "backgammon", "double 6"),
        ("1-3", None, "backgammon", "3 and 1"),
        ("5", None, "backgammon", "5"),
    ):
        assert throw_words(parse_throw(throw), worth, game=game) == words


def test_the_likeliest_misread_shells_come_first() -> None:
    assert [str(other) for other in neighbours(Cowries(5, 6))] == ["4/6", "6/6", "3/6", "2/6", "1/6", "0/6"]


def test_the_likeliest_misread_dice_share_a_die() -> None:
    others = neighbours(Dice((5, 3)))
    assert len(others) == 20
    shared = [bool({5, 3} & set(other.pips)) for other in others if isinstance(other, Dice)]
    assert shared == sorted(shared, reverse=True)
    assert len(neighbours(Dice((4,)))) == 5


def test_a_move_is_said_short() -> None:
    for move, words in {
        "a 0/3 =3": "a moves 3",
        "a 20/24 =4": "a moves 4, home",
        "ab 16/18 =4": "a + b moves 2 with the 4",
        "b 3/5 =2 x2a,2c": "b moves 2, kills Ravi’s a + c",
        "challenge a 16/18 =2": "a challenges with 2",
        "pair ab 16": "a + b: declare a gatti",
        "enter a 0/1 =25": "a enters with 25",
        "end": "End the turn",
        "decline 6": "Do not play the 6",
        "8/5 6/5": "8/5 6/5",
    }.items():
        assert move_words(parse_move(move), CHOWKA, mover=0, home=24) == words
    assert move_words(parse_move("e 0/1 =1"), CHOWKA, mover=1, home=24) == "Asha’s a moves 1"


def test_a_value_of_the_bank_says_what_is_left_of_it() -> None:
    assert bank_words(25, 26) == "25 +1"
    assert bank_words(25, 20) == "20 left of 25"
    assert bank_words(6, 6) == "6"


def test_words_are_listed_as_people_do() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["", "a", "a, b and c"]
