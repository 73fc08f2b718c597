"""A new game with names and house rules; lamps and wiring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import SetupError
from engine.events import Setup
from engine.pachisi.throws import TABLES
from engine.presets import GameInfo, OptionValue, game_info, games
from engine.table import Table
from web.access import must_act
from web.acts import clean_names, option_value
from web.api import Told, sentence
from web.body import MalformedError, form_body
from web.heard import heard_svg
from web.languages import mark
from web.ports import Lamps, Settings
from web.reader import _, _n, translated
from web.words import game_title

GAME_TEXTS = {
    "chowka-bhara": mark("Four cowries, a board of 5 × 5 squares. Kill a pawn, then spiral to the middle."),
    "pachisi": mark("Six or seven cowries on the cloth cross. Once round the board, from castle to castle."),
    "backgammon": mark("Two dice, fifteen checkers each. Bring all of them home and take them off."),
}


CHOICES: Mapping[OptionValue, str] = {
    True: mark("yes"),
    False: mark("no"),
    "anywhere": mark("anywhere"),
    "castles": mark("on castles and in the middle column"),
    "standard": mark("as usual"),
    "nackgammon": mark("Nackgammon"),
    "hypergammon": mark("Hypergammon: three checkers each"),
}
"""What may be chosen for an option, in words."""


def blueprint(table: Table, settings: Settings, lamps: Lamps) -> Blueprint:
    """Build the pages of the menu that change something."""
    bp = Blueprint("setup", __name__)

    @bp.get("/new")
    def ask() -> ResponseReturnValue:
        return _form(_asked(), table, settings)

    @bp.post("/new")
    def begin() -> ResponseReturnValue:
        info = _asked()
        try:
            must_act()
            chosen = _chosen(info)
            table.start(chosen, request=form_body().mark)
        except Told as error:
            return _form(info, table, settings, error=sentence(error)), 400
        return redirect("/", code=303)

    @bp.get("/lamps")
    def wiring() -> ResponseReturnValue:
        return render_template(
            "lamps.html", wiring=lamps.wiring(), lamps=lamps.state(), drawn=bool(lamps.header())
        )

    @bp.get("/wiring.svg")
    def header() -> ResponseReturnValue:
        drawn = lamps.header()
        if not drawn:
            abort(404)
        response = Response(heard_svg(drawn), mimetype="image/svg+xml")
        # The drawing has its colours, light and dark, within itself, and nothing else may come with it.
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        return response

    return bp


def _asked() -> GameInfo:
    """Say which game the form is about."""
    name = request.values.get("game", "")
    try:
        return game_info(name) if name else games()[0]
    except SetupError as error:
        raise MalformedError(str(error)) from error


def _form(info: GameInfo, table: Table, settings: Settings, *, error: str = "") -> str:
    typed = request.form
    return render_template(
        "new.html",
        games=games(),
        texts=GAME_TEXTS,
        info=info,
        names=_names(info, table, settings),
        preset=typed.get("preset", info.presets[0].name),
        typed=typed,
        error=error,
        playing=table.has_game,
        mark=f"new-{table.model.seq if table.has_game else 0}-{info.name}",
        option_text=option_text,
        house_rules=any(typed.get(f"option-{option.key}") for option in info.options),
    )


def _names(info: GameInfo, table: Table, settings: Settings) -> list[str]:
    """Fill the seats with what was typed, else those who play now, else the house's names."""
    seats = max(info.players)
    if request.method == "POST":
        return [*request.form.getlist("name"), "", "", "", ""][:seats]
    if table.has_game:
        usual = list(table.model.setup.names)
    else:
        usual = [str(name) for name in settings.get().get("names", [])][:2]
    return [*usual, "", "", "", ""][:seats]


def _chosen(info: GameInfo) -> Setup:
    """Read the form."""
    form = request.form
    names = clean_names(tuple(form.getlist("name")))
    if len(names) not in info.players:
        least, most = min(info.players), max(info.players)
        raise MalformedError(
            _(
                "{game} is played by {players} people: give their names",
                game=game_title(info.name),
                players=most,
            )
            if least == most
            else _(
                "{game} is played by {least} to {most} people: give their names",
                game=game_title(info.name),
                least=least,
                most=most,
            )
        )
    options: dict[str, OptionValue] = {}
    for option in info.options:
        value = form.get(f"option-{option.key}", "")
        if value:
            options[option.key] = option_value(info, option.key, value)
    body = form_body()
    begins = body.whole_or_none("begins")
    if begins is not None:
        begins = _seat_after_leaving_out(form.getlist("name"), begins)
    return Setup(info.name, info.preset(form.get("preset") or None).name, names, options, begins)


def _seat_after_leaving_out(names: list[str], seat: int) -> int:
    if seat >= len(names) or not names[seat].strip():
        raise MalformedError(
            _("nobody sits on the seat that is to begin: give a name, or choose another seat")
        )
    return sum(1 for name in names[:seat] if name.strip())


def option_text(value: Any, key: str = "") -> str:
    """Say an option's value on the page; a table of throw values with its source."""
    if key == "table" and value in TABLES:
        table = TABLES[value]
        source = translated(table.source)
        return _n("{count} cowry: {source}", "{count} cowries: {source}", table.shells, source=source)
    return translated(CHOICES.get(value, str(value)))
