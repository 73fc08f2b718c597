"""What the doctor looks at, and what it says."""

from __future__ import annotations

import contextlib
import fcntl
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from device.config import Config
from device.files import opened_for_reading
from engine.messages import NOTHING, Message

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
    text: Message
    advice: Message = NOTHING
    """What to do; empty where all is well."""
    known: bool = True
    """Whether it could be looked at; what this machine does not tell is not ill."""

    def __str__(self) -> str:
        advice = str(self.advice)
        return f"{self.health:4}  {self.topic:11}  {self.text}" + (f": {advice}" if advice else "")

    @property
    def figures(self) -> dict[str, str]:
        """What programs read of it, in English."""
        text, advice = str(self.text), str(self.advice)
        return {"topic": self.topic, "health": self.health.value, "text": text, "advice": advice}


def well(topic: str, text: str | Message, /, **fields: object) -> Finding:
    """Return that all is well."""
    return Finding(topic, Health.OK, _message(text, fields))


def unknown(topic: str) -> Finding:
    """Return that this machine does not tell."""
    return Finding(topic, Health.OK, Message("this machine does not tell"), known=False)


def warning(topic: str, text: str | Message, advice: str | Message, /, **fields: object) -> Finding:
    """Return that somebody should look; text and advice may share fields."""
    return Finding(topic, Health.WARN, _message(text, fields), _message(advice, fields))


def failing(topic: str, text: str | Message, advice: str | Message, /, **fields: object) -> Finding:
    """Return that something does not work; text and advice may share fields."""
    return Finding(topic, Health.FAIL, _message(text, fields), _message(advice, fields))


def parted(message: Message) -> tuple[Message, Message]:
    """Return what is wrong and what to do, which an error has before and after the colon of its template."""
    text, _, advice = message.template.partition(": ")
    return Message(text, message.fields), Message(advice, message.fields)


def _message(text: str | Message, fields: Mapping[str, object]) -> Message:
    return text if isinstance(text, Message) else Message(text, fields)


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
