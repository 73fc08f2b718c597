"""The admin's phone on a real connection, which sends and fetches backups."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
from dataclasses import dataclass
from email.message import Message
from typing import Any

from device.net.server import Server
from ports_for_tests import ADMIN_TOKEN, House
from web.auth.access import COOKIE

PICTURES = 12
PICTURE_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Message
    data: bytes


class Admin:
    """The admin's phone, on a real connection."""

    def __init__(self, house: House, server: Server) -> None:
        self.port = server.port
        self.csrf = house.admin().state()["csrf"]
        self.headers = {"Cookie": f"{COOKIE}={ADMIN_TOKEN}", "X-CSRF-Token": self.csrf}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with contextlib.closing(connection):
            connection.request(method, path, body, self.headers | headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def backup(self) -> tuple[str, bytes, str]:
        """Make a backup; give its address, the file and its tag."""
        made = self.ask("POST", "/backup")
        address = str(made.headers["Location"])
        got = self.ask("GET", address)
        assert got.status == 200
        return address, got.data, str(got.headers["ETag"])

    def piece(self, size: int, at: int, body: bytes = b"", mark: str = "ab-1") -> tuple[int, dict[str, Any]]:
        answer = self.ask(
            "POST", f"/backup/pieces?file={mark}&size={size}&at={at}", body, Accept="application/json"
        )
        return answer.status, json.loads(answer.data)

    def head(self, path: str, *lines: str) -> bytes:
        """Write the head of a POST with these lines."""
        own = [f"{name}: {value}" for name, value in self.headers.items()]
        first = (f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json")
        return "\r\n".join((*first, *lines, *own, "", "")).encode()

    def connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def told(self, raw: bytes) -> bytes:
        """Send bytes and no more; returns all that is answered."""
        answer = b""
        with self.connected() as opened:
            with contextlib.suppress(OSError):  # it may hang up in the middle of what is too much
                opened.sendall(raw)
                opened.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                while part := opened.recv(65536):
                    answer += part
        return answer


def as_form(data: bytes) -> tuple[bytes, str]:
    """Write a file as a plain form sends it."""
    part = b'--edge\r\nContent-Disposition: form-data; name="backup"; filename="my.backup"\r\n\r\n'
    return part + data + b"\r\n--edge--\r\n", "multipart/form-data; boundary=edge"
