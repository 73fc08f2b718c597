"""The settings of the house: each is one typed field, with what it may be and what it means.

Storage, API, its description and forms read and write them by their annotations (`engine.record`).
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Annotated, Any, Concatenate, ParamSpec, Self, TypeVar, get_type_hints

from engine.errors import FieldError, SetupError
from engine.messages import Message
from engine.names import names_of
from engine.record import NEEDED, About, Count, Form, Json, Within, one_of, read, read_on, schema, write
from web.house.connections import MqttChoice
from web.house.rows import json_of
from web.language.catalogue import LANGUAGES
from web.language.points import Pips, Points
from web.language.speech import OUTPUTS, Level
from web.listeners import Listeners
from web.ports import WIDEST_BAR, Role, Storage, TurnEnds

log = logging.getLogger(__name__)

Given = ParamSpec("Given")
Kept = TypeVar("Kept")

MOST_LESSONS = 24
"""So many throws of shells are remembered: `vision.house_set.MOST`, which only the eye may import."""

MOST_BOARDS = 8
"""So many kinds of boards are remembered; there are four."""

MOST_BOARD_GAMES = 40
"""Of so many games it is remembered what the eye on the board may do in them."""

MOST_PICTURE = 56_000
"""Characters of the picture of a board, which is a JPEG in base64."""

Part = Annotated[float, Within(0, 1)]
"""Of the picture's width or height."""
Corner = tuple[Part, Part]
Corners = tuple[Corner, Corner, Corner, Corner]
Side = Annotated[int, Within(1, 2**15 - 1)]
Size = tuple[Side, Side]
"""Width and height of pictures."""


@dataclass(frozen=True, slots=True)
class ChosenBy:
    """Marks a setting that people choose as such, and says who may; the others have pages of their own."""

    role: Role


def _shaped(cls: type) -> Form:
    """Return the form of what the eye reads and writes itself: its shape is checked; it stays as it is."""

    def check(value: Json) -> Json:
        read(cls, value)
        return value

    return Form(lambda value: value, check, Message("an object"), schema(cls), kinds=(dict,))


Earlier = TypeVar("Earlier", bound="EarlierPlacement | PlacedTray")


def earlier(kind: type[Earlier], now: Any) -> Earlier:
    """Return of a set-up what is kept to bring it back."""
    return kind(**{one.name: getattr(now, one.name) for one in fields(kind)})


@dataclass(frozen=True, slots=True)
class _TrayShape:
    """A tray as `vision.Tray` has it; the eye checks the rest."""

    corners: Any
    shape: Any = ""
    trust: Any = 1.0
    rim: Any = ()


@dataclass(frozen=True, slots=True)
class _TaughtShape:
    """What `vision.calibration.Taught` has; the eye checks each throw of shells."""

    dice: Part = 0.0
    cowries: Part = 0.0
    shells: Annotated[tuple[Any, ...], Within(0, MOST_LESSONS)] = ()
    eye: Annotated[str, Within(0, 16)] = ""


_Place = Annotated[Part, partial(round, ndigits=5)]
_Places = tuple[tuple[_Place, _Place], ...]
_FourPlaces = Annotated[_Places, Within(4, 4, "a list of 4 corners")]
_Bar = Annotated[float, Within(0, WIDEST_BAR), partial(round, ndigits=3)]
_Lens = Annotated[str, Within(0, 20)]


def _checked(fields: Json, *, has_picture: bool) -> Json:
    if len(shown := fields["shown"]) != (4 if has_picture else 0):
        raise FieldError(shown, Message("a list of 4, and without a picture an empty one")).within("shown")
    return fields


@dataclass(frozen=True, slots=True)
class EarlierPlacement:
    """Where a board lay before it was set up as it is now; the eye knows which names of lenses there are."""

    corners: _FourPlaces
    quarters: Annotated[int, Within(0, 3)]
    bar: _Bar
    lens: _Lens
    size: Size
    shown: _Places
    """Where its corners then lie in the picture that is kept now."""

    @classmethod
    def from_fields(cls, fields: Json) -> Self:
        """Refuse one with some corners of four."""
        return cls(**_checked(fields, has_picture=bool(fields["shown"])))


