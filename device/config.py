r"""The config of one box: a TOML file read into frozen dataclasses, the defaults here in code.

A section is a dataclass, a key is a field with its explanation in a string under it: `charkoni config` prints
these as the reference. A section that has a method ``faults`` checks its values itself.

>>> read_config("[page]\nport = 8080").page.port
8080
>>> read_config("[page]\nprot = 8080", name="box.toml")
Traceback (most recent call last):
device.errors.ConfigError: box.toml, section [page]: there is no key 'prot', perhaps 'port': there are ...
"""

from __future__ import annotations

import contextlib
import difflib
import ipaddress
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar, get_type_hints, runtime_checkable

from device.cameras.config import BoardCameraConfig, CameraConfig
from device.errors import ConfigError
from device.files import FileError, text_of, toml_of
from device.pins.wiring import Wiring
from device.readers.mqtt.config import MqttConfig
from engine.errors import EngineError, FieldError
from engine.messages import shortened
from engine.names import names_of
from engine.record import Form, Within, one_of, read_on
from engine.registry import game_info
from web.language.catalogue import LANGUAGES

T = TypeVar("T")

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?", re.ASCII)


def _host(name: str) -> str:
    """Read a name such as a router gives, or a number."""
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return name
    if len(name) < 254 and _NAME.fullmatch(name.lower()):
        return name
    raise FieldError(name, _HOST.want)


_HOST = Form(str, _host, "a name or number alone, without http:// and without a port", {"type": "string"})


@runtime_checkable
class _Checked(Protocol):
    """A section that checks its values."""

    def faults(self) -> list[str]:
        """Tell what cannot be, a sentence each, without the section's name."""


@dataclass(frozen=True, slots=True)
class PageConfig:
    """``[page]``: what the phones open."""

    port: Annotated[int, Within(1, 65535)] = 8000
    """The number after the colon of its address."""
    host: str = "0.0.0.0"
    """The address to listen on: by default the whole home network, ``127.0.0.1`` for this machine alone."""
    names: tuple[Annotated[str, _HOST], ...] = ()
    """Further names or numbers by which phones open the page, such as ``games.lan``: those that a router or a
    tunnel gives. The box's own numbers, ``charkoni.local`` and the machine's name need not stand here."""
    https_port: Annotated[int, Within(1, 65535)] = 8443
    """Where the page is served over HTTPS as well, once ``charkoni https`` has turned that on."""

    def faults(self) -> list[str]:
        """Tell what cannot be."""
        if self.port != self.https_port:
            return []
        return [f"https_port cannot be {self.https_port}, which is the port of plain HTTP: give another"]


@dataclass(frozen=True, slots=True)
class DataConfig:
    """``[data]``: what the box keeps."""

    folder: str = ""
    """Where the journal is kept; empty for the usual place: systemd's state directory for the service,
    ``~/.local/share/charkoni`` for a person."""
    photographs_mb: Annotated[int, Within(0, 1_000_000)] = 500
    """Above so many megabytes the oldest photographs of throws are deleted, but none of the game in progress.
    The record of the games is never deleted."""


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """``[board]``: how a game is followed on the board."""

    rest_s: Annotated[float, Within(0.3, 10)] = 1.0
    """So many seconds board and rim must have rested before the box believes what it sees there."""


@dataclass(frozen=True, slots=True)
class PinsConfig:
    """``[pins]``: what is wired to which pin, by BCM number."""

    players: tuple[int, ...] = (17, 27, 22, 23)
    """One lamp for each player, in the order of the seats."""
    rgb: tuple[int, ...] = ()
    """Red, green and blue of one lamp for all players, which then takes the place of theirs."""
    alarm: int = 24
    """The red lamp; -1 without one."""
    buzzer: int = 18
    """The passive piezo buzzer; -1 without one."""
    confirm: int = -1
    """A button: yes, that was thrown; the turn is over; held: a move stays as played; with `undo`: offers."""
    undo: int = -1
    """A button: held down, it takes the last throw or move back."""
    let_in: int = -1
    """A button: phones may join for 60 seconds."""

    def wiring(self) -> Wiring:
        """Tell what is wired to which pin.

        Raises:
            ConfigError: If a pin does not exist, is the Pi's own, or is named twice.
        """
        try:
            return Wiring(
                player_pins=self.players,
                rgb_pins=self.rgb,
                alarm_pin=_there(self.alarm),
                buzzer_pin=_there(self.buzzer),
                confirm_pin=_there(self.confirm),
                undo_pin=_there(self.undo),
                let_in_pin=_there(self.let_in),
            )
        except ValueError as error:
            raise ConfigError(f"section [pins]: {error}") from error

    def faults(self) -> list[str]:
        """Tell what cannot be."""
        try:
            self.wiring()
        except ConfigError as error:
            return [str(error).removeprefix("section [pins]: ")]
        return []


