"""gpiozero's real pin factory on a chip of the kernel: what the box does is read back from sysfs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from device.pins.wiring import Wiring
from machines.virtual_machine import HERE, Machine, built, folder


def library() -> str:
    """Give the folder with lgpio, which only a Pi and this test need."""
    place = folder() / "lgpio"
    if not place.exists():
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--target",
            place,
            "lgpio>=0.2.2",
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"lgpio cannot be had: {done.stderr.strip()[-200:]}")
    return str(place)


@pytest.mark.slow  # builds and starts a virtual machine
def test_lamps_buzzer_and_buttons_move_the_lines_of_a_real_chip(tmp_path: Path) -> None:
    built()
    run = [sys.executable, "-u", str(HERE / "guest" / "pins.py"), library()]
    with Machine(run, work=tmp_path, pins=True) as machine:
        said = [line for line in machine.lines() if not line.startswith("[")]
    assert said[:3] == ["VM up", "factory LGPIOFactory pretend False", "board 3B BCM2837"]
    busy = [line for line in said if line.startswith(("another process:", "this process:"))]
    assert len(busy) == 2
    assert all("another program uses them" in line for line in busy)
    facts = said[said.index("free: nothing to say") + 1 :]
    assert facts == [
        *(f"turn of player {player} True True" for player in range(len(Wiring().player_pins))),
        "red lamp blinks True",
        "red lamp out True",
        "fault stays red True",
        "buzzer swings True",
        f"all dark {[0] * len(Wiring().table())}",
        "pressed confirm long",
        "VM ended 0",
    ]
