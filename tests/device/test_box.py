"""The whole box as a process: it goes on after kill -9, stops at once, and says what is in its way."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from boxes_for_tests import running_box, unused_port
from device.box import Box
from device.config import read_config
from device.first_game import Asked
from device.net.server import PortError, free_port
from device.notify import Notifier
from device.store import Journal
from devices.announced_room import Heard
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from places import ROOT
from waiting_for_tests import wait_until


@dataclass
class Running:
    """A box in a process of its own, and a phone that was let in."""

    folder: Path
    camera: str
    more: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    cookie: str = ""
    csrf: str = ""
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.port = unused_port()
        config = self.folder / "charkoni.toml"
        config.write_text('[page]\nhost = "127.0.0.1"\n[voice]\non = false\n')
        command = [sys.executable, "-m", "device", "play", "--config", str(config), "--camera", self.camera]
        command += ["--data", str(self.folder / "data"), "--port", str(self.port)]
        command += ["--game", "chowka-bhara", *self.more]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if line.startswith("Ctrl-C"):
                break
        # Read on, so that the box is never stopped by a full pipe.
        out = self.process.stdout
        self.rest = threading.Thread(target=lambda: self.said.extend(out), daemon=True)
        self.rest.start()

    def let_in(self) -> None:
        """Scan the code: the key becomes a cookie."""
        [key] = re.findall(r"\?key=(\S+)", "".join(self.said))[:1]
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", f"/?key={key}")
        self.cookie = str(connection.getresponse().getheader("Set-Cookie")).partition(";")[0]
        connection.close()
        self.csrf = self.state()["csrf"]

    def state(self) -> dict[str, Any]:
        return self.ask("GET", "/api/v1/state")

    def do(self, name: str, **body: Any) -> dict[str, Any]:
        return self.ask("POST", f"/api/v1/{name}", body)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Cookie": self.cookie, "X-CSRF-Token": self.csrf, "Content-Type": "application/json"}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        answer = json.loads(response.read())
        connection.close()
        assert response.status in (200, 201), answer
        return dict(answer)

    def stream(self) -> socket.socket:
        """Open the event stream and read its first words."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        stream.sendall(b"GET /events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200 OK" in stream.recv(4096)
        return stream

    def stop_from_a_page(self) -> str:
        """Stop the box as an admin does; return what every page says then."""
        streams = [self.stream() for _ in range(3)]
        text = str(self.do("status/stop", sure=True)["done"])
        assert self.process.wait(20) == 0, "systemd starts again what fails, and this has not failed"
        for stream in streams:
            heard = b""
            while part := stream.recv(65536):
                heard += part
            stream.close()
            assert json.loads(heard.partition(b"event: stopped\ndata: ")[2].split(b"\n")[0]) == {"text": text}
        self.end(signal.SIGTERM)
        assert "The box has stopped; the game is kept.\n" in self.said
        return text

    def end(self, number: int) -> None:
        """Send a signal and wait for the end of the process."""
        self.process.send_signal(number)
        self.process.wait(20)
        self.rest.join(5)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def still(tmp_path: Path) -> str:
    """A camera that sees one empty tray and then nothing."""
    (tmp_path / "tray").mkdir()
    cv2.imwrite(str(tmp_path / "tray" / "a.png"), np.full((48, 64, 3), 90, np.uint8))
    return f"folder:{tmp_path / 'tray'}"


@contextlib.contextmanager
def running(folder: Path, camera: str, *more: str, **environment: str) -> Iterator[Running]:
    box = Running(folder, camera, more, environment)
    try:
        yield box
    finally:
        if box.process.poll() is None:
            box.end(signal.SIGKILL)


def play_on(box: Running, throws: int) -> None:
    """Type throws and take the first legal move each time, as the state offers it."""
    for _ in range(throws):
        state = box.state()
        if state["turn"]["waits"] == "throw":
            box.do("throws", throw="3/4", at=state["seq"], request=os.urandom(6).hex())
        state = box.state()
        if state["taps"]:
            move = state["taps"][0]["move"]
            box.do("moves", move=move, at=state["seq"], request=os.urandom(6).hex())