@dataclass(frozen=True, slots=True)
class BoardPlacement:
    """How a board is set up; `device.camera.placement` knows more of what the eye learnt of it."""

    corners: _FourPlaces
    """Parts of the picture's width and height, clockwise, the first at the upper left."""
    quarters: Annotated[int, Within(0, 3), NEEDED] = 0
    """How often the board is turned clockwise by a quarter; 0 has the south player at the lower edge."""
    bar: Annotated[_Bar, NEEDED] = 1.0
    """Width of the bar in columns, where the board has one."""
    size: Annotated[Size, NEEDED] = (4, 3)
    """Width and height of the camera's pictures then, in pixels."""
    learnt: Annotated[Any, NEEDED] = None
    """The pieces; None before they were learnt."""
    picture: Annotated[Any, NEEDED] = b""
    """What the board looked like, as JPEG, by which it is known again; empty where there is none."""
    shown: Annotated[_Places, NEEDED] = ()
    """Where its corners lie in that picture."""
    is_empty: Annotated[bool, NEEDED] = False
    """True if no piece stood on the board in that picture."""
    lens: _Lens = ""
    """Which lens was chosen, by its name in `vision.board.LENSES`, or `lenses.UNKNOWN`; empty if none was."""
    before: EarlierPlacement | None = None
    """Where it lay before; None where it was set up once."""

    @classmethod
    def from_fields(cls, fields: Json) -> Self:
        """Refuse a picture without the corners in it, and corners without their picture."""
        return cls(**_checked(fields, has_picture=bool(fields["picture"])))


@dataclass(frozen=True, slots=True)
class _BoardShape(BoardPlacement):
    learnt: Annotated[Mapping[str, Any] | None, NEEDED] = None
    picture: Annotated[str, Within(0, MOST_PICTURE), NEEDED] = ""


@dataclass(frozen=True, slots=True)
class Switches:
    """What the eye on the board may do in a game."""

    follow: Annotated[bool, NEEDED] = True
    """It follows turns, asks, and says when it has lost the board."""
    object: Annotated[bool, NEEDED] = True
    """It objects to what the rules forbid; else that is entered as it was played, once the turn has ended."""


def _players(names: list[Any]) -> tuple[str, ...]:
    try:
        if all(type(name) is str for name in names) and len(names_of(names)) == len(names) >= 2:
            return tuple(names)
    except SetupError:
        pass
    raise FieldError(names, _NAMES)


_NAMES = Message("a list of 2 to 4 names")
PLAYERS = Form(
    list,
    _players,
    _NAMES,
    {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 4},
    kinds=(list,),
)


VOICE = one_of("", *LANGUAGES)


def _game(number: str) -> int:
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise FieldError(number, Message("the number of a game"))
    return int(number)


GAME = Form(str, _game, Message("the number of a game"), {"type": "string"})


@dataclass(frozen=True, kw_only=True)
class PlacedTray:
    """Where the tray lies."""

    tray: Annotated[
        Corners | None, NEEDED, About("The corners of the tray, or null for the whole picture.")
    ] = None
    tray_field: Annotated[
        Annotated[Mapping[str, Any], _shaped(_TrayShape)] | None,
        NEEDED,
        About("The tray's shape and look, as the eye found it."),
    ] = None
    tray_size: Annotated[
        Size | None, About("In pictures of which size the tray was set; null where nobody knows.")
    ] = None


