"""``charkoni backup``, ``restore`` and ``export``: the games in a file."""

from __future__ import annotations

import sys
from pathlib import Path

from device.errors import ConfigError, JournalError
from device.store import Journal
from device.store.backup import back_up, restore
from device.store.export import export_lines


def make_backup(folder: Path, target: Path) -> int:
    """Copy all games and photographs into one file; the box may be running.

    Raises:
        JournalError: If there is no journal, or the file cannot be made.
    """
    with Journal(folder, writing=False) as journal:
        made = back_up(journal.store, journal.photographs, target)
    print(f"{made.path}: {made}")
    return 0


def restore_backup(folder: Path, source: Path) -> int:
    """Put a backup in the place of the games; what was there is kept.

    Raises:
        JournalError: If a box is running, or the file is no backup.
    """
    found, kept = restore(folder, source)
    print(f"restored {source}: {found}")
    if kept is not None:
        print(f"what was there before is kept in {kept}")
    return 0


def export_games(folder: Path, target: Path | None, *, number: int | None = None) -> int:
    """Write the events of one game or all as JSON lines (device/store/export.py says what they hold).

    Raises:
        JournalError: If there is no journal, or the file cannot be written.
        ConfigError: If there is no such game.
    """
    with Journal(folder, writing=False) as journal:
        lines = export_lines(journal, game=number)
        try:
            if target is None:
                for line in lines:
                    sys.stdout.write(line + "\n")
            else:
                with target.open("x", encoding="utf-8") as file:
                    file.writelines(line + "\n" for line in lines)
        except KeyError as error:
            raise ConfigError(f"there is no game {number}: 'charkoni games' lists them") from error
        except FileExistsError as error:
            raise JournalError(f"{target} exists already: name another file, or move it away") from error
        except BrokenPipeError:
            raise
        except OSError as error:
            raise JournalError(f"{target} cannot be written: {error.strerror}") from error
    return 0
