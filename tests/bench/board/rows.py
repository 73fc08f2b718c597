"""Tables of readings of boards: held-out stills, each read alone, the worst row first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from tests.bench.board.truth import Answer, BoardStill, stills
from tests.bench.score import NAME, share
from vision.board import Pose
from vision.board.empty import EmptyBoard
from vision.board.learnt import Learnt
from vision.board.occupancy import SURE, Occupancy
from vision.board.reader import BoardReader
from vision.board.whole_set import of_whole_sets
from vision.overlay import draw_board

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Ends of the ten bins of what was told of a place."""

LARGE = (1280, 960)
"""Size of the pictures that are timed apart."""

_ENDS = "".join(f"{name:>10} {'%':>6} {'95 %':<13}" for name in ("places", "boards", "lies", "hidden"))
HEAD = f"{'':{NAME}}{_ENDS} median   99 %  reading"
"""Places and boards right; lies: places wrong although told with 0.99 or more; hidden places told hidden;
then milliseconds of one thread to learn the set and read, and the median of reading alone."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A still and what was told of it."""

    still: BoardStill
    pose: Pose
    learnt: Learnt
    seen: Occupancy
    told: Mapping[str, Answer]
    ms: float
    """Of this thread: to find the camera, learn the set and read."""
    reading_ms: float
    """To read alone."""

    def is_right(self, name: str) -> bool:
        """True if a place was told right."""
        return self.told[name].is_right(self.still.wanted[name])

    def is_lie(self, name: str) -> bool:
        """True if a place was told wrong with 0.99 or more."""
        answer = self.told[name]
        return answer.standing is not None and answer.sure >= SURE and not self.is_right(name)

    @property
    def wrong(self) -> list[str]:
        """The places that were told wrong."""
        return [name for name in self.still.wanted if not self.is_right(name)]

    @property
    def lies(self) -> list[str]:
        """The places that were told wrong with 0.99 or more."""
        return [name for name in self.still.wanted if self.is_lie(name)]

    @property
    def line(self) -> str:
        """What went wrong, in a line."""
        parts = []
        for name in sorted(self.wrong, key=lambda one: -self.told[one].sure):
            answer, wanted = self.told[name], self.still.wanted[name]
            said = "hidden" if answer.standing is None else "+".join(map(str, answer.standing))
            truth = "hidden" if wanted.must_hide else "+".join(map(str, wanted.standing))
            parts.append(f"{name} {said} ({answer.sure:.3f}), is {truth}")
        return f"{self.still.name}: {'; '.join(parts) or 'all right'}"


@dataclass(slots=True)
class _Counts:
    """What came out of some boards."""

    name: str
    results: list[BoardResult] = field(default_factory=list)

    def counted(self) -> tuple[int, int, int, int, int, int]:
        """Return places, those right, boards right, lies, hidden places, those told hidden."""
        places = sum(len(one.still.wanted) for one in self.results)
        wrong = sum(len(one.wrong) for one in self.results)
        boards = sum(not one.wrong for one in self.results)
        lies = sum(len(one.lies) for one in self.results)
        hidden = [
            one.told[name].standing is None
            for one in self.results
            for name, wanted in one.still.wanted.items()
            if wanted.must_hide
        ]
        return places, places - wrong, boards, lies, len(hidden), sum(hidden)

    @property
    def badness(self) -> tuple[float, float]:
        """How bad it is: the share of lies, then that of wrong places."""
        places, right, _, lies, _, _ = self.counted()
        return lies / max(1, places), 1 - right / max(1, places)

    def __str__(self) -> str:
        places, right, boards, lies, hidden, found = self.counted()
        shares = (
            share(right, places),
            share(boards, len(self.results)),
            share(lies, places),
            share(found, hidden),
        )
        median, late = np.percentile([one.ms for one in self.results], [50, 99])
        alone = np.median([one.reading_ms for one in self.results])
        return f"{self.name:{NAME}.{NAME}} {'  '.join(shares)} {median:6.1f} {late:6.1f}  {alone:7.1f}"


def read(
    still: BoardStill,
    reader: BoardReader,
    *,
    size: tuple[int, int] | None = None,
    empty: EmptyBoard | None = None,
    alone: bool = False,
) -> BoardResult:
    """Read one still as nobody has seen the board before; the time is without decoding the file.

    Args:
        still: The picture with its truth.
        reader: Who reads it.
        size: Width and height to which the picture is brought before; its own by default.
        empty: The board without pieces; None if nobody has shown it.
        alone: Each place by itself, and not by how many pieces a set has.
    """
    frame = still.frame
    zoom = 1.0 if size is None else size[0] / frame.shape[1]
    if size is not None:
        high = round(frame.shape[0] * zoom)
        frame = np.asarray(cv2.resize(frame, (size[0], high), interpolation=cv2.INTER_CUBIC), np.uint8)
    corners = [(zoom * x, zoom * y) for x, y in still.corners]
    taps = [[(zoom * x, zoom * y) for x, y in owner] for owner in still.taps]
    begin = time.thread_time()
    pose = Pose.of_corners(corners, still.plan, size=(frame.shape[1], frame.shape[0]))
    learnt = replace(reader.learn(frame, pose, taps, None), empty=empty)
    between = time.thread_time()
    seen = reader.read(frame, pose, learnt)
    if still.pieces is not None and not alone:
        seen = of_whole_sets(seen, still.pieces)
    end = time.thread_time()
    answers = still.answers(seen)
    return BoardResult(still, pose, learnt, seen, answers, 1000 * (end - begin), 1000 * (end - between))


