r"""The config of one box: a TOML file read into frozen dataclasses, the defaults here in code.

>>> read_config("[page]\nport = 8080").page.port
8080
>>> read_config("[page]\nprot = 8080")
Traceback (most recent call last):
device.errors.ConfigError: charkoni.toml, section [page]: there is no key 'prot': there are port, host
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from device.errors import ConfigError
from device.pins import Wiring

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """``[camera]``."""

    source: str = "auto"
    """``auto``, ``pi``, ``v4l2:0``, ``film``, ``film:PATH`` or ``folder:PATH``."""


@dataclass(frozen=True, slots=True)
class PageConfig:
    """``[page]``: what the phones open."""

    port: int = 8000
    host: str = "0.0.0.0"
    """The address to listen on: by default the whole home network, ``127.0.0.1`` for this machine alone."""


@dataclass(frozen=True, slots=True)
class DataConfig:
    """``[data]``."""

    folder: str = ""
    """Where the journal is kept; empty for the usual place (see `data_folder`)."""


@dataclass(frozen=True, slots=True)
class PinsConfig:
    """``[pins]``: what is wired to which pin, by BCM number."""

    players: tuple[int, ...] = (17, 27, 22, 23)
    """One lamp for each player, in the order of the seats."""
    alarm: int = 24
    """The red lamp."""
    buzzer: int = 18

    def wiring(self) -> Wiring:
        """Say what is wired to which pin.

        Raises:
            ConfigError: If a pin does not exist or is named twice.
        """
        try:
            return Wiring(player_pins=self.players, alarm_pin=self.alarm, buzzer_pin=self.buzzer)
        except ValueError as error:
            raise ConfigError(f"section [pins]: {error}") from error


@dataclass(frozen=True, slots=True)
class VoiceConfig:
    """``[voice]``."""

    on: bool = True
    """Speak through the box's own loudspeaker, where espeak-ng is installed."""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class GameConfig:
    """``[game]``: what a new game is, unless the command line says otherwise."""

    game: str = "chowka-bhara"
    preset: str = ""
    """Empty for the game's first preset."""
    players: tuple[str, ...] = ()
    """Names in turn order; empty for those that the house usually has."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that one box is told before it starts."""

    camera: CameraConfig = field(default_factory=CameraConfig)
    page: PageConfig = field(default_factory=PageConfig)
    data: DataConfig = field(default_factory=DataConfig)
    pins: PinsConfig = field(default_factory=PinsConfig)
    voice: VoiceConfig = field(default_factory=VoiceConfig)
    game: GameConfig = field(default_factory=GameConfig)


def load_config(path: Path | None) -> Config:
    """Read a config file; without one all is default.

    Raises:
        ConfigError: If it cannot be read, or holds a key or a value that cannot be.
    """
    if path is None:
        return Config()
    try:
        return read_config(path.read_text("utf-8"), name=path.name)
    except OSError as error:
        raise ConfigError(f"the config {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"the config {path} cannot be read: it is no UTF-8 text") from error


def read_config(text: str, *, name: str = "charkoni.toml") -> Config:
    """Read the text of a config.

    Args:
        text: TOML.
        name: The file's name, for messages.

    Raises:
        ConfigError: If it is no TOML, or holds a key or a value that cannot be; the message names the file,
            the section, the key, and the keys that exist.
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name} is no TOML: {error}") from error
    sections = {part.name: part.type for part in fields(Config)}
    for section, keys in given.items():
        if section not in sections:
            raise ConfigError(f"{name}: there is no section [{section}]: there are {', '.join(sections)}")
        if not isinstance(keys, dict):
            raise ConfigError(f"{name}: {section!r} is a section: write [{section}], then its keys")
    hints = get_type_hints(Config)
    config = Config(
        **{
            section: _section(hints[section], keys, f"{name}, section [{section}]")
            for section, keys in given.items()
        }
    )
    _check_values(config, name)
    return config


def data_folder(named: str = "", *, environment: Mapping[str, str] = os.environ) -> Path:
    """Say where the journal is kept.

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


def _section(cls: type[T], keys: Mapping[str, Any], where: str) -> T:
    hints = get_type_hints(cls)
    for key, value in keys.items():
        if key not in hints:
            raise ConfigError(f"{where}: there is no key {key!r}: there are {', '.join(hints)}")
        if not _is(value, hints[key]):
            raise ConfigError(f"{where}: {key} cannot be {value!r}: give {_WORDS[hints[key]]}")
    return cls(**{key: tuple(value) if isinstance(value, list) else value for key, value in keys.items()})


_WORDS: Mapping[object, str] = {
    str: "a text in quotes",
    int: "a whole number",
    bool: "true or false",
    tuple[int, ...]: "a list of whole numbers",
    tuple[str, ...]: "a list of texts in quotes",
}


def _is(value: object, wanted: object) -> bool:
    """Say whether a TOML value has a type; true is no number here."""
    if wanted == tuple[int, ...]:
        return isinstance(value, list) and all(type(one) is int for one in value)
    if wanted == tuple[str, ...]:
        return isinstance(value, list) and all(type(one) is str for one in value)
    return type(value) is wanted


def _check_values(config: Config, name: str) -> None:
    """Refuse what no box can be."""
    if not 1 <= config.page.port <= 65535:
        raise ConfigError(f"{name}, section [page]: port cannot be {config.page.port}: give 1 to 65535")
    try:
        config.pins.wiring()
    except ConfigError as error:
        raise ConfigError(f"{name}, {error}") from error
