"""The page on which a game is played: whole for a browser without script, in parts for the script."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, flash, g, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.move import PIECE_NAMES
from engine.record import write
from engine.registry import games
from engine.table.state import Model
from web.auth import access
from web.auth.access import csrf_token, may_act
from web.drawing.boards import board_svg
from web.drawing.pieces import men_svg
from web.drawing.places import turned
from web.drawing.svg import framed_squares
from web.errors import ForgedError, MissingError, Told
from web.game import position_editor, seats
from web.game.actions import ACTIONS, Action, Box
from web.game.box_view import AWAITED, OUT, BoxView, eye_view, lamps_view
from web.game.view import GameView, game_view
from web.games import page_of
from web.games.squares import names_of
from web.house.clocks import ClockReading, MatchClocks
from web.house.settings import HouseSettings
from web.language import points
from web.language.bidi import isolated, without_controls
from web.language.locale import _, language
from web.language.messages import said
from web.match.clock_view import ClockView, clock_state, clock_view
from web.match.shown import Shown
from web.ports import Eye, Lamps, Role
from web.request_body import form_body
from web.rules.rule_links import answer

_ABOVE = ("mode", "late", "turn", "clock", "match", "seats", "throw", "questions")
PARTS = (*_ABOVE, "actions", "moves", "tools", "events", "places", "lamps")
"""Parts of the page that the script replaces when there is news; one template each."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")
_TO_TOUCH = re.compile(r' (?:id|role|tabindex|aria-label|data-[a-z]+)="[^"]*"| data-alike')
"""What of a drawn board is there for fingers, scripts and screen readers."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What one phone is shown of the game, for the templates."""

    view: GameView
    seen: seats.SeatChoices
    box: BoxView
    model: Model
    """The snapshot that it was made from."""
    clock: ClockView | None
    """As it was then; None where it is played without one."""


class Page:
    """Puts together what one phone sees."""

    def __init__(
        self,
        shown: Shown,
        eye: Eye,
        lamps: Lamps,
        settings: HouseSettings,
        clocks: MatchClocks | None = None,
    ) -> None:
        self._shows = shown
        self._table = shown.table
        self._eye = eye
        self._library = shown.library
        self._lamps = lamps
        self._settings = settings
        self._clocks = clocks
        self.start = secrets.token_hex(4)
        """Changes when the box starts anew."""
        self._making = threading.Lock()
        self._made: dict[tuple[Role, str, int, bool], tuple[PlayerView, dict[str, Any]]] = {}

    def shown(self) -> PlayerView | None:
        """Return what this phone is shown of the game on the table, from one snapshot; None without one."""
        return self._shown(self._table.model, self._box()) if self._table.has_game else None

    def state(self) -> dict[str, Any]:
        """Return the same as JSON, with the parts of the page ready to be shown.

        All players of one language and one side of the board see the same, and all watchers: it is made once
        for each after a change.
        """
        role, box = access.role(), self._box()
        mine = {"role": role, "box": self.start, **write(box)}
        if may_act() and access.program() is None:
            mine["csrf"] = csrf_token()
        if not self._table.has_game:
            return {"game": None, "seq": self._library.last_seq(), "clock": None, **mine}
        model = self._table.model
        alike = points.alike(model.setup.game, model.setup.preset)
        who = (role, language(), seats.quarters(model), alike)
        with self._making:
            shown, state = self._made.get(who) or (None, {})
            # A lamp that blinks makes nothing anew: the script sets the lamps by their numbers.
            if not shown or shown.model is not model or replace(shown.box, lamps=box.lamps) != box:
                shown = self._shown(model, box)
                self._made[who] = shown, state = shown, _json_of(shown)
        return {**state, **mine, "clock": self.clock_of(model)}

    def reading(self, model: Model) -> ClockReading | None:
        """Read the clock of the match of a game as this phone sees it; None where it is played without."""
        return None if self._clocks is None else self._shows.reading(self._clocks, model)

    def clock_of(self, model: Model) -> dict[str, Any] | None:
        """Write the clock of the match of a game as JSON; None where it is played without one."""
        reading = self.reading(model)
        return None if reading is None else write(clock_state(reading, model))

    @property
    def model(self) -> Model:
        """The game on the table as this phone sees it.

        Raises:
            NotNowError: If there is none.
        """
        return self._table.model

    def photograph(self, name: str, *, ringed: bool) -> bytes | None:
        """Return a photograph as JPEG; None if it does not exist, or this phone sees it later."""
        return self._library.photograph(name, ringed=ringed)

    def _shown(self, model: Model, box: BoxView) -> PlayerView:
        view = game_view(model, self._library, quarters=seats.quarters(model), pips=box.pips)
        reading = self.reading(model)
        clock = None if reading is None else clock_view(reading, model)
        return PlayerView(view, seats.choices(model), box, model, clock)

    def _box(self) -> BoxView:
        late = self._shows.is_late
        return BoxView(
            eye_view(AWAITED if late else self._eye.state()),
            lamps_view(OUT if late else self._lamps.state()),
            self._settings.get().hears_phones,
            said(*self._library.trouble()),
            minutes_late=self._shows.minutes_late,
            pips=self._settings.get().pips == "shown",
        )


