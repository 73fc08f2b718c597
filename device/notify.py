"""What systemd is told: ready, alive, stopping. Without systemd nothing is told and nothing is missed."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from typing import IO

log = logging.getLogger(__name__)

MORE_TIME_S = 60
"""Time that a start which still works asks for, in seconds; it asks six times as often."""


def is_journal(stream: IO[str], *, environment: Mapping[str, str] = os.environ) -> bool:
    """True if what is written there goes into the system's log.

    Args:
        stream: Standard output.
        environment: Variables of the process; systemd names the log's end there, by device and file.
    """
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):  # no file at all, as in a test
        return False
    return environment.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


class Notifier:
    """Talks to the socket that systemd names in ``NOTIFY_SOCKET``."""

    def __init__(
        self,
        *,
        environment: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read what systemd wants.

        Args:
            environment: Variables of the process.
            clock: Seconds.
        """
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._clock = clock
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        every = environment.get("WATCHDOG_USEC", "0") if watched else "0"
        self._beat_s = int(every) / 1e6 / 4 if every.isdigit() else 0.0
        self._last_beat = self._last_request = -1e9

    @property
    def is_heard(self) -> bool:
        """True if systemd has started this process as a service."""
        return bool(self._address)

    def ready(self) -> None:
        """Tell that the box works."""
        self._send("READY=1\nSTATUS=the first frame has been seen, or the camera is missing")

    def starts_slowly(self) -> None:
        """Ask for more time to start, as long work goes on before the box is ready."""
        if self._clock() - self._last_request >= MORE_TIME_S / 6:
            self._last_request = self._clock()
            self._send(f"EXTEND_TIMEOUT_USEC={MORE_TIME_S * 1_000_000}")

    def stopping(self) -> None:
        """Tell that the box ends by itself."""
        self._send("STOPPING=1")

    def beat(self) -> None:
        """Tell that the loop turns, as often as the watchdog needs it and no oftener."""
        if self._beat_s and self._clock() - self._last_beat >= self._beat_s:
            self._last_beat = self._clock()
            self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.connect(self._address)
                out.sendall(message.encode())
        except OSError as error:
            # While systemd itself is started anew nobody listens for a moment: no reason to stop the game.
            log.warning("systemd did not hear %s: %s", message.partition("\n")[0], error.strerror)
