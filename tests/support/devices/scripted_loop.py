"""A loop with a camera and a watch that tell what the test says, and the readings that they tell."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from device.cameras.camera import Shot
from device.errors import CameraError
from device.loop import Loop
from engine.errors import RecordError
from engine.events import Logged, Setup
from engine.messages import Message
from engine.table import Table
from vision import Doubt, Expect, Face, Frame, Reading, Seen, State, WatchStep
from web.ports import EyeState

CAMERA = Message("a pretend camera")
ENDED = Message("the camera has no more pictures to show: type the throws")
CHOWKA = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))


def seen(face: Face, *, x: float = 0, doubt: Doubt | None = None) -> Seen:
    others = ((Face.MOUTH, 0.3),) if face is Face.BACK and doubt else ()
    return Seen(face, 0.6 if doubt else 0.99, x, 5, 10, 10, others, doubt)


def shells(mouths: int, of: int = 4, *, doubt: str = "") -> Reading:
    faces = [Face.MOUTH] * mouths + [Face.BACK] * (of - mouths)
    doubts = (Doubt(doubt),) if doubt else ()
    return Reading(
        "cowries",
        tuple(
            seen(face, x=12 * n, doubt=doubts[0] if doubt and n == of - 1 else None)
            for n, face in enumerate(faces)
        ),
        not doubt,
        doubts,
    )


def dice(*pips: int, xs: Iterable[float] = (0, 20)) -> Reading:
    placed = zip(pips, xs, strict=False)
    return Reading("dice", tuple(seen(Face(str(pip)), x=x) for pip, x in placed), True)


def frame(level: int = 90) -> Frame:
    return np.full((60, 80, 3), level, np.uint8)


@dataclass
class Script:
    """A camera and a watch that tell what the test says, frame by frame."""

    told: list[WatchStep | Exception | Callable[[], object]]
    end: threading.Event
    expected: list[Expect] = field(default_factory=list)
    interrupted: int = 0
    forgotten: int = 0
    closed: int = 0
    opened: int = 0
    note: Message | None = None
    title: Message = CAMERA
    ended: Message = ENDED
    throws: None = None

    def shots(self) -> Iterator[Shot]:
        self.opened += 1
        while self.told:
            if isinstance(self.told[0], CameraError):
                raise self.told.pop(0)
            if callable(self.told[0]):
                self.told.pop(0)()
                continue
            yield Shot(frame(), 1.0)
        self.end.set()

    def close(self) -> None:
        self.closed += 1

    def set_pace(self, fps: float) -> None: ...

    def set_expect(self, expect: Expect) -> None:
        self.expected.append(expect)

    def interrupt(self) -> None:
        self.interrupted += 1

    def forget(self) -> None:
        self.forgotten += 1

    def step(self, _: Frame, *, time_s: float, full: Callable[[], Frame] | None = None) -> WatchStep:
        told = self.told.pop(0)
        if isinstance(told, Exception):
            raise told
        return told


@dataclass
class Pictures:
    """Keeps photographs in memory."""

    kept: list[tuple[bytes, bytes]] = field(default_factory=list)

    def keep_photograph(self, raw: bytes, ringed: bytes) -> str:
        self.kept.append((raw, ringed))
        return f"throw-{len(self.kept)}"


@dataclass
class Scene:
    """A loop with everything around it."""

    events: list[Logged] = field(default_factory=list)
    pictures: Pictures = field(default_factory=Pictures)
    stop: threading.Event = field(default_factory=threading.Event)
    held: list[bool] = field(default_factory=list)
    failing: int = 0
    now: float = 0.0
    watches: int = 0
    """How many were made."""
    note: Message | None = None
    also: Callable[[], object] = bool
    """Called, too, whenever the eye's state has changed."""

    def __post_init__(self) -> None:
        self.table = Table(record=self.record)

    def record(self, events: Iterable[Logged]) -> None:
        if self.failing:
            self.failing -= 1
            raise RecordError("the journal cannot be written: make room")
        self.events += events

    def run(self, *told: WatchStep | Exception | Callable[[], object]) -> Script:
        script = Script(list(told), self.stop)
        self.loop = Loop(
            camera=script,
            table=self.table,
            watch=lambda: self.new_watch(script),
            photographs=self.pictures,
            stop=self.stop,
            clock=lambda: self.now,
            hold_lights=self.held.append,
            note=lambda: self.note,
        )
        self.states: list[tuple[str, str]] = []
        self.loop.listen(lambda: self.states.append(heard(self.loop.state())))
        self.loop.listen(lambda: self.also())
        self.loop.run()
        return script

    def new_watch(self, script: Script) -> Script:
        self.watches += 1
        return script

    def happened(self, kind: type) -> list[object]:
        return [logged.event for logged in self.events if isinstance(logged.event, kind)]


def heard(state: EyeState) -> tuple[str, str]:
    return state.state, str(state.message or "")


def read(reading: Reading, *, changed: bool = False) -> WatchStep:
    return WatchStep(State.READ if reading.certain else State.UNCERTAIN, reading, changed)
