"""A game in its middle, in a film, before the box's own eye."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from boards.read_boards import one_reader
from device.board.follow import BoardFollow
from device.camera.board import SetUp, usable
from device.camera.placement import KeptBoard, plan_laid
from device.camera.watch import EVERY_S, BoardWatch, PlacedBoard
from device.follow.conclusions import Conclusion, Followed, Objects
from device.pretend.kept import known
from device.pretend.light import LIGHTS
from device.pretend.parts import BOARDS, Parts
from engine.events import Setup
from engine.following.search import appearance_of
from engine.reachable import Appearance
from engine.table import Table
from engine.table.commands import PlayMove
from tests.bench.follow.film import Film, Setting
from tests.bench.follow.hands_game import HandsGame
from tests.bench.follow.heard import FilmFrames, Heard
from vision import Frame
from vision.board import Plan
from vision.board.reader import BoardReader
from web.house.settings import Switches

GAMES = {
    "backgammon": ("backgammon", "standard", 2),
    "pachisi": ("pachisi", "six", 4),
    "chowka-bhara": ("chowka-bhara", "5x5", 4),
}
"""By family: what is played, and by how many."""

Changes = Callable[[Frame], Frame]

parts_of = cache(Parts)


class SpoiltFilm(Film):
    """A film with something on the board that is no piece of it, or something wrong with the camera."""

    def __init__(self, *made: Any, **rest: Any) -> None:
        super().__init__(*made, **rest)
        self.latest: Frame | None = None
        self.is_away = False
        self._on_board: Changes = np.asarray
        self._through: Changes = np.asarray

    def lay(self, on_board: Changes) -> None:
        """Lay something on the board, or lay the board elsewhere."""
        self._on_board, self._still, self.moved_s = on_board, None, self.now

    def look_through(self, through: Changes) -> None:
        """Let something happen to the camera."""
        self._through, self.moved_s = through, self.now

    def light(self, name: str) -> None:
        """Switch lamps."""
        self.setting = replace(self.setting, light=name)

    def show(self, appearance: Appearance) -> None:
        """Let pieces stand so at once: nobody has seen the hands."""
        self._on = appearance
        self._laid.show(appearance)
        self._still, self.moved_s = None, self.now

    def picture(self) -> Frame:
        if self._still is None:
            self._still = self._on_board(self._painter.drawn(self._laid.pieces()))
        self.latest = self._through(super().picture())
        return self.latest


class _Frames(FilmFrames):
    """Pictures of a film whose camera may be away."""

    def __init__(self, film: SpoiltFilm) -> None:
        super().__init__(film)
        self._spoilt = film

    def next(self, count: int = 1, *, longest: int | None = None, **more: object) -> list[Frame]:
        if self._spoilt.is_away:
            self._spoilt.now += 1.0
            return []
        return super().next(count, longest=longest, **more)


@dataclass(frozen=True)
class Told:
    """What the box has concluded, and when on the film's clock."""

    conclusion: Conclusion
    at_s: float


