"""What the room hears of a match: the next game, a void throw, and the way back over the end of a game."""

from __future__ import annotations

from devices.announced_room import FIRST, SECOND, Room
from engine.ending import Accept, Resign
from engine.throw import Dice
from engines.random_matches import match_setup


def test_the_room_hears_the_next_game_and_what_an_undo_over_its_beginning_took_back(room: Room) -> None:
    room.begin(match_setup(3))
    table = room.table
    table.throw(Dice((3, 1)))
    table.play(Resign(0, 2))
    table.play(Accept())
    room.told()
    assert room.voice.said[-1].endswith("2 points; Asha 0, Ravi 2; Ravi needs one more")
    room.forget()
    table.throw(Dice((1, 4)))
    room.told()
    assert room.voice.said == ["Game 2: Asha 0, Ravi 2, to 3, Crawford game; Asha: 4 and 1; Ravi begins"]
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
