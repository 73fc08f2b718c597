"""A real Mosquitto on a free port of this machine: plain, with a password, with TLS, with an access list."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from boxes_for_tests import unused_port
from waiting_for_tests import wait_until

MOSQUITTO = Path("/usr/sbin/mosquitto")


class Broker:
    """Mosquitto, started and killed by the test."""

    def __init__(self, folder: Path, *lines: str, listener: str = "", disk: Path | None = None) -> None:
        self.port = unused_port()
        self._folder = folder
        self._config = folder / "mosquitto.conf"
        self._config.write_text(
            "\n".join(
                (
                    f"listener {self.port} 127.0.0.1",
                    *listener.splitlines(),
                    *(lines or ("allow_anonymous true",)),
                    *([] if disk is None else ["autosave_interval 1", f"persistence_location {disk}/"]),
                    f"persistence {str(disk is not None).lower()}",
                    "log_dest none",
                    "user root",
                    "",
                )
            )
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(
            [MOSQUITTO, "-c", self._config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._answers, within_s=10)

    def kill(self) -> None:
        """Kill it as a power cut does; what it had in mind is gone."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(10)
            self._process = None

    def save(self) -> None:
        """Let it write to its disk what it has in mind, or try to."""
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)
        time.sleep(0.3)

    @property
    def is_up(self) -> bool:
        """True if nobody has killed it."""
        return self._process is not None

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
            return True
        return False


@contextmanager
def broker(folder: Path, *lines: str, listener: str = "") -> Iterator[Broker]:
    """Run a broker until the end of the block; the test is skipped where there is no Mosquitto."""
    if not MOSQUITTO.exists():
        pytest.skip("Mosquitto is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    running = Broker(folder, *lines, listener=listener)
    running.start()
    try:
        yield running
    finally:
        running.kill()


class Ear:
    """Another program at the broker: hears everything of all boxes, and can say something."""

    def __init__(self, port: int, *topics: str, host: str = "127.0.0.1") -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self._subscribed = threading.Event()
        self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv311)
        self._client.on_message = self._hear
        self._client.on_connect = lambda client, *_: [client.subscribe(one, 1) for one in topics or ("#",)]
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.reconnect_delay_set(1, 1)
        self._client.connect(host, port)
        self._client.loop_start()
        assert self._subscribed.wait(10)

    def _hear(self, _client: object, _data: object, message: paho.MQTTMessage) -> None:
        self.heard.append((message.topic, bytes(message.payload), bool(message.retain)))

    def say(self, topic: str, content: Any, *, retain: bool = False) -> None:
        written = content if isinstance(content, bytes | str) else json.dumps(content)
        self._client.publish(topic, written, qos=1, retain=retain).wait_for_publish(10)

    def of(self, what: str) -> list[Any]:
        """Return the messages of one kind, in their order, read as JSON where they are."""
        found = [content for topic, content, _ in list(self.heard) if topic.rpartition("/")[2] == what]
        return [_read(content) for content in found]

    def wait_for(
        self, what: str, fits: Callable[[Any], bool] = lambda _: True, *, within_s: float = 15
    ) -> Any:
        """Wait for a message."""
        wait_until(lambda: any(map(fits, self.of(what))), within_s=within_s)
        return next(one for one in reversed(self.of(what)) if fits(one))

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def ear(port: int, *topics: str) -> Iterator[Ear]:
    """Listen until the end of the block."""
    listening = Ear(port, *topics)
    try:
        yield listening
    finally:
        listening.close()


def _read(content: bytes) -> Any:
    with suppress(ValueError):
        return json.loads(content)
    return content.decode(errors="replace")


class SilentServer:
    """Takes connections and never answers; or ends each at once."""

    def __init__(self, *, ends: bool = False) -> None:
        self._ends = ends
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._taken: list[socket.socket] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                taken, _ = self._socket.accept()
                if self._ends:
                    time.sleep(0.05)
                    taken.close()
                else:
                    self._taken.append(taken)

    def close(self) -> None:
        self._socket.close()
        for one in self._taken:
            one.close()
