"""Matches in the ways in which other programs and hands write them: the same match, the same position."""

from __future__ import annotations

import pytest

from engine.errors import NotationError
from engine.notation import FoundGame, PartError, read_games
from mats_for_tests import STYLES, drawn_games, match_of, read_again, refused

HEAD = '; [Player 1 "Ann"]\n; [Player 2 "Bob"]\n; [Variation "{variation}"]\n\n{length} point match\n\n'
NAMES = " Game 1\n Ann : 0                               Bob : 0\n"
OPENED = (
    "  1)                                    31: 8/5 6/5\n"
    "  2) 52: 13/8 24/22                     41: 24/23 13/9\n"
)


def file_of(body: str, *, length: int = 3, variation: str = "Backgammon", names: str = NAMES) -> str:
    return HEAD.format(length=length, variation=variation) + names + body


def actions(game: FoundGame) -> list[str]:
    assert game.record is not None
    return [str(action.action) for action in game.record.actions]


def plays(game: FoundGame) -> list[str]:
    return [one for one in actions(game) if "/" in one]


def remarks(games: list[FoundGame]) -> list[str]:
    return [str(one.what) for game in games for one in game.differences]


def one_game(text: str) -> FoundGame:
    [game] = read_games(text.encode())
    return game


BEAR_OFF = """\
  1)                                      61: 24/18 22/21
  2) 51: 24/19 22/21                      61: 21/15 18/17
  3) 52: 19/12                            64: 23/19 17/11
  4) 61: 12/6* 6/5                        64: bar/15
  5) 54: 23/18 21/17                      66: 15/9 15/3 11/5
  6) 64: 17/11 5/1                        53: 9/4 5/2
  7) 52: 11/4                             51: {written}
  8) 62: 18/10                            54: 3/off 2/off
                                          Wins 2 points and the match
"""


@pytest.mark.parametrize("written", ["4/3 3/off", "4/off", "4/3/off"])
def test_one_checker_is_borne_off_by_both_dice(written: str) -> None:
    text = file_of(BEAR_OFF.format(written=written), length=1, variation="HyperGammon (3)")
    game = one_game(text)
    assert plays(game)[-3:] == ["4/3 3/off", "18/16 16/10", "3/off 2/off"] or written == "4/3/off"
    assert plays(game)[-1] == "3/off 2/off"
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.points) == ((1,), 2)
    assert not game.differences


@pytest.mark.parametrize(
    ("answer", "play"),
    [
        ("52: bar/20 24/22", "24/20* 20/18"),  # a checker of Bob came in: it was hit
        ("52: 13/8 24/22", "24/22 22/18"),
    ],
)
def test_a_hit_that_is_not_written_follows_from_what_is_played_next(answer: str, play: str) -> None:
    body = "  1)                                    41: 6/5 13/9\n  2) 42: 24/18                          "
    game = one_game(file_of(f"{body}{answer}\n"))
    assert plays(game)[1] == play
    expected = ["“24/18” is read as “24/20* 20/18”: what follows fits no other"] if "*" in play else []
    assert remarks([game]) == expected


def test_two_and_three_steps_of_a_doublet_are_read_joined() -> None:
    body = (
        "  1) 52: 13/8 24/22                     44: 24/16(2)\n"
        "  2) 33: 24/15 6/3                      52: 13/8 13/11\n"
    )
    game = one_game(file_of(body))
    assert plays(game)[1:3] == ["24/20(2) 20/16(2)", "24/21 21/18 18/15 6/3"]


def test_what_another_reading_remarks_is_forgotten_where_it_does_not_help() -> None:
    body = (
        "  1)                                    41: 6/5 13/9\n"
        "  2) 42: 24/18                          52: bar/20 24/22\n"
        "  3) 31: 24/20                          66: hello\n"
    )
    with pytest.raises(PartError) as error:
        read_games(file_of(body).encode())
    assert "'hello'" in str(error.value)
    assert remarks(list(error.value.games)) == [
        "“24/18” is read as “24/20* 20/18”: what follows fits no other"
    ]
    with pytest.raises(PartError) as error:
        read_games(file_of(body.replace("52: bar/20 24/22", "52: 13/8 hello")).encode())
    assert remarks(list(error.value.games)) == []


