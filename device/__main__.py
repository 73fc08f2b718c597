"""The command line ``charkoni``: collects the commands of `device.cli`, and ends as a process should.

Their modules know their arguments, and import what they need only when they run: `legal` starts quickly.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from device.cli import (
    backup,
    board,
    config,
    doctor,
    follow,
    games,
    games_file,
    https,
    lamps,
    matches,
    phones,
    play,
    questions,
    read,
    teach,
)
from device.cli.terminal import replace_what_cannot_be_shown
from device.errors import DeviceError
from device.quiet_log import SparseLog
from engine.errors import EngineError


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say.

    Returns:
        Exit status: 0 when all went well, 1 when a line was an error, 2 for wrong usage or a known error.
    """
    replace_what_cannot_be_shown()
    try:
        asked = _parser().parse_args(arguments)
        level = logging.DEBUG if asked.verbose else logging.INFO
        written = logging.StreamHandler(sys.stderr)
        written.addFilter(SparseLog())
        # No time in the lines: the journal of the system adds it.
        logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s", handlers=[written])
        return int(asked.run(asked))
    except (DeviceError, EngineError) as error:
        print(f"charkoni: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has enough; Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


class _Version(argparse.Action):
    """Says which charkoni this is; asked only then, as looking it up takes time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        try:
            print(f"charkoni {metadata.version('charkoni')}")
        except metadata.PackageNotFoundError:
            print("charkoni, not installed")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="charkoni", description="A box beside a real game board: it sees throws and knows the rules."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which charkoni this is")
    parser.add_argument("--verbose", action="store_true", help="log every frame's state as well")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (
        play,
        questions,
        read,
        board,
        follow,
        teach,
        games,
        games_file,
        matches,
        phones,
        https,
        backup,
        lamps,
        config,
        doctor,
    ):
        module.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
