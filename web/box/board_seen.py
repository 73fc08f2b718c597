"""The page “The board”: what the camera sees beside what the box believes, and how the two come together.

Anybody may look: the picture is cut to the board, so that no room is seen. Players say that the board is
right, and what the eye may do in this game. Without a script the page is as it was when it came; the script
looks again every few seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.move import PIECE_NAMES
from engine.table import Table
from engine.table.questions import Illegal, Unclear, Wrong
from engine.table.state import Model
from web.errors import MissingError
from web.game import seats
from web.game.questions import MoveQuestion, question_view
from web.games import page_of
from web.games.squares import names_of
from web.language import points
from web.language.bidi import isolated
from web.language.locale import _, _n, language, listed
from web.language.messages import said, upper_first
from web.language.speaker import refusal
from web.match.shown import Shown
from web.ports import BoardFollowing, SeenLine
from web.request_body import outcome

_MOST_UNSURE = 6
"""Of so many places it is asked what stands there; with more it is better to look again."""


@dataclass(frozen=True, slots=True)
class _Unsure:
    """A place that is asked about, in words."""

    square: str
    name: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the page shows."""

    line: SeenLine
    seq: int
    trouble: str
    differences: tuple[str, ...]
    """What is missing on the table and what is too many, piece and square, in words."""
    unsure: tuple[_Unsure, ...]
    quarters: int
    board: Markup
    can_take: bool
    move: str = ""
    """The move that the rules do not allow, with its player."""
    reason: str = ""
    """Why the rules do not allow what stands there."""
    asks: bool = False
    """The game asks which turn was played."""


def blueprint(
    board: BoardFollowing, drawn: Callable[[Model, Collection[str]], Markup], table: Table, seen_by: Shown
) -> Blueprint:
    """Build ``/board/seen``.

    Args:
        board: What the eye sees.
        drawn: Draws the game with some squares framed, as this phone sees it.
        table: The game.
        seen_by: Tells who sees the match later, and so not the board itself.
    """
    bp = Blueprint("board_seen", __name__)

    def shown() -> _Shown | None:
        line = board.line()
        return None if line is None else _shown(line, table.model, drawn)

    @bp.get("/board/seen")
    def show() -> ResponseReturnValue:
        seen_by.must_not_be_late()
        return render_template("box/board_seen.html", shown=shown(), error=outcome().refusal)

    @bp.get("/board/seen/part")
    def part() -> ResponseReturnValue:
        """Return the part of the page that changes by itself."""
        seen_by.must_not_be_late()
        now = shown()
        return jsonify(
            number=0 if now is None else now.line.number,
            html=render_template("box/board_seen_part.html", shown=now),
        )

    @bp.get("/board/seen.jpg")
    @bp.get("/api/v1/board/seen.jpg", endpoint="picture_for_program")
    def picture() -> ResponseReturnValue:
        seen_by.must_not_be_late()
        quarters = request.args.get("quarters", "0")
        jpeg = board.picture(quarters=int(quarters)) if quarters in ("0", "1", "2", "3") else None
        if jpeg is None:
            raise MissingError(_("the eye has not seen the board at rest yet"))
        return jpeg, 200, {"Content-Type": "image/jpeg", "Cache-Control": "no-store"}

    return bp


def _shown(line: SeenLine, model: Model, drawn: Callable[[Model, Collection[str]], Markup]) -> _Shown:
    setup = model.setup
    alike = points.alike(setup.game, setup.preset)
    squares = {
        square: said(name, setup=setup)
        for square, name in names_of(setup.game, setup.preset, len(setup.names), alike=alike).items()
    }
    unsure = tuple(
        _Unsure(
            one.square, squares.get(one.square, one.square), tuple(_standing(n, model) for n in one.answers)
        )
        for one in line.unsure
    )
    return _Shown(
        line=line,
        seq=model.seq,
        trouble=upper_first(said(line.trouble)) if line.trouble else "",
        differences=tuple(
            words
            for square, standing in zip(line.differs, line.seen, strict=True)
            for words in _differences(squares.get(square, square), square, standing, model)
        ),
        unsure=unsure[:_MOST_UNSURE],
        quarters=seats.quarters(model),
        board=drawn(model, line.differs),
        move=_move(model),
        reason=_reason(model),
        asks=isinstance(model.question, Unclear),
        can_take=line.can_take and bool(line.differs) and len(unsure) <= _MOST_UNSURE,
    )


def _differences(place: str, square: str, standing: Sequence[int], model: Model) -> list[str]:
    """Write which pieces of the game are missing on a square of the table, and which are too many there."""
    told, placed = [], model.rules.placed(model.state)
    has_letters = page_of(model.setup.game).drawing.pieces.has_letters
    for seat, name in enumerate(model.setup.names):
        here = [PIECE_NAMES[one.piece] for one in placed if (one.player, one.square) == (seat, square)]
        player, count = isolated(name), standing[seat] if seat < len(standing) else 0
        if has_letters and here and not count:
            told.append(
                _n(
                    "{player}’s piece {pieces} is missing here: {place}",
                    "{player}’s pieces {pieces} are missing here: {place}",
                    len(here),
                    player=player,
                    pieces=listed(here),
                    place=place,
                )
            )
        elif count < len(here):
            told.append(
                _n(
                    "{count} piece of {player} is missing here: {place}",
                    "{count} pieces of {player} are missing here: {place}",
                    len(here) - count,
                    player=player,
                    place=place,
                )
            )
        elif count > len(here):
            told.append(
                _n(
                    "{count} piece of {player} too many stands here: {place}",
                    "{count} pieces of {player} too many stand here: {place}",
                    count - len(here),
                    player=player,
                    place=place,
                )
            )
    return told


def _move(model: Model) -> str:
    """Write the move that is objected to; empty where it is none."""
    if not isinstance(model.question, Illegal):
        return ""
    question = question_view(model)
    assert isinstance(question, MoveQuestion)
    return f"{isolated(model.setup.names[question.player])}: {question.text}"


def _reason(model: Model) -> str:
    """Write why the rules do not allow what stands there, with the rule's number; empty where they do."""
    setup, question = model.setup, model.question
    if isinstance(question, Wrong):
        reason = question.refused.reason
    elif isinstance(question, Illegal):
        reason = question.reason
    else:
        return ""
    told = refusal(reason, setup.names, language(), game=setup.game, preset=setup.preset)
    return upper_first(told, names=setup.names)


def _standing(standing: tuple[int, ...], model: Model) -> str:
    """Write what stands on a place."""
    told = [
        _n("{count} piece of {player}", "{count} pieces of {player}", count, player=isolated(name))
        for name, count in zip(model.setup.names, standing, strict=False)
        if count
    ]
    return ", ".join(told) or _("nothing")
