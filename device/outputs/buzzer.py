"""A tonal buzzer: what the box says without words.

Callers name what happened. Every tune has its own rhythm, so that pitch need not be heard; a newer tune cuts
the one before. A legal move makes no noise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from gpiozero import TonalBuzzer
from gpiozero.pins import Factory
from gpiozero.tones import Tone

from device.outputs.sounds import TUNES
from device.worker import Worker
from web.language.events import Signal
from web.listeners import Listeners

REST_S = 0.06
"""Silence after every note, in seconds; it makes two equal notes two."""


class Buzzer(Worker):
    """The buzzer of one box. Every method may be called from any thread."""

    def __init__(self, *, pin: int, pace: float = 1.0, pin_factory: Factory | None = None) -> None:
        """Take the pin; the buzzer is silent.

        Args:
            pin: BCM number.
            pace: Multiplies all lengths; below 1 is faster.
            pin_factory: Where the pin comes from; gpiozero's default when None.

        Raises:
            GPIOPinInUse: If the pin is taken already.
        """
        super().__init__(self._run, name="buzzer")
        self._pace = pace
        self._listeners = Listeners()
        self._tune: Signal | None = None
        self._notes: list[tuple[str, float]] = []
        self._number = 0
        self._aloud = True
        self._tone = TonalBuzzer(pin, pin_factory=pin_factory)
        self._begin()

    def close(self) -> None:
        """Fall silent and give the pin back. May be called twice."""
        super().close()
        self._tone.close()

    def quiet(self) -> None:
        """Cut the tune that plays."""
        with self._changed:
            self._tune, self._notes = None, []
            self._changed.notify_all()

    def play(self, tune: Signal, *, times: int = 1, aloud: bool = True, background: bool = True) -> None:
        """Play a tune, cutting the one before.

        Args:
            tune: Which one.
            times: How often.
            aloud: False for a tune that only phones play; the pin is silent, and it takes as long.
            background: Return at once; otherwise when it has ended or was cut.
        """
        with self._changed:
            self._number += 1
            self._aloud = aloud
            number, self._tune, self._notes = self._number, tune, list(TUNES[tune]) * times
            self._changed.notify_all()
            if not background:
                self._changed.wait_for(lambda: self._tune is None or self._number != number or self._closed)

    @property
    def sound(self) -> Signal | Literal[""]:
        """Which tune plays; empty when it is silent."""
        with self._changed:
            return self._tune or ""

    @property
    def number(self) -> int:
        """How many tunes have begun, so that a phone plays each once."""
        with self._changed:
            return self._number

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` from the buzzer's thread whenever a tune begins or ends; returns how to stop."""
        return self._listeners.add(changed)

    def _run(self) -> None:
        self._tone.stop()  # it may have failed within a note
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._tune is not None or self._closed)
                if self._closed:
                    return
                number = self._number
            self._listeners.tell()
            self._sing(number)
            self._listeners.tell()

    def _sing(self, number: int) -> None:
        """Play the notes of one tune, until its end or a newer one."""
        with self._changed:
            try:
                for note, length_s in self._notes if self._number == number else []:
                    if self._aloud:
                        self._tone.play(Tone(note))
                    cut = self._rest(number, length_s)
                    self._tone.stop()
                    if cut or self._rest(number, REST_S):
                        return
            finally:
                # A tune that a pin has broken off is over, too.
                if self._number == number:
                    self._tune, self._notes = None, []
                    self._changed.notify_all()

    def _rest(self, number: int, length_s: float) -> bool:
        """Wait; say whether the tune was cut meanwhile."""
        return self._changed.wait_for(
            lambda: self._closed or self._number != number or self._tune is None, self._pace * length_s
        )
