"""Somebody on the network who means ill, in a process of its own: holds as many sockets open as it can.

``python attackers.py PORT ADDRESS SILENT DRIPPING GREEDY`` connects from ADDRESS: silent sockets say nothing,
dripping ones send a letter of a head five times a second for ever, greedy ones listen to the event stream
and read nothing of it. What the box ends is opened again a quarter of a second later. It prints a line once
every socket was tried, and when its standard input ends the counts as JSON.
"""

from __future__ import annotations

import contextlib
import json
import random
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

AGAIN_S = 0.25
DROP_S = 0.2
GREEDY = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Drop: "


class Socket:
    """One of them."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.line: socket.socket | None = None
        self.due = random.random() * DROP_S
        self.sent = 0
        self.is_stream = False


class Attack:
    """All sockets of one attacker, in one thread."""

    def __init__(self, port: int, address: str, silent: int, dripping: int, greedy: int) -> None:
        self._to = ("127.0.0.1", port)
        self._address = address
        kinds = ("silent", silent), ("dripping", dripping), ("greedy", greedy)
        self._all = [Socket(kind) for kind, count in kinds for _ in range(count)]
        random.Random(4).shuffle(self._all)
        self._ready = selectors.DefaultSelector()
        self.counts: Counter[str] = Counter()

    def run(self) -> Counter[str]:
        """Attack until standard input ends."""
        self._ready.register(sys.stdin, selectors.EVENT_READ, None)
        for one in self._all:
            self._open(one)
        print("attacking", flush=True)
        while True:
            for key, _ in self._ready.select(0.02):
                if key.data is None:
                    self._count()
                    return self.counts
                self._hear(key.data)
            now = time.monotonic()
            for one in self._all:
                if one.due <= now:
                    self._act(one, now)

    def _act(self, one: Socket, now: float) -> None:
        one.due = now + (DROP_S if one.kind == "dripping" else 60.0)
        if one.line is None:
            self._open(one)
        elif one.kind == "dripping":
            with contextlib.suppress(BlockingIOError):
                try:
                    one.line.send(HEAD[one.sent : one.sent + 1] or b"x")
                    one.sent += 1
                    self.counts["drops sent"] += 1
                except OSError:
                    self._lose(one)

    def _open(self, one: Socket) -> None:
        line = socket.socket()
        line.setblocking(False)
        line.bind((self._address, 0))
        with contextlib.suppress(BlockingIOError):
            line.connect(self._to)
        one.line, one.sent, one.is_stream = line, 0, False
        self.counts[f"{one.kind} opened"] += 1
        if one.kind == "greedy":
            line.setblocking(True)
            line.settimeout(5)
            with contextlib.suppress(OSError):
                line.sendall(GREEDY)
            line.setblocking(False)
        self._ready.register(line, selectors.EVENT_READ, one)

    def _hear(self, one: Socket) -> None:
        assert one.line is not None
        try:
            got = one.line.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            got = b""
        if b" 200 OK" in got[:20]:
            one.is_stream = True
            self._ready.unregister(one.line)  # greedy: it holds the stream and reads nothing more
        elif not got:
            self._lose(one)

    def _lose(self, one: Socket) -> None:
        assert one.line is not None
        with contextlib.suppress(KeyError, ValueError):
            self._ready.unregister(one.line)
        one.line.close()
        one.line = None
        one.due = time.monotonic() + AGAIN_S
        self.counts[f"{one.kind} ended by the box"] += 1

    def _count(self) -> None:
        for one in self._all:
            self.counts[f"{one.kind} open at the end"] += one.line is not None
            if one.kind == "greedy":
                self.counts["streams held at the end"] += one.is_stream and one.line is not None


@contextmanager
def attacked(
    port: int, address: str, *, silent: int = 0, dripping: int = 0, greedy: int = 0
) -> Iterator[dict[str, Any]]:
    """Let somebody attack meanwhile; what came of it stands in the mapping afterwards."""
    command = [sys.executable, __file__, str(port), address, str(silent), str(dripping), str(greedy)]
    told: dict[str, Any] = {}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            assert process.stdout.readline() == "attacking\n"
            yield told
        finally:
            process.stdin.close()
            told.update(json.loads(process.stdout.read() or "{}"))


if __name__ == "__main__":
    counts = Attack(int(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:6])).run()
    print(json.dumps(counts))
