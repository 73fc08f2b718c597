"""Runs in the machine: the box's own lamps, buzzer and buttons on real lines, which are read back.

Prints one fact a line; test_device_real_pins.py knows what they must be.
"""

from __future__ import annotations

import os
import queue
import sys
import time
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PATIENCE_S = 120.0


def line(pin: int) -> Path:
    (found,) = Path("/sys/devices/platform").glob(f"gpio-sim.0/gpiochip*/sim_gpio{pin}")
    return found


def value(pin: int) -> int:
    return int((line(pin) / "value").read_text())


def becomes(pin: int, wanted: int) -> bool:
    """Wait for a level on a line."""
    end = time.monotonic() + PATIENCE_S
    while value(pin) != wanted and time.monotonic() < end:
        time.sleep(0.001)
    return value(pin) == wanted or time.monotonic() < end


def moves(pin: int, times: int) -> bool:
    """Wait for a line to go up and down so often."""
    return all(becomes(pin, 1) and becomes(pin, 0) for _ in range(times))


def claimed(pin: int) -> Callable[[], None]:
    """Let another process take a line; gives what lets it go."""
    told, tell = os.pipe()
    ends, end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(end)
        import lgpio

        lgpio.gpio_claim_output(lgpio.gpiochip_open(0), pin)
        os.write(tell, b"!")
        os.read(ends, 1)
        os._exit(0)
    os.read(told, 1)

    def let_go() -> None:
        os.close(end)
        os.waitpid(child, 0)

    return let_go


def main() -> None:
    sys.path[:0] = [str(REPOSITORY), sys.argv[1]]
    os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"
    os.chdir("/tmp")
    let_go = claimed(24)
    from gpiozero import LED

    from device.outputs.outputs import open_outputs
    from device.pins.buttons import Buttons
    from device.pins.factory import open_pins
    from device.pins.wiring import Wiring

    pins = open_pins()
    print("factory", type(pins.factory).__name__, "pretend", pins.pretend)
    print("board", pins.factory.board_info.model, pins.factory.board_info.soc)

    with open_outputs(Wiring(), pins=pins) as outputs:
        print("another process:", outputs.note)
    let_go()
    with LED(24), open_outputs(Wiring(), pins=pins) as outputs:
        print("this process:", outputs.note)

    with open_outputs(Wiring(), pins=pins) as outputs:
        print("free:", str(outputs.note) or "nothing to say")
        for player, pin in enumerate(Wiring().player_pins):
            outputs.lights.your_turn(player, signal=False)
            others = [other for other in Wiring().player_pins if other != pin]
            print("turn of player", player, becomes(pin, 1), all(becomes(other, 0) for other in others))
        outputs.lights.refuse()
        print("red lamp blinks", moves(24, 3))
        outputs.lights.settled()
        print("red lamp out", becomes(24, 0))
        outputs.lights.fault()
        print("fault stays red", becomes(24, 1))
        outputs.buzzer.play("illegal", times=200)  # long enough to be seen from a slow machine
        print("buzzer swings", moves(18, 10))
        outputs.buzzer.quiet()
    print("all dark", [value(pin) for _, pin in Wiring().table()])

    presses: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
    (line(5) / "pull").write_text("pull-up")
    with Buttons({"confirm": 5}, lambda *press: presses.put(press), pin_factory=pins.factory):
        (line(5) / "pull").write_text("pull-down")
        print("pressed", *presses.get(timeout=PATIENCE_S))
        (line(5) / "pull").write_text("pull-up")


if __name__ == "__main__":
    main()
