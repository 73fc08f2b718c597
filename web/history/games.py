"""What was played before: the list of games, and each with its replay, its record and its throws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from engine.events import Logged
from engine.record import write
from engine.registry import game_info
from web.drawing.pieces import men_svg
from web.errors import MissingError
from web.games import page_of
from web.history.archive import line_of
from web.history.closed_games import closed, must_be_open
from web.history.fairness import tallies, tally_svg
from web.history.matches import GamePlace, MatchGames, about, match_of, together, won
from web.history.replay import Recorded, Replays
from web.history.throws import Counts
from web.house.people import People
from web.language.event_list import EventLine, told
from web.language.locale import _, clock, language, when
from web.match.shown import Shown
from web.people.scores import evening_of
from web.ports import GameLine
from web.request_body import asked_whole
from web.rules.rule_pages import options_of

LISTED = 100
"""Games on one page of the list."""

RECORDED = 100
"""Lines on one page of a record."""


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Some lines of all that happened in a game, the first ones first."""

    lines: tuple[EventLine, ...]
    page: int
    """From 1."""
    pages: int


def blueprint(shown_to: Shown, people: People, replays: Replays, counts: Counts, *, keeps: bool) -> Blueprint:
    """Build the lists of games.

    Args:
        shown_to: The game in progress, and all games, as each phone sees them.
        people: Who plays here.
        replays: Plays games of the same journal again.
        counts: Counts their throws.
        keeps: Games can be exported, deleted and backed up.
    """
    bp = Blueprint("history", __name__)
    table, library = shown_to.table, shown_to.library

    @bp.get("/games")
    def all_games() -> ResponseReturnValue:
        now = table.model.game if table.has_game else 0
        before = request.args.get("before", type=int)
        everything = library.games()
        listed, older = _listed(together(everything), before=before)
        return render_template(
            "history/games.html",
            games=listed,
            older=older,
            about=about,
            won=won,
            newer=before is not None,
            evening=evening_of(people.all(), everything) if before is None else None,
            now=now,
            closed=closed(everything),
            when=when,
            keeps=keeps,
        )

    @bp.get("/games/throws")
    def all_throws() -> ResponseReturnValue:
        return render_template(
            "history/throws.html", all=counts.everything(countable(shown_to)), tally_svg=tally_svg
        )

    @bp.get("/games/<int:number>")
    def one_game(number: int) -> ResponseReturnValue:
        line = open_line(number)
        found = replays.recorded(number, events=line.events)
        shown = {"game": line, "when": when, "clock": clock, "keeps": keeps, "match": place_of(line)}
        shown["now"] = table.model.game if table.has_game else 0
        shown["lost"] = found is not None and found.has_lost_photographs(library)
        shown["options"] = options_of(game_info(line.setup.game), line.setup) if found else []
        if found is None or not found.steps:
            record = _record_page(library.game_events(number), line, page=1)
            return render_template("history/game.html", record=record, **shown)
        step = _step(found)
        return render_template(
            "history/game.html",
            found=found,
            step=step,
            position=found.position(step, library),
            turn_list=found.lines(step),
            lines=found.record(step),
            tallies=tallies(found.model),
            tally_svg=tally_svg,
            **shown,
        )

    @bp.get("/games/<int:number>/record")
    def record(number: int) -> ResponseReturnValue:
        line = open_line(number)
        shown = _record_page(library.game_events(number), line, page=asked_whole("page", 1, least=1))
        match = place_of(line)
        return render_template("history/record.html", game=line, record=shown, clock=clock, match=match)

    @bp.get("/games/<int:number>/steps/<int:step>")
    @bp.get("/api/v1/games/<int:number>/steps/<int:step>", endpoint="step_for_program")
    def one_step(number: int, step: int) -> ResponseReturnValue:
        found = known(number)
        if step > found.steps:
            raise MissingError(_("there is no such step in game {number}", number=number))
        model = found.model
        page = page_of(model.setup.game)
        state = model.line.reached[step].state
        beside = page.beside(model.rules, state, 0, {})
        drawn = men_svg(page.men(model.rules, state), page.drawing.pieces, {}, beside)
        return jsonify(men=drawn, row=found.turns.at(step), **write(found.position(step, library)))

    @bp.get("/games/<int:number>/turns/<int:row>")
    def turns(number: int, row: int) -> ResponseReturnValue:
        listed = known(number).lines_from(row)
        html = render_template("history/turns.html", number=number, turn_list=listed)
        return jsonify(html=html, first=listed.first, lines=len(listed.lines), count=listed.count)

    @bp.get("/games/<int:number>/turns/<int:row>/record")
    def turn_record(number: int, row: int) -> ResponseReturnValue:
        found = known(number)
        lines = found.record(found.first_step(row))
        game = line_of(library, number)
        return jsonify(html=render_template("history/lines.html", game=game, lines=lines, clock=clock))

    def place_of(line: GameLine) -> GamePlace | None:
        """Find where a game stands in its match; None for a single game."""
        match = match_of(library.games(), line) if line.setup.match else None
        return match.place(line.number) if match else None

    def open_line(number: int) -> GameLine:
        line = line_of(library, number)
        must_be_open(line, library.games())
        return line

    def known(number: int) -> Recorded:
        found = replays.recorded(number, events=open_line(number).events)
        if found is None:
            raise MissingError(_("there is no such step in game {number}", number=number))
        return found

    return bp


def countable(shown: Shown) -> list[GameLine]:
    """List the games whose throws are counted: those that can be looked at, and are seen whole."""
    games = shown.library.games()
    left = closed(games) | shown.held()
    return [line for line in games if line.number not in left]


def _listed(
    found: Sequence[GameLine | MatchGames], *, before: int | None
) -> tuple[list[GameLine | MatchGames], int]:
    """Choose a page of the list; a match stands on one page, by its newest game.

    Args:
        found: All of the list, the newest first.
        before: Only what is older than the game of this number; None begins with the newest.

    Returns:
        The page, and the number before which there is more; 0 where there is not.
    """
    page: list[GameLine | MatchGames] = []
    games = 0
    older = [one for one in found if before is None or _newest(one) < before]
    for one in older:
        if games >= LISTED:
            return page, _newest(page[-1])
        page.append(one)
        games += len(one.games) if isinstance(one, MatchGames) else 1
    return page, 0


def _newest(one: GameLine | MatchGames) -> int:
    return one.newest if isinstance(one, MatchGames) else one.number


def _step(found: Recorded) -> int:
    """Read which step is looked at; the last one by default.

    Without script the slider is sent along with the button that was touched, and before it.
    """
    asked = (request.args.getlist("step") or [""])[-1]
    return (
        min(int(asked), found.steps)
        if asked.isascii() and asked.isdigit() and len(asked) < 9
        else found.steps
    )


def _record_page(events: Sequence[Logged], game: GameLine, *, page: int) -> RecordPage:
    """Write a page of the record; the last one where there are not so many."""
    lines = told(events, game.setup, language=language())
    pages = max(1, -(-len(lines) // RECORDED))
    page = min(page, pages)
    return RecordPage(tuple(lines[(page - 1) * RECORDED : page * RECORDED]), page, pages)
