"""What the room hears and sees of a game, with the real table and a real journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.outputs.announcer import Announcer
from device.outputs.buzzer import Buzzer
from device.outputs.lights import Lights
from device.outputs.outputs import Outputs
from device.outputs.port import BoxLamps
from device.outputs.voice import Voice
from device.pins.factory import Pins
from device.pins.wiring import Wiring
from device.store import Journal
from engine.events import Event, GameStarted, Logged, Moved, Setup, Threw, TurnBegan
from engine.messages import Message
from engine.move import EndTurn
from engine.table import Table
from engine.throw import Cowries
from waiting_for_tests import wait_until
from web.language.alerts import ALERTS, actions
from web.ports import EyeState

FIRST, SECOND, RED, SOUND = 17, 27, 24, 18
BEAT_S = 0.004
SETUP = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))

until = partial(wait_until, within_s=5)


class Heard(Voice):
    """A voice that writes down what it is to say."""

    def __init__(self) -> None:
        super().__init__(command=("no-such-speaker",))
        self.said: list[str] = []
        self.named: list[list[str]] = []

    def say(self, sentence: str, *, occasions: Sequence[str] = ()) -> None:
        if sentence:
            self.said.append(sentence)
            self.named.append(list(occasions))

    def remark(self, sentence: str, *, occasions: Sequence[str] = ()) -> None:
        self.say(sentence, occasions=occasions)


class Room:
    """A table, its journal, and what stands around it."""

    def __init__(self, folder: Path, pins: MockFactory) -> None:
        self.pins = pins
        self.journal = Journal(folder)
        self.table = Table(record=self.journal.record)
        self.lights = Lights(player_pins=(FIRST, SECOND), alarm_pin=RED, beat_s=BEAT_S)
        self.buzzer = Buzzer(pin=SOUND, pace=0.02)
        self.voice = Heard()
        self.hears: dict[str, object] = {}
        outputs = Outputs(self.lights, self.buzzer, Pins(pins, False))
        self.lamps = BoxLamps(outputs, Wiring((FIRST, SECOND), alarm_pin=RED, buzzer_pin=SOUND))
        self.announcer = self.announcing()

    def announcing(self, eye: Any = None) -> Announcer:
        return Announcer(
            library=self.journal,
            lights=self.lights,
            buzzer=self.buzzer,
            voice=self.voice,
            hears=lambda: self.hears,
            eye=eye,
        )

    def begin(self, setup: Setup = SETUP, **position: Any) -> None:
        """Start a game, set a position if one is given, and only then let the announcer listen."""
        self.table.start(setup)
        if position:
            self.table.set_position(position)
        self.announcer = self.announcing()
        self.announcer.start()
        until(lambda: sum(self.lights.players) > 0 or self.lights.alarm > 0)
        self.forget()

    def forget(self) -> None:
        for pin in (FIRST, SECOND, RED, SOUND):
            self.pins.pin(pin).clear_states()
        self.voice.said.clear()

    def told(self) -> None:
        """Wait until the announcer has told everything, and lamps and buzzer rest or repeat."""
        until(lambda: self.announcer.place == self.journal.last_seq())
        time.sleep(0.02)  # the action that is being told now
        until(lambda: not self.buzzer.sound)
        until(lambda: self.lights.pattern in ("still", "illegal", "question", "win", "fault"))
        time.sleep(5 * BEAT_S)

    def states(self, pin: int) -> list[float]:
        return [state.state for state in self.pins.pin(pin).states]

    def notes(self) -> int:
        return self.states(SOUND).count(0.5)

    def square(self, player: int, step: int) -> str:
        """Name the square of a player's step."""
        rules = self.table.model.rules
        pawns = [[0, 0, 0, 0], [0, 0, 0, 0]]
        pawns[player][0] = step
        placed = rules.placed(rules.from_position(position(pawns)))
        return next(one.square for one in placed if (one.player, one.piece) == (player, 0))

    def close(self) -> None:
        self.announcer.close()
        self.lights.close()
        self.buzzer.close()
        self.voice.close()
        self.journal.close()


def position(pawns: list[list[int]], *, kadi: tuple[bool, bool] = (True, True)) -> dict[str, Any]:
    """Before Asha's throw."""
    return {
        "turn": 0,
        "pawns": pawns,
        "pairs": [[], []],
        "new_pairs": [],
        "kadi": list(kadi),
        "bank": [],
        "thrown_two": False,
        "moved": [],
        "barred": [],
    }


