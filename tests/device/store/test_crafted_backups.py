"""Backups that somebody made with malice: the box refuses them or takes what is good, and always starts.

Each attack changes a real backup. A file that is refused changes nothing. Of any other nothing appears
outside the data folder, nothing grows without measure, the box starts, and no page breaks.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from boxes_on_paper import PICTURE, lived_in, paper_box
from device.store import Journal
from device.store.archive import WAITING
from device.store.backups.backup import back_up, restore
from device.store.backups.foreign import BadBackupError, Foreign
from devices.crafted_backups import ATTACKS, Attack
from engine.events import Setup
from journals_for_tests import change_file


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good")
    lived_in(folder / "data")
    with Journal(folder / "data", writing=False) as journal:
        back_up(journal.store, journal.photographs, folder / "good.backup")
    return folder / "good.backup"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What lies in the folder before anything is restored."""
    folder = tmp_path_factory.mktemp("here") / "data"
    lived_in(folder, throws=3)
    return folder


def outside(folder: Path) -> Iterator[Path]:
    """List what lies around a data folder."""
    return (path for path in folder.rglob("*") if "data" not in path.relative_to(folder).parts[:3])


def starts_and_shows_its_pages(folder: Path) -> None:
    """Start the box, look at every page and play; what came in must not stop the next start either."""
    with paper_box(folder) as box:
        assert box.broken_pages() == []
        box.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
        box.journal.keep_photograph(PICTURE, PICTURE)
        assert box.journal.trouble() == ()
    with Journal(folder) as journal:
        assert journal.trouble() == ()


def files_in(folder: Path) -> dict[Path, bytes]:
    """Read what lies in a folder, but what SQLite puts beside a file that is only read."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in files if not path.name.endswith(("-shm", "-wal"))}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: one.name)
def test_a_backup_made_with_malice_harms_nothing(
    tmp_path: Path, good: Path, here: Path, attack: Attack
) -> None:
    backup = tmp_path / "a" / "b" / "crafted.backup"
    data = tmp_path / "a" / "b" / "data"
    shutil.copytree(here, data)
    shutil.copy(good, backup)
    with closing(sqlite3.connect(backup, isolation_level=None)) as opened:
        attack.craft(opened)
    size, before, was_here = backup.stat().st_size, set(outside(tmp_path)), files_in(data)
    if attack.refused:
        with pytest.raises(BadBackupError):
            restore(data, backup)
        assert files_in(data) == was_here
    else:
        found, _kept = restore(data, backup)
        assert attack.left_out in (None, found.left_out)
        assert (found.left_out > 0) == ("left out" in str(found))
        assert not list(data.glob("*.restoring*"))
        assert sum(path.stat().st_size for path in data.rglob("*") if path.is_file()) < size + 2_000_000
        assert all(path.resolve().is_relative_to(data) for path in data.rglob("*"))
        starts_and_shows_its_pages(data)
    assert set(outside(tmp_path)) == before
    assert not Path("/tmp/charkoni-escaped.jpg").exists()


def test_what_is_good_of_a_backup_is_taken_whole(tmp_path: Path, good: Path) -> None:
    found, _ = restore(tmp_path / "data", good)
    assert found.left_out == 0
    with paper_box(tmp_path / "data") as box:
        assert box.settings.get().names == ("Lakshmi", "Jüri")
        assert len(box.phones.all()) == 4
        assert box.said == ""
        assert box.broken_pages() == []


@pytest.mark.parametrize("kind", ["a view without end", "rust", "a folder"])
def test_a_start_sets_aside_what_it_cannot_restore_and_says_so(
    tmp_path: Path, good: Path, here: Path, kind: str
) -> None:
    data = tmp_path / "data"
    shutil.copytree(here, data)
    match kind:
        case "rust":
            (data / WAITING).write_bytes(b"rust" * 5000)
        case "a folder":
            (data / WAITING).mkdir()
        case _:
            shutil.copy(good, data / WAITING)
            with closing(sqlite3.connect(data / WAITING, isolation_level=None)) as opened:
                next(one for one in ATTACKS if one.name == "a-view-without-end").craft(opened)
    with paper_box(data) as box:
        assert len(box.journal.games()) == 2
        assert ("was not restored" in box.client.get("/").text) == (kind != "a folder")
    with paper_box(data) as box:
        assert box.said == ""
    assert (data / f"{WAITING}.refused").exists() == (kind != "a folder")


def test_what_was_left_out_of_a_backup_is_said_on_the_page(tmp_path: Path, good: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(good, data / WAITING)
    change_file(data / WAITING, "UPDATE secret SET value = '' WHERE name = 'key'")
    with paper_box(data) as box:
        page = box.client.get("/").text
        assert "Games: 2, photographs: 5" in page
        assert "could not be used: 1" in page
        assert len(box.phones.key) > 10


def test_steps_that_sqlite_takes_in_a_file_are_counted_over_all_that_is_asked(good: Path) -> None:
    with Foreign(good, steps=1_000_000) as backup:

        def check_for_ever() -> None:
            while True:
                backup.check()

        with pytest.raises(BadBackupError, match="takes too long"):
            check_for_ever()


def test_a_pipe_and_a_folder_are_named_as_what_they_are(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path, why in ((pipe, "a pipe or a device"), (tmp_path, "a folder")):
        with pytest.raises(BadBackupError, match=why):
            Foreign(path)
    with pytest.raises(BadBackupError, match="there is no file"):
        Foreign(tmp_path / "nothing")
