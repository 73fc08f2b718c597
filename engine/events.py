"""Everything that can happen to a game, as past-tense facts.

An event is decided by `engine.table.Table`, written by the recorder, and only then told to anyone. The first
group changes the game; playing these again gives the same game. The second group tells readers (lamps, voice,
phones) of consequences and changes nothing. `Logged` gives an event its number, the id in the event stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from engine.errors import FieldError, NotationError
from engine.facts import Fact, FactKind, Outcome
from engine.following.kinds import Kind
from engine.match.clock import LONGEST_RESERVE_S
from engine.match.conduct import Conduct
from engine.messages import Message
from engine.move import Move, parse_move
from engine.reasons import Reason
from engine.record import SPARSE, Count, Form, Json, Tagged, Within, read, write
from engine.setup import SeatPeople
from engine.setup import Setup as Setup
from engine.throw import Cowries, Dice, Throw, parse_throw

Source = Literal["camera", "film", "typed", "drawn", "imported"]
"""Origin of a throw: the eye, the built-in film, a person's fingers, the box, which says so, or a file."""

SEEN = frozenset({"camera", "film"})
"""Sources of throws that a camera shows; those of the film are pictures, and count in no figures."""

IMPORT = "import "
"""How the mark of a request begins that imports a game; what follows says which, so that it counts once."""

MoveHow = Literal["chosen", "forced", "accepted", "inferred"]
How = MoveHow | Literal["void"]
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

    player: Count
    throw: Throw
    source: Source = "camera"
    photo: str = ""
    """Name of the photograph; empty when there is none."""
    kept: Count = 0
    """The event that kept or asked about this throw before; 0 when it counted at once."""
    value: Count = 0
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
    waits: Count = 0
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
    waits: Count = 0
    """As in `ThrowKept`."""
    source: Annotated[Source, SPARSE] = "camera"


@dataclass(frozen=True, slots=True)
class ThrowDropped:
    """The players say that what was kept or asked about was no throw."""

    of: Count


@dataclass(frozen=True, slots=True)
class Moved:
    """A move was made, a value declined, or a turn ended."""

    player: Count
    move: Move
    how: MoveHow = "chosen"
    source: Annotated[Source, SPARSE] = "typed"
    """The eye, which saw it on the board, or a person's fingers."""
    photo: Annotated[str, SPARSE] = ""
    """Name of the photograph of the board; empty when there is none."""
    whose: Annotated[Count | None, SPARSE] = None  # as in `TurnBegan`


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """Hands did something that the rules do not allow; the players decide what becomes of it."""

    player: Count
    move: Move
    reason: Reason
    source: Annotated[Source, SPARSE] = "typed"
    photo: Annotated[str, SPARSE] = ""
    """As in `Moved`."""


@dataclass(frozen=True, slots=True)
class MoveWarned:
    """A legal move can never be made good; the players say whether it is meant so."""

    player: Count
    move: Move
    reason: Reason


@dataclass(frozen=True, slots=True)
class MovedBack:
    """The illegal move was taken back on the board, or the one that was warned of is not made."""

    of: Count
    warned: bool = False


@dataclass(frozen=True, slots=True)
class PositionSet:
    """The players set the position by hand: the real board is the truth."""

    position: Mapping[str, Any]
    source: Annotated[Source, SPARSE] = "typed"
    """The eye, where the players say that the board is right as it stands, or a person's fingers."""
    photo: Annotated[str, SPARSE] = ""
    """As in `Moved`."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Everything from event `of` on was taken back."""

    of: Count


@dataclass(frozen=True, slots=True)
class Redone:
    """What the undo of event `of` took back stands again."""

    of: Count


@dataclass(frozen=True, slots=True)
class Corrected:
    """The throw of event `of` was another one."""

    of: Count
    throw: Throw
    stopped_at: Count = 0
    """The first later move that the new throw does not allow; 0 when all stay."""
    value: Count = 0
    again: bool = False
    enters: bool = False


