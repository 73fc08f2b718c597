"""How soon lifted dice end a turn: the built-in film and real vision, in time that goes as it is played."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from device.board.turn_ended import TurnEnded
from device.cameras.camera import Shot
from device.cameras.film import FilmCamera
from device.eye.wanted import has_played, wanted_throw, wants_throw
from device.loop import Loop
from device.store import Journal
from engine.game import Waits
from engine.match import Conduct
from engine.match.match_events import TurnClosed
from engine.table import Table
from engines.random_matches import match_setup
from vision import Expect, Eye, Frame, Watch

SOON_S = 0.7
"""From the last movement to the clock's change."""

MOVED = 0.002
"""Something has moved where this part of a picture has changed by more than its noise, 25 of 255."""


class Film:
    """A match played with the film, by somebody who plays at once whatever is thrown."""

    def __init__(self, folder: Path, *, lasts_s: float) -> None:
        self.now_s, self.lasts_s = 0.0, lasts_s
        self.stop = threading.Event()
        self.moved_s = 0.0
        self.closed: list[float] = []
        self.journal = Journal(folder)
        self.table = Table(record=self.journal.record)
        setup = match_setup(25)
        assert setup.match is not None
        place = replace(setup.match, conduct=Conduct(turn_ends="dice"))
        self.table.start(replace(setup, match=place))

    def pause(self, seconds: float) -> bool:
        self.now_s += seconds
        model = self.table.model
        if model.waiting and model.waiting[0].asked is not None:
            self.table.correct(model.waiting[0].seq, model.waiting[0].asked.alternatives[0])
        elif model.waits is Waits.MOVE:
            self.table.play(model.line.moves[0])
        if self.now_s > self.lasts_s:
            self.stop.set()
        return self.stop.is_set()

    def play(self) -> None:
        camera = _Watched(
            wanted=lambda: wanted_throw(self.table),
            ready=lambda: wants_throw(self.table) or has_played(self.table),
            clock=lambda: self.now_s,
            pause=self.pause,
        )
        camera.film = self
        eye = Eye()
        loop = Loop(
            camera=camera,
            table=self.table,
            watch=lambda: Watch(eye, expect=Expect("auto"), ignore_present=True),
            photographs=self.journal,
            stop=self.stop,
            clock=lambda: self.now_s,
        )
        ended = TurnEnded(self.table, chosen=lambda: "throw", tray=lambda: loop.state().state)
        loop.listen(lambda: self.look(ended))
        loop.run()
        self.journal.close()

    def look(self, ended: TurnEnded) -> None:
        before = self.table.model.seq
        ended.watch_tray()
        events = self.journal.events(since=before, limit=9)
        if any(isinstance(one.event, TurnClosed) for one in events):
            self.closed.append(self.now_s - self.moved_s)


class _Watched(FilmCamera):
    """The film, of which is known when something moved last."""

    film: Film

    def shots(self) -> Iterator[Shot]:
        last: Frame | None = None
        for shot in super().shots():
            if last is not None and shot.frame.shape == last.shape:
                change = np.abs(shot.frame.astype(int) - last.astype(int))
                if float((change > 25).mean()) > MOVED:
                    self.film.moved_s = shot.time_s
            last = shot.frame
            yield shot


def test_lifted_dice_end_the_turn_within_a_moment_of_the_last_movement(tmp_path: Path) -> None:
    film = Film(tmp_path, lasts_s=20.0)
    film.play()
    assert len(film.closed) >= 3
    assert max(film.closed) <= SOON_S, film.closed
