"""Matches written for other programs: what stands in each form, and what `.mat` refuses to say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.ending import Accept, Agree, Resign
from engine.errors import NotationError
from engine.match import Origin
from engine.move import Beaver, Double, Drop, Take, parse_move
from engine.notation import (
    mat_names,
    match_to_json,
    read_games,
    replay_record,
    transcript,
    why_not_mat,
    write_mat,
    write_match_json,
    write_record,
    write_sgf,
)
from engine.notation.transcript import Transcript
from engine.table import Table
from engine.table.commands import BeginNextGame, PlayMove, ReportMove, SetPosition, TakeThrow, VoidThrow
from engine.throw import Dice
from engines.random_matches import games_of, match_setup
from engines.whole_matches import NAMES, play_whole

ORIGIN = Origin("123456789", "2026.11.23", "19.30")


def begun(length: int = 3, **about: Any) -> Table:
    table = Table(record=lambda events: None)
    table.start(match_setup(length, **about))
    return table


def play(table: Table, *texts: str) -> None:
    """Throw and play: ``3-1``, ``8/5 6/5``, ``double``."""
    for text in texts:
        if re.fullmatch(r"\d-\d", text):
            table.do(TakeThrow(Dice((int(text[0]), int(text[2])))))
        else:
            table.do(PlayMove(parse_move(text), sure=True))


def told(table: Table) -> Transcript:
    return transcript(games_of(table.model), ORIGIN)


def again(text: str) -> Transcript:
    models = [replay_record(game.record) for game in read_games(text.encode()) if game.record]
    place = models[0].setup.match
    assert place is not None
    assert place.origin is not None
    return transcript(models, place.origin)


def body(match: Transcript) -> str:
    return write_mat(match).partition("match\n\n")[2]


def small_match() -> Transcript:
    table = begun()
    play(table, "3-1", "8/5 6/5", "5-2", "13/8 24/22", "4-1", "13/9 24/23", "end", "double", "drop")
    play(table, "2-6", "24/18", "18/16", "4-4", "24/20(2) 20/16", "20/16", "end", "double", "take")
    play(table, "2-1", "6/5", "8/6", "6-6", "resign 2 =2", "accept")
    return told(table)


def test_a_match_is_written_with_headers_columns_and_results_where_programs_want_them() -> None:
    assert why_not_mat(small_match()) is None
    assert (
        write_mat(small_match())
        == """\
; [Match ID "123456789"]
; [Player 1 "Asha"]
; [Player 2 "Ravi"]
; [Event ""]
; [Round ""]
; [EventDate "2026.11.23"]
; [EventTime "19.30"]
; [Variation "Backgammon"]
; [Crawford "On"]
; [CubeLimit "64"]

 3 point match

 Game 1
 Asha : 0                        Ravi : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 41: 13/9 24/23              Doubles => 2
  3) Drops                       Wins 1 point

 Game 2
 Asha : 0                        Ravi : 1
  1)                             62: 24/18 18/16
  2) 44: 24/20 24/20 20/16 20/16  Doubles => 2
  3) Takes                       21: 6/5 8/6
  4) 66:
      Wins 4 points
"""
    )
    assert again(write_mat(small_match())) == small_match()


def test_a_match_is_written_as_a_tree_for_each_game() -> None:
    assert (
        write_sgf(small_match())
        == """\