def memory_of(box: Running) -> dict[str, Any]:
    """Everything of the state that a restart must keep."""
    state = box.state()
    return {key: state[key] for key in ("seq", "game", "setup", "turn", "pieces", "bank", "throw", "events")}


def test_a_box_killed_in_mid_game_goes_on_with_the_same_game_until_ctrl_c(tmp_path: Path, still: str) -> None:
    with running(tmp_path, still) as first:
        assert any("Game 1 begins" in line for line in first.said)
        first.let_in()
        play_on(first, 5)
        before, cookie = memory_of(first), first.cookie
        assert before["seq"] > 10
        first.end(signal.SIGKILL)
    with running(tmp_path, still) as second, contextlib.ExitStack() as opened:
        assert any("Game 1 goes on" in line for line in second.said)
        second.cookie = cookie  # the phone is still let in
        assert memory_of(second) == before
        second.csrf = second.state()["csrf"]
        play_on(second, 2)
        assert memory_of(second)["seq"] > before["seq"]
        second.do("undo", at=second.state()["seq"], request="undo-1")
        for _ in range(5):
            opened.enter_context(contextlib.closing(second.stream()))
        second.end(signal.SIGINT)
        assert second.process.returncode == 0
        assert "The box has stopped; the game is kept.\n" in second.said, "streams kept it from closing"
    with Journal(tmp_path / "data") as journal:
        assert len(journal.games()) == 1
        assert [one.seq for one in journal.events(since=0, limit=9999)] == list(
            range(1, journal.last_seq() + 1)
        )


def test_the_film_throws_every_phone_hears_of_it_and_an_admin_stops_it(tmp_path: Path) -> None:
    with running(tmp_path, "film", MAKELEVEL="1") as box, contextlib.closing(box.stream()) as stream:
        heard = b""
        while b'"type": "threw"' not in heard:
            part = stream.recv(4096)
            assert part, heard
            heard += part
        assert box.state()["eye"]["camera"] == "the built-in film"
        box.let_in()
        assert "make play" in box.stop_from_a_page()


def test_systemd_is_told_when_the_box_is_ready_alive_and_stopped_from_a_page(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
        with running(tmp_path, "film", **environment) as box:
            told = [systemd.recv(200).decode() for _ in range(4)]
            box.let_in()
            assert "systemctl start charkoni" in box.stop_from_a_page()
        assert any("an admin has stopped the box" in line for line in box.said)
        systemd.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                told.append(systemd.recv(200).decode())
    assert any(message.startswith("READY=1") for message in told)
    assert told.count("WATCHDOG=1") >= 3
    assert told[-1] == "STOPPING=1"


def test_lamps_and_voice_tell_that_the_box_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = Heard()
    monkeypatch.setattr(Box, "_make_voice", lambda _box: voice)
    config = read_config(f'[page]\nhost = "127.0.0.1"\nport = {unused_port()}\n[camera]\nsource = "film"')
    with Box(config, folder=tmp_path / "data", asked=Asked(game="chowka-bhara")) as box:
        serving = threading.Thread(target=box.serve, args=(Notifier(),))
        serving.start()
        wait_until(lambda: any(box._outputs.lights.players), within_s=20)
        box._power.stop(lambda: "the last word")
        serving.join(20)
        assert not serving.is_alive()
        assert voice.said[-1] == "The box stops. The game is kept"
        wait_until(lambda: not any(box._outputs.lights.players), within_s=5)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", box.server.port), timeout=5)
    assert not box.failed


def test_a_missing_camera_does_not_keep_the_box_from_starting(tmp_path: Path) -> None:
    with running_box(tmp_path, camera="v4l2:99") as box:
        wait_until(lambda: box.loop.state().state == "away", within_s=20)
        assert "/dev/video99" in str(box.loop.state().message)
        box.table.do(TakeThrow(Cowries(3, 4)))


def test_a_taken_port_names_the_next_free_one(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        config = read_config(f'[page]\nhost = "127.0.0.1"\nport = {port}\n[camera]\nsource = "film"')
        expected = free_port("127.0.0.1", port)
        with pytest.raises(PortError, match=rf"port {port} is taken .* try --port {expected}"):
            Box(config, folder=tmp_path / "data")
    Journal(tmp_path / "data").close()  # nothing stayed open
