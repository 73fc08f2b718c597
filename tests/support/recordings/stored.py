"""What a box stores, as it is written and as it is read again: journal, settings, phones, match files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from device.config import read_config
from device.config_reference import explained
from device.store import Journal
from device.store.games import COLUMNS, insert
from device.store.schema import FILE_NAME
from engine.events import Logged
from engine.registry import games
from recordings.blocks import Blocks, recorded
from recordings.held_still import held_still
from recordings.recorded_house import Caller, RecordedHouse, Rooms, Tokens, callers
from what_is_told import samples

CORNERS = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]
BEFORE = {"corners": CORNERS, "quarters": 1, "bar": 1.0, "lens": "", "size": [640, 480], "shown": []}
BOARD = {**BEFORE, "learnt": {"colours": [[0.5, 0.25]]}, "picture": "", "is_empty": False, "before": BEFORE}
SETTINGS: dict[str, Any] = {
    "hears": "alerts",
    "hears_buzzer": "silent",
    "hears_phones": "everything",
    "points": "alike",
    "pips": "shown",
    "tray": CORNERS,
    "tray_field": {"corners": CORNERS, "shape": "oval", "trust": 0.75},
    "tray_size": [640, 480],
    "tray_worked_out": True,
    "tray_before": {"tray": None, "tray_field": None, "tray_size": None},
    "taught": {"dice": 0.5, "cowries": 0.75, "shells": [], "eye": "an eye"},
    "taught_since": 3,
    "boards": {"backgammon": BOARD},
    "board_games": {"3": {"follow": False, "object": True}},
    "board_turn_ends": "dice",
    "board_pictures": True,
}
"""Those that the house does not have already."""

READ = (
    *("settings", "phones", "tokens", "people", "house", "house/1/link", "games", "games/1", "games/2"),
    *("games/1/record", "games/1/turns", "matches", "matches/2", "connections", "throws", "events?since="),
    *("eye/board", "lamps"),
)
"""Addresses of the API that show what was read."""

FAMILIES = {
    "chowka-bhara": ("chowka-bhara, a move waits", "2/4"),
    "pachisi": ("pachisi, a move waits", "2/6"),
    "backgammon": ("backgammon, a move waits", "4-2"),
    "match": ("a match, a move waits", "4-2"),
    "correction": ("a correction in question", "2/4"),
}
"""A box of each, in the middle of a game, and the throw with which it goes on."""

STATE = (
    *("bank", "game", "held", "ids", "match", "moves", "outcome", "pieces", "players", "question", "redo"),
    *("seq", "setup", "standing", "throw", "tournament", "turn", "undo", "waiting", "waits"),
)
"""What of a state is compared: nothing that a start of the box makes anew, no words of the page."""


def stored(folder: Path) -> dict[str, Blocks | bytes]:
    """Write everything that can be stored.

    Args:
        folder: An empty one, for the data of the houses.

    Returns:
        Files: `stored.txt`, journals as `.sql`, exports, and `tokens.json` of who may open them.
    """
    with held_still() as moment:
        rooms = Rooms(folder, moment)
        house = rooms.copy("chowka-bhara, a move waits")
        try:
            house.settings.set(**SETTINGS)
            admin = Caller(house, rooms.tokens["admin"])
            files = dict(_exports(admin))
            backup = folder / "whole.backup"
            with admin.get(admin.do("backup")["file"]) as answer:
                backup.write_bytes(answer.data)
        finally:
            house.close()
        files |= {"house.sql": dumped(house.folder / FILE_NAME), "backup.sql": dumped(backup)}
        for name, (situation, _throw) in FAMILIES.items():
            box = rooms.copy(situation)
            box.close()
            files[f"box-{name}.sql"] = dumped(box.folder / FILE_NAME)
        blocks = {
            **_events(folder / "events"),
            "config": explained(read_config("")).splitlines(),
            "files": sorted(
                f"{one.relative_to(house.folder)}{', private' if not one.stat().st_mode & 0o077 else ''}"
                for one in house.folder.rglob("*")
                if one.is_file() and one.suffix not in (".backup", "")
            ),
        }
        return {
            **files,
            "stored.txt": blocks,
            "tokens.json": (json.dumps(rooms.tokens, indent=1) + "\n").encode(),
        }


def _exports(admin: Caller) -> Iterator[tuple[str, bytes]]:
    """Download the record of a game, and a match in every form."""
    paths = {"game.jsonl": "games/1.jsonl", **{f"match.{form}": f"matches/2.{form}" for form in FORMS}}
    for name, path in paths.items():
        with admin.get(f"/api/v1/{path}") as answer:
            assert answer.status_code == 200, path
            yield name, answer.data


FORMS = ("mat", "sgf", "json", "jsonl", "txt")


def _events(folder: Path) -> Blocks:
    """Write one row of every kind of event of each game, as the journal has it."""
    found: Blocks = {}
    for info in games():
        every = written(info.name)
        with Journal(folder / info.name) as journal:
            journal.write(lambda writer, every=every: insert(writer, every))
            rows = journal.read(f"SELECT {COLUMNS} FROM event ORDER BY seq")
        for row in rows:
            found[f"event {row[4]} of {info.name}"] = [json.dumps(row, ensure_ascii=False)]
    return found


def written(game: str) -> list[Logged]:
    """Return an event of every kind, as it is put into the journal."""
    return [Logged(seq, 1, event, time=1.5, clock_s=2.25) for seq, event in enumerate(samples(game), 1)]


def dumped(path: Path) -> bytes:
    """Write a journal as text that makes it again, so that a difference can be read."""
    file = sqlite3.connect(path)
    try:
        about = [
            f"PRAGMA {name} = {file.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        return "\n".join([*about, *file.iterdump(), ""]).encode()
    finally:
        file.close()


def laid_out(sql: bytes, path: Path) -> None:
    """Make a journal of its text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = sqlite3.connect(path)
    try:
        file.executescript(sql.decode())
    finally:
        file.close()


