"""A box that has a record, and what its pages cost: ``python -m tests.bench.box.years.asked FOLDER``.

It prints lines of JSON: ``["asked", [name, ms at first, ms later, bytes]]``, milliseconds of the
processor and the size of the answer, and at last ``["memory", megabytes]`` at most.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Flask

from device.box import Box
from tests.bench.box.process import free_port, memory_mb, quiet_config
from web.auth.callers import COOKIE
from web.game import stream

AGAIN = 3
"""How often each address is asked after the first time; the median counts."""

COUNTED_AFTER = 40
"""Requests in which all throws are counted, of which each counts for a moment only."""

_LEFT_OUT = (
    "live.",
    "camera_stream.",
    "static",
    "backup.file",
    "eye.",
    "board.",
    "play.photograph",
    "api.snapshot",
)
"""Endpoints that stream, or that do not read the record."""

_QUERIES = {
    "/api/v1/events": ("", "since=0&limit=200", "since={played}&limit=200", "before={table}"),
    "/games": ("", "before={early}"),
    "/api/v1/games": ("", "before={early}"),
    "/api/v1/matches": ("", "before={early}"),
}
"""Parameters with which an address is asked."""


class _Asked(Box):
    """A box whose page is asked without a network."""

    def _make_app(self) -> Flask:
        self.app = super()._make_app()
        return self.app


def _paths(box: _Asked) -> Iterator[str]:
    """List the addresses that a reader of the record may ask for, with numbers that exist."""
    games = box.journal.games()
    match = next(line.number for line in reversed(games) if line.setup.match is not None)
    single = next(line.number for line in games if line.setup.match is None and line.ended)
    last = next(line.number for line in games if not line.ended)
    found = {
        "number": single,
        "table": box.journal.last_seq(),
        "early": len(games) // 2,
        "played": box.journal.game_events(last)[-1].seq,
    }
    values = {
        "step": 5,
        "row": 1,
        "ago": 1,
        "form": "mat",
        "game": "backgammon",
        "preset": "standard",
        "name": "state",
    }
    for rule in sorted(box.app.url_map.iter_rules(), key=str):
        if "GET" not in (rule.methods or ()) or rule.endpoint.startswith(_LEFT_OUT):
            continue
        number = {"matches": match, "people": 1}.get(rule.endpoint.partition(".")[0], single)
        number = match if rule.endpoint == "programs.games_match" else number
        asked = {name: number if name == "number" else values.get(name) for name in rule.arguments}
        if None in asked.values():
            continue
        path = rule.rule
        for name, value in asked.items():
            path = path.replace(f"<int:{name}>", str(value)).replace(f"<{name}>", str(value))
        for query in _QUERIES.get(path, ("",)):
            yield f"{path}?{query.format(**found)}" if query else path


def _measured(ask: Callable[[], int]) -> tuple[float, float, int]:
    """Return milliseconds of the processor at first, later, and the size of the answer."""
    took, size = [], 0
    for _ in range(1 + AGAIN):
        began = time.process_time()
        size = ask()
        took.append(1000 * (time.process_time() - began))
    return took[0], sorted(took[1:])[AGAIN // 2], size


def main(arguments: list[str]) -> int:
    """Ask for everything, as a phone that only watches would and, where that is refused, as an admin."""
    with _Asked(quiet_config(free_port()), folder=Path(arguments[0])) as box:
        watcher, admin = box.app.test_client(), box.app.test_client()
        token = box.phones.pair(box.phones.key)
        assert token is not None
        admin.set_cookie(COOKIE, token)
        box.phones.set_role(box.phones.id_of(token), "admin")
        for path in _paths(box):

            def ask(path: str = path) -> int:
                with watcher.get(path) as answer:
                    if answer.status_code not in (401, 403):
                        return sum(map(len, answer.response))
                with admin.get(path) as answer:
                    return sum(map(len, answer.response))

            name = str(path)
            first, later, size = _measured(ask)
            if "throws" in path:
                for _ in range(COUNTED_AFTER):
                    ask()
                _, later, size = _measured(ask)
            print(json.dumps(["asked", [f"GET {name}", first, later, size]]), flush=True)
        for name, told in _followers(box):
            print(json.dumps(["asked", [name, *_measured(told)]]), flush=True)
        print(json.dumps(["memory", memory_mb(peak=True)]), flush=True)
    return 0


def _followers(box: _Asked) -> Iterator[tuple[str, Callable[[], int]]]:
    """Name what follows the journal, and what it costs until it has caught up with an import."""
    live = box.app.extensions["live"]
    last = next(line.number for line in box.journal.games() if not line.ended)
    played = box.journal.game_events(last)[-1].seq
    stream.HEARTBEAT_S = 0.0

    def stream_of_a_phone() -> int:
        told = 0
        for message in live.messages(stream.Place("player", "a phone"), played):
            told += len(message)
            if message.startswith(":"):
                break
        return told

    yield "stream of a phone, behind an import", stream_of_a_phone

    def announcer() -> int:
        with box._make_announcer() as one:
            while one._model is None:
                time.sleep(0.001)
        return 0

    yield "lamps and voice, behind an import", announcer


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
