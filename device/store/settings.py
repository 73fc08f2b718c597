"""What the box remembers about the house, in the journal. Every setting is listed in `KNOWN`."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.listeners import Listeners
from device.store import Journal
from device.store.rows import json_of
from engine.errors import SetupError
from engine.names import names_of
from engine.record import read
from web.board_port import TURN_ENDS
from web.connections_port import MqttChoice
from web.language.alerts import LEVELS, OUTPUTS
from web.language.catalogue import LANGUAGES
from web.language.points import CHOICES, PIP_CHOICES, PIPS, SETTING

log = logging.getLogger(__name__)

MOST_LESSONS = 24
"""So many throws of shells are remembered: `vision.house_set.MOST`, which only the eye may import."""

MOST_BOARDS = 8
"""So many kinds of boards are remembered; there are four."""

MOST_BOARD_GAMES = 40
"""Of so many games it is remembered what the eye on the board may do in them."""

MOST_PICTURE = 56_000
"""Characters of the picture of a board, which is a JPEG in base64."""

_MORE_BOARD_FIELDS = frozenset({"lens", "before"})
"""What was not kept of boards at first."""

_LAID_BEFORE_FIELDS = frozenset({"corners", "quarters", "bar", "lens", "size", "shown"})

_BOARD_FIELDS = frozenset({"corners", "quarters", "bar", "size", "learnt", "picture", "shown", "is_empty"})


@dataclass(frozen=True, slots=True)
class Known:
    """One setting that exists."""

    default: Any
    allows: Callable[[Any], bool]
    wanted: str
    """What it may be, in words."""


def _one_of(default: str, *others: str) -> Known:
    choices = (default, *others)
    return Known(default, lambda value: isinstance(value, str) and value in choices, " or ".join(choices))


def _is_language(value: Any) -> bool:
    return value == "" or (isinstance(value, str) and value in LANGUAGES)


def _is_corners(value: Any) -> bool:
    """Four pairs of parts of the picture's width and height, or nothing."""
    return value is None or (
        isinstance(value, list)
        and len(value) == 4
        and all(
            isinstance(corner, list)
            and len(corner) == 2
            and all(isinstance(part, int | float) and 0 <= part <= 1 for part in corner)
            for corner in value
        )
    )


def _is_field(value: Any) -> bool:
    """A tray as `vision.Tray.to_dict` gives it, or nothing; the eye checks the rest."""
    return value is None or (
        isinstance(value, dict) and "corners" in value and set(value) <= {"corners", "shape", "trust", "rim"}
    )


def _is_size(value: Any) -> bool:
    """Width and height of pictures, or nothing."""
    return value is None or (
        isinstance(value, list)
        and len(value) == 2
        and all(type(side) is int and 0 < side < 2**15 for side in value)
    )


def _is_before(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict)
        and set(value) - {"tray_size"} == {"tray", "tray_field"}
        and _is_corners(value["tray"])
        and _is_field(value["tray_field"])
        and _is_size(value.get("tray_size"))
    )


