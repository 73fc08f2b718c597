"""Boards that speak: one process with a connection for each, made for speed alone.

Packets of MQTT 3.1.1 are written here byte by byte: a client of a library costs more than the broker that is
measured, and a thousand of them in one process would measure themselves. Boards say what a box says.
"""

from __future__ import annotations

import contextlib
import json
import selectors
import socket
import struct
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Protocol

from engine.events import Logged, Threw
from engine.setup import Setup
from engine.table import Table
from engine.throw import Cowries
from tests.bench.box.process import BenchError
from web.connections.messages import event_message, state_message, topic

WINDOW = 500
"""So many events are on their way at most while boards speak as fast as they can; a box has 20 at once."""

_PATIENCE_S = 60.0
_LOOK_EVERY = 16


class Count(Protocol):
    """A number that processes share."""

    value: int
    """How many."""


class Board:
    """One board at the broker."""

    def __init__(self, number: int, port: int) -> None:
        self.box = f"board{number:05}"
        self.line = socket.create_connection(("127.0.0.1", port), _PATIENCE_S)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        name = _text(f"charkoni-{self.box}")
        self.line.sendall(packet(0x10, _text("MQTT") + b"\x04\x02\x00\x00" + name))
        if self.line.recv(4) != b"\x20\x02\x00\x00":
            raise BenchError(f"the broker did not let {self.box} in")
        self._packets = 0
        self.seq = 0

    def say(self, what: str, message: dict[str, object], *, retain: bool = False) -> None:
        """Send a message that the broker acknowledges."""
        self._packets = self._packets % 65_535 + 1
        content = json.dumps(message, ensure_ascii=False).encode()
        head = _text(topic(self.box, what)) + struct.pack(">H", self._packets)
        self.line.sendall(packet(0x33 if retain else 0x32, head + content))

    def say_event(self) -> None:
        """Tell a throw, and when it was told by the clock of all processes of this machine."""
        self.seq += 1
        logged = Logged(self.seq, 1, Threw(0, Cowries(3, 4), value=3), time=time.time(), clock_s=1.0)
        name = f"{self.box}/aaaaaaaa/{self.seq}"
        message = event_message(logged, name=name, prev=f"{self.box}/aaaaaaaa/{self.seq - 1}")
        self.say("event", message | {"told": time.monotonic()})


class Speakers:
    """All boards, in one thread."""

    def __init__(self, boards: int, port: int) -> None:
        table = Table(record=lambda _events: None)
        table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
        state = state_message(table.model, language="en")
        self._ready = selectors.DefaultSelector()
        self.boards: list[Board] = []
        for number in range(boards):
            board = Board(number, port)
            self._ready.register(board.line, selectors.EVENT_READ)
            self.boards.append(board)
            board.say("state", {"v": 1, "box": board.box, **state}, retain=True)
        self._acknowledged = 0
        until = time.monotonic() + _PATIENCE_S
        while self._acknowledged < boards:
            if time.monotonic() > until:
                raise BenchError(f"the broker acknowledged {self._acknowledged} of {boards} boards")
            self.heed(0.1)
        self._next = 0

    def flood(self, count: int, heard: Count) -> None:
        """Tell so many events as fast as they are heard."""
        before = heard.value
        for number in range(count):
            while number - (heard.value - before) >= WINDOW:
                self.heed(0.0005)
            self._say(number)

    def pace(self, rate: float, seconds: float) -> list[float]:
        """Tell so many events a second, evenly; give how late each was told, in seconds."""
        began, late = time.monotonic(), []
        for number in range(round(rate * seconds)):
            due = began + number / rate
            while (wait := due - time.monotonic()) > 0:
                time.sleep(max(0.0, wait - 0.0005))
            late.append(time.monotonic() - due)
            self._say(number)
        return late

    def heed(self, wait_s: float) -> None:
        """Read acknowledgements."""
        for key, _ in self._ready.select(wait_s):
            line = key.fileobj
            assert isinstance(line, socket.socket)
            self._acknowledged += len(line.recv(65_536)) // 4

    def _say(self, number: int) -> None:
        self.boards[self._next].say_event()
        self._next = (self._next + 1) % len(self.boards)
        if number % _LOOK_EVERY == 0:
            self.heed(0)


def speak(port: int, boards: int, orders: Connection, heard: Count) -> None:
    """Do what is ordered until nobody orders any more: the process of the boards.

    Args:
        port: Of the broker.
        boards: How many there are.
        orders: Gives `(count,)` for a flood and `(rate, seconds)` for a pace, and takes what came of it.
        heard: How many events have been heard at the other end.
    """
    with contextlib.suppress(EOFError):
        try:
            speakers = Speakers(boards, port)
            orders.send(("there", boards))
            for order in _orders(orders):
                if len(order) == 1:
                    speakers.flood(int(order[0]), heard)
                    orders.send(("told", order[0]))
                else:
                    orders.send(("told", speakers.pace(*order)))
        except (OSError, BenchError) as error:
            orders.send(("failed", str(error)))


def _orders(orders: Connection) -> Iterator[tuple[float, ...]]:
    while True:
        yield orders.recv()


def packet(kind: int, body: bytes) -> bytes:
    """Write a packet of MQTT 3.1.1: its kind, how long it is, itself.

    >>> packet(0x10, b"x" * 200)[:3].hex()
    '10c801'
    """
    length, written = len(body), bytearray([kind])
    while True:
        length, digit = length >> 7, length & 0x7F
        written.append(digit | (0x80 if length else 0))
        if not length:
            return bytes(written) + body


def _text(text: str) -> bytes:
    return struct.pack(">H", len(text.encode())) + text.encode()
