"""The page as one Flask app; everything it needs of the box is handed to it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import cache
from urllib.parse import quote

from flask import Flask, current_app, g, jsonify, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ClientDisconnected, HTTPException
from werkzeug.wrappers import Response as WerkzeugResponse

from engine.messages import MessageError
from engine.table import Table
from web import compression, static_files, verbs
from web.api import game as api
from web.api.document import EVERY, document
from web.api.routes import blueprint as programs
from web.auth import access, cookies, permissions
from web.auth.hosts import guard_host
from web.box import board_seen as seen_page
from web.box import board_setup as board_page
from web.box import camera_stream, guide, install, language_choice, metrics, outputs, pairing, wiring
from web.box import eye_setup as eye_page
from web.box import status as status_page
from web.connections import page as connections_page
from web.drawing.pieces import USUAL, token_svg
from web.drawing.throws import throw_svg
from web.errors import Told, status_of
from web.game import page as play_page
from web.game import pages as game_pages
from web.game import spoken_page, stream
from web.game.actions import Box
from web.game.event_view import Events
from web.games import page_of
from web.history import archive as archive_pages
from web.history import backup, games, games_file, opening
from web.history import match_pages as matches_pages
from web.history.replay import Replays
from web.history.throws import Counts
from web.house.clocks import MatchClocks
from web.house.connections import Connections
from web.house.credentials import Phones, Tokens
from web.house.house_rules import HouseRulesStore
from web.house.identity import EventNames
from web.house.people import People
from web.house.settings import HouseSettings
from web.language import points
from web.language.bidi import bdi, bdi_list, isolated
from web.language.catalogue import mark
from web.language.labels import game_title, outcome_words, preset_title
from web.language.locale import translated
from web.language.messages import said, unbroken
from web.language.script_words import script_words
from web.language.speech import LEVEL_TITLES
from web.match import pages as match_pages
from web.match.shown import Shown
from web.people import people as people_pages
from web.ports import (
    Archive,
    BoardCamera,
    BoardFollowing,
    Eye,
    Finding,
    Hosts,
    Lamps,
    Library,
    Power,
    TrayCamera,
    Trust,
)
from web.rules import house_rules, new_game, rule_links, rule_pages, seating
from web.rules.differences import rules_title
from web.rules.option_groups import first_options, option_groups
from web.screens import overlay, television
from web.verbs import Parts, posts

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


_BROKEN_OFF = mark("The request broke off before all of it had come: send it again.")


class _Page(Flask):
    """Flask, which leads nowhere by an address that no header can hold."""

    def redirect(self, location: str, code: int = 302) -> WerkzeugResponse:
        """Lead to an address; quote in it what a phone may have sent: line breaks, backslashes."""
        return super().redirect(quote(location, safe="%/?#[]@!$&'()*+,;=:"), code)


def create_app(
    table: Table,
    eye: Eye,
    library: Library,
    phones: Phones,
    settings: HouseSettings,
    lamps: Lamps,
    *,
    house: HouseRulesStore,
    people: People,
    hosts: Hosts,
    now_s: Callable[[], float],
    archive: Archive | None = None,
    sight: TrayCamera | None = None,
    board: BoardCamera | None = None,
    board_seen: BoardFollowing | None = None,
    status: Callable[[], Sequence[Finding]] | None = None,
    power: Power | None = None,
    clocks: MatchClocks | None = None,
    trust: Callable[[], Trust | None] = lambda: None,
    connections: Connections | None = None,
    tokens: Tokens | None = None,
    names: Callable[[], EventNames] | None = None,
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
        people: Who plays here.
        hosts: Names and numbers by which the page may be opened.
        now_s: The journal's clock, as it stamps `engine.events.Logged.clock_s`.
        archive: Exports, deletes and backs up games; without one the page offers none of it.
        connections: What other programs are told; without it the page does not offer that.
        trust: What a phone needs to trust the box; None while the page is served over plain HTTP alone.
        sight: How the eye is set up; without it the page does not offer that.
        board: How the eye on the board is set up; without it the page does not offer that.
        board_seen: What the eye sees of the board in a game; without it the page does not show it.
        status: Asks every part of the box how it is; without it the page says nothing of it.
        power: Stops the box; without it no page and no program does.
        clocks: The clocks of matches; without them the page shows none.
        tokens: Which programs may act; without them none is let in.
        names: What events are called for other programs; without them they are told none.
        secret_key: Signs messages and the tokens of forms; a random one by default, so that a page from
            before a restart has to be loaded again.

    Returns:
        The app. ``app.extensions["live"].close()`` ends all event streams at once.
    """
    app = _Page(__name__)
    app.request_class = backup.LargeRequest
    app.session_interface = cookies.Sessions()
    app.secret_key = secret_key or secrets.token_bytes(32)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_REQUEST,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SEND_FILE_MAX_AGE_DEFAULT=0,
    )
    box = Box(table, library, house, people, lambda: access.phone_called(phones))
    shown = Shown(table, library, now_s=now_s, watches=lambda: not access.may_act())
    page = play_page.Page(shown, eye, lamps, settings, clocks)
    replays, matches, files = Replays(shown.library), matches_pages.Matches(shown.library), games_file.Files()
    counts, events = Counts(replays.thrown), Events(shown.library)
    streams = stream.Live(library, eye, lamps, settings, shown=shown)
    app.extensions["live"] = streams
    pictures = app.extensions["camera streams"] = camera_stream.CameraStreams(eye, ended=streams.ended)
    app.extensions["setup"] = lambda: shown.table.model.setup if shown.table.has_game else None
    language_choice.set_up(app)
    # People at one table call a point by one number: the house chooses, and each request asks it once.
    app.teardown_request(lambda _error: points.ask())
    app.before_request(lambda: points.ask(cache(lambda: settings.get().points == "alike")))
    static_files.set_up(app)
    compression.set_up(app)
    guard_host(app, hosts)
    access.guard(app, phones, tokens)
    app.register_blueprint(play_page.blueprint(page, box))
    app.register_blueprint(television.blueprint(page, hosts))
    app.register_blueprint(overlay.blueprint(page))
    app.register_blueprint(spoken_page.blueprint(page, shown.library))
    app.register_blueprint(game_pages.blueprint(page, people, events))
    app.register_blueprint(match_pages.blueprint(shown.table, table, clocks))
    app.register_blueprint(api.blueprint(box, page.state))
    app.register_blueprint(stream.blueprint(streams, shown, phones, tokens))
    app.register_blueprint(camera_stream.blueprint(pictures, eye, shown, phones, tokens))
    app.register_blueprint(new_game.blueprint(table, house, people, sight, shown.table))
    app.register_blueprint(house_rules.blueprint(house, phones))
    if sight is not None:
        app.register_blueprint(eye_page.blueprint(sight, eye))
    if board is not None:
        app.register_blueprint(board_page.blueprint(board))
    if board_seen is not None:
        app.register_blueprint(seen_page.blueprint(board_seen, play_page.board_beside, table, shown))
    if status is not None:
        lines = status_page.lines_of(status, phones, streams)
        app.register_blueprint(status_page.blueprint(lines, table=table, power=power))
        app.register_blueprint(metrics.blueprint(lines, shown))
    if connections is not None:
        app.register_blueprint(connections_page.blueprint(connections))
    app.register_blueprint(wiring.blueprint(lamps))
    app.register_blueprint(outputs.blueprint(table, library, settings, lamps))
    app.register_blueprint(pairing.blueprint(phones, tokens))
    app.register_blueprint(games.blueprint(shown, people, replays, counts, keeps=archive is not None))
    app.register_blueprint(matches_pages.blueprint(shown, archive, matches))
    app.register_blueprint(people_pages.blueprint(shown.table, people, shown.library))
    if archive is not None:
        app.extensions["archive"] = archive
        app.register_blueprint(archive_pages.blueprint(table, shown, archive))
        app.register_blueprint(opening.blueprint(table, shown.library))
        app.register_blueprint(games_file.blueprint(archive, files))
        app.register_blueprint(backup.blueprint(archive, settings))
    app.register_blueprint(rule_pages.blueprint(shown.table))
    app.register_blueprint(guide.blueprint())
    app.register_blueprint(install.blueprint(trust))
    app.register_blueprint(language_choice.blueprint(settings))
    parts = Parts(
        table,
        eye,
        shown,
        phones,
        settings,
        lamps,
        house,
        people,
        matches,
        replays,
        counts,
        files,
        events,
        archive,
        sight,
        board,
        board_seen,
        connections,
        tokens,
        names,
        power,
    )
    app.register_blueprint(posts.blueprint(parts, verbs.EVERY))
    app.register_blueprint(programs(parts, EVERY, document))
    permissions.check(app)
    _name_things(app, shown, phones, people)
    _tell_errors(app, page)
    return app


