"""How the box is, for its page: asked of every part at once, each in a thread of its own.

A camera that hangs in its driver, or a disk that does not answer, keeps nobody: after a second its line says
that it gave no answer, and the others are there.
"""

from __future__ import annotations

import logging
import os
import platform
import threading
import time
from collections.abc import Callable, Mapping
from importlib import metadata
from typing import Protocol

import cv2

from device.camera.board_eye import BoardEye
from device.camera.trays import tray_of
from device.cameras.camera import Camera
from device.config import Config
from device.doctor import connected, health, running
from device.doctor.finding import Finding, Health, Machine, failing, unknown, warning, well
from device.doctor.running import Looking, span
from device.net.hosts import OwnHosts
from device.readers.connections import BoxConnections
from device.store import Journal
from engine.messages import Message
from web.house.settings import HouseSettings
from web.ports import StatusLine, TrayCamera, Trust, Verdict

log = logging.getLogger(__name__)

FRESH_S = 5.0
"""Answers are asked for anew after this, however many phones ask."""

PATIENCE_S = 1.0
"""A part that answers later is said to give no answer."""

_VERDICTS: Mapping[Health, Verdict] = {Health.OK: "fine", Health.WARN: "look", Health.FAIL: "broken"}

LATELY = 300
"""So many of the newest events are looked at for throws that were asked about."""

_BUSY = 2.0
"""Programs for each processor that want to run, from which the box may be late."""


_LOG = Message("look into the box’s log: journalctl -u charkoni")


class Serving(Protocol):
    """What is asked of the page over HTTPS."""

    trouble: str
    """Why it is not served though it should be; empty when all is well."""

    def trust(self) -> Trust | None:
        """Tell how a phone comes to trust the box; None while there is plain HTTP alone."""


class BoxStatus:
    """How every part of the box is. For any thread."""

    def __init__(
        self,
        asks: Mapping[str, Callable[[], Finding]],
        *,
        patience_s: float = PATIENCE_S,
        fresh_s: float = FRESH_S,
    ) -> None:
        """Ask nothing yet.

        Args:
            asks: Looks at each part, by its topic.
            patience_s: So long an answer is waited for.
            fresh_s: So long answers count.
        """
        self._questions = [_Question(topic, ask) for topic, ask in asks.items()]
        self._patience_s, self._fresh_s = patience_s, fresh_s
        self._asking = threading.Lock()
        self._answered: tuple[float, tuple[StatusLine, ...]] | None = None

    def lines(self) -> tuple[StatusLine, ...]:
        """Tell how every part is, in a second at most: what hangs is said to hang."""
        with self._asking:
            now = time.monotonic()
            if self._answered is None or now - self._answered[0] >= self._fresh_s:
                for question in self._questions:
                    question.ask()
                findings = [question.answer(now + self._patience_s) for question in self._questions]
                self._answered = now, tuple(map(_line, findings))
            return self._answered[1]


def status_of(
    *,
    eye: Looking,
    camera: Camera,
    sight: TrayCamera,
    board: BoardEye | None = None,
    journal: Journal,
    settings: HouseSettings,
    https: Serving,
    hosts: OwnHosts,
    config: Config,
    connections: BoxConnections | None = None,
    machine: Machine | None = None,
    clock: Callable[[], float] = time.time,
) -> BoxStatus:
    """Join the parts of a box that runs.

    Args:
        eye: The loop.
        camera: What it looks through.
        sight: How the light was measured, and what the camera holds still.
        board: The board's own camera; None without one.
        journal: What is written.
        settings: Say where the tray is.
        https: The page over HTTPS.
        hosts: The addresses of the box.
        config: What the box is told.
        connections: Whom it tells what happens; None where nobody can be told.
        machine: The computer underneath.
        clock: Seconds since 1970.
    """
    here, cap, began = machine or Machine(), config.data.photographs_mb * 1_000_000, time.monotonic()

    def newest() -> float | None:
        events = journal.events(since=journal.last_seq() - 1, limit=1)
        return events[-1].time if events else None

    second: dict[str, Callable[[], Finding]] = {}
    if board is not None:
        second["board-camera"] = lambda: running.board_camera(board, held=board.camera.held)
    if connections is not None:
        second["connections"] = lambda: connected.connections(connections)
    return BoxStatus(
        second
        | {
            "camera": lambda: running.camera(eye, camera, wished=config.camera.source),
            "pictures": lambda: running.pictures(eye),
            "light": lambda: running.light(
                eye, tray=tray_of(settings.get()), measured=sight.light(), held=sight.held()
            ),
            "doubts": lambda: running.doubts(journal.events(since=max(0, journal.last_seq() - LATELY))),
            "writing": lambda: running.writing(journal),
            "disk": lambda: running.disk(journal, cap=cap, now=clock()),
            "kept": lambda: running.kept(journal, cap=cap),
            "backup": lambda: running.backup(journal, now=clock()),
            "temperature": lambda: health.temperature(here),
            "power": lambda: health.power(here),
            "memory": lambda: health.memory(here, box=os.getpid()),
            "load": lambda: load(here),
            "clock": lambda: health.clock(here, newest=newest(), now=clock),
            "uptime": lambda: uptime(here, time.monotonic() - began),
            "version": version,
            "addresses": lambda: addresses(hosts, config.page.host),
            "https": lambda: https_line(https),
        }
    )