def _is_whole(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**53


def _is_taught(value: Any) -> bool:
    """What `vision.calibration.Taught.to_dict` gives; the eye checks each throw of shells."""
    return isinstance(value, dict) and all(
        (key in ("dice", "cowries") and isinstance(part, int | float) and 0 <= part <= 1)
        or (key == "shells" and isinstance(part, list) and len(part) <= MOST_LESSONS)
        or (key == "eye" and isinstance(part, str) and len(part) <= 16)
        for key, part in value.items()
    )


def _is_boards(value: Any) -> bool:
    """How boards were set up, by the names of their layouts, as `device.follow.board_kept` writes it."""
    return (
        isinstance(value, dict)
        and len(value) <= MOST_BOARDS
        and all(isinstance(name, str) and len(name) <= 40 and _is_board(one) for name, one in value.items())
    )


def _is_board(value: Any) -> bool:
    """One of them; the eye checks the bar, what was learnt of the pieces, and whether the picture is one."""
    if not isinstance(value, dict) or set(value) - _MORE_BOARD_FIELDS != _BOARD_FIELDS:
        return False
    learnt, picture, shown = value["learnt"], value["picture"], value["shown"]
    return (
        _is_laid(value)
        and (learnt is None or isinstance(learnt, dict))
        and isinstance(picture, str)
        and len(picture) <= MOST_PICTURE
        and (shown == [] if not picture else shown and _is_corners(shown))
        and type(value["is_empty"]) is bool
        and _is_laid_before(value.get("before"))
    )


def _is_laid_before(value: Any) -> bool:
    """Where it lay before, or nothing."""
    return value is None or (
        isinstance(value, dict)
        and set(value) == _LAID_BEFORE_FIELDS
        and _is_laid(value)
        and (value["shown"] == [] or bool(value["shown"] and _is_corners(value["shown"])))
    )


def _is_laid(value: dict[str, Any]) -> bool:
    """Where a board lies, in pictures of which size; the eye knows which names of lenses there are."""
    size, lens = value["size"], value.get("lens", "")
    return (
        value["corners"] is not None
        and _is_corners(value["corners"])
        and type(value["quarters"]) is int
        and 0 <= value["quarters"] < 4
        and type(value["bar"]) in (int, float)
        and 0 <= value["bar"] < 10
        and size is not None
        and _is_size(size)
        and isinstance(lens, str)
        and len(lens) <= 20
    )


def _is_board_games(value: Any) -> bool:
    """What the eye on the board may do, by the number of the game."""
    return (
        isinstance(value, dict)
        and len(value) <= MOST_BOARD_GAMES
        and all(isinstance(game, str) and game.isascii() and game.isdigit() for game in value)
        and all(
            isinstance(one, dict)
            and set(one) == {"follow", "object"}
            and all(type(part) is bool for part in one.values())
            for one in value.values()
        )
    )


def _is_mqtt(value: Any) -> bool:
    """An `MqttChoice`, or nothing."""
    try:
        return value is None or bool(read(MqttChoice, value))
    except ValueError:
        return False


def _is_names(value: Any) -> bool:
    return (
        isinstance(value, list)
        and 2 <= len(value) <= 4
        and all(isinstance(name, str) for name in value)
        and _are_players(value)
    )


def _are_players(names: list[str]) -> bool:
    """True if a game can be begun with these names."""
    try:
        return len(names_of(names)) == len(names)
    except SetupError:
        return False


KNOWN: Mapping[str, Known] = {
    "names": Known(["Asha", "Ravi", "Mina", "Dev"], _is_names, "a list of 2 to 4 names"),
    **{output: _one_of(*LEVELS) for output in OUTPUTS},
    "language": Known("", _is_language, f"{', '.join(LANGUAGES)}, or empty for the config's"),
    SETTING: _one_of(*CHOICES),
    PIPS: _one_of(*PIP_CHOICES),
    "tray": Known(None, _is_corners, "four corners [x, y], each 0 to 1, or null"),
    "tray_field": Known(None, _is_field, "what 'charkoni tray' found, or null"),
    "tray_size": Known(None, _is_size, "width and height of the pictures in which the tray was set, or null"),
    "tray_worked_out": Known(False, lambda value: type(value) is bool, "true or false"),
    "tray_before": Known(None, _is_before, "tray, tray_field and tray_size as they were before, or null"),
    "taught": Known(
        {}, _is_taught, "what the eye learnt: dice and cowries, each 0 to 1, shells, and which eye"
    ),
    "taught_since": Known(0, _is_whole, "the number of an event"),
    "boards": Known({}, _is_boards, "how boards were set up, by the names of their layouts"),
    "board_games": Known({}, _is_board_games, "follow and object, true or false, by the numbers of games"),
    "board_turn_ends": _one_of(*TURN_ENDS),
    "board_pictures": Known(False, lambda value: type(value) is bool, "true or false"),
    "mqtt": Known(None, _is_mqtt, "what was chosen under “Connections”, or null for what the config says"),
}
"""Every setting: the players' usual names; what the box's voice, its buzzer and the phones let hear; the
language of the voice; how points are numbered where a preset has both ways; the corners of the tray, its
shape and look, in which pictures it was set and whether its place in others was worked out, and all of it as
it was before; from which sureness on the eye tells a face, and what it
learnt of shells; up to which event nothing is learnt, as people forgot it; where each kind of board lies, the
colours of its pieces and what it looked like; in which games the eye does not follow the board, or does not
object; whether pictures of the board go into backups; how the box speaks MQTT."""


def checked(key: str, value: Any) -> dict[str, Any]:
    """Return one setting, if there is such a one and it may be so.

    Raises:
        ValueError: For an unknown key or value, naming what exists.
    """
    if key not in KNOWN:
        raise ValueError(f"there is no setting {key!r}: there are {', '.join(KNOWN)}")
    if not KNOWN[key].allows(value):
        raise ValueError(f"setting {key!r} cannot be {value!r}: it may be {KNOWN[key].wanted}")
    return {key: value}


class HouseSettings:
    """Settings kept in the journal; implements the page's `Settings`."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._listeners = Listeners()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from the thread that set them) after every change; returns how to stop."""
        return self._listeners.add(changed)

    def get(self) -> dict[str, Any]:
        """Return all settings, those never set, and those that cannot be read, with their default."""
        settings = {key: known.default for key, known in KNOWN.items()}
        unread = 0
        for key, text in self._journal.read("SELECT key, value FROM setting"):
            try:
                settings |= checked(str(key), json_of(text))
            except ValueError as error:
                log.debug("a setting cannot be read: %s", error)
                unread += 1
        self._journal.losses.tell("setting", unread)
        return settings

    def set(self, changes: Mapping[str, Any]) -> None:
        """Remember changes, all or none.

        Raises:
            ValueError: For an unknown key or value, naming what exists.
            RecordError: If they cannot be written.
        """
        for key, value in changes.items():
            checked(key, value)

        def write(writer: sqlite3.Connection) -> None:
            for key, value in changes.items():
                writer.execute("REPLACE INTO setting VALUES (?, ?)", (key, json.dumps(value)))

        self._journal.write(write)
        self._listeners.tell()
