"""One box put together from a config: journal, table, eye, lamps, page. Everything is closed in turn."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from device.cameras.camera import FPS, Pause
from device.cameras.film import FilmCamera
from device.cameras.sources import open_camera
from device.config import Config, runtime_folder
from device.errors import ConfigError
from device.eye.calibration import OneEye, taught_of, tray_of
from device.eye.setup import BoxSight
from device.eye.wanted import wanted_throw, wants_throw
from device.loop import Loop
from device.net.authority import Authority
from device.net.https import Https
from device.net.mdns import Announcement
from device.net.server import Server, address_of
from device.notify import Notifier
from device.outputs.announcer import Announcer
from device.outputs.outputs import open_outputs
from device.outputs.port import BoxLamps
from device.outputs.sounds import Sounds
from device.outputs.voice import Voice
from device.pins.buttons import Deeds
from device.pins.factory import open_buttons
from device.store import Journal
from device.store.archive import JournalArchive, restore_waiting
from device.store.house_rules import JournalHouseBook
from device.store.phones import PairedPhones
from device.store.settings import HouseSettings
from engine.errors import EngineError
from engine.events import Setup
from engine.names import names_of
from engine.options import OptionValue
from engine.registry import game_info
from engine.table import Table
from engine.table.state import new_model
from vision import Expect, Eye, Watch
from web.app import create_app

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asked to play; None and empty leave it open."""

    game: str | None = None
    preset: str | None = None
    players: tuple[str, ...] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    """As written: ``true``, ``false`` or a text."""

    def is_met_by(self, setup: Setup) -> bool:
        """Say whether a game is what was asked."""
        return (
            self.game in (None, setup.game)
            and self.preset in (None, setup.preset)
            and self.players in (None, setup.names)
            and all(_written(setup.options.get(key)) == value for key, value in self.options.items())
        )


class Box:
    """Everything that belongs to one box: opened by the constructor, begun by `start`, ended by `close`."""

    def __init__(
        self,
        config: Config,
        *,
        folder: Path,
        asked: Asked | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Pause | None = None,
        beat: Callable[[], None] = lambda: None,
        stop: threading.Event | None = None,
    ) -> None:
        """Open the journal, lay a game on the table, take pins and port.

        Args:
            config: What the box is told.
            folder: Where its journal is.
            asked: What a person wants to play.
            clock: Seconds; stamps frames.
            pause: Waits between the frames of film and folder; the box's own stop by default.
            beat: Called as the loop turns.
            stop: Ends the box when it is set; one of the box's own by default.

        Raises:
            DeviceError: If the journal, the port or the config cannot be used.
            EngineError: If the game asked for cannot be played.
        """
        self.stop = stop or threading.Event()
        """Set it and the box ends."""
        self.failed = False
        """The loop broke down: the box ends, for systemd to start it again."""
        self._closing = contextlib.ExitStack()
        restored = restore_waiting(folder)
        if restored:
            log.warning("%s", restored)
        with contextlib.ExitStack() as opened:
            kept, runtime = config.data.photographs_mb, runtime_folder()
            self.journal = opened.enter_context(Journal(folder, photographs_mb=kept, runtime=runtime))
            self.table = BoxTable(self.journal)
            settings = HouseSettings(self.journal)
            self.camera = open_camera(
                config.camera.source,
                wanted=lambda: wanted_throw(self.table),
                ready=lambda: wants_throw(self.table),
                rotation=config.camera.rotation,
                flicker_hz=config.camera.flicker_hz,
                calibration=lambda: settings.get()["tray"] if config.camera.lock else None,
                clock=clock,
                pause=pause or self.stop.wait,
            )
            if isinstance(self.camera, FilmCamera):
                self.table.film = self.camera
            self.story = lay_game(self.table, self.journal, settings, config, asked or Asked())
            """What lies on the table, in a sentence."""
            wiring = config.pins.wiring()
            outputs = opened.enter_context(open_outputs(wiring))
            self.lamps_note = outputs.note
            """Why the lamps are pretend ones; empty for real ones."""
            voice = opened.enter_context(_voice(config, settings)) if config.voice.on else None
            self.announcer = Announcer(
                library=self.journal,
                lights=outputs.lights,
                buzzer=outputs.buzzer,
                voice=voice,
                language=config.voice.language,
                hears=settings.get,
            )
            lamps = BoxLamps(outputs, wiring, voice=voice, language=_language(config, settings))
            eye = OneEye(Eye(taught=taught_of(settings.get())))
            self.loop = Loop(
                camera=self.camera,
                table=self.table,
                watch=_watch_maker(settings, eye),
                tray=lambda: tray_of(settings.get()),
                photographs=self.journal,
                stop=self.stop,
                clock=clock,
                hold_lights=outputs.lights.hold,
                beat=beat,
            )
            self.announcer.watch(self.loop)
            self._thread = threading.Thread(target=self._run, name="eye", daemon=True)
            page = config.page
            self.phones = PairedPhones(self.journal, address=f"http://{address_of(page.host)}:{page.port}")
            deeds = Deeds(
                self.table,
                self.phones,
                refuse=outputs.buzzer.refuse,
                remark=self.announcer.remark,
            )
            buttons = open_buttons(wiring, deeds.press, pins=outputs.pins)
            if buttons is not None:
                opened.enter_context(buttons)
            self.https = opened.enter_context(Https(Authority(folder), host=page.host, port=page.https_port))
            self._app = app = create_app(
                self.table,
                self.loop,
                self.journal,
                self.phones,
                settings,
                lamps,
                house=JournalHouseBook(self.journal),
                archive=JournalArchive(self.journal),
                sight=BoxSight(
                    loop=self.loop,
                    camera=self.camera,
                    settings=settings,
                    eye=eye,
                    wanted=lambda: wanted_throw(self.table),
                ),
                https=self.https,
                secret_key=self.phones.secret,
            )
            self._live = app.extensions["live"]
            self.server = Server(app, host=page.host, port=page.port)
            opened.callback(self.server.close)
            address = address_of(page.host)
            self._announcement = opened.enter_context(Announcement(address, self.server.port))
            # A box that only this machine reaches needs no name on the network.
            self._has_name = not address.startswith("127.")
            self._closing = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Let the page answer, the lamps show and the eye look."""
        self.server.start()
        self.https.start(self._app)
        if self._has_name:
            self._announcement.start()
        self.announcer.start()
        self._thread.start()

    def serve(self, notifier: Notifier) -> None:
        """Run until the box is stopped; tell systemd when it is ready and when it ends."""
        self.start()
        while not self.stop.is_set() and not self.loop.ready.wait(0.05):
            pass
        if not self.stop.is_set():
            notifier.ready()
            self.stop.wait()
        notifier.stopping()

    def close(self) -> None:
        """Stop everything, the readers of the journal before the journal. May be called twice."""
        self.stop.set()
        self._live.close()
        self.journal.let_go()
        self.announcer.close()
        if self._thread.is_alive():
            # A camera that hangs in its driver must not keep the box: its thread ends with the process.
            self._thread.join(0.5)
        self._closing.close()

    def _run(self) -> None:
        try:
            self.loop.run()
        # The edge of a thread: whatever it is, a box without an eye must not look alive.
        except BaseException:
            log.exception("the loop broke down: the box stops, and the game goes on when it is started again")
            self.failed = True
            self.stop.set()
            raise


class BoxTable(Table):
    """The table of this box. With the film, nobody throws for a beginning that would tie for ever."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        self.film: FilmCamera | None = None
        """The film, if it is the camera."""

    def start(self, setup: Setup, *, request: str = "") -> None:
        """Begin a new game; the one before stays in the journal.

        Raises:
            SetupError: If the setup cannot be.
        """
        if self.film is not None and setup.begins is None and _ties(self.film, setup):
            log.info("the film knows one throw of this kind and would tie: %s begins", setup.names[0])
            setup = replace(setup, begins=0)
        super().start(setup, request=request)