CONCEDED = [
    ("  3) 62: Concedes                       Wins 1 point\n", 1, 1),
    ("  3) Concedes                           Wins 1 point\n", 1, 1),
    ("  3) Resigns\n                                        Wins 2 points\n", 1, 2),
    ("  3) 62: 24/16                          Concedes\n  5)  Wins 1 point                     \n", 0, 1),
    ("  3) 62: 24/16                          54: Concedes\n      Wins 3 points\n", 0, 3),
    ("  3) 62: 24/16                          00: ????\n  4)  Wins 2 point                     \n", 0, 2),
    ("  3)  Losses 1 point                    Wins 1 point\n", 1, 1),
    ("  3)  Wins 2 points                     Loses 2 points\n", 0, 2),
    ("  3)  Losses 3 points\n", 1, 3),
    ("  3) 62:       Wins 2 points\n", 0, 2),
    ("  3) 62:                         Wins 2 points\n", 1, 2),
]


@pytest.mark.parametrize(("written", "winner", "points"), CONCEDED)
def test_who_concedes_resigns(written: str, winner: int, points: int) -> None:
    game = one_game(file_of(OPENED + written, length=5))
    assert game.outcome is not None
    assert (game.outcome.ending.name, game.outcome.winners, game.outcome.points) == (
        "RESIGNED",
        (winner,),
        points,
    )
    assert not game.differences


def test_who_concedes_without_a_result_loses_a_single_game() -> None:
    game = one_game(file_of(OPENED + "  3) 62: Concedes\n"))
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.points) == ((1,), 1)
    assert remarks([game]) == ["no result is written for who concedes: it counts as a single game"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "  3) 62: Concedes                       52: 13/8 24/22\n",
            "line 11, column 41: '52:' cannot stand here; expected: a win of 'Bob'",
        ),
        ("  3) Concedes\n      Wins 1 point\n", "line 12, column 7: 'Wins 1 point' cannot stand here"),
        ("  3)  Losses 1 point                    Wins 2 points\n", "'Wins 2 points' cannot stand here"),
        ("  3) 00: 24/22\n", "line 11, column 10: '24/22' cannot stand here; expected: nothing: no dice"),
    ],
)
def test_a_concession_that_contradicts_itself_is_refused(written: str, said: str) -> None:
    assert said in refused(file_of(OPENED + written))


def test_a_win_that_is_cut_to_what_was_needed_is_read_and_remarked() -> None:
    body = BEAR_OFF.format(written="4/off").replace("Wins 2 points", "Wins 1 point")
    games = read_games(file_of(body, length=1, variation="HyperGammon (3)").encode())
    assert match_of(games).score == (0, 2)
    assert remarks(games) == ["the file counts this win as 1: by cube and board it is 2"]


@pytest.mark.parametrize(
    ("length", "result", "points"),
    [(3, "Wins 3 points", 4), (3, "Wins 5 points", 4), (1, "Wins 1 point", 2), (2, "Wins 1 point", None)],
)
def test_a_resignation_that_decides_the_match_may_be_written_with_another_figure(
    length: int, result: str, points: int | None
) -> None:
    doubled = OPENED + "  3) Doubles => 2                       Takes\n"
    text = file_of(f"{doubled}      {result}\n", length=length)
    if points is None:
        assert "expected:" in refused(text)
        return
    games = read_games(text.encode())
    assert match_of(games).score == (points, 0)
    written = int(result.split()[1])
    assert remarks(games) == [f"the file counts this win as {written}: by cube and board it is {points}"]


