"""Matches as other programs write them, read strictly: what cannot be is refused, and its place is told."""

from __future__ import annotations

import pytest

from engine.errors import PositionError
from engine.facts import Ending
from engine.match import Origin
from engine.notation import (
    FORM,
    parse_xgid,
    read_games,
)
from mats_for_tests import match_of, refused

MATCH = """\
; [Match ID "42"]
; [Player 1 "Ann"]
; [Player 2 "Bob"]

 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 41: 13/9 24/23              Doubles => 2
  3) Drops                       Wins 1 point

 Game 2
 Ann : 0                        Bob : 1
  1)                             31: 8/5 6/5
  2) 52: 13/8 24/22              Doubles => 2
  3) Takes                       66: 24/18(2) 13/7(2)
  4) 41:
                                 Wins 2 points
"""


def changed(before: str, after: str) -> str:
    assert MATCH.count(before) == 1, before
    return MATCH.replace(before, after)


def test_a_match_has_its_games_with_their_places_and_the_score() -> None:
    games = read_games(MATCH.encode())
    assert match_of(games).score == (0, 3)
    setups = [game.record.setup for game in games if game.record]
    places = [setup.match for setup in setups if setup.match]
    assert [(place.number, place.match.score, place.origin) for place in places] == [
        (1, (0, 0), Origin("42")),
        (2, (0, 1), Origin("42")),
    ]
    assert [game.outcome.ending for game in games if game.outcome] == [Ending.DROPPED, Ending.RESIGNED]
    assert not any(game.differences for game in games)


WRONG = [
    (
        "31: 8/5 6/5                 52",
        "37: 8/5 6/5                 52",
        "9, column 7: '7' cannot stand here; expected: a die from 1 to 6",
    ),
    (
        "52: 13/8 24/22\n  2) 41",
        "?2: 13/8 24/22\n  2) 41",
        "9, column 34: '?' cannot stand here; expected: a die from 1 to 6",
    ),
    ("41: 13/9 24/23", "41: 10/6 24/23", "10, column 10: '10/6 24/23' cannot be played: BF4"),
    ("41: 13/9 24/23", "41: 13/9 24/22", "10, column 10: '13/9 24/22' cannot be played"),
    ("41: 13/9 24/23", "41: 13/9      ", "10, column 10: '13/9' cannot be played: a die is left"),
    (
        "41: 13/9 24/23",
        "41: 13/9 hello",
        "10, column 15: 'hello' cannot stand here; expected: a play such as",
    ),
    ("41: 13/9 24/23", "41:           ", "10, column 9: expected here: a play such as “8/5 6/5”"),
    ("Bob : 1", "Bob : 2", "14, column 39: '2' cannot stand here; expected: 1"),
    (
        " Ann : 0                        Bob : 1",
        " Ann : 1                        Bob : 1",
        "14, column 8: '1' cannot stand here; expected: 0",
    ),
    ("Game 2", "Game 3", "13, column 2: 'Game 3' cannot stand here; expected: Game 2"),
    (
        "Ann : 0                        Bob : 1",
        "Eve : 0                        Bob : 1",
        "14, column 2: 'Eve' cannot stand here; expected: 'Ann'",
    ),
    (
        "Doubles => 2\n  3) Takes",
        "Doubles => 4\n  3) Takes",
        "16, column 34: 'Doubles => 4' cannot stand here; expected: => 2",
    ),
    (
        "  3) Takes                       66",
        "  3)                             66",
        "'66:' cannot stand here; expected: an answer to the double: it is the turn of 'Ann'",
    ),
    (
        "  2) 41: 13/9 24/23              D",
        "  2)                             D",
        "'Doubles => 2' cannot stand here; expected: a throw or a double: it is the turn of 'Ann'",
    ),
    (
        "  3) Drops                       Wins 1 point\n",
        "",
        "12, column 1: expected here: the result, such as “Wins 1 point”",
    ),
    (
        "Drops                       Wins 1 point",
        "Drops\n  4) 31: 8/5 6/5",
        "12, column 6: '31:' cannot stand here; expected: the next game",
    ),
    (" 3 point match\n", "\n", "a line such as “7 point match”"),
    (
        " 3 point match\n",
        " 3 points, I think\n",
        "5, column 2: '3 points, I think' cannot stand here; expected: a line such as",
    ),
    (
        " 3 point match\n",
        " 26 point match\n",
        "5, column 2: '26 point match' cannot stand here; expected: a length of 1 to 25",
    ),
    (
        " 3 point match\n",
        " 3 point match\n\n 3 point match\n",
        "7, column 2: '3 point match' cannot stand here; expected: the end",
    ),
    (
        "\n Game 2",
        "\n 5 point match\n\n Game 2",
        "13, column 1: '5 point match' cannot stand here; expected: the end of",
    ),
    (" Ann : 0                        Bob : 0\n", "", "8, column 1: '1) 31: 8/5"),
    ("Takes  ", "Shrugs ", "17, column 6: 'Shrugs' cannot stand here; expected: a throw, what was done"),
    ("Takes  ", "Beavers", "17, column 6: 'Beavers' cannot stand here; expected: an answer to the double"),
    ("Takes  ", "Takes x", "17, column 12: 'x' cannot stand here; expected: a throw, what was done"),
    (
        '; [Match ID "42"]',
        '; [Variation "Tavla"]',
        "line 1, column 15: 'Tavla' cannot stand here; expected: Backgammon, NackGammon, HyperGammon (3)",
    ),
    (
        " 3 point match",
        " 1 point match",
        "13, column 2: 'Game 2' cannot stand here; expected: the end of the file: the match is over",
    ),
]
"""What stands in a match → what is written instead → what is said of it."""


