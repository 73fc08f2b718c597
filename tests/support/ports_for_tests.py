"""A small house for tests of the page: the real table and journal, an eye and lamps made of paper."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from boards.over_board import EYE, OverBoard, board, corners_of
from boards.read_boards import one_reader
from device.board.follow import Seen
from device.board.page import SeenBoard
from device.board.reports import Reports
from device.camera.board import BoardSetup
from device.camera.placement import posed
from device.cameras.pictures import size_of
from device.readers.connections import BoxConnections
from device.readers.mqtt.config import MqttConfig
from device.readers.sources import Sources
from device.store import Journal, database
from device.store.archive import archive_of
from device.store.places import Places
from engine.events import Setup
from engine.messages import Message
from engine.table import Table
from journals_for_tests import people_of
from sight_for_tests import PARTS, PaperSight
from web.app import create_app
from web.auth.access import COOKIE
from web.game.actions import Box
from web.house.clocks import MatchClocks
from web.house.credentials import Credential, Passwords, Phones, Tokens, hashed, put_secret
from web.house.house_rules import HouseRulesStore
from web.house.identity import Identity
from web.house.settings import HouseSettings
from web.ports import (
    EyeState,
    Finding,
    Hosts,
    LampState,
    Output,
    Placement,
    Power,
    Role,
    TrialError,
    Trust,
)

CAMERA = Message("a camera of paper")
NOW = 1.8e9
KEY = "let-me-in-please"
TOKEN = "token-of-a-player"
ADMIN_TOKEN = "token-of-an-admin"


class Heard:
    """Something that tells listeners when it changes."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[], None]] = []

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(changed)
        return lambda: self.listeners.remove(changed)

    def tell(self) -> None:
        for changed in list(self.listeners):
            changed()


class PaperEye(Heard):
    def __init__(self) -> None:
        super().__init__()
        self.now = EyeState("empty", CAMERA)
        self.latest: bytes | None = None
        self.latest_of_tray: bytes | None = None

    def state(self) -> EyeState:
        return self.now

    def picture(self) -> bytes | None:
        return self.latest

    def tray_picture(self) -> bytes | None:
        return self.latest_of_tray

    def show(self, state: str, message: str = "") -> None:
        self.now = EyeState(state, CAMERA, Message(message) if message else None)
        self.tell()


class PaperLamps(Heard):
    def __init__(self) -> None:
        super().__init__()
        self.now = LampState((1.0, 0.0), 0.0, "turn")
        self.drawing = '<svg xmlns="http://www.w3.org/2000/svg"><title>a header of paper</title></svg>'
        self.there = [Output(f"lamp-{seat}", "wired", (16 + seat,)) for seat in range(1, 5)]
        self.there += [Output("red", "wired", (24,)), Output("buzzer", "page"), Output("voice", "wired")]
        self.tried: list[str] = []
        self.refusal = ""

    def state(self) -> LampState:
        return self.now

    def outputs(self) -> Sequence[Output]:
        return self.there

    def test(self, name: str) -> None:
        if name not in {output.name for output in self.there}:
            raise ValueError(f"there is no output {name!r}")
        if self.refusal:
            raise TrialError(self.refusal)
        self.tried.append(name)

    def looked(self) -> None:
        self.tried.append("looked")

    def wiring(self) -> Sequence[tuple[Message, int]]:
        return [(Message("lamp of player {player}", {"player": 1}), 17), (Message("buzzer"), 18)]

    def header(self, say: Callable[[Message], str]) -> str:
        return self.drawing

    def show(self, state: LampState) -> None:
        self.now = state
        self.tell()


class _Unhurt(database._Writer):
    """A connection that waits for no disk: nobody pulls the plug of a house."""

    def execute(self, statement: str, values: Any = (), /) -> sqlite3.Cursor:
        return super().execute(statement.replace("synchronous = FULL", "synchronous = OFF"), values)