class FilmBoard(HandsGame):
    """A game in its middle before a camera; the box has seen that it stands as the game has it."""

    def __init__(
        self,
        family: str,
        *,
        light: str = "daylight",
        seed: int = 0,
        turns: int = 12,
        players: int = 0,
        reader: BoardReader | None = None,
    ) -> None:
        game, preset, everybody = GAMES[family]
        super().__init__(game, preset, players or everybody, seed=seed)
        setup = self.table.model.setup
        self.events: list[Any] = []
        self.table = Table(record=self.events.extend)
        self.table.start(Setup(game, preset, setup.names, begins=0))
        self._play_by_phone(turns)
        model = self.table.model
        self.parts = parts_of(BOARDS / self.rules.layout.name)
        setting = Setting(self.parts, light, crooked=1.0, has_empty=True)
        self.film = SpoiltFilm(setting, self.rules, appearance_of(self.rules, model.state), seed=seed)
        self._reader = reader or one_reader()
        self._lies_at(known(self.parts, model, self._reader, light=LIGHTS[light]))
        self.told: list[Told] = []
        self.watch = BoardWatch(
            frames=lambda: None if self.film.is_away else self.film.latest,
            watched=lambda: PlacedBoard(self.kept, self.plan),
            clock=lambda: self.film.now,
        )
        self._watched_s = self.film.now
        frames = _Frames(self.film)
        self.follow = BoardFollow(
            frames=frames,  # type: ignore[arg-type]
            table=self.table,
            setup=SimpleNamespace(  # type: ignore[arg-type]
                set_up=lambda: self._set_up,
                lies=lambda: not (self.watch.moved() or self.watch.is_lost()),
                watch=self.watch,
            ),
            switches=lambda _: Switches(),
            reader=self._reader,
            reports=Heard(self.table, self._hear),
            clock=lambda: self.film.now,
        )
        self.wait(4.0)
        assert not self.told

    @property
    def plan(self) -> Plan:
        """The places of the board."""
        return self._set_up.plan

    def wait(self, seconds: float, *, until: Callable[[], bool] = lambda: False) -> None:
        """Let time pass, no longer than until something has happened."""
        end = self.film.now + seconds
        while self.film.now < end and not until():
            self._step()

    def let(self, gestures: Iterator[None]) -> None:
        """Let hands do something."""
        for _ in gestures:
            self._step()

    def is_at_peace(self) -> bool:
        """True if nothing is asked, objected to or lost."""
        model = self.table.model
        return model.question is None and model.lost is None and not self.watch.moved()

    def words(self) -> list[str]:
        """Name what people are told at this moment."""
        model, found = self.table.model, []
        if model.question is not None:
            found.append(type(model.question).__name__)
        if model.lost is not None:
            found.append("lost")
        if self.watch.moved():
            found.append("moved")
        if self.watch.is_lost():
            found.append("not found")
        return found

    def said(self) -> list[str]:
        """Name what the follower has concluded, in order."""
        return [type(one.conclusion).__name__ for one in self.told]

    def invented(self) -> list[str]:
        """List what was entered since `told` was emptied."""
        return [str(one.conclusion.done) for one in self.told if isinstance(one.conclusion, Followed)]

    def objections(self) -> list[str]:
        """List what was objected to."""
        objections = [one.conclusion for one in self.told if isinstance(one.conclusion, Objects)]
        return [f"{one.objection.kind} {one.objection.places}" for one in objections]

    def faults(self) -> list[str]:
        """List what must not be where nobody has played."""
        return [f"invented {one}" for one in self.invented()] + [
            f"objected {one}" for one in self.objections()
        ]

    def play(self) -> bool:
        """Let hands play a turn that the rules allow; true if exactly that was entered."""
        moves, looks, state = self.chosen_turn()
        while not looks:
            for move in moves:
                self.table.do(PlayMove(move, sure=True))
            assert self.throw_until_move()
            moves, looks, state = self.chosen_turn()
        self.wait(0.5)
        self.let(self.film.moves(appearance_of(self.rules, state), seat=self.table.model.turn))
        self.wait(6.0, until=lambda: self.is_at(state))
        return self.is_at(state)

    def _play_by_phone(self, turns: int) -> None:
        for _ in range(turns):
            assert self.throw_until_move()
            for move in self.chosen_turn()[0]:
                self.table.do(PlayMove(move, sure=True))
        assert self.throw_until_move()

    def _hear(self, conclusion: Conclusion) -> None:
        self.told.append(Told(conclusion, self.film.now))

    def _step(self) -> None:
        before = self.film.now
        pause = self.follow.step()
        if self.film.now == before:
            self.film.picture()
        self.film.now += pause
        if self.film.now - self._watched_s >= EVERY_S:
            self._watched_s = self.film.now
            self.watch.look()

    def lie(self, corners: tuple[tuple[float, float], ...]) -> None:
        """Take another place of the board, as the page does."""
        self._lies_at(replace(self.kept, corners=corners))

    def _lies_at(self, kept: KeptBoard) -> None:
        model = self.table.model
        learnt = usable(kept, model)
        assert learnt is not None
        self.kept = kept
        self._set_up = SetUp(kept, plan_laid(model.rules.layout, kept), learnt)
