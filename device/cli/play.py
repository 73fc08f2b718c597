"""``charkoni play``: start the box and say where it is."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from device.bounded_stop import BoundedStop
from device.cli.arguments import Commands, add_board_camera, add_camera, add_place, folder_of, port
from device.cli.phones import print_code
from device.notify import is_journal

if TYPE_CHECKING:
    from device.box import Box
    from device.config import Config
    from device.match_asked import AskedMatch
    from web.ports import Starter

_STOPS = (signal.SIGINT, signal.SIGTERM)
"""What Ctrl-C and systemd send."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("play", help="start the box")
    parser.add_argument("--game", help="chowka-bhara (the default), pachisi or backgammon")
    parser.add_argument("--preset", help="a named set of rules of the game")
    parser.add_argument("--players", nargs="+", metavar="NAME", help="names in turn order")
    parser.add_argument(
        "--option", action="append", metavar="KEY=VALUE", help="a rule played otherwise; may be repeated"
    )
    parser.add_argument(
        "--match", metavar="POINTS", help="a match of backgammon to 1 to 25 points, or money: game after game"
    )
    parser.add_argument("--no-crawford", action="store_true", help="in a match, double in every game")
    parser.add_argument(
        "--clock",
        metavar="TIMES",
        help="of a match: usual (12 s a move and 2 min a point), doubles (18 s and 2.5 min), none, or "
        "seconds a move and minutes such as 12+14",
    )
    parser.add_argument(
        "--conduct",
        action="append",
        metavar="KEY=VALUE",
        help="how a match is conducted, such as event=Cup or turn_ends=dice; may be repeated",
    )
    add_camera(parser)
    add_board_camera(parser)
    parser.add_argument("--port", type=port, help="where the page is served (8000)")
    add_place(parser)
    parser.set_defaults(run=_play)


def _play(asked: argparse.Namespace) -> NoReturn:
    # While Python imports, an interrupt may come where it is printed and lost. Nothing is open yet.
    usual = {number: signal.signal(number, lambda *_: os._exit(130)) for number in _STOPS}
    try:
        status = _run(asked)
        # All is closed. Python's own end would take apart OpenCV's modules, half a second on a busy machine.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


def _run(asked: argparse.Namespace) -> int:
    """Run the box until Ctrl-C or systemd stops it.

    Returns:
        Exit status: 0 when it was stopped, 1 when it broke down, 130 when it was stopped before it ran.
    """
    from device.box import Box
    from device.config import load_config
    from device.first_game import Asked, parse_options
    from device.notify import Notifier
    from engine.names import names_of

    config = _with(load_config(asked.config), asked)
    game = Asked(
        asked.game,
        asked.preset,
        names_of(asked.players) if asked.players else None,
        parse_options(asked.option or []),
        _match(asked),
    )
    if not asked.verbose:
        # The people who start it read a story of the game, not of the web server.
        logging.getLogger("device.net.server").setLevel(logging.WARNING)
    notifier = Notifier()
    starter: Starter = "service" if notifier.is_heard else "make" if "MAKELEVEL" in os.environ else "command"
    folder = folder_of(asked)
    stop = threading.Event()
    # Before anything is opened: an exception in the middle of that would leave threads behind.
    with (
        BoundedStop(stop, _STOPS) as ending,
        Box(
            config,
            folder=folder,
            asked=game,
            beat=notifier.beat,
            starts_slowly=notifier.starts_slowly,
            stop=stop,
            starter=starter,
        ) as box,
    ):
        if stop.is_set():
            return 130
        _welcome(box)
        box.serve(notifier)
        ending.begin(failed=box.failed)
    unkept = box.journal.unkept
    print(
        f"The box has stopped. {unkept}" if unkept else "The box has stopped; the game is kept.", flush=True
    )
    return 1 if box.failed else 0


def _match(asked: argparse.Namespace) -> AskedMatch | None:
    """Read which match was asked for.

    Raises:
        ConfigError: If it cannot be read, or something of a match was given without one.
    """
    from device.errors import ConfigError
    from device.first_game import parse_options
    from device.match_asked import AskedMatch, parse_length

    if asked.match is None:
        given = {"--no-crawford": asked.no_crawford, "--clock": asked.clock, "--conduct": asked.conduct}
        if alone := [name for name, value in given.items() if value]:
            raise ConfigError(f"{alone[0]} is of a match: add --match 7, or --match money")
        return None
    conduct = parse_options(asked.conduct or [], of="conduct", such="turn_ends=dice")
    return AskedMatch(parse_length(asked.match), not asked.no_crawford, asked.clock or "", conduct)


def _with(config: Config, asked: argparse.Namespace) -> Config:
    """Put what the command line says over the config."""
    if asked.camera is not None:
        config = replace(config, camera=replace(config.camera, source=asked.camera))
    if asked.board_camera is not None and not config.board_camera.source:
        source = "" if asked.board_camera == "none" else asked.board_camera
        config = replace(config, board_camera=replace(config.board_camera, source=source))
    if asked.port is not None:
        config = replace(config, page=replace(config.page, port=asked.port))
    return config


def _welcome(box: Box) -> None:
    """Print where the box is and what lies on the table."""
    address = box.phones.address()
    if is_journal(sys.stdout):
        # The system's log is kept for long, and more people read it than may play.
        print("To let a phone in, ask for the code in a terminal:  sudo charkoni pair")
    else:
        print_code(address)
        print(f"To play, scan the code with a phone, or open  {address}")
    print(f"Anyone on the home network may watch at       {address.partition('?')[0]}")
    if box.https.is_on:
        print(f"Phones that trust the box open it at          {box.https.address}")
    told = "There is no camera: type the throws on a phone" if box.camera.ended is None else ""
    print(f"{told or f'The eye is {box.camera.title}'}.")
    if box.board_camera is not None:
        print(f"The board is seen by {box.board_camera.camera.title}.")
    if box.lamps_note:
        print(f"Lamps: {box.lamps_note}.")
    for sentences in filter(None, (box.journal.trouble(), box.journal.notice())):
        print(*sentences)
    print(box.story)
    print("Ctrl-C stops the box; the game is kept.", flush=True)
