"""GNU Backgammon itself, as a program of its own: it reads our files and says what it has read.

What it read is taken from its Python (`gnubg.match`) and from the files that it writes; nothing of ours is
used to understand them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"

_SCRIPT = """
import gnubg, json
with open("asked.json", encoding="utf-8") as file:
    asked = json.load(file)
answers = []
for one in asked:
    for command in one["before"]:
        gnubg.command(command)
    gnubg.command(one["read"])
    answers.append(gnubg.match(analysis=0, boards=1))
    gnubg.command("export match mat %s.mat" % one["name"])
    gnubg.command("save match %s.sgf" % one["name"])
with open("answers.json", "w", encoding="utf-8") as file:
    json.dump(answers, file)
"""


@dataclass(frozen=True, slots=True)
class GnubgRead:
    """What GNU Backgammon made of a file."""

    match: Mapping[str, Any]
    """Its `gnubg.match`."""
    mat: bytes
    """As it exports it."""
    sgf: str
    """As it saves it."""

    @property
    def names(self) -> tuple[str, str]:
        """The players: its player 0, on the left, first."""
        info = self.match["match-info"]
        return info["X"]["name"], info["O"]["name"]

    @property
    def crawford_games(self) -> list[bool]:
        """Tell which games it takes for the Crawford game, by what it saves."""
        return ["CrawfordGame" in game.partition("\n")[0] for game in self.sgf.split("(;FF[4]")[1:]]

    @property
    def games(self) -> list[dict[str, Any]]:
        """Tell game by game in the form of our JSON, plays as sorted steps."""
        return [_game(game) for game in self.match["games"]]


def needs_gnubg() -> None:
    """Skip a test where it is not installed."""
    if not Path(GNUBG).exists():
        pytest.skip("gnubg is not installed: apt-get install gnubg")


def run_gnubg(folder: Path, script: str, *, timeout_s: float = 120) -> str:
    """Run a Python script in it, in a folder; gives what it printed. It makes no sound and asks nothing."""
    (folder / "script.py").write_text(script, encoding="utf-8")
    ended = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-S", "-p", "script.py"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=timeout_s,
        check=False,
    )
    return ended.stdout.decode("utf-8", "replace")


def gnubg_reads(
    folder: Path, files: Sequence[tuple[str, str]], *, jacoby: Sequence[bool] = (), timeout_s: float = 300
) -> list[GnubgRead]:
    """Let it read files one after the other.

    Args:
        folder: For files.
        files: What each is, ``mat`` or ``sgf``, and its text.
        jacoby: By file: whether gammons count only after a double; it takes that of a setting, not of a file.
        timeout_s: It is stopped then.
    """
    asked = []
    for number, (form, text) in enumerate(files):
        (folder / f"in-{number}.{form}").write_text(text, encoding="utf-8", newline="\n")
        read = "import mat" if form == "mat" else "load match"
        rule = "on" if jacoby and jacoby[number] else "off"
        asked.append(
            {
                "before": [f"set jacoby {rule}"],
                "read": f"{read} in-{number}.{form}",
                "name": f"out-{number}",
            }
        )
    (folder / "asked.json").write_text(json.dumps(asked), encoding="utf-8")
    printed = run_gnubg(folder, _SCRIPT, timeout_s=timeout_s)
    answers = folder / "answers.json"
    assert answers.exists(), printed[-2000:]
    return [
        GnubgRead(
            match, (folder / f"out-{number}.mat").read_bytes(), (folder / f"out-{number}.sgf").read_text()
        )
        for number, match in enumerate(json.loads(answers.read_text()))
    ]


def _game(game: Mapping[str, Any]) -> dict[str, Any]:
    info = game["info"]
    winner = {"X": 0, "O": 1}.get(info["winner"])
    return {
        "score": [info["score-X"], info["score-O"]],
        "winner": winner,
        "points": info["points-won"] if winner is not None else 0,
        "actions": [_action(one) for one in game["game"]],
    }


def _action(one: Mapping[str, Any]) -> list[Any]:
    seat = {"X": 0, "O": 1}.get(one.get("player"))
    if one["action"] == "move":
        steps = sorted(map(tuple, one["move"] or ()), reverse=True)
        return ["roll", seat, sorted(one["dice"], reverse=True), steps]
    if one["action"] == "set" and "dice" in one:
        return ["roll", seat, sorted(one["dice"], reverse=True), []]
    if one["action"] == "resign":
        return ["resign", seat, one["points"]]
    return [one["action"], seat]
