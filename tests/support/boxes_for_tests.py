"""The whole box in this process, on a free port of this machine, for tests that need all of it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from browser_for_tests import HOST
from device.box import Box
from device.config import read_config
from device.first_game import Asked


def unused_port() -> int:
    """Give a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running_box(
    folder: Path,
    *,
    camera: str = "",
    port: int | None = None,
    more: str = "",
    begins: bool = True,
    **settings: Any,
) -> Iterator[Box]:
    """Run a box until the end of the block.

    Args:
        folder: Where its games are; a box that runs there later goes on with them.
        camera: What it looks at; a bare cloth by default.
        port: Of its page; a free one by default.
        more: Further lines of its config.
        begins: In a new folder somebody has asked for a game, as on the command line.
        settings: Further arguments of `Box`.
    """
    if not camera:
        (folder / "tray").mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / "tray" / "a.png"), np.full((48, 64, 3), 90, np.uint8))
        camera = f"folder:{folder / 'tray'}"
    config = read_config(
        f"""
        [camera]
        source = "{camera}"
        [page]
        host = "127.0.0.1"
        names = ["{HOST}"]
        port = {port or unused_port()}
        [voice]
        on = false
        {more}
        """
    )
    asked = Asked(game=config.game.game if begins and not (folder / "data").exists() else None)
    with Box(config, folder=folder / "data", asked=asked, **settings) as box:
        box.start()
        yield box