def test_a_figure_beside_a_dropped_double_is_remarked_and_the_next_score_decides() -> None:
    dropped = OPENED + "  3) Doubles => 2                       Drops\n      Wins 2 points\n"
    second = "\n Game 2\n Ann : {points}                               Bob : 0\n  1) 31: 8/5 6/5\n"
    games = read_games(file_of(dropped + second.format(points=1)).encode())
    assert match_of(games).score == (1, 0)
    assert remarks(games) == ["the file counts this win as 2: by cube and board it is 1"]
    assert "'2' cannot stand here; expected: 1" in refused(file_of(dropped + second.format(points=2)))


TABBED = [
    "1)\t\t31: 8/5 6/5\n2) 52: 13/8 24/22\t\t41: 24/23 13/9\n"
    "3) 62: 24/18 13/11\t\t54: 13/8 13/9\n\t\t\tWins 1 point\n",
    "1)\t\t\t31: 8/5 6/5\n2) 52: 13/8 24/22\t\t41: 24/23 13/9\n"
    "3) 62: 24/18 13/11\t\t54: 13/8 13/9\n\t\tWins 1 point\n",
    "1)\t\t31: 8/5 6/5\n2)\t52: 13/8 24/22\t41: 24/23 13/9\n"
    "3)\t62: 24/18 13/11\t54: 13/8 13/9\n\t\tWins 1 point\n",
    "1)\t31: 8/5 6/5\n2) 52: 13/8 24/22\t41: 24/23 13/9\n3) 62: 24/18 13/11\t54: 13/8 13/9\n\tWins 1 point\n",
    "  1)\t\t\t\t31: 8/5 6/5\n  2) 52: 13/8 24/22\t\t41: 24/23 13/9\n"
    "  3) 62: 24/18 13/11 \t\t54: 13/8 13/9\n\t\t\t\tWins 1 point\n",
]
"""Columns parted by tabs: two of them, one behind the number too, one, or as many as align them."""


@pytest.mark.parametrize("body", TABBED)
@pytest.mark.parametrize("winner", [0, 1])
def test_between_tabs_the_seat_follows_from_the_text(body: str, winner: int) -> None:
    if winner == 0:
        *lines, last = body.splitlines(keepends=True)
        left = "\t" if "2)\t" in body else "  "
        body = "".join(lines) + left + last.lstrip()
    game = one_game(file_of(body, names="Game 1\nAnn : 0\t\t\tBob : 0\n"))
    assert game.outcome is not None
    assert game.outcome.winners == (winner,)
    assert plays(game)[0] == "8/5 6/5"
    assert len(plays(game)) == 5


def test_the_column_of_what_is_wrong_counts_tabs_as_eight() -> None:
    body = "1)\t\t31: 8/5 6/5\n2) 52: 13/8\t{left}\t\t{right} 24/23 13/9\n"
    assert "line 10, column 17: 'hello'" in refused(file_of(body.format(left="hello", right="41:")))
    assert "line 10, column 34: '7'" in refused(file_of(body.format(left="24/22", right="47:")))


def test_a_file_that_was_saved_in_the_middle_of_a_match_is_read_from_there() -> None:
    names = " Game 4\n Ann : 2                               Bob : 1\n"
    ended = OPENED + "                                        Wins 2 points\n"
    second = "\n Game 5\n Ann : 2                               Bob : 3\n  1) 31: 8/5 6/5\n"
    games = read_games(file_of(ended + second, length=5, names=names).encode())
    places = [game.record.setup.match for game in games if game.record]
    assert [(place.number, place.match.score) for place in places if place] == [(4, (2, 1)), (5, (2, 3))]
    assert remarks(games) == ["the file begins in the middle of a match: game 4, at 2–1"]
    assert "'Game 6' cannot stand here; expected: Game 5" in refused(
        file_of(ended + second.replace("Game 5", "Game 6"), length=5, names=names)
    )
    assert "'5' cannot stand here; expected: a score below 5" in refused(
        file_of(ended, length=5, names=names.replace(": 2", ": 5"))
    )


