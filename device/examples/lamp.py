"""Turns a lamp red when a piece is taken, and green when a game is won: an example to copy.

    python -m device.examples.lamp --host broker.lan --pins 17 27 22

It runs on any Pi with a lamp of three colours, and needs gpiozero and paho-mqtt alone. The box tells each
action once, as it happens, on ``happened``; what was told while this was away is over, and not asked for.
"""

from __future__ import annotations

import argparse
import json
import queue
import ssl
import sys
from pathlib import Path
from typing import Any, Protocol

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

COLOURS = {"captured": (1.0, 0.0, 0.0), "win": (0.0, 1.0, 0.0)}
"""Red, green, blue, each 0 to 1, by what happened; all else leaves the lamp as it is."""

QUIET = (0.0, 0.0, 0.0)
LONGEST = 64 * 1024
"""Bytes; the box tells less of an action."""


class Coloured(Protocol):
    """A lamp of three colours, as gpiozero has it."""

    color: Any
    """Red, green, blue, each 0 to 1."""


class Lamp:
    """Shines when something happens, and for how long."""

    def __init__(self, led: Coloured, client: mqtt.Client, *, box: str = "+", seconds: float = 5.0) -> None:
        """Subscribe as soon as the client is connected.

        Args:
            led: What shines.
            client: Of a broker; whoever made it connects it.
            box: The name of one box; every one of the broker by default.
            seconds: So long it shines.
        """
        self._led, self._box, self._seconds = led, box, seconds
        self._heard: queue.SimpleQueue[bytes | bytearray | None] = queue.SimpleQueue()
        client.on_connect = self._connected
        client.on_message = lambda _client, _data, message: self._heard.put(message.payload)

    def run(self) -> None:
        """Shine until `stop`."""
        self._led.color = QUIET
        shines = False
        while True:
            try:
                content = self._heard.get(timeout=self._seconds if shines else None)
            except queue.Empty:
                self._led.color, shines = QUIET, False
                continue
            if content is None:
                break
            colour = COLOURS.get(happened(content))
            if colour is not None:
                self._led.color, shines = colour, True
        self._led.color = QUIET

    def stop(self) -> None:
        """Let `run` return. For any thread."""
        self._heard.put(None)

    def _connected(self, client: mqtt.Client, _data: Any, _flags: Any, code: Any, _more: Any) -> None:
        print(f"the broker answers: {code}", file=sys.stderr)
        client.subscribe(f"charkoni/v1/{self._box}/happened", qos=1)


def happened(content: bytes | bytearray) -> str:
    """Tell what a message says that happened; empty for one that says nothing.

    >>> happened(b'{"event_type": "captured", "player": "Asha"}'), happened(b"[]"), happened(b"?")
    ('captured', '', '')
    """
    if len(content) > LONGEST:
        return ""
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    kind = told.get("event_type") if isinstance(told, dict) else ""
    return kind if isinstance(kind, str) else ""


def main() -> None:
    """Read the command line and shine."""
    parser = argparse.ArgumentParser(
        prog="python -m device.examples.lamp", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=1883)
    parser.add_argument("--user")
    parser.add_argument("--password-file", type=Path)
    parser.add_argument("--ca", help="speak TLS, and trust this authority")
    parser.add_argument("--box", default="+", help="the name of one box; all of them without")
    parser.add_argument("--pins", type=int, nargs=3, default=[17, 27, 22], metavar=("RED", "GREEN", "BLUE"))
    parser.add_argument("--seconds", type=float, default=5.0, help="how long it shines")
    asked = parser.parse_args()
    from gpiozero import RGBLED

    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
    client.reconnect_delay_set(1, 10)
    if asked.user:
        client.username_pw_set(
            asked.user, asked.password_file and asked.password_file.read_text("utf-8-sig").strip()
        )
    if asked.ca:
        client.tls_set_context(ssl.create_default_context(cafile=asked.ca))
    lamp = Lamp(RGBLED(*asked.pins), client, box=asked.box, seconds=asked.seconds)
    client.connect_async(asked.host, asked.port, keepalive=30)
    client.loop_start()
    lamp.run()


if __name__ == "__main__":
    main()
