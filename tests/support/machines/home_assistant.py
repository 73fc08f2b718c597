"""Home Assistant itself, in a Debian 13 of its own, whose Python is new enough for it.

Needs what `debian_root` needs. It is installed once, in some minutes, and kept in the user's cache.
"""

from __future__ import annotations

import ast
import base64
import json
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from machines import debian_root
from machines.debian_root import System, base, kept, output
from places import SUPPORT
from waiting_for_tests import wait_until

VERSION = "2025.4.4"
"""The newest for the Python of Debian 13 as it came out: later ones want 3.13.2."""

WANTED = (f"homeassistant=={VERSION}", "paho-mqtt==2.1.0")
"""The second in the version that its component of MQTT names."""

RELEASE, BARE, NAME = "trixie", "trixie-compilers", f"home-assistant-{VERSION}"
PACKAGES = ("python3", "python3-venv", "python3-dev", "g++", "ca-certificates")
"""Some of what it needs is compiled here, since no wheel of it fits Python 3.13."""

_PYTHON = "/opt/home-assistant/bin/python"
_GUEST = SUPPORT / "machines" / "home_assistant_guest.py"
_PASSED_ON = ("index-url", "extra-index-url", "trusted-host", "proxy", "timeout", "default-timeout", "cert")


def missing() -> str:
    """Say what keeps Home Assistant from running here; empty when nothing does."""
    return debian_root.missing("mmdebstrap", apt="mmdebstrap")


def unreachable() -> str:
    """Say why it cannot be installed now; empty where it can, or is."""
    if (debian_root.cache() / NAME).exists():
        return ""
    return debian_root.unreachable(BARE, RELEASE)


def installed() -> tuple[Path, Path]:
    """Give what pip brought, and the bare system that it lies over; made the first time."""
    bare = base(BARE, RELEASE, PACKAGES)

    def make(to: Path) -> None:
        system = System(to, bare)
        _copy_network(system.changes / "etc")
        pip = [_PYTHON, "-m", "pip", "install", "--quiet", "--prefer-binary", "--no-cache-dir"]
        system.run("python3", "-m", "venv", "/opt/home-assistant")
        system.run(*pip, "--no-deps", WANTED[0])
        held = system.run(_PYTHON, "-c", "import homeassistant as h; print(*h.__path__)").strip()
        system.run(*pip, "--constraint", f"{held}/package_constraints.txt", *WANTED)

    return kept(NAME, make) / "changes", bare


def _copy_network(to: Path) -> None:
    """Let pip in a system reach what this machine's reaches."""
    to.mkdir(parents=True, exist_ok=True)
    shutil.copy("/etc/resolv.conf", to / "resolv.conf")
    lines = []
    for line in output(sys.executable, "-m", "pip", "config", "list").splitlines():
        key, _, value = line.partition("=")
        name, value = key.rpartition(".")[2], str(ast.literal_eval(value))
        if name == "cert":
            shutil.copy(value, to / "pip.crt")
            value = "/etc/pip.crt"
        if name in _PASSED_ON:
            lines.append(f"{name.removeprefix('default-')} = {value}")
    (to / "pip.conf").write_text("\n".join(["[global]", *dict.fromkeys(lines), ""]))


class HomeAssistant:
    """One that runs, with its connection to a broker."""

    def __init__(self, folder: Path, port: int) -> None:
        """Start it.

        Args:
            folder: Where its changes to its system are kept.
            port: Of the broker on this machine.
        """
        self._system = System(folder, *installed())
        (self._system.changes / "srv" / "home").mkdir(parents=True)
        shutil.copy(_GUEST, self._system.changes / "srv" / "guest.py")
        self._log = (folder / "log").open("w")
        self._process = subprocess.Popen(
            self._system.command(_PYTHON, "/srv/guest.py", "/srv/home", str(port)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self._line(within_s=300) == "ready"

    def ask(self, do: str, **parts: Any) -> Any:
        """Let it do something; give its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **parts}) + "\n")
        self._process.stdin.flush()
        return self._line(within_s=120)

    def states(self) -> dict[str, dict[str, Any]]:
        """List its entities, each with state and attributes."""
        return dict(self.ask("states"))

    def wait_for(self, entity: str, state: str) -> None:
        """Wait until an entity has a state."""
        wait_until(lambda: self.states().get(entity, {}).get("state") == state, within_s=60, every_s=0.1)

    def picture(self, entity: str) -> bytes:
        """Give what an image shows."""
        return base64.b64decode(self.ask("image", entity=entity)["content"])

    def close(self) -> None:
        """End it, and all that it started."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._log.close()

    def _line(self, *, within_s: float) -> Any:
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], within_s)
        line = self._process.stdout.readline() if ready else ""
        assert line, f"Home Assistant said nothing; its log is in {self._log.name}"
        return json.loads(line)


@contextmanager
def running(folder: Path, port: int) -> Iterator[HomeAssistant]:
    """Run it until the end of the block."""
    home = HomeAssistant(folder, port)
    try:
        yield home
    finally:
        home.close()
