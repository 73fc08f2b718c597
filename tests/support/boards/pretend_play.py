"""A box's eye before the pretend board, in one thread: hands play, the follower follows, a script throws."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace

import cv2
import numpy as np

from boards.read_boards import one_reader
from boards.scripted_board import Photographs, told
from device.board.follow import BoardFollow
from device.board.reports import Reports
from device.camera.board import SetUp, usable
from device.camera.placement import kept_board, plan_laid
from device.camera.wanted import has_played, wants_throw
from device.camera.watch import Lies
from device.pretend.board import PretendBoard
from device.pretend.kept import PretendSettings, set_up
from device.store.memory_mode import new_memory
from engine.events import Logged, Setup
from engine.table import Table
from engine.table.commands import TakeThrow
from engine.table.state import Model
from engine.throw import Cowries, Dice, Throw
from vision import Frame
from web.house.settings import HouseSettings, Switches

PACE_S = 1 / 6
"""Between two pictures."""
NAMES = ("Asha", "Ravi", "Meera", "Kiran")


class _Frames:
    """Pictures of the pretend board, one a step of time."""

    def __init__(self, play: PretendPlay) -> None:
        self._play = play

    def next(self, count: int = 1, *, longest: int | None = None, **_: object) -> list[Frame]:
        frame = self._play.picture()
        if longest is None:
            return [frame]
        size = (longest, longest * frame.shape[0] // frame.shape[1])
        return [np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)]


class PretendPlay:
    """One game on the pretend board, followed."""

    def __init__(self, game: str, preset: str, players: int, *, seed: int = 0) -> None:
        self.events: list[Logged] = []
        self.table = Table(record=self.events.extend)
        self.table.start(Setup(game, preset, NAMES[:players], {}, 0))
        self.now = 100.0
        self.plays = self.objects = True
        self.throws: list[Throw] | None = None
        """What is thrown next; None throws by chance."""
        self._chance = random.Random(seed)
        self._waited = 0.0
        self._reader = one_reader()
        self.board = PretendBoard(
            self.table,
            plays=lambda: self.plays,
            seed=seed,
            clock=lambda: self.now,
            pause=lambda _: False,
        )
        self.settings = PretendSettings(HouseSettings(new_memory()))
        set_up(self.settings, self.table.model, self._reader)
        self.reports = Reports(self.table, Photographs())
        self.follow = BoardFollow(
            frames=_Frames(self),  # type: ignore[arg-type]
            table=self.table,
            setup=SimpleNamespace(  # type: ignore[arg-type]
                set_up=self._set_up, lies=lambda: True, watch=SimpleNamespace(where=lambda _: Lies())
            ),
            switches=lambda _: Switches(object=self.objects),
            reader=self._reader,
            reports=self.reports,
            clock=lambda: self.now,
        )

    def picture(self) -> Frame:
        """Take the next picture; time goes on."""
        self.now += PACE_S
        return self.board.frame(self.now)

    def wait(self, seconds: float, *, throws: bool = True) -> None:
        """Let so much time pass; who is to throw does so a while after hands have come to rest."""
        end = self.now + seconds
        while self.now < end:
            before = self.now
            self.follow.step()
            if self.now == before:
                self.picture()
            is_due = self.board.rests() and (wants_throw(self.table) or has_played(self.table))
            self._waited = self._waited + self.now - before if is_due else 0.0
            if throws and self._waited > 2.0:
                self._waited = 0.0
                self._throw()

    def wait_until(self, happened: Callable[[], bool], *, within_s: float) -> None:
        """Let time pass until something has happened."""
        end = self.now + within_s
        while not happened():
            assert self.now < end, self.told()
            self.wait(1.0)

    def told(self) -> list[str]:
        """Name all events but throws and turns."""
        return told(self.events)

    def _throw(self) -> None:
        if self.throws is not None:
            if self.throws:
                self.table.do(TakeThrow(self.throws.pop(0)))
            return
        wants = self.table.model.rules.wants(self.table.model.state)
        if wants.kind == "dice":
            self.table.do(TakeThrow(Dice(tuple(self._chance.randint(1, 6) for _ in range(wants.count)))))
        else:
            up = sum(self._chance.random() < 0.5 for _ in range(wants.count))
            self.table.do(TakeThrow(Cowries(up, wants.count)))

    def _set_up(self) -> SetUp | None:
        model: Model = self.table.model
        kept = kept_board(self.settings.get(), model.rules.layout.name)
        if kept is None:
            return None
        plan = plan_laid(model.rules.layout, kept)
        learnt = usable(kept, model)
        return None if learnt is None else SetUp(kept, plan, learnt)
