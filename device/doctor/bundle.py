"""The bundle for a bug report: what helps to find a fault, and nothing by which a stranger could play.

What may go out is chosen; what must not is taken out of it once more: every secret of the journal and the
config, the key in an address, the code for phones that the box prints, and what looks like a password.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2

from device.config import Config
from device.config_reference import explained
from device.doctor.examination import numbers
from device.doctor.patient import Machine, Patient
from device.errors import ConfigError, JournalError
from device.store import Journal
from engine.errors import EngineError
from vision import Frame
from web.ports import Finding

_EVENTS, _LINES, _PICTURES = 300, 1000, 5

_SECRET_KEY = re.compile(r"pass|secret|token|key|credential|user|url|topic|webhook", re.IGNORECASE)
"""Keys of the config whose values stay at home."""

_GONE = "(removed)"

_PATTERNS = (
    (re.compile(r"(\bkey=)[\w%~.-]+"), rf"\1{_GONE}"),
    (re.compile(r"(://)[^/@\s]+@"), rf"\1{_GONE}@"),
    (
        re.compile(
            r"((?:password|passwd|secret|token|cookie)(?=\W)[\"']?\s*(?:[=:]\s*)?[\"']?)"
            r"[^\s,;}\]\"'=:][^\s,;}\]]*",
            re.IGNORECASE,
        ),
        rf"\1{_GONE}",
    ),
    (re.compile(r"^.*[█▀▄].*\n?", re.MULTILINE), ""),
)
"""Keys in addresses, names and passwords before a host, what is called a password, the code for phones."""


@dataclass(frozen=True, slots=True)
class Item:
    """One file of the bundle."""

    name: str
    what: str
    """What it is, for whoever sends it."""
    raw: bytes


class Cleaner:
    """Takes secrets out of texts."""

    def __init__(self, secrets: Sequence[str]) -> None:
        """Know what must not go out; the longest first, as one may be a part of another."""
        self._secrets = sorted({one for one in secrets if len(one) > 3}, key=len, reverse=True)

    def clean(self, text: str) -> str:
        """Return a text without secrets."""
        for secret in self._secrets:
            # As it stands, and as it stands in JSON.
            for written in {secret, json.dumps(secret)[1:-1]}:
                text = text.replace(written, _GONE)
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return text


def write_bundle(
    file: Path, patient: Patient, findings: Sequence[Finding], *, pictures: bool, frame: Frame | None = None
) -> list[Item]:
    """Write a bundle, and say what is in it.

    Args:
        file: The ZIP to write; it must not exist yet.
        patient: The box.
        findings: The doctor's lines.
        pictures: Put the newest photographs and the last frame in as well.
        frame: What the camera sees now; shape (height, width, 3), uint8, blue green red.

    Raises:
        ConfigError: If the file exists or cannot be written.
    """
    items = list(_items(patient, findings, pictures=pictures, frame=frame))
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for item in items:
            archive.writestr(item.name, item.raw)
    try:
        with file.open("xb") as out:
            file.chmod(0o600)
            out.write(packed.getvalue())
    except FileExistsError as error:
        raise ConfigError(f"{file} exists already: name another file") from error
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}") from error
    return items


def for_programs(findings: Sequence[Finding]) -> str:
    """Write the doctor's lines as JSON, in English."""
    lines = [
        {"topic": one.topic, "health": one.health, "text": str(one.text), "advice": str(one.advice)}
        for one in findings
    ]
    return json.dumps(lines, ensure_ascii=False, indent=1)


def _items(
    patient: Patient, findings: Sequence[Finding], *, pictures: bool, frame: Frame | None
) -> Iterator[Item]:
    config, hidden = without_secrets(patient.config)
    kept = _Kept(patient.folder)
    cleaner = Cleaner([*hidden, *kept.secrets])

    def text(name: str, what: str, written: str) -> Item:
        return Item(name, what, cleaner.clean(written).encode())

    yield text("doctor.txt", "what the doctor says", "\n".join(map(str, findings)) + "\n")
    yield text("doctor.json", "the same for programs", for_programs(findings))
    yield text("versions.txt", "this machine and its programs", _machine(patient.machine))
    yield text("config.toml", "the config, without passwords and addresses", explained(config))
    yield text("log.txt", f"the last {_LINES} lines of the box's log", _log(patient.machine))
    yield text("events.jsonl", f"the last {_EVENTS} events, with the players' names", kept.events())
    if not pictures:
        return
    for name, raw in kept.photographs():
        yield Item(f"pictures/{name}.jpg", "a throw, as the camera saw it", raw)
    if frame is not None:
        _, jpeg = cv2.imencode(".jpg", frame)
        yield Item("pictures/now.jpg", "what the camera sees now", jpeg.tobytes())


