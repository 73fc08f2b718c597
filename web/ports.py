"""What the page needs of the box, and the values that both speak in. `device` implements the Protocols."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Literal, Protocol, get_args

from engine.events import Logged, Setup
from engine.facts import Outcome
from engine.messages import NOTHING, Message, MessageError

Role = Literal["watcher", "player", "admin"]
"""Watchers see everything and change nothing; players act; admins change the box."""

ROLES: tuple[Role, ...] = get_args(Role)
"""Each may do all that those before it may."""


LARGEST_BACKUP = 2 * 1024**3
"""Bytes of the largest backup that is taken; the photographs are capped far below."""


@dataclass(frozen=True, slots=True)
class EyeState:
    """What the eye does at this moment."""

    state: str
    """``empty``, ``hand``, ``moving``, ``settled``, ``read``, ``uncertain``, ``cleared``, ``starting``,
    ``away`` (no camera) or ``off`` (people type throws)."""
    camera: Message
    """Which camera."""
    message: Message | None = None
    """What is wrong and what would help; None when all is well."""
    board: EyeState | None = None
    """How the board's own camera is: ``starting``, ``seeing``, ``away`` or ``off``; None without one."""


@dataclass(frozen=True, slots=True)
class LampState:
    """What the lamps and the buzzer show."""

    players: tuple[float, ...]
    """Brightness of each player's lamp, 0..1, by seat."""
    alarm: float
    """Brightness of the red lamp, 0..1."""
    pattern: str
    """Name of the pattern that runs: ``turn``, ``kill``, ``illegal``, ``win``, ``question``, ``fault`` or
    ``still``."""
    sound: str = ""
    """What the buzzer plays, or would if it were heard: the same names; empty when it is silent."""
    sound_number: int = 0
    """Counts sounds, so that a phone plays each once."""


@dataclass(frozen=True, slots=True)
class Output:
    """One lamp or sound of the box."""

    name: str
    """``lamp-1`` to ``lamp-4`` by seat, ``red``, ``buzzer`` or ``voice``."""
    where: Literal["wired", "page", "none"]
    """Whether it is there; what is not wired stands on the page alone, or is not there at all."""
    pins: tuple[int, ...] = ()
    """BCM numbers, where it is wired to pins."""
    trouble: Message | None = None
    """Why it cannot be heard, and what would help; None when all is well."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of the journal, for lists."""

    number: int
    setup: Setup
    started: float
    """Seconds since 1970, by the box's clock."""
    events: int
    ended: bool
    winners: tuple[str, ...]
    """Names; empty while nobody has won."""
    outcome: Outcome | None = None
    """How it ended; None while it goes on, and where that cannot be read any more."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a backup holds."""

    games: int
    photographs: int


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup that was made to be carried away."""

    tag: str
    """Tells it from every other one; nobody guesses it."""
    path: Path
    bytes: int


@dataclass(frozen=True, slots=True)
class Trust:
    """What a phone needs to trust the box over HTTPS."""

    certificate: str
    """Of the box's own authority, as PEM; no key."""
    fingerprint: str
    """Its SHA-256 fingerprint: pairs of digits with colons between."""
    port: int
    """Where the page is served over HTTPS."""
    names: frozenset[str]
    """Names and numbers under which the page may be opened so."""


class TrialError(MessageError, ValueError):
    """What was to be tried cannot be tried now; the message says why and what would help."""


class NoBackupError(MessageError, ValueError):
    """A file is no backup that this box can read."""


Lost = Literal["setting", "phone", "part of a phone", "token", "key", "house rules", "person", "game"]


