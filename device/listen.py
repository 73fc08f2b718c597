"""Writes down every event of boxes on MQTT, each once and in order, whatever happens: an example to copy.

    python -m device.listen events.jsonl --host broker.lan --user me --password-file secret

It needs paho-mqtt alone and nothing of Charkoni. A broker's acknowledgement is no receipt: what was told
while nobody listened is gone. So this keeps its own place, the file that it writes; it sees by ``prev`` that
something is missing, and asks the box, which has everything in its journal. What comes twice is known by its
name, BOX/LIFE/NUMBER: within one life of a box numbers only grow.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import ssl
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

ASK_EVERY_S = 6.0  # a box hears once in five seconds
PATIENCE_S = 1.0  # what is missing for so long was lost; before that it may be on its way


class Record:
    """A file of events, one JSON object a line, that knows what it has."""

    def __init__(self, path: Path) -> None:
        self._seen: dict[tuple[str, str], int] = {}
        self.newest: dict[str, str] = {}  # box → its last event
        self._file: BinaryIO = path.open("a+b")
        self._file.seek(0)
        whole = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break  # killed while writing: it comes again
            whole += len(line)
            self._note(json.loads(line))
        self._file.truncate(whole)

    def has(self, name: str) -> bool:
        """True if an event is here; the one before the first always is."""
        if not name:
            return True
        box, life, number = name.split("/")
        return int(number) <= self._seen.get((box, life), 0)

    def add(self, message: dict[str, Any]) -> None:
        """Write one down, so that a power cut leaves it."""
        self._file.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._note(message)

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def _note(self, message: dict[str, Any]) -> None:
        name = message.get("id") or message["first"]  # a forgotten game is a line, too
        box, life, number = name.split("/")
        if "id" in message:
            self._seen[box, life] = max(int(number), self._seen.get((box, life), 0))
            self.newest[box] = name


class Listener:
    """Fills a record from a broker."""

    def __init__(self, record: Record, client: mqtt.Client, *, box: str, everything: bool) -> None:
        self._record, self._client, self._box, self._everything = record, client, box, everything
        self._missing: dict[str, float] = {}  # box → since when something of it is missing
        self._asked: dict[str, float] = {}
        self._heard: queue.SimpleQueue[tuple[str, bytes | bytearray]] = queue.SimpleQueue()
        client.on_connect = self._connected
        client.on_message = lambda _client, _data, message: self._heard.put((message.topic, message.payload))

    def run(self) -> None:
        """Write until the program is stopped."""
        self._client.loop_start()
        while True:
            try:
                topic, content = self._heard.get(timeout=0.5)
                if content:  # an empty state is that of a box which speaks here no more
                    self._take(topic, content)
            except queue.Empty:
                pass
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                print(f"a message cannot be read: {error!r}", file=sys.stderr)
            self._ask()

    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: Any, _more: Any) -> None:
        print(f"the broker answers: {code}", file=sys.stderr)
        client.subscribe([(f"charkoni/v1/{self._box}/{what}", 1) for what in ("event", "forgotten", "state")])

    def _take(self, topic: str, content: bytes | bytearray) -> None:
        message, (_, _, box, what) = json.loads(content), topic.split("/")
        first = box not in self._record.newest and not self._everything
        if what == "forgotten":
            self._record.add(message)
        elif self._record.has(message["id"]):
            return
        elif what == "event" and (first or self._record.has(message["prev"])):
            self._record.add(message)
            self._missing.pop(box, None)
        elif not first:
            self._missing.setdefault(box, time.monotonic())

    def _ask(self) -> None:
        """Ask for what has been missing for a while, behind the last event that is here."""
        now = time.monotonic()
        for box, since in self._missing.items():
            if now - since > PATIENCE_S and now - self._asked.get(box, -ASK_EVERY_S) >= ASK_EVERY_S:
                self._asked[box] = now
                about = json.dumps({"since": self._record.newest.get(box, "")})
                self._client.publish(f"charkoni/v1/{box}/ask", about, qos=1)


def main() -> None:
    """Read the command line and listen."""
    parser = argparse.ArgumentParser(
        prog="python -m device.listen", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("file", type=Path, help="where events are written, a line each")
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=1883)
    parser.add_argument("--user")
    parser.add_argument("--password-file", type=Path)
    parser.add_argument("--ca", help="speak TLS, and trust this authority")
    parser.add_argument("--box", default="+", help="the name of one box; all of them without")
    parser.add_argument("--everything", action="store_true", help="begin with the first event of a box")
    asked = parser.parse_args()
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
    client.reconnect_delay_set(1, 10)
    if asked.user:
        client.username_pw_set(asked.user, asked.password_file and asked.password_file.read_text().strip())
    if asked.ca:
        client.tls_set_context(ssl.create_default_context(cafile=asked.ca))
    client.connect_async(asked.host, asked.port, keepalive=30)
    Listener(Record(asked.file), client, box=asked.box, everything=asked.everything).run()


if __name__ == "__main__":
    main()
