"""Figures of a box that runs, for programs that draw curves.

Nothing is counted while a game is played but how long the eye takes. Events are read from the journal when
somebody asks, from where they were read before.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from device.doctor.finding import Machine
from device.doctor.health import hottest
from device.doctor.running import Looking, journal_bytes
from device.eye.timing import Timing
from device.store import Journal
from engine.events import (
    Corrected,
    Event,
    GameResumed,
    GameStarted,
    Logged,
    Threw,
    ThrowAsked,
    ThrowKept,
    event_type,
)
from web.ports import Family, Measure

_AT_ONCE = 500
"""So many events are read at a time."""

READINGS = ("certain", "asked", "corrected", "typed", "drawn")
"""What became of throws: the eye was sure, it asked, people corrected or typed one, the box drew one."""


class Watching(Looking, Protocol):
    """What is asked of the loop."""

    looks: Timing
    """Looking at one frame, whatever comes of it."""
    readings: Timing
    """Looking at one in which something was read."""


class EventCounts:
    """Counts what has happened since the box started. For any thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._seen = journal.last_seq()
        self._events: Counter[str] = Counter()
        self._throws: Counter[str] = Counter()
        self._of_film: set[int] = set()

    def read(self) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return how many events there were by their type, and throws by what became of them."""
        with self._lock:
            newest = self._journal.last_seq()
            while events := self._journal.played(since=self._seen, limit=_AT_ONCE):
                self._seen = events[-1].seq
                for one in events:
                    if not self._is_of_film(one):
                        self._events[event_type(one.event)] += 1
                        self._throws.update(_readings(one.event))
            self._seen = max(self._seen, newest)
            return dict(self._events), {reading: self._throws[reading] for reading in READINGS}

    def _is_of_film(self, logged: Logged) -> bool:
        """True if a throw of the film is shown, or corrected: nobody threw it."""
        match logged.event:
            case GameStarted() | GameResumed():
                self._of_film.clear()
            case Threw(source="film") | ThrowKept(source="film") | ThrowAsked(source="film"):
                self._of_film.add(logged.seq)
                return True
            case Corrected(of=of):
                return of in self._of_film
        return False


def _readings(event: Event) -> Sequence[str]:
    """Tell what an event says of a reading; a throw that was kept or asked about counted then."""
    match event:
        case Threw(kept=0, source=source) | ThrowKept(source=source):
            return ("certain" if source == "camera" else source,)
        case ThrowAsked():
            return ("asked",)
        case Corrected():
            return ("corrected",)
    return ()


class BoxMetrics:
    """Figures of one box."""

    def __init__(
        self,
        *,
        eye: Watching,
        journal: Journal,
        readers: Callable[[], Mapping[str, int]],
        version: str,
        machine: Machine | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to count.

        Args:
            eye: The loop.
            journal: What is written.
            readers: Tells by the name of each reader of the journal which event it was told last.
            version: Of the program.
            machine: The computer underneath.
            clock: Seconds of any steady clock.
        """
        self._eye = eye
        self._journal = journal
        self._readers = readers
        self._version = version
        self._machine = machine or Machine()
        self._clock = clock
        self._began = clock()
        self._counts = EventCounts(journal)

    def families(self) -> list[Family]:
        """Measure everything."""
        return [*self._of_box(), *self._of_games(), *self._of_eye(), *self._of_journal()]

    def _of_box(self) -> list[Family]:
        degrees = hottest(self._machine)
        warm = [] if degrees is None else [Measure(degrees)]
        return [
            Family("info", "Which program this is.", "gauge", [Measure(1, {"version": self._version})]),
            Family(
                "uptime_seconds", "So long the box runs.", "gauge", [Measure(self._clock() - self._began)]
            ),
            Family("temperature_celsius", "Of the hottest part of the computer.", "gauge", warm),
        ]

    def _of_games(self) -> list[Family]:
        events, throws = self._counts.read()
        return [
            Family(
                "events",
                "What happened in games since the box started.",
                "counter",
                [Measure(count, {"type": kind}) for kind, count in sorted(events.items())],
            ),
            Family(
                "throws",
                "Throws since the box started, by what became of them; one can be asked and corrected.",
                "counter",
                [Measure(count, {"reading": reading}) for reading, count in throws.items()],
            ),
        ]

    def _of_eye(self) -> list[Family]:
        rate, age = self._eye.frames.pace()
        (looks, looks_s), (readings, readings_s) = (
            self._eye.looks.count_and_s,
            self._eye.readings.count_and_s,
        )
        sees = self._eye.state().state not in ("starting", "away", "off")
        return [
            Family("eye_up", "1 while the camera gives pictures.", "gauge", [Measure(sees)]),
            Family("eye_frames_per_second", "Frames of the last four seconds.", "gauge", [Measure(rate)]),
            Family(
                "eye_last_frame_age_seconds",
                "How long ago the last frame came.",
                "gauge",
                [] if age is None else [Measure(age)],
            ),
            Family(
                "eye_frame_seconds",
                "So long the eye looked at a frame.",
                "summary",
                [Measure(looks_s, count=looks)],
            ),
            Family(
                "eye_reading_seconds",
                "So long the eye looked at a frame in which it read a throw.",
                "summary",
                [Measure(readings_s, count=readings)],
            ),
        ]

    def _of_journal(self) -> list[Family]:
        newest = self._journal.last_seq()
        [[pictures]] = self._journal.read("SELECT coalesce(sum(bytes), 0) FROM photograph")
        sizes = {"events": journal_bytes(self._journal.path), "photographs": int(str(pictures))}
        return [
            Family(
                "reader_lag_events",
                "Events that a reader of the journal was not told yet.",
                "gauge",
                [
                    Measure(max(0, newest - place), {"reader": name})
                    for name, place in self._readers().items()
                ],
            ),
            Family(
                "journal_bytes",
                "What is kept on the disk.",
                "gauge",
                [Measure(size, {"kind": kind}) for kind, size in sizes.items()],
            ),
            Family(
                "journal_held_events",
                "Events in memory only, as the disk cannot be written.",
                "gauge",
                [Measure(self._journal.held())],
            ),
        ]