def _ties(film: FilmCamera, setup: Setup) -> bool:
    """Say whether the throws for the beginning would be the film's one throw, again and again."""
    rules = new_model(setup, game=0, seq=0).rules
    start = rules.start()
    wanted = rules.wants(start)
    return wanted.kind == "cowries" and film.count(wanted) == 1 and start != rules.start(begins=0)


def lay_game(table: Table, journal: Journal, settings: HouseSettings, config: Config, asked: Asked) -> str:
    """Go on with the game that was played last, or begin the one that was asked for; say which.

    Raises:
        EngineError: If the game asked for cannot be played.
        ConfigError: If an option is no pair.
    """
    last = journal.unfinished()
    if last is not None and asked.is_met_by(last.setup):
        try:
            table.resume(journal.game_events(last.number))
        except EngineError as error:
            log.warning("game %d cannot go on: %s; a new one begins", last.number, error)
        else:
            return f"Game {last.number} goes on: {_named(last.setup)}."
    table.start(new_setup(asked, config, settings))
    model = table.model
    begins = f" {model.setup.names[model.turn]} begins." if model.setup.begins is not None else ""
    return f"Game {model.game} begins: {_named(model.setup)}.{begins}"


def new_setup(asked: Asked, config: Config, settings: HouseSettings) -> Setup:
    """Fill in what was not asked.

    Raises:
        SetupError: If there is no such game or preset, or the names cannot be.
    """
    info = game_info(asked.game or config.game.game)
    named = asked.preset or (config.game.preset if info.name == config.game.game else "") or None
    names = asked.players or config.game.players or tuple(settings.get()["names"][: min(info.players)])
    options = {key: _option(value) for key, value in asked.options.items()}
    return Setup(info.name, info.preset(named).name, names_of(names), options)


def _voice(config: Config, settings: HouseSettings) -> Voice:
    sounds = config.voice.sounds
    folder = Sounds(Path(sounds).expanduser()) if sounds else None
    return Voice(
        language=_language(config, settings),
        sounds=folder,
    )


def _language(config: Config, settings: HouseSettings) -> Callable[[], str]:
    """Give what tells the voice's language: the one that the house has set, else the config's."""
    return lambda: str(settings.get()["language"]) or config.voice.language


def _watch_maker(settings: HouseSettings, eye: OneEye) -> Callable[[], Watch]:
    """Make watches with one eye; its models are loaded once."""

    def make() -> Watch:
        tray = tray_of(settings.get())
        return Watch(eye, expect=Expect("auto"), tray=tray, fps=FPS, ignore_present=True)

    return make


def parse_options(written: list[str]) -> dict[str, str]:
    """Read options as the command line has them: ``KEY=VALUE``.

    Raises:
        ConfigError: If one is no such pair.
    """
    options: dict[str, str] = {}
    for text in written:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise ConfigError(f"option {text!r} is no pair: write KEY=VALUE, such as --option gate=true")
        options[key] = value
    return options


def _option(written: str) -> OptionValue:
    return {"true": True, "false": False}.get(written, written)


def _written(value: OptionValue | None) -> str | None:
    return str(value).lower() if isinstance(value, bool) else value


def _named(setup: Setup) -> str:
    title = game_info(setup.game).title
    return f"{title} ({setup.house or setup.preset}), {', '.join(setup.names[:-1])} and {setup.names[-1]}"
