"""A broker that sends whatever a test wants, also packets that no honest one sends."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress

CONNECT, PUBLISH, SUBSCRIBE, PING, DISCONNECT = 1, 3, 8, 12, 14


def packet(kind: int, body: bytes, *, flags: int = 0) -> bytes:
    """Write a packet of MQTT 3.1.1."""
    length, left = b"", len(body)
    while True:
        length += bytes([left % 128 | (0x80 if left > 127 else 0)])
        left //= 128
        if not left:
            return bytes([kind << 4 | flags]) + length + body


def publish(topic: str | bytes, content: bytes, *, dup: bool = False, retain: bool = False) -> bytes:
    """Write a message of QoS 1."""
    name = topic if isinstance(topic, bytes) else topic.encode()
    body = struct.pack("!H", len(name)) + name + struct.pack("!H", 7) + content
    return packet(PUBLISH, body, flags=0b0010 | dup << 3 | retain)


class ScriptedBroker:
    """Answers as a broker until it is told to send something else."""

    def __init__(self) -> None:
        self.said: list[tuple[str, bytes]] = []
        self.connections = 0
        self.subscribed = threading.Event()
        self._lines: list[socket.socket] = []
        self._sending = threading.Lock()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        threading.Thread(target=self._run, daemon=True).start()

    def send(self, *packets: bytes) -> None:
        """Send packets, or pieces of one, to who connected last; nothing comes between them."""
        with suppress(OSError), self._sending:
            for one in packets:
                self._lines[-1].sendall(one)

    def of(self, what: str) -> list[bytes]:
        """List what a client said under topics that end so."""
        return [content for topic, content in list(self.said) if topic.rpartition("/")[2] == what]

    def close(self) -> None:
        self._server.close()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                line = self._server.accept()[0]
                self.connections += 1
                self._lines.append(line)
                threading.Thread(target=self._serve, args=(line,), daemon=True).start()

    def _serve(self, line: socket.socket) -> None:
        with suppress(OSError, EOFError, ValueError), line, line.makefile("rb") as told:
            while True:
                first = told.read(1)
                if not first:
                    return
                body = told.read(_length(told.read))
                with self._sending:
                    self._answer(line, first[0] >> 4, body)

    def _answer(self, line: socket.socket, kind: int, body: bytes) -> None:
        if kind == CONNECT:
            line.sendall(packet(2, b"\x00\x00"))
        elif kind == SUBSCRIBE:
            line.sendall(packet(9, body[:2] + b"\x01" * _topics(body[2:])))
            self.subscribed.set()
        elif kind == PUBLISH:
            size = struct.unpack("!H", body[:2])[0]
            self.said.append((body[2 : 2 + size].decode(), body[4 + size :]))
            line.sendall(packet(4, body[2 + size : 4 + size]))
        elif kind == PING:
            line.sendall(packet(13, b""))


def _topics(body: bytes) -> int:
    """Count the topics of a subscription."""
    count = 0
    while body:
        body, count = body[3 + struct.unpack("!H", body[:2])[0] :], count + 1
    return count


def _length(read: object) -> int:
    """Read the length of a packet, 7 bits a byte."""
    found, shift = 0, 0
    while True:
        byte = read(1)[0]  # type: ignore[operator]
        found |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            return found
