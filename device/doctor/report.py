"""The lists of checks: of a box that runs, for its page, and of ``charkoni doctor``.

The page asks every part at once, each in a thread of its own: a camera that hangs in its driver, or a disk
that does not answer, keeps nobody. After a second its line says that it gave no answer.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from device.camera.board_eye import BoardEye
from device.camera.trays import tray_of
from device.cameras.camera import Camera
from device.config import Config
from device.doctor import checks, examination
from device.doctor.checks import LOG, Looking, span
from device.doctor.patient import Machine, Patient
from device.net.hosts import OwnHosts
from device.net.https import Https
from device.readers.connections import BoxConnections
from device.store import Journal
from engine.messages import NOTHING
from web.house.settings import HouseSettings
from web.ports import Finding, TrayCamera, failing

log = logging.getLogger(__name__)

FRESH_S = 5.0
"""Answers are asked for anew after this, however many phones ask."""

PATIENCE_S = 1.0
"""A part that answers later is said to give no answer."""

HANGS_S = 20.0
"""One that answers later still is broken; sooner, the machine may only be busy."""

LATELY = 300
"""So many of the newest events are looked at for throws that were asked about."""


class BoxStatus:
    """How every part of the box is. For any thread."""

    def __init__(
        self,
        asks: Mapping[str, Callable[[], Finding]],
        *,
        patience_s: float = PATIENCE_S,
        fresh_s: float = FRESH_S,
        hangs_s: float = HANGS_S,
    ) -> None:
        """Ask nothing yet.

        Args:
            asks: Looks at each part, by its topic.
            patience_s: So long an answer is waited for.
            fresh_s: So long answers count.
            hangs_s: A part that is asked for so long is broken.
        """
        self._questions = [_Question(topic, ask, hangs_s) for topic, ask in asks.items()]
        self._patience_s, self._fresh_s = patience_s, fresh_s
        self._asking = threading.Lock()
        self._answered: tuple[float, tuple[Finding, ...]] | None = None

    def lines(self) -> tuple[Finding, ...]:
        """Tell how every part is, in a second at most: what hangs is said to hang."""
        with self._asking:
            now = time.monotonic()
            if self._answered is None or now - self._answered[0] >= self._fresh_s:
                for question in self._questions:
                    question.ask()
                answers = (question.answer(now + self._patience_s) for question in self._questions)
                self._answered = now, tuple(answers)
            return self._answered[1]


def status_of(
    *,
    eye: Looking,
    camera: Camera,
    sight: TrayCamera,
    board: BoardEye | None = None,
    journal: Journal,
    settings: HouseSettings,
    https: Https,
    hosts: OwnHosts,
    config: Config,
    connections: BoxConnections,
) -> BoxStatus:
    """List the checks of a box that runs."""
    here, cap, began = Machine(), config.data.photographs_mb * 1_000_000, time.monotonic()

    def newest() -> float | None:
        events = journal.events(since=journal.last_seq() - 1, limit=1)
        return events[-1].time if events else None

    second: dict[str, Callable[[], Finding]] = {}
    if board is not None:
        second["board-camera"] = lambda: checks.board_camera(board, held=board.camera.held)
    return BoxStatus(
        second
        | {
            "camera": lambda: checks.camera(eye, camera, wished=config.camera.source),
            "pictures": lambda: checks.pictures(eye),
            "light": lambda: checks.light(
                eye, tray=tray_of(settings.get()), measured=sight.light(), held=sight.held()
            ),
            "doubts": lambda: checks.doubts(journal.events(since=max(0, journal.last_seq() - LATELY))),
            "writing": lambda: checks.writing(journal),
            "disk": lambda: checks.disk(journal, cap=cap, now=time.time()),
            "kept": lambda: checks.kept(journal, cap=cap),
            "backup": lambda: checks.backup(journal, now=time.time()),
            "temperature": lambda: checks.temperature(here),
            "power": lambda: checks.power(here),
            "memory": lambda: checks.memory(here, box=os.getpid()),
            "load": lambda: checks.load(here),
            "clock": lambda: checks.clock(here, newest=newest()),
            "uptime": lambda: checks.uptime(here, time.monotonic() - began),
            "version": checks.version,
            "addresses": lambda: checks.addresses(hosts.addresses(), config.page.host),
            "https": lambda: checks.https(https),
            "connections": lambda: checks.connections(connections),
        }
    )


def examined(patient: Patient) -> Iterator[Finding]:
    """List the checks of ``charkoni doctor`` but config and cameras."""
    machine = patient.machine
    yield examination.pins(patient)
    yield examination.disk(patient.folder)
    kept = examination.journal(patient.folder)
    yield kept.finding
    yield checks.clock(machine, newest=kept.newest)
    yield examination.network(patient)
    yield examination.https(patient)
    yield checks.broker(patient)
    yield examination.versions()
    yield checks.memory(machine, box=patient.running)
    yield checks.temperature(machine)
    yield checks.power(machine)
    yield examination.voice(patient.config, machine)
    yield examination.service(machine)


class _Question:
    """A part that is asked in a thread of its own; it is not asked again while that thread hangs."""

    def __init__(self, topic: str, ask: Callable[[], Finding], hangs_s: float) -> None:
        self._topic = topic
        self._ask = ask
        self._hangs_s = hangs_s
        self._thread: threading.Thread | None = None
        self._finding: Finding | None = None
        self._since = 0.0

    def ask(self) -> None:
        """Begin to ask."""
        if self._thread is None or not self._thread.is_alive():
            self._finding, self._since = None, time.monotonic()
            self._thread = threading.Thread(target=self._run, name=f"status {self._topic}", daemon=True)
            self._thread.start()

    def answer(self, until: float) -> Finding:
        """Wait for the answer up to a moment."""
        if self._thread is not None:
            self._thread.join(max(0.0, until - time.monotonic()))
        if self._finding is not None:
            return self._finding
        late_s = max(1.0, time.monotonic() - self._since)
        found = failing(self._topic, "no answer for {time}", "start the box again", time=span(late_s))
        return found if late_s >= self._hangs_s else replace(found, verdict="unknown", advice=NOTHING)

    def _run(self) -> None:
        try:
            self._finding = self._ask()
        # The edge of a thread: whatever it is, the other lines are shown.
        except Exception as error:
            log.warning("%s cannot be looked at: %s", self._topic, error, exc_info=True)
            self._finding = failing(self._topic, "cannot be looked at: {error}", LOG, error=str(error))
