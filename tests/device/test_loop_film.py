"""The loop with the built-in film and real vision: a game goes on, and throws may come early."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from device.cameras.film import FilmCamera
from device.eye.wanted import wanted_throw, wants_throw
from device.loop import Loop
from device.store import Journal
from devices.scripted_loop import CHOWKA
from engine.events import Event, Moved, Threw, ThrowAsked, ThrowKept
from engine.game import Waits
from engine.table import Table
from engine.throw import Cowries
from vision import Expect, Eye, Watch

T = TypeVar("T")


class FilmTime:
    """Time that goes only as the film is played, so that a minute of it takes seconds."""

    def __init__(self, stop: threading.Event) -> None:
        self._now = 0.0
        self._stop = stop

    def clock(self) -> float:
        return self._now

    def pause(self, seconds: float) -> bool:
        self._now += seconds
        if self._now > 120:
            self._stop.set()
        return self._stop.is_set()


@dataclass
class Evening:
    """A game played with the film by a person who moves when `moves` says so."""

    journal: Journal
    moves: Callable[[int], bool]
    """Asked with the number of throws that wait."""
    until: Callable[[list[Event]], bool]

    def play(self) -> list[Event]:
        stop = threading.Event()
        time = FilmTime(stop)
        table = Table(record=self.journal.record)
        table.start(CHOWKA)

        def pause(seconds: float) -> bool:
            model = table.model
            taps = model.rules.taps(model.state) if model.waits is Waits.MOVE else []
            if taps and self.moves(len(model.waiting)):
                table.play(taps[0].move)
            if self.until(self.events()):
                stop.set()
            return time.pause(seconds)

        camera = FilmCamera(
            wanted=lambda: wanted_throw(table),
            ready=lambda: wants_throw(table),
            clock=time.clock,
            pause=pause,
        )
        eye = Eye()
        Loop(
            camera=camera,
            table=table,
            watch=lambda: Watch(eye, expect=Expect("auto"), ignore_present=True),
            photographs=self.journal,
            stop=stop,
            clock=time.clock,
        ).run()
        return self.events()

    def events(self) -> list[Event]:
        return [logged.event for logged in self.journal.events(since=0, limit=9999)]


def of_kind(events: list[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def test_the_film_moves_a_game_with_real_vision(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        evening = Evening(journal, lambda _: True, lambda events: len(of_kind(events, Moved)) >= 3)
        events = evening.play()
        threw = of_kind(events, Threw)
        assert len(of_kind(events, Moved)) >= 3
        assert of_kind(events, ThrowAsked) == []
        assert threw[0].throw == Cowries(2, 4)
        picture = journal.photograph(threw[0].photo)
        assert picture is not None
        assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape == (480, 640, 3)


def test_a_throw_of_the_film_comes_early_and_is_taken_in_its_turn(tmp_path: Path) -> None:
    kept: list[int] = []

    def moves(waiting: int) -> bool:
        """Move at once for the first throw, then not before another throw has come early."""
        kept.append(waiting)
        return max(kept) > 0 or len(of_kind(evening.events(), Moved)) == 0

    with Journal(tmp_path) as journal:
        evening = Evening(journal, moves, lambda events: any(event.kept for event in of_kind(events, Threw)))
        events = evening.play()
    [early] = of_kind(events, ThrowKept)
    assert early.throw == Cowries(3, 4)
    assert early.photo
    [used] = [event for event in of_kind(events, Threw) if event.kept]
    assert (used.throw, used.photo) == (early.throw, early.photo)