@pytest.mark.parametrize(("before", "after", "said"), WRONG)
def test_what_is_wrong_is_told_with_line_and_column_and_what_is_expected(
    before: str, after: str, said: str
) -> None:
    assert said in refused(changed(before, after))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (
            " " * 33 + "Wins 3 points",
            "19, column 34: 'Wins 3 points' cannot stand here; expected: a win that",
        ),
        (
            "      Wins 5 points",
            "'Wins 5 points' cannot stand here; expected: a win that counts one of these: 2",
        ),
    ],
)
def test_a_resignation_counts_what_cube_and_position_give(result: str, said: str) -> None:
    text = changed(" 3 point match", " 7 point match").replace(" " * 33 + "Wins 2 points", result)
    assert said in refused(text)


def test_two_matches_in_one_file_are_refused() -> None:
    assert refused(MATCH + MATCH.partition("\n\n")[2]) == (
        "line 20, column 1: '3 point match' cannot stand here; "
        "expected: the end of the file: it holds one match"
    )
    more = MATCH.partition("\n\n Game 2")[2].replace("Game 2", "Game 3")
    assert (
        "line 21, column 2: 'Game 3' cannot stand here; expected: the end of the file: the match is over"
        in refused(MATCH + "\n Game 3" + more)
    )


def test_a_position_with_sixteen_checkers_is_refused_wherever_it_comes_from() -> None:
    with pytest.raises(PositionError, match="16 checkers"):
        parse_xgid("XGID=-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:0:10")
    record = (
        f"{FORM}\ngame backgammon standard\nplayer 1 Ann\nplayer 2 Bob\nbegins 1\n"
        'position {"board": [0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], '
        '"turn": 0}\n'
    )
    [game] = read_games(record.encode())
    assert game.record is None
    assert "line 6" in str(game.error)
    assert "16 checkers" in str(game.error)


def test_a_match_has_other_marks_than_one_that_begins_with_the_same_game() -> None:
    shorter = MATCH[: MATCH.index("\n Game 2")]
    assert read_games(shorter.encode())[0].mark != read_games(MATCH.encode())[0].mark
    renamed = MATCH.replace('"42"', '"43"')
    assert [game.mark for game in read_games(renamed.encode())] == [
        game.mark for game in read_games(MATCH.encode())
    ]


@pytest.mark.parametrize("length", [0, 3])
def test_a_match_without_the_cube_is_known_by_its_head(length: int) -> None:
    head = '; [CubeLimit "1"]\n; [Jacoby "On"]\n; [Beaver "On"]\n'
    text = head + changed(" 3 point match", f" {length} point match")[: MATCH.index("  2)")]
    [game] = read_games(text.encode())
    assert game.record is not None
    assert game.record.setup.options["cube"] is False
