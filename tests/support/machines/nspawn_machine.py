"""A whole Debian machine in a folder, started with its own systemd by systemd-nspawn.

Needs root and ``apt install systemd-container mmdebstrap``; `debian_root` makes the bare system.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from machines import debian_root
from machines.debian_root import base, bring_wheels, checkout, output
from waiting_for_tests import wait_until

TOOLS = ("mmdebstrap", "systemd-nspawn", "nsenter")
INCLUDED = ("systemd", "systemd-sysv", "dbus", "ca-certificates", "python3")
wait_for = partial(wait_until, within_s=180.0, every_s=0.1)


def missing() -> str:
    """Say what keeps this machine from starting another one; empty when nothing does."""
    return debian_root.missing(*TOOLS, apt="systemd-container mmdebstrap")


class Machine:
    """One Debian machine. It shares this machine's network; everything else is its own."""

    def __init__(self, folder: Path, release: str) -> None:
        self.root = folder / release
        self._changes = [folder / f"{release}.upper", folder / f"{release}.work"]
        for path in (self.root, *self._changes):
            path.mkdir()
        upper, work = self._changes
        layers = f"lowerdir={base(release, release, INCLUDED)},upperdir={upper},workdir={work}"
        output("mount", "-t", "overlay", "overlay", "-o", layers, self.root)
        self._log = (folder / f"{release}.log").open("w")
        self._nspawn: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Boot, and wait until all that starts with the machine has started."""
        bring_wheels(self.root)
        name = f"charkoni-{os.getpid()}-{self.root.name}"
        shape = ["--quiet", "--boot", "--register=no", "--keep-unit", "--link-journal=no"]
        shape += ["--system-call-filter=@memlock"]  # a real machine allows it; libgcrypt warns where it fails
        self._nspawn = subprocess.Popen(
            ["systemd-nspawn", *shape, "--resolv-conf=replace-host", f"--machine={name}", "-D", self.root],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
        )
        wait_for(
            lambda: self.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded")
        )

    def stop(self) -> None:
        """Shut down as with the power switch of a PC; hard after a while."""
        if self._nspawn is not None:
            self._nspawn.send_signal(signal.SIGTERM)
            try:
                self._nspawn.wait(60)
            except subprocess.TimeoutExpired:
                for pid in self._children():
                    os.kill(pid, signal.SIGKILL)
                self._nspawn.kill()
                self._nspawn.wait()
        self._log.close()
        output("umount", self.root)
        for path in self._changes:
            shutil.rmtree(path)

    def run(self, *command: str, check: bool = True) -> str:
        """Run a command as root; what it prints is the answer."""
        pids = self._children()
        if not pids:
            assert not check, "the machine does not run"
            return ""
        clean = [
            "env",
            "-i",
            "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME=/root",
            "LANG=C.UTF-8",
        ]
        inside = ["nsenter", "-t", str(pids[0]), "-m", "-u", "-i", "-n", "-p", "-r", "-w", *clean]
        done = subprocess.run(
            [*inside, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert not check or done.returncode == 0, f"{command} gave {done.returncode}:\n{done.stdout}"
        return done.stdout

    def unit(self, key: str, unit: str = "charkoni") -> str:
        """Read a property of a unit."""
        return self.run("systemctl", "show", "--value", "--property", key, unit).strip()

    def journal(self) -> str:
        """Read what the box said."""
        return self.run("journalctl", "--no-pager", "--output", "cat", "--unit", "charkoni")

    def checkout(self, name: str) -> Path:
        """Put this repository's files into the machine, as they are now; give the folder from here."""
        return checkout(self.root / "mnt" / name)

    def _children(self) -> list[int]:
        if self._nspawn is None or self._nspawn.poll() is not None:
            return []
        of = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        return [int(pid) for pid in of.read_text().split()]


class Phone:
    """A phone that was let in by the key that the terminal shows, and that the machine's log never holds."""

    def __init__(self, machine: Machine, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._open = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        ).open
        keys = re.findall(r"/\?key=([\w-]+)", machine.run("charkoni", "pair"))
        assert "key=" not in machine.journal()
        self._get(f"/?key={keys[-1]}")
        state = self.state()
        self._csrf = str(state["csrf"])
        if not state["game"]:  # a new box asks who plays what
            self.act("games", {"game": "chowka-bhara", "names": ["Asha", "Ravi"], "begins": 0})

    def state(self) -> dict[str, Any]:
        return dict(json.loads(self._get("/api/v1/state")))

    def act(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post an action; an answer means that it was acknowledged."""
        headers = {"Content-Type": "application/json", "X-CSRF-Token": self._csrf}
        request = urllib.request.Request(
            f"{self._address}/api/v1/{what}", json.dumps(body).encode(), headers=headers, method="POST"
        )
        with self._open(request, timeout=30) as answer:
            return dict(json.load(answer))

    def play_on(self) -> dict[str, Any]:
        """Throw or move, whichever the game waits for."""
        state = self.state()
        if state["turn"]["waits"] == "throw":
            return self.act("throws", {"drawn": True})
        moves = state["moves"] or state["optional"]
        return self.act("moves", {"move": moves[0]["move"]})

    def answers(self) -> bool:
        """Say whether the box answers now."""
        with contextlib.suppress(OSError):
            return "seq" in self.state()
        return False

    def _get(self, path: str) -> str:
        with self._open(self._address + path, timeout=10) as answer:
            return str(answer.read().decode())


@contextlib.contextmanager
def running(folder: Path, release: str) -> Iterator[Machine]:
    """Start a machine, and shut it down at the end."""
    machine = Machine(folder, release)
    try:
        machine.start()
        yield machine
    finally:
        machine.stop()
