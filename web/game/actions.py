"""What a phone or a program can do to the game, one dataclass a kind.

Page, script and other programs send the same actions, and their parser, their description in OpenAPI and
who may send them come from here alone. An action is made of a mapping and done without a request. Where its
fields are those of a command, it is made of that.
"""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, make_dataclass, replace
from typing import Annotated, Any, ClassVar, Literal, Optional, Self, TypeVar, get_args, get_type_hints

from engine.ending import Agree, Resign
from engine.errors import NotNowError
from engine.events import Setup
from engine.game import Waits
from engine.house import HouseRules
from engine.match import LONGEST_MATCH, Conduct, Match, MatchPlace, TimeControl
from engine.match.voids import VOIDS
from engine.messages import Message
from engine.move import Move, move_from_json, parse_move
from engine.notation import LONGEST_ID
from engine.record import About, Form, Json, Within, no_null, one_of, read, schema
from engine.registry import game_info, games
from engine.table import Table, games_before
from engine.table.commands import (
    AcceptMove,
    AnswerBoard,
    BeginNextGame,
    ChangeConduct,
    CloseTurn,
    CorrectThrow,
    DropThrow,
    EndPause,
    GiveTime,
    Pause,
    PlayMove,
    Redo,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeMoveBack,
    TakeThrow,
    Undo,
    UseKeptThrows,
    VoidThrow,
)
from engine.table.transaction import Command
from engine.throw import Cowries, Dice, Throw, ThrowKind
from web.errors import MalformedError, MissingError
from web.game import position_editor
from web.house.house_rules import HouseRulesStore
from web.house.people import People
from web.language.catalogue import mark
from web.language.locale import _
from web.ports import Library
from web.request_body import At, Body, Mark, Whole, clean_names
from web.rules.begin import begin, change_seat
from web.rules.rematch import SEATS, rematch

Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class Box:
    """What actions are done on."""

    table: Table
    library: Library
    """Older games, which can be laid on the table again."""
    book: HouseRulesStore
    """House rules, by which a game can begin."""
    people: People
    called: Callable[[], str] = str
    """Tells what the phone is called that acts; empty where it has no name."""


Names = Annotated[
    tuple[str, ...],
    Form(
        list,
        lambda given: clean_names(read(tuple[str, ...], given)),
        want=Message("a list"),
        schema=schema(tuple[str, ...]),
        kinds=(list,),
    ),
]
Seats = tuple[Annotated[int, Within(0, 8)], ...]
Options = Mapping[str, bool | int | str]
Id = Annotated[
    str,
    Within(0, LONGEST_ID),
    About("An XGID, or a GNU Position ID with or without its Match ID, of a game that has such."),
]
Sure = Annotated[
    bool,
    About("Make the move at once though the state warns of it; else it becomes a question of the state."),
]
Game = Annotated[
    str,
    Form(str, str, want=Message("a text"), schema={"enum": [info.name for info in games()]}),
]
"""The engine says which there are."""
AnyMove = Annotated[
    Move,
    Form(
        str,
        lambda given: parse_move(given) if isinstance(given, str) else move_from_json(given),
        want=Message("a move, or an object with a move"),
        schema={"oneOf": [schema(Annotated[str, Within(1, 200)]), {"type": "object"}]},
        kinds=(str, dict),
    ),
]
AnyThrow = Annotated[Throw, About("Mouths of shells such as 2/6, or dice such as 3-1.")]


def draw(kind: ThrowKind) -> Throw:
    """Throw for people without shells or dice; every shell falls on either side equally often."""
    if kind.kind == "dice":
        return Dice(tuple(secrets.randbelow(6) + 1 for _ in range(kind.count)))
    return Cowries(sum(secrets.randbelow(2) for _ in range(kind.count)), kind.count)


def given(part: Given | None, name: str) -> Given:
    """Return a part that is needed this time.

    Raises:
        MalformedError: If it was left out.
    """
    if part is None:
        raise missing(name)
    return part