class _Question:
    """A part that is asked in a thread of its own; it is not asked again while that thread hangs."""

    def __init__(self, topic: str, ask: Callable[[], Finding]) -> None:
        self._topic = topic
        self._ask = ask
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
        late = span(max(1.0, time.monotonic() - self._since))
        return failing(self._topic, "no answer for {time}", "start the box again", time=late)

    def _run(self) -> None:
        try:
            self._finding = self._ask()
        # The edge of a thread: whatever it is, the other lines are shown.
        except Exception as error:
            log.warning("%s cannot be looked at: %s", self._topic, error, exc_info=True)
            self._finding = failing(self._topic, "cannot be looked at: {error}", _LOG, error=str(error))


def _line(finding: Finding) -> StatusLine:
    verdict = _VERDICTS[finding.health] if finding.known else "unknown"
    return StatusLine(finding.topic, verdict, finding.text, finding.advice)


def load(machine: Machine) -> Finding:
    """Look how many programs want to run, on how many processors."""
    told = machine.read("proc/loadavg").split()
    if len(told) < 3:
        return unknown("load")
    processors = os.cpu_count() or 1
    fields = {"load": round(float(told[1]), 1), "count": processors}
    text = Message("programs at work at once: {load}, processors: {count}", fields)
    if float(told[1]) > _BUSY * processors:
        return warning("load", text, "end other programs: the box may be late")
    return well("load", text)


def uptime(machine: Machine, box_s: float) -> Finding:
    """Tell how long the box runs, and the machine."""
    own = span(box_s)
    try:
        since = float(machine.read("proc/uptime").split(" ")[0])
    except ValueError:
        return well("uptime", "the box: {box}", box=own)
    return well("uptime", "the box: {box}, the machine: {machine}", box=own, machine=span(since))


def version() -> Finding:
    """Tell which programs run."""
    parts = {"charkoni": charkoni_version(), "python": platform.python_version(), "opencv": cv2.__version__}
    return well("version", Message("Charkoni {charkoni}, Python {python}, OpenCV {opencv}", parts))


def charkoni_version() -> str:
    """Return the version of the program; a question mark where nobody installed it."""
    try:
        return metadata.version("charkoni")
    except metadata.PackageNotFoundError:
        return "?"


def addresses(hosts: OwnHosts, host: str) -> Finding:
    """Look whether phones can reach the page."""
    found = hosts.addresses()
    text = " · ".join(found)
    if host.startswith("127.") or host == "localhost":
        wider = Message('for phones, set host = "0.0.0.0" in section [page] of the config')
        return warning("addresses", "only this machine can open the page: {addresses}", wider, addresses=text)
    if all("//127." in one for one in found):
        return failing("addresses", "this machine has no address", "connect it to the network at home")
    return well("addresses", "phones open {addresses}", addresses=text)


def https_line(https: Serving) -> Finding:
    """Look whether phones that trust the box can open its page over HTTPS."""
    if https.trouble:
        return failing("https", "turned on, but the page cannot be served so", _LOG)
    trust = https.trust()
    if trust is None:
        return well("https", "off; phones come over plain HTTP, and nothing more is needed")
    return well("https", "on, at port {port}", port=trust.port)
