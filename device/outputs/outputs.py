"""Lamps and buzzer on the machine's pins, or on pretend ones.

`open_outputs` always gives both. Where the real pins cannot be had, or nothing is wired, it goes on with
pretend ones, which the page shows either way; why stands in `note`.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from device.closing import Closing
from device.outputs.buzzer import Buzzer
from device.outputs.lights import Lights
from device.pins.factory import Pins, advice, open_pins, pretend_pins
from device.pins.wiring import Wiring
from engine.messages import Message

log = logging.getLogger(__name__)

_NOWHERE = 18
"""The pretend pin of a buzzer that is not wired; phones play its tunes."""


@dataclass(frozen=True, slots=True)
class Outputs(Closing):
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
    def note(self) -> Message:
        """Why they are pretend ones, and what would help; empty for real ones."""
        return self.pins.note

    def close(self) -> None:
        """Put the lamps out, silence the buzzer, give the pins back. May be called twice."""
        self.lights.close()
        self.buzzer.close()


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
        why = {"error": str(error), "advice": advice(error)}
        note = Message("the pins cannot be used ({error}): {advice}", why)
        log.warning("%s; going on with pretend lamps", note)
        outputs = _on(wiring, pretend_pins(note))
    return outputs


def _on(wiring: Wiring, pins: Pins) -> Outputs:
    lights = Lights(
        player_pins=wiring.player_pins,
        rgb_pins=wiring.rgb_pins,
        alarm_pin=wiring.alarm_pin,
        pin_factory=pins.factory,
    )
    try:
        if wiring.buzzer_pin is None:
            buzzer = Buzzer(pin=_NOWHERE, pin_factory=pretend_pins().factory)
        else:
            buzzer = Buzzer(pin=wiring.buzzer_pin, pin_factory=pins.factory)
    except Exception:
        lights.close()
        raise
    return Outputs(lights, buzzer, pins)
