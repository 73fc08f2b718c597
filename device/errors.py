"""What can go wrong in the box. Caught at the edge: the loop and the command line."""

from __future__ import annotations

from engine.messages import MessageError


class DeviceError(MessageError):
    """Base of every error raised by `device`."""


class JournalError(DeviceError, OSError):
    """The journal cannot be opened."""


class CameraError(DeviceError, OSError):
    """The camera is missing, busy, unplugged, or gives no pictures."""


class ConfigError(DeviceError, ValueError):
    """A setting or an argument that does not exist or cannot be so."""
