"""Plays a game as one phone would, over HTTP."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any

from device.closing import Closing
from tests.bench.box.process import BenchError

_IDLE_S = 5.0
"""After this the box may have closed the connection."""


class Player(Closing):
    """A phone that was let in and plays the first move that is legal."""

    def __init__(self, port: int, key: str) -> None:
        """Let the phone in.

        Raises:
            BenchError: If the box does not.
        """
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._last = 0.0
        self._headers: dict[str, str] = {}
        answer = self._ask("GET", f"/?key={key}")[1]
        self._headers["Cookie"] = answer.getheader("Set-Cookie", "").partition(";")[0]
        if self.state().get("role") not in ("player", "admin"):  # the first phone of a new box is an admin
            self.close()
            raise BenchError("the box did not let the bench's phone in")

    def close(self) -> None:
        """Hang up. May be called twice."""
        self._connection.close()

    def state(self) -> dict[str, Any]:
        """Return what the page shows."""
        told: dict[str, Any] = json.loads(self._ask("GET", "/api/v1/state")[0])
        self._headers["X-CSRF-Token"] = str(told.get("csrf", ""))
        return told

    def act(self, *, throws: bool) -> dict[str, Any]:
        """Do the next thing that the game waits for, and give what the page then shows.

        Args:
            throws: Let the box throw; else a throw is waited for, and nothing is done.
        """
        now = self.state()
        waits = now["turn"]["waits"]
        if now["waiting"] and now["waiting"][0].get("asked"):
            likely = now["waiting"][0]
            choices = [*likely["likely"], *likely["others"]]
            return self._post("corrections", of=likely["seq"], throw=choices[0]["text"])
        if waits == "move" and now["moves"]:
            return self._post("moves", move=now["moves"][0]["move"], sure=True)
        if waits in ("move", "end") and now["optional"]:
            return self._post("moves", move=now["optional"][0]["move"])
        if waits == "over":
            setup = now["setup"]
            return self._post(
                "games", game=setup["game"], preset=setup["preset"], names=setup["names"], begins=0
            )
        return self._post("throws", drawn=True) if throws else now

    def undo(self) -> None:
        """Take back what was done last."""
        self._post("undo")

    def _post(self, name: str, **body: object) -> dict[str, Any]:
        raw, answer = self._ask("POST", f"/api/v1/{name}", json.dumps(body))
        if answer.status not in (201, 409):
            raise BenchError(f"the box refused {name} {body}: {raw[:200]!r}")
        told: dict[str, Any] = json.loads(raw)
        return told

    def _ask(
        self, method: str, address: str, body: str | None = None
    ) -> tuple[bytes, http.client.HTTPResponse]:
        headers = {**self._headers, **({"Content-Type": "application/json"} if body else {})}
        if time.monotonic() - self._last > _IDLE_S:
            self._connection.close()
        self._last = time.monotonic()
        self._connection.request(method, address, body, headers)
        answer = self._connection.getresponse()
        return answer.read(), answer
