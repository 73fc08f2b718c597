"""A room whose table is announced: its journal, its lamps, its buzzer and a voice that writes down."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

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
from engine.events import Setup
from engine.table import Table
from engine.table.commands import SetPosition
from waiting_for_tests import wait_until
from web.house.clocks import MatchClocks
from web.house.settings import Settings

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
        self.running_s = 0.0
        self.journal = Journal(folder, running=lambda: self.running_s)
        self.clocks = MatchClocks(self.journal, lambda: self.journal.stamps.now_s)
        self.table = Table(record=self.journal.record)
        self.lights = Lights(player_pins=(FIRST, SECOND), alarm_pin=RED, beat_s=BEAT_S)
        self.buzzer = Buzzer(pin=SOUND, pace=0.02)
        self.voice = Heard()
        self.hears = Settings()
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
            clocks=self.clocks,
        )

    def begin(self, setup: Setup = SETUP, **position: Any) -> None:
        """Start a game, set a position if one is given, and only then let the announcer listen."""
        self.table.start(setup)
        if position:
            self.table.do(SetPosition(position))
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
        return self.table.model.rules.steps(player)[step]

    def close(self) -> None:
        self.announcer.close()
        self.lights.close()
        self.buzzer.close()
        self.voice.close()
        self.journal.close()


def position(pawns: list[list[int]]) -> dict[str, Any]:
    """Before Asha's throw; both have a kadi."""
    return {"pawns": pawns, "kadi": [True, True]}
