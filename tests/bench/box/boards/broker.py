"""A Mosquitto of the bench: on this machine alone, on a port and in a folder of its own."""

from __future__ import annotations

import contextlib
import resource
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from device.closing import Closing
from tests.bench.box.process import BenchError, free_port

_PLACES = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/opt/homebrew/sbin"
_PATIENCE_S = 10.0
_SPARE_FILES = 100


class Broker(Closing):
    """Started by the constructor, ended by `close`."""

    def __init__(self, *, connections: int) -> None:
        """Start it, and wait until it answers.

        Args:
            connections: So many programs will be connected at once.

        Raises:
            BenchError: If there is no Mosquitto, it does not start, or this user may not open so many files.
        """
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path=_PLACES)
        if program is None:
            raise BenchError("there is no Mosquitto on this machine: sudo apt install mosquitto")
        let_open(connections + _SPARE_FILES)
        self.port = free_port()
        self._folder = tempfile.TemporaryDirectory(prefix="charkoni-broker-")
        config = Path(self._folder.name) / "mosquitto.conf"
        lines = (
            f"listener {self.port} 127.0.0.1",
            "allow_anonymous true",
            "persistence false",
            "log_dest none",
        )
        config.write_text("\n".join((*lines, "max_queued_messages 0", "")))
        self._process = subprocess.Popen(
            [program, "-c", str(config)],
            cwd=self._folder.name,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._wait(program)
        except BaseException:  # a bench that is stopped now leaves no broker either
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Number of its process."""
        return int(self._process.pid)

    def close(self) -> None:
        """End it. May be called twice."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._folder.cleanup()

    def _wait(self, program: str) -> None:
        until = time.monotonic() + _PATIENCE_S
        while not self._answers():
            if time.monotonic() > until or self._process.poll() is not None:
                raise BenchError(f"{program} did not start: try it with -v, or install it anew")
            time.sleep(0.02)

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
            return True
        return False


def let_open(count: int) -> None:
    """Let this process, and those that it starts, open so many files.

    Raises:
        BenchError: If this user may not.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        raise BenchError(f"{count} files are needed at once, and {hard} allowed: try fewer --boards")
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
