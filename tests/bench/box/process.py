"""A box in a process of its own, as people start it, and what that process uses."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

from device.closing import Closing
from device.config import Config, read_config
from device.errors import DeviceError
from device.first_game import Asked

_ROOT = Path(__file__).resolve().parents[3]
_PATIENCE_S = 60.0
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")
_CONFIG = '[page]\nhost = "127.0.0.1"\n[voice]\non = false\n'
"""Nobody else's phone, and no voice."""


class BenchError(DeviceError, RuntimeError):
    """A measurement could not be made."""


FIRST = Asked(game="chowka-bhara")
"""What lies on the table, unless the bench says otherwise."""


def free_port() -> int:
    """Find a port of this machine that nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def quiet_config(port: int, *, broker: int = 0) -> Config:
    """Return a config for this machine alone: the film, no voice.

    Args:
        port: Of the page.
        broker: The port of a broker of MQTT on this machine that is told what happens; 0 tells none.
    """
    told = f'[mqtt]\non = true\nhost = "127.0.0.1"\nport = {broker}\n' if broker else ""
    text = f'{_CONFIG}[camera]\nsource = "film"\n{told}'
    return read_config(text.replace("[page]", f"[page]\nport = {port}"))


def memory_mb(process: int | str = "self", *, peak: bool = False) -> float:
    """Tell how much memory a process has now, or has had at most."""
    name = "VmHWM" if peak else "VmRSS"
    found = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def cpu_s(process: int) -> float:
    """Tell how many seconds of a processor a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK_S


def environment() -> dict[str, str]:
    """Return the variables for a process that runs this code."""
    return {**os.environ, "PYTHONPATH": str(_ROOT)}


class RunningBox(Closing):
    """``charkoni play`` with the film, without a voice, in a folder that is thrown away."""

    def __init__(self, *game: str, folder: Path | None = None) -> None:
        """Start it, and wait for its first frame.

        Args:
            game: Arguments that say what is played.
            folder: Its data folder; a new one by default.

        Raises:
            BenchError: If it does not start.
        """
        self._closing = contextlib.ExitStack()
        scratch = Path(self._closing.enter_context(tempfile.TemporaryDirectory(prefix="charkoni-bench-")))
        (scratch / "box.toml").write_text(_CONFIG)
        self.port = free_port()
        self._said = self._closing.enter_context((scratch / "said").open("w+"))
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.bind(str(scratch / "notify"))
            systemd.settimeout(_PATIENCE_S)
            began = time.monotonic()
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "device", "play", "--camera", "film"),
                    *("--port", str(self.port), "--config", str(scratch / "box.toml")),
                    *("--data", str(folder or scratch / "data"), *(game or ("--game", str(FIRST.game)))),
                ],
                env=environment() | {"NOTIFY_SOCKET": str(scratch / "notify")},
                stdout=self._said,
                stderr=subprocess.STDOUT,
                cwd=scratch,
            )
            try:
                while not systemd.recv(500).startswith(b"READY=1"):
                    pass
            except TimeoutError as error:
                self.close()
                raise BenchError(f"the box did not start within {_PATIENCE_S:.0f} seconds") from error
            self.start_s = time.monotonic() - began
            """From the command to the first frame that was looked at."""
            self.start_cpu_s = cpu_s(self._process.pid)
            """What of it the processor has worked."""

    @property
    def pid(self) -> int:
        """Number of its process."""
        return self._process.pid

    @property
    def key(self) -> str:
        """The key that it printed, by which a phone may play."""
        self._said.flush()
        found = re.search(r"[?&]key=([\w-]+)", Path(self._said.name).read_text())
        if found is None:
            raise BenchError("the box has printed no address with a key")
        return found[1]

    def close(self) -> None:
        """Stop it. May be called twice."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(10.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._closing.close()


class Helper:
    """A module of the bench in a process of its own; it tells what it found in lines of JSON, each a list."""

    def __init__(self, module: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"tests.bench.box.{module}", *arguments]
        self._lines: list[list[Any]] = []
        self._process = subprocess.Popen(
            command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    @property
    def pid(self) -> int:
        """Number of its process."""
        return self._process.pid

    def first(self, word: str) -> Any:
        """Wait for the next line that begins with a word; give what follows it.

        Raises:
            BenchError: If the process ends before.
        """
        assert self._process.stdout is not None
        for line in self._process.stdout:
            told = json.loads(line)
            self._lines.append(told)
            if told[0] == word:
                return told[1]
        raise BenchError(f"a process of the bench ended before it said {word!r}")

    def ask(self, word: str) -> Any:
        """Ask for a line."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self.first(word)

    def end(self) -> list[list[Any]]:
        """Let it end; give all its lines."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._lines += map(json.loads, self._process.stdout)
        self._process.wait()
        return self._lines
