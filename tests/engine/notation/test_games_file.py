"""Games out of files: GNU Backgammon's matches, our own records, and everything that a file can be."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.events import GameEnded, Logged
from engine.facts import Ending
from engine.notation import FORM, LARGEST_FILE, FoundGame, file_name, read_games, replay_record, write_record
from engine.table import Table
from engine.table.state import replayed
from places import ROOT

GOLDEN = ROOT / "tests" / "golden" / "gnubg-match.mat"
"""A match to 5 points that GNU Backgammon 1.07 played against itself and exported, six games."""

SHORT = """\
 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 41: 13/9 24/23               Doubles => 2
  3)  Drops                       Wins 1 point
"""


def one(text: str | bytes) -> FoundGame:
    (game,) = read_games(text.encode() if isinstance(text, str) else text)
    return game


def said(game: FoundGame) -> list[str]:
    return [f"{difference.line}: {difference.what}" for difference in game.differences]


def taken_over(game: FoundGame) -> list[Logged]:
    events: list[Logged] = []
    assert game.record is not None
    table = Table(record=events.extend, seq=40, game=6)
    assert table.add(game.record.setup, game.record.actions, request=game.mark) == 7
    return events


def test_a_match_of_gnu_backgammon_is_read_and_every_move_is_legal() -> None:
    games = read_games(GOLDEN.read_bytes())
    assert [game.line for game in games] == [5, 22, 48, 58, 79, 104]
    assert all(game.record and game.record.setup.names == ("gnubg", "root") for game in games)
    # Three games were passed, and three were given up before the end: what a win counts says how.
    ends = [game.outcome for game in games]
    assert [end and (end.ending, end.winners, end.points) for end in ends] == [
        (Ending.DROPPED, (1,), 1),
        (Ending.RESIGNED, (1,), 2),
        (Ending.DROPPED, (0,), 1),
        (Ending.DROPPED, (1,), 1),
        (Ending.RESIGNED, (0,), 1),
        (Ending.RESIGNED, (1,), 6),
    ]
    assert not any(game.differences for game in games)
    # 1–4 in a match to 5: this is the Crawford game.
    crawford = [game.number for game in games if game.record and game.record.setup.options.get("crawford")]
    assert crawford == [5]


def test_what_was_taken_over_is_the_same_record_when_it_is_written_again() -> None:
    for game in read_games(GOLDEN.read_bytes()):
        assert game.record is not None
        written = write_record(replay_record(game.record))
        events = taken_over(game)
        assert write_record(replayed(events), events=events) == written
        again = one(written)
        assert again.record == game.record
        assert not again.differences
        assert write_record(replayed(taken_over(again))) == written


def test_a_game_that_is_taken_over_has_the_events_that_the_table_would_have_written() -> None:
    events = taken_over(one(SHORT))
    assert [one.seq for one in events] == list(range(41, 41 + len(events)))
    assert {one.game for one in events} == {7}
    ends = [one.event for one in events if isinstance(one.event, GameEnded)]
    assert [end.outcome.winners for end in ends] == [(1,)]
    assert all(one.is_imported for one in events)


def test_several_records_stand_in_one_file_and_a_bad_one_names_its_line() -> None:
    record = write_record(replay_record(one(SHORT).record))  # type: ignore[arg-type]
    bad = f"{FORM}\ngame backgammon standard\nplayer 1 Ann\nplayer 2 Bob\n1 Zoe: 3-1\n"
    games = read_games((record + bad + record).encode())
    assert [game.record is not None for game in games] == [True, False, True]
    assert games[0].mark == games[2].mark
    assert "Zoe" in str(games[1].error)


def test_a_record_with_an_unmarked_illegal_move_or_a_wrong_result_is_read_and_says_so() -> None:
    played = (
        f"{FORM}\ngame chowka-bhara 5x5\nplayer 1 Asha\nplayer 2 Ravi\nbegins 1\n"
        "1 Asha: 2/4=2; a 0/3 =2\nresult first-home winners 1 points 1\n"
    )
    game = one(played)
    assert [line.partition(":")[0] for line in said(game)] == ["6", "7"]
    assert "It stands as played" in said(game)[0]
    assert said(game)[1].endswith("but by the moves the game is not over")
    assert game.record is not None
    assert "(accepted)" in write_record(replay_record(game.record))


@pytest.mark.parametrize(
    ("kind", "turn"),
    [
        ("chowka-bhara 5x5", "2/4=2; 3/4=3 (accepted); a 0/2 =2"),
        ("pachisi six", "1/6=10+; decline 10; 0/6=25+; enter a 0/1 =25; 2/6=2; a 1/3 =2"),
    ],
)
def test_a_game_of_any_kind_is_taken_over_as_its_record_has_it(kind: str, turn: str) -> None:
    played = f"{FORM}\ngame {kind}\nplayer 1 Asha\nplayer 2 Ravi\nbegins 1\n1 Asha: {turn}\n"
    game = one(played)
    assert not game.differences
    assert write_record(replayed(taken_over(game))) == played


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_file_is_read_whatever_wrote_it(encoding: str, ending: str) -> None:
    text = SHORT.replace("Ann", "Zoë").replace("\n", ending)
    game = one(text.encode(encoding))
    assert game.record is not None
    assert game.record.setup.names == ("Zoë", "Bob")
    assert not game.differences


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("A" * 300, "A" * 40),
        ("\x1b[31mred", "[31mred"),
        ("Bob", "Bob"),
        ("‮gnp.exe", "‮gnp.exe"),
        ("..", ".."),
    ],
)
def test_a_hostile_name_is_a_name_that_fits(name: str, kept: str) -> None:
    game = one(SHORT.replace("Ann", name))
    assert game.record is not None
    assert game.record.setup.names[0] == kept
    assert len(set(game.record.setup.names)) == 2
    assert bool(game.differences) == (kept != name or name == "Bob")
    assert one(write_record(replay_record(game.record))).record == game.record


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 100,
        b"\xff\xfe",
        b"PK\x03\x04",
        b"x" * (LARGEST_FILE + 1),
        b"\n" * 100_000,
        b" Game 1\n" * 100_000,
        (FORM + "\n").encode() * 5_000,
        b" Game 1\n" + b"9" * 5_000,
    ],
    ids=["empty", "zeros", "mark", "zip", "large", "lines", "games", "records", "long-line"],
)
def test_what_is_no_file_of_games_is_refused(data: bytes) -> None:
    with pytest.raises(NotationError, match=r"no file of games|no text|too large|too long"):
        read_games(data)


def test_a_file_that_takes_too_long_says_which_games_were_not_read() -> None:
    record = write_record(replay_record(one(SHORT).record))  # type: ignore[arg-type]
    looks = iter([False] * 30 + [True] * 10_000)
    games = read_games((record * 6).encode(), out_of_time=lambda: next(looks))
    read = [game.record is not None for game in games]
    assert read == sorted(read, reverse=True)
    assert 0 < read.count(True) < 6
    assert all("there was no time left" in str(game.error) for game in games if game.record is None)
    with pytest.raises(NotationError, match="there was no time left"):
        read_games(GOLDEN.read_bytes(), out_of_time=lambda: True)


def test_nesting_without_end_is_an_error_of_that_game() -> None:
    deep = "[" * 3_900
    bad = f"{FORM}\ngame backgammon standard\nplayer 1 Ann\nplayer 2 Bob\nposition {deep}\n"
    assert one(bad).record is None


@pytest.mark.parametrize(
    "line",
    [
        "a : 1  " * 500,
        "  1) 31:" + " ?" * 1_900 + "x",
        "  1) 31:" + " 8/5" * 900,
        "  1) 31:" + " 8/5(4)" * 500,
        "  1)" + " 31:" * 900,
        "  1)" + " 1" * 1_900,
        "  1)" + " doubles" * 400,
        "1 Ann: 3-1; " + "8/5(9) " * 500,
        "1 Ann: " + "3-1; " * 700,
        '1 "' + "\\\\" * 900,
        "1 Ann: 3-1 (" + "(" * 3_000,
        "option " + "x" * 3_000,
        "position {" + '"a":{' * 700,
    ],
)
def test_no_line_keeps_the_reader_whatever_stands_in_it(line: str) -> None:
    lines = f"{line}\n" * 50
    mat = f" Game 1\n{lines} Game 2\n Ann : 0        Bob : 0\n{lines}"
    head = f"{FORM}\ngame backgammon standard\nplayer 1 Ann\nplayer 2 Bob\nbegins 1\n"
    for text in (head + lines, head + "1 Ann: 3-1\n" + lines):
        read_games(text.encode())
    for text in (mat, f" 3 point match\n{mat}", SHORT[: SHORT.index("  2)")] + f"{line}\n" * 50):
        with pytest.raises(NotationError):
            read_games(text.encode())


def test_a_game_that_differs_everywhere_is_refused() -> None:
    head = f"{FORM}\ngame backgammon standard\nplayer 1 Ann\nplayer 2 Bob\nbegins 1\n"
    lines = "".join(f"{n} {'Ann' if n % 2 else 'Bob'}: 6-6; 1/2; end\n" for n in range(1, 200))
    assert "in more than 100 places" in str(one(head + lines).error)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**9))
def test_a_damaged_file_is_read_or_refused_and_never_breaks(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(GOLDEN.read_bytes()[:2600] if seed % 2 else SHORT.encode())
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                del data[at : at + chance.randint(1, 40)]
            case 2:
                data[at:at] = bytes(data[at : at + chance.randint(1, 60)])
            case _:
                data[at:at] = chance.choice(
                    [b" Doubles => 4", b" Takes", b" Drops", b" Beavers", b" Wins 9 points", b"66: 1/off(4)"]
                )
        data = data or bytearray(b" ")
    try:
        games = read_games(bytes(data))
    except NotationError:
        return
    for game in games:
        if game.record is not None:
            events = taken_over(game)
            assert write_record(replayed(events)) == write_record(replay_record(game.record))


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("/home/me/match.mat", "match.mat"),
        ("C:\\games\\match.mat", "match.mat"),
        ("../../etc/passwd", "passwd"),
        ("a\x00b\n.mat", "ab .mat"),
        ("", "?"),
        ("x" * 300, "x" * 80),
    ],
)
def test_the_name_of_a_file_is_kept_without_its_folder(given_name: str, kept: str) -> None:
    assert file_name(given_name) == kept
