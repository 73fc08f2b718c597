"""What the doctor looks at, and what it says."""

from __future__ import annotations

import contextlib
import fcntl
import subprocess
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from device.config import Config

_ANSWER_S = 10.0
"""A program of the system that takes longer says nothing."""


class Health(StrEnum):
    """How well something is."""

    OK = "ok"
    WARN = "warn"
    """The box works, but somebody should look."""
    FAIL = "fail"
    """The box does not work, or not for long."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor."""

    topic: str
    """What was looked at, in a word."""
    health: Health
    text: str
    advice: str = ""
    """What to do; empty where all is well."""

    def __str__(self) -> str:
        return f"{self.health:4}  {self.topic:11}  {self.text}" + (f": {self.advice}" if self.advice else "")


def well(topic: str, text: str) -> Finding:
    """Say that all is well."""
    return Finding(topic, Health.OK, text)


def warning(topic: str, text: str, advice: str) -> Finding:
    """Say that somebody should look."""
    return Finding(topic, Health.WARN, text, advice)


def failing(topic: str, text: str, advice: str) -> Finding:
    """Say that something does not work."""
    return Finding(topic, Health.FAIL, text, advice)


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer underneath: what the kernel tells in files, and what its programs answer."""

    root: Path = Path("/")
    """Where the files of the system are; a test has a folder of its own."""

    def read(self, path: str) -> str:
        """Give what stands in a file of the system; empty if there is none."""
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
        """Give what a program prints; empty if there is no such program, or it fails."""
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
            with (self.folder / "charkoni.lock").open("rb") as lock:
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
