"""``charkoni play``: start the box and say where it is."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import threading
from dataclasses import replace

from device.box import Asked, Box, parse_options
from device.config import Config, data_folder, load_config
from device.net.server import qr_code
from device.notify import Notifier
from engine.names import names_of


def play(arguments: argparse.Namespace) -> int:
    """Run the box until Ctrl-C or systemd stops it.

    Returns:
        Exit status: 0 when it was stopped, 1 when it broke down, 130 when it was stopped before it ran.

    Raises:
        DeviceError: If the box cannot be put together.
        EngineError: If the game asked for cannot be played.
    """
    config = _with(load_config(arguments.config), arguments)
    asked = Asked(
        arguments.game,
        arguments.preset,
        names_of(arguments.players) if arguments.players else None,
        parse_options(arguments.option or []),
    )
    if not arguments.verbose:
        # The people who start it read a story of the game, not of the web server.
        logging.getLogger("device.net.server").setLevel(logging.WARNING)
    notifier = Notifier()
    folder = data_folder(arguments.data or config.data.folder)
    stop = threading.Event()
    # Before anything is opened: an exception in the middle of that would leave threads behind.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with Box(config, folder=folder, asked=asked, beat=notifier.beat, stop=stop) as box:
        if stop.is_set():
            return 130
        _welcome(box)
        box.serve(notifier)
    print("The box has stopped; the game is kept.", flush=True)
    return 1 if box.failed else 0


def _with(config: Config, arguments: argparse.Namespace) -> Config:
    """Put what the command line says over the config."""
    if arguments.camera is not None:
        config = replace(config, camera=replace(config.camera, source=arguments.camera))
    if arguments.port is not None:
        config = replace(config, page=replace(config.page, port=arguments.port))
    return config


def _welcome(box: Box) -> None:
    """Say where the box is and what lies on the table."""
    address = box.phones.address()
    if sys.stdout.encoding.lower().startswith("utf"):
        print(qr_code(address))
    print(f"To play, scan the code with a phone, or open  {address}")
    print(f"Anyone on the home network may watch at       {address.partition('?')[0]}")
    if box.https.is_on:
        print(f"Phones that trust the box open it at          {box.https.address}")
    print(f"The eye is {box.camera.title}.")
    if box.lamps_note:
        print(f"Lamps: {box.lamps_note}.")
    for sentences in filter(None, (box.journal.trouble(), box.journal.notice())):
        print(*sentences)
    print(box.story)
    print("Ctrl-C stops the box; the game is kept.", flush=True)