def _name_things(app: Flask, shown: Shown, phones: Phones, people: People) -> None:
    """Return the templates what all of them use."""
    library, pages = shown.library, {rule.rule for rule in app.url_map.iter_rules()}
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["isolated"] = isolated
    app.jinja_env.globals.update(
        token=lambda seat, game: token_svg(seat, page_of(game).drawing.pieces),
        sign=lambda sign: token_svg(sign, USUAL),
        page_of=page_of,
        can_be_alike=points.can_be_alike,
        thrown=throw_svg,
        csrf=access.csrf_token,
        may_act=access.may_act,
        may_change=access.may_change,
        may_open=lambda page: page in pages and access.may_open(page),
        door_open=lambda: phones.pairing_open_s() > 0,
        for_script=lambda: bool(g.get("for_script")),
        game_title=game_title,
        preset_title=preset_title,
        rules_title=rules_title,
        option_groups=option_groups,
        first_options=first_options,
        rule_url=rule_links.address,
        differently=rule_links.differently,
        linked=rule_links.linked,
        script_words=script_words,
        outcome_words=outcome_words,
        bdi=bdi,
        bdi_list=bdi_list,
        said=said,
        unbroken=unbroken,
        level_titles=LEVEL_TITLES,
        in_tournament=lambda: shown.table.has_game and shown.table.model.is_tournament,
        in_match=lambda: shown.table.has_game and shown.table.model.conduct is not None,
        minutes_late=lambda: shown.minutes_late,
        last_seq=library.last_seq,
        last_players=lambda: seating.last_players(people.all()),
        has_photograph=library.has_photograph,
        journal_trouble=library.trouble,
        journal_notice=library.notice,
    )


def _tell_errors(app: Flask, page: play_page.Page) -> None:
    """Answer every error in words: as JSON to programs, as a page to people."""

    def told(error: MessageError) -> ResponseReturnValue:
        if api.wants_json():
            return api.error_json(error, page.state)
        return _error_page(rule_links.answer(error), status_of(error))

    for kind in Told:
        app.register_error_handler(kind, told)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> ResponseReturnValue:
        status = error.code or 500
        if status == 405 and request.method in ("GET", "HEAD") and not api.wants_json():
            return redirect(_page_of(request.full_path), code=303)
        words = _BROKEN_OFF if isinstance(error, ClientDisconnected) else _WORDS.get(status, "")
        text = translated(words) or str(error.description)
        answer = make_response(jsonify({"error": text}) if api.wants_json() else _error_page(text, status)[0])
        answer.status_code = status
        for name, value in error.get_headers():  # Allow, Content-Range, Retry-After
            if name != "Content-Type":
                answer.headers[name] = value
        return answer


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


def _error_page(text: str, status: int) -> tuple[str, int]:
    return render_template("error.html", text=text, status=status), status
