"""Positions and plays of backgammon as other programs and people write them: round trips and known texts."""

from __future__ import annotations

import base64
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backgammon.legal import plays
from engine.backgammon.state import flipped, start_board
from engine.ending import Resign
from engine.errors import EngineError, NotationError, PositionError
from engine.move import parse_play
from engine.notation import (
    Standing,
    match_id,
    parse_gnu_ids,
    parse_match_id,
    parse_position_id,
    parse_xgid,
    position_id,
    position_ids,
    position_of_id,
    whole_play,
    xgid,
)
from engine.throw import Dice
from engines.backgammon_boards import at, board, rules

START = start_board("standard")


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    chance = random.Random(draw(st.integers(0, 10_000)))
    position = START
    for _ in range(draw(st.integers(0, 60))):
        reached = plays(position, (chance.randint(1, 6), chance.randint(1, 6)))
        position = flipped(chance.choice(reached) if reached else position)
    dice = draw(st.sampled_from([(), (3, 1), (6, 6), (5, 2)]))
    length = draw(st.sampled_from([0, 1, 7, 25]))
    cube = 1 << draw(st.integers(0, 6))
    return Standing(
        position,
        turn=draw(st.integers(0, 1)),
        dice=dice,
        cube=cube,
        owner=draw(st.sampled_from([0, 1])) if cube > 1 else None,
        offered=not dice and draw(st.booleans()),
        scores=(draw(st.integers(0, max(length - 1, 0))), draw(st.integers(0, max(length - 1, 0)))),
        length=length,
        crawford=length > 1 and draw(st.booleans()),
        jacoby=not length and draw(st.booleans()),
        beavers=not length and draw(st.booleans()),
    )


@settings(max_examples=80, deadline=None)
@given(standings())
def test_what_is_written_is_read_back(standing: Standing) -> None:
    assert parse_xgid(xgid(standing)) == standing
    assert parse_position_id(position_id(standing.board)) == standing.board
    without_beavers = replace(standing, beavers=False)
    assert parse_match_id(match_id(standing), standing.board) == without_beavers
    assert parse_gnu_ids(f"{position_id(standing.board)}:{match_id(standing)}") == without_beavers


def test_the_start_has_the_texts_that_every_program_knows() -> None:
    standing = Standing(START, dice=(3, 1))
    assert xgid(standing) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    assert (position_id(START), match_id(standing)) == ("4HPwATDgc/ABMA", "cIkFAAAAAAAE")
    assert parse_gnu_ids("4HPwATDgc/ABMA") == Standing(START)


def test_both_players_bars_stand_where_the_programs_expect_them() -> None:
    mine = board("bar:1 24:1 20:2 13:3 8:3 6:5", "bar:2 1:1 12:4 17:3 19:5")
    bottom = xgid(Standing(mine))
    assert (bottom[5], bottom[30]) == ("b", "A")
    top = xgid(Standing(mine, turn=1))
    assert (top[5], top[30]) == ("a", "B")


def test_a_turn_half_played_or_nobodys_has_no_such_text() -> None:
    whole = at("13:2 8:3", "24:2", (6, 2))
    assert Standing.of(whole).dice == (6, 2)
    assert Standing.of(at("13:2", "24:2", (2, 2))).dice == (2, 2)
    with pytest.raises(NotationError, match="half played"):
        Standing.of(replace(whole, left=(2,)))
    with pytest.raises(NotationError, match="throw for the beginning"):
        Standing.of(rules().start())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=",
        "XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:37:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:99:0:1:31:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:2:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:-1:0:0:10",
        "XGID=-b----E-C---eE---c-e----Z-:0:0:1:31:0:0:0:0:10",
        "XGID=Ab----E-C---eE---c-e----A-:0:0:1:31:0:0:0:0:10",
        "XGID=-b----O-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    ],
)
def test_a_text_that_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises((NotationError, PositionError)):
        parse_xgid(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMA=",
        "4HPwATDgc/ABMé",
        "//////////////",
        "4HPwATDgc/ABMA:x",
    ],
)
def test_a_text_that_is_no_gnu_id_is_refused(text: str) -> None:
    with pytest.raises((NotationError, PositionError)):
        parse_gnu_ids(text)