def read_again(folder: Path) -> Blocks:
    """Read what is recorded, by the API of a house that is opened on it, and of one that restores the backup.

    Args:
        folder: An empty one.
    """
    tokens: Tokens = json.loads(recorded("tokens.json"))
    with held_still() as moment:
        laid_out(recorded("house.sql"), folder / "house" / FILE_NAME)
        house = RecordedHouse(folder / "house", moment)
        try:
            admin = callers(house, tokens)["admin"]
            found = {f"GET {path}": _read(admin, path) for path in READ}
            for name in ("game.jsonl", *(f"match.{form}" for form in FORMS)):
                found[f"import {name}"] = _imported(admin, recorded(name))
            link = str(admin.get("/api/v1/house/1/link").get_json()["link"]).partition("?")[2]
            found["house link"] = _read(admin, f"house/shared?{link}")
            found["trouble"] = [str(one) for one in (*house.journal.trouble(), *house.journal.notice())]
        finally:
            house.close()
        (folder / "restored").mkdir()
        laid_out(recorded("backup.sql"), folder / "restored" / "to-restore.backup")
        restored = RecordedHouse(folder / "restored", moment)
        try:
            admin = callers(restored, tokens)["admin"]
            found |= {
                f"GET {path} (restored)": _read(admin, path)
                for path in ("settings", "games", "people", "house")
            }
            with admin.get("/api/v1/photographs/throw-1.jpg") as answer:
                found["photograph (restored)"] = [f"{answer.status_code} {len(answer.data)}"]
        finally:
            restored.close()
    return found


def _read(admin: Caller, path: str) -> list[str]:
    with admin.get(f"/api/v1/{path}") as answer:
        assert answer.status_code == 200, (path, answer.text)
        return _lines(answer.get_json())


def _lines(value: Any) -> list[str]:
    """Write JSON with a line for each field, and for each entry of a list in it."""
    lines = []
    for key, one in sorted(value.items()):
        if isinstance(one, list):
            lines += [f"{key}: {json.dumps(entry, sort_keys=True, ensure_ascii=False)}" for entry in one]
        else:
            lines.append(f"{key}: {json.dumps(one, sort_keys=True, ensure_ascii=False)}")
    return lines


def _imported(admin: Caller, data: bytes) -> list[str]:
    sent = admin.post("/api/v1/imports", data=data, content_type="application/octet-stream").get_json()
    return _read(admin, f"imports/{sent['number']}") if "number" in sent else _lines(sent)


def went_on(folder: Path) -> Blocks:
    """Open every recorded box with a game in the middle, play the next move and throw, and take both back.

    Of each step only what has become other by it is written.

    Args:
        folder: An empty one.
    """
    tokens: Tokens = json.loads(recorded("tokens.json"))
    found: Blocks = {}
    with held_still() as moment:
        moment.later(86400)
        for name, (_situation, throw) in FAMILIES.items():
            laid_out(recorded(f"box-{name}.sql"), folder / name / FILE_NAME)
            house = RecordedHouse(folder / name, moment)
            try:
                admin = callers(house, tokens)["admin"]
                steps = [("opened", _state(admin))]
                if (question := admin.state()["question"]) is not None:
                    admin.do("answers", question=question["kind"], of=question["of"], answer="accepted")
                    steps.append(("answered", _state(admin)))
                before = _state(admin)
                admin.play_turn()
                steps.append(("moved", _state(admin)))
                admin.throw(throw)
                steps.append(("thrown", _state(admin)))
                while _standing(_state(admin)) != _standing(before):
                    admin.do("undo")
                steps.append(("taken back", _state(admin)))
                known: dict[str, Any] = {}
                for step, state in steps:
                    found[f"{name}, {step}"] = _lines(
                        {key: one for key, one in state.items() if known.get(key, known) != one}
                    )
                    known = state
            finally:
                house.close()
    return found


def _state(admin: Caller) -> dict[str, Any]:
    state = admin.state()
    return {key: state[key] for key in STATE}


def _standing(state: dict[str, Any]) -> dict[str, Any]:
    """Return how the game stands, whatever led to it."""
    return {key: state[key] for key in ("bank", "moves", "pieces", "throw", "turn", "waits")}
