"""The box's own PiCamera on the real Picamera2 and libcamera, with the kernel's pretend camera.

That camera knows neither exposure nor white balance nor focus, and cannot turn its picture.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from machines.virtual_machine import Machine, built, folder

SMALL, LARGE = (640, 338), (1280, 676)
"""What is asked of a pretend camera that tells no modes: of the proportion of its sensor."""
BARS = ["white", "yellow", "cyan", "green", "magenta", "red", "blue", "black"]
IN_USE = (
    "the Pi’s camera cannot be opened: Failed to acquire camera: Device or resource busy; "
    "check its ribbon cable, and stop the program that uses it"
)
NONE = "there is no camera on the Pi’s ribbon: switch the Pi off, push the cable in, and start again"
SLIPPED = "the Pi’s camera stopped giving pictures: check its ribbon cable"
LIMIT_S = 5400.0
"""Three minutes on a quiet machine, much more beside other work."""


def picture(size: tuple[int, int], *, turned: bool = False) -> str:
    width, height = size
    place, names = ("bottom", BARS[::-1]) if turned else ("top", BARS)
    return f"{(height, width, 3)} plain, writing at the {place}, {' '.join(names)}"


@pytest.mark.slow  # builds a whole system and starts it in a virtual machine
def test_the_real_picamera2_gives_what_the_box_expects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built("camera.sh")
    script = Path("/mnt/tests/vm/guest/camera.py")
    with Machine(
        ["/usr/bin/python3", "-u", str(script)], work=tmp_path, camera=folder() / "camera"
    ) as machine:
        said = list(machine.lines(within_s=LIMIT_S))
    with capsys.disabled():
        print(*(line for line in said if line.startswith("TOLD ")), sep="\n")
    facts = [line.removeprefix("FACT ") for line in said if line.startswith("FACT ")]
    assert facts == [
        "there: True",
        "chosen: PiCamera",
        f"small: {picture(SMALL)}",
        f"large: {picture(LARGE)}",
        f"turned small: {picture(SMALL, turned=True)}",
        f"turned large: {picture(SMALL, turned=True)}",
        "goes on: True",
        "locked: {} held None",
        f"another program: {IN_USE}",
        f"this program: {IN_USE}",
        "left open: True",
        f"slipped: {SLIPPED}",
        f"still slipped: {SLIPPED}",
        f"pushed in again: {(SMALL[1], SMALL[0], 3)}",
        f"its thread died: {SLIPPED}",
        f"a new one: {(SMALL[1], SMALL[0], 3)}",
        f"unplugged: {NONE}",
        f"plugged in again: {picture(SMALL)}",
        "threads left: 1",
    ], said[-40:]
    assert "VM ended 0" in said
