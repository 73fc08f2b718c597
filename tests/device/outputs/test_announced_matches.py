"""What the room hears of a match: the next game, a void throw, and the way back over the end of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from devices.announced_room import FIRST, SECOND, SOUND, Room
from engine.ending import Accept, Resign
from engine.events import ThrowAsked
from engine.match import Conduct, TimeControl
from engine.move import parse_move
from engine.table.commands import (
    CallFlag,
    CloseTurn,
    FollowBoard,
    PlayMove,
    TakeThrow,
    Undo,
    VoidSeenThrow,
    VoidThrow,
)
from engine.throw import Dice
from engines.random_matches import match_setup
from web.house.settings import Settings


def test_the_room_hears_the_next_game_and_what_an_undo_over_its_beginning_took_back(room: Room) -> None:
    room.begin(match_setup(3))
    table = room.table
    table.do(TakeThrow(Dice((3, 1))))
    table.do(PlayMove(Resign(0, 2)))
    table.do(PlayMove(Accept()))
    room.told()
    assert room.voice.said[-1].endswith("2 points; Asha 0, Ravi 2; Ravi needs one more")
    room.forget()
    table.do(TakeThrow(Dice((1, 4))))
    room.told()
    assert room.voice.said == ["Game 2: Asha 0, Ravi 2, to 3, Crawford game; Asha: 4 and 1; Ravi begins"]
    table.do(Undo())
    room.told()
    room.forget()
    table.do(Undo())
    room.told()
    assert room.voice.said == ["Taken back"]
    assert (room.states(FIRST)[-1], room.states(SECOND)[-1]) == (0, 1), "Ravi answers the resignation again"


def test_the_room_hears_once_that_a_throw_is_void(room: Room) -> None:
    room.begin(match_setup(3))
    room.table.do(TakeThrow(Dice((3, 1))))
    room.told()
    room.forget()
    room.table.do(VoidThrow(room.table.model.actions[-1].seq, "stacked", source="camera"))
    room.told()
    assert room.voice.said == [
        "This throw counts for nothing: please throw again. BS6: a die lies on another; Asha’s turn"
    ]


TIMES = TimeControl(12.0, 360.0)


def ended(room: Room, *, spoken: bool, times: TimeControl | None = TIMES) -> list[str]:
    """Let a game of a match end after a minute and give what is said of it."""
    setup = match_setup(3, times=times)
    assert setup.match is not None
    place = replace(setup.match, conduct=Conduct(spoken=spoken))
    room.begin(replace(setup, match=place))
    room.table.do(TakeThrow(Dice((3, 1))))
    room.running_s += 75.0
    room.table.do(PlayMove(Resign(0, 1)))
    room.told()
    room.forget()
    room.table.do(PlayMove(Accept()))
    room.told()
    return room.voice.said


@pytest.mark.parametrize(
    ("spoken", "times", "hears", "count"),
    [
        (True, TIMES, "everything", 2),
        (False, TIMES, "everything", 1),
        (True, None, "everything", 1),
        (True, TIMES, "alerts", 1),
    ],
    ids=["plays are said", "nothing is said", "without a clock", "alerts alone"],
)
def test_where_plays_are_said_the_clock_is_said_between_games(
    room: Room, spoken: bool, times: TimeControl | None, hears: str, count: int
) -> None:
    room.hears = Settings(hears=hears)
    said = ended(room, spoken=spoken, times=times)
    assert len(said) == count
    if count == 2:
        assert said[-1] == "Asha has 5 minutes left. Ravi has 6 minutes left."


def test_the_room_hears_once_that_a_time_is_up(room: Room) -> None:
    room.begin(match_setup(3, times=TimeControl(12.0, 360.0)))
    room.table.do(TakeThrow(Dice((3, 1))))
    room.told()
    room.forget()
    room.table.do(CallFlag(0, seen=room.journal.last_seq()))
    room.told()
    assert room.voice.said == ["Asha’s time is up"]
    assert room.states(SOUND)[-1] == 0


def spoken(room: Room) -> None:
    """Begin a match for blind players, in which seat 0 is to throw."""
    setup = match_setup(3)
    assert setup.match is not None
    room.begin(replace(setup, match=replace(setup.match, conduct=Conduct(spoken=True))))
    room.table.do(TakeThrow(Dice((1, 4))))
    room.table.do(PlayMove(parse_move("24/20 24/23")))
    room.table.do(CloseTurn())
    room.told()
    room.forget()


def test_for_blind_players_the_throw_and_the_play_are_said(room: Room) -> None:
    spoken(room)
    table = room.table
    table.do(TakeThrow(Dice((3, 1))))
    table.do(PlayMove(parse_move("8/5*")))
    table.do(PlayMove(parse_move("6/5")))
    table.do(CloseTurn())
    room.told()
    assert room.voice.said == [
        "Asha: 3 and 1",
        "Asha plays 8/5*; Asha hits Ravi’s checker",
        "Asha plays 6/5",
        "Ravi’s turn",
    ]


def test_for_blind_players_a_followed_turn_is_said_whole(room: Room) -> None:
    spoken(room)
    room.table.do(TakeThrow(Dice((3, 1))))
    room.table.do(CloseTurn(source="camera"))
    room.table.do(FollowBoard((parse_move("8/5*"), parse_move("6/5"))))
    room.told()
    assert room.voice.said[-1].startswith("Asha plays 8/5* 6/5; Asha hits Ravi’s checker")


def test_for_blind_players_a_cocked_die_is_said_so_and_nothing_is_left_out(room: Room) -> None:
    spoken(room)
    room.hears = Settings(hears="alerts")
    room.table.do(VoidSeenThrow(ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 5)),)), "leans"))
    room.table.do(TakeThrow(Dice((3, 1))))
    room.told()
    assert room.voice.said == ["Cocked: Asha throws again. BS6: a die leans", "Asha: 3 and 1"]


def test_in_any_other_match_a_play_is_silent(room: Room) -> None:
    room.begin(match_setup(3))
    room.table.do(TakeThrow(Dice((3, 1))))
    room.told()
    room.forget()
    room.table.do(PlayMove(parse_move("8/5 6/5")))
    room.told()
    assert room.voice.said == []
