"""Verbs of the eye on the board: how it is set up, and what it may do in a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Self

from engine.record import About, Within, one_of
from web.box.board_setup import board_marked, board_refined, typed_taps
from web.box.placement import Corners, PlacementForm
from web.errors import MalformedError, RefusedError
from web.language.locale import _
from web.ports import LENSES, MOST_TAPS, WIDEST_BAR, BoardCamera, Placement, TurnEnds
from web.request_body import At, Body, Mark, Whole
from web.verbs.verb import TEXT, Answer, Json, Parts, Verb, done, shape, there

MOST_PLAYERS = 4

_FOUND = Answer(shape({"done": TEXT, "laid": Placement}), description="It is not kept yet.")


class _OfBoard(Verb, needs="board", page="/eye/board", reply="beside"):
    pass


class _Laid(_OfBoard):
    corners: Corners
    quarters: Annotated[
        int,
        Within(0, 3),
        About("Quarters by which it is turned clockwise; left out, the first player sits at the lower edge."),
    ] = 0
    bar: Annotated[float, Within(0, WIDEST_BAR), About("Width of the bar in columns; left out, 1.")] = 1.0
    lens: Annotated[str, one_of("", *LENSES), About("Which camera looks; empty for its own word.")] = ""

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> Self:
        laid = PlacementForm.read(form).laid()
        return cls(corners=laid.corners, quarters=laid.quarters, bar=laid.bar, lens=laid.lens)

    def laid(self) -> Placement:
        """Return how the board lies."""
        corners = tuple((float(x), float(y)) for x, y in self.corners)
        return Placement(corners, self.quarters, float(self.bar), self.lens)


class PlaceBoard(_Laid):
    """Set where the board lies."""

    def do(self, on: Parts) -> str:
        there(on.board).keep(self.laid())
        return _("The eye looks at this board from now on.")


class RefineBoard(_Laid, answer=_FOUND, reply="at once"):
    """Draw corners to edges near them."""

    def do(self, on: Parts) -> Json:
        found, told = board_refined(*there(on.board).refined(self.laid()))
        return done(told, laid=found)


class FindMarkers(_Laid, answer=_FOUND, reply="at once"):
    """Find the board between four printed markers; bar and lens stay as they are sent."""

    def do(self, on: Parts) -> Json:
        found, told = board_marked(there(on.board).marked(), self.laid())
        return done(told, laid=found)


_Part = Annotated[float, Within(0, 1)]


class LearnPieces(_OfBoard, page="/eye/board#colours"):
    """Learn the pieces from touches on them."""

    taps: Annotated[
        tuple[Annotated[tuple[tuple[_Part, _Part], ...], Within(0, MOST_TAPS)], ...],
        Within(0, MOST_PLAYERS),
        About("Places of pieces, a list for each player; an empty one keeps what is known."),
    ]

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> LearnPieces:
        return cls(taps=typed_taps(form, _players(there(on.board))))

    def do(self, on: Parts) -> str:
        board, taps = there(on.board), self.taps
        players = _players(board)
        if not any(taps) or len(taps) > players:
            raise RefusedError(_("Touch a piece of each player first, on the picture."), status=422)
        board.learn([*taps, *([()] * (players - len(taps)))])
        return _("The eye knows these pieces now.")


class LearnFromGame(_OfBoard, page="/eye/board#colours"):
    """Learn the pieces from where they stand in the game."""

    def do(self, on: Parts) -> str:
        there(on.board).learn_from_game()
        return _("The eye knows these pieces now.")


class TakeEmptyBoard(_OfBoard, page="/eye/board#colours"):
    """Take a picture of the empty board."""

    def do(self, on: Parts) -> str:
        there(on.board).take_empty()
        return _("The picture of the empty board is kept.")


class FollowMovedBoard(_OfBoard):
    """Take a bumped board's new place."""

    def do(self, on: Parts) -> str:
        there(on.board).take_moved()
        return _("The eye looks at the board where it lies now.")


class RestoreBoard(_OfBoard):
    """Bring the corners before back; once more undoes that."""

    def do(self, on: Parts) -> str:
        there(on.board).take_back()
        return _("The corners before are back.")


class ForgetBoard(_OfBoard):
    """Forget how this board was set up."""

    def do(self, on: Parts) -> str:
        there(on.board).forget()
        return _("What the eye knew of this board is forgotten.")


class AcceptBoard(Verb, needs="board_seen", page="/board/seen", reply="beside"):
    """Set the position as the board shows it."""

    number: Annotated[Whole, About("Of the picture that was looked at.")]
    at: At
    answers: Annotated[
        Mapping[str, Annotated[int, Within(0, 99)]],
        About("By square: which of its answers is true, counted from 0; left out, the first."),
    ] = field(default_factory=dict)
    request: Mark = ""

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> AcceptBoard:
        line = there(on.board_seen).line()
        squares = [] if line is None else [one.square for one in line.unsure]
        answers = {square: form.whole(f"on-{square}") for square in squares if form.has(f"on-{square}")}
        return cls(number=form.whole("number"), at=form.whole("at"), answers=answers, request=form.mark)

    def do(self, on: Parts) -> str:
        board = there(on.board_seen)
        line = board.line()
        if line is not None and self.answers and line.number != self.number:
            raise MalformedError(_("the board was looked at again meanwhile: answer once more"))
        squares = () if line is None else tuple(one.square for one in line.unsure)
        asked = {square: answer for square, answer in self.answers.items() if square in squares}
        board.take(asked, at=there(self.at), request=self.request)
        return _("The game stands as the board does.")


class SwitchBoard(Verb, needs="board_seen", page="/board/seen", reply="beside"):
    """Say what the eye may do in this game."""

    follows: bool
    objects: bool
    turn_ends: Annotated[TurnEnds | None, About("Left out, as it is.")] = None

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> SwitchBoard:
        ends = form.read("turn_ends", TurnEnds) if form.has("turn_ends") else None
        return cls(follows=form.has("follows"), objects=form.has("objects"), turn_ends=ends)

    def do(self, on: Parts) -> str:
        board = there(on.board_seen)
        board.switch(follows=self.follows, objects=self.objects, turn_ends=self.turn_ends)
        return _("That is kept for this game.")


def _players(board: BoardCamera) -> int:
    line = board.line()
    return 0 if line is None else len(line.names)
