"""The list of what happened in the game on the table, with what can be done about each line of it.

The page of the game shows the newest lines; `Events` has all of them back to the beginning, page by page.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.events import GameStarted, Logged
from engine.table.questions import Action
from engine.table.state import Model
from engine.table.tournament import without_hints
from engine.throw import Cowries, Dice
from web.game.throws import kind_of
from web.language.event_list import EventLine, Undoes, told
from web.language.labels import action_words
from web.language.locale import language
from web.ports import Library

EVENTS_SHOWN = 40
"""Lines of the list on the play page."""

PAGE = 50
"""Lines of one page of those further back."""

DEEDS_NAMED = 5
"""Deeds that are named before several are taken back at once; further ones are counted."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """Some lines of the list, the newest first, and where the others are: each number is one for `before`."""

    lines: tuple[EventLine, ...]
    earlier: int | None
    """None where these reach back to the beginning."""
    later: int | None
    """0 leads to the newest; None where these are."""
    beginning: int | None
    """The first lines of the game; None where these are."""


class Events:
    """All lines of the game on the table; those of the last asking are kept, as pages are read in a row."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lock = threading.Lock()
        self._last: tuple[tuple[int, int, str], list[EventLine]] = ((0, 0, ""), [])

    def page(self, model: Model, *, before: int = 0, limit: int = PAGE) -> EventPage:
        """Return the newest lines before an event; 0 is the end of the list."""
        lines = self._lines(model)
        first = next((n for n, line in enumerate(lines) if line.seq < before), len(lines)) if before else 0
        page = lines[first : first + limit]
        last, later = max(0, len(lines) - limit), max(0, first - limit)
        more = first + limit < len(lines)
        return EventPage(
            _standing_lines(model, page),
            page[-1].seq if more else None,
            (lines[later - 1].seq if later else 0) if first else None,
            lines[last - 1].seq if more else None,
        )

    def _lines(self, model: Model) -> list[EventLine]:
        key = (model.game, model.seq, language())
        with self._lock:
            if self._last[0] != key:
                events = [one for one in self._library.game_events(model.game) if one.seq <= model.seq]
                lines = told(without_hints(events, model), model.setup, language=language())
                self._last = key, lines[::-1]
            return self._last[1]


def newest_lines(model: Model, recent: Sequence[Logged]) -> tuple[EventLine, ...]:
    """Write the newest events of the game in words, the newest first."""
    lines = told(recent, model.setup, language=language())[-EVENTS_SHOWN:]
    return _standing_lines(model, lines[::-1])


def recent_events(model: Model, library: Library) -> list[Logged]:
    """List the newest events of this game; those of one that was laid on the table again lie further back."""
    many = 4 * EVENTS_SHOWN
    near = library.events(since=max(0, model.seq - many), limit=many + 50)
    mine = [logged for logged in near if logged.game == model.game and logged.seq <= model.seq]
    if len(mine) < EVENTS_SHOWN and not any(isinstance(logged.event, GameStarted) for logged in mine):
        mine = [logged for logged in library.game_events(model.game) if logged.seq <= model.seq][-many:]
    return mine


def _standing_lines(model: Model, lines: Sequence[EventLine]) -> tuple[EventLine, ...]:
    standing = {action.seq: (place, action) for place, action in enumerate(model.actions)}
    return tuple(
        _standing_line(line, *standing[line.seq], model) if line.seq in standing else line for line in lines
    )


def _standing_line(line: EventLine, place: int, action: Action, model: Model) -> EventLine:
    """Add to a line what can be done about it: what goes with it, and which throw can be corrected."""
    gone = model.actions[place:]
    undoes = Undoes(len(gone), tuple(action_words(one, model) for one in gone[:DEEDS_NAMED]))
    if not isinstance(action.action, Dice | Cowries) or action.how == "void":
        return replace(line, stands=True, undoes=undoes)
    kind = str(kind_of(action.action))
    return replace(line, stands=True, undoes=undoes, throw=str(action.action), kind=kind)
