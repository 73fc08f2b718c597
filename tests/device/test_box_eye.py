"""The eye set up over the page of a whole box with the film: found, used, kept over a restart, undone."""

from __future__ import annotations

import http.client
import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import cv2
import numpy as np

from boxes_for_tests import running_box
from device.box import Box
from device.store import Journal
from device.store.settings import HouseSettings
from waiting_for_tests import wait_until

until = partial(wait_until, within_s=60)
FILM_TRAY = [(0.06, 0.08), (0.94, 0.08), (0.95, 0.93), (0.05, 0.93)]


class Browser:
    """An admin's browser without a script."""

    def __init__(self, box: Box, cookie: str = "") -> None:
        self.box = box
        self.cookie = cookie
        if not cookie:
            [key] = parse_qs(urlsplit(box.phones.address()).query)["key"]
            status, headers, _body = self.ask("GET", f"/?key={key}")
            assert status == 302
            self.cookie = str(headers["Set-Cookie"]).partition(";")[0]

    def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, Any, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.box.server.port, timeout=30)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urlencode(form or {}), headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, response.headers, body

    def page(self) -> str:
        status, _headers, body = self.ask("GET", "/eye")
        assert status == 200
        return body.decode()

    def corners(self) -> list[float]:
        return [float(value) for value in re.findall(r'name="[xy]\d" value="([\d.]+)"', self.page())]

    def send(self, what: str, **form: str) -> int:
        [csrf] = re.findall(r'name="csrf" value="(\w+)"', self.page())[:1]
        return self.ask("POST", f"/eye/{what}", {"csrf": csrf, **form})[0]


def test_the_tray_of_the_film_is_found_from_a_phone_and_there_after_a_restart(tmp_path: Path) -> None:
    wanted = [100 * part for corner in FILM_TRAY for part in corner]
    with running_box(tmp_path, camera="film") as box:
        until(lambda: box.loop.frames.last is not None)
        browser = Browser(box)
        assert browser.corners() == [0, 0, 100, 0, 100, 100, 0, 100]
        before = box.journal.last_seq()
        assert browser.send("find") == 303
        found = browser.corners()
        assert np.allclose(found, wanted, atol=3.5)
        assert browser.send("light") == 303
        assert "bright enough" in browser.page()
        assert "nothing that could be locked" in browser.page()
        status, headers, jpeg = browser.ask("GET", "/eye/picture.jpg")
        assert (status, headers["Content-Type"]) == (200, "image/jpeg")
        shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert shown is not None
        assert shown.shape == (480, 640, 3)
        # The game goes on through the new tray: the film throws, and the throw is read.
        until(lambda: box.journal.last_seq() > before)
        cookie = browser.cookie
    with running_box(tmp_path, camera="film") as box:
        until(lambda: box.loop.frames.last is not None)
        browser = Browser(box, cookie)
        assert browser.corners() == found
        assert browser.send("back") == 303
        assert browser.corners() == [0, 0, 100, 0, 100, 100, 0, 100]
        assert browser.send("back") == 303
        assert browser.corners() == found
    with Journal(tmp_path / "data") as journal:
        kept = HouseSettings(journal).get()
        assert np.allclose(np.array(kept["tray"]).ravel() * 100, found, atol=0.06)
        assert kept["tray_before"] == {"tray": None, "tray_field": None, "tray_size": None}