def missing(name: str) -> MalformedError:
    """Make the error that says that a part is missing."""
    return MalformedError(f"{name!r} is missing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that a phone or a program does to the game; its first line says what, in OpenAPI too."""

    name: ClassVar[str]
    """The last word of its address."""

    request: Mark = ""

    @classmethod
    def parse(cls, body: Body) -> Self:
        """Read one.

        Raises:
            MalformedError: If a part is missing, of another type, or too long.
            NotationError: If a throw or move cannot be read.
        """
        return body.record(cls)

    @classmethod
    def schema(cls) -> Json:
        """Describe what is sent, as OpenAPI does."""
        return {key: part for key, part in schema(cls).items() if key != "additionalProperties"}

    def __init_subclass__(cls) -> None:
        no_null(cls)

    def once(self, box: Box) -> None:
        """Do it; an action whose request was sent before is done already.

        Raises what `do` raises.
        """
        if not box.table.has_done(self.request):
            self.do(box)

    def do(self, box: Box) -> None:
        """Do it.

        Raises:
            MalformedError: If its parts do not go together.
            MissingError: If what it names does not exist.
            EngineError: If it cannot be done now, or a rule forbids it.
        """
        raise NotImplementedError


def sends(name: str, command: type[Command], *, knows_when: bool = True, **parts: Any) -> type[Action]:
    """Make the action that sends a command as it is read.

    Args:
        name: The last word of its address.
        command: What the first paragraph of its docstring says.
        knows_when: Its sender may say which event is the newest that it had heard of.
        parts: The fields that are read, each with its type; the others are as they are by default.
    """
    defaults = {one.name: one.default for one in fields(command)}  # type: ignore[arg-type]
    read = [
        (part, kind, field() if defaults[part] is MISSING else field(default=defaults[part]))
        for part, kind in parts.items()
    ]
    if knows_when:
        read.append(("at", At, field(default=None)))

    def do(self: Any, box: Box) -> None:
        sent = command(**{part: getattr(self, part) for part in parts})
        box.table.do(sent, at=self.at if knows_when else None, request=self.request)

    about = (inspect.getdoc(command) or "").partition("\n\n")[0]
    namespace = {"name": name, "do": do, "__doc__": about}
    return make_dataclass(
        f"{command.__name__}Action", read, bases=(Action,), namespace=namespace, frozen=True, kw_only=True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAction(Action):
    """Type a throw, or let the box draw one."""

    name: ClassVar = "throws"

    drawn: Annotated[bool, About("The box throws; the record says so.")] = False
    throw: AnyThrow | None = None
    at: At = None

    def do(self, box: Box) -> None:
        table = box.table
        if not self.drawn:
            if self.throw is None:
                raise missing("throw")
            table.do(TakeThrow(self.throw, "typed"), at=self.at, request=self.request)
            return
        model = table.model
        if model.waits is Waits.OVER and not model.game_follows:
            raise MalformedError(_("the game is over: nothing is thrown any more"))
        rules = model.rules  # after the end of a game of a match the next one begins with it
        drawn = draw(rules.wants(rules.start() if model.game_follows else model.state))
        table.do(TakeThrow(drawn, "drawn"), at=self.at, request=self.request)


_ANY_MOVE = Annotated[AnyMove, About("As in the state's moves: its text, or its parts.")]
MoveAction = sends("moves", PlayMove, move=_ANY_MOVE, sure=Sure)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAction(Action):
    """Tell what hands did on the real board."""

    name: ClassVar = "board"

    player: Whole
    piece: Whole
    to: Annotated[str, Within(1, 20), About("A square, such as r0c2.")]
    sure: Sure = False
    at: At = None

    def do(self, box: Box) -> None:
        reported = ReportMove((self.player, self.piece), self.to, self.sure)
        box.table.do(reported, at=self.at, request=self.request)


CorrectionAction = sends("corrections", CorrectThrow, of=Whole, throw=AnyThrow)


_OfMoves = Literal["moved-back", "accept", "leave", "play"]
_OfThrows = Literal["accepted", "undone", "withdrawn", "drop", "use", "void"]
Answer = Literal[_OfMoves, _OfThrows, "this", "none"]

ANSWERS: Mapping[str, tuple[Answer, ...]] = {
    "illegal": ("moved-back", "accept"),
    "warning": ("leave", "play"),
    "correction": ("accepted", "undone", "withdrawn"),
    "kept": ("drop", "use", "void"),
    "board": ("this", "none"),
    "wrong": ("moved-back", "accept"),
}
"""What may be answered to a question: an illegal move, one that the state warns of, a correction that
does not fit, a throw that waits, what was done on the board, what is wrong on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAction(Action):
    """Answer a question of the state."""

    name: ClassVar = "answers"

    question: Annotated[str, one_of(*ANSWERS)]
    answer: Annotated[
        Answer,
        one_of(*get_args(Answer)),
        About(
            "moved-back and accept for illegal; leave and play for warning; accepted, undone, withdrawn "
            "for correction; drop, use and, of dice, void for kept; this and none for board; as illegal "
            "for wrong."
        ),
    ]
    of: Annotated[Whole | None, About("The event that is asked about; not needed to use a kept throw.")] = (
        None
    )
    which: Annotated[Whole | None, About("With this: which answer of the question, counted from 0.")] = None

    def do(self, box: Box) -> None:
        answers = ANSWERS[self.question]
        if self.answer not in answers:
            raise MalformedError(
                f"{self.answer!r} does not answer {self.question!r}: there are {', '.join(answers)}"
            )
        box.table.do(self._command(), request=self.request)

    def _command(self) -> Command:
        if self.answer == "use":
            return UseKeptThrows()
        of = given(self.of, "of")
        match self.answer:
            case "moved-back" | "leave":
                return TakeMoveBack(of)
            case "accept" | "play":
                return AcceptMove(of)
            case "this":
                return AnswerBoard(of, given(self.which, "which"))
            case "none":
                return AnswerBoard(of, None)
            case "drop":
                return DropThrow(of)
            case "void":
                return VoidThrow(of)
            case how:
                return SettleCorrection(of, how)


UndoAction = sends("undo", Undo, of=Whole | None)


RedoAction = sends("redo", Redo)


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionAction(Action):
    """Set the position by hand: give position, places, or id."""

    name: ClassVar = "positions"

    position: Annotated[Mapping[str, Any] | None, About("As the record writes it.")] = None
    places: Annotated[
        tuple[position_editor.Place, ...] | None,
        About("[player, piece, step] of each piece that stands elsewhere than in the state."),
    ] = None
    turn: Annotated[Whole | None, About("With places: whose turn it is; left out, it stays.")] = None
    as_played: Annotated[bool, About("With places: it stands so though rules forbid it.")] = False
    id: Id | None = None
    at: At = None

    def do(self, box: Box) -> None:
        if self.id is not None:
            if self.position is not None or self.places is not None:
                raise MalformedError("'id' gives a whole position: leave 'position' and 'places' out")
            position: Mapping[str, Any] = position_editor.position_of_id(box.table.model, self.id)
        elif self.places is None:
            position = given(self.position, "position")
        else:
            position = position_editor.position(
                box.table.model, self.places, turn=self.turn, as_played=self.as_played
            )
        box.table.do(SetPosition(position), at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingAction(Action):
    """End the game before its time: a player resigns, or all agree that it is over."""

    name: ClassVar = "endings"

    how: Annotated[str, one_of("resign", "agree"), About("What ends it.")]
    sure: Annotated[bool, About("Must be true: nobody ends a game by one touch.")] = False
    player: Annotated[Whole | None, About("Who resigns.")] = None
    winners: Annotated[
        Seats,
        About("Whom all call the winner, or the partners; left out, nobody has won."),
    ] = ()
    points: Annotated[
        Whole,
        About(
            "What the win counts, 1 to 3 times the cube, in a game in which wins differ; the winner then "
            "accepts or refuses a resignation, by a move."
        ),
    ] = 1
    at: At = None

    def do(self, box: Box) -> None:
        if not self.sure:
            raise MalformedError(_("nothing has ended: tick that it is meant, then send it again"))
        if self.how == "resign":
            move: Move = Resign(given(self.player, "player"), self.points)
        else:
            move = Agree(self.winners, self.points if self.winners else 1)
        box.table.do(PlayMove(move), at=self.at, request=self.request)


_LENGTH = Message(mark("1 to {most} points, or 0 for money"), {"most": LONGEST_MATCH})


@no_null
@dataclass(frozen=True, slots=True)
class MatchAsked:
    """The match that a game begins: what is left out is as usual."""

    length: Annotated[
        int,
        Within(0, LONGEST_MATCH, _LENGTH),
        About("Points that win it; 0 for money."),
    ]
    crawford: Annotated[bool, About("Left out, true.")] = True
    jacoby: Annotated[bool, About("For money; left out, false.")] = False
    beavers: Annotated[bool, About("For money; left out, false.")] = False
    times: Annotated[TimeControl | None, About("The clock; left out, there is none.")] = None
    conduct: Annotated[Conduct, About("What is settled beside the rules.")] = field(default_factory=Conduct)

    def place(self) -> MatchPlace:
        """Return the place of its first game.

        Raises:
            SetupError: If no such match is played.
        """
        match = Match(self.length, crawford=self.crawford, jacoby=self.jacoby, beavers=self.beavers)
        return MatchPlace(match, times=self.times, conduct=self.conduct)


NextGameAction = sends("next-game", BeginNextGame)
TurnEndAction = sends("turn-ends", CloseTurn)
PauseAction = sends("pause", Pause, knows_when=False)
EndPauseAction = sends("end-pause", EndPause, knows_when=False)


VoidAction = sends(
    "void",
    VoidThrow,
    of=Annotated[Whole | None, About("The event of the throw; left out, the last one.")],
    why=Annotated[str, one_of(*VOIDS), About("What is wrong with a die; left out, nothing is said of it.")],
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeAction(Action):
    """Give a player more time on the clock of the match, or take some away; it stands in the record."""

    name: ClassVar = "times"

    player: Annotated[Whole, About("The seat, counted from 0.")]
    minutes: Whole = 0
    seconds: Annotated[Whole, About("Beside the minutes.")] = 0
    less: Annotated[bool, About("The time is taken away.")] = False
    why: Annotated[str, Within(0, 400), About("The reason, in at most 80 letters.")]

    def do(self, box: Box) -> None:
        seconds = 60 * self.minutes + self.seconds
        given = GiveTime(self.player, -seconds if self.less else seconds, self.why)
        box.table.do(given, request=self.request)


_SETTLED = {
    name: hint
    for name, hint in get_type_hints(Conduct, include_extras=True).items()
    if name != "spectators_lag_s"
}
"""What an action settles as it stands in `engine.match.Conduct`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settles(Action):
    """Settle something else for the match on the table, such as tournament mode; what is left out stays."""

    name: ClassVar = "conduct"

    def do(self, box: Box) -> None:
        now = box.table.model.conduct
        if now is None:
            raise NotNowError("this is no match: nothing is settled for it")
        settled = {name: given for name in _SETTLED if (given := getattr(self, name)) is not None}
        box.table.do(ChangeConduct(replace(now, **settled), box.called()), request=self.request)


ConductAction = make_dataclass(
    "ConductAction",
    [(name, Optional[hint], field(default=None)) for name, hint in _SETTLED.items()],  # noqa: UP045
    bases=(_Settles,),
    namespace={"__doc__": _Settles.__doc__},
    frozen=True,
    kw_only=True,
)


_TEXT = Within(0, 400)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAction(Action):
    """Begin a new game, or lay an older one on the table again."""

    name: ClassVar = "games"

    game: Game | None = None
    preset: Annotated[str | None, _TEXT, About("A named set of rules of the game.")] = None
    house: Annotated[
        str | None,
        _TEXT,
        About("House rules that the box keeps, by their name, in place of preset and options."),
    ] = None
    names: Annotated[Names | None, About("Players in turn order.")] = None
    options: Options | None = None
    begins: Annotated[Whole | None, About("The seat that begins; left out, it is thrown for.")] = None
    id: Annotated[Id | None, About("Begin from the position of this XGID or GNU ID.")] = None
    match: Annotated[MatchAsked | None, About("Begin a match with this game, or money play.")] = None
    resume: Annotated[Whole | None, About("The number of an older game; nothing else is needed then.")] = None

    def do(self, box: Box) -> None:
        if self.resume is None:
            setup = self._setup(box.book)
            position = position_editor.start_of_id(setup, self.id)
            begin(box.table, box.people, setup, position=position, request=self.request)
            return
        try:
            events = box.library.game_events(self.resume)
        except KeyError as error:
            raise MissingError(_("there is no game {number}", number=self.resume)) from error
        earlier = games_before(box.library.game_events, self.resume)
        box.table.resume(events, earlier=earlier, announce=True)

    def _setup(self, book: HouseRulesStore) -> Setup:
        info = game_info(given(self.game, "game"))
        preset = info.preset(self.preset)
        names = given(self.names, "names")
        if self.begins is not None and self.begins >= len(names):
            raise MalformedError("nobody sits where the game is to begin: {players} play", players=len(names))
        setup = Setup(
            info.name,
            preset.name,
            names,
            self.options or {},
            self.begins,
            match=self.match.place() if self.match else None,
        )
        if self.house is None:
            return setup
        if self.preset is not None or self.options is not None:
            raise MalformedError("'house' names all rules: leave 'preset' and 'options' out")
        house = self._house(book, info.name, self.house)
        return replace(setup, preset=house.preset, options=house.options, house=house)

    def _house(self, book: HouseRulesStore, game: str, name: str) -> HouseRules:
        kept = book.find(game, name)
        if kept is None:
            raise MissingError(_("there are no house rules “{name}” of this game", name=name))
        return kept.rules


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchAction(Action):
    """Play the game on the table again, which is over: same rules, same people."""

    name: ClassVar = "rematch"

    seats: Annotated[
        str, one_of(*SEATS), About("changed: everybody sits one seat further; left out, same.")
    ] = "same"

    def do(self, box: Box) -> None:
        box.table.start(rematch(box.table.model, self.seats), request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAction(Action):
    """Tell who comes to a seat, or leaves it, while the game goes on: its people take its turns in order."""

    name: ClassVar = "seats"

    player: Annotated[Whole, About("The seat, counted from 0.")]
    join: Annotated[str | None, _TEXT, About("Who comes, after those who share the seat already.")] = None
    leave: Annotated[
        str | None, _TEXT, About("Who leaves; with join, who comes takes this person's place.")
    ] = None

    def do(self, box: Box) -> None:
        if self.join is None and self.leave is None:
            raise missing("join")
        change_seat(
            box.table, box.people, self.player, join=self.join, leave=self.leave, request=self.request
        )


ACTIONS: tuple[type[Action], ...] = (
    ThrowAction,
    MoveAction,
    TurnEndAction,
    BoardAction,
    CorrectionAction,
    AnswerAction,
    UndoAction,
    RedoAction,
    PositionAction,
    EndingAction,
    GameAction,
    RematchAction,
    SeatAction,
    TimeAction,
    NextGameAction,
    VoidAction,
    PauseAction,
    EndPauseAction,
    ConductAction,
)
"""All of them."""
