"""Matches as programs write them: XG's, GNU Backgammon's, money play, what is left blank."""

from __future__ import annotations

import pytest

from engine.match import Origin
from engine.notation import read_games, replay_record, transcript, why_not_mat, write_mat
from mats_for_tests import match_of, refused
from places import ROOT

GOLDEN = (ROOT / "tests" / "golden" / "gnubg-match.mat").read_bytes()

XG = """\
\ufeff; [Site "eXtreme Gammon"]
; [Match ID "1122334455"]
; [Player 1 "Ann Long-Name"]
; [Player 2 "Bob"]
; [Player 1 Elo "1600.00/0"]
; [Player 2 Elo "1600.00/0"]
; [EventDate "2026.03.14"]
; [EventTime "15.09"]
; [Variation "Backgammon"]
; [Unrated "Off"]
; [Crawford "On"]
; [CubeLimit "1024"]

1 point match

 Game 1
 Ann Long-Name : 0                     Bob : 0
  1) 61: 13/7 8/7                        54: 24/15
  2) 66: 24/18 13/7(2) 7/1                 31: ????
       Wins 1 point and the match
"""


def test_the_headers_of_xg_are_read_and_what_it_writes_where_nothing_was_played() -> None:
    [game] = read_games(XG.encode())
    assert game.record is not None
    setup = game.record.setup
    assert setup.match is not None
    assert setup.names == ("Ann Long-Name", "Bob")
    assert setup.match.origin == Origin("", "2026.03.14", "15.09")  # its ID has ten digits
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.points) == ((0,), 1)
    rolls = [str(action.action) for action in game.record.actions]
    assert rolls == [
        *("6-1", "13/7 8/7", "end", "5-4", "24/20 20/15", "end", "6-6", "24/18 13/7(2) 7/1*", "end"),
        *("3-1", "resign 2", "accept"),
    ]
    assert not game.differences


def test_a_file_of_gnu_backgammon_is_read_without_a_word_and_written_again_means_the_same() -> None:
    games = read_games(GOLDEN)
    assert match_of(games).score == (2, 10)
    models = [replay_record(game.record) for game in games if game.record]
    match = transcript(models, Origin("7"))
    assert why_not_mat(match) is None
    again = read_games(write_mat(match).encode())
    assert [game.mark for game in again] == [game.mark for game in games]
    assert [game.is_crawford for game in match.games] == [False] * 4 + [True, False]


MONEY = """\
 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
      Wins {wins} points

 Game 2
 Ann : {wins}                        Bob : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2) Takes                       {last}
"""


def test_money_games_go_on_as_long_as_people_play() -> None:
    games = read_games(MONEY.format(wins=2, last="66: 24/18(2) 13/7(2)").encode())
    match = match_of(games)
    assert (match.length, match.score, match.jacoby, match.beavers) == (0, (2, 0), False, False)
    assert games[-1].outcome is None


def test_jacobys_rule_decides_what_a_resignation_counts() -> None:
    head = '; [Jacoby "On"]\n'
    text = MONEY.format(wins=2, last="66: 24/18(2) 13/7(2)")
    assert "a win that counts one of these: 1" in refused(head + text)
    assert match_of(read_games(text.encode())).jacoby is False
    assert match_of(read_games((head + MONEY.format(wins=1, last="52: 13/8 24/22")).encode())).jacoby


def test_beavers_of_money_play_are_read() -> None:
    text = (
        MONEY.format(wins=1, last="31: 8/5 6/5")
        .replace("  2) Takes  ", "  2) Beavers")
        .replace("31: 8/5 6/5\n", "Takes\n")
    )
    last = read_games(text.encode())[-1]
    assert last.record is not None
    assert last.record.setup.options["beavers"] is True
    assert [str(action.action) for action in last.record.actions][-3:] == ["double", "beaver", "take"]


@pytest.mark.parametrize("written", ["", "Cannot Move", "cannot move"])
def test_that_nobody_could_move_is_written_in_several_ways(written: str) -> None:
    was = read_games(GOLDEN)
    assert [game.mark for game in read_games(GOLDEN.replace(b"66:   ", f"66: {written}  ".encode()))] == [
        game.mark for game in was
    ]


def test_a_play_that_was_forced_need_not_be_written() -> None:
    blank = GOLDEN.replace(b"32: 25/22 25/23     ", b"32:                 ", 1)
    assert blank != GOLDEN
    games = [replay_record(game.record) for game in read_games(blank) if game.record]
    was = [replay_record(game.record) for game in read_games(GOLDEN) if game.record]
    assert [game.states[-1] for game in games] == [game.states[-1] for game in was]
