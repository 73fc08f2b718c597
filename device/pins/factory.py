"""Where pins come from: the Pi's own, or pretend ones that behave alike everywhere else.

`device.outputs.outputs` takes lamps and buzzer on them, `open_buttons` the buttons.
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpiozero import Device, GPIOPinInUse
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.pins.buttons import Button, Buttons, Press
from device.pins.wiring import Wiring
from engine.messages import NOTHING, Message

log = logging.getLogger(__name__)

MODEL_FILE = Path("/proc/device-tree/model")
"""Names the board on a Raspberry Pi."""

FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
"""gpiozero's own variable: whoever sets it has chosen."""

ADVICE = Message("install python3-lgpio, and let this user into the group gpio")


@dataclass(frozen=True, slots=True)
class Pins:
    """Where pins come from."""

    factory: Factory
    pretend: bool
    """Nothing is wired: the lamps stand on the page alone."""
    note: Message = NOTHING
    """Why they are pretend ones, and what would help; empty for real ones."""


def is_a_pi(model_file: Path = MODEL_FILE) -> bool:
    """True if this machine is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in model_file.read_text(errors="replace")
    except OSError:
        return False


def pretend_pins(note: Message = NOTHING) -> Pins:
    """Return pins that are not there."""
    return Pins(MockFactory(pin_class=MockPWMPin), True, note)


def open_pins(*, model_file: Path = MODEL_FILE) -> Pins:
    """Return the pins of this machine, or pretend ones; never fails."""
    if FACTORY_VARIABLE not in os.environ and not is_a_pi(model_file):
        return pretend_pins(
            Message("this is no Raspberry Pi: the lamps and the buzzer stand on the page alone")
        )
    try:
        with warnings.catch_warnings():
            # gpiozero warns of every library that is missing before it takes the next one.
            warnings.simplefilter("ignore")
            Device.ensure_pin_factory()
    # Each pin library has an error class of its own, with no common base but this one.
    except Exception as error:
        note = Message("the pins cannot be had ({error}): {advice}", {"error": str(error), "advice": ADVICE})
        log.warning("%s; going on with pretend lamps", note)
        return pretend_pins(note)
    return Pins(Device.pin_factory, False)


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
        log.warning("the buttons cannot be used (%s): %s; going on without them", error, advice(error))
        return None


def advice(error: Exception) -> Message:
    """Tell what helps when pins cannot be used."""
    # gpiozero knows the pins of this process alone; for others lgpio says "GPIO busy".
    is_busy = isinstance(error, GPIOPinInUse) or "busy" in str(error)
    return Message("another program uses them") if is_busy else ADVICE