@pytest.fixture
def room(tmp_path: Path, pins: MockFactory) -> Iterator[Room]:
    room = Room(tmp_path, pins)
    yield room
    room.close()


def test_a_new_game_says_whose_turn_it_is(room: Room) -> None:
    room.announcer.start()
    room.table.start(SETUP)
    until(lambda: room.voice.said != [])
    room.told()
    assert room.voice.said == ["A new game; Asha’s turn"]
    assert room.states(FIRST) == [0, 1, 0, 1, 0, 1]
    assert room.states(SECOND) == [0]
    assert room.states(SOUND) == [0, 0.5, 0]


def test_a_legal_move_makes_no_noise_and_changes_no_lamp(room: Room) -> None:
    room.begin(**position([[5, 3, 0, 0], [0, 0, 0, 0]]))
    room.table.throw(Cowries(4, 4))
    room.table.throw(Cowries(3, 4))
    room.told()
    room.forget()
    room.table.report_move((0, 0), room.square(0, 9))
    room.told()
    assert room.table.model.turn == 0
    assert room.voice.said == []
    assert [room.states(pin) for pin in (FIRST, SECOND, RED, SOUND)] == [[1], [0], [0], [0]]


def test_a_throw_is_said_but_neither_blinks_nor_beeps(room: Room) -> None:
    room.begin()
    room.table.throw(Cowries(3, 4))
    room.told()
    assert room.voice.said == ["Asha: 3"]
    assert [room.states(pin) for pin in (FIRST, SECOND, RED, SOUND)] == [[1], [0], [0], [0]]


def test_a_turn_blinks_and_beeps_its_seat(room: Room) -> None:
    room.begin()
    room.table.throw(Cowries(3, 4))
    room.table.report_move((0, 0), room.square(0, 3))
    room.told()
    assert room.voice.said == ["Asha: 3", "Ravi’s turn"]
    assert room.states(FIRST) == [1, 0]
    assert room.states(SECOND) == [0, 1, 0, 1, 0, 1]
    assert room.states(SOUND) == [0, 0.5, 0, 0.5, 0]
    assert room.states(RED) == [0]


def test_a_kill_flashes_and_falls_and_says_the_throw_it_earns(room: Room) -> None:
    room.begin(**position([[5, 0, 0, 0], [16 - 9, 0, 0, 0]]))
    target = room.square(1, 7)
    distance = next(n for n in range(24) if room.square(0, n) == target)
    room.table.set_position(position([[distance - 3, 0, 0, 0], [7, 0, 0, 0]]))
    room.table.throw(Cowries(3, 4))
    room.told()
    room.forget()
    room.table.report_move((0, 0), target)
    room.told()
    assert room.voice.said == ["Asha kills Ravi’s pawn; Asha throws again"]
    assert room.states(SOUND) == [0, 0.5, 0, 0.5, 0]
    assert room.states(FIRST) == [1, 0] * 6 + [1]
    assert room.states(SECOND) == [0] + [1, 0] * 6


def test_an_illegal_move_stays_red_until_it_is_settled(room: Room) -> None:
    room.begin()
    room.table.throw(Cowries(3, 4))
    room.told()
    room.forget()
    room.table.report_move((0, 0), room.square(0, 5))
    room.told()
    assert len(room.voice.said) == 1
    assert room.voice.said[0].startswith("Not allowed: C2: ")
    assert room.states(SOUND) == [0, 0.5, 0, 0.5, 0, 0.5, 0]
    until(lambda: len(room.states(RED)) > 8)
    assert room.lamps.state().pattern == "illegal"
    question = room.table.model.question
    assert question is not None
    room.table.moved_back(room.journal.last_seq())
    room.told()
    assert room.lamps.state().pattern == "still"
    assert room.states(RED)[-1] == 0
    assert room.notes() == 3
    assert room.states(FIRST) == [1]


def test_a_question_winks_until_it_is_answered(room: Room) -> None:
    room.begin()
    room.table.ask(faces=("mouth", "unsure"), alternatives=(Cowries(3, 4), Cowries(2, 4)))
    room.told()
    assert room.voice.said == ["What was thrown? Please answer on a phone"]
    assert room.lamps.state().pattern == "question"
    assert room.notes() == 3
    room.table.correct(room.journal.last_seq(), Cowries(2, 4))
    room.told()
    assert room.voice.said[1:] == ["Asha: 2"]
    assert room.lamps.state().pattern == "still"
    assert room.notes() == 3


