"""A game of the journal played again: its positions, its turns, and the way from one to another.

The game that was looked at last is kept, as who looks asks often: its events are read and played once, and
one that goes on is only continued.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import EngineError
from engine.events import Logged, PositionSet
from engine.game import Line
from engine.table.members import setup_at
from engine.table.state import Model, model_after
from engine.table.turns import MarkKind, Turns, turns_of
from engine.throw import Cowries, Dice
from web.drawing.boards import board_svg
from web.drawing.throws import throw_svg
from web.game.questions import LastMove, last_move
from web.game.view import IdsView, ids_view
from web.games import page_of
from web.history.fairness import Thrown, thrown, thrown_in
from web.history.turn_lines import Mark, TurnLine, mark_of, turn_lines
from web.language import points
from web.language.bidi import isolated, without_controls
from web.language.event_list import EventLine, told
from web.language.labels import action_words, throw_words
from web.language.locale import _, language
from web.ports import Library

LINES = 40
"""Turns that come at once: the page's script asks for further ones as they are scrolled to."""

TIMELINE = 400
"""So many places a timeline has for marks: more would lie on one another on a phone."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game after one of its actions."""

    text: str
    """What was done last."""
    player: int | None
    """Who did it; None where it was nobody."""
    photo: str
    """Name of the photograph of the turn's last throw; empty when there is none."""
    drawn: str
    """The same throw as a drawing; empty before the first of a turn."""
    turn: int
    last: LastMove | None
    """Where the last move led."""
    up: int
    """The end of the turn before."""
    down: int
    """The end of this turn, or of the next."""
    mark_before: int | None
    mark_after: int | None
    ids: IdsView | None = None
    """As other programs write it; None for a game that none knows."""


