"""The page on which a game is played: whole for a browser without script, in parts for the script."""

from __future__ import annotations

import re
import secrets
import threading
from typing import Any

from flask import Blueprint, flash, g, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.table import Table
from engine.table.state import Model
from web.auth import access
from web.auth.access import csrf_token, may_act
from web.auth.roles import allow
from web.drawing.boards import board_svg, men_svg
from web.drawing.pieces import men
from web.errors import ForgedError, MissingError, Told
from web.game import position_editor, seats
from web.game.actions import ACTIONS, Action, Box
from web.game.view import game_view
from web.language.alerts import phones_hear
from web.language.heard import heard
from web.language.labels import CAN_MOVE, LETTERS, eye_json, lamps_json
from web.language.locale import _, language
from web.ports import Eye, Lamps, Library, Role, Settings
from web.request_body import form_body
from web.rules.rule_links import answer

PARTS = ("turn", "questions", "throw", "actions", "moves", "events", "lamps", "places")
"""Parts of the page that the script replaces when there is news; one template each."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}")


class Page:
    """Puts together what one phone sees."""

    def __init__(self, table: Table, eye: Eye, library: Library, lamps: Lamps, settings: Settings) -> None:
        self._table = table
        self._eye = eye
        self._library = library
        self._lamps = lamps
        self._settings = settings
        self._start = secrets.token_hex(4)
        self._making = threading.Lock()
        self._made: dict[tuple[Role, str, int], tuple[tuple[Any, ...], dict[str, Any]]] = {}

    def context(self) -> dict[str, Any]:
        """Give what the templates of the play page need, from one snapshot."""
        if not self._table.has_game:
            return {"view": None, "model": None, **self._box()}
        model = self._table.model
        view = game_view(model, self._library)
        view["quarters"] = seats.quarters(model)
        return {"view": view, "model": model, "seen": seats.choices(model), **self._box()}

    def state(self) -> dict[str, Any]:
        """Give the same as JSON, with the parts of the page ready to be shown.

        All players of one language and one side of the board see the same, and all watchers: it is made once
        for each after a change.
        """
        role = access.role()
        mine = {"role": role, "box": self._start}
        if may_act():
            mine["csrf"] = csrf_token()
        if not self._table.has_game:
            return {"game": None, "seq": self._library.last_seq(), **self._box(), **mine}
        box = self._box()
        # A lamp that blinks makes nothing anew: the script sets the lamps by their numbers.
        lamps = box.pop("lamps")
        model = self._table.model
        key = (model, *map(str, box.values()))
        who = (role, language(), seats.quarters(model))
        with self._making:
            made = self._made.get(who)
            if made is None or made[0][0] is not key[0] or made[0][1:] != key[1:]:
                made = self._made[who] = (key, self._make())
        return {**made[1], "lamps": lamps, **mine}

    def _make(self) -> dict[str, Any]:
        """Make what `state` gives; the script sends the tokens itself, so its forms carry none."""
        g.for_script = True
        context = self.context()
        parts = {part: render_template(f"game/parts/{part}.html", **context) for part in PARTS}
        parts["men"] = men_of(context["model"], context["view"])
        g.for_script = False
        return {**context["view"], **self._box(), "parts": parts}

    def _box(self) -> dict[str, Any]:
        return {
            "eye": eye_json(self._eye.state()),
            "lamps": lamps_json(self._lamps.state()),
            "hears": phones_hear(self._settings.get()),
            "trouble": heard(self._library.trouble()),
            "role": access.role(),
        }


def titles_of(model: Model, view: dict[str, Any]) -> dict[tuple[int, int], str]:
    """Say for each piece that can move what a screen reader reads."""
    titles: dict[tuple[int, int], str] = {}
    if not may_act():
        return titles
    template = CAN_MOVE[model.setup.game]
    for tap in view["taps"]:
        player, piece = tap["piece"]
        titles[player, piece] = _(template, player=model.setup.names[player], piece=LETTERS[piece])
    return titles


def men_of(model: Model, view: dict[str, Any]) -> str:
    """Draw the pieces of a position."""
    standing = men(model.rules, model.state, quarters=seats.quarters(model))
    return men_svg(standing, model.setup.game, titles_of(model, view))


def board_of(model: Model, view: dict[str, Any], *, to_touch: bool = True) -> Markup:
    """Draw the whole board as this phone sees it; `to_touch` lights up the pieces that can move."""
    turns = seats.quarters(model)
    return board_svg(
        model.rules.layout,
        model.setup.game,
        model.setup.names,
        men(model.rules, model.state, quarters=turns),
        titles_of(model, view) if to_touch else {},
        turn=model.turn,
        quarters=turns,
    )


def blueprint(page: Page, box: Box) -> Blueprint:
    """Build the play page, the plain forms and the photographs."""
    bp = Blueprint("play", __name__)

    @bp.get("/")
    @allow("watcher")
    def show() -> ResponseReturnValue:
        context = page.context()
        if context["view"] is None:
            return redirect("/new")
        board = board_of(context["model"], context["view"])
        return seats.chosen() or render_template("game/play.html", board=board, parts=PARTS, **context)

    @bp.get("/board")
    @allow("watcher")
    def board() -> ResponseReturnValue:
        """Give the board alone, for a phone that turns it."""
        context = page.context()
        if context["view"] is None:
            raise MissingError(_("no game lies on the table: start one"))
        return str(board_of(context["model"], context["view"]))

    @bp.get("/ways")
    @allow("watcher")
    def where() -> ResponseReturnValue:
        """Say where each player's pieces can stand, for a phone on which a position is put right."""
        return jsonify({"ways": position_editor.ways(box.table.model.rules)})

    def add(action: type[Action]) -> None:
        @bp.post(f"/act/{action.name}", endpoint=f"act_{action.name}")
        @allow(action.role)
        def act() -> ResponseReturnValue:
            try:
                action.parse(form_body()).do(box)
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
    @allow("watcher")
    def photograph(name: str) -> ResponseReturnValue:
        picture = None
        if _NAME.fullmatch(name):
            picture = box.library.photograph(name, ringed="plain" not in request.args)
        if picture is None:
            raise MissingError(_("there is no such photograph"))
        head = {"Content-Type": "image/jpeg", "Cache-Control": "private, max-age=31536000, immutable"}
        return picture, 200, head

    return bp
