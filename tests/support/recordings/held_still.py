"""Clocks that stand and chance that repeats itself, so that what is written comes out the same every time."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from inspect import isfunction
from random import Random
from typing import Any
from unittest.mock import patch

PACKAGES = ("device", "engine", "web")
BEGAN_S = 1_790_000_000.0
"""Seconds since 1970 at which a recorded world begins: 21 September 2026, 14:13:20 UTC."""


class Moment:
    """The clock of a recorded world: it goes on when it is told to."""

    def __init__(self) -> None:
        self.now_s = BEGAN_S

    def wall(self) -> float:
        return self.now_s

    def steady(self) -> float:
        return self.now_s - BEGAN_S + 1000.0

    def later(self, seconds: float = 5.0) -> None:
        self.now_s += seconds


@contextmanager
def held_still() -> Iterator[Moment]:
    """Hold the clocks of the box, draw its keys and names from a seed, and put it into UTC."""
    moment, chance = Moment(), {name: Random(name) for name in ("hex", "bytes", "urlsafe", "choice", "below")}
    earlier = os.environ.get("TZ")
    with ExitStack() as held:
        held.enter_context(patch.object(time, "time", moment.wall))
        for name, drawn in {
            "token_hex": lambda n=32: chance["hex"].randbytes(n).hex(),
            "token_bytes": lambda n=32: chance["bytes"].randbytes(n),
            "token_urlsafe": lambda n=32: chance["urlsafe"].randbytes(n).hex()[: -(-n * 4 // 3)],
            "choice": lambda among: chance["choice"].choice(among),
            "randbelow": lambda n: chance["below"].randrange(n),
        }.items():
            held.enter_context(patch.object(secrets, name, drawn))
        for function, name, clock in _default_clocks(moment):
            held.enter_context(patch.dict(function.__kwdefaults__, {name: clock}))
        os.environ["TZ"] = "UTC"
        time.tzset()
        try:
            yield moment
        finally:
            os.environ.pop("TZ")
            if earlier is not None:
                os.environ["TZ"] = earlier
            time.tzset()


_WALL, _STEADY = time.time, time.monotonic


def _default_clocks(moment: Moment) -> Iterator[tuple[Any, str, Callable[[], float]]]:
    """Find the parameters whose default is a clock of the machine: patching `time` does not reach those."""
    done = set[int]()
    for module in [one for name, one in sys.modules.items() if name.partition(".")[0] in PACKAGES]:
        owners = [module, *(one for one in vars(module).values() if isinstance(one, type))]
        for function in [one for owner in owners for one in vars(owner).values() if isfunction(one)]:
            if id(function) in done or not function.__kwdefaults__:
                continue
            done.add(id(function))
            for name, default in list(function.__kwdefaults__.items()):
                if default is _WALL:
                    yield function, name, moment.wall
                elif default is _STEADY:
                    yield function, name, moment.steady
