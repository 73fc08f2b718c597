"""What the room hears and sees of a camera that is away and of a journal in trouble."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from device.outputs.announcer import Announcer
from device.store import Journal
from devices.announced_room import RED, SETUP, Room, until
from engine.events import Logged
from engine.messages import Message
from engine.table.commands import ReportMove, TakeThrow
from engine.throw import Cowries
from web.house.settings import Settings
from web.ports import EyeState


class AwayEye:
    """An eye whose camera comes and goes."""

    def __init__(self) -> None:
        self.now = "starting"
        self.looks = 0

    def state(self) -> EyeState:
        self.looks += 1
        return EyeState(self.now, Message("a camera"))

    def become(self, state: str) -> None:
        """Change, and wait until that was looked at."""
        self.now = state
        before = self.looks
        until(lambda: self.looks > before + 1)

    def picture(self) -> bytes | None:
        return None

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        return lambda: None


def test_a_camera_that_goes_and_comes_back_is_said_aloud_once_each(room: Room) -> None:
    room.table.start(SETUP)
    eye = AwayEye()
    with room.announcing(eye):
        for state in ("empty", "moving", "away", "away", "empty", "read"):
            eye.become(state)
    assert room.voice.said == [
        "The camera is away: please type the throws on a phone",
        "The camera is back",
    ]
    assert room.voice.named == [["camera-away"], ["camera-back"]]


def test_a_camera_that_was_never_there_is_said_too_but_not_in_a_silent_house(room: Room) -> None:
    room.table.start(SETUP)
    for hears, said in (("alerts", 1), ("silent", 0)):
        room.voice.said.clear()
        room.hears = Settings(hears=hears)
        eye = AwayEye()
        with room.announcing(eye):
            eye.become("away")
        assert len(room.voice.said) == said


class Troubled:
    """A journal that cannot be written, or not be read for some times."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.words: tuple[Message, ...] = ()
        self.over: tuple[Message, ...] = ()
        self.failing = 0
        self.asked = 0

    def trouble(self) -> tuple[Message, ...]:
        self.asked += 1
        return self.words

    def become(self, *words: Message, over: tuple[Message, ...] = ()) -> None:
        """Change, and wait until that was looked at."""
        self.over, self.words = over, words
        before = self.asked
        until(lambda: self.asked > before + 1)

    def notice(self) -> tuple[Message, ...]:
        return self.over

    def played(self, *, since: int, limit: int = 500) -> list[Logged]:
        if self.failing:
            self.failing -= 1
            raise OSError("disk I/O error")
        return self.journal.played(since=since, limit=limit)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.journal, name)


def test_a_journal_that_cannot_be_written_stays_red_until_someone_looks(room: Room) -> None:
    troubled = Troubled(room.journal)
    with Announcer(library=troubled, lights=room.lights, buzzer=room.buzzer):
        troubled.words = (Message("the disk is full"),)
        until(lambda: room.lights.alarm == 1)
        troubled.become()
        assert room.lamps.state().pattern == "fault"
        assert room.states(RED) == [0, 1]
        room.lamps.looked()
        until(lambda: room.lights.alarm == 0)


def test_a_journal_in_memory_mode_is_said_aloud_once_and_its_end_too(room: Room) -> None:
    troubled = Troubled(room.journal)
    with Announcer(library=troubled, lights=room.lights, buzzer=room.buzzer, voice=room.voice):
        troubled.words = (Message("The disk that holds the games is full."), Message("Make room."))
        until(lambda: room.voice.said != [])
        troubled.become(Message("The disk that holds the games is read-only."))
        troubled.become(over=(Message("The disk can be written again."), Message("All has been written.")))
        troubled.become(over=troubled.over)
    assert room.voice.said == [
        "The disk that holds the games is full. Make room.",
        "The disk can be written again.",
    ]


def test_what_cannot_be_told_is_a_fault_and_the_next_action_is_told_again(room: Room) -> None:
    room.table.start(SETUP)
    troubled = Troubled(room.journal)
    with Announcer(library=troubled, lights=room.lights, buzzer=room.buzzer, voice=room.voice) as announcer:
        until(lambda: room.lights.players == (1, 0))
        troubled.failing = 2
        room.table.do(TakeThrow(Cowries(3, 4)))
        until(lambda: room.lights.alarm == 1)
        until(lambda: announcer.place == room.journal.last_seq())
        room.table.do(ReportMove((0, 0), room.square(0, 3)))
        until(lambda: room.voice.said == ["Ravi’s turn"])
        until(lambda: room.lights.players == (0, 1))
        assert announcer.place == room.journal.last_seq()
        assert room.states(RED)[:2] == [0, 1], "the fault was shown once"


def test_what_could_not_be_read_once_is_told_a_moment_later(room: Room) -> None:
    room.table.start(SETUP)
    troubled = Troubled(room.journal)
    with Announcer(library=troubled, lights=room.lights, buzzer=room.buzzer, voice=room.voice) as announcer:
        until(lambda: room.lights.players == (1, 0))
        troubled.failing = 1
        room.table.do(TakeThrow(Cowries(3, 4)))
        until(lambda: announcer.place == room.journal.last_seq())
    assert len(room.voice.said) == 1
    assert room.states(RED) == [0], "no fault"


def test_an_action_whose_telling_broke_off_is_told_once_more(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.table.start(SETUP)
    say, faults = room.voice.say, iter([AttributeError("no such voice")])

    def fails_once(*args: Any, **more: Any) -> None:
        for error in faults:
            raise error
        say(*args, **more)

    monkeypatch.setattr(room.voice, "say", fails_once)
    with Announcer(library=room.journal, lights=room.lights, buzzer=room.buzzer, voice=room.voice) as told:
        until(lambda: room.lights.players == (1, 0))
        room.table.do(TakeThrow(Cowries(3, 4)))
        room.table.do(ReportMove((0, 0), room.square(0, 3)))
        until(lambda: told.place == room.journal.last_seq())
        until(lambda: room.lights.players == (0, 1))
    assert room.voice.said[-1] == "Ravi’s turn"
    assert room.states(RED) == [0], "no fault"
