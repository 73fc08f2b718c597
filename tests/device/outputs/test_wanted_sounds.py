"""What each output lets hear as the house wants it, and what a recorded sound may stand for."""

from __future__ import annotations

import pytest

from devices.announced_room import Room, until
from engine.events import Threw
from engine.table.commands import CorrectThrow, ReportMove, TakeMoveBack, TakeThrow, Undo
from engine.throw import Cowries
from web.house.settings import Settings
from web.language.events import ALERTS


def play_and_err(room: Room) -> None:
    """A throw, a legal move that passes the turn, a throw, an illegal move."""
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.table.do(ReportMove((0, 0), room.square(0, 3)))
    room.table.do(TakeThrow(Cowries(2, 4)))
    room.told()
    room.table.do(ReportMove((1, 0), room.square(1, 5)))
    room.told()


ALL_SAID = ["Asha: 3", "Ravi’s turn", "Ravi: 2"]


@pytest.mark.parametrize(
    ("hears", "said", "notes"),
    [
        ({}, 4, 2 + 3),
        ({"hears": "everything", "hears_buzzer": "everything"}, 4, 2 + 3),
        ({"hears": "alerts"}, 1, 2 + 3),
        ({"hears_buzzer": "alerts"}, 4, 3),
        ({"hears": "silent", "hears_buzzer": "silent", "hears_phones": "silent"}, 0, 0),
        ({"hears": "silent", "hears_buzzer": "alerts"}, 0, 3),
        ({"hears": "alerts", "hears_buzzer": "silent"}, 1, 0),
    ],
)
def test_each_output_lets_hear_what_the_house_wants_and_phones_are_told_of_every_tune(
    room: Room, hears: dict[str, object], said: int, notes: int
) -> None:
    room.begin()
    room.hears = Settings(**hears)
    heard: dict[int, str] = {}

    def listen() -> None:
        """As a phone does: a new number and a name make a sound."""
        state = room.lamps.state()
        if state.sound:
            heard[state.sound_number] = state.sound

    stop = room.lamps.listen(listen)
    play_and_err(room)
    stop()
    assert len(room.voice.said) == said
    assert [line for line in room.voice.said if not line.startswith("Not allowed")] == ALL_SAID[
        : max(0, said - 1)
    ]
    assert room.notes() == notes
    assert list(heard.values()) == ["turn", "illegal"]
    assert [tune in ALERTS for tune in heard.values()] == [False, True]
    until(lambda: room.lamps.state().pattern == "illegal")  # the lamps show it all the same


def test_a_recorded_sound_may_stand_for_the_most_important_thing(room: Room) -> None:
    room.begin()
    play_and_err(room)
    assert room.voice.named == [["throw-3"], ["turn-2", "turn"], ["throw-2"], ["illegal"]]
    room.voice.named.clear()
    room.table.do(TakeMoveBack(room.journal.last_seq()))
    room.table.do(
        CorrectThrow(
            next(one.seq for one in reversed(room.journal.events(since=0)) if isinstance(one.event, Threw)),
            Cowries(1, 4),
        )
    )
    room.told()
    room.table.do(Undo())
    room.told()
    assert room.voice.said[-2:] == ["1", "Taken back"]
    assert room.voice.named == [["throw-1"], ["undo"]]
