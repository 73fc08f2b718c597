"""The one door of the benches: ``make bench ARGS="eye looks"``; without arguments it lists them.

A room is a folder beside this file, whose module `command` has `NAMES`, a line for each of its benches, and
`main`. What follows the room's name is the room's.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module

ROOMS = ("engine", "eye", "board", "follow", "box")
"""What is measured, from the inside out."""


def benches() -> Iterator[str]:
    """Yield a line for each bench."""
    for room in ROOMS:
        for name, line in import_module(f"tests.bench.{room}.command").NAMES.items():
            yield f"  {f'{room} {name}':20} {line}"


def main(arguments: Sequence[str]) -> int:
    """Run a bench, or list all; an unknown room is refused with the list."""
    room, *others = arguments or ("",)
    if room in ROOMS:
        return int(import_module(f"tests.bench.{room}.command").main(others))
    if room:
        print(f"there is no bench {room!r}; there are these:", file=sys.stderr)
    else:
        print(
            'Benches of this machine. make bench ARGS="NAME" runs one, ARGS="ROOM --help" says what it takes:'
        )
    print(*benches(), sep="\n", file=sys.stderr if room else sys.stdout)
    return 2 if room else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # programs that a bench started end with it
    sys.exit(main(sys.argv[1:]))