@dataclass(frozen=True, slots=True)
class CorrectionSettled:
    """The players answered the question that a correction raised."""

    at: Count
    """The move in question."""
    how: Literal["accepted", "undone", "withdrawn"]
    stopped_at: Count = 0
    """The next move that does not fit; 0 when the correction is done."""


def _read_done(data: Any) -> Throw | Move:
    if isinstance(data, str):
        return parse_move(data)
    if data.keys() != {"throw"} or not isinstance(data["throw"], str):
        raise NotationError("what was done is a move, or an object with a throw")
    return parse_throw(data["throw"])


_DONE = Form(
    lambda done: {"throw": str(done)} if isinstance(done, Cowries | Dice) else str(done),
    _read_done,
    want=Message("a move, or an object with a throw"),
    schema={
        "anyOf": [
            {"type": "string"},
            {"type": "object", "properties": {"throw": {"type": "string"}}, "required": ["throw"]},
        ]
    },
    kinds=(str, dict),
)

Done = tuple[Annotated[Throw | Move, _DONE], ...]
"""What was done on the board, in order; a throw stands for a kept one, as in `FollowBoard`."""

Finding = Literal["again", "set", "seen"]
"""How the eye found the board again: a later picture fits, people set the pieces to the screen, or they said
that the board is right, and the picture became the position."""


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """The eye cannot tell what was done on the board, and asks the players."""

    alternatives: tuple[Done, ...]
    """Whole answers, the likeliest first; an empty one is the board as it was."""
    places: tuple[str, ...] = ()
    """Ids of the squares that it is about."""
    photo: str = ""
    undoes: tuple[Count, ...] = ()
    """By alternative, the event from which on the game is taken back before it is played; 0 for none. Empty
    where nothing is."""

    def undo(self, which: int) -> int:
        """Return the event from which on the game is taken back for an alternative; 0 for none."""
        return self.undoes[which] if which < len(self.undoes) else 0


@dataclass(frozen=True, slots=True)
class BoardAnswered:
    """The players answered the question of event `of`."""

    of: Count
    which: Count | None
    """The alternative, counted from 0; None where it was none of them."""


@dataclass(frozen=True, slots=True)
class BoardRefused:
    """Hands did something that the rules do not have and that is no move; the players decide."""

    player: Count
    """Whose turn it is, or has just been."""
    kind: Kind
    reason: Reason
    places: tuple[str, ...] = ()
    """Ids of the squares that the piece left and came to; empty where there is none."""
    photo: str = ""
    position: Mapping[str, Any] | None = None
    """What the board shows, to be set if the players accept it; None where it shows nothing that can be."""


@dataclass(frozen=True, slots=True)
class BoardLost:
    """Nothing explains what the board shows: the eye has lost it."""

    places: tuple[str, ...] = ()
    """Ids of the squares that differ."""
    photo: str = ""


@dataclass(frozen=True, slots=True)
class BoardFound:
    """The board shows the game again."""

    how: Finding = "again"


Doubter = Literal["camera", "typed"]
"""Who says that a throw is void: the eye, by its doubt, or a person."""


@dataclass(frozen=True, slots=True)
class ThrowVoided:
    """A throw is void, and what was played with it is taken back: it is thrown again."""

    of: Count
    """The event by which it counted, or by which it was kept or asked about."""
    player: Count
    """Whose throw it was."""
    throw: Throw
    reason: Reason
    source: Doubter = "typed"
    photo: str = ""
    """Name of the photograph of the throw; empty when there is none."""


Closer = Literal["camera", "button", "phone"]
"""What ends a turn: the eye, which saw the dice lifted, the button, or a phone."""


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """A player has ended the turn (BS7). Where its play was not entered before, it still is."""

    player: Count
    of: Count
    """The throw of the turn, by the event by which it counted, or was kept or asked about."""
    source: Closer = "phone"


@dataclass(frozen=True, slots=True)
class GameWithdrawn:
    """This game of a match is not played: the end of the game before it is taken back."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The players pause: the clock stands until they go on, or until the game does."""


@dataclass(frozen=True, slots=True)
class WentOn:
    """The pause is over."""


