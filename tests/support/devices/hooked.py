"""A real HTTP server that takes webhooks, and can be slow, rude or far away."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError


class HookServer:
    """Takes messages, checks their signatures with the standard's own library, and answers as it is told."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict[str, Any]]] = []
        self.tries: list[str] = []
        self.secret = ""
        self.answer: Callable[[BaseHTTPRequestHandler], None] = lambda handler: said(handler, 204)
        mine = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                mine.tries.append(self.headers["webhook-id"])
                try:
                    message = Verifier(mine.secret).verify(body, dict(self.headers)) if mine.secret else {}
                except WebhookVerificationError:
                    said(self, 400)
                    return
                answer = mine.answer
                if answer is mine.polite:
                    mine.taken.append((self.headers["webhook-id"], message))
                with suppress(OSError):
                    answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self.polite = self.answer
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook?key=1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.taken]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def said(handler: BaseHTTPRequestHandler, status: int, **head: str) -> None:
    """Answer with a status and a head."""
    handler.send_response(status)
    for key, value in head.items():
        handler.send_header(key, value)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


@contextmanager
def hook_server() -> Iterator[HookServer]:
    """Run one until the end of the block."""
    server = HookServer()
    try:
        yield server
    finally:
        server.close()
