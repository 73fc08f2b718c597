"""What the room hears of a match: the next game, a void throw, and the way back over the end of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from devices.announced_room import FIRST, SECOND, SOUND, Room
from engine.ending import Accept, Resign
from engine.match import Conduct, TimeControl
from engine.throw import Dice
from engines.random_matches import match_setup


def test_the_room_hears_the_next_game_and_what_an_undo_over_its_beginning_took_back(room: Room) -> None:
    room.begin(match_setup(3))
    table = room.table
    table.throw(Dice((3, 1)))
    table.play(Resign(0, 2))
    table.play(Accept())
    room.told()
    assert room.voice.said[-1].endswith("2 points")
    room.forget()
    table.throw(Dice((1, 4)))
    room.told()
    assert room.voice.said == ["A new game; Asha: 4 and 1; Ravi begins"]
    table.undo()
    room.told()
    room.forget()
    table.undo()
    room.told()
    assert room.voice.said == ["Taken back"]
    assert (room.states(FIRST)[-1], room.states(SECOND)[-1]) == (0, 1), "Ravi answers the resignation again"


def test_the_room_hears_once_that_a_throw_is_void(room: Room) -> None:
    room.begin(match_setup(3))
    room.table.throw(Dice((3, 1)))
    room.told()
    room.forget()
    room.table.void(room.table.model.actions[-1].seq, "stacked", source="camera")
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
    room.table.throw(Dice((3, 1)))
    room.running_s += 75.0
    room.table.play(Resign(0, 1))
    room.told()
    room.forget()
    room.table.play(Accept())
    room.told()
    return room.voice.said


def test_where_plays_are_said_the_clock_is_said_between_games(room: Room) -> None:
    said = ended(room, spoken=True)
    assert said[-1] == "Asha has 5 minutes left. Ravi has 6 minutes left."
    assert len(said) == 2


@pytest.mark.parametrize(("spoken", "times"), [(False, TIMES), (True, None)])
def test_the_clock_is_said_nowhere_else(room: Room, spoken: bool, times: TimeControl | None) -> None:
    assert len(ended(room, spoken=spoken, times=times)) == 1


def test_the_clock_is_not_said_to_those_who_want_alerts_alone(room: Room) -> None:
    room.hears["hears"] = "alerts"
    assert len(ended(room, spoken=True)) == 1


def test_the_room_hears_once_that_a_time_is_up(room: Room) -> None:
    room.begin(match_setup(3, times=TimeControl(12.0, 360.0)))
    room.table.throw(Dice((3, 1)))
    room.told()
    room.forget()
    room.table.flag_fell(0, seen=room.journal.last_seq())
    room.told()
    assert room.voice.said == ["Asha’s time is up"]
    assert room.states(SOUND)[-1] == 0
