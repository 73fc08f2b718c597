"""The eye's stream as a picture on the page of another program, such as OctoPrint's."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest

from browser_for_tests import HOST
from ports_for_tests import House

pytestmark = pytest.mark.browser


def jpeg(width: int) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((48, width, 3), 120, np.uint8))[1])


@pytest.fixture
def other_page(port: int) -> Iterator[str]:
    """The page of a program on another port that shows the stream."""
    page = f'<!doctype html><img src="http://{HOST}:{port}/webcam/?action=stream">'.encode()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_page_of_another_program_shows_the_stream(house: House, phones: Any, other_page: str) -> None:
    house.eye.latest, house.eye.latest_of_tray = b"the room", jpeg(64)
    context = phones.new()
    page = context.new_page()
    page.goto(other_page, wait_until="commit")
    page.wait_for_function("document.querySelector('img')?.naturalWidth === 64")
    house.eye.latest_of_tray = jpeg(80)
    page.wait_for_function("document.querySelector('img').naturalWidth === 80")
    context.close()
