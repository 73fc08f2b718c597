"""Actions on the game that goes on: throws, moves, corrections, answers, its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, get_args

from engine.ending import Agree, Resign
from engine.game import Waits
from engine.move import Move
from engine.record import About, Within, one_of
from engine.table.commands import (
    AcceptMove,
    AnswerBoard,
    CorrectThrow,
    DropThrow,
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
from web.errors import MalformedError
from web.game import action_parts as part
from web.game import position_editor
from web.game.action_parts import Box
from web.game.actions.action import Action, sends
from web.language.locale import _
from web.request_body import At, Whole


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAction(Action):
    """Type a throw, or let the box draw one."""

    name: ClassVar = "throws"

    drawn: Annotated[bool, About("The box throws; the record says so.")] = False
    throw: part.AnyThrow | None = None
    at: At = None

    def do(self, box: Box) -> None:
        """Take the throw; a drawn one is marked so in the record."""
        table = box.table
        if not self.drawn:
            if self.throw is None:
                raise part.missing("throw")
            table.do(TakeThrow(self.throw, "typed"), at=self.at, request=self.request)
            return
        model = table.model
        if model.waits is Waits.OVER and not model.game_follows:
            raise MalformedError(_("the game is over: nothing is thrown any more"))
        rules = model.rules  # after the end of a game of a match the next one begins with it
        drawn = part.draw(rules.wants(rules.start() if model.game_follows else model.state))
        table.do(TakeThrow(drawn, "drawn"), at=self.at, request=self.request)


_ANY_MOVE = Annotated[part.AnyMove, About("As in the state's moves: its text, or its parts.")]
MoveAction = sends("moves", PlayMove, move=_ANY_MOVE, sure=part.Sure)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardAction(Action):
    """Tell what hands did on the real board."""

    name: ClassVar = "board"

    player: Whole
    piece: Whole
    to: Annotated[str, Within(1, 20), About("A square, such as r0c2.")]
    sure: part.Sure = False
    at: At = None

    def do(self, box: Box) -> None:
        """Report it; what the rules forbid or warn of becomes a question."""
        reported = ReportMove((self.player, self.piece), self.to, self.sure)
        box.table.do(reported, at=self.at, request=self.request)


CorrectionAction = sends("corrections", CorrectThrow, of=Whole, throw=part.AnyThrow)


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
        """Settle the question."""
        answers = ANSWERS[self.question]
        if self.answer not in answers:
            raise MalformedError(
                f"{self.answer!r} does not answer {self.question!r}: there are {', '.join(answers)}"
            )
        box.table.do(self._command(), request=self.request)

    def _command(self) -> Command:
        if self.answer == "use":
            return UseKeptThrows()
        of = part.given(self.of, "of")
        match self.answer:
            case "moved-back" | "leave":
                return TakeMoveBack(of)
            case "accept" | "play":
                return AcceptMove(of)
            case "this":
                return AnswerBoard(of, part.given(self.which, "which"))
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
    id: part.Id | None = None
    at: At = None

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
        box.table.do(SetPosition(given), at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingAction(Action):
    """End the game before its time: a player resigns, or all agree that it is over."""

    name: ClassVar = "endings"

    how: Annotated[str, one_of("resign", "agree"), About("What ends it.")]
    sure: Annotated[bool, About("Must be true: nobody ends a game by one touch.")] = False
    player: Annotated[Whole | None, About("Who resigns.")] = None
    winners: Annotated[
        part.Seats,
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
        """Resign, or write down what all agreed on."""
        if not self.sure:
            raise MalformedError(_("nothing has ended: tick that it is meant, then send it again"))
        if self.how == "resign":
            move: Move = Resign(part.given(self.player, "player"), self.points)
        else:
            move = Agree(self.winners, self.points if self.winners else 1)
        box.table.do(PlayMove(move), at=self.at, request=self.request)