(;FF[4]GM[6]CA[UTF-8]AP[Charkoni]MI[length:3][game:0][ws:0][bs:0]PW[Asha]PB[Ravi]DT[2026-11-23]\
GC[Match ID 123456789]RU[Crawford]RE[B+1]
;W[31hefe]
;B[52lqac]
;W[41mixw]
;B[double]
;W[drop])
(;FF[4]GM[6]CA[UTF-8]AP[Charkoni]MI[length:3][game:1][ws:0][bs:1]PW[Asha]PB[Ravi]RU[Crawford]RE[W+4R]
;B[62aggi]
;W[44xtxttptp]
;B[double]
;W[take]
;B[21stqs]
;PL[W]DI[66])
"""
    )


def test_a_match_is_written_as_json() -> None:
    assert json.loads(write_match_json(small_match())) == {
        "id": "123456789",
        "length": 3,
        "players": ["Asha", "Ravi"],
        "score": [4, 1],
        "crawford": True,
        "games": [
            {
                "score": [0, 0],
                "crawford": False,
                "winner": 1,
                "points": 1,
                "actions": [
                    ["roll", 0, [3, 1], "8/5 6/5"],
                    ["roll", 1, [5, 2], "13/8 24/22"],
                    ["roll", 0, [4, 1], "13/9 24/23"],
                    ["double", 1, 2],
                    ["drop", 0],
                ],
            },
            {
                "score": [0, 1],
                "crawford": False,
                "winner": 0,
                "points": 4,
                "actions": [
                    ["roll", 1, [6, 2], "24/18 18/16"],
                    ["roll", 0, [4, 4], "24/20(2) 20/16(2)"],
                    ["double", 1, 2],
                    ["take", 0],
                    ["roll", 1, [2, 1], "6/5 8/6"],
                    ["roll", 0, [6, 6], ""],
                    ["resign", 1, 2],
                ],
            },
        ],
    }


@pytest.mark.parametrize("seed", range(12))
def test_what_was_written_is_read_back_and_written_the_same_byte_for_byte(seed: int) -> None:
    chance = Random(seed)
    length = (0, 1, 3, 5)[seed % 4]
    money = {"jacoby": True} if not length and seed > 5 else {}
    match = told(play_whole(chance, length=length, names=NAMES[seed % len(NAMES)], **money))
    assert why_not_mat(match) is None
    text = write_mat(match)
    assert write_mat(again(text)) == text
    assert again(text).names == tuple(name.replace('"', "'") for name in match.names)
    for ours, theirs in zip(match_to_json(match)["games"], match_to_json(again(text))["games"], strict=True):
        left_out = [one for one in ours["actions"] if one not in theirs["actions"]]
        assert all(one[0] == "roll" and not one[3] for one in left_out[:1]), left_out
        assert len(left_out) <= 1
        assert theirs == {**ours, "actions": [one for one in ours["actions"] if one not in left_out]}


def test_a_void_throw_leaves_no_trace_but_in_the_record_of_the_box() -> None:
    table = begun()
    play(table, "3-1", "8/5 6/5", "end", "6-6")
    last = table.model.last_throw
    assert last is not None
    table.do(VoidThrow(last.seq))
    play(table, "5-2", "13/8 24/22")
    match = told(table)
    assert "66" not in write_mat(match) + write_sgf(match)
    assert [one[2] for one in match_to_json(match)["games"][0]["actions"]] == [[3, 1], [5, 2]]
    assert "6-6 (void)" in write_record(table.model)


def test_a_match_that_goes_on_is_written_as_far_as_it_was_played() -> None:
    table = begun()
    play(table, "3-1", "8/5")
    assert "\n  1) 31:\n" in write_mat(told(table))
    assert match_to_json(told(table))["games"][0] | {"actions": 0} == {
        "score": [0, 0],
        "crawford": False,
        "winner": None,
        "points": 0,
        "actions": 0,
    }
    play(table, "6/5")
    assert "\n  1) 31: 8/5 6/5\n" in write_mat(told(table))
    play(table, "5-2", "13/8 24/22", "end", "double")
    assert write_mat(told(table)).endswith("52: 13/8 24/22\n  2) Doubles => 2\n")
    assert "RE[" not in write_sgf(told(table))
    read = read_games(write_mat(told(table)).encode())
    assert read[0].outcome is None
    assert write_mat(again(write_mat(told(table)))) == write_mat(told(table))


def test_a_game_in_which_nothing_was_thrown_yet_is_left_out() -> None:
    table = begun()
    with pytest.raises(ValueError, match="nothing was played in this match yet"):
        told(table)
    play(table, "3-1", "resign 1", "accept")
    table.do(BeginNextGame())
    assert [game.number for game in told(table).games] == [1]


def reason(table: Table) -> str:
    why = why_not_mat(told(table))
    return "" if why is None else str(why)


def test_what_mat_cannot_say_is_told_and_sgf_says_it() -> None:
    table = begun(crawford=False)
    play(table, "3-1", "8/5 6/5")
    assert "without one" in reason(table)
    assert "Crawford" not in write_sgf(told(table))
    for preset in ("finnish", "polish"):
        table = begun(preset=preset, cube=False)
        play(table, "3-1", "5-2")
        assert "the standard rules" in reason(table)
        assert "RU[NoCube:Crawford]" in write_sgf(told(table))
    table = begun()
    play(table, "3-1", "8/5 6/5")
    table.do(
        SetPosition({"board": [0] * 24 + [2, 0], "turn": 1, "number": 4, "cube": {"value": 4, "owner": 0}})
    )
    assert "set by hand" in reason(table)
    assert write_sgf(told(table)).endswith(";PL[B]AE[a:y]AB[a][a]\n;CV[4]\n;CP[w])\n")
    table = begun()
    table.do(PlayMove(Agree(())))
    play(table, "3-1", "8/5 6/5")
    assert "without a winner" in reason(table)
    table = begun()
    table.do(PlayMove(Resign(0, 1)))
    table.do(PlayMove(Accept()))
    assert "before the first throw" in reason(table)
    assert write_sgf(told(table)).endswith("RE[B+1R])\n")


def ended_by_an_illegal_play(table: Table) -> str:
    table.do(ReportMove((0, 0), "p18"))
    play(table, "5-2", "13/8 24/22")
    return "a play that the rules forbid was let stand"


def ended_by_a_position(table: Table) -> str:
    play(table, "8/5 6/5")
    table.do(SetPosition({"board": [0] * 24 + [2, 0], "turn": 1, "number": 4}))
    return "a position was set by hand"


def ended_by_a_beaver(table: Table) -> str:
    play(table, "8/5 6/5", "end", "double", "beaver", "take", "5-2", "13/8 24/22")
    return "a double was beavered"


def ended_without_a_winner(table: Table) -> str:
    play(table, "8/5 6/5", "5-2", "13/8 24/22")
    table.do(PlayMove(Agree(())))
    play(table, "3-1", "8/5 6/5")
    return "the players left a game without a winner"


@pytest.mark.parametrize(
    "end", [ended_by_an_illegal_play, ended_by_a_position, ended_by_a_beaver, ended_without_a_winner]
)
def test_a_match_of_which_mat_cannot_say_all_is_written_up_to_there_and_marked(
    end: Callable[[Table], str],
) -> None:
    table = begun(0, beavers=True)
    play(table, "3-1", "resign 1", "accept", "3-1")
    why = end(table)
    match = told(table)
    assert reason(table) == why
    text = write_mat(match)
    assert f"\n; This is not the whole match, as .mat cannot say what follows: {why}.\n" in text
    assert text.endswith(
        f"\n; Up to here: {why}. All of it stands in the .sgf file and in the record of the box.\n"
    )
    whole, part = match_to_json(match)["games"], match_to_json(again(text))["games"]
    assert part[0] == whole[0]
    games = [(ours["actions"], theirs["actions"]) for ours, theirs in zip(whole, part, strict=False)]
    assert all(ours[: len(theirs)] == theirs for ours, theirs in games)
    expected = {ended_by_a_beaver: 2, ended_by_a_position: 1, ended_without_a_winner: 2}.get(end, 0)
    assert [len(theirs) for _ours, theirs in games[1:]] == ([expected] if expected else [])


def test_a_match_of_which_mat_can_say_nothing_is_not_written() -> None:
    table = begun(0, automatic_doubles=True)
    play(table, "3-3", "3-1", "8/5 6/5", "end")
    with pytest.raises(NotationError, match="a tie in the throws for the beginning doubled the cube"):
        write_mat(told(table))
    play(table, "resign 1", "accept", "3-1", "resign 1", "accept")
    with pytest.raises(NotationError, match="a tie"):
        write_mat(told(table))


def test_automatic_doubles_and_beavers_are_told_in_sgf() -> None:
    table = begun(0, automatic_doubles=True, beavers=True)
    play(table, "3-3")
    assert match_to_json(told(table))["games"][0]["actions"] == [["automatic", 2]]
    play(table, "3-1", "8/5 6/5", "end")
    assert "tie in the throws" in reason(table)
    for move in (Double(), Beaver(), Take()):
        table.do(PlayMove(move))
    match = told(table)
    assert "CV[2]" in write_sgf(match)
    assert write_sgf(match).endswith(";B[double]\n;W[double]\n;B[take])\n")
    assert match_to_json(match)["games"][0]["actions"][2:] == [
        ["double", 1, 4],
        ["beaver", 0, 8],
        ["take", 1],
    ]
    table = begun(0, beavers=True)
    play(table, "3-1", "8/5 6/5", "end")
    for move in (Double(), Beaver(), Drop()):
        table.do(PlayMove(move))
    assert reason(table) == "a double was beavered"
    assert told(table).games[0].points == 2


def test_a_play_that_stood_although_it_is_illegal_is_a_board_in_sgf_and_marked_in_json() -> None:
    table = begun()
    play(table, "3-1")
    table.do(ReportMove((0, 0), "p18"))
    play(table, "5-2", "13/8 24/22")
    assert "forbid" in reason(table)
    [roll, after] = match_to_json(told(table))["games"][0]["actions"]
    assert roll == ["roll", 0, [3, 1], "24/18", "accepted"]
    assert after[2] == [5, 2]
    assert ";PL[W]DI[31]\n;PL[B]AE[a:y]AW" in write_sgf(told(table))


def test_an_illegal_play_that_only_the_board_tells_is_that_board() -> None:
    table = begun()
    play(table, "3-1")
    state = table.model.state
    seen = list(state.board)
    seen[24] -= 1
    seen[20] += 1
    table.do(SetPosition({**table.model.rules.to_position(state), "board": seen}))
    table.do(PlayMove(table.model.line.moves[0]))
    play(table, "5-2")
    roll, laid, _next = match_to_json(told(table))["games"][0]["actions"]
    assert roll == ["roll", 0, [3, 1], "", "accepted"]
    assert laid[1]["turn"] == 1
    assert laid[1]["board"] == list(told(table).games[0].entries[1].before)  # type: ignore[union-attr]
    assert write_sgf(told(table)).count("AE[a:y]") == 1


def test_a_last_play_that_counts_otherwise_than_gnu_backgammon_thinks_is_told_as_a_result() -> None:
    table = begun(preset="finnish", cube=False)
    late = [0, 1] + [0] * 18 + [-15] + [0] * 5
    table.do(SetPosition({"board": late, "turn": 0, "number": 4}))
    play(table, "6-5", "1/off")
    match = told(table)
    assert (match.games[0].points, match.match.score) == (1, (1, 0))
    assert "RE[W+1R]" in write_sgf(match)
    assert write_sgf(match).endswith("PL[W]DI[65]\n;PL[B]AE[a:y]AB" + "[t]" * 15 + ")\n")


LONG = (
    ("ಆಶಾ" * 12, "ಆಶಾ"),
    ("😀" * 40, "😀"),
    ("👩‍👩‍👧" * 8, "👩‍👩‍👧"),
    ("é" * 40, "é"),
    ("e\u0301" * 20, "e\u0301"),
    ("🇮🇳" * 20, "🇮🇳"),
    ("क्षि" * 10, "क्षि"),
    ("a" * 40, "a"),
)


@pytest.mark.parametrize(("name", "letter"), LONG)
def test_long_names_are_cut_at_a_letter_and_at_31_bytes(name: str, letter: str) -> None:
    cut, other = mat_names((name, "Ravi"))
    assert other == "Ravi"
    assert len(cut.encode()) <= 31
    assert cut == letter * (len(cut) // len(letter)) or letter == "ಆಶಾ"
    assert name.startswith(cut)
    assert len((cut + letter).encode()) > 31 or letter == "ಆಶಾ"


def test_names_that_only_differ_where_they_are_cut_off_can_still_be_told_apart() -> None:
    assert mat_names(("a" * 40, "a" * 39 + "b")) == ("a" * 29 + " 1", "a" * 29 + " 2")
    assert mat_names(("Ann: 2", "Ann; 2")) == ("Ann; 2 1", "Ann; 2 2")
    assert mat_names(("Müller, 1500", 'The "Doc"')) == ("Müller; 1500", "The 'Doc'")


def test_the_same_match_of_a_file_with_a_missing_game_is_not_whole() -> None:
    table = begun()
    play(table, "3-1", "resign 1", "accept", "5-2", "13/8 24/22")
    match = transcript(games_of(table.model)[1:], ORIGIN)
    assert str(why_not_mat(match)) == "a game of this match is missing"
