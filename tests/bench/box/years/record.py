"""A record of years, made from seeds: games played by chance and by the rules, each laid down many times.

Every second one is marked as imported, some throws have photographs, and the newest third is one large import
behind the last game that was played here.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from device.store import Journal
from device.store.games import insert
from device.store.photographs import count
from engine.events import IMPORT, GameStarted, Logged, Setup, Threw
from engine.game import Waits
from engine.match import Match, MatchPlace
from engine.move import EndTurn
from engine.setup import playable
from engine.table import Table
from engine.table.commands import BeginNextGame, PlayMove, Redo, TakeThrow, Undo
from web.house.people import People

GAMES = 80
"""In the smallest record, give or take those of the last match."""

_SEED = 16
_NAMES = ("Asha", "Ravi", "Mina", "Dev", "Noor", "Eeva", "Kasia", "Jan")
_FORM = 2
"""Part of the folder's name: raise it when records are made otherwise."""

_ACTION_S = 12.0
"""Seconds from one action to the next."""

_BETWEEN_S = 40_000.0
"""Seconds from one game or match to the next."""

_PHOTOGRAPHED = 40
"""One in so many throws has a photograph."""

_OF_EVENTS = ("of", "at", "kept", "stopped_at")
"""Fields that hold the number of another event."""

_DIFFERENT = 40
"""Games and matches that are played; then they come again."""

_WHOLE_GAME = 2_000
"""Throws after which a game is left as it stands."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A game, or the games of a match, numbered from 1."""

    events: tuple[Logged, ...]

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.events[-1].game

    def laid(self, *, seq: int, game: int, time: float, clock_s: float, imported: str) -> Iterator[Logged]:
        """Yield its events behind others.

        Args:
            seq: The number of the event before.
            game: The number of the game before.
            time: When it begins, in seconds since 1970.
            clock_s: The same by the clock of the box.
            imported: The mark of the import that it came with; empty where it was played here.
        """
        for number, (_, action) in enumerate(groupby(self.events, key=lambda one: one.request)):
            request = IMPORT + imported if imported else f"{seq}-{number}"
            at_s = 0.0 if imported else number * _ACTION_S
            for one in action:
                yield Logged(
                    one.seq + seq,
                    one.game + game,
                    _moved(one.event, seq=seq, game=game, imported=imported),
                    request,
                    time + at_s,
                    None if imported else clock_s + at_s,
                )


def _moved(event: Any, *, seq: int, game: int, imported: str) -> Any:
    """Return an event as it is behind others."""
    changes: dict[str, Any] = {
        part.name: getattr(event, part.name) + seq
        for part in fields(event)
        if part.name in _OF_EVENTS
        and isinstance(getattr(event, part.name), int)
        and getattr(event, part.name)
    }
    if isinstance(event, GameStarted):
        place = event.setup.match
        if place is not None and place.before:
            place = replace(place, first=place.first + game, before=place.before + game)
        changes["setup"] = replace(
            event.setup, match=place, imported=f"evening-{imported}.mat" if imported else ""
        )
    if isinstance(event, Threw) and imported:
        changes["source"] = "imported"
    return replace(event, **changes) if changes else event


@cache
def evening(number: int) -> Evening:
    """Play a match, or a single game."""
    chance = Random(_SEED + number)
    one, other, *rest = chance.sample(_NAMES, 4)
    setups = (
        Setup("backgammon", "standard", (one, other), match=MatchPlace(Match(3))),
        Setup("chowka-bhara", "5x5", (one, other), begins=number % 2),
        Setup("backgammon", "standard", (other, one)),
        Setup("pachisi", "seven", (one, other, *rest)),
    )
    return _played(setups[3 if number % 12 == 11 else number % 3], chance)


def _played(setup: Setup, chance: Random, *, throws: int = _WHOLE_GAME) -> Evening:
    """Play by chance to the end, now and then with an undo."""
    events: list[Logged] = []

    def record(action: Sequence[Logged]) -> None:
        events.extend(replace(one, request=str(action[0].seq)) for one in action)

    table = Table(record=record)
    table.start(playable(setup))
    while throws:
        rules, state, waits = table.model.rules, table.model.state, table.model.waits
        if waits is Waits.OVER:
            match = table.model.match
            if match is None or match.is_over:
                break
            table.do(BeginNextGame())
        elif waits is Waits.THROW:
            table.do(TakeThrow(chance.choice(rules.wants(state).throws()), source="typed"))
            throws -= 1
        else:
            table.do(PlayMove(chance.choice(rules.moves(state) or (EndTurn(),)), sure=True))
        if chance.random() < 0.002 and table.model.waits is not Waits.OVER:
            table.do(Undo())
            table.do(Redo())
    return Evening(tuple(events))


def record_of(times: int, *, cache_at: Path) -> Path:
    """Return a data folder with a record; it is made once.

    Args:
        times: How often the smallest record it is.
        cache_at: The folder in which records are kept.
    """
    folder = cache_at / f"record-{_FORM}-{times}"
    if not folder.exists():
        part = cache_at / f"{folder.name}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        _fill(part, games=GAMES * times)
        part.rename(folder)
    return folder


def _fill(folder: Path, *, games: int) -> None:
    """Make a journal with games and photographs."""
    chance, picture = Random(_SEED), _picture()
    names: list[str] = []
    seq = game = 0
    time, clock_s = 1_600_000_000.0, 0.0
    with Journal(folder) as journal:
        for evening, imported in _schedule(games):
            laid = list(evening.laid(seq=seq, game=game, time=time, clock_s=clock_s, imported=imported))
            for place, one in enumerate(laid):
                if not imported and isinstance(one.event, Threw) and not chance.randrange(_PHOTOGRAPHED):
                    names.append(f"throw-{len(names) + 1}")
                    journal.photographs.save(names[-1], picture, picture)
                    laid[place] = replace(one, event=replace(one.event, photo=names[-1]))
            journal.write(partial(insert, events=laid))
            seq, game, time = laid[-1].seq, laid[-1].game, laid[-1].time + _BETWEEN_S
            clock_s = laid[-1].clock_s or clock_s
        journal.write(partial(count, held=[(name, 2 * len(picture)) for name in names], at=time))
        people = People(journal)
        people.remember(_NAMES, game=1)


def _schedule(games: int) -> Iterator[tuple[Evening, str]]:
    """Yield what comes one after the other, each with the mark of its import, if any."""
    begun = number = 0
    while begun < games:
        played = evening(number % _DIFFERENT)
        was_late, begun, number = 3 * begun > 2 * games, begun + played.games, number + 1
        is_late = 3 * begun > 2 * games
        if is_late and not was_late:
            setup = Setup("backgammon", "standard", _NAMES[:2], match=MatchPlace(Match(3)))
            yield _played(setup, Random(_SEED), throws=20), ""
        yield played, str(number) if is_late or number % 2 else ""


def _picture() -> bytes:
    """Return a small photograph as JPEG."""
    noise = np.random.default_rng(_SEED).integers(60, 200, (30, 40, 3), np.uint8)
    return cv2.imencode(".jpg", cv2.resize(noise, (320, 240), interpolation=cv2.INTER_CUBIC))[1].tobytes()
