"""Games of each family in films, followed, and tables of the results: ``make bench ARGS=follow``.

Hands play on boards in parts (`make board-films`): the box's own, and other looks in a folder. Pictures go
the box's whole way: stillness, reader, follower, table. Time is the film's, not the clock's: a film runs as
fast as the processor allows.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2

from device.pretend.light import LIGHTS
from device.pretend.parts import BOARDS, Parts
from device.quiet_log import quiet_log
from tests.bench.follow.film import Setting
from tests.bench.follow.readings import readings
from tests.bench.follow.records import Records
from tests.bench.follow.session import FilmSession
from tests.bench.follow.tables import tables
from vision.board.reader import BoardReader

GAMES: tuple[tuple[str, str, int], ...] = (
    ("backgammon", "standard", 2),
    ("chowka-bhara", "5x5", 4),
    ("pachisi", "six", 4),
    ("backgammon", "finnish", 2),
    ("chowka-bhara", "5x5", 2),
    ("pachisi", "seven", 2),
)
_LAYOUTS = {"backgammon": "backgammon", "chowka-bhara": "5x5", "pachisi": "cross"}
NAMES: Mapping[str, str] = {
    "": "games of each family in films, through stillness, reader, follower and table",
    "readings": "thousands of turns by a pretend eye: nothing is painted, no network runs",
}
"""Benches of following, by name."""
_TURNS = 24
"""So many turns are played of a game; then another board is taken."""


@quiet_log()
def main(arguments: Sequence[str]) -> int:
    """Make films, follow them and print tables; `readings` as the first word plays without films."""
    if arguments[:1] == ["readings"]:
        return readings(arguments[1:])
    parser = argparse.ArgumentParser(prog="make bench ARGS=follow", description=__doc__)
    parser.add_argument("--family", choices=sorted(_LAYOUTS))
    parser.add_argument("--turns", type=int, default=300, help="of each family")
    parser.add_argument("--minutes", type=float, default=0.0, help="no game begins after so many")
    parser.add_argument("--part", default="1/1", help="2/3: the second of three parts")
    parser.add_argument("--parts", type=Path, action="append", help="folders of boards in parts")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--worst", type=int, default=0, help="tell so many turns that went wrong")
    parser.add_argument("--save", type=Path, help="where their pictures go")
    asked = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    looks = _looks([BOARDS, *(asked.parts or ())])
    part, parts = map(int, asked.part.split("/"))
    records, began = Records(), time.monotonic()
    left = {family: asked.turns for family in _LAYOUTS if asked.family in (None, family)}
    reader = BoardReader()
    for seed, game in _games(asked.seed, part, parts):
        if not any(turns > 0 for turns in left.values()):
            break
        if asked.minutes and time.monotonic() - began > 60 * asked.minutes:
            break
        if left.get(game[0], 0) <= 0:
            continue
        setting = _setting(looks[_LAYOUTS[game[0]]], random.Random(seed))
        film = FilmSession(game, setting, reader, seed=seed, records=records, save=asked.save)
        left[game[0]] -= max(1, film.play(min(_TURNS, left[game[0]])))
    print(*tables(records), sep="\n")
    for note in records.notes[: asked.worst]:
        print("   ", note)
    return 0


def _games(seed: int, part: int, parts: int) -> Iterator[tuple[int, tuple[str, str, int]]]:
    """Yield games without end, each with its seed."""
    number = seed
    while True:
        if number % parts == part - 1:
            yield number, GAMES[number // parts % len(GAMES)]
        number += 1


def _looks(folders: Sequence[Path]) -> dict[str, list[Path]]:
    """Find the boards in parts, by layout."""
    found: dict[str, list[Path]] = {}
    for folder in folders:
        for path in sorted(folder.glob("*/parts.json")):
            found.setdefault(Parts(path.parent).layout, []).append(path.parent)
    return found


def _setting(looks: Sequence[Path], rng: random.Random) -> Setting:
    return Setting(
        Parts(rng.choice(looks)),
        light=rng.choice(sorted(LIGHTS)),
        crooked=rng.choice((1.0, 1.0, 1.8)),
        has_empty=rng.random() < 0.5,
    )
