"""Measures rest on films of throws: ``make bench ARGS="eye films"``.

Each throw must be told once, after the last movement and within half a second of it; a nudge is a change;
what is cleared, a passing sleeve, another light and a bumped table are nothing. Two eyes look: one that knows
what lies there, so that rest is judged alone, and the real one, for the faces. What the watch costs is the
time of its thread on the processor, without the frames in which the eye reads.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tests.bench.eye.films import KEPT, MADE, Event, Film, TrueEye, films
from vision.eye import Eye
from vision.motion.watch import State, Watch
from vision.reading import Expect, Frame, Reading, Seen
from vision.tray import Tray

LATEST_S = 0.5
"""So long after the last movement a throw must have been read."""


@dataclass(slots=True)
class Result:
    """What a watch made of one film."""

    name: str
    events: int = 0
    right: int = 0
    """Events told as they should be, in time."""
    throws: int = 0
    early: int = 0
    double: int = 0
    late: int = 0
    missed: int = 0
    false: int = 0
    """Throws and changes told where there was none."""
    faces: int = 0
    """Throws whose faces were told right."""
    delays_ms: list[float] = field(default_factory=list)
    """From the last movement to the reading of each throw."""
    costs_ms: list[float] = field(default_factory=list)
    """Of the watch for each frame that is not read."""
    wrong: list[str] = field(default_factory=list)
    """What went wrong, in words."""


@dataclass(frozen=True, slots=True)
class Told:
    """A reading that a watch gave."""

    frame: int
    changed: bool
    reading: Reading


class _Counted:
    """Passes frames on to an eye and counts them."""

    def __init__(self, eye: Eye | TrueEye) -> None:
        self._eye = eye
        self.times = 0

    def read(
        self, frame: Frame, *, expect: Expect, tray: Tray | None = None, without: Sequence[Seen] = ()
    ) -> Reading:
        self.times += 1
        return self._eye.read(frame, expect=expect, tray=tray, without=without)


def judge(film: Film, eye: Eye | None = None) -> Result:
    """Play a film to a new watch.

    Args:
        film: The film.
        eye: Reads the frames; None reads what the truth file says.
    """
    true = TrueEye(film)
    counted = _Counted(eye or true)
    watch = Watch(
        counted, expect=film.expect, tray=film.tray, fps=film.fps, ignore_present=film.ignore_present
    )
    result = Result(film.name)
    told: list[Told] = []
    states: list[State] = []
    for number, frame in enumerate(film.frames()):
        true.frame = number
        read_before, begin = counted.times, time.thread_time()
        step = watch.step(frame, time_s=number / film.fps)
        if counted.times == read_before:
            result.costs_ms.append(1000 * (time.thread_time() - begin))
        states.append(step.state)
        if step.reading is not None:
            told.append(Told(number, step.changed, step.reading))
    for event in film.events:
        _count(result, film, event, [one for one in told if event.first <= one.frame < event.until], states)
    end = film.events[-1].until if film.events else 0
    after = [one for one in told if one.frame >= end]
    result.false += len(after)
    result.wrong += [f"frame {one.frame}: told after the end" for one in after]
    return result


def _count(result: Result, film: Film, event: Event, told: list[Told], states: list[State]) -> None:
    """Count one event."""
    result.events += 1
    wrong: list[str] = []
    throws = [one for one in told if not one.changed]
    changes = [one for one in told if one.changed]
    where = f"frames {event.first}-{event.until}"
    if event.kind == "throw":
        result.throws += 1
        early = [one for one in told if one.frame <= event.last]
        result.early += len(early)
        wrong += [f"read at {one.frame}, before {event.last}" for one in early]
        result.double += max(0, len(throws) - 1)
        if len(throws) > 1:
            wrong.append(f"told {len(throws)} times")
        if changes:
            result.false += len(changes)
            wrong.append(f"a change at {changes[0].frame}")
        if not throws:
            result.missed += 1
            wrong.append(f"not read; at the end {states[event.until - 1].value}")
        elif not early:
            delay = (throws[0].frame - event.last) / film.fps
            result.delays_ms.append(1000 * delay)
            if delay > LATEST_S:
                result.late += 1
                wrong.append(f"read {delay:.2f} s after the last movement")
        if throws and _faces(throws[-1].reading) == sorted(event.faces):
            result.faces += 1
    elif event.kind in ("change", "either"):
        if throws:
            result.false += len(throws)
            wrong.append(f"a nudge told as a throw at {throws[0].frame}")
        elif event.kind == "change" and not changes:
            result.missed += 1
            wrong.append(f"a change at {event.last} not told")
    else:
        if told:
            result.false += len(told)
            wrong.append(f"{event.kind}, but a {'change' if changes else 'throw'} told at {told[0].frame}")
        if event.kind == "cleared" and State.EMPTY not in states[event.last : event.until]:
            wrong.append(f"cleared at {event.last}, but then {states[event.until - 1].value}")
    result.right += not wrong
    result.wrong += [f"{where}: {what}" for what in wrong]


def _faces(reading: Reading) -> list[str]:
    return sorted(one.face.value for one in reading.seen)


HEAD = (
    f"{'film':22} {'events':>7} {'throws':>6} {'early':>5} {'double':>6} {'late':>4} {'missed':>6}"
    f" {'false':>5}  {'delay ms':>12}  {'cost ms':>12}"
)


def line(name: str, results: Sequence[Result]) -> str:
    """Return the sum of some results as a line of the table."""

    def total(what: str) -> int:
        return sum(getattr(one, what) for one in results)

    delays = [ms for one in results for ms in one.delays_ms]
    costs = [ms for one in results for ms in one.costs_ms] or [0.0]
    delay = f"{np.median(delays):5.0f} {max(delays):6.0f}" if delays else f"{'-':>12}"
    return (
        f"{name:22} {total('right'):3}/{total('events'):<3} {total('throws'):6} {total('early'):5} "
        f"{total('double'):6} {total('late'):4} {total('missed'):6} {total('false'):5}  {delay}  "
        f"{np.median(costs):5.2f} {np.percentile(costs, 99):6.2f}"
    )


def rest_rows(some: Sequence[Film], *, eye: Eye | None, report: Callable[[str], None]) -> list[Result]:
    """Judge films one after the other and report a table."""
    report(f"{HEAD}\n{'':67}{'median  worst':>13}  {'median   99 %':>12}")
    results = []
    for film in some:
        result = judge(film, eye)
        report(line(film.name, [result]))
        for what in result.wrong:
            report(f"    {what}")
        results.append(result)
    report(line(f"{len(results)} films", results))
    return results


def main(arguments: Sequence[str]) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog='make bench ARGS="eye films"', description=__doc__)
    parser.add_argument("--films", type=Path, nargs="*", help="folders of films; else all there are")
    parser.add_argument("--only", nargs="*", help="names of films")
    parser.add_argument("--no-faces", action="store_true", help="judge rest alone")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    some = [
        film for film in films(*(asked.films or (MADE, KEPT))) if not asked.only or film.name in asked.only
    ]
    if not some:
        raise SystemExit(f"no films in {MADE} or {KEPT}: make them with `make films`")
    print("rest alone: the eye is told what lies there")
    rest_rows(some, eye=None, report=print)
    if not asked.no_faces:
        print("\nrest and faces together: the eye reads")
        results = rest_rows(some, eye=Eye(), report=print)
        throws = sum(one.throws for one in results)
        print(f"faces right: {sum(one.faces for one in results)} of {throws} throws")
    return 0
