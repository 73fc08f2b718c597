"""The cameras of one box: the tray's, the board's, and the pretend board with its hands."""

from __future__ import annotations

from collections.abc import Callable

from device.camera.board_eye import BOARD_FPS, BoardEye
from device.camera.wanted import has_played, wanted_throw, wants_throw
from device.cameras.camera import FPS, Camera, Pause
from device.cameras.config import BoardCameraConfig, CameraConfig
from device.cameras.sources import open_camera
from device.config import Config
from device.first_game import BoxTable
from device.pretend.board import PretendBoard
from device.pretend.kept import PretendSettings, set_up
from vision.board.reader import BoardReader
from web.house.settings import HouseSettings


class BoxCameras:
    """Finds the cameras that the config names; each belongs to whoever looks through it."""

    def __init__(
        self,
        config: Config,
        table: BoxTable,
        settings: HouseSettings,
        reader: BoardReader,
        *,
        follows: Callable[[int], bool],
        clock: Callable[[], float],
        pause: Pause,
    ) -> None:
        """Find them; `follows` tells whether the eye follows the board in a game, by its number.

        Raises:
            DeviceError: If a camera cannot be.
        """
        self._table, self._settings, self._reader, self._follows = table, settings, reader, follows
        self._clock, self._pause = clock, pause
        self.board_settings: HouseSettings = settings
        """Of the board that is looked at: a pretend one has its own."""
        self.tray = self._choose(config.camera)
        self.pretend = self._lay_pretend(config.board_camera.source)
        """The pretend board; None where a real one is seen."""
        self.board = self._choose_for_board(config.board_camera)
        """The second camera; None where the tray's sees the board as well."""

    def _choose(self, camera: CameraConfig, *, of_board: bool = False) -> Camera:
        """Find one; the film needs to know what the table wants."""

        def calibration() -> object:
            if not camera.lock:
                return None
            return "the board" if of_board else self._settings.get().tray

        return open_camera(
            camera.source,
            wanted=lambda: wanted_throw(self._table),
            ready=self._is_ready,
            rotation=camera.rotation,
            flicker_hz=camera.flicker_hz,
            width=camera.width,
            fps=BOARD_FPS if of_board else FPS,
            calibration=calibration,
            clock=self._clock,
            pause=self._pause,
        )

    def _choose_for_board(self, camera: BoardCameraConfig) -> BoardEye | None:
        """Find the second one, if the config names one; a wrong one keeps the box from starting."""
        if self.pretend is not None:
            return BoardEye(self.pretend, tray=self.tray)
        if camera.is_pretend:
            return None
        return BoardEye(self._choose(camera, of_board=True), tray=self.tray)

    def _lay_pretend(self, source: str) -> PretendBoard | None:
        """Lay out the pretend board, if that is what the config wants."""
        if source != "pretend" and not (source == "auto" and self.tray.throws):
            return None
        kept = self.board_settings = PretendSettings(self._settings)
        return PretendBoard(
            self._table,
            plays=lambda: self._follows(self._table.model.game),
            begins=lambda model: set_up(kept, model, self._reader),
            fps=BOARD_FPS,
            clock=self._clock,
            pause=self._pause,
        )

    def _is_ready(self) -> bool:
        """True if the film may throw: pretend hands first play what was thrown, and say so by resting."""
        if self.pretend is None:
            return wants_throw(self._table)
        return self.pretend.rests() and (wants_throw(self._table) or has_played(self._table))
