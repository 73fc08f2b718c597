"""What a phone can do, one function a kind: the JSON addresses and the plain forms share them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.events import Setup
from engine.game import Waits
from engine.move import Move, move_from_json, parse_move
from engine.registry import game_info
from engine.table import Table
from engine.table.decision import Answer
from engine.throw import Cowries, Dice, Throw, ThrowKind, parse_throw
from web.errors import MalformedError, MissingError
from web.game import position_editor
from web.language.locale import _
from web.ports import HouseBook, Library
from web.request_body import Body, clean_names

Act = Callable[[Body], None]


class Acts:
    """Everything that changes the game from a phone."""

    def __init__(self, table: Table, library: Library, book: HouseBook) -> None:
        self._table = table
        self._library = library
        self._book = book

    def by_name(self) -> Mapping[str, Act]:
        """List what can be done, by the last word of its address."""
        return {
            "throws": self.throw,
            "moves": self.move,
            "board": self.board,
            "corrections": self.correct,
            "answers": self.answer,
            "undo": self.undo,
            "positions": self.set_position,
            "games": self.start_or_resume,
        }

    def throw(self, body: Body) -> None:
        """Take a typed throw, or let the box draw one, which the record says."""
        if _says_drawn(body):
            model = self._table.model
            if model.waits is Waits.OVER:
                raise MalformedError(_("the game is over: nothing is thrown any more"))
            drawn = draw(model.rules.wants(model.state))
            self._table.throw(drawn, source="drawn", at=body.at, request=body.mark)
        else:
            self._table.throw(_throw(body), source="typed", at=body.at, request=body.mark)

    def move(self, body: Body) -> None:
        """Play a legal move, decline a value or end the turn."""
        self._table.play(_move(body), at=body.at, request=body.mark)

    def board(self, body: Body) -> None:
        """Take what hands did on the real board."""
        piece = (body.whole("player"), body.whole("piece"))
        self._table.report_move(piece, body.text("to", longest=20), at=body.at, request=body.mark)

    def correct(self, body: Body) -> None:
        """Say that a throw was another one."""
        self._table.correct(body.whole("of"), _throw(body), at=body.at, request=body.mark)

    def answer(self, body: Body) -> None:
        """Answer a question: an illegal move, a correction that does not fit, a throw that waits."""
        question, answer = body.text("question"), body.text("answer")
        answers = {
            "illegal": ("moved-back", "accept"),
            "correction": ("accepted", "undone", "withdrawn"),
            "kept": ("drop", "use"),
        }
        if question not in answers:
            raise MalformedError(f"there is no question {question!r}: there are {', '.join(answers)}")
        if answer not in answers[question]:
            raise MalformedError(
                f"{answer!r} does not answer {question!r}: there are {', '.join(answers[question])}"
            )
        if question == "correction":
            settled: Answer = "accepted" if answer == "accepted" else "withdrawn"
            settled = "undone" if answer == "undone" else settled
            self._table.settle(body.whole("of"), settled, request=body.mark)
        elif answer == "use":
            self._table.use_kept(request=body.mark)
        else:
            of = body.whole("of")
            act = {
                "moved-back": self._table.moved_back,
                "accept": self._table.accept,
                "drop": self._table.drop,
            }
            act[answer](of, request=body.mark)

    def undo(self, body: Body) -> None:
        """Take back the last action, or everything from one on."""
        self._table.undo(body.whole_or_none("of"), at=body.at, request=body.mark)

    def set_position(self, body: Body) -> None:
        """Set the position by hand: as the engine writes it, or as pieces and their places."""
        by_hand = body.has("places")
        given = position_editor.position(self._table.model, body) if by_hand else body.mapping("position")
        self._table.set_position(given, at=body.at, request=body.mark)

    def start_or_resume(self, body: Body) -> None:
        """Begin a new game, or lay an older one on the table again."""
        if body.has("resume"):
            try:
                events = self._library.game_events(body.whole("resume"))
            except KeyError as error:
                raise MissingError(_("there is no game {number}", number=body.whole("resume"))) from error
            self._table.resume(events, announce=True)
        else:
            self._table.start(self._setup(body), request=body.mark)

    def _setup(self, body: Body) -> Setup:
        setup = _setup(body)
        if not body.has("house"):
            return setup
        if body.has("preset") or body.has("options"):
            raise MalformedError("'house' names all rules: leave 'preset' and 'options' out")
        name = body.text("house")
        kept = self._book.named(setup.game, name)
        if kept is None:
            raise MissingError(_("there are no house rules “{name}” of this game", name=name))
        number = body.whole("house_version") if body.has("house_version") else kept.newest.version
        house = kept.version(number)
        if house is None:
            raise MissingError(_("“{name}” has no version {number}", name=kept.newest.name, number=number))
        return replace(setup, preset=house.preset, options=house.options, house=house)


def _says_drawn(body: Body) -> bool:
    """Read whether the box is to throw; a form can only say so in a word."""
    if not body.has("drawn"):
        return False
    given = body.part("drawn")
    if given is True or given == "true":
        return True
    if given is False:
        return False
    raise MalformedError(f"'drawn' is {given!r:.60}: give true, or leave it out")


def draw(kind: ThrowKind) -> Throw:
    """Throw for people without shells or dice; every shell falls on either side equally often."""
    if kind.kind == "dice":
        return Dice(tuple(secrets.randbelow(6) + 1 for _ in range(kind.count)))
    return Cowries(sum(secrets.randbelow(2) for _ in range(kind.count)), kind.count)


def _setup(body: Body) -> Setup:
    game = body.text("game")
    info = game_info(game)
    preset = info.preset(body.text("preset") if body.has("preset") else None)
    options = dict(body.mapping("options")) if body.has("options") else {}
    for key, value in options.items():
        if not isinstance(value, bool | str):
            raise MalformedError(f"option {key!r} is {value!r}: give true, false or a text")
    names = clean_names(body.texts("names"))
    begins = body.whole_or_none("begins")
    if begins is not None and begins >= len(names):
        raise MalformedError(f"seat {begins} cannot begin: {len(names)} players sit at the table")
    return Setup(game, preset.name, names, options, begins)


def _throw(body: Body) -> Throw:
    return parse_throw(body.text("throw", longest=20))


def _move(body: Body) -> Move:
    given = body.part("move")
    if isinstance(given, dict):
        return move_from_json(given)
    return parse_move(body.text("move", longest=200))
