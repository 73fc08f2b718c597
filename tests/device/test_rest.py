"""A box at which nobody plays sleeps: each of its threads wakes seldom, in every game, with any camera."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from boxes_for_tests import unused_port
from device.box import Box
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from tests.bench.box.rest import CAMERAS, GAMES, MOST, OWNER, SETTLED_S, Woken, resting

COUNTED_S = 5.0
"""So long wake-ups are counted."""

TRIES = 3
"""A thread that never rests is found each time; what a busy machine stirs is not there every time."""

SEEN = 5.0
"""Pictures a second that the owner of a camera looks at, at most."""

EACH = 2
"""Wake-ups for a picture: its time has come, and then the picture."""

Case = tuple[str, str]

QUICK: Sequence[Case] = (
    ("there", "pachisi"),
    ("there", "match"),
    ("away", "backgammon"),
    ("empty", "chowka-bhara"),
)
"""Each camera, each game, and a clock that runs."""


class Resting:
    """A box that has begun to rest, and the threads that are its own."""

    def __init__(self, case: Case, folder: Path, opened: ExitStack) -> None:
        self.case = case
        before = set(threading.enumerate())
        # One of them has a broker that is away, and something to tell it.
        broker = unused_port() if case == ("empty", "chowka-bhara") else 0
        self.box: Box = opened.enter_context(resting(*case, folder=folder, broker=broker))
        self.box.start()
        if broker:
            self.box.table.do(TakeThrow(Cowries(2, 4)))
        assert self.box.loop.ready.wait(30.0)
        mine = set(threading.enumerate()) - before
        self.threads = {one.native_id: one.name for one in mine if one.native_id is not None}

    def too_busy(self, woken: Woken, seconds: float, *, seen: int) -> dict[str, float]:
        """Return the threads that woke too often, with how often in a second."""
        by_name = woken.by_name(self.threads)
        rates = {name: count / seconds for name, count in by_name.items()}
        most = dict.fromkeys(rates, MOST)
        if self.case[0] == "there":
            most[OWNER] = EACH * SEEN
            rates["pictures"], most["pictures"] = seen / seconds, SEEN
        return {name: rate for name, rate in rates.items() if rate > most[name]}


@pytest.fixture(autouse=True)
def patient() -> Iterator[None]:
    """Wake a thread that waits for the interpreter's lock once, not every five milliseconds."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.5)
    yield
    sys.setswitchinterval(before)


def busy_threads(cases: Sequence[Case], folder: Path) -> dict[Case, dict[str, float]]:
    """Let boxes rest side by side, and return which threads of each woke too often, every time."""
    with ExitStack() as opened:
        boxes = [Resting(case, folder / "-".join(case), opened) for case in cases]
        time.sleep(SETTLED_S)
        return {case: busy for case, busy in zip(cases, _least(boxes), strict=True) if busy}


def _least(boxes: Sequence[Resting]) -> list[dict[str, float]]:
    found: list[dict[str, float]] = []
    for _ in range(TRIES):
        woken, began = Woken(), time.monotonic()
        seen = [one.box.loop.looks for one in boxes]
        time.sleep(COUNTED_S)
        lasted = time.monotonic() - began
        now = [
            one.too_busy(woken, lasted, seen=one.box.loop.looks - before)
            for one, before in zip(boxes, seen, strict=True)
        ]
        found = [
            {name: rate for name, rate in each.items() if name in new}
            for each, new in zip(found or now, now, strict=True)
        ]
        if not any(found):
            break
    return found


def test_no_thread_of_a_box_at_rest_wakes_often(tmp_path: Path) -> None:
    assert busy_threads(QUICK, tmp_path) == {}


@pytest.mark.slow  # eight more boxes
@pytest.mark.parametrize("camera", CAMERAS)
def test_no_thread_wakes_often_in_any_game_with_any_camera(tmp_path: Path, camera: str) -> None:
    cases = [(camera, game) for game in GAMES]
    assert busy_threads([one for one in cases if one not in QUICK], tmp_path) == {}
