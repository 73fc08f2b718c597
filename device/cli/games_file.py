"""``charkoni import``: games that were played elsewhere, out of a file."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.arguments import Commands, add_place, folder_of
from device.errors import ConfigError
from device.files import FileError, bytes_of

if TYPE_CHECKING:
    from device.store import Journal
    from engine.notation import FoundGame

READING_S = 120.0
"""Processor time in which a file is read; games that are not read by then are told as such."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "import", help="take over games from a file: .mat of backgammon, or records of this box"
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file; no box may be running")
    parser.add_argument(
        "--game", type=int, action="append", metavar="N", help="only this game of the file; may be repeated"
    )
    parser.add_argument("--dry-run", action="store_true", help="only tell what is in it; nothing is written")
    parser.add_argument(
        "--up-to-there", action="store_true", help="keep what stands before a place that cannot be read"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask before the games are kept")
    add_place(parser)
    parser.set_defaults(run=_import)


def _import(asked: argparse.Namespace) -> int:
    """Tell what is in the file, and keep its games once a person has said yes.

    Returns:
        Exit status: 0 when all games that were asked for are kept or were already, or could be; 1 when one
        cannot be read.
    """
    from device.store import Journal
    from engine.notation import PartError, read_games
    from web.language.messages import said

    content, status = _bytes(asked.file), 0
    until = time.thread_time() + READING_S
    try:
        found = read_games(content, out_of_time=lambda: time.thread_time() > until)
    except PartError as error:
        why = _shown(said(error.message))
        if not asked.up_to_there:
            raise ConfigError(f"{why}. Say --up-to-there to keep what stands before that") from error
        print(f"What stands before this is read: {why}.")
        found, status = list(error.games), 1
    chosen = _chosen(found, asked.game)
    status = max(status, *(int(game.record is None) for game in chosen))
    if asked.dry_run:
        for game in chosen:
            _tell(game)
        print("Nothing was written.")
        return status
    with Journal(folder_of(asked)) as journal:
        new = 0
        for game in chosen:
            kept = journal.imported(game.mark) if game.mark else 0
            _tell(game, kept=kept)
            new += game.record is not None and not kept
        if not new:
            print("Nothing was written: there is no new game in it.")
        elif asked.yes or _agreed(new):
            _keep(journal, chosen, asked.file)
        else:
            print("Nothing was written.")
    return status


def _bytes(path: Path) -> bytes:
    """Read the file, but no more than can be a file of games.

    Raises:
        ConfigError: If it cannot be read.
    """
    from engine.notation import LARGEST_FILE

    try:
        return bytes_of(path, most=LARGEST_FILE)
    except FileError as error:
        raise ConfigError(f"{error}: name a file that holds games") from error


def _chosen(found: list[FoundGame], asked: list[int] | None) -> list[FoundGame]:
    """Choose games by their numbers in the file.

    Raises:
        ConfigError: If there is no such game.
    """
    if not asked:
        return found
    for number in asked:
        if not 1 <= number <= len(found):
            raise ConfigError(f"there is no game {number} in this file: there are 1 to {len(found)}")
    return [game for game in found if game.number in asked]


def _tell(game: FoundGame, *, kept: int = 0) -> None:
    """Print what is known of a game: what it is, how it ended, and what differs from the rules."""
    from web.language.messages import said

    head = f"Game {game.number} of the file, from line {game.line}: "
    if game.record is None:
        print(f"{head}cannot be taken over: {_shown(said(game.error))}")
        return
    setup = game.record.setup
    names = [_shown(name) for name in setup.names]
    if game.outcome is None:
        end = "goes on"
    else:
        winners = [names[seat] for seat in game.outcome.winners]
        end = f"won by {' and '.join(winners)}, {game.outcome.points} points" if winners else "ended"
    there = f"; it is here already, as game {kept}" if kept else ""
    steps = len(game.record.actions)
    print(f"{head}{setup.game} {setup.preset}, {', '.join(names)}, {steps} steps, {end}{there}")
    for difference in game.differences:
        print(f"  line {difference.line}: {_shown(said(difference.what, names=names))}")


def _shown(text: str) -> str:
    """Show what a file says on a terminal, which control characters would confuse."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _agreed(count: int) -> bool:
    """Ask a person.

    Raises:
        ConfigError: If nobody can answer.
    """
    if not sys.stdin.isatty():
        raise ConfigError("nobody can be asked here: say --yes to keep the games, or --dry-run to look only")
    games = "this game" if count == 1 else f"these {count} games"
    return input(f"Keep {games}? [y/N] ").strip().lower() in ("y", "yes")


def _keep(journal: Journal, games: list[FoundGame], path: Path) -> None:
    """Write the games."""
    from engine.notation import keep_games
    from engine.table import Table

    if journal.trouble():
        raise ConfigError(f"{' '.join(map(str, journal.trouble()))} Nothing was imported.")
    table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
    for game, number, is_new in keep_games(table, games, name=path.name, imported=journal.imported):
        if is_new:
            print(f"Game {game.number} of the file is kept as game {number}.")
        else:
            print(f"Game {game.number} of the file is here already, as game {number}.")