def test_a_kept_throw_asks_until_the_one_before_is_played(room: Room) -> None:
    room.begin(**position([[5, 1, 0, 0], [0, 0, 0, 0]]))
    room.table.throw(Cowries(3, 4))
    room.table.throw(Cowries(2, 4))
    room.told()
    assert room.lamps.state().pattern == "question"
    room.table.report_move((0, 1), room.square(0, 4))
    room.told()
    assert room.lamps.state().pattern == "still"
    assert room.voice.said[-1] == "Ravi: 2"


def test_a_correction_says_only_the_new_value(room: Room) -> None:
    room.begin(**position([[5, 3, 0, 0], [0, 0, 0, 0]]))
    room.table.throw(Cowries(3, 4))
    room.told()
    room.forget()
    room.table.correct(room.journal.last_seq(), Cowries(1, 4))
    room.told()
    assert room.voice.said == ["1"]
    assert room.notes() == 0


def test_a_win_is_heard_and_seen_until_the_next_game(room: Room) -> None:
    room.begin(**position([[24, 24, 24, 21], [0, 0, 0, 0]]))
    room.table.throw(Cowries(3, 4))
    room.table.report_move((0, 3), room.square(0, 24))
    room.told()
    assert room.voice.said[-1] == "Asha has won"
    assert room.notes() == 4
    assert room.lamps.state().pattern == "win"
    until(lambda: len(room.states(FIRST)) > 12)
    room.table.start(SETUP)
    room.told()
    assert room.lamps.state().pattern == "still"
    assert room.lights.players == (1, 0)


def test_after_a_restart_the_turn_shines_without_a_sound(room: Room) -> None:
    room.begin()
    room.table.throw(Cowries(3, 4))
    room.table.report_move((0, 0), room.square(0, 3))
    room.told()
    room.announcer.close()
    room.lights.quiet()
    until(lambda: room.lights.players == (0, 0))
    room.forget()
    room.announcer = room.announcing()
    room.announcer.start()
    until(lambda: room.lights.players == (0, 1))
    room.told()
    assert room.states(SECOND) == [0, 1]
    assert room.states(SOUND) == [0]
    assert room.voice.said == []


def test_a_question_survives_a_restart(room: Room) -> None:
    room.table.start(SETUP)
    room.table.ask(faces=("unsure",), alternatives=(Cowries(3, 4),))
    room.announcer = room.announcing()
    room.announcer.start()
    until(lambda: room.lamps.state().pattern == "question")
    assert room.states(SOUND) == [0]


def test_an_older_game_brings_its_turn_back(room: Room) -> None:
    room.table.start(SETUP)
    room.table.throw(Cowries(3, 4))
    room.table.report_move((0, 0), room.square(0, 3))
    room.begin(Setup("chowka-bhara", "5x5", ("Meena", "Tara")))
    room.table.resume(room.journal.game_events(1), announce=True)
    room.told()
    assert room.voice.said == ["An older game goes on"]
    assert room.lights.players == (0, 1)
    assert room.notes() == 0


def test_an_undo_gives_the_turn_back(room: Room) -> None:
    room.begin()
    room.table.throw(Cowries(3, 4))
    room.table.report_move((0, 0), room.square(0, 3))
    room.told()
    room.table.undo()
    room.told()
    assert room.voice.said[-1] == "Taken back; Asha’s turn"
    assert room.lights.players == (1, 0)


def test_lamps_hold_still_while_the_eye_reads_and_tell_it_afterwards(room: Room) -> None:
    room.begin()
    room.table.throw(Cowries(3, 4))
    room.told()
    room.forget()
    room.lights.hold(True)
    room.table.report_move((0, 0), room.square(0, 3))
    until(lambda: room.voice.said != [])
    time.sleep(30 * BEAT_S)
    assert [room.states(pin) for pin in (FIRST, SECOND, RED)] == [[1], [0], [0]]
    room.lights.hold(False)
    until(lambda: room.states(SECOND) == [0, 1, 0, 1, 0, 1])


def test_the_page_sees_what_is_on_the_pins(room: Room) -> None:
    room.begin()
    state = room.lamps.state()
    assert state.players == tuple(room.pins.pin(pin).state for pin in (FIRST, SECOND))
    assert (state.alarm, state.pattern, state.sound) == (0, "still", "")
    number = state.sound_number
    heard: list[str] = []
    stop = room.lamps.listen(lambda: heard.append(room.lamps.state().sound))
    room.buzzer.play("kill")
    until(lambda: "kill" in heard and not room.buzzer.sound)
    stop()
    assert room.lamps.state().sound_number == number + 1


