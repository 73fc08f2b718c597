"""A match: its games and its score, and the files of it that other programs read.

To know whether `.mat` can say all of a match, all of it is played again; so the games that were looked at
last are kept, each until it goes on.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import EngineError, NotationError
from engine.notation import GameTranscript, Transcript, mat_part
from web.errors import MissingError, RefusedError
from web.history.closed_games import closed, must_be_open
from web.history.match_files import (
    FORMS,
    Known,
    MatchLines,
    file_stem,
    match_of,
    matches_of,
    read_match,
    write_records,
)
from web.language.events import standing
from web.language.locale import _, language, when
from web.language.messages import said, upper_first
from web.language.speaker import Speaker
from web.match.shown import Shown
from web.ports import Archive, Library

LISTED = 100
"""Matches on one page of the list."""

_HELD = 100
"""So many games are kept as they were played, those that were looked at last: about 10 MB."""

TYPES = {
    "mat": "text/plain; charset=utf-8",
    "sgf": "application/x-go-sgf; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "jsonl": "application/x-ndjson",
}
"""What a file's name ends with → what browsers are told that it is."""


@dataclass(frozen=True, slots=True)
class Offers:
    """The files of a match, for the pages that offer them."""

    number: int
    """Of the match."""
    is_mat: bool
    """`.mat` says all of it; else `.sgf` is offered."""
    is_part: bool
    """`.mat` says the beginning of it."""
    why: str
    """Why `.mat` does not say all, as a sentence."""
    goes_on: bool
    has_events: bool
    """The record of the box can be had as well."""


class Matches:
    """Reads matches out of the journal. May be used from any thread; one match is played again at a time."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._held: OrderedDict[Known, GameTranscript] = OrderedDict()

    def lines(self, game: int) -> MatchLines | None:
        """Find the match of a game; None if it is no game of one."""
        return match_of(self._library.games(), game)

    def read(self, match: MatchLines) -> Transcript:
        """Return a match as it stands now.

        Raises:
            EngineError: If nothing was played in it, or its rules are gone.
            KeyError: If a game was deleted meanwhile.
        """
        with self._lock:
            found = read_match(match, self._library.game_events, self._held)
            for game in match.games:
                self._held.move_to_end((game.number, game.events))
            while len(self._held) > _HELD:
                self._held.popitem(last=False)
        return found

    def records(self, match: MatchLines) -> str:
        """Write the score sheets of a match."""
        return write_records(match, self._library.game_events)


def blueprint(shown: Shown, archive: Archive | None, matches: Matches) -> Blueprint:
    """Build the page of a match, and give templates what they offer of one.

    Args:
        shown: The game that is played, and all games, as each phone sees them.
        archive: Exports events; without one the record of the box is not offered.
        matches: Reads matches out of the same journal.
    """
    bp = Blueprint("matches", __name__)
    table, library = shown.table, shown.library

    def offers(game: int) -> Offers | None:
        """Tell which files there are of a game's match; None where there are none."""
        match = matches.lines(game)
        if match is None or game in closed(library.games()):
            return None
        try:
            part, why = mat_part(matches.read(match))
        except (EngineError, LookupError):
            return None
        told = _("{sentence}.", sentence=upper_first(said(why))) if why else ""
        return Offers(
            match.number,
            is_mat=why is None,
            is_part=part is not None and why is not None,
            why=told,
            goes_on=not match.match.is_over,
            has_events=archive is not None,
        )

    @bp.app_context_processor
    def _for_templates() -> dict[str, object]:
        return {"match_offers": offers}

    @bp.get("/matches")
    def everything() -> ResponseReturnValue:
        before = request.args.get("before", type=int)
        games = library.games()
        all_matches = matches_of(games)
        some = [match for match in all_matches if before is None or match.number < before]
        return render_template(
            "history/matches.html",
            matches=some[:LISTED],
            older=some[LISTED - 1].number if len(some) > LISTED else 0,
            newer=before is not None,
            title_of=_match_title,
            score_of=_score,
            closed=closed(games),
            now=table.model.game if table.has_game else 0,
            when=when,
        )

    @bp.get("/matches/<int:number>")
    def show(number: int) -> ResponseReturnValue:
        match = found(number)
        if match.number != number:
            return redirect(f"/matches/{match.number}", code=302)
        return render_template("history/match_page.html", match=match, title=_match_title(match), when=when)

    @bp.get("/matches/<int:number>.<form>")
    @bp.get("/api/v1/matches/<int:number>.<form>", endpoint="file_of_program")
    def file(number: int, form: str) -> ResponseReturnValue:
        match = found(number)
        if form not in TYPES or (form == "jsonl" and archive is None):
            raise MissingError(_("There is nothing at this address."))
        name = f"{file_stem(match)}.{form}"
        if form == "jsonl" and archive is not None:
            shown.must_not_be_held(*match.begun)
            return _download(_all_events(archive, match), name, form)
        try:
            if form == "txt":
                return _download(matches.records(match), name, form)
            played = matches.read(match)
        except NotationError as error:
            raise RefusedError(said(error.message), status=409) from error
        except (EngineError, LookupError) as error:
            raise MissingError(_("there is no match {number}", number=number)) from error
        part, why = mat_part(played) if form == "mat" else (played, None)
        if part is None:
            raise RefusedError(
                _(".mat cannot say all of this match: {why}. Take .sgf instead", why=said(why)), status=409
            )
        if why is not None:
            name = f"{file_stem(match)}-part.{form}"
        return _download(FORMS[form](played), name, form)

    def found(number: int) -> MatchLines:
        return match_found(matches, library, number)

    return bp


def match_found(matches: Matches, library: Library, number: int) -> MatchLines:
    """Find a match that can be looked at, by the number of one of its games.

    Raises:
        MissingError: If there is none.
        RefusedError: If it goes on in tournament mode.
    """
    match = matches.lines(number)
    if match is None:
        raise MissingError(_("there is no match {number}", number=number))
    must_be_open(match.games[-1], library.games())
    return match


def _all_events(archive: Archive, match: MatchLines) -> Iterator[str]:
    for game in match.begun:
        yield from archive.export(game)


def _match_title(match: MatchLines) -> str:
    length = match.match.length
    return _("Match to {length}", length=length) if length else _("For money")


def _score(match: MatchLines) -> str:
    return "; ".join(standing(match.match, Speaker.of(match.games[-1].setup, language())))


def _download(content: str | Iterator[str], name: str, form: str) -> Response:
    body = content.encode("utf-8", "replace") if isinstance(content, str) else content
    head = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, content_type=TYPES[form], headers=head)
