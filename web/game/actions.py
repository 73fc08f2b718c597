"""What a phone or a program can do to the game, one dataclass a kind.

Page, script and other programs send the same actions, and their parser, their description in OpenAPI and
who may send them come from here alone. An action is made of a mapping and done without a request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_type_hints

from engine.ending import Agree, Resign
from engine.events import Setup
from engine.game import Waits
from engine.house import HouseRules
from engine.move import Move
from engine.options import OptionValue
from engine.registry import game_info
from engine.throw import Throw
from web.errors import MalformedError, MissingError
from web.game import action_parts as part
from web.game import position_editor
from web.game.action_parts import Box
from web.language.locale import _
from web.ports import HouseBook, Role
from web.request_body import Body
from web.rules.begin import begin
from web.rules.rematch import SEATS, rematch


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that a phone or a program does to the game; its first line says what, in OpenAPI too."""

    name: ClassVar[str]
    """The last word of its address."""
    role: ClassVar[Role] = "player"
    """The least role that may."""

    request: Annotated[str, part.MARK] = ""

    @classmethod
    def parse(cls, body: Body) -> Self:
        """Read one.

        Raises:
            MalformedError: If a part is missing, of another type, or too long.
            NotationError: If a throw or move cannot be read.
        """
        needed = cls._needed()
        sent = [(name, kind) for name, kind in cls._kinds().items() if name in needed or body.has(name)]
        return cls(**{name: kind.read(body, name) for name, kind in sent})

    @classmethod
    def schema(cls) -> part.Json:
        """Describe what is sent, as OpenAPI does."""
        properties = {name: kind.described() for name, kind in cls._kinds().items()}
        needed = cls._needed()
        return {"type": "object", "properties": properties} | ({"required": needed} if needed else {})

    @classmethod
    def _kinds(cls) -> dict[str, part.Kind]:
        """List the parts by their names, from the notes at the fields."""
        hints = get_type_hints(cls, include_extras=True)
        return {field.name: get_args(hints[field.name])[1] for field in fields(cls)}

    @classmethod
    def _needed(cls) -> list[str]:
        return [field.name for field in fields(cls) if field.default is MISSING]

    def do(self, box: Box) -> None:
        """Do it.

        Raises:
            MalformedError: If its parts do not go together.
            MissingError: If what it names does not exist.
            EngineError: If it cannot be done now, or a rule forbids it.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAction(Action):
    """Type a throw, or let the box draw one."""

    name: ClassVar = "throws"

    drawn: Annotated[bool, part.FLAG.says("The box throws; the record says so.")] = False
    throw: Annotated[Throw | None, part.THROW] = None
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Take the throw; a drawn one is marked so in the record."""
        table = box.table
        if not self.drawn:
            if self.throw is None:
                raise part.missing("throw")
            table.throw(self.throw, source="typed", at=self.at, request=self.request)
            return
        model = table.model
        if model.waits is Waits.OVER:
            raise MalformedError(_("the game is over: nothing is thrown any more"))
        drawn = part.draw(model.rules.wants(model.state))
        table.throw(drawn, source="drawn", at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAction(Action):
    """Play a legal move, decline a value or end the turn."""

    name: ClassVar = "moves"

    move: Annotated[Move, part.MOVE.says("As in the state's moves: its text, or its parts.")]
    sure: Annotated[bool, part.SURE] = False
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Play it; one that the state's moves warn of becomes a question unless the phone is sure."""
        box.table.play(self.move, sure=self.sure, at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAction(Action):
    """Tell what hands did on the real board."""

    name: ClassVar = "board"

    player: Annotated[int, part.WHOLE]
    piece: Annotated[int, part.WHOLE]
    to: Annotated[str, part.text(20, least=1).says("A square, such as r0c2.")]
    sure: Annotated[bool, part.SURE] = False
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Report it; what the rules forbid or warn of becomes a question."""
        touched = self.player, self.piece
        box.table.report_move(touched, self.to, sure=self.sure, at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionAction(Action):
    """Tell that a throw was another one."""

    name: ClassVar = "corrections"

    of: Annotated[int, part.WHOLE]
    throw: Annotated[Throw, part.THROW]
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Correct it; later moves stay as long as they fit."""
        box.table.correct(self.of, self.throw, at=self.at, request=self.request)


Answer = Literal["moved-back", "accept", "leave", "play", "accepted", "undone", "withdrawn", "drop", "use"]

ANSWERS: Mapping[str, tuple[Answer, ...]] = {
    "illegal": ("moved-back", "accept"),
    "warning": ("leave", "play"),
    "correction": ("accepted", "undone", "withdrawn"),
    "kept": ("drop", "use"),
}
"""What may be answered to a question: an illegal move, one that the state warns of, a correction that
does not fit, a throw that waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerAction(Action):
    """Answer a question of the state."""

    name: ClassVar = "answers"

    question: Annotated[str, part.choice(*ANSWERS)]
    answer: Annotated[
        Answer,
        part.choice(*get_args(Answer)).says(
            "moved-back and accept for illegal; leave and play for warning; accepted, undone, withdrawn "
            "for correction; drop and use for kept."
        ),
    ]
    of: Annotated[
        int | None, part.WHOLE.says("The event that is asked about; not needed to use a kept throw.")
    ] = None

    def do(self, box: Box) -> None:
        """Settle the question."""
        if self.question not in ANSWERS:
            raise MalformedError(f"there is no question {self.question!r}: there are {', '.join(ANSWERS)}")
        answers = ANSWERS[self.question]
        if self.answer not in answers:
            raise MalformedError(
                f"{self.answer!r} does not answer {self.question!r}: there are {', '.join(answers)}"
            )
        table = box.table
        if self.answer == "use":
            table.use_kept(request=self.request)
            return
        of = part.given(self.of, "of")
        match self.answer:
            case "moved-back" | "leave":
                table.moved_back(of, request=self.request)
            case "accept" | "play":
                table.accept(of, request=self.request)
            case "drop":
                table.drop(of, request=self.request)
            case how:
                table.settle(of, how, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAction(Action):
    """Take back the last action, or everything from one on."""

    name: ClassVar = "undo"

    of: Annotated[int | None, part.WHOLE] = None
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Take it back."""
        box.table.undo(self.of, at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class RedoAction(Action):
    """Bring back what was undone last, as long as the game has not gone on."""

    name: ClassVar = "redo"

    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Bring it back."""
        box.table.redo(at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionAction(Action):
    """Set the position by hand: give position, places, or id."""

    name: ClassVar = "positions"

    position: Annotated[Mapping[str, Any] | None, part.OBJECT.says("As the record writes it.")] = None
    places: Annotated[
        tuple[position_editor.Place, ...] | None,
        position_editor.PLACES.says(
            "[player, piece, step] of each piece that stands elsewhere than in the state."
        ),
    ] = None
    turn: Annotated[int | None, part.WHOLE.says("With places: whose turn it is; left out, it stays.")] = None
    as_played: Annotated[bool, part.FLAG.says("With places: it stands so though rules forbid it.")] = False
    id: Annotated[str | None, part.ID] = None
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Set it."""
        if self.id is not None:
            if self.position is not None or self.places is not None:
                raise MalformedError("'id' gives a whole position: leave 'position' and 'places' out")
            given: Mapping[str, Any] = position_editor.position_of_id(box.table.model, self.id)
        elif self.places is None:
            given = part.given(self.position, "position")
        else:
            given = position_editor.position(
                box.table.model, self.places, turn=self.turn, as_played=self.as_played
            )
        box.table.set_position(given, at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingAction(Action):
    """End the game before its time: a player resigns, or all agree that it is over."""

    name: ClassVar = "endings"

    how: Annotated[str, part.choice("resign", "agree").says("What ends it.")]
    sure: Annotated[bool, part.FLAG.says("Must be true: nobody ends a game by one touch.")] = False
    player: Annotated[int | None, part.WHOLE.says("Who resigns.")] = None
    winners: Annotated[
        tuple[int, ...],
        part.SEATS.says("Whom all call the winner, or the partners; left out, nobody has won."),
    ] = ()
    points: Annotated[
        int,
        part.WHOLE.says(
            "What the win counts, 1 to 3 times the cube, in a game in which wins differ; the winner then "
            "accepts or refuses a resignation, by a move."
        ),
    ] = 1
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Resign, or write down what all agreed on."""
        if self.how not in ("resign", "agree"):
            raise MalformedError(f"'how' is {self.how!r}: there are resign, agree")
        if not self.sure:
            raise MalformedError(_("nothing has ended: tick that it is meant, then send it again"))
        if self.how == "resign":
            move: Move = Resign(part.given(self.player, "player"), self.points)
        else:
            move = Agree(self.winners, self.points if self.winners else 1)
        box.table.play(move, at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAction(Action):
    """Begin a new game, or lay an older one on the table again."""

    name: ClassVar = "games"

    game: Annotated[str | None, part.GAME] = None
    preset: Annotated[str | None, part.text().says("A named set of rules of the game.")] = None
    house: Annotated[
        str | None,
        part.text().says("House rules that the box keeps, by their name, in place of preset and options."),
    ] = None
    house_version: Annotated[
        int | None, part.WHOLE.says("With house: which version; left out, the newest.")
    ] = None
    names: Annotated[tuple[str, ...] | None, part.NAMES.says("Players in turn order.")] = None
    options: Annotated[Mapping[str, OptionValue] | None, part.OPTIONS] = None
    begins: Annotated[int | None, part.WHOLE.says("The seat that begins; left out, it is thrown for.")] = None
    id: Annotated[str | None, part.ID.says("Begin from the position of this XGID or GNU ID.")] = None
    resume: Annotated[
        int | None, part.WHOLE.says("The number of an older game; nothing else is needed then.")
    ] = None

    def do(self, box: Box) -> None:
        """Lay a game on the table."""
        if self.resume is None:
            setup = self._setup(box.book)
            position = position_editor.start_of_id(setup, self.id)
            begin(box.table, box.people, setup, position=position, request=self.request)
            return
        try:
            events = box.library.game_events(self.resume)
        except KeyError as error:
            raise MissingError(_("there is no game {number}", number=self.resume)) from error
        box.table.resume(events, announce=True)

    def _setup(self, book: HouseBook) -> Setup:
        info = game_info(part.given(self.game, "game"))
        preset = info.preset(self.preset)
        names = part.given(self.names, "names")
        if self.begins is not None and self.begins >= len(names):
            raise MalformedError("nobody sits where the game is to begin: {players} play", players=len(names))
        setup = Setup(info.name, preset.name, names, self.options or {}, self.begins)
        if self.house is None:
            return setup
        if self.preset is not None or self.options is not None:
            raise MalformedError("'house' names all rules: leave 'preset' and 'options' out")
        house = self._house(book, info.name, self.house)
        return replace(setup, preset=house.preset, options=house.options, house=house)

    def _house(self, book: HouseBook, game: str, name: str) -> HouseRules:
        kept = book.named(game, name)
        if kept is None:
            raise MissingError(_("there are no house rules “{name}” of this game", name=name))
        number = kept.newest.version if self.house_version is None else self.house_version
        house = kept.version(number)
        if house is None:
            raise MissingError(_("“{name}” has no version {number}", name=kept.newest.name, number=number))
        return house


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchAction(Action):
    """Play the game on the table again, which is over: same rules, same people."""

    name: ClassVar = "rematch"

    seats: Annotated[
        str, part.choice(*SEATS).says("changed: everybody sits one seat further; left out, same.")
    ] = "same"

    def do(self, box: Box) -> None:
        """Begin it."""
        box.table.start(rematch(box.table.model, self.seats), request=self.request)


ACTIONS: tuple[type[Action], ...] = (
    ThrowAction,
    MoveAction,
    BoardAction,
    CorrectionAction,
    AnswerAction,
    UndoAction,
    RedoAction,
    PositionAction,
    EndingAction,
    GameAction,
    RematchAction,
)
"""All of them."""