def play_and_err(room: Room) -> None:
    """A throw, a legal move that passes the turn, a throw, an illegal move."""
    room.table.throw(Cowries(3, 4))
    room.table.report_move((0, 0), room.square(0, 3))
    room.table.throw(Cowries(2, 4))
    room.told()
    room.table.report_move((1, 0), room.square(1, 5))
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
    room.hears |= hears
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
    room.table.moved_back(room.journal.last_seq())
    room.table.correct(
        next(one.seq for one in reversed(room.journal.events(since=0)) if isinstance(one.event, Threw)),
        Cowries(1, 4),
    )
    room.told()
    room.table.undo()
    room.told()
    assert room.voice.said[-2:] == ["1", "Taken back"]
    assert room.voice.named == [["throw-1"], ["undo"]]


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
        room.hears["hears"] = hears
        eye = AwayEye()
        with room.announcing(eye):
            eye.become("away")
        assert len(room.voice.said) == said


class Troubled:
    """A journal that cannot be written, or read once."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.words: tuple[Message, ...] = ()
        self.over: tuple[Message, ...] = ()
        self.failing = False

    def trouble(self) -> tuple[Message, ...]:
        return self.words

    def notice(self) -> tuple[Message, ...]:
        return self.over

    def events(self, *, since: int, limit: int = 500) -> list[Logged]:
        if self.failing:
            self.failing = False
            raise OSError("disk I/O error")
        return self.journal.events(since=since, limit=limit)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.journal, name)


def test_a_journal_that_cannot_be_written_stays_red_until_someone_looks(room: Room) -> None:
    troubled = Troubled(room.journal)
    with Announcer(library=troubled, lights=room.lights, buzzer=room.buzzer):
        troubled.words = (Message("the disk is full"),)
        until(lambda: room.lights.alarm == 1)
        troubled.words = ()
        time.sleep(20 * BEAT_S)
        assert room.lamps.state().pattern == "fault"
        assert room.states(RED) == [0, 1]
        room.lamps.looked()
        until(lambda: room.lights.alarm == 0)


def test_a_journal_in_memory_mode_is_said_aloud_once_and_its_end_too(room: Room) -> None:
    troubled = Troubled(room.journal)
    with Announcer(library=troubled, lights=room.lights, buzzer=room.buzzer, voice=room.voice):
        troubled.words = (Message("The disk that holds the games is full."), Message("Make room."))
        until(lambda: room.voice.said != [])
        troubled.words = (Message("The disk that holds the games is read-only."),)
        time.sleep(20 * BEAT_S)
        troubled.words = ()
        troubled.over = (Message("The disk can be written again."), Message("All has been written."))
        until(lambda: len(room.voice.said) == 2)
        time.sleep(20 * BEAT_S)
    assert room.voice.said == [
        "The disk that holds the games is full. Make room.",
        "The disk can be written again.",
    ]


def test_what_cannot_be_told_is_a_fault_and_the_next_action_is_told_again(room: Room) -> None:
    room.table.start(SETUP)
    troubled = Troubled(room.journal)
    with Announcer(library=troubled, lights=room.lights, buzzer=room.buzzer, voice=room.voice) as announcer:
        until(lambda: room.lights.players == (1, 0))
        troubled.failing = True
        room.table.throw(Cowries(3, 4))
        until(lambda: room.lights.alarm == 1)
        until(lambda: announcer.place == room.journal.last_seq())
        room.table.report_move((0, 0), room.square(0, 3))
        until(lambda: room.voice.said == ["Ravi’s turn"])
        until(lambda: room.lights.players == (0, 1))
        assert announcer.place == room.journal.last_seq()
        assert room.states(RED)[:2] == [0, 1], "the fault was shown once"


def test_what_was_recorded_together_is_one_action() -> None:
    events: list[tuple[Event, str, float]] = [
        (GameStarted(SETUP), "", 1.0),
        (TurnBegan(0), "", 1.0),
        (Threw(0, Cowries(3, 4)), "", 2.0),
        (Moved(0, EndTurn()), "a", 3.0),
        (TurnBegan(1), "a", 3.0),
        (Moved(1, EndTurn()), "b", 3.0),
    ]
    logged = [Logged(seq, 1, event, request, at) for seq, (event, request, at) in enumerate(events, 1)]
    assert [[one.seq for one in action] for action in actions(logged)] == [[1, 2], [3], [4, 5], [6]]


def test_closing_twice_takes_less_than_a_second(room: Room) -> None:
    room.begin()
    began = time.monotonic()
    room.announcer.close()
    room.announcer.close()
    assert time.monotonic() - began < 1