@dataclass(frozen=True, slots=True)
class FlagFell:
    """The time of a player is up, as the clock had it: it is told, and nothing else becomes of it."""

    player: Count


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """A person put a player's clock right: the box gives no time back by itself."""

    player: Count
    seconds: Annotated[int, Within(-LONGEST_RESERVE_S, LONGEST_RESERVE_S)]
    """So much more time; below 0 less."""
    why: Annotated[str, Within(1)]
    """The reason, as that person wrote it."""

    def __post_init__(self) -> None:
        if not can_be_given(self.seconds):
            raise NotationError(f"{self.seconds!r} is no time that can be given")


@dataclass(frozen=True, slots=True)
class ConductChanged:
    """Something else is settled for the match from here on; no undo takes it back."""

    was: Conduct
    """What was settled until now."""
    conduct: Conduct
    """All that is settled now."""
    by: str = ""
    """What the phone is called that said so; empty where none did, or it has no name."""


def can_be_given(seconds: object) -> bool:
    """True if it is a time that a person can give, or take below 0: whole seconds, up to ten hours."""
    return type(seconds) is int and 0 < abs(seconds) <= LONGEST_RESERVE_S


@dataclass(frozen=True, slots=True)
class Seated:
    """Other people have a seat from here on: somebody came, or left."""

    player: Count
    """The seat."""
    members: SeatPeople
    """Everyone on it now, in the order of their turns."""
    before: SeatPeople
    """Everyone on it until now."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A consequence: a capture, a further throw, a lost value."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this player's turn."""

    player: Count
    member: Annotated[str, SPARSE] = ""
    """Who of several that share the seat; empty where it has one person."""
    whose: Annotated[Count | None, SPARSE] = None
    """The partner whose pieces use the throws of a player who is home (P26, C21); else None."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    outcome: Outcome


_OfThrows = Threw | ThrowKept | ThrowAsked | ThrowDropped
_OfMoves = Moved | MoveRefused | MoveWarned | MovedBack
_OfMistakes = PositionSet | Undone | Redone | Corrected | CorrectionSettled
_OfBoard = BoardAsked | BoardAnswered | BoardRefused | BoardLost | BoardFound
_OfMatches = (
    ThrowVoided | TurnClosed | GameWithdrawn | Paused | WentOn | FlagFell | TimeGiven | ConductChanged
)
_OfGames = GameStarted | GameResumed | _OfMatches | Seated
Event = _OfGames | _OfThrows | _OfMoves | _OfMistakes | _OfBoard | Happened | TurnBegan | GameEnded

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
    "throw-voided": ThrowVoided,
    "turn-closed": TurnClosed,
    "game-withdrawn": GameWithdrawn,
    "paused": Paused,
    "went-on": WentOn,
    "flag-fell": FlagFell,
    "time-given": TimeGiven,
    "conduct-changed": ConductChanged,
    "turn-began": TurnBegan,
    "game-ended": GameEnded,
}
"""Name → event; consequences have the names of their kinds."""
_CONSEQUENCES = frozenset(kind.value for kind in FactKind)
_NAMES: dict[type[Event], str] = {cls: name for name, cls in EVENT_TYPES.items()}
_FORMS = Tagged("type", EVENT_TYPES)


def event_type(event: Event) -> str:
    """Name an event as other programs see it; a consequence has the name of its kind (``captured``)."""
    return event.fact.kind.value if isinstance(event, Happened) else _NAMES[type(event)]


def event_to_json(event: Event) -> dict[str, Any]:
    """Write an event as a JSON object with its ``type``; throws and moves in their text form."""
    written: Json = write(event.fact) if isinstance(event, Happened) else _FORMS.write(event)
    return written


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Read an event back; what a later version wrote beside is left.

    Raises:
        NotationError: If the type is unknown or a part cannot be read.
    """
    name = data.get("type")
    later: dict[str, Any] = {}
    try:
        if isinstance(name, str) and name in _CONSEQUENCES:
            return Happened(read(Fact, data, unknown=later))
        event: Event = _FORMS.read(data, unknown=later)
    except FieldError as error:
        raise NotationError(f"an event of type {str(name)[:60]!r} cannot be read: {error}") from error
    return event


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
