"""A box ends when it is told to, whatever hangs in it, and what was played is kept."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.bounded_stop import STOP_S
from device.store import Journal
from device.worker import Worker
from places import ROOT

START = """
import sys, threading, time
import device.box
from device.store import Journal
from device.__main__ import main
def for_ever(*_, **__):
    print("it hangs", flush=True)
    while True:
        time.sleep(0.01)
{patch}
play = ["play", "--game", "chowka-bhara", "--camera", "film"]
sys.exit(main([*play, "--data", sys.argv[1], "--config", sys.argv[2]]))
"""

QUERY = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

REQUEST = """
games, opens = Journal.games, threading.main_thread()  # a box that opens reads them as well
Journal.games = lambda self: games(self) if threading.current_thread() is opens else for_ever()
"""
JOURNAL = "Journal.close = for_ever"
WRITER = """
def hold(self):
    held = threading.Event()
    def run():
        with self._keeper._writing:
            held.set()
            for_ever()
    threading.Thread(target=run, daemon=True).start()
    held.wait()
let_go = Journal.let_go
Journal.let_go = lambda self: (hold(self), let_go(self))
"""
VOICE = """
from device.outputs.announcer import Announcer
Announcer._watch_for_trouble = for_ever
"""
OPENING = f"""
import sqlite3
def lay(*_):
    print("it hangs", flush=True)
    sqlite3.connect(":memory:").execute({QUERY!r}).fetchall()
device.box.lay_game = lay
"""


@contextmanager
def started(folder: Path, patch: str, *, until: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = int(asked.getsockname()[1])
    config = folder / "box.toml"
    config.write_text(f'[page]\nhost = "127.0.0.1"\nport = {port}\n[voice]\non = false\n')
    command = [sys.executable, "-c", START.format(patch=patch), str(folder / "data"), str(config)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if until in line:
                    break
            yield process, port
        finally:
            process.kill()


def ended(process: subprocess.Popen[str]) -> tuple[float, str]:
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=40)[0]
    return time.monotonic() - began, said


def slack() -> float:
    """What a machine that has more to do than it can takes longer."""
    return 1.0 + os.getloadavg()[0] / (os.cpu_count() or 1)


def test_a_request_that_never_ends_keeps_neither_the_stop_nor_the_journal(tmp_path: Path) -> None:
    with started(tmp_path, REQUEST, until="Ctrl-C") as (process, port):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        phone.request("GET", "/games")
        assert process.stdout is not None
        assert any("it hangs" in line for line in process.stdout)
        took, said = ended(process)
        phone.close()
    assert took < 2.0 + slack(), said
    assert process.returncode == 0
    assert "1 requests do not end: the box stops without waiting for them" in said
    assert "The box has stopped; the game is kept." in said
    assert not (tmp_path / "data" / "charkoni.sqlite-wal").exists(), "the journal was closed"


@pytest.mark.parametrize(
    ("patch", "until"),
    [(JOURNAL, "Ctrl-C"), (WRITER, "Ctrl-C"), (OPENING, "it hangs")],
    ids=["journal", "writer", "opening"],
)
def test_a_journal_that_hangs_does_not_keep_the_box(tmp_path: Path, patch: str, until: str) -> None:
    with started(tmp_path, patch, until=until) as (process, _):
        took, said = ended(process)
    assert took < STOP_S + slack(), said
    assert process.returncode == 0
    assert f"the box did not end within {STOP_S:g} s and is ended; these ran: MainThread" in said
    assert "for_ever" in said or "in lay" in said, "it says where it hangs"
    with Journal(tmp_path / "data") as journal:
        assert len(journal.games()) == (0 if patch == OPENING else 1)


def test_a_box_that_hangs_when_a_page_stops_it_has_not_failed(tmp_path: Path) -> None:
    with started(tmp_path, JOURNAL, until="Ctrl-C") as (process, port):
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / "charkoni.sqlite")) as read:
            [(key,)] = read.execute("SELECT value FROM secret WHERE name = 'key'").fetchall()
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as phone:
            phone.request("GET", f"/?key={key}")
            came = phone.getresponse()
            cookie = {"Cookie": str(came.headers["Set-Cookie"]).partition(";")[0]}
            came.read()
            phone.request("GET", "/api/v1/state", headers=cookie)
            token = {"X-CSRF-Token": json.loads(phone.getresponse().read())["csrf"]}
            phone.request("POST", "/status/stop", b"", headers=cookie | token)
            assert "The box has been stopped" in phone.getresponse().read().decode()
        said = process.communicate(timeout=40)[0]
    assert f"the box did not end within {STOP_S:g} s and is ended" in said
    assert process.returncode == 0, "systemd would start it again"


def test_lamps_and_voice_that_hang_do_not_keep_the_box(tmp_path: Path) -> None:
    with started(tmp_path, VOICE, until="Ctrl-C") as (process, _):
        took, said = ended(process)
    assert took < 2.0 + slack(), said
    assert "the thread announcer does not end: the box stops without it" in said
    assert "The box has stopped; the game is kept." in said


def test_a_workers_thread_that_hangs_is_left(caplog: pytest.LogCaptureFixture) -> None:
    hangs = threading.Event()
    worker = Worker(lambda: bool(hangs.wait(20)), name="a lamp")  # type: ignore[arg-type,return-value]
    worker._begin()
    began = time.monotonic()
    worker.close()
    assert time.monotonic() - began < 1.0 + slack()
    assert "the thread a lamp does not end" in caplog.text
    hangs.set()


def test_the_systems_log_holds_no_key(tmp_path: Path) -> None:
    read, write = os.pipe()
    found = os.fstat(write)
    told = {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}
    _said_at_start(tmp_path / "log", write, told)
    text = _read_all(read)
    assert "sudo charkoni pair" in text
    assert "Anyone on the home network may watch at" in text
    with Journal(tmp_path / "log" / "data") as journal:
        (key,) = (str(value) for (value,) in journal.read("SELECT value FROM secret WHERE name = 'key'"))
    assert key not in text
    assert "key=" not in text
    assert "█" not in text


def test_a_terminal_shows_code_and_link(tmp_path: Path) -> None:
    main_end, terminal = os.openpty()
    _said_at_start(tmp_path / "terminal", terminal, {"JOURNAL_STREAM": "1:2", "PYTHONIOENCODING": "utf-8"})
    text = _read_all(main_end)
    assert re.search(
        r"To play, scan the code with a phone, or open  http://127\.0\.0\.1:\d+/\?key=\S{12}", text
    )
    assert "█" in text or "▀" in text


def _said_at_start(folder: Path, out: int, environment: dict[str, str]) -> None:
    """Start a box and stop it once it answers; what it says goes to a file."""
    folder.mkdir()
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port = int(asked.getsockname()[1])
    config = folder / "box.toml"
    config.write_text(f'[page]\nhost = "127.0.0.1"\nport = {port}\n[voice]\non = false\n')
    play = [sys.executable, "-m", "device", "play", "--camera", "film", "--config", str(config)]
    with subprocess.Popen(
        [*play, "--data", str(folder / "data")], cwd=ROOT, stdout=out, env=os.environ | environment
    ) as process:
        os.close(out)
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
                    line.sendall(b"GET /api/v1/state HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                    if line.recv(20).startswith(b"HTTP/1.1 200"):
                        break
            except OSError:
                time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


def _read_all(end: int) -> str:
    got = b""
    while True:
        try:
            part = os.read(end, 4096)
        except OSError:  # a terminal whose other end is closed
            part = b""
        if not part:
            break
        got += part
    os.close(end)
    return got.decode()