def board_rows(
    reader: BoardReader,
    folder: Path,
    report: Callable[[str], None],
    *,
    every: int = 1,
    worst: int = 0,
    save: Path | None = None,
) -> list[BoardResult]:
    """Report on all stills of a folder; return what was told.

    Args:
        reader: Who reads them.
        folder: Of the stills.
        report: Where lines go.
        every: Only every so many stills.
        worst: List so many of the worst pictures.
        save: Write those pictures there, with what was told of them.
    """
    found = list(stills(folder))[::every]
    report(f"\nheld-out boards, each picture read alone\n{HEAD}")
    if not found:
        report(f"skipped: no boards under {folder}: `make boards` traces them")
        return []
    told = [read(one, reader) for one in found]
    for game in ("backgammon", "squares"):
        some = [one for one in told if (one.still.layout == "backgammon") == (game == "backgammon")]
        if not some:
            continue
        for row in _worst_first(some, lambda one: f"{one.still.layout}, {one.still.view}"):
            report(str(row))
        report(str(_Counts(f"{game}, all", some)))
        report(f"  {game}: by look")
        for row in _worst_first(some, lambda one: one.still.look):
            report(str(row))
        for line in (*calibration(some), *lying(some)):
            report(line)
    _alone(reader, found, report)
    _with_empty(reader, found, report)
    report(f"\nthe same boards of backgammon as pictures of {LARGE[0]} x {LARGE[1]}, for the time\n{HEAD}")
    large = [read(still, reader, size=LARGE) for still in found if still.layout == "backgammon"]
    if large:
        report(str(_Counts("backgammon", large)))
    for place, result in enumerate(ranked(told)[:worst], 1):
        report(f"{place:3}  {result.line}")
        if save is not None:
            write(result, save, place)
    return told


def _alone(reader: BoardReader, found: Sequence[BoardStill], report: Callable[[str], None]) -> None:
    """Report on each place by itself, as the follower of a game takes it, who knows its pieces."""
    report(f"\neach place by itself, not by how many pieces a set has\n{HEAD}")
    told = [read(still, reader, alone=True) for still in found if still.pieces is not None]
    for row in _worst_first(told, lambda one: one.still.layout):
        report(str(row))


def _with_empty(reader: BoardReader, found: Sequence[BoardStill], report: Callable[[str], None]) -> None:
    """Report on the boards of which there is a picture without pieces: without it, and with it."""
    some = [(still, empty) for still in found if (empty := still.empty()) is not None]
    for words, is_known in (("without a picture of the empty board", False), ("with it", True)):
        if not some:
            return
        told = [read(still, reader, empty=empty if is_known else None) for still, empty in some]
        report(f"\nboards that were seen empty as well, {words}\n{HEAD}")
        for row in _worst_first(told, lambda one: one.still.layout):
            report(str(row))


def _worst_first(results: Iterable[BoardResult], key: Callable[[BoardResult], str]) -> list[_Counts]:
    rows: dict[str, _Counts] = {}
    for one in results:
        rows.setdefault(key(one), _Counts(key(one))).results.append(one)
    return sorted(rows.values(), key=lambda row: tuple(-part for part in row.badness))


def calibration(results: Iterable[BoardResult]) -> list[str]:
    """Compare what was told of places with the share that is right, in ten bins, without what is hidden."""
    told = [
        (answer.sure, one.is_right(name))
        for one in results
        for name, answer in one.told.items()
        if answer.standing is not None and name in one.still.wanted
    ]
    lines = [f"{'told':18} {'mean told':>9}  {'right':>9} {'%':>6} {'95 %':>9}"]
    for low, high in pairwise(BINS):
        inside = [(sure, right) for sure, right in told if low <= sure < high or sure == high == 1.0]
        if inside:
            mean = 100 * sum(sure for sure, _ in inside) / len(inside)
            right = sum(right for _, right in inside)
            lines.append(f"{100 * low:5.1f} to {100 * high:5.1f} % {mean:8.2f}  {share(right, len(inside))}")
    return lines


def lying(results: Iterable[BoardResult]) -> list[str]:
    """Count where pieces that lie are told lying, and those that stand standing, of places told right."""
    counts = {True: [0, 0], False: [0, 0]}
    for one in results:
        for name, wanted in one.still.wanted.items():
            told = next((place for place in one.seen.places if place.name == name), None)
            if told is None or not told.lying or told.standing != wanted.standing:
                continue
            for owner, count in enumerate(wanted.standing):
                lies = wanted.lying[owner] > 0
                if count and owner < len(told.lying):
                    counts[lies][0] += (told.lying[owner] > 0.5) == lies
                    counts[lies][1] += 1
    words = {True: "lying told lying", False: "standing told standing"}
    return [f"{words[lies]:28} {share(right, seen)}" for lies, (right, seen) in counts.items() if seen]


def ranked(results: Iterable[BoardResult]) -> list[BoardResult]:
    """Return boards, the worst first: most places wrong with certainty, then most wrong."""
    return sorted(results, key=lambda one: (-len(one.lies), -len(one.wrong)))


def write(one: BoardResult, folder: Path, number: int) -> Path:
    """Write a picture with what was told of it, and a line of what was wrong under it."""
    drawn = draw_board(one.still.frame, one.pose, one.seen, learnt=one.learnt)
    words = cv2.copyMakeBorder(drawn, 0, 96, 0, 0, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    wide = max(40, drawn.shape[1] // 9)
    for line in range(4):
        text = one.line[line * wide : (line + 1) * wide]
        place = (8, drawn.shape[0] + 22 + 22 * line)
        cv2.putText(words, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{number:02}-{one.still.name.replace('/', '-')}.png"
    cv2.imwrite(str(target), words)
    return target
