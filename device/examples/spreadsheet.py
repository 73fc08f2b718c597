"""Writes all games and throws of a box as tables that LibreOffice and Excel open: an example to copy.

    python -m device.examples.spreadsheet http://charkoni.local:8000 folder

It needs Python alone. ``games.csv`` and ``throws.csv`` are UTF-8 with a mark at the beginning, without which
Excel takes a letter beyond English for two. Numbers have points; with ``--comma`` they have commas, and
semicolons stand between columns, as most of Europe wants it. A name that begins like a formula is kept from
being one by an apostrophe, and a throw is written so that no table takes it for a date.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

Event = dict[str, Any]
Cell = str | int | float | None

LONGEST_LINE = 1_000_000
"""Bytes; no event is nearly as long."""

_FORMULAS = ("=", "+", "-", "@", "|")

GAMES = ("game", "began", "minutes", "kind", "preset", "players", "throws", "winner", "ending", "points")
THROWS = ("game", "event", "time", "player", "throw", "value", "source", "corrected", "taken back")


def events_of(address: str, token: str = "") -> Iterator[Event]:
    """Yield every event of a box, in order; games that are closed now are left out by the box.

    Raises:
        OSError: If the box does not answer.
        ValueError: If what answers is no box.
    """
    request = urllib.request.Request(f"{address.rstrip('/')}/games.jsonl")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        while line := answer.readline(LONGEST_LINE):
            event = json.loads(line)
            if not isinstance(event, dict):
                raise ValueError("what answers there is no box: give the address of its page")
            yield event


def tables(events: Iterable[Event]) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Make the rows of games and of throws."""
    games: dict[int, Event] = {}
    throws: dict[int, list[Cell]] = {}
    for event in events:
        number, kind = event["game"], event["type"]
        if kind == "game-started":
            games[number] = event | {"last": event["time"], "count": 0, "outcome": None}
            continue
        if number not in games:
            continue
        game, undone = games[number], event["undone_by"] is not None
        game["last"] = event["time"]
        if kind == "threw":
            player = game["setup"]["names"][event["player"]]
            value = event["value"] or None
            row = [
                number,
                event["seq"],
                moment(event["time"]),
                player,
                throw_words(event["throw"]),
                value,
                event["source"],
            ]
            throws[event["seq"]] = [*row, "", "yes" if undone else ""]
            game["count"] += not undone
        elif kind == "corrected" and event["of"] in throws and not undone:
            row = throws[event["of"]]
            row[7] = row[4]  # what was read first
            row[4], row[5] = throw_words(event["throw"]), event["value"] or None
        elif kind == "game-ended" and not undone:
            game["outcome"] = event["outcome"]
    return [_game(game) for game in games.values()], list(throws.values())


def _game(event: Event) -> list[Cell]:
    setup, outcome = event["setup"], event["outcome"] or {}
    names = setup["names"]
    return [
        event["game"],
        moment(event["time"]),
        round((event["last"] - event["time"]) / 60, 1),
        setup["game"],
        setup["preset"],
        ", ".join(names),
        event["count"],
        ", ".join(names[seat] for seat in outcome.get("winners", [])),
        outcome.get("ending"),
        outcome.get("points"),
    ]


def throw_words(throw: str) -> str:
    """Write a throw so that it is no date: shells 3/4 and dice 3-1 would be one.

    >>> throw_words("3/4"), throw_words("3-1"), throw_words("5")
    ('3 of 4', '3 and 1', '5')
    """
    return throw.replace("/", " of ").replace("-", " and ")


def moment(seconds: float) -> str:
    """Write a moment as tables read it, by this computer's clock: 2026-01-31 18:00:00."""
    return datetime.fromtimestamp(seconds).isoformat(" ", "seconds")


def cell(value: Cell, *, comma: bool) -> str:
    """Write one cell.

    Text that a table would take for a formula gets an apostrophe before it. Source: OWASP, "CSV Injection".

    >>> cell("=1+1", comma=False), cell(12.5, comma=True), cell(-3, comma=False)
    ("'=1+1", '12,5', '-3')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        is_formula = value.startswith(("\t", "\r", "\n")) or value.lstrip().startswith(_FORMULAS)
        return f"'{value}" if is_formula else value
    return str(value).replace(".", ",") if comma else str(value)


def write(path: Path, head: Sequence[str], rows: Iterable[Sequence[Cell]], *, comma: bool = False) -> None:
    """Write one table."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        sheet = csv.writer(file, delimiter=";" if comma else ",", quoting=csv.QUOTE_MINIMAL)
        sheet.writerow(head)
        sheet.writerows([cell(value, comma=comma) for value in row] for row in rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and write both tables."""
    parser = argparse.ArgumentParser(
        prog="python -m device.examples.spreadsheet", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("address", help="of the box: http://charkoni.local:8000")
    parser.add_argument("folder", type=Path, help="where games.csv and throws.csv are written")
    parser.add_argument(
        "--token-file", type=Path, help="a token of “Phones”, to see matches that others see later"
    )
    parser.add_argument("--comma", action="store_true", help="decimal commas, and semicolons between columns")
    asked = parser.parse_args(arguments)
    token = asked.token_file.read_text("utf-8-sig").strip() if asked.token_file else ""
    try:
        games, throws = tables(events_of(asked.address, token))
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"the games of {asked.address} cannot be read: {error}", file=sys.stderr)
        return 2
    asked.folder.mkdir(parents=True, exist_ok=True)
    write(asked.folder / "games.csv", GAMES, games, comma=asked.comma)
    write(asked.folder / "throws.csv", THROWS, throws, comma=asked.comma)
    print(f"{len(games)} games, {len(throws)} throws")
    return 0


if __name__ == "__main__":
    sys.exit(main())
