"""The page as one Flask app; everything it needs of the box is handed to it."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Flask, current_app, g, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from engine.table import Table
from web import (
    access,
    api,
    cookies,
    guide,
    history,
    install,
    keeping,
    live,
    modes,
    outputs,
    paired,
    play,
    refusals,
    rules,
    setup,
    tongues,
)
from web import eye as eye_page
from web import house as house_rules
from web.acts import Acts
from web.boards import token_svg
from web.differences import rules_title
from web.heard import heard, unbroken
from web.hearing import LEVEL_TITLES
from web.languages import mark
from web.ports import Archive, Eye, HouseBook, Https, Lamps, Library, Phones, Settings
from web.reader import translated
from web.shells import throw_svg
from web.sight import Sight
from web.words import game_title, preset_title, script_words

MAX_REQUEST = 64 * 1024
"""Bytes of the largest request that is read."""

_WORDS = {
    404: mark("There is nothing at this address."),
    405: mark("This address does not take that kind of request."),
    413: mark("This request is too large for the box."),
    500: mark(
        "The box made a mistake. The game is safe: load the page again. Please report it if it comes back."
    ),
}


def create_app(
    table: Table,
    eye: Eye,
    library: Library,
    phones: Phones,
    settings: Settings,
    lamps: Lamps,
    *,
    house: HouseBook,
    archive: Archive | None = None,
    sight: Sight | None = None,
    https: Https | None = None,
    secret_key: str | bytes | None = None,
) -> Flask:
    """Build the page.

    Args:
        table: The game in progress.
        eye: The camera and what it believes.
        library: Events, games and photographs.
        phones: Which phones may act.
        settings: What the box remembers about the house.
        lamps: Lamps and buzzer.
        house: The house rules that are kept.
        archive: Exports, deletes and backs up games; without one the page offers none of it.
        https: The page over HTTPS; without it there is plain HTTP alone.
        sight: How the eye is set up; without it the page does not offer that.
        secret_key: Signs messages and the tokens of forms; a random one by default, so that a page from
            before a restart has to be loaded again.

    Returns:
        The app. ``app.extensions["live"].close()`` ends all event streams at once.
    """
    app = Flask(__name__)
    app.request_class = keeping.LargeRequest
    app.session_interface = cookies.Sessions()
    app.secret_key = secret_key or secrets.token_bytes(32)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_REQUEST,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SEND_FILE_MAX_AGE_DEFAULT=0,
    )
    acts = Acts(table, library, house)
    page = play.Page(table, eye, library, lamps, settings)
    streams = live.Live(library, eye, lamps, settings)
    app.extensions["live"] = streams
    app.extensions["setup"] = lambda: table.model.setup if table.has_game else None
    tongues.set_up(app)
    access.guard(app, phones)
    app.register_blueprint(play.blueprint(page, acts, library, table))
    app.register_blueprint(modes.blueprint(page))
    app.register_blueprint(api.blueprint(acts, page.state, eye, house))
    app.register_blueprint(live.blueprint(streams, library))
    app.register_blueprint(setup.blueprint(table, settings, lamps, house, sight))
    app.register_blueprint(house_rules.blueprint(house, phones))
    if sight is not None:
        app.register_blueprint(eye_page.blueprint(sight, eye))
    app.register_blueprint(outputs.blueprint(table, library, settings, lamps))
    app.register_blueprint(paired.blueprint(phones))
    app.register_blueprint(history.blueprint(table, library, keeps=archive is not None))
    if archive is not None:
        app.register_blueprint(keeping.blueprint(table, library, archive))
    app.register_blueprint(rules.blueprint(table))
    app.register_blueprint(guide.blueprint())
    app.register_blueprint(install.blueprint(https))
    app.register_blueprint(tongues.blueprint(settings))
    _name_things(app, library, phones)
    _tell_errors(app, page)
    return app


def _name_things(app: Flask, library: Library, phones: Phones) -> None:
    """Give the templates what all of them use."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        token=token_svg,
        thrown=throw_svg,
        csrf=access.csrf_token,
        may_act=access.may_act,
        may_change=access.may_change,
        door_open=lambda: phones.door_s() > 0,
        for_script=lambda: bool(g.get("for_script")),
        game_title=game_title,
        preset_title=preset_title,
        rules_title=rules_title,
        rule_url=refusals.address,
        linked=refusals.linked,
        script_words=script_words,
        heard=heard,
        unbroken=unbroken,
        may_set_eye=lambda: "eye" in app.blueprints and access.may_change(),
        level_titles=LEVEL_TITLES,
        has_photograph=library.has_photograph,
        journal_trouble=library.trouble,
        journal_notice=library.notice,
    )


def _tell_errors(app: Flask, page: play.Page) -> None:
    """Answer every error in words: as JSON to programs, as a page to people."""

    def told(error: Exception) -> ResponseReturnValue:
        if api.wants_json():
            return api.error_json(error, page.state)
        return _error_page(api.answer(error), api.status_of(error))

    for kind in api.Told:
        app.register_error_handler(kind, told)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> ResponseReturnValue:
        status = error.code or 500
        if status == 405 and request.method in ("GET", "HEAD") and not api.wants_json():
            return redirect(_page_of(request.full_path), code=303)
        text = translated(_WORDS.get(status, "")) or str(error.description)
        if api.wants_json():
            answer: dict[str, Any] = {"error": text}
            return jsonify(answer), status
        return _error_page(text, status)


def _page_of(asked: str) -> str:
    """Find the page whose form is sent to an address: a phone's history may hold it, and opens it again.

    Forms are sent to addresses below that of their page, so it is the nearest above that can be opened.
    """
    path, query = asked.split("?", 1)
    addresses = current_app.create_url_adapter(request)
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        if addresses is not None and addresses.test(path, "GET"):
            break
    return f"{path}?{query}" if query and path != "/" else path


def _error_page(text: str, status: int) -> ResponseReturnValue:
    return render_template("error.html", text=text, status=status), status
