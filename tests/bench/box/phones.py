"""Phones that listen, in a process of their own: ``python -m tests.bench.box.phones PORT COUNT KEY``.

Each does over plain HTTP what the page's script does: it holds an event stream, and 25 ms after an event it
asks for the state. When its standard input ends it prints lines of JSON:

- ``["event", number, type, when it came by the monotonic clock, seconds since it was recorded]``
- ``["state", seconds from the event to the whole state]``
- ``["refused", how many streams found no room]``
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import selectors
import socket
import sys
import time
from dataclasses import dataclass, field

_GATHER_S = 0.025
_POLL_S = 3.0
"""As long as web/static/js/live.js waits."""

_IDLE_S = 5.0
"""After this the box may have closed a connection."""

_EVENT = re.compile(rb"id: (\d+)\ndata: (\{.*?\})\n\n", re.DOTALL)
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


@dataclass(slots=True, eq=False)
class Listener:
    """One phone."""

    port: int
    cookie: str = ""
    """By which it was let in: phones that only watch have little room."""
    stream: socket.socket | None = None
    got: bytes = b""
    asking: socket.socket | None = None
    answer: bytes = b""
    heard: float = 0.0
    """When the event came for which the state is asked."""
    due: float = field(default=float("inf"))
    """When the state is asked, or the next stream tried."""
    asked: float = 0.0
    """When it was last asked."""
    since: int = 0
    """The last event that came; 0 before the first."""

    def let_in(self, key: str) -> None:
        """Come in as a phone of its own."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as line:
            line.request("GET", f"/?key={key}")
            self.cookie = line.getresponse().getheader("Set-Cookie", "").partition(";")[0]

    def listen(self) -> socket.socket:
        """Open the stream."""
        after = f"?since={self.since}" if self.since else ""
        self.stream = self._send(f"GET /events{after} HTTP/1.1")
        self.got = b""
        return self.stream

    def ask(self) -> socket.socket:
        """Ask for the state, on the same connection as before if it is still open."""
        self.answer = b""
        self.due = float("inf")
        if self.asking is not None and time.monotonic() - self.asked > _IDLE_S:
            self.asking.close()
            self.asking = None
        self.asked = time.monotonic()
        if self.asking is None:
            self.asking = self._send("GET /api/v1/state HTTP/1.1")
        else:
            self.asking.sendall(self._head("GET /api/v1/state HTTP/1.1"))
        return self.asking

    def close(self) -> None:
        """Hang up. May be called twice."""
        for connection in (self.stream, self.asking):
            if connection is not None:
                connection.close()

    def is_answered(self) -> bool:
        """True if the whole state has come."""
        head, end, body = self.answer.partition(b"\r\n\r\n")
        found = _LENGTH.search(head)
        return bool(end and found and len(body) >= int(found[1]))

    def _send(self, line: str) -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        opened.sendall(self._head(line))
        return opened

    def _head(self, line: str) -> bytes:
        return f"{line}\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n\r\n".encode()


class Room:
    """All phones of this process, in one thread."""

    def __init__(self, port: int, count: int, key: str) -> None:
        self.listeners = [Listener(port) for _ in range(count)]
        for listener in self.listeners:
            listener.let_in(key)
        self._ready = selectors.DefaultSelector()
        self.told: list[list[object]] = []
        """What came, as it is printed in the end."""
        self._refused = 0

    def run(self) -> list[list[object]]:
        """Listen until standard input ends; give what came."""
        try:
            self._listen()
        finally:
            self._ready.close()
            for listener in self.listeners:
                listener.close()
        return [*self.told, ["refused", self._refused]]

    def _listen(self) -> None:
        self._ready.register(sys.stdin, selectors.EVENT_READ, None)
        for listener in self.listeners:
            self._ready.register(listener.listen(), selectors.EVENT_READ, (listener, True))
        while True:
            left = min(listener.due for listener in self.listeners) - time.monotonic()
            for key, _ in self._ready.select(max(0.0, min(left, 60.0))):
                if key.data is None:
                    return
                listener, is_stream = key.data
                (self._hear if is_stream else self._take)(listener)
            for listener in self.listeners:
                if listener.due <= time.monotonic():
                    self._ask(listener)

    def _ask(self, listener: Listener) -> None:
        if listener.stream is None:  # there was no room: as the script does, ask, and try again later
            self._ready.register(listener.listen(), selectors.EVENT_READ, (listener, True))
        if listener.asking is not None:
            with contextlib.suppress(KeyError):
                self._ready.unregister(listener.asking)
        listener.heard = listener.heard or time.monotonic()
        self._ready.register(listener.ask(), selectors.EVENT_READ, (listener, False))

    def _hear(self, listener: Listener) -> None:
        stream = listener.stream
        assert stream is not None
        part = stream.recv(1 << 16)
        now, wall = time.monotonic(), time.time()
        if not part or listener.got[:12] + part[:12] == b"HTTP/1.1 503":
            self._refused += 1
            self._ready.unregister(stream)
            stream.close()
            listener.stream, listener.due = None, now + _POLL_S
            return
        listener.got += part
        for found in _EVENT.finditer(listener.got):
            listener.since = int(found[1])
            event = json.loads(found[2])
            self.told.append(["event", listener.since, event["type"], now, wall - event["time"]])
            listener.heard, listener.due = now, now + _GATHER_S
        _, _, listener.got = listener.got.rpartition(b"\n\n")

    def _take(self, listener: Listener) -> None:
        asking = listener.asking
        assert asking is not None
        part = asking.recv(1 << 16)
        listener.answer += part
        if part and not listener.is_answered():
            return
        self._ready.unregister(asking)
        if not part or b"connection: close" in listener.answer[:600].lower():
            asking.close()
            listener.asking = None
        if listener.heard:
            self.told.append(["state", time.monotonic() - listener.heard])
        listener.heard = 0.0


if __name__ == "__main__":
    for line in Room(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]).run():
        print(json.dumps(line))
