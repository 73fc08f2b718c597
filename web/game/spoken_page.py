"""The game spoken, for who does not see; it acts through the same addresses as the play page.

The board is there to be felt with a finger: every place is named with the pieces on it, in the order in which
they are passed. What was done before is told turn by turn.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, jsonify, render_template
from flask.typing import ResponseReturnValue

from engine.events import GameEnded, GameStarted, Logged, TurnBegan
from engine.record import write
from engine.registry import games
from engine.table.state import Model
from engine.table.tournament import without_hints
from engine.table.turns import Turns, turns_of
from web.drawing.pieces import men_svg
from web.errors import MissingError
from web.game.page import Page, PlayerView, beside_of, board_of, square_names
from web.games import page_of
from web.language.bidi import isolated
from web.language.event_list import told
from web.language.locale import _, _n, language, listed
from web.match.clock_view import clock_words
from web.ports import Library


@dataclass(frozen=True, slots=True)
class SpokenPlace:
    """A square with what stands on it, in words."""

    square: str
    text: str
    has_men: bool


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """What was done in a turn."""

    ago: int
    """How many turns before the one that goes on."""
    text: str
    is_first: bool
    """There is none before it."""


class SpokenTurns:
    """Tells the turns of the game on the table; those of the last asking are kept."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._last: tuple[tuple[int, int], list[Logged], Turns | None] = ((0, 0), [], None)

    def told(self, model: Model, ago: int) -> SpokenTurn:
        """Say what was done some turns ago; 0 is the turn that goes on. Further back there is the first."""
        events, turns = self._turns(model)
        last = len(turns.all) - 1
        if last < 0:
            return SpokenTurn(0, _("Nothing has been played yet."), is_first=True)
        ago = min(ago, last)
        only = turns.events(last - ago)
        events = without_hints(events, model)
        done = [one for one in events if one.seq in only]
        seqs = [one.seq for one in done if not isinstance(one.event, TurnBegan | GameStarted | GameEnded)]
        lines = told(events, model.setup, language=language(), only=frozenset(seqs))
        deeds = " ".join(f"{line.text}." for line in lines if not line.undone) or _("Taken back")
        said = _n("{count} turn ago: {deeds}", "{count} turns ago: {deeds}", ago, deeds=deeds)
        return SpokenTurn(ago, said if ago else _("This turn: {deeds}", deeds=deeds), is_first=ago == last)

    def count(self, model: Model) -> int:
        """Return how many turns there are."""
        return len(self._turns(model)[1].all)

    def _turns(self, model: Model) -> tuple[list[Logged], Turns]:
        key = model.game, model.seq
        with self._lock:
            known, events, turns = self._last
            if known != key or turns is None:
                events = [one for one in self._library.game_events(model.game) if one.seq <= model.seq]
                turns = turns_of(model, events)
                self._last = key, events, turns
            return events, turns


def places_of(shown: PlayerView) -> list[SpokenPlace]:
    """Name every square with what stands on it, in the order of the first player's way; then all others."""
    model = shown.model
    page, names = page_of(model.setup.game), square_names(model)
    way = [square for square in dict.fromkeys(page.way(model.rules)) if square in names]
    standing: dict[str, list[tuple[int, str]]] = {}
    for piece in shown.view.pieces:
        standing.setdefault(piece.man.square, []).append((piece.man.player, piece.letter))
    return [
        SpokenPlace(
            square,
            f"{names[square]}: {_pieces(standing.get(square, []), model)}",
            square in standing,
        )
        for square in dict.fromkeys([*way, *names])
    ]


def _pieces(here: Sequence[tuple[int, str]], model: Model) -> str:
    """Name the pieces of a square: those with letters one by one, others by how many they are."""
    if not here:
        return _("empty")
    parts = []
    for seat, count in sorted(Counter(player for player, _letter in here).items()):
        letters = [letter for player, letter in here if player == seat and letter]
        parts.append(f"{isolated(model.setup.names[seat])} {listed(letters) or count}")
    return ", ".join(parts)


def blueprint(page: Page, library: Library) -> Blueprint:
    """Build ``/blind`` and what its script asks for."""
    bp = Blueprint("spoken_page", __name__)
    turns = SpokenTurns(library)

    @bp.get("/blind")
    def show() -> ResponseReturnValue:
        shown = page.shown()
        if shown is None:
            return render_template("game/first.html", games=games())
        return render_template(
            "game/blind.html",
            view=shown.view,
            box=shown.box,
            board=board_of(shown, to_touch=False),
            places=(places := places_of(shown)),
            spoken_places={"seq": shown.model.seq, "places": write(places)},
            clock=clock_told(shown),
            turns=[turns.told(shown.model, ago) for ago in range(min(3, turns.count(shown.model)))],
        )

    @bp.get("/blind/places")
    def places() -> ResponseReturnValue:
        """Tell what stands where, for the board under a finger."""
        shown = on_table()
        model = shown.model
        look = page_of(model.setup.game)
        standing = look.men(model.rules, model.state, quarters=shown.view.quarters)
        return jsonify(
            game=model.game,
            seq=model.seq,
            turn=model.turn,
            men=men_svg(standing, look.drawing.pieces, {}, beside_of(shown, to_touch=False)),
            places=write(places_of(shown)),
        )

    @bp.get("/blind/turns/<int:ago>")
    def turn(ago: int) -> ResponseReturnValue:
        return jsonify(write(turns.told(on_table().model, ago)))

    @bp.get("/blind/clock")
    def clock() -> ResponseReturnValue:
        """Tell what both players have left, when somebody asks."""
        told = clock_told(on_table())
        if told is None:
            raise MissingError(_("this game is played without a clock"))
        return jsonify(text=told)

    def clock_told(shown: PlayerView) -> str | None:
        reading = page.reading(shown.model)
        return None if reading is None else clock_words(reading, shown.model)

    def on_table() -> PlayerView:
        shown = page.shown()
        if shown is None:
            raise MissingError(_("no game lies on the table: start one"))
        return shown

    return bp