@dataclass(frozen=True, slots=True)
class TurnList:
    """Some lines of the list of turns."""

    lines: tuple[TurnLine, ...]
    first: int
    """Which turn the first of them is."""
    count: int
    """All turns of the game."""

    @property
    def earlier(self) -> int | None:
        """Where the lines before these begin; None where these are the first."""
        return max(0, self.first - LINES) if self.first else None

    @property
    def later(self) -> int | None:
        """Where the lines after these begin; None where these are the last."""
        end = self.first + len(self.lines)
        return end if end < self.count else None


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game that can be looked at action by action."""

    events: tuple[Logged, ...]
    model: Model
    turns: Turns

    @property
    def steps(self) -> int:
        """How many positions there are after the beginning."""
        return len(self.model.actions)

    def board(self, step: int) -> str:
        """Draw the board after one of its actions."""
        model = self.model
        state, rules, page = model.line.reached[step].state, model.rules, page_of(model.setup.game)
        return board_svg(
            rules.layout,
            page.drawing,
            [without_controls(name) for name in setup_at(model, self._seq(step)).names],
            page.men(rules, state),
            {},
            turn=rules.turn(state),
            label=_("The board"),
            alike=points.alike(model.setup.game, model.setup.preset),
            ways=page.ways(rules),
            beside=page.beside(rules, state, 0, {}),
        )

    def position(self, step: int, library: Library) -> Position:
        """Tell what was done last, by whom, where its photograph is, and where to go from here."""
        model, turns = self.model, self.turns
        state = model.line.reached[step].state
        text, player = _deed(model, step)
        photo, drawn = self._throw(step, library)
        return Position(
            text=text,
            player=player,
            photo=photo,
            drawn=drawn,
            turn=model.rules.turn(state),
            last=last_move(_until(model, step)),
            up=turns.before(step),
            down=turns.after(step),
            mark_before=turns.mark_before(step),
            mark_after=turns.mark_after(step),
            ids=ids_view(model.rules, model.line.reached[step], model.setup),
        )

    def lines(self, step: int) -> TurnList:
        """List the turns around a step: as many as come at once."""
        return self.lines_from(self.turns.at(step) // LINES * LINES)

    def lines_from(self, row: int) -> TurnList:
        """List the turns from one on."""
        count = len(self.turns.all)
        rows = range(min(row, count), min(row + LINES, count))
        return TurnList(tuple(turn_lines(self.model, self.turns.all, rows)), rows.start, count)

    def first_step(self, row: int) -> int:
        """Return the first position of a turn, or of the next that has one."""
        return next((turn.steps[0] for turn in self.turns.all[row:] if turn.steps), self.steps)

    def _seq(self, step: int) -> int:
        """Return the event of a step; of the beginning, and of the last step, all that follow as well."""
        actions = self.model.actions
        return actions[step].seq - 1 if step < len(actions) else self.model.seq

    def record(self, step: int) -> list[EventLine]:
        """Write all that happened in the turn of a step."""
        if not self.turns.all:
            return []
        only = self.turns.events(self.turns.at(step))
        return told(self.events, self.model.setup, language=language(), only=only)

    def marks(self) -> list[tuple[int, Mark]]:
        """List the positions with marks, of those that would lie on one another on a timeline the first."""
        shown: dict[tuple[int, MarkKind], int] = {}
        for step, kinds in self.turns.marked:
            for kind in kinds:
                shown.setdefault((step * TIMELINE // max(self.steps, 1), kind), step)
        return [(step, mark_of(kind, self.model.setup)) for (_, kind), step in shown.items()]

    def has_lost_photographs(self, library: Library) -> bool:
        """True if a throw was photographed, and its photograph is no longer kept."""
        names = {getattr(one.event, "photo", "") for one in self.events} - {""}
        return not all(map(library.has_photograph, names))

    def _throw(self, step: int, library: Library) -> tuple[str, str]:
        """Find the last throw of the turn that is looked at: its photograph, and as it is drawn."""
        if not step:
            return "", ""
        turn = self.turns.all[self.turns.at(step)]
        for deed in reversed(turn.deeds):
            throw = deed.action.action
            if 0 < deed.step <= step and isinstance(throw, Cowries | Dice):
                photo = deed.action.photo if library.has_photograph(deed.action.photo) else ""
                return photo, throw_svg(throw)
        return "", ""


class Replays:
    """Plays games of the journal again; the one that was looked at last is kept."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._last: tuple[int, int, Recorded | None] = (0, 0, None)

    def recorded(self, number: int, *, events: int) -> Recorded | None:
        """Return a game as it stands after all its events; None if its rules are gone.

        Args:
            number: Of the game.
            events: How many it has; one that goes on is continued.
        """
        with self._lock:
            last, count, known = self._last
            if (last, count) != (number, events):
                known = self._read(number, known if last == number else None)
                self._last = (number, events, known)
            return known

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
        try:
            return _played(self._library.game_events(number), None)
        except (EngineError, LookupError):  # by rules of an older version, or with holes
            return None

    def _read(self, number: int, known: Recorded | None) -> Recorded | None:
        """Play a game again, after the events that are known already."""
        try:
            events = tuple(self._library.game_events(number))
            past = len(known.events) if known else 0
            if known and events[:past][-1:] == known.events[-1:]:
                model = _played(events[past:], known.model)
            else:
                model = _played(events, None)
        except (EngineError, LookupError):
            return None
        return None if model is None else Recorded(events, model, turns_of(model, events))


def _played(events: Iterable[Logged], model: Model | None) -> Model | None:
    for one in events:
        model = model_after(model, one)
    return model


def _until(model: Model, step: int) -> Model:
    """Return a game as it was after one of its actions."""
    line = model.line
    return replace(model, line=Line(line.rules, line.reached[: step + 1], line.actions[:step]))


def _deed(model: Model, step: int) -> tuple[str, int | None]:
    """Tell what was done last, and who did it."""
    if not step:
        return _("The game begins"), None
    action = model.actions[step - 1]
    model = replace(model, setup=setup_at(model, action.seq))
    name = isolated(model.setup.names[action.player])
    if isinstance(action.action, Cowries | Dice):
        worth = model.rules.value_of(model.line.reached[step - 1].state, action.action)
        return f"{name}: {throw_words(action.action, worth, game=model.setup.game)}", action.player
    return action_words(action, model), None if isinstance(action.action, PositionSet) else action.player
