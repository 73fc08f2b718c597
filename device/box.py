"""One box put together from a config: journal, table, eye, lamps, page. Everything is closed in turn."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask

from device.board.side import BoardSide
from device.box_cameras import BoxCameras
from device.camera.board_eye import SharedHold
from device.camera.tray import TraySetup
from device.camera.trays import TrayPlace
from device.cameras.camera import FPS, Pause
from device.closing import Closing
from device.config import Config, runtime_folder
from device.doctor.report import status_of
from device.eye.lessons import Lessons
from device.eye.taught import OneEye
from device.first_game import Asked, BoxTable, lay_game
from device.flag import FlagWatch
from device.loop import Loop
from device.net.authority import Authority
from device.net.hosts import OwnHosts
from device.net.https import Https
from device.net.page import Page
from device.net.server import Server, address_of
from device.notify import Notifier
from device.outputs.announcer import Announcer
from device.outputs.outputs import open_outputs
from device.outputs.port import BoxLamps
from device.outputs.sounds import Sounds
from device.outputs.voice import Voice
from device.pins.buttons import Buttons, Deeds
from device.pins.factory import open_buttons
from device.pretend.hands import ERRS
from device.readers.connections import BoxConnections
from device.readers.sources import Sources
from device.store import Journal
from device.store.archive import archive_of, restore_waiting
from device.store.places import Places
from engine.table.state import Model
from vision import Expect, Eye, Watch
from vision.board.reader import BoardReader
from web.app import create_app
from web.game.actions import Box as ActedOn
from web.house.clocks import MatchClocks
from web.house.credentials import Passwords, Phones, Tokens
from web.house.house_rules import HouseRulesStore
from web.house.identity import Identity
from web.house.people import People
from web.house.settings import HouseSettings
from web.ports import Hosts, Power, Starter

log = logging.getLogger(__name__)

_FAREWELL_S = 4.0
"""Longest wait for the voice when an admin stops the box; the watchdog waits 15 s and a stop 6 s."""


class Box(Closing):
    """Everything that belongs to one box: opened by the constructor, begun by `start`, ended by `close`."""

    cameras_of = BoxCameras

    def __init__(
        self,
        config: Config,
        *,
        folder: Path,
        asked: Asked | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Pause | None = None,
        beat: Callable[[], None] = lambda: None,
        starts_slowly: Callable[[], None] = lambda: None,
        stop: threading.Event | None = None,
        starter: Starter = "command",
    ) -> None:
        """Open the journal, lay a game on the table, take pins and port.

        Args:
            config: What the box is told.
            folder: Where its journal is.
            asked: What a person wants to play.
            clock: Seconds; stamps frames.
            pause: Waits between the frames of cameras; the box's own stop by default.
            beat: Called as the loop turns.
            starts_slowly: Called again and again while a backup is restored.
            stop: Ends the box when it is set; one of the box's own by default.
            starter: What starts it again.

        Raises:
            DeviceError: If the journal, the port or the config cannot be used.
            EngineError: If the game asked for cannot be played.
        """
        self.stop = stop or threading.Event()
        """Set it and the box ends."""
        self.failed = False
        """The loop broke down: the box ends, for systemd to start it again."""
        self._farewell: Callable[[], str] | None = None
        self._power = Power(starter, self._stop_for_good)
        self._config, self._clock, self._beat = config, clock, beat
        self._wiring = config.pins.wiring()
        with contextlib.ExitStack() as opened:
            self.journal = opened.enter_context(_journal(config, folder, starts_slowly))
            self._settings = HouseSettings(self.journal)
            self._rules, self._people = HouseRulesStore(self.journal), People(self.journal)
            self._people.remember_earlier_games(self.journal.games)
            self.table = BoxTable(self.journal)
            self._clocks = MatchClocks(self.journal, self._now_s)
            reader = BoardReader()
            cameras = self.cameras_of(
                config,
                self.table,
                self._settings,
                reader,
                follows=lambda game: self.board.seen.switches(game).follow,
                clock=clock,
                pause=pause or self.stop.wait,
            )
            self.camera, self.pretend, self.board_camera = cameras.tray, cameras.pretend, cameras.board
            self.table.throws = self.camera.throws
            self.story = lay_game(self.table, self.journal, self._settings, config, asked or Asked())
            """What lies on the table, in a sentence."""
            self._outputs = opened.enter_context(open_outputs(self._wiring))
            self._voice = opened.enter_context(self._make_voice()) if config.voice.on else None
            self._eye = OneEye(Eye())
            self._holding = SharedHold(self._outputs.lights.hold)
            self._tray = TrayPlace(self._settings, self.camera)
            self.loop = self._make_loop()
            self.board = opened.enter_context(self._make_board(cameras.board_settings, reader))
            self.lessons = opened.enter_context(self._make_lessons())
            self.announcer = self._make_announcer()
            self._flag = FlagWatch(
                self.table,
                self._clocks,
                library=self.journal,
                now=self._now_s,
            )
            self.connections = self._make_connections()
            self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
            page = config.page
            self.phones = Phones(self.journal, address=f"http://{address_of(page.host)}:{page.port}")
            opened.enter_context(self._take_buttons() or contextlib.nullcontext())
            self.https = Https(Authority(folder), host=page.host, port=page.https_port)
            self._page = opened.enter_context(
                Page(self._make_app(), self.https, host=page.host, port=page.port)
            )
            self._closing = opened.pop_all()

    @property
    def lamps_note(self) -> str:
        """Why the lamps are pretend ones; empty for real ones."""
        return str(self._outputs.note)

    @property
    def server(self) -> Server:
        """What serves the page over plain HTTP."""
        return self._page.server

    def start(self) -> None:
        """Let the page answer, the lamps show and the eye look."""
        self._page.start()
        self.announcer.start()
        self._flag.start()
        self.connections.start()
        self._thread.start()
        if self.board_camera is not None:
            self.board_camera.start()
        self.lessons.start()
        self.board.start()

    def serve(self, notifier: Notifier) -> None:
        """Run until the box is stopped; tell systemd when it is ready and when it ends."""
        self.start()
        while not self.stop.is_set() and not self.loop.ready.wait(0.5):
            pass
        if not self.stop.is_set():
            notifier.ready()
            self.stop.wait()
        if self._farewell is not None:
            self._take_leave(self._farewell)
        notifier.stopping()

    def close(self) -> None:
        """Stop everything, the readers of the journal before the journal. May be called twice."""
        self.stop.set()
        self._page.let_go()
        self.journal.let_go()
        self._flag.close()
        self.announcer.close()
        self.connections.close()
        self.lessons.close()
        if self.board_camera is not None:
            self.board_camera.close()
        self.board.close()
        if self._thread.is_alive():
            # A camera that hangs in its driver must not keep the box: its thread ends with the process.
            self._thread.join(0.5)
        self._closing.close()

    def _stop_for_good(self, farewell: Callable[[], str]) -> None:
        """End the box because an admin wants it; called by the thread that has answered that."""
        log.warning("an admin has stopped the box from a page or by a program")
        self._farewell = farewell
        self.stop.set()

    def _take_leave(self, farewell: Callable[[], str]) -> None:
        """Tell phones and room that the box stops, before anything is closed that tells it."""
        self._page.let_go(farewell)
        self._outputs.lights.quiet()
        self.announcer.remark("box-stops")
        self._page.close()  # a page that is answered would take the box for one that goes on
        if self._voice is not None:
            self._voice.wait(timeout_s=_FAREWELL_S)

    def _now_s(self) -> float:
        """Return what the clock shows by which the journal stamps, for the clocks of matches."""
        return self.journal.stamps.now_s

    def _make_voice(self) -> Voice:
        folder = self._config.voice.sounds
        return Voice(language=self._language, sounds=Sounds(Path(folder).expanduser()) if folder else None)

    def _language(self) -> str:
        """Return the voice's language: the one that the house has set, else the config's."""
        return self._settings.get().language or self._config.voice.language

    def _make_announcer(self) -> Announcer:
        return Announcer(
            library=self.journal,
            lights=self._outputs.lights,
            buzzer=self._outputs.buzzer,
            voice=self._voice,
            language=self._config.voice.language,
            hears=self._settings.get,
            eye=self.loop,
            clocks=self._clocks,
        )

    def _make_connections(self) -> BoxConnections:
        journal = self.journal
        sources = Sources(
            ActedOn(self.table, journal, self._rules, self._people),
            self.loop,
            self._settings,
            Identity(journal),
            Places(journal),
            now_s=self._now_s,
            language=self._language,
            address=f"http://{address_of(self._config.page.host)}:{self._config.page.port}",
        )
        return BoxConnections(self._config.mqtt, self._settings, Passwords(journal), sources)

    def _make_loop(self) -> Loop:
        return Loop(
            camera=self.camera,
            table=self.table,
            watch=lambda: Watch(
                self._eye, expect=Expect("auto"), tray=self._tray.tray(), fps=FPS, ignore_present=True
            ),
            place=self._tray,
            photographs=self.journal,
            stop=self.stop,
            clock=self._clock,
            hold_lights=self._holding.of_one(),
            beat=self._beat,
            board=lambda: None if self.board_camera is None else self.board_camera.state(),
            note=lambda: self.board.note() or self._tray.note() or (ERRS if self.pretend else None),
        )

    def _make_board(self, kept: HouseSettings, reader: BoardReader) -> BoardSide:
        seeing = self.loop if self.board_camera is None else self.board_camera
        camera = self.camera if self.board_camera is None else self.board_camera.camera
        board = BoardSide(
            self.table,
            self.journal,
            self._settings,
            kept=kept,
            reader=reader,
            frames=seeing.frames,
            camera=seeing.state,
            lens=lambda: camera.lens,
            tray=self.loop.tray_state,
            busy=self.loop.is_busy,
            shows_board=self.board_camera is not None or self.camera.throws is None,
            holding=self._holding,
            rest_s=self._config.board.rest_s,
        )
        self.loop.listen(board.turn_ended.watch_tray)
        return board

    def _played(self) -> Model | None:
        """Return the game that lies on the table."""
        return self.table.model if self.table.has_game else None

    def _make_lessons(self) -> Lessons:
        return Lessons(
            journal=self.journal,
            settings=self._settings,
            eye=self._eye,
            played=self._played,
            busy=self.loop.is_busy,
        )

    def _take_buttons(self) -> Buttons | None:
        buzzer = self._outputs.buzzer
        deeds = Deeds(
            self.table,
            self.phones,
            refuse=lambda: buzzer.play("illegal"),
            remark=self.announcer.remark,
            ends_turn=self.board.turn_ended.press,
        )
        return open_buttons(self._wiring, deeds.press, pins=self._outputs.pins)

    def _make_app(self) -> Flask:
        """Build the page on the box's own parts."""
        page = self._config.page
        sight = TraySetup(
            frames=self.loop.frames,
            preview=self.loop.preview,
            place=self._tray,
            camera=self.camera,
            eye=self._eye,
            table=self.table,
            lessons=self.lessons,
        )
        hosts = OwnHosts(host=page.host, port=page.port, names=page.names)
        return create_app(
            self.table,
            self.loop,
            self.journal,
            self.phones,
            self._settings,
            BoxLamps(self._outputs, self._wiring, voice=self._voice, language=self._language),
            house=self._rules,
            people=self._people,
            hosts=Hosts(hosts.known, hosts.addresses),
            now_s=self._now_s,
            archive=archive_of(self.journal),
            sight=sight,
            board=self.board.setup,
            board_seen=self.board.seen,
            clocks=self._clocks,
            status=status_of(
                eye=self.loop,
                camera=self.camera,
                sight=sight,
                board=self.board_camera,
                journal=self.journal,
                settings=self._settings,
                https=self.https,
                hosts=hosts,
                config=self._config,
                connections=self.connections,
            ).lines,
            power=self._power,
            trust=self.https.trust,
            connections=self.connections.for_pages(),
            tokens=Tokens(self.journal),
            names=Identity(self.journal).names,
            secret_key=self.phones.secret,
        )

    def _run(self) -> None:
        try:
            self.loop.run()
        # The edge of a thread: whatever it is, a box without an eye must not look alive.
        except BaseException:
            log.exception("the loop broke down: the box stops, and the game goes on when it is started again")
            self.failed = True
            self.stop.set()
            raise


def _journal(config: Config, folder: Path, restores: Callable[[], None]) -> Journal:
    """Restore the backup that lies ready, if any, and open the journal."""
    restored = restore_waiting(folder, progress=lambda *_: restores())
    for sentence in restored:
        log.warning("%s", sentence)
    megabytes = config.data.photographs_mb
    return Journal(folder, photographs_mb=megabytes, runtime=runtime_folder(), before=restored)
