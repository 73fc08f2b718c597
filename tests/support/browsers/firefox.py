"""Firefox without a screen, driven by WebDriver BiDi: JSON on a websocket."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import secrets
import shutil
import socket
import struct
import subprocess
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from browser_for_tests import HOST, PHONE
from browsers.phone import PATIENCE_S, BrowserError, Phone, finger_actions, key_actions

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
SETTINGS: dict[str, Any] = {
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "media.cubeb.force_mock_context": True,  # a speaker, as a phone has one
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.dns.localDomains": HOST,
    "remote.active-protocols": 1,
    "toolkit.telemetry.enabled": False,
    # As on a phone, scroll bars lie over the page and take no room from it.
    "ui.useOverlayScrollbars": 1,
    "widget.gtk.overlay-scrollbars.enabled": True,
}
ASYNC = """
async (told) => JSON.stringify((await (async function () {{ {body} }}).apply(null, JSON.parse(told))) ?? null)
"""


def lacking() -> str:
    """Name what is not installed; empty where all is there."""
    return "" if FIREFOX else "firefox-esr"


class Websocket:
    """As much of RFC 6455 as it takes to speak JSON with a browser of this machine."""

    def __init__(self, address: str) -> None:
        asked = urlsplit(address)
        assert asked.hostname is not None
        self._line = socket.create_connection((asked.hostname, asked.port or 80), timeout=PATIENCE_S)
        self._heard = self._line.makefile("rb")
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = (
            f"GET {asked.path} HTTP/1.1",
            f"Host: {asked.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._line.sendall("\r\n".join((*lines, "", "")).encode())
        assert b" 101 " in self._heard.readline()
        while self._heard.readline().strip():
            pass

    def tell(self, message: object) -> None:
        self._send(1, json.dumps(message).encode())

    def hear(self) -> Any:
        """Wait for the next message."""
        whole = b""
        while True:
            first, second = self._heard.read(2)
            length = second & 127
            if length > 125:
                length = int.from_bytes(self._heard.read(2 if length == 126 else 8))
            part = self._heard.read(length)
            kind = first & 15
            if kind == 8:
                raise BrowserError("the browser has gone")
            if kind == 9:
                self._send(10, part)
                continue
            whole += part
            if first & 128:
                return json.loads(whole)

    def _send(self, kind: int, message: bytes) -> None:
        size = len(message)
        length = struct.pack("!B", 128 | size) if size < 126 else struct.pack("!BH", 128 | 126, size)
        mask = secrets.token_bytes(4)
        masked = bytes(one ^ mask[place % 4] for place, one in enumerate(message))
        self._line.sendall(bytes([128 | kind]) + length + mask + masked)

    def close(self) -> None:
        self._heard.close()
        self._line.close()


class Firefox(Phone):
    """One page of a new profile."""

    engine = "firefox"

    def __init__(self, folder: Path) -> None:
        self._errors: list[str] = []
        self._number = 0
        with ExitStack() as ends:
            self._begin(folder, ends)
            self._ends = ends.pop_all()

    def _begin(self, folder: Path, ends: ExitStack) -> None:
        profile = folder / "profile"
        profile.mkdir()
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in SETTINGS.items())
        (profile / "user.js").write_text("\n".join(lines))
        assert FIREFOX is not None
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile)]
        program = ends.enter_context(
            subprocess.Popen(
                [*command, "--remote-debugging-port", "0", "about:blank"],
                env=os.environ | {"HOME": str(folder)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        ends.callback(program.kill)  # nothing of it is kept, and its pretended speaker may hold it up
        said = program.stderr
        assert said is not None
        address = next(line.split()[-1] for line in said if "WebDriver BiDi listening on" in line)
        # Read on, so that it is never stopped by a full pipe.
        threading.Thread(target=said.read, daemon=True).start()
        self._line = ends.enter_context(contextlib.closing(Websocket(f"{address}/session")))
        self._do("session.new", capabilities={})
        self._do("session.subscribe", events=["log.entryAdded"])
        self._page = self._do("browsingContext.getTree")["contexts"][0]["context"]
        self._do("browsingContext.setViewport", context=self._page, viewport=PHONE, devicePixelRatio=1)

    def _do(self, method: str, **settings: Any) -> Any:
        self._number += 1
        self._line.tell({"id": self._number, "method": method, "params": settings})
        while (told := self._line.hear()).get("id") != self._number:
            entry = told.get("params", {})
            if told.get("method") == "log.entryAdded" and entry["level"] == "error":
                self._errors.append(entry["text"])
        if told["type"] == "error":
            raise BrowserError(f"{told['error']}: {told['message']}")
        return told["result"]

    def open(self, address: str) -> None:
        self._do("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, body: str, *arguments: Any) -> Any:
        told = self._do(
            "script.callFunction",
            functionDeclaration=ASYNC.format(body=body),
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            awaitPromise=True,
            target={"context": self._page},
        )
        if told["type"] == "exception":
            raise BrowserError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])

    def finger(self, *way: tuple[float, float]) -> None:
        self._do("input.performActions", context=self._page, actions=finger_actions(way))

    def type(self, text: str) -> None:
        self._do("input.performActions", context=self._page, actions=key_actions(text))

    def back(self) -> None:
        self._do("browsingContext.traverseHistory", context=self._page, delta=-1)

    def hide(self) -> None:
        self._do("browsingContext.create", type="tab")
        self.until("return document.visibilityState === 'hidden'")

    def show(self) -> None:
        self._do("browsingContext.activate", context=self._page)
        self.until("return document.visibilityState === 'visible'")

    def picture(self) -> bytes:
        return base64.b64decode(self._do("browsingContext.captureScreenshot", context=self._page)["data"])

    def errors(self) -> list[str]:
        self._do("session.status")  # what was said before comes before its answer
        return self._errors

    def close(self) -> None:
        self._ends.close()
