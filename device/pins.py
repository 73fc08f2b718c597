"""Where the pins come from: the Pi's own, or pretend ones that behave alike everywhere else.

`open_outputs` always gives lamps and a buzzer. Where the real pins cannot be had, or nothing is wired, it
goes on with pretend ones, which the page shows either way; why stands in `note`.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from gpiozero import Device, GPIOPinInUse
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.buttons import Button, Buttons, Press
from device.buzzer import Buzzer
from device.lights import Lights
from device.wiring import Wiring

log = logging.getLogger(__name__)

MODEL_FILE = Path("/proc/device-tree/model")
"""Names the board on a Raspberry Pi."""

FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
"""gpiozero's own variable: whoever sets it has chosen."""

_NOWHERE = 18
"""The pretend pin of a buzzer that is not wired; phones play its tunes."""

ADVICE = "install python3-lgpio, and let this user into the group gpio"


@dataclass(frozen=True, slots=True)
class Pins:
    """Where pins come from."""

    factory: Factory
    pretend: bool
    """Nothing is wired: the lamps stand on the page alone."""
    note: str
    """Why they are pretend ones, and what would help; empty for real ones."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Lamps and buzzer on their pins."""

    lights: Lights
    buzzer: Buzzer
    pins: Pins
    """Where they are from."""

    @property
    def pretend(self) -> bool:
        """Whether the lamps stand on the page alone."""
        return self.pins.pretend

    @property
    def note(self) -> str:
        """Why they are pretend ones, and what would help; empty for real ones."""
        return self.pins.note

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Put the lamps out, silence the buzzer, give the pins back. May be called twice."""
        self.lights.close()
        self.buzzer.close()


def is_a_pi(model_file: Path = MODEL_FILE) -> bool:
    """Say whether this machine is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in model_file.read_text(errors="replace")
    except OSError:
        return False


def pretend_pins(note: str) -> Pins:
    """Give pins that are not there."""
    return Pins(MockFactory(pin_class=MockPWMPin), True, note)


def open_pins(*, model_file: Path = MODEL_FILE) -> Pins:
    """Give the pins of this machine, or pretend ones; never fails."""
    if FACTORY_VARIABLE not in os.environ and not is_a_pi(model_file):
        return pretend_pins("this is no Raspberry Pi: the lamps and the buzzer stand on the page alone")
    try:
        with warnings.catch_warnings():
            # gpiozero warns of every library that is missing before it takes the next one.
            warnings.simplefilter("ignore")
            Device.ensure_pin_factory()
    # Each pin library has an error class of its own, with no common base but this one.
    except Exception as error:
        note = f"the pins cannot be had ({error}): {ADVICE}"
        log.warning("%s; going on with pretend lamps", note)
        return pretend_pins(note)
    return Pins(Device.pin_factory, False, "")


def open_outputs(wiring: Wiring, *, pins: Pins | None = None) -> Outputs:
    """Take lamps and buzzer, on pretend pins where the real ones cannot be had.

    Args:
        wiring: Which pin is what.
        pins: Where pins come from; `open_pins` finds out when None.
    """
    found = pins or open_pins()
    try:
        outputs = _on(wiring, found)
    # As above: a busy line is GPIOPinInUse in gpiozero, and another error in each library below it.
    except Exception as error:
        if found.pretend:
            raise
        note = f"the pins cannot be used ({error}): {_advice(error)}"
        log.warning("%s; going on with pretend lamps", note)
        outputs = _on(wiring, pretend_pins(note))
    return outputs


def open_buttons(wiring: Wiring, pressed: Callable[[Button, Press], None], *, pins: Pins) -> Buttons | None:
    """Take the buttons; None where none is wired, or they cannot be had.

    Args:
        wiring: Which pin is what.
        pressed: Told of every press.
        pins: Where pins come from: those of the outputs.
    """
    wired: dict[Button, int | None] = {
        "confirm": wiring.confirm_pin,
        "undo": wiring.undo_pin,
        "let in": wiring.let_in_pin,
    }
    there = {button: pin for button, pin in wired.items() if pin is not None}
    if not there:
        return None
    try:
        return Buttons(there, pressed, pin_factory=pins.factory)
    # As above: each pin library has errors of its own.
    except Exception as error:
        log.warning("the buttons cannot be used (%s): %s; going on without them", error, _advice(error))
        return None


def _advice(error: Exception) -> str:
    """Say what helps. gpiozero knows the pins of this process alone; for others lgpio says "GPIO busy"."""
    is_busy = isinstance(error, GPIOPinInUse) or "busy" in str(error)
    return "another program uses them" if is_busy else ADVICE


def _on(wiring: Wiring, pins: Pins) -> Outputs:
    lights = Lights(
        player_pins=wiring.player_pins,
        rgb_pins=wiring.rgb_pins,
        alarm_pin=wiring.alarm_pin,
        pin_factory=pins.factory,
    )
    try:
        if wiring.buzzer_pin is None:
            buzzer = Buzzer(pin=_NOWHERE, pin_factory=pretend_pins("").factory)
        else:
            buzzer = Buzzer(pin=wiring.buzzer_pin, pin_factory=pins.factory)
    except Exception:
        lights.close()
        raise
    return Outputs(lights, buzzer, pins)
