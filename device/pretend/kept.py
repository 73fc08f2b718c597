"""How pretend boards are set up: by themselves, and kept nowhere but in memory.

What people have set up for a real board stays as it is: the pretend ones stand before it while the pretend
camera is looked through, and are gone with the box.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from device.camera.placement import KeptBoard, keep_board, kept_board, parts_of, plan_laid, posed
from device.pretend.light import PLAIN, Light, lit
from device.pretend.parts import BOARDS, OWNERS, Parts, parts_in
from device.pretend.picture import Painter, Piece
from engine.table.state import Model
from vision.board.reader import BoardReader
from web.house.settings import HouseSettings, Settings, named

_EACH = 2
"""So many pieces of each player are shown to the eye."""
_APART = 1.6
"""They stand so far apart, in widths of a square or point."""


class PretendSettings(HouseSettings):
    """The house's settings, with the pretend boards instead of its own. For any thread."""

    def __init__(self, settings: HouseSettings) -> None:
        """Know no pretend board yet."""
        super().__init__(settings.storage)
        self._settings = settings
        self._boards: Mapping[str, Any] = {}

    def get(self) -> Settings:
        """Return all settings."""
        return replace(self._settings.get(), boards=self._boards)

    @named(Settings)
    def set(self, **changes: Any) -> None:
        """Change some of them; boards are forgotten with the box."""
        boards = changes.pop("boards", None)
        if changes:
            self._settings.set(**changes)
        if boards is not None:
            self._boards = boards
            self._listeners.tell()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change; returns how to stop."""
        stops = self._settings.listen(changed), self._listeners.add(changed)

        def stop() -> None:
            for one in stops:
                one()

        return stop


def set_up(settings: HouseSettings, model: Model, reader: BoardReader, folder: Path = BOARDS) -> None:
    """Keep the pretend board of a game as set up, if it is not for as many players.

    Raises:
        CameraError: If its parts cannot be read.
        VisionError: If the pieces cannot be learnt.
    """
    name, players = model.rules.layout.name, len(model.setup.names)
    kept = kept_board(settings.get(), name)
    if kept is not None and kept.learnt is not None and len(kept.learnt.colours) == players:
        return
    keep_board(settings, name, known(parts_in(folder / name), model, reader))


def known(
    parts: Parts, model: Model, reader: BoardReader, *, light: Light = PLAIN, has_empty: bool = True
) -> KeptBoard:
    """Return how a board in parts is set up for a game: corners, the empty board and the pieces' colours.

    Args:
        parts: The board.
        model: The game, which says whose pieces there are.
        reader: Learns them.
        light: In which it is set up.
        has_empty: The board was shown empty as well.

    Raises:
        VisionError: If the pieces cannot be learnt.
    """
    size = parts.eye.size
    corners = parts_of(np.asarray(parts.corners(), np.float64), size)
    kept = KeptBoard(corners, bar=parts.bar_columns or 1.0, size=size)
    pose = posed(plan_laid(model.rules.layout, kept), kept.corners, size)
    shown = {
        owner: [
            Piece(owner, ((column - 1.5) * _APART * parts.unit, (row - 0.5) * _APART * parts.unit, 0.0))
            for row in range(_EACH)
        ]
        for column, owner in enumerate(OWNERS[: len(model.setup.names)])
    }
    frame = lit(Painter(parts).drawn(one for some in shown.values() for one in some), light, 1)
    empty = lit(parts.empty, light, 0)
    kept = kept.seen(empty if has_empty else frame, pose, is_empty=has_empty)
    taps = [[_tapped(parts, piece) for piece in some] for some in shown.values()]
    return replace(kept, learnt=reader.learn(frame, pose, taps, None))


def _tapped(parts: Parts, piece: Piece) -> tuple[float, float]:
    """Return a pixel on a piece: on the face of a checker, on the body of a tall one."""
    up = parts.tall[piece.owner] * (0.95 if parts.layout == "backgammon" else 0.5)
    x, y = parts.eye.seen([(piece.at[0], piece.at[1], up)])[0]
    return float(x), float(y)
