"""The loop with the built-in film and real vision, in time that goes only as the film is played."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from device.board.turn_ended import TurnEnded
from device.camera.wanted import has_played, wanted_throw, wants_throw
from device.cameras.camera import Shot
from device.cameras.film import FilmCamera
from device.loop import Loop
from device.store import Journal
from devices.scripted_loop import CHOWKA
from engine.events import Event, Moved, Setup, Threw, ThrowAsked, TurnClosed
from engine.game import Waits
from engine.match import Conduct
from engine.table import Table
from engine.table.commands import CorrectThrow, PlayMove
from engine.throw import Cowries
from engines.random_matches import match_setup
from frames_for_tests import opened
from vision import Expect, Eye, Frame, Watch

T = TypeVar("T")

SOON_S = 0.7
"""From the last movement of lifted dice to the clock's change."""

MOVED = 0.002
"""Something has moved where this part of a picture has changed by more than its noise, 25 of 255."""


class WatchedFilm(FilmCamera):
    """The film, of which is known when something moved last."""

    moved_s = 0.0

    def shots(self) -> Iterator[Shot]:
        last: Frame | None = None
        for shot in super().shots():
            if last is not None and shot.frame.shape == last.shape:
                change = np.abs(shot.frame.astype(int) - last.astype(int))
                if float((change > 25).mean()) > MOVED:
                    self.moved_s = shot.time_s
            last = shot.frame
            yield shot


@dataclass
class Evening:
    """A game played with the film by somebody who acts whenever time goes."""

    folder: Path
    setup: Setup
    acts: Callable[[Evening], object]
    lasts_s: float = 120.0
    now_s: float = 0.0

    def __post_init__(self) -> None:
        self.stop = threading.Event()
        self.journal = Journal(self.folder)
        self.table = Table(record=self.journal.record)
        self.table.start(self.setup)
        self.camera = WatchedFilm(
            wanted=lambda: wanted_throw(self.table),
            ready=lambda: wants_throw(self.table) or has_played(self.table),
            clock=lambda: self.now_s,
            pause=self.pause,
        )
        eye = Eye()
        self.loop = Loop(
            camera=self.camera,
            table=self.table,
            watch=lambda: Watch(eye, expect=Expect("auto"), ignore_present=True),
            photographs=self.journal,
            stop=self.stop,
            clock=lambda: self.now_s,
        )

    def pause(self, seconds: float) -> bool:
        self.acts(self)
        self.now_s += seconds
        if self.now_s > self.lasts_s:
            self.stop.set()
        return self.stop.is_set()

    def move(self) -> None:
        """Move if a move is due."""
        model = self.table.model
        if model.waits is Waits.MOVE:
            self.table.do(PlayMove(model.rules.taps(model.state)[0].move))

    def happened(self, kind: type[T]) -> list[T]:
        events: list[Event] = [one.event for one in self.journal.events(since=0, limit=9999)]
        return [event for event in events if isinstance(event, kind)]


def test_the_film_moves_a_game_with_real_vision(tmp_path: Path) -> None:
    def acts(evening: Evening) -> None:
        evening.move()
        if len(evening.happened(Moved)) >= 3:
            evening.stop.set()

    evening = Evening(tmp_path, CHOWKA, acts)
    evening.loop.run()
    assert len(evening.happened(Moved)) >= 3
    assert evening.happened(ThrowAsked) == []
    first = evening.happened(Threw)[0]
    assert first.throw == Cowries(2, 4)
    assert opened(evening.journal.photograph(first.photo)).shape == (480, 640, 3)
    evening.journal.close()


def test_lifted_dice_end_the_turn_within_a_moment_of_the_last_movement(tmp_path: Path) -> None:
    closed: list[float] = []

    def acts(evening: Evening) -> None:
        waiting = evening.table.model.waiting
        if waiting and waiting[0].asked is not None:
            evening.table.do(CorrectThrow(waiting[0].seq, waiting[0].asked.alternatives[0]))
        else:
            evening.move()

    def look() -> None:
        before = len(evening.happened(TurnClosed))
        ended.watch_tray()
        if len(evening.happened(TurnClosed)) > before:
            closed.append(evening.now_s - evening.camera.moved_s)

    setup = match_setup(25, conduct=Conduct(turn_ends="dice"))
    evening = Evening(tmp_path, setup, acts, lasts_s=20.0)
    ended = TurnEnded(evening.table, chosen=lambda: "throw", tray=lambda: evening.loop.state().state)
    evening.loop.listen(look)
    evening.loop.run()
    evening.journal.close()
    assert len(closed) >= 3
    assert max(closed) <= SOON_S, closed
