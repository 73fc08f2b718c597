"""Everything that can happen to a game, as past-tense facts.

An event is decided by `engine.table.Table`, written by the recorder, and only then told to anyone. The first
group changes the game; playing these again gives the same game. The second group tells readers (lamps, voice,
phones) of consequences and changes nothing. `Logged` gives an event its number, the id in the event stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, cast

from engine.errors import EngineError, NotationError
from engine.facts import Fact, FactKind, Outcome
from engine.following.board_events import (
    BoardAnswered,
    BoardAsked,
    BoardEvent,
    BoardFound,
    BoardLost,
    BoardRefused,
    done_from_json,
    done_to_json,
)
from engine.following.kinds import Kind
from engine.json_values import flag, items, keyed, one_of, text, whole, wholes
from engine.match.match_events import MATCH_EVENTS, MATCH_READERS, MATCH_WRITERS, MatchEvent
from engine.messages import Message
from engine.move import Move, parse_move
from engine.reasons import Reason
from engine.setup import Setup as Setup
from engine.setup import read_seat
from engine.throw import Throw, parse_throw

Source = Literal["camera", "film", "typed", "drawn", "imported"]
"""Origin of a throw: the eye, the built-in film, a person's fingers, the box, which says so, or a file."""

SEEN = frozenset({"camera", "film"})
"""Sources of throws that a camera shows; those of the film are pictures, and count in no figures."""

IMPORT = "import "
"""How the mark of a request begins that imports a game; what follows says which, so that it counts once."""

How = Literal["chosen", "forced", "accepted", "inferred", "void"]
"""Why a move stands: a player chose it, the rules left nothing else, the table accepts it as played, or the
eye concludes from the board that a value was given up or the turn ended. A void throw counts for nothing."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A new game lies on the table."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class GameResumed:
    """An older game lies on the table again."""


@dataclass(frozen=True, slots=True)
class Threw:
    """A throw counts."""

    player: int
    throw: Throw
    source: Source = "camera"
    photo: str = ""
    """Name of the photograph; empty when there is none."""
    kept: int = 0
    """The event that kept or asked about this throw before; 0 when it counted at once."""
    value: int = 0
    """What it counts under the values in force; 0 for dice."""
    again: bool = False
    enters: bool = False
    accepted: bool = False
    """In an imported game: the throw stands although none was due."""


MOST_KEPT = 20
"""Where so many throws wait, nobody plays: what the eye sees is still kept, and phones throw no more."""


@dataclass(frozen=True, slots=True)
class ThrowKept:
    """A throw came before the last one was entered; it waits for its turn with its picture."""

    throw: Throw
    source: Source = "camera"
    photo: str = ""
    waits: int = 0
    """How many throws wait with this one; 0 in records of older versions."""


@dataclass(frozen=True, slots=True)
class ThrowAsked:
    """The eye is not sure and asks the players."""

    faces: tuple[str, ...]
    """What it believes to see, die by die or shell by shell."""
    alternatives: tuple[Throw, ...]
    """Whole answers, the likeliest first."""
    photo: str = ""
    doubts: tuple[Message, ...] = ()
    """Why it asks, in words of the table."""
    waits: int = 0
    """As in `ThrowKept`."""
    source: Source = "camera"


@dataclass(frozen=True, slots=True)
class ThrowDropped:
    """The players say that what was kept or asked about was no throw."""

    of: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made, a value declined, or a turn ended."""

    player: int
    move: Move
    how: How = "chosen"
    source: Source = "typed"
    """The eye, which saw it on the board, or a person's fingers."""
    photo: str = ""
    """Name of the photograph of the board; empty when there is none."""
    whose: int | None = None  # as in `TurnBegan`


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """Hands did something that the rules do not allow; the players decide what becomes of it."""

    player: int
    move: Move
    reason: Reason
    source: Source = "typed"
    photo: str = ""
    """As in `Moved`."""


@dataclass(frozen=True, slots=True)
class MoveWarned:
    """A legal move can never be made good; the players say whether it is meant so."""

    player: int
    move: Move
    reason: Reason


@dataclass(frozen=True, slots=True)
class MovedBack:
    """The illegal move was taken back on the board, or the one that was warned of is not made."""

    of: int
    warned: bool = False