def _json_of(shown: PlayerView) -> dict[str, Any]:
    """Write it with the parts of the page; the script sends the tokens itself, so its forms carry none."""
    g.for_script = True
    parts = {
        part: render_template(
            f"game/parts/{part}.html",
            view=shown.view,
            seen=shown.seen,
            box=shown.box,
            clock=shown.clock,
            final=final_of(shown),
        )
        for part in PARTS
    }
    g.for_script = False
    return {**write(shown.view), "parts": {**parts, "men": men_of(shown)}}


def titles_of(shown: PlayerView) -> dict[tuple[int, int], str]:
    """Write for each piece that can move what a screen reader reads: also how, where a touch is enough."""
    titles: dict[tuple[int, int], str] = {}
    if not may_act():
        return titles
    setup = shown.view.setup
    template = page_of(setup.game).words.can_move
    moves: dict[tuple[int, int], dict[str, str]] = {}
    for tap in shown.view.taps:
        player, piece = tap.piece
        titles[tap.piece] = _(template, player=isolated(setup.names[player]), piece=PIECE_NAMES[piece])
        moves.setdefault(tap.piece, {})[tap.end] = tap.text
    if shown.view.plays_at_touch:
        return titles
    only = {piece: next(iter(ends.values())) for piece, ends in moves.items() if len(ends) == 1}
    return {piece: f"{title}; {only[piece]}" if piece in only else title for piece, title in titles.items()}


def men_of(shown: PlayerView) -> str:
    """Draw the pieces of a position."""
    model, page = shown.model, page_of(shown.view.setup.game)
    standing = page.men(model.rules, model.state, quarters=shown.view.quarters)
    return men_svg(standing, page.drawing.pieces, titles_of(shown), beside_of(shown))


def beside_of(shown: PlayerView, *, to_touch: bool = True) -> str:
    """Draw what lies on the board besides the pieces; `to_touch` lets it be played with."""
    model, page = shown.model, page_of(shown.view.setup.game)
    touch = {line.move: line.text for line in shown.view.optional} if to_touch and may_act() else {}
    return page.beside(model.rules, model.state, shown.view.quarters, touch)


def board_of(shown: PlayerView, *, to_touch: bool = True) -> Markup:
    """Draw the whole board as this phone sees it; `to_touch` lights up the pieces that can move."""
    model, view, page = shown.model, shown.view, page_of(shown.view.setup.game)
    return board_svg(
        model.rules.layout,
        page.drawing,
        [without_controls(name) for name in view.setup.names],
        page.men(model.rules, model.state, quarters=view.quarters),
        titles_of(shown) if to_touch else {},
        turn=model.turn,
        label=_("The board"),
        quarters=view.quarters,
        alike=view.alike,
        ways=page.ways(model.rules),
        beside=beside_of(shown, to_touch=to_touch),
    )


