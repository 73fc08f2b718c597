"""The box that the doctor looks at, and the computer underneath."""

from __future__ import annotations

import contextlib
import fcntl
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from device.config import Config
from device.files import opened_for_reading
from engine.messages import Message

_ANSWER_S = 10.0
"""A program of the system that takes longer says nothing."""


def parted(message: Message) -> tuple[Message, Message]:
    """Return what is wrong and what to do, which an error has before and after the colon of its template."""
    text, _, advice = message.template.partition(": ")
    return Message(text, message.fields), Message(advice, message.fields)


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer underneath: what the kernel tells in files, and what its programs answer."""

    root: Path = Path("/")
    """Where the files of the system are; a test has a folder of its own."""

    def read(self, path: str) -> str:
        """Return what stands in a file of the system; empty if there is none."""
        try:
            return (self.root / path).read_text("utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def find(self, pattern: str) -> list[str]:
        """List the files of the system that match a pattern, in order."""
        with contextlib.suppress(OSError):
            return sorted(str(path.relative_to(self.root)) for path in self.root.glob(pattern))
        return []

    def ask(self, *command: str) -> str:
        """Return what a program prints; empty if there is no such program, or it fails."""
        try:
            told = subprocess.run(
                command, capture_output=True, text=True, timeout=_ANSWER_S, check=True, errors="replace"
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return told.stdout.strip()

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is; empty for another machine."""
        return self.read("proc/device-tree/model")


@dataclass(frozen=True, slots=True)
class Patient:
    """The box that is looked at."""

    config: Config
    folder: Path
    """Where its journal is."""
    machine: Machine = field(default_factory=Machine)

    @property
    def running(self) -> int | None:
        """Number of the process that plays with this folder now; 0 if it is unknown; None if none does."""
        try:
            with open(opened_for_reading(self.folder / "charkoni.lock"), "rb") as lock:
                try:
                    fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except OSError:
                    number = lock.read(20).strip()
                    return int(number) if number.isdigit() else 0
        except OSError:
            pass
        return None

    @property
    def address(self) -> str:
        """Where the page answers on this machine."""
        page = self.config.page
        return f"http://{'127.0.0.1' if page.host in ('0.0.0.0', '') else page.host}:{page.port}"