class House:
    """A box without hardware, with one app."""

    def __init__(
        self, folder: Path, *, retry_s: float = 5.0, running: Callable[[], float] = time.monotonic
    ) -> None:
        with patch.object(database, "_Writer", _Unhurt):
            self.journal = Journal(folder, retry_s=retry_s, running=running)
        self.clocks = MatchClocks(self.journal, lambda: self.journal.stamps.now_s)
        self.table = self.make_table()
        self.eye = PaperEye()
        self.lamps = PaperLamps()
        self.phones = self.make_phones()
        self.trust: Trust | None = None
        """What a phone needs for HTTPS, which is off until a test says otherwise."""
        self.book = HouseRulesStore(self.journal)
        self.people = people_of(self.journal)
        self.tokens = Tokens(self.journal)
        self.settings = HouseSettings(self.journal)
        self.names = {"localhost", "127.0.0.1", "192.168.1.20", "10.9.9.9", "charkoni.local", "::1"}
        """Names and numbers by which it may be opened."""
        self.hosts = Hosts(
            self.names.__contains__,
            lambda: ["http://192.168.1.20:8000/", "http://charkoni.local:8000/"],
        )
        self.sight = PaperSight()
        self.parts: Sequence[Finding] = PARTS
        """How its parts are."""
        self.farewells: list[Callable[[], str]] = []
        """What phones are told, for each time that the box was stopped."""
        self.over_board = OverBoard()
        self._reader = one_reader()
        self.board = BoardSetup(
            frames=self.over_board.look,
            table=self.table,
            settings=self.settings,
            reader=self._reader,
            shows_board=lambda: self.over_board.shows_board,
            lens=lambda: self.over_board.lens,
            clock=self.over_board.clock,
        )
        self.seen: Seen | None = None
        """What the eye saw of the board at rest."""
        self.reports = Reports(self.table, self.journal)
        self.seen_board = SeenBoard(
            self.table,
            self.settings,
            seen=lambda: self.seen,
            setup=self.board,
            camera=self.eye.state,
            reports=self.reports,
        )
        told = Sources(
            Box(self.table, self.journal, self.book, self.people),
            self.eye,
            self.settings,
            Identity(self.journal),
            Places(self.journal),
            now_s=lambda: self.journal.stamps.now_s,
            language=lambda: "en",
        )
        self.connections = BoxConnections(MqttConfig(), self.settings, Passwords(self.journal), told)
        self.app: Flask = create_app(
            self.table,
            self.eye,
            self.journal,
            self.phones,
            self.settings,
            self.lamps,
            house=self.book,
            people=self.people,
            hosts=self.hosts,
            now_s=lambda: self.journal.stamps.now_s,
            archive=archive_of(self.journal),
            sight=self.sight,
            board=self.board,
            board_seen=self.seen_board,
            status=lambda: self.parts,
            power=Power("make", self.farewells.append),
            clocks=self.clocks,
            trust=lambda: self.trust,
            connections=self.connections.for_pages(),
            tokens=self.tokens,
            names=told.identity.names,
            secret_key="of-this-test",
        )
        self.app.config["TESTING"] = True

    def make_table(self) -> Table:
        return Table(record=self.journal.record)

    def make_phones(self) -> Phones:
        """Let a player and an admin in, whose ids can be read."""
        self.journal.write(lambda writer: put_secret(writer, "key", KEY))
        phones = Phones(self.journal, address="http://192.168.1.20:8000", clock=lambda: NOW)
        phones._by_hash[hashed(TOKEN)] = Credential("player", "", "player", NOW, NOW)
        phones._by_hash[hashed(ADMIN_TOKEN)] = Credential("admin", "Asha", "admin", NOW, 0.0)
        return phones

    @property
    def let_in(self) -> dict[str, tuple[Role, str]]:
        """What each phone may do and is called, by its id."""
        return {phone.id: (phone.role, phone.name) for phone in self.phones.all()}

    def start(
        self,
        game: str = "chowka-bhara",
        preset: str | None = None,
        names: tuple[str, ...] = ("Asha", "Ravi"),
        *,
        begins: int | None = 0,
        **options: bool | str,
    ) -> None:
        presets = {"chowka-bhara": "5x5", "pachisi": "six", "backgammon": "finnish"}
        self.table.start(Setup(game, preset or presets[game], names, options, begins))

    def see_board(self, points: Mapping[int, int] | None = None, *, at: float = 1.0) -> None:
        """Let the eye look at a painted board, which is set up first where it was not."""
        model = self.table.model
        if self.board.set_up() is None:
            self.over_board.frame = None
            self.board.keep(Placement(tuple(corners_of(EYE))))
            self.board.learn_from_game()
        set_up, frame = self.board.set_up(), board(EYE, points)
        assert set_up is not None
        pose = posed(set_up.plan, set_up.kept.corners, size_of(frame))
        self.seen = Seen(frame, pose, self._reader.read(frame, pose, set_up.learnt), model, set_up.kept, at)

    def watcher(self) -> FlaskClient:
        return self.app.test_client()

    def player(self) -> Phone:
        return Phone(self)

    def admin(self) -> Phone:
        return Phone(self, ADMIN_TOKEN)

    def program(self, role: Role, *, ends: float = 0, name: str = "a lamp") -> Program:
        """Let a program in with a token of its own."""
        return Program(self, self.tokens.add(name, role, ends=ends))

    @contextmanager
    def served(self) -> Iterator[int]:
        """Serve the page on a free port of this machine; gives the port."""
        server = make_server("127.0.0.1", 0, self.app, threaded=True)
        server.daemon_threads = True
        # A server looks every so often whether it shall end; usually twice a second.
        thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            self.app.extensions["live"].close()
            server.shutdown()
            thread.join()
            server.server_close()

    def close(self) -> None:
        self.app.extensions["live"].close()
        self.connections.close()
        self.journal.close()


class Program:
    """Another program: sends its token and nothing else."""

    def __init__(self, house: House, token: str) -> None:
        self.client = house.app.test_client(use_cookies=False)
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, **body: Any) -> TestResponse:
        return self.client.post(path, headers=self.headers, json=body)


class Phone:
    """A paired phone: acts through /api/v1 as the page's script does."""

    def __init__(self, house: House, token: str = TOKEN) -> None:
        self.client = house.app.test_client()
        self.client.set_cookie(COOKIE, token)

    def state(self) -> dict[str, Any]:
        answer = self.client.get("/api/v1/state")
        assert answer.status_code == 200
        return dict(answer.get_json())

    def do(self, name: str, *, csrf: str | None = None, **body: Any) -> tuple[int, dict[str, Any]]:
        """Send one action; gives status and answer."""
        token = self.state()["csrf"] if csrf is None else csrf
        answer = self.client.post(f"/api/v1/{name}", json=body, headers={"X-CSRF-Token": token})
        return answer.status_code, dict(answer.get_json())
