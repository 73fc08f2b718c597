"""``charkoni backup``, ``restore`` and ``export``: the games in a file."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from device.cli import matches
from device.cli.arguments import Commands, add_place, folder_of
from device.cli.terminal import write_utf8
from device.errors import ConfigError, JournalError


def add(commands: Commands) -> None:
    """Add the three commands."""
    backup = commands.add_parser("backup", help="copy all games and photographs into one file")
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to make; the box may be running")
    add_place(backup)
    backup.set_defaults(run=_back_up)
    restore = commands.add_parser("restore", help="put a backup in the place of the games; they are kept")
    restore.add_argument("file", type=Path, metavar="FILE", help="a backup; no box may be running")
    add_place(restore)
    restore.set_defaults(run=_restore)
    export = commands.add_parser("export", help="write events as JSON lines, or a match, for other programs")
    export.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the file to make; else it is printed"
    )
    export.add_argument("--game", type=int, metavar="N", help="one game only")
    matches.add_forms(export)
    add_place(export)
    export.set_defaults(run=_export)


def _back_up(asked: argparse.Namespace) -> int:
    from device.store import Journal
    from device.store.backups.backup import back_up
    from device.store.backups.transfer import note_backup

    folder = folder_of(asked)
    with Journal(folder, writing=False) as journal:
        made = back_up(journal.store, journal.photographs, asked.file)
    if folder.resolve() not in asked.file.resolve().parents:  # a copy beside the games would go with them
        note_backup(folder, made.bytes, when=time.time())
    print(f"{made.path}: {made}")
    return 0


def _restore(asked: argparse.Namespace) -> int:
    from device.store.backups.backup import restore

    bar = ProgressBar("restoring") if sys.stderr.isatty() else None
    try:
        found, kept = restore(folder_of(asked), asked.file, progress=bar or (lambda *_: None))
    finally:
        if bar is not None:
            bar.clear()
    print(f"restored {asked.file}: {found}")
    if kept is not None:
        print(f"what was there before is kept in {kept}")
    return 0


class ProgressBar:
    """A line of the terminal that shows how much is done."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._shown = -1

    def __call__(self, done: int, of: int) -> None:
        """Show how much is done, where that is another whole percent than before."""
        percent = 100 * min(done, of) // max(of, 1)
        if percent != self._shown:
            self._shown = percent
            bar = "#" * (percent // 4)
            print(f"\r{self._name} [{bar:.<25}] {percent:3} %", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make the line empty again."""
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


def _export(asked: argparse.Namespace) -> int:
    """Write events as JSON lines (device/store/export.py says what they hold), or a match in another form.

    Raises:
        ConfigError: If there is no such game or match, or what was asked does not go together.
        JournalError: If the file cannot be written.
    """
    from device.store import Journal
    from device.store.export import export_lines

    target: Path | None = asked.file
    if asked.match is not None and asked.game is not None:
        raise ConfigError("a game or a match is written: name one of --game and --match")
    if asked.form is not None and asked.match is None:
        raise ConfigError(
            f"--{asked.form} writes a match: name it with --match; 'charkoni matches' lists them"
        )
    with Journal(folder_of(asked), writing=False) as journal:
        if asked.match is not None:
            lines = matches.match_pieces(journal, asked)
        else:
            lines = (f"{line}\n" for line in export_lines(journal, game=asked.game))
        try:
            if target is None:
                write_utf8()
                for line in lines:
                    sys.stdout.write(line)
            else:
                with target.open("x", encoding="utf-8", newline="\n") as file:
                    file.writelines(lines)
        except KeyError as error:
            raise ConfigError(f"there is no game {asked.game}: 'charkoni games' lists them") from error
        except FileExistsError as error:
            raise JournalError(f"{target} exists already: name another file, or move it away") from error
        except BrokenPipeError:
            raise
        except OSError as error:
            raise JournalError(f"{target} cannot be written: {error.strerror}") from error
    return 0