class ReadErrors:
    """Counts rows that could not be read. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._most: dict[Lost, int] = {}

    def note(self, lost: Lost, count: int) -> None:
        """Remember that so many could not be read; a higher count of the same takes its place."""
        if count:
            with self._lock:
                self._most[lost] = max(count, self._most.get(lost, 0))

    def counts(self) -> dict[Lost, int]:
        """Return how many of each kind could not be read."""
        with self._lock:
            return dict(self._most)


class Storage(Protocol):
    """The database of a house: a file, or memory."""

    read_errors: ReadErrors
    """Rows that could not be read."""

    def read(self, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Return rows of the last committed state."""

    def write(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Carry out one transaction, whole or not at all. Raises RecordError if it cannot be written."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """By which names and numbers the box may be opened."""

    known: Callable[[str], bool]
    """True if the box may be opened by a name or number (lower case, without a port) now."""
    addresses: Callable[[], list[str]]
    """The addresses by which it is opened best, whole."""


@dataclass(frozen=True, slots=True)
class Archive:
    """What becomes of games: exported, deleted, carried away in a backup and brought back."""

    export: Callable[[int | None], Iterator[str]]
    """The events of a game as JSON lines, many in a piece; None gives all games."""
    delete: Callable[[int, int], None]
    """Delete a game with its photographs for good; the second number is of the game on the table, or 0.
    Raises EngineError if it cannot be now."""
    imported: Callable[[str], int]
    """The number of the game that came with the request of a mark; 0 if there is none."""
    back_up: Callable[[], BackupFile]
    """Make a backup and keep it for a while. Raises RecordError if it cannot be made."""
    backup_file: Callable[[str], BackupFile | None]
    """The backup with a tag; None if it is not kept any more."""
    incoming: Callable[[int], IO[bytes]]
    """Make the file for a backup of so many bytes; it goes when it is closed. Raises RecordError."""
    take_back: Callable[[IO[bytes]], None]
    """Lay a backup from `incoming` ready for the next start. Raises NoBackupError or RecordError."""
    take_piece: Callable[[str, int, int, Callable[[int], bytes]], tuple[int, bool]]
    """Take the next piece of a backup, if it begins at what has come; an empty one only asks.

    Takes a mark that tells this file from others, the bytes of the whole backup, where the piece begins, and
    what reads so many bytes of it. Returns the bytes that have come, and whether all of it lies ready for the
    next start. Raises NoBackupError or RecordError.
    """
    waiting: Callable[[], Holding | None]
    """What the backup holds that lies ready; None if there is none."""
    leave: Callable[[], None]
    """Put the backup that lies ready away."""


class Eye(Protocol):
    """The camera and what it believes."""

    def state(self) -> EyeState:
        """Tell what the eye does now."""

    def picture(self) -> bytes | None:
        """Return the latest picture as JPEG; None before the first."""

    def tray_picture(self) -> bytes | None:
        """Return the latest picture cut to the tray; None before the first, and while no tray is set."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from another thread) whenever the state has changed; returns how to stop."""


class Library(Protocol):
    """The journal: games, events, photographs."""

    def last_seq(self) -> int:
        """Number of the newest event."""

    def events(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events with a number above `since`, oldest first, of all games."""

    def played(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events as `events` does, without those of imported games."""

    def played_before(self, seq: int, *, limit: int = 500) -> list[Logged]:
        """List events of games that were played here with a number below `seq`, the newest first."""

    def imports(self, *, since: int) -> list[Logged]:
        """List the newest imported event above `since` of each game that has one, oldest first."""

    def wait(self, *, since: int, timeout_s: float) -> bool:
        """Wait until there is an event above `since`; False when the time is over."""

    def games(self) -> list[GameLine]:
        """List all games, the newest first."""

    def game_events(self, game: int) -> list[Logged]:
        """List all events of one game. Raises KeyError if there is none."""

    def photograph(self, name: str, *, ringed: bool = True) -> bytes | None:
        """Return the photograph of a throw as JPEG, with what was seen ringed; None if it does not exist."""

    def has_photograph(self, name: str) -> bool:
        """True if the photograph of a throw is still kept."""

    def trouble(self) -> tuple[Message, ...]:
        """Tell that the journal cannot be written and what to do; empty when all is well."""

    def notice(self) -> tuple[Message, ...]:
        """Tell what became of a trouble that is over; empty when there was none lately."""


class Lamps(Protocol):
    """Lamps, buzzer and voice."""

    def state(self) -> LampState:
        """Tell what they show now."""

    def outputs(self) -> Sequence[Output]:
        """List what can be tried."""

    def test(self, name: str) -> None:
        """Try one. Raises ValueError for an unknown one, TrialError if it cannot be tried now."""

    def looked(self) -> None:
        """Take it that somebody has looked at what the red lamp shines for."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from another thread) whenever they have changed; returns how to stop."""

    def wiring(self) -> Sequence[tuple[Message, int]]:
        """List what is wired to which BCM pin."""

    def header(self, say: Callable[[Message], str]) -> str:
        """Draw the header of pins with what is wired to it, as SVG; empty where nothing can be wired."""


Corner = tuple[float, float]
"""x and y, each as a part of the picture's width and height, 0 to 1; an oval's may lie a little outside."""

Shape = Literal["four-cornered", "oval"]
"""An oval, a round tray too, touches the middles of the four sides."""


class NoPictureError(MessageError):
    """The camera gives no picture now; the message says what would help."""


class NoTrayError(MessageError, ValueError):
    """Corners make no tray; the message says why."""


@dataclass(frozen=True, slots=True)
class TrayLine:
    """Where things are thrown."""

    corners: tuple[Corner, ...]
    """Four, clockwise from the upper left; none where the whole picture is the tray."""
    shape: Shape = "four-cornered"
    trust: float = 1.0
    """Part of the rim that was seen when it was found; 1 when it was set by hand."""
    area: float = 1.0
    """Part of the picture that it covers."""
    outline: tuple[Corner, ...] = ()
    """The outline, clockwise."""


@dataclass(frozen=True, slots=True)
class LightLine:
    """How the light on the tray was."""

    faults: Mapping[str, Message]
    """What was wrong (``dark``, ``noise``, ``glare``, ``shadow``, ``flicker``) → what to do."""
    when: float
    """Seconds since 1970."""
    saw_flicker: bool
    """Whether there were frames enough to see flicker."""


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What was read in a picture."""

    number: int
    """Names its picture."""
    faces: tuple[str, ...]
    """``1`` to ``6``, ``mouth``, ``back`` or ``unsure``, one for each thing that lies there."""
    certain: bool
    """Whether nobody would be asked."""
    doubts: tuple[Message, ...]
    """Why it is not certain."""
    is_check: bool
    """Whether it was read as a check only, and not as a throw."""


class TrayCamera(Protocol):
    """How the eye is set up."""

    def picture(self) -> bytes | None:
        """Return a fresh picture as JPEG, the last one where the camera gives none; None before the first."""

    def size(self) -> tuple[int, int] | None:
        """Return width and height of the pictures in pixels; None before the first."""

    def tray(self) -> TrayLine:
        """Tell where things are thrown."""

    def tray_before(self) -> TrayLine | None:
        """Tell what would be brought back; None if there is nothing else."""

    def may_lie_elsewhere(self) -> bool:
        """True if somebody should look whether the tray lies right: the pictures got another shape."""

    def lies_right(self) -> None:
        """Take that the tray lies right as it is drawn. Raises RecordError if that cannot be kept."""

    def is_new(self) -> bool:
        """True if nobody has set a tray yet, nor wished for the whole picture, and people throw into one."""

    def set_tray(self, corners: Sequence[Corner], shape: Shape) -> None:
        """Take corners set by hand, in their order around the tray. Raises NoTrayError or RecordError."""

    def find_tray(self) -> tuple[TrayLine | None, bool]:
        """Find the rim of the empty tray; True if it is sure and taken. Raises as `read`, or RecordError."""

    def forget_tray(self) -> None:
        """Take the whole picture. Raises RecordError if that cannot be kept."""

    def take_back(self) -> None:
        """Bring the tray before back; once more undoes that. Raises RecordError if it cannot be kept."""

    def light(self) -> LightLine | None:
        """Tell how the light was when it was measured last; None if it was not since the box started."""

    def measure_light(self) -> LightLine:
        """Measure the light, which takes two seconds. Raises NoPictureError."""

    def held(self) -> frozenset[str] | None:
        """Tell what the camera holds still: ``exposure``, ``white balance``, ``focus``; empty if it is free.

        None where it has nothing that could be held.
        """

    def hold(self, still: bool) -> None:
        """Hold the camera still, or let it look after itself."""

    def learnt(self) -> int:
        """Tell from how many throws of shells the eye has learnt."""

    def forget_learnt(self) -> None:
        """Forget all that the eye has learnt. Raises RecordError if that cannot be kept."""

    def last_read(self) -> ReadLine | None:
        """Tell what was read last, as a throw or as a check; None if nothing was."""

    def read(self) -> ReadLine:
        """Read what lies there now, as a check that no game hears of. Raises NoPictureError."""

    def read_picture(self, number: int) -> bytes | None:
        """Return the picture of the last reading as JPEG, what was seen ringed; None if it is another."""


MOST_TAPS = 4
"""Taps on the pieces of one player."""

LENSES = ("module-1", "module-2", "module-3", "module-3-wide", "any")
"""Cameras that may be chosen; ``any`` is one of which nothing is known."""

WIDEST_BAR = 3.0
"""A wider bar than this, in columns of points, is none."""


class NoBoardError(MessageError, ValueError):
    """Corners, colours or a picture of a board cannot be kept; the message says why and what would help."""


@dataclass(frozen=True, slots=True)
class Placement:
    """How a board lies in the picture."""

    corners: tuple[Corner, ...]
    """Four, clockwise from the upper left of the picture."""
    quarters: int = 0
    """How often it is turned clockwise by a quarter: with 0 the first player sits at the lower edge, with 1
    at the left, with 2 at the upper edge, with 3 at the right."""
    bar: float = 1.0
    """Width of the bar in columns, where the board has one."""
    lens: str = ""
    """Which camera looks at it, one of `LENSES`; empty for what the camera itself tells."""


@dataclass(frozen=True, slots=True)
class PiecesLine:
    """How large the pieces are seen."""

    pixels: float
    """Width of the narrowest, on any place."""
    advice: Message | None
    """What would help; None where they are large enough to be told."""


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """Printed markers in the picture."""

    laid: Placement | None
    """How the board lies that four of them enclose; None unless all four are seen."""
    seen: int
    """How many of the four are seen."""
    doubts: tuple[Message, ...] = ()
    """Why others are not taken."""
    can: bool = True
    """False where the box has nothing that finds markers."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """What was seen to stand on the board."""

    number: int
    """Counts what was looked at."""
    pieces: tuple[int, ...]
    """By player: how many pieces, on all places that can be seen."""
    unsure: int
    """Places with a question mark."""
    hidden: int
    """Places at which nobody can look."""
    is_certain: bool
    """True if nobody would be asked."""
    doubts: tuple[Message, ...]
    """What is wrong, and what would help."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The board on which the game in progress is played, and how it was set up."""

    game: str
    preset: str
    names: tuple[str, ...]
    """The players by seat."""
    has_bar: bool
    laid: Placement | None
    """None while it is not set up."""
    pieces: PiecesLine | None
    """None while it is not set up, or no picture has come."""
    trouble: Message | None
    """Why what was set up cannot be used now, and what would help; None when all is well."""
    is_learnt: bool
    """True if the pieces of every player are known."""
    can_learn: bool
    """True if the pieces can be learnt from where they stand in the game."""
    has_empty: bool
    """True if there is a picture of the empty board."""
    can_tell: bool
    """True if the board would be known again when somebody has bumped it."""
    moved: Placement | None
    """Where it lies since somebody bumped it; None where it lies as it was set up."""
    shows_board: bool
    """False for the film, which shows a tray."""
    camera: str = ""
    """Which of `LENSES` the camera says that it is; empty where it says nothing."""
    before: Placement | None = None
    """How it lay before, which can be brought back; None where there is nothing such."""


class BoardCamera(Protocol):
    """How the eye on the board is set up."""

    def line(self) -> BoardLine | None:
        """Tell which board lies there; None without a game."""

    def size(self) -> tuple[int, int] | None:
        """Return width and height of the pictures in pixels; None before the first."""

    def picture(self, draft: Placement | None = None, *, bare: bool = False) -> bytes | None:
        """Return a fresh picture as JPEG with the plan and what is seen; None while there is none.

        With a draft the plan is drawn as it would lie, and nothing else; bare, nothing at all.
        """

    def standing(self) -> StandingLine | None:
        """Tell what is seen to stand on the board; None before the pieces were learnt."""

    def pieces(self, draft: Placement) -> PiecesLine:
        """Tell how large the pieces would be seen. Raises NoBoardError or NoPictureError."""

    def keep(self, draft: Placement) -> None:
        """Take a board that lies so. Raises NoBoardError, NoPictureError or RecordError."""

    def refined(self, draft: Placement) -> tuple[Placement, float]:
        """Draw corners to edges near them; also tells which part was seen. Raises as `pieces`."""

    def marked(self) -> MarkedLine | None:
        """Tell which printed markers are seen; None before the first picture."""

    def learn(self, taps: Sequence[Sequence[Corner]]) -> None:
        """Learn the pieces from taps on them, one list for each player; an empty one keeps what is known.

        Raises NoBoardError, NoPictureError or RecordError.
        """

    def learn_from_game(self) -> None:
        """Learn the pieces from where they stand in the game. Raises as `learn`."""

    def take_empty(self) -> None:
        """Take a picture of the empty board. Raises NoBoardError, NoPictureError or RecordError."""

    def take_moved(self) -> None:
        """Take a bumped board's new place. Raises NoBoardError, NoPictureError or RecordError."""

    def take_back(self) -> None:
        """Bring the corners before back; once more undoes that. Raises NoBoardError or RecordError."""

    def forget(self) -> None:
        """Forget how this board was set up. Raises RecordError if that cannot be kept."""


TurnEnds = Literal["throw", "dice", "button"]
"""What ends a turn in this house beside the next throw: nothing, lifted dice, or the box's button."""


@dataclass(frozen=True, slots=True)
class UnsurePlace:
    """A place of which the eye is not sure."""

    square: str
    """Id of the engine's square."""
    answers: tuple[tuple[int, ...], ...]
    """What may stand there, pieces by player, the likeliest first."""


@dataclass(frozen=True, slots=True)
class SeenLine:
    """The game on the screen and the board on the table, side by side."""

    game: int
    """Number of the game."""
    follows: bool
    """False where the eye is not to follow this game."""
    objects: bool
    """False where it is not to object to what the rules forbid."""
    trouble: Message | None
    """Why the board is not followed now, and what would help; None when all is well."""
    turn_ends: TurnEnds = "throw"
    number: int = 0
    """Counts pictures of the board at rest; 0 before the first."""
    turned: int = 0
    """By how many quarters the picture must be turned clockwise so that the first player sits below."""
    differs: tuple[str, ...] = ()
    """Ids of the squares where the board shows something else than the game, in the board's order."""
    seen: tuple[tuple[int, ...], ...] = ()
    """What stands on each of these squares on the board, pieces by player."""
    unsure: tuple[UnsurePlace, ...] = ()
    hidden: int = 0
    """So many places cannot be looked at: there the game's pieces are taken for right."""
    can_take: bool = False
    """True if the position of the picture can be set."""


class BoardFollowing(Protocol):
    """What the eye sees of the board while a game is played on it."""

    def line(self) -> SeenLine | None:
        """Tell how board and game differ; None without a game."""

    def picture(self, *, quarters: int) -> bytes | None:
        """Return the latest picture at rest as JPEG, from above and cut to the board; None without one.

        Turned clockwise by quarters from where the first player sits below; places that differ are
        framed.
        """

    def take(self, answers: Mapping[str, int], *, at: int, request: str = "") -> None:
        """Set the position of the latest picture: the board is right.

        Args:
            answers: By square of `SeenLine.unsure`: which of its answers is true; the first where left out.
            at: The newest event that the page had heard of.
            request: The page's own mark of the request.

        Raises NoBoardError if the picture shows no position; and as `engine.table.Table.board_is_right`.
        """

    def switch(self, *, follows: bool, objects: bool, turn_ends: TurnEnds | None = None) -> None:
        """Say what the eye may do in this game, and what ends a turn; None leaves that as it is.

        Raises RecordError if it cannot be kept.
        """


Verdict = Literal["fine", "look", "broken", "unknown"]
"""All is well; it works, but somebody should look; it does not work; this machine does not tell."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment by the box's clock; people read day and hour."""

    seconds: float
    """Since 1970."""

    def __str__(self) -> str:
        try:
            return datetime.fromtimestamp(self.seconds).isoformat(" ", "minutes")
        except (ValueError, OverflowError, OSError):
            return "?"


@dataclass(frozen=True, slots=True)
class Size:
    """How much room something takes; people read MB or GB."""

    bytes: int

    @property
    def parts(self) -> tuple[float, str]:
        """A number with one digit behind the point where it is small, and its unit.

        >>> Size(3_420_000_000).parts, Size(42_900_000).parts
        ((3.4, 'GB'), (43, 'MB'))
        """
        number, unit = (self.bytes / 1e9, "GB") if self.bytes >= 1e9 else (self.bytes / 1e6, "MB")
        shown = round(number, 1) if number < 10 else round(number)
        return (int(shown) if shown == int(shown) else shown), unit

    def __str__(self) -> str:
        return "{} {}".format(*self.parts)


_HEALTH: Mapping[Verdict, str] = {"fine": "ok", "unknown": "ok", "look": "warn", "broken": "fail"}


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part of the box is."""

    topic: str
    """Names the part, for programs too: ``camera``, ``disk`` and so on."""
    verdict: Verdict
    text: Message
    advice: Message = NOTHING
    """What to do; empty where there is nothing to do."""

    @property
    def health(self) -> str:
        """The verdict as ``charkoni doctor`` says it; what this machine does not tell is not ill."""
        return _HEALTH[self.verdict]

    def __str__(self) -> str:
        advice = str(self.advice)
        return f"{self.health:4}  {self.topic:11}  {self.text}" + (f": {advice}" if advice else "")

    @property
    def figures(self) -> Mapping[str, int | float | str]:
        """The numbers and names in its sentence, for programs: bytes, seconds since 1970, counts."""
        return dict(_figures(self.text))


def well(topic: str, text: str | Message, /, **fields: object) -> Finding:
    """Return that all is well."""
    return Finding(topic, "fine", _message(text, fields))


def unknown(topic: str) -> Finding:
    """Return that this machine does not tell."""
    return Finding(topic, "unknown", Message("this machine does not tell"))


def warning(topic: str, text: str | Message, advice: str | Message, /, **fields: object) -> Finding:
    """Return that somebody should look; text and advice may share fields."""
    return Finding(topic, "look", _message(text, fields), _message(advice, fields))


def failing(topic: str, text: str | Message, advice: str | Message, /, **fields: object) -> Finding:
    """Return that something does not work; text and advice may share fields."""
    return Finding(topic, "broken", _message(text, fields), _message(advice, fields))


def _message(text: str | Message, fields: Mapping[str, object]) -> Message:
    return text if isinstance(text, Message) else Message(text, fields)


def _figures(message: Message) -> Iterator[tuple[str, int | float | str]]:
    if message.many:
        yield "count", message.count
    for name, value in message.fields.items():
        match value:
            case Message(fields={"seconds": int(seconds)}):
                yield f"{name}_s", seconds
            case Message():
                # What is counted within a sentence goes by the name of its place there.
                yield from ((name if key == "count" else key, one) for key, one in _figures(value))
            case Moment(seconds):
                yield name, round(seconds)
            case Size(size):
                yield name, size
            case int() | float() | str():
                yield name, value


Starter = Literal["service", "make", "command"]
"""What starts the box: the machine itself, ``make play``, or the command in a terminal."""


@dataclass(frozen=True, slots=True)
class Power:
    """The end of the box, and the way back."""

    starter: Starter
    stop: Callable[[Callable[[], str]], None]
    """Ends the box at once and for good; it gets what every phone is told, in the language that is spoken."""
