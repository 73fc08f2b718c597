"""What was played before: the list of games, and each with its events, photographs, replay and throws."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import EngineError
from engine.events import PositionSet
from engine.registry import game_info
from engine.table import Table
from engine.table.state import Model, model_after
from engine.throw import Cowries, Dice
from web.as_json import as_json
from web.auth.roles import allow
from web.drawing.boards import board_svg
from web.drawing.pieces import men_svg
from web.errors import MissingError
from web.games import page_of
from web.history.archive import line_of
from web.history.fairness import Thrown, tallies, tally_svg, thrown, thrown_in
from web.history.throws import Counts
from web.language import points
from web.language.bidi import isolated, without_controls
from web.language.event_list import told
from web.language.labels import action_words, throw_words
from web.language.locale import _, clock, language, when
from web.language.position_ids import IdsView, ids_view
from web.ports import Library
from web.rules.rule_pages import options_of

LISTED = 100
"""Games on one page of the list."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game after one of its actions."""

    text: str
    """What was done last."""
    player: int | None
    """Who did it; None where it was nobody."""
    photo: str
    """Name of the throw's photograph; empty when there is none."""
    turn: int
    ids: IdsView | None = None
    """As other programs write it; None for a game that none knows."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that can be looked at action by action."""

    step: int
    """The one that is shown."""
    steps: int
    board: str
    position: Position


class Replays:
    """Plays games of the journal again; the one that was looked at last is kept, as a slider asks often."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._last: tuple[int, int, Model | None] = (0, 0, None)

    def model(self, number: int, *, events: int) -> Model | None:
        """Return a game as it stands after all its events; None if its rules are gone.

        Args:
            number: Of the game.
            events: How many it has; one that goes on is played again.
        """
        with self._lock:
            if self._last[:2] != (number, events):
                self._last = (number, events, self.played(number))
            return self._last[2]

    def thrown(self, number: int) -> Counter[Thrown] | None:
        """Count the throws of a game that stand; None if its rules are gone."""
        try:
            counted = thrown_in(self._library.game_events(number))
        except LookupError:  # deleted meanwhile
            return None
        if counted is None and (model := self.played(number)) is not None:
            counted = thrown(model)
        return counted

    def played(self, number: int) -> Model | None:
        """Play a game again, whatever was looked at last; None if its rules are gone."""
        model: Model | None = None
        try:
            for one in self._library.game_events(number):
                model = model_after(model, one)
        except (EngineError, LookupError):  # by rules of an older version, or with holes
            return None
        return model


def blueprint(table: Table, library: Library, *, keeps: bool) -> Blueprint:
    """Build the lists of games.

    Args:
        table: The game in progress.
        library: All games.
        keeps: Games can be exported, deleted and backed up.
    """
    bp = Blueprint("history", __name__)
    replays = Replays(library)
    counts = Counts(replays.thrown)

    @bp.get("/games")
    @allow("watcher")
    def all_games() -> ResponseReturnValue:
        now = table.model.game if table.has_game else 0
        before = request.args.get("before", type=int)
        games = [line for line in library.games() if before is None or line.number < before]
        return render_template(
            "history/games.html",
            games=games[:LISTED],
            older=games[LISTED - 1].number if len(games) > LISTED else 0,
            newer=before is not None,
            now=now,
            when=when,
            keeps=keeps,
        )

    @bp.get("/games/throws")
    @allow("watcher")
    def all_throws() -> ResponseReturnValue:
        return render_template(
            "history/throws.html", all=counts.everything(library.games()), tally_svg=tally_svg
        )

    @bp.get("/games/<int:number>")
    @allow("watcher")
    def one_game(number: int) -> ResponseReturnValue:
        line = line_of(library, number)
        events = library.game_events(number)
        model = replays.model(number, events=len(events))
        replay = None
        if model is not None and model.actions:
            step = _step(model, request.args.get("step", ""))
            replay = Replay(step, len(model.actions), _board(model, step), _position(model, step, library))
        lines = told(events, line.setup, language=language())
        return render_template(
            "history/game.html",
            game=line,
            lines=lines,
            lost=any(one.photo and not library.has_photograph(one.photo) for one in lines),
            now=table.model.game if table.has_game else 0,
            when=when,
            clock=clock,
            replay=replay,
            tallies=tallies(model) if model is not None else [],
            tally_svg=tally_svg,
            options=options_of(game_info(line.setup.game), line.setup) if model is not None else [],
            keeps=keeps,
        )

    @bp.get("/games/<int:number>/steps/<int:step>")
    @allow("watcher")
    def one_step(number: int, step: int) -> ResponseReturnValue:
        model = replays.model(number, events=line_of(library, number).events)
        if model is None or step > len(model.actions):
            raise MissingError(_("there is no such step in game {number}", number=number))
        page = page_of(model.setup.game)
        state = model.states[step]
        beside = page.beside(model.rules, state, 0, {})
        drawn = men_svg(page.men(model.rules, state), page.drawing.pieces, {}, beside)
        return jsonify(men=drawn, **as_json(_position(model, step, library)))

    return bp


def _step(model: Model, asked: str) -> int:
    """Read which step is looked at; the last one by default."""
    most = len(model.actions)
    return min(int(asked), most) if asked.isascii() and asked.isdigit() and len(asked) < 9 else most


def _board(model: Model, step: int) -> str:
    state, rules, page = model.states[step], model.rules, page_of(model.setup.game)
    return board_svg(
        rules.layout,
        page.drawing,
        [without_controls(name) for name in model.setup.names],
        page.men(rules, state),
        {},
        turn=rules.turn(state),
        label=_("The board"),
        alike=points.alike(model.setup.game, model.setup.preset),
        ways=page.ways(rules),
        beside=page.beside(rules, state, 0, {}),
    )


def _position(model: Model, step: int, library: Library) -> Position:
    """Tell what was done last, by whom, and where its photograph is."""
    turn = model.rules.turn(model.states[step])
    ids = ids_view(model.rules, model.states[step])
    if not step:
        return Position(_("The game begins"), None, "", turn, ids)
    action = model.actions[step - 1]
    name = isolated(model.setup.names[action.player])
    if isinstance(action.action, Cowries | Dice):
        worth = model.rules.value_of(model.states[step - 1], action.action)
        text = f"{name}: {throw_words(action.action, worth, game=model.setup.game)}"
    else:
        text = action_words(action, model)
    player = None if isinstance(action.action, PositionSet) else action.player
    photo = action.photo if library.has_photograph(action.photo) else ""
    return Position(text, player, photo, turn, ids)