@dataclass(frozen=True, slots=True)
class PositionSet:
    """The players set the position by hand: the real board is the truth."""

    position: Mapping[str, Any]
    source: Source = "typed"
    """The eye, where the players say that the board is right as it stands, or a person's fingers."""
    photo: str = ""
    """As in `Moved`."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Everything from event `of` on was taken back."""

    of: int


@dataclass(frozen=True, slots=True)
class Redone:
    """What the undo of event `of` took back stands again."""

    of: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The throw of event `of` was another one."""

    of: int
    throw: Throw
    stopped_at: int = 0
    """The first later move that the new throw does not allow; 0 when all stay."""
    value: int = 0
    again: bool = False
    enters: bool = False


@dataclass(frozen=True, slots=True)
class CorrectionSettled:
    """The players answered the question that a correction raised."""

    at: int
    """The move in question."""
    how: Literal["accepted", "undone", "withdrawn"]
    stopped_at: int = 0
    """The next move that does not fit; 0 when the correction is done."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Other people have a seat from here on: somebody came, or left."""

    player: int
    """The seat."""
    members: tuple[str, ...]
    """Everyone on it now, in the order of their turns."""
    before: tuple[str, ...]
    """Everyone on it until now."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A consequence: a capture, a further throw, a lost value."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this player's turn."""

    player: int
    member: str = ""
    """Who of several that share the seat; empty where it has one person."""
    whose: int | None = None
    """The partner whose pieces use the throws of a player who is home (P26, C21); else None."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    outcome: Outcome


_OfThrows = Threw | ThrowKept | ThrowAsked | ThrowDropped
_OfMoves = Moved | MoveRefused | MoveWarned | MovedBack
_OfMistakes = PositionSet | Undone | Redone | Corrected | CorrectionSettled
_OfGames = GameStarted | GameResumed | MatchEvent | Seated
Event = _OfGames | _OfThrows | _OfMoves | _OfMistakes | BoardEvent | Happened | TurnBegan | GameEnded

EVENT_TYPES: dict[str, type[Event]] = {
    "game-started": GameStarted,
    "game-resumed": GameResumed,
    "threw": Threw,
    "throw-kept": ThrowKept,
    "throw-asked": ThrowAsked,
    "throw-dropped": ThrowDropped,
    "moved": Moved,
    "move-refused": MoveRefused,
    "move-warned": MoveWarned,
    "moved-back": MovedBack,
    "position-set": PositionSet,
    "undone": Undone,
    "redone": Redone,
    "corrected": Corrected,
    "correction-settled": CorrectionSettled,
    "board-asked": BoardAsked,
    "board-answered": BoardAnswered,
    "board-refused": BoardRefused,
    "board-lost": BoardLost,
    "board-found": BoardFound,
    "seated": Seated,
    **MATCH_EVENTS,
    "turn-began": TurnBegan,
    "game-ended": GameEnded,
}
"""Name → event; consequences have the names of their kinds."""
_CONSEQUENCES = frozenset(kind.value for kind in FactKind)
_NAMES: dict[type[Event], str] = {cls: name for name, cls in EVENT_TYPES.items()}


def event_type(event: Event) -> str:
    """Name an event as other programs see it; a consequence has the name of its kind (``captured``)."""
    return event.fact.kind.value if isinstance(event, Happened) else _NAMES[type(event)]


_WRITE: Mapping[str, Callable[[Any], Any]] = {
    "throw": str,
    "move": str,
    "setup": Setup.to_json,
    "reason": Reason.to_json,
    "outcome": Outcome.to_json,
    "alternatives": lambda throws: [str(throw) for throw in throws],
    **dict.fromkeys(("faces", "members", "before", "places", "undoes"), list),
    "doubts": lambda doubts: [doubt.to_json() for doubt in doubts],
    "position": lambda position: None if position is None else dict(position),
    **MATCH_WRITERS,
}
_READ: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("player", "kept", "value", "of", "stopped_at", "at", "waits"), whole),
    **dict.fromkeys(("again", "enters", "accepted"), flag),
    **dict.fromkeys(("photo", "member"), text),
    **dict.fromkeys(("members", "before"), read_seat),
    "source": one_of("camera", "film", "typed", "drawn", "imported"),
    "position": keyed,
    "throw": lambda throw: parse_throw(text(throw)),
    "move": lambda move: parse_move(text(move)),
    "setup": lambda setup: Setup.from_json(keyed(setup)),
    "reason": lambda reason: Reason.from_json(keyed(reason)),
    "outcome": lambda outcome: Outcome.from_json(keyed(outcome)),
    "alternatives": lambda texts: tuple(parse_throw(text(throw)) for throw in items(texts)),
    **dict.fromkeys(("faces", "places"), lambda texts: tuple(map(text, items(texts)))),
    "kind": Kind,
    "undoes": wholes,
    **dict.fromkeys(("which", "whose"), lambda number: None if number is None else whole(number)),
    "doubts": lambda doubts: tuple(map(Message.from_json, items(doubts))),
}
"""How each part is read. A recorder may be given anything: what is of another kind is refused here."""

_OF_TYPE: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    "moved": {"how": one_of("chosen", "forced", "accepted", "inferred")},
    **MATCH_READERS,
    "correction-settled": {"how": one_of("accepted", "undone", "withdrawn")},
    "board-found": {"how": one_of("again", "set", "seen")},
    "board-asked": {"alternatives": lambda all_of: tuple(map(done_from_json, items(all_of)))},
    "board-refused": {"position": lambda position: None if position is None else keyed(position)},
}
"""How parts are read that are something else in another event."""

_READERS: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    name: {
        part.name: {**_READ, **_OF_TYPE.get(name, {})}.get(part.name, lambda value: value)
        for part in fields(cls)
    }
    for name, cls in EVENT_TYPES.items()
}
"""The parts of each event by their names, and how each is read."""

_BY_HAND = {"source": "typed", "photo": ""}
"""What is not written of a move that people tapped."""


def event_to_json(event: Event) -> dict[str, Any]:
    """Write an event as a JSON object with its ``type``; throws and moves in their text form."""
    written: dict[str, Any] = {"type": event_type(event)}
    if isinstance(event, Happened):
        return written | event.fact.to_json()
    for name in _READERS[written["type"]]:
        value = getattr(event, name)
        if (name, value) in (("member", ""), ("whose", None)):
            continue  # nobody shares the seat, nobody plays for a partner
        if isinstance(event, Moved | MoveRefused | PositionSet) and value == _BY_HAND.get(name):
            continue  # a tap, as nearly all moves were in older versions
        if isinstance(event, ThrowAsked) and (name, value) == ("source", "camera"):
            continue  # nobody but the eye asks, and only the film is another source
        if isinstance(event, BoardAsked) and name == "alternatives":
            value = list(map(done_to_json, value))
        else:
            value = _WRITE[name](value) if name in _WRITE else value
        written[name] = value
    return written


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Read an event back.

    Raises:
        NotationError: If the type is unknown or a part is missing.
    """
    name = keyed(data).get("type")
    try:
        if name in _CONSEQUENCES:
            return Happened(Fact.from_json(data))
        cls = EVENT_TYPES[cast(str, name)]
        # A key that an older version did not write takes its default.
        readers = _READERS[cast(str, name)].items()
        return cls(**{key: read(data[key]) for key, read in readers if key in data})
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as error:
        if isinstance(error, EngineError):
            raise
        raise NotationError(f"an event of type {name!r} cannot be read: {error}") from error


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with its place in the journal."""

    seq: int
    """Sequence number over all games, from 1."""
    game: int
    """Number of the game it belongs to."""
    event: Event
    request: str = ""
    """The phone's own mark of the request that caused it, so that one sent twice counts once."""
    time: float = 0.0
    """Seconds since 1970, stamped by the recorder. The clock of a box may be wrong."""
    clock_s: float | None = None
    """Seconds that the box has run with this journal, for clocks. None in older events and imports."""

    def to_json(self) -> dict[str, Any]:
        """Write it for the event stream."""
        return {"seq": self.seq, "game": self.game, "time": self.time} | self.written()

    def written(self) -> dict[str, Any]:
        """Write the event and its time on the clock, as the journal keeps them."""
        return event_to_json(self.event) | ({} if self.clock_s is None else {"clock_s": self.clock_s})

    @property
    def is_imported(self) -> bool:
        """True if it came with a file, or to a game beside the table: nobody is told of it as of news."""
        return self.request.startswith(IMPORT)
