"""A box ends when it is told to, whatever hangs in it, and what was played is kept."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boxes_for_tests import running_box, unused_port
from device.cli.play import _welcome
from device.store import Journal
from device.worker import Worker
from places import ROOT

START = """
import sys, threading, time
import device.box
from device.bounded_stop import BoundedStop
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

SOON = 'BoundedStop.__init__.__kwdefaults__["within_s"] = 0.5\n'
"""For a box that hangs whatever time it has to close."""

QUERY = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"

ASIDE = """
games, opens = Journal.games, threading.main_thread()  # a box that opens reads them as well
Journal.games = lambda self: games(self) if threading.current_thread() is opens else for_ever()
from device.outputs.announcer import Announcer
Announcer._watch_for_trouble = for_ever
"""
"""Neither the journal nor its writer: a request, lamps and voice."""

JOURNAL = f"{SOON}Journal.close = for_ever"
WRITER = f"""{SOON}
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
OPENING = f"""{SOON}
import sqlite3
def lay(*_):
    print("it hangs", flush=True)
    sqlite3.connect(":memory:").execute({QUERY!r}).fetchall()
device.box.lay_game = lay
"""


@contextmanager
def started(folder: Path, patch: str, *, until: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = unused_port()
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


def ended(process: subprocess.Popen[str]) -> str:
    process.send_signal(signal.SIGTERM)
    return process.communicate(timeout=40)[0]


def test_neither_a_request_nor_lamps_and_voice_that_never_end_keep_the_stop(tmp_path: Path) -> None:
    with started(tmp_path, ASIDE, until="Ctrl-C") as (process, port):
        phone = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        phone.request("GET", "/games")
        assert process.stdout is not None
        assert any("it hangs" in line for line in process.stdout)
        said = ended(process)
        phone.close()
    assert process.returncode == 0
    assert "1 requests do not end: the box stops without waiting for them" in said
    assert "the thread announcer does not end: the box stops without it" in said
    assert "The box has stopped; the game is kept." in said, "it was not ended"
    assert not (tmp_path / "data" / "charkoni.sqlite-wal").exists(), "the journal was closed"


@pytest.mark.parametrize(
    ("patch", "until"), [(WRITER, "Ctrl-C"), (OPENING, "it hangs")], ids=["writer", "opening"]
)
def test_a_journal_that_hangs_does_not_keep_the_box(tmp_path: Path, patch: str, until: str) -> None:
    with started(tmp_path, patch, until=until) as (process, _):
        said = ended(process)
    assert process.returncode == 0
    assert "the box did not end within 0.5 s and is ended; these ran: MainThread" in said
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
            assert phone.getresponse().status == 200
        said = process.communicate(timeout=40)[0]
    assert "the box did not end within 0.5 s and is ended" in said
    assert process.returncode == 0, "systemd would start it again"


def test_a_workers_thread_that_hangs_is_left(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("device.worker.END_S", 0.05)
    hangs = threading.Event()
    worker = Worker(lambda: bool(hangs.wait(60)), name="a lamp")  # type: ignore[arg-type,return-value]
    worker._begin()
    worker.close()
    assert worker._thread.is_alive()
    assert "the thread a lamp does not end" in caplog.text
    hangs.set()


def test_a_terminal_shows_code_and_link_and_the_systems_log_holds_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    with running_box(tmp_path) as box:
        key = box.phones.key
        for is_log in (False, True):
            with (tmp_path / "out").open("w+", encoding="utf-8") as out, monkeypatch.context() as patched:
                found = os.fstat(out.fileno())
                patched.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino + (not is_log)}")
                patched.setattr(sys, "stdout", out)
                _welcome(box)
                out.seek(0)
                said.append(out.read())
    terminal, log = said
    assert f"?key={key}" in terminal
    assert "█" in terminal or "▀" in terminal
    assert "sudo charkoni pair" in log
    assert not any(one in log for one in (key, "key=", "█", "▀"))
    for one in said:
        assert "may watch at" in one