def without_secrets(config: Config) -> tuple[Config, list[str]]:
    """Return a config in which what its keys call a secret is not told, and what that was."""
    hidden: list[str] = []
    sections: dict[str, Any] = {}
    for part in fields(config):
        section = getattr(config, part.name)
        secret = {
            key.name: getattr(section, key.name)
            for key in fields(section)
            if _SECRET_KEY.search(key.name) and getattr(section, key.name)
        }
        texts = {name: value for name, value in secret.items() if isinstance(value, str)}
        hidden += texts.values()
        sections[part.name] = replace(section, **dict.fromkeys(texts, _GONE))
    return replace(config, **sections), hidden


class _Kept:
    """What the journal has for a bundle; a broken one has nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.secrets: list[str] = []
        self._logged: list[dict[str, Any]] = []
        self._trouble = ""
        try:
            with Journal(folder, writing=False) as journal:
                for (value,) in journal.read("SELECT value FROM secret"):
                    self.secrets += [str(value), *_texts(value)]
                since = max(0, journal.last_seq() - _EVENTS)
                self._logged = [logged.to_json() for logged in journal.events(since=since, limit=_EVENTS)]
        except (JournalError, EngineError, sqlite3.Error, ValueError) as error:
            self._trouble = str(error)

    def events(self) -> str:
        """Write the newest events, one a line."""
        lines = [json.dumps(one, ensure_ascii=False) for one in self._logged]
        if self._trouble:
            lines.append(json.dumps({"error": self._trouble}, ensure_ascii=False))
        return "".join(f"{line}\n" for line in lines)

    def photographs(self) -> Iterator[tuple[str, bytes]]:
        """Return the newest photographs of throws, name and JPEG."""
        named = [photo for one in self._logged if (photo := _photo(one))]
        if not named:
            return
        with Journal(self._folder, writing=False) as journal:
            for name in list(dict.fromkeys(named))[-_PICTURES:]:
                raw = journal.photograph(name, ringed=False)
                if raw is not None:
                    yield name, raw


def _texts(value: object) -> Iterator[str]:
    """List the texts within a secret that is JSON: addresses that hold a key, and what signs messages."""
    try:
        left = [json.loads(str(value))]
    except ValueError:
        return
    while left:
        part = left.pop()
        if isinstance(part, dict):
            left += part.values()
        elif isinstance(part, list):
            left += part
        elif isinstance(part, str) and ("://" in part or part.startswith("whsec_")):
            yield part


def _photo(logged: object) -> str:
    """Find the name of a photograph anywhere in the JSON of an event."""
    if isinstance(logged, dict):
        for key, value in logged.items():
            if key == "photo" and isinstance(value, str) and re.fullmatch(r"[\w-]+", value):
                return value
            if found := _photo(value):
                return found
    return ""


def _machine(machine: Machine) -> str:
    release = dict(line.split("=", 1) for line in machine.read("etc/os-release").splitlines() if "=" in line)
    told = [("machine", machine.model or machine.ask("uname", "-m"))]
    told += [("system", release.get("PRETTY_NAME", "").strip('"')), ("kernel", machine.ask("uname", "-r"))]
    return "".join(f"{name}  {value}\n" for name, value in [*told, *numbers()])


def _log(machine: Machine) -> str:
    told = machine.ask(
        "journalctl", "--unit=charkoni", "--no-pager", f"--lines={_LINES}", "--output=short-iso"
    )
    return told + "\n" if told else "the system kept none: a box started by hand writes to its terminal\n"
