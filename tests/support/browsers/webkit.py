"""WebKit, the engine of Safari: a small window of WebKitGTK on an unseen screen, driven by WebDriver."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from boxes_for_tests import unused_port
from browser_for_tests import PHONE
from browsers.phone import PATIENCE_S, BrowserError, Phone, finger_actions, key_actions
from places import SUPPORT
from waiting_for_tests import wait_until

DRIVER = shutil.which("WebKitWebDriver")
DEBIANS_PYTHON = Path("/usr/bin/python3")
"""It, not the environment's, knows Gtk."""
WINDOW = SUPPORT / "browsers" / "webkit_window.py"
ASYNC = """
const done = arguments[arguments.length - 1];
(async function () {{ {body} }}).apply(null, arguments[0])
  .then((value) => done({{ value: value ?? null }}), (error) => done({{ error: String(error) }}));
"""


def lacking() -> str:
    """Name what is not installed; empty where all is there."""
    wanted = {"webkit2gtk-driver": DRIVER, "xvfb": shutil.which("Xvfb")}
    lacks = [name for name, there in wanted.items() if not there]
    asks = 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2'
    python = DEBIANS_PYTHON
    if not python.exists() or subprocess.run([python, "-c", asks], capture_output=True).returncode:
        lacks.append("python3-gi and gir1.2-webkit2-4.1")
    return ", ".join(lacks)


class WebKit(Phone):
    """One window; it comes with an empty memory."""

    engine = "webkit"

    def __init__(self, folder: Path) -> None:
        self._errors: list[str] = []
        with ExitStack() as ends:
            self._begin(folder, ends)
            self._ends = ends.pop_all()

    def _begin(self, folder: Path, ends: ExitStack) -> None:
        screen = _started(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
            ends,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert screen.stdout is not None
        display = screen.stdout.readline().strip()
        port = unused_port()
        log = ends.enter_context((folder / "webkit.log").open("w"))
        environment = os.environ | {"DISPLAY": f":{display}", "GDK_BACKEND": "x11", "HOME": str(folder)}
        assert DRIVER is not None
        driver = _started([DRIVER, f"--port={port}"], ends, env=environment, stdout=log, stderr=log)
        self._line = ends.enter_context(
            contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S))
        )
        wait_until(lambda: _is_listening(port), within_s=PATIENCE_S)
        options = {"binary": str(WINDOW), "args": []}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = self._ask("POST", "/session", asked)
        self._session = f"/session/{session['sessionId']}"
        self._window = _child_of(driver.pid)
        assert self.run("return [innerWidth, innerHeight]") == [*PHONE.values()]

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        self._line.request(method, path, None if body is None else json.dumps(body))
        answer = self._line.getresponse()
        value = json.loads(answer.read())["value"]
        if answer.status != 200:
            raise BrowserError(f"{value['error']}: {value['message']}")
        return value

    def _do(self, what: str, **body: Any) -> Any:
        return self._ask("POST", f"{self._session}/{what}", body)

    def open(self, address: str) -> None:
        self._keep_errors()
        self._do("url", url=address)

    def run(self, body: str, *arguments: Any) -> Any:
        answer = self._do("execute/async", script=ASYNC.format(body=body), args=[arguments])
        if "error" in answer:
            raise BrowserError(answer["error"])
        return answer["value"]

    def finger(self, *way: tuple[float, float]) -> None:
        # Without a touch screen WebKitGTK makes a mouse of it: the page hears a pointer all the same.
        self._keep_errors()
        self._do("actions", actions=finger_actions(way))

    def type(self, text: str) -> None:
        self._do("actions", actions=key_actions(text))

    def back(self) -> None:
        self._keep_errors()
        self._do("back")

    def hide(self) -> None:
        os.kill(self._window, signal.SIGUSR1)
        self.until("return document.visibilityState === 'hidden'")

    def show(self) -> None:
        os.kill(self._window, signal.SIGUSR2)
        self.until("return document.visibilityState === 'visible'")

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", f"{self._session}/screenshot"))

    def errors(self) -> list[str]:
        self._keep_errors()
        return self._errors

    def _keep_errors(self) -> None:
        # They lie in the page, which goes; what it says while it goes is not heard.
        self._errors += self.run("const all = window.errors ?? []; window.errors = []; return all")

    def close(self) -> None:
        # The window may be gone before its driver says so.
        with self._ends, contextlib.suppress(BrowserError):
            self._ask("DELETE", self._session)


def _started(command: list[str], ends: ExitStack, **settings: Any) -> subprocess.Popen[Any]:
    process = ends.enter_context(subprocess.Popen(command, **settings))
    ends.callback(process.terminate)
    return process


def _is_listening(port: int) -> bool:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        line.request("GET", "/status")
        return line.getresponse().status == 200
    except OSError:
        return False
    finally:
        line.close()


def _child_of(process: int) -> int:
    """Return the number of the one process that another has started."""
    [child] = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return int(child)
