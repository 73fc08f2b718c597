"""``charkoni lamps`` and ``charkoni wiring``: try everything that is wired, and say how it is wired."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.arguments import Commands, add_config
from device.errors import DeviceError

if TYPE_CHECKING:
    from device.outputs.outputs import Outputs
    from device.pins.buttons import Button, Press
    from device.pins.factory import Pins
    from device.pins.wiring import Wire, Wiring

WAIT_S = 10.0
"""A button is waited for so long."""

_COLOURS = ("red", "blue", "yellow", "green")


class PinsError(DeviceError, OSError):
    """There is nothing to try the wiring on."""


def add(commands: Commands) -> None:
    """Add both commands."""
    drawn = commands.add_parser("wiring", help="what is wired to which pin")
    add_config(drawn)
    drawn.add_argument("--svg", type=Path, metavar="FILE", help="draw the header there as well")
    drawn.set_defaults(run=_wiring)
    lamps = commands.add_parser("lamps", help="try every lamp, tune and button in turn")
    add_config(lamps)
    lamps.set_defaults(run=_lamps)


def _wiring(asked: argparse.Namespace) -> int:
    """Print what is wired to which pin, and draw it."""
    from device.config import load_config
    from device.pins.wiring import header_svg, wiring_text

    wiring = load_config(asked.config).pins.wiring()
    print(wiring_text(wiring))
    if asked.svg is not None:
        try:
            asked.svg.write_text(header_svg(wiring), "utf-8")
        except OSError as error:
            raise PinsError(f"{asked.svg} cannot be written: {error.strerror}") from error
        print(f"the header is drawn in {asked.svg}")
    return 0


def _lamps(asked: argparse.Namespace) -> int:
    from device.config import load_config

    wiring = load_config(asked.config).pins.wiring()
    try:
        from device.pins.factory import open_pins
    except ImportError as error:
        raise PinsError(
            f"{error.name} is not installed: apt install python3-gpiozero python3-lgpio"
        ) from error
    return try_wiring(wiring, open_pins())


def try_wiring(wiring: Wiring, pins: Pins, *, wait_s: float = WAIT_S) -> int:
    """Try every lamp, tune and button in turn, naming it.

    Args:
        wiring: What is wired where.
        pins: Where pins come from.
        wait_s: A button is waited for so long.

    Returns:
        Exit status: 0 when all could be tried, 1 when a button did not answer.

    Raises:
        PinsError: If the pins are pretend ones; says what would help.
    """
    from device.outputs.outputs import open_outputs

    wires = {str(wire.what): wire for wire in wiring.wires()}
    with open_outputs(wiring, pins=pins) as outputs:
        if outputs.pretend:
            raise PinsError(f"nothing can be tried: {outputs.note}")
        for what, doing in _try_outputs(wiring, outputs):
            print(f"{what}: {doing}", flush=True)
        missed = _try_buttons(wiring, wires, outputs.pins, wait_s)
    print(f"no press came from: {', '.join(missed)}" if missed else "All was tried.", flush=True)
    return 1 if missed else 0


def _at(wire: Wire) -> str:
    return f"{wire.what} (BCM {wire.pin}, place {wire.place})"


def _try_outputs(wiring: Wiring, outputs: Outputs) -> Iterator[tuple[str, str]]:
    """Name each lamp and tune, then show it."""
    from device.outputs.sounds import TUNES
    from web.language.events import SIGNALS

    lights, buzzer = outputs.lights, outputs.buzzer
    if wiring.rgb_pins:
        for seat, colour in enumerate(_COLOURS):
            yield f"players’ lamp (BCM {', '.join(map(str, wiring.rgb_pins))})", f"{colour}, {seat + 1} times"
            lights.show("turn", player=seat, background=False)
    for wire in wiring.wires():
        if wire.pin in wiring.player_pins and not wiring.rgb_pins:
            yield _at(wire), "two long flashes"
            lights.show("turn", player=wiring.player_pins.index(wire.pin), background=False)
        elif wire.pin == wiring.alarm_pin:
            yield _at(wire), "blinks evenly"
            lights.show("illegal", background=False)
        elif wire.pin == wiring.buzzer_pin:
            yield _at(wire), "one tune after the other"
            for tune in TUNES:
                yield "  tune", SIGNALS[tune].title
                buzzer.play(tune, background=False)


def _try_buttons(wiring: Wiring, wires: dict[str, Wire], pins: Pins, wait_s: float) -> list[str]:
    """Ask for every button in turn; give those that did not answer."""
    import queue

    from device.pins.factory import open_buttons

    presses: queue.SimpleQueue[tuple[Button, Press]] = queue.SimpleQueue()
    buttons = open_buttons(wiring, lambda *press: presses.put(press), pins=pins)
    words: dict[Button, str] = {
        "confirm": "button: confirm",
        "undo": "button: take back",
        "let in": "button: let a phone in",
    }
    missed = []
    for button, what in words.items():
        if what not in wires:
            continue
        print(f"{_at(wires[what])}: press it now", flush=True)
        try:
            while buttons is not None:
                pressed, press = presses.get(timeout=wait_s)
                if pressed == button:
                    print(f"  a {press} press", flush=True)
                    break
                print(f"  that was {words[pressed]!r}", flush=True)
            else:
                missed.append(what)
        except queue.Empty:
            print(f"  nothing came: it belongs between place {wires[what].place} and ground", flush=True)
            missed.append(what)
    if buttons is not None:
        buttons.close()
    return missed
