"""Where overlays are written: pictures with what was seen drawn onto them, beside their originals' names."""

from __future__ import annotations

from pathlib import Path

from device.cameras.pictures import packed
from device.errors import CameraError, ConfigError
from vision import Frame


class OverlayFolder:
    """Where `--save` writes pictures with what was seen drawn onto them."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it is not there.

        Raises:
            CameraError: If it cannot be made.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CameraError(f"--save cannot be {folder}: {error.strerror}") from error
        self._folder = folder

    def write(self, drawn: Frame, name: str, *, of: Path) -> Path:
        """Write an overlay as JPEG; return where it lies.

        Args:
            drawn: The picture with the overlay.
            name: Of the file.
            of: The picture file itself, which is never written over.

        Raises:
            ConfigError: If the picture itself lies there.
            CameraError: If it cannot be written.
        """
        target = self._folder / name
        if target.resolve() == of.resolve():
            raise ConfigError(f"--save cannot be {self._folder}: {of} itself lies there")
        try:
            target.write_bytes(packed(drawn, quality=90))
        except OSError as error:
            raise CameraError(f"{target} cannot be written: {error.strerror}") from error
        return target