@pytest.mark.parametrize(("text", "points"), [("cKGpAAAAAAAE", 1), ("cMGpAAAAAAAE", 2), ("cOGpAAAAAAAE", 3)])
def test_a_match_id_tells_of_a_resignation_that_waits(text: str, points: int) -> None:
    # As GNU Backgammon 1.07 writes it in a match to 5: its player 1, our seat 0, has resigned.
    standing = parse_match_id(text, START)
    assert (standing.turn, standing.dice, standing.resigned) == (0, (3, 2), Resign(0, points))
    assert match_id(standing) == text
    other = replace(standing, resigned=Resign(1, points))
    assert parse_match_id(match_id(other), START) == other


def test_the_ids_of_a_game_tell_of_a_resignation_that_waits() -> None:
    game = rules("standard")
    state = game.apply_throw(game.start(begins=0), Dice((3, 1))).state
    ids = position_ids(game, state, None, Resign(1, 2))
    position, match = ids.gnu.split(":")
    assert parse_match_id(match, parse_position_id(position)).resigned == Resign(1, 2)
    assert ids.xgid == position_ids(game, state).xgid


XGID, GNU = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "4HPwATDgc/ABMA:cIkFAAAAAAAE"


@pytest.mark.parametrize(
    "text",
    [
        f"{XGID} X:Ann   O:Bob",
        f"{XGID}X:Ann   O:Bob",
        f"{XGID}\n\nX:Ann   O:Bob\nScore is X:0 O:0. Unlimited Game\n +13-14-15-16-17-18------+\n"
        + " |" * 300,
        XGID.removeprefix("XGID=") + "\nX:Ann O:Bob",
        "XGID%3D-b----E-C---eE---c-e----B-%3A0%3A0%3A1%3A31%3A0%3A0%3A0%3A0%3A10",
        "4HPwATDgc/ABMA==:cIkFAAAAAAAE",
        "4HPwATDgc%2FABMA%3D%3D%3AcIkFAAAAAAAE",
        f"gnubgid={GNU}",
        f"GNUBGID = {GNU}",
        f"GNU BG ID: {GNU}",
        "GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cIkFAAAAAAAE",
    ],
)
def test_an_id_is_read_with_what_other_programs_and_pages_put_around_it(text: str) -> None:
    assert position_of_id(rules("standard"), text) == position_of_id(rules("standard"), XGID)


@pytest.mark.parametrize(
    "text", [f"{XGID} and more", f"{XGID} {XGID}", "4HPwATDgc/ABMA=:cIkFAAAAAAAE", f"={GNU}", "gnubgid="]
)
def test_what_is_no_id_with_something_around_it_is_refused(text: str) -> None:
    with pytest.raises(EngineError):
        position_of_id(rules("standard"), text)


def test_two_players_on_one_point_are_refused() -> None:
    both = (1 << 0) | (1 << (1 + 25 + 23))  # the other's 1-point and the own 24-point
    text = base64.b64encode(both.to_bytes(10, "little")).decode().rstrip("=")
    with pytest.raises(PositionError, match="both players stand on point 24"):
        parse_position_id(text)


@pytest.mark.parametrize(("bit", "value"), [(8, 0), (15, 7), (4, 2), (0, 15)])
def test_a_match_id_of_no_game_in_progress_is_refused(bit: int, value: int) -> None:
    bits = int.from_bytes(base64.b64decode("cIkFAAAAAAAE"), "little")
    size = {8: 3, 15: 3, 4: 2, 0: 4}[bit]
    bits = bits & ~(((1 << size) - 1) << bit) | value << bit
    text = base64.b64encode(bits.to_bytes(9, "little")).decode()
    with pytest.raises(NotationError):
        parse_match_id(text, START)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_junk_is_refused_by_an_error_of_ours(text: str) -> None:
    for parse in (parse_xgid, parse_gnu_ids, parse_position_id):
        with pytest.raises(EngineError):
            parse(text)


@pytest.mark.parametrize(
    ("steps", "written"),
    [
        ("24/18 18/13", "24/13"),
        ("24/18* 18/13", "24/18*/13"),
        ("24/18 18/13*", "24/13*"),
        ("8/5 6/5", "8/5 6/5"),
        ("13/8 6/5 8/5", "13/5 6/5"),
        ("13/11(2) 11/9(2)", "13/9(2)"),
        ("6/3(4)", "6/3(4)"),
        ("8/5 8/5* 5/2", "8/5 8/5*/2"),
        ("bar/22 22/20", "bar/20"),
        ("5/2 2/off", "5/off"),
        ("6/off 5/off 6/off", "6/off(2) 5/off"),
    ],
)
def test_the_steps_of_one_checker_are_one_way(steps: str, written: str) -> None:
    assert whole_play(parse_play(steps).steps) == written