@dataclass(frozen=True, slots=True)
class VoiceConfig:
    """``[voice]``: what the box says aloud."""

    on: bool = True
    """Speak through the box's own loudspeaker, where espeak-ng is installed."""
    language: Annotated[str, one_of(*LANGUAGES)] = "en"
    """Code of the language in which the box speaks: ``en``, ``nl``, ``fi``, ``pl``, ``hi`` or ``kn``; a phone
    may choose another."""
    sounds: str = ""
    """A folder of recorded sounds, such as ``kill.wav``; the rest is spoken (names: ARCHITECTURE.md)."""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """``[game]``: what a game is that the command line begins, where that leaves something open."""

    game: str = "chowka-bhara"
    """``chowka-bhara``, ``pachisi`` or ``backgammon``."""
    preset: str = ""
    """A named set of the game's rules, such as ``7x7``; empty for the first one."""
    players: tuple[str, ...] = ()
    """Names in turn order; empty for those that the house usually has."""

    def faults(self) -> list[str]:
        """Tell what cannot be."""
        found = []
        try:
            info = game_info(self.game)
            info.preset(self.preset or None)
        except EngineError as error:
            found.append(str(error))
        else:
            if self.players and len(self.players) not in info.players:
                counts = " or ".join(map(str, info.players))
                found.append(f"players cannot be {len(self.players)} names: {self.game} is for {counts}")
        try:
            names_of(self.players)
        except EngineError as error:
            found.append(str(error))
        return found


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that one box is told before it starts."""

    camera: CameraConfig = field(default_factory=CameraConfig)
    board_camera: BoardCameraConfig = field(default_factory=BoardCameraConfig)
    board: BoardConfig = field(default_factory=BoardConfig)
    page: PageConfig = field(default_factory=PageConfig)
    data: DataConfig = field(default_factory=DataConfig)
    pins: PinsConfig = field(default_factory=PinsConfig)
    voice: VoiceConfig = field(default_factory=VoiceConfig)
    game: GameConfig = field(default_factory=GameConfig)
    mqtt: MqttConfig = field(default_factory=MqttConfig)


def load_config(path: Path | None) -> Config:
    """Read a config file; without one all is default.

    Raises:
        ConfigError: If it cannot be read, or holds a key or a value that cannot be.
    """
    return Config() if path is None else read_config(read_file(path), name=path.name)


def read_file(path: Path) -> str:
    """Read the text of a config file.

    Raises:
        ConfigError: If it cannot be read.
    """
    try:
        return text_of(path)
    except FileError as error:
        raise ConfigError(f"the config {path} cannot be read: {error.why}") from error


def read_config(text: str, *, name: str = "charkoni.toml") -> Config:
    """Read the text of a config.

    Args:
        text: TOML.
        name: The file's name, for messages.

    Raises:
        ConfigError: If it is no TOML, or holds a key or a value that cannot be; the message names the file,
            the section, the key, and the keys that exist.
    """
    config, faults = examine(text, name=name)
    if faults:
        more = f"; {len(faults) - 1} more: ask 'charkoni check {name}'" if len(faults) > 1 else ""
        raise ConfigError(faults[0] + more)
    return config


def examine(text: str, *, name: str = "charkoni.toml") -> tuple[Config, list[str]]:
    """Read the text of a config as far as that goes: what cannot be has its default, and a fault says so.

    Args:
        text: TOML.
        name: The file's name, for the faults.

    Returns:
        The config, and everything that is wrong with it, a sentence each.
    """
    try:
        given = toml_of(text)
    except ValueError as error:
        return Config(), [f"{name} is no TOML: {error}"]
    faults: list[str] = []
    hints = get_type_hints(Config)
    sections: dict[str, Any] = {}
    for section, keys in given.items():
        if section not in hints:
            near = _near(section, hints, "[{}]")
            faults.append(f"{name}: there is no section [{section}]{near}: there are {', '.join(hints)}")
        elif not isinstance(keys, dict):
            faults.append(f"{name}: {section!r} is a section: write [{section}], then its keys")
        else:
            where = f"{name}, section [{section}]"
            sections[section], wrong = _section(hints[section], keys)
            faults += [f"{where}: {fault}" for fault in wrong]
    config = Config(**sections)
    camera, board = config.camera.source, config.board_camera.source
    if board == camera and not config.board_camera.is_pretend:
        faults.append(
            f"{name}, section [board_camera]: source cannot be {board!r}, which is the tray's camera: leave "
            "it out, and that one sees the board too"
        )
    return config, list(map(shortened, faults))


def data_folder(named: str = "", *, environment: Mapping[str, str] = os.environ) -> Path:
    """Tell where the journal is kept.

    Args:
        named: A folder that a person named; empty for the usual place: the state directory that systemd
            gives, else ``charkoni`` in the user's data folder.
        environment: Variables of the process.
    """
    if named:
        return Path(named).expanduser()
    if state := environment.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    home = environment.get("XDG_DATA_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".local" / "share") / "charkoni"


def runtime_folder(*, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Tell which folder outlives the process, but not the power; None without systemd.

    Args:
        environment: Variables of the process.
    """
    folders = environment.get("RUNTIME_DIRECTORY", "")
    return Path(folders.split(":")[0]) if folders else None


def _section(cls: type[T], keys: dict[str, Any]) -> tuple[T, list[str]]:
    """Read a section; what cannot be has its default."""
    section, refused = read_on(cls, keys)
    faults = [_sentence(fault, get_type_hints(cls)) for fault in refused]
    return section, faults + (section.faults() if isinstance(section, _Checked) else [])


def _sentence(fault: ValueError, keys: Iterable[str]) -> str:
    """Say what is wrong with a key; of an unknown one also what was probably meant."""
    if not (isinstance(fault, FieldError) and fault.is_unknown):
        return str(fault)
    near = _near(fault.path, keys, "'{}'")
    return f"there is no key {fault.path!r}{near}: there are {', '.join(keys)}"


def _there(pin: int) -> int | None:
    """Read a pin; -1 is none."""
    return None if pin == -1 else pin


def _near(written: str, existing: Iterable[str], form: str) -> str:
    """Name what was probably meant."""
    found = difflib.get_close_matches(written[:100].lower(), existing, n=1)
    return f", perhaps {form.format(found[0])}" if found else ""