def board_beside(model: Model, squares: Collection[str]) -> Markup:
    """Draw the board to be looked at alone, as this phone sees it, with some squares framed."""
    page, turned_by = page_of(model.setup.game), seats.quarters(model)
    alike = points.alike(model.setup.game, model.setup.preset)
    drawn = board_svg(
        model.rules.layout,
        page.drawing,
        [without_controls(name) for name in model.setup.names],
        page.men(model.rules, model.state, quarters=turned_by),
        {},
        turn=model.turn,
        label=_("The game on the screen"),
        quarters=turned_by,
        alike=alike,
        beside=page.beside(model.rules, model.state, turned_by, {}),
    )
    frames = framed_squares(turned(model.rules.layout, turned_by), squares)
    # No other board is on that page: what this one refers to keeps its name.
    shades, end, rest = str(drawn).partition("</defs>")
    return Markup(shades + end + _TO_TOUCH.sub("", rest).replace("</svg>", f"{frames}</svg>"))


def final_of(shown: PlayerView) -> Callable[[], Markup]:
    """Return what draws the board small, for the card of a game that is over: to be looked at alone."""

    def draw() -> Markup:
        drawn = board_of(shown, to_touch=False).replace('class="board ', 'class="', 1)
        return Markup(_TO_TOUCH.sub("", drawn).replace("<svg", '<svg aria-hidden="true"', 1))

    return draw


def square_names(model: Model) -> dict[str, str]:
    """Name every square to who does not see it."""
    setup = model.setup
    alike = points.alike(setup.game, setup.preset)
    names = names_of(setup.game, setup.preset, len(setup.names), alike=alike)
    return {square: said(name, setup=setup) for square, name in names.items()}


def blueprint(page: Page, box: Box) -> Blueprint:
    """Build the play page, the plain forms and the photographs."""
    bp = Blueprint("play", __name__)

    @bp.get("/")
    def show() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None:
            return render_template("game/first.html", games=games())
        return seats.chosen() or render_template(
            "game/play.html",
            board=board_of(shown),
            squares=square_names(shown.model),
            view=shown.view,
            seen=shown.seen,
            box=shown.box,
            clock=shown.clock,
            role=access.role(),
            final=final_of(shown),
        )

    @bp.get("/board")
    def board() -> ResponseReturnValue:
        """Return the board alone, for a phone that turns it."""
        shown = page.shown()
        if shown is None:
            raise MissingError(_("no game lies on the table: start one"))
        return str(board_of(shown))

    @bp.get("/ways")
    @bp.get("/api/v1/ways", endpoint="where_for_program")
    def where() -> ResponseReturnValue:
        """Tell where each player's pieces can stand, for a phone on which a position is put right."""
        return jsonify({"ways": position_editor.ways(page.model.rules)})

    def add(action: type[Action]) -> None:
        @bp.post(f"/act/{action.name}", endpoint=f"act_{action.name}")
        def act() -> ResponseReturnValue:
            try:
                action.parse(form_body()).once(box)
            except Told as error:
                flash(answer(error))
            return redirect("/", code=303)

    for action in ACTIONS:
        add(action)

    @bp.errorhandler(ForgedError)
    def forged(error: ForgedError) -> ResponseReturnValue:
        """Say it on the page, which is fresh then."""
        flash(answer(error))
        return redirect("/", code=303)

    @bp.get("/photos/<name>.jpg")
    @bp.get("/api/v1/photographs/<name>.jpg", endpoint="photograph_for_program")
    def photograph(name: str) -> ResponseReturnValue:
        picture = None
        if _NAME.fullmatch(name):
            picture = page.photograph(name, ringed="plain" not in request.args)
        if picture is None:
            raise MissingError(_("there is no such photograph"))
        head = {"Content-Type": "image/jpeg", "Cache-Control": "private, max-age=31536000, immutable"}
        return picture, 200, head

    return bp