@dataclass(frozen=True, kw_only=True)
class Settings(PlacedTray):
    """What the house has chosen, and what the box remembers of it."""

    tray_worked_out: Annotated[bool, About("The tray's place was worked out, and nobody has looked.")] = False
    tray_before: Annotated[PlacedTray | None, About("The tray as it was before.")] = None
    names: Annotated[tuple[str, ...], PLAYERS, About("The players' usual names.")] = (
        "Asha",
        "Ravi",
        "Mina",
        "Dev",
    )
    points: Annotated[
        Points,
        About("How the points of a board are numbered that has its own numbering."),
        ChosenBy("player"),
    ] = "own"
    pips: Annotated[Pips, About("Whether pip counts are shown."), ChosenBy("player")] = "hidden"
    hears: Annotated[Level, About("What the box's voice lets hear."), ChosenBy("admin")] = "everything"
    hears_buzzer: Annotated[Level, About("What the buzzer lets hear."), ChosenBy("admin")] = "everything"
    hears_phones: Annotated[
        Level,
        About("What phones let hear that have chosen nothing themselves."),
        ChosenBy("admin"),
    ] = "everything"
    language: Annotated[
        str, VOICE, About("Of the box's voice; empty for that of the config."), ChosenBy("admin")
    ] = ""
    board_pictures: Annotated[bool, About("Pictures of the board go into backups."), ChosenBy("admin")] = (
        False
    )
    taught: Annotated[
        Mapping[str, Any], _shaped(_TaughtShape), About("What the eye was taught of the set.")
    ] = field(default_factory=dict)
    taught_since: Annotated[Count, About("Up to this event nothing is learnt: people forgot it.")] = 0
    boards: Annotated[
        Mapping[Annotated[str, Within(0, 40)], Annotated[Mapping[str, Any], _shaped(_BoardShape)]],
        Within(0, MOST_BOARDS),
        About("How boards were set up, by the names of their layouts."),
    ] = field(default_factory=dict)
    board_games: Annotated[
        Mapping[Annotated[int, GAME], Switches],
        Within(0, MOST_BOARD_GAMES),
        About("What the eye on the board may do, by the number of the game."),
    ] = field(default_factory=dict)
    board_turn_ends: Annotated[TurnEnds, About("What ends a turn on the board.")] = "throw"
    mqtt: Annotated[MqttChoice | None, About("How the box speaks MQTT; null for what the config says.")] = (
        None
    )

    @property
    def heard(self) -> dict[str, Level]:
        """What each output lets hear, by the name of its setting."""
        return {output: getattr(self, output) for output in OUTPUTS}


KINDS: Mapping[str, Any] = get_type_hints(Settings, include_extras=True)
"""What each setting may be."""


def named(
    _: Callable[Given, Settings],
) -> Callable[[Callable[Concatenate[Kept, ...], None]], Callable[Concatenate[Kept, Given], None]]:
    """Have a method take the settings by their names and types."""
    return lambda method: method


class HouseSettings:
    """The settings, a row each. May be used from any thread."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._listeners = Listeners()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from the thread that set them) after every change; returns how to stop."""
        return self._listeners.add(changed)

    def get(self) -> Settings:
        """Return all settings, those never set, and those that cannot be read, with their default."""
        given: Json = {}
        faults: list[ValueError] = []
        for key, text in self.storage.read("SELECT key, value FROM setting"):
            try:
                given[str(key)] = json_of(text)
            except ValueError as error:
                faults.append(error)
        settings, wrong = read_on(Settings, given)
        faults += wrong
        for fault in faults:
            log.debug("a setting cannot be read: %s", fault)
        self.storage.read_errors.note("setting", len(faults))
        return settings

    @named(Settings)
    def set(self, **changes: Any) -> None:
        """Remember changes, all or none.

        Raises:
            ValueError: For an unknown name or value, naming what would do.
            RecordError: If they cannot be written.
        """
        rows = [(key, written(key, value)) for key, value in changes.items()]

        def write(writer: sqlite3.Connection) -> None:
            writer.executemany("REPLACE INTO setting VALUES (?, ?)", rows)

        self.storage.write(write)
        self._listeners.tell()


def checked(key: str, value: object) -> Any:
    """Read one setting.

    Raises:
        ValueError: For an unknown name or value, naming what would do.
    """
    if key not in KINDS:
        raise FieldError(value, ", ".join(KINDS), is_unknown=True).within(key)
    try:
        return read(KINDS[key], value)
    except FieldError as error:
        raise error.within(key) from None
    except ValueError as error:
        raise ValueError(f"{key!r} cannot be so: {error}") from error


def written(key: str, value: object) -> str:
    """Write one setting as JSON, if it may be so.

    Raises:
        ValueError: For an unknown name or value, naming what would do.
    """
    text = json.dumps(write(value))
    checked(key, json.loads(text))
    return text
