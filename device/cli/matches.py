"""``charkoni matches`` and ``charkoni export --match``: matches listed, and written for other programs."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING

from device.cli.arguments import Commands, add_place, folder_of
from device.cli.terminal import write_utf8
from device.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.store import Journal
    from web.history.match_files import MatchLines


def add(commands: Commands) -> None:
    """Add the command that lists matches."""
    parser = commands.add_parser("matches", help="list the matches of backgammon that were played")
    parser.add_argument("--json", action="store_true", help="one object a line, for other programs")
    add_place(parser)
    parser.set_defaults(run=_matches)


def add_forms(parser: argparse.ArgumentParser) -> None:
    """Let a person name a match to be exported, and how."""
    parser.add_argument(
        "--match", type=int, metavar="N", help="one match only, by its number in 'charkoni matches'"
    )
    form = parser.add_mutually_exclusive_group()
    told = {
        "mat": "the match for XG, GNU Backgammon and others, as far as .mat can say it",
        "sgf": "the match for GNU Backgammon, whatever happened in it",
        "json": "the match as one JSON object",
        "record": "the match as score sheets of this box, which 'charkoni import' reads",
    }
    for name, words in told.items():
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=words)


def match_pieces(journal: Journal, asked: argparse.Namespace) -> Iterator[str]:
    """Return a match as it was asked for, in pieces of whole lines.

    Raises:
        ConfigError: If there is no such match, or the form cannot say all of it.
    """
    from device.store.export import export_lines
    from web.history.match_files import FORMS, match_of, read_match, write_records

    match = match_of(journal.games(), asked.match)
    if match is None or match.number != asked.match:
        inside = f"; game {asked.match} belongs to match {match.number}" if match else ""
        raise ConfigError(f"there is no match {asked.match}: 'charkoni matches' lists them{inside}")
    if asked.form is None:
        return (f"{line}\n" for game in match.begun for line in export_lines(journal, game=game))
    if asked.form == "record":
        return iter([write_records(match, journal.game_events)])
    played = read_match(match, journal.game_events)
    if asked.form == "mat":
        from engine.notation import mat_part

        part, why = mat_part(played)
        if part is None:
            raise ConfigError(f".mat cannot say all of this match: {why}. Write it with --sgf")
        if why is not None:
            print(
                f"charkoni: .mat cannot say all of this match: {why}. It is written up to there; --sgf and "
                "--record write all of it",
                file=sys.stderr,
            )
    return iter([FORMS[asked.form](played)])


def _matches(asked: argparse.Namespace) -> int:
    from device.store import Journal
    from web.history.match_files import matches_of

    with Journal(folder_of(asked), writing=False) as journal:
        matches = matches_of(journal.games())
    if asked.json:
        write_utf8()
    elif not matches:
        print("no match has been played yet: start one on the page, under “New game”")
    for match in matches:
        print(json.dumps(_as_json(match), ensure_ascii=False) if asked.json else _line(match))
    return 0


def _as_json(match: MatchLines) -> dict[str, object]:
    return {
        "match": match.number,
        "id": match.origin.id,
        "length": match.match.length,
        "players": list(match.names),
        "score": list(match.match.score),
        "preset": match.games[0].setup.preset,
        "event": match.place.conduct.event,
        "round": match.place.conduct.round,
        "started": match.games[0].started,
        "games": [game.number for game in match.games],
        "over": match.match.is_over,
        "winner": match.match.winner,
        "imported": match.games[0].setup.imported,
    }


def _line(match: MatchLines) -> str:
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(match.games[0].started))
    length = f"{match.match.length} points" if match.match.length else "money"
    score = ", ".join(f"{name} {points}" for name, points in zip(match.names, match.match.score, strict=True))
    winner = match.match.winner
    end = "goes on" if winner is None else f"won by {match.names[winner]}"
    games = f"{len(match.games)} game{'s' * (len(match.games) != 1)}"
    imported = match.games[0].setup.imported
    return (
        f"{match.number:4}  {began}  {match.games[0].setup.preset}  {length}  {score}  {end}  ({games})"
        + (f"  imported from {imported}" if imported else "")
    )