def test_a_file_that_begins_within_one_point_is_the_crawford_game_unless_somebody_doubles() -> None:
    names = " Game 4\n Ann : 2                               Bob : 1\n"
    game = one_game(file_of(OPENED, names=names))
    assert game.record is not None
    assert game.record.setup.options.get("crawford") is True
    doubled = one_game(file_of(OPENED + "  3) Doubles => 2                       Takes\n", names=names))
    assert doubled.record is not None
    assert doubled.record.setup.match is not None
    assert doubled.record.setup.match.match.is_post_crawford


def test_a_double_in_the_crawford_game_is_refused_by_its_rule() -> None:
    ended = OPENED + "                                        Wins 2 points\n"
    second = "\n Game 2\n Ann : 0                               Bob : 2\n  1) 31: 8/5 6/5      Doubles => 2\n"
    said = refused(file_of(ended + second))
    assert said.startswith("line 15, column 23: 'Doubles => 2' is not allowed: BS5: ")


@pytest.mark.parametrize(
    "written", ["8/3*(2) 6/1*(2)", "8/3(2)* 6/1(2)*", "8/3(2) 6/1(2)", "8/3 8/3 6/1 6/1"]
)
def test_a_star_stands_before_or_behind_a_number_or_is_left_out(written: str) -> None:
    game = one_game(file_of(f"  1)                                    52: 24/22 13/8\n  2) 55: {written}\n"))
    assert plays(game)[1] == "8/3* 8/3 6/1* 6/1"
    assert not game.differences


def test_a_star_where_nothing_is_hit_is_remarked() -> None:
    game = one_game(file_of(OPENED.replace("6/5", "6/5*")))
    assert plays(game)[0] == "8/5 6/5"
    assert remarks([game]) == ["“6/5*” says that a checker is hit, and none stands there"]


def test_what_stands_before_a_mistake_is_offered() -> None:
    won = OPENED + "                                        Wins 1 point\n"
    second = "\n Game 2\n Ann : 0                               Bob : 1\n" + OPENED
    with pytest.raises(PartError) as error:
        read_games(file_of(won + second.replace("13/9", "13/2")).encode())
    assert str(error.value).startswith("line 16, column 45: '24/23 13/2' cannot be played: ")
    first, begun = error.value.games
    assert first.outcome is not None
    assert begun.outcome is None
    assert plays(begun) == ["8/5 6/5", "13/8 24/22"]
    assert (first.mark != begun.mark, bool(begun.mark)) == (True, True)
    with pytest.raises(PartError) as error:  # a line that is nothing
        read_games(file_of(won + second + "  3) 62: 24/18 13/11     Shrugs\n  4) ...\n").encode())
    assert len(plays(error.value.games[1])) == 3


def test_nothing_is_offered_where_nothing_can_be_read() -> None:
    for text in (file_of("  1) 37: 8/5 6/5\n"), file_of("  1) hello\n"), file_of(OPENED, length=26)):
        with pytest.raises(NotationError) as error:
            read_games(text.encode())
        assert not isinstance(error.value, PartError)


def test_more_games_than_are_read_are_too_many_in_a_match_too() -> None:
    dropped = "  1) 31: 8/5 6/5      Doubles => 2\n  2) Drops    Wins 1 point\n"
    games = [
        f" Game {number}\n Ann : 0                               Bob : {number - 1}\n{dropped}\n"
        for number in range(1, 102)
    ]
    head = HEAD.format(length=0, variation="Backgammon")
    assert len(read_games((head + "".join(games[:100])).encode())) == 100
    assert "at most 1000000 bytes, 20000 lines and 100 games are read" in refused(head + "".join(games))


@pytest.mark.parametrize("line", ["1)\t\t", "\t\t", ""])
def test_a_game_in_which_nothing_was_done_yet_is_a_game(line: str) -> None:
    assert actions(one_game(file_of(f"{line}\n"))) == []


@pytest.mark.parametrize("games", [6, pytest.param(500, marks=pytest.mark.slow)])
def test_random_games_in_short_styles_are_read_as_they_were_played(games: int) -> None:
    matches = drawn_games(games)
    for style in STYLES:
        counted = read_again(matches, style)
        assert counted.refused == [], style
        assert games > 6 or counted.otherwise == 0, style
        assert counted.games >= games
