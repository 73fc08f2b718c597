"""An event is called BOX/LIFE/SEQ for ever: whatever happens to the journal, no other event gets its name."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from device.store import FILE_NAME, Journal
from device.store.archive import archive_of
from device.store.backups.backup import back_up, restore
from device.store.games import row_of
from engine.events import IMPORT
from journals_for_tests import (
    change_file,
    fill,
    last_table,
    make_room,
    play_on,
    play_until_held,
    played_at_once,
    table_of,
)
from places import GOLDEN
from web.house.identity import EventNames, Identity


def names_of(journal: Journal) -> EventNames:
    return Identity(journal).names()


def told(journal: Journal) -> dict[str, object]:
    """What everybody has heard: each event by its name."""
    names = names_of(journal)
    return {names.name(one.seq): row_of(one) for one in journal.events(since=0, limit=100_000)}


def must_agree(before: dict[str, object], after: dict[str, object]) -> None:
    """No name is another event's now."""
    assert {name for name in before.keys() & after.keys() if before[name] != after[name]} == set()


def after_a_power_cut(disk: Path, folder: Path) -> Path:
    """Copy what is on the disk while the box runs, as a power cut leaves it."""
    folder.mkdir()
    for ending in ("", "-wal"):
        path = disk / (FILE_NAME + ending)
        if path.exists():
            shutil.copy(path, folder)
    return folder


def test_box_and_events_are_named_once_and_not_after_the_host(tmp_path: Path) -> None:
    with Journal(tmp_path / "one") as journal:
        first = names_of(journal)
        play_on(table_of(journal), 20)
        before = told(journal)
    assert re.fullmatch("[a-z0-9]{10}", first.box)
    assert re.fullmatch("[a-z0-9]{8}", first.life)
    with Journal(tmp_path / "one") as journal:
        assert names_of(journal) == first
        play_on(table_of(journal), 20)
        after = told(journal)
        assert before.items() <= after.items()
        assert len({name.split("/")[1] for name in after}) == 1
    with Journal(tmp_path / "two") as journal:
        assert names_of(journal).box != first.box
        assert names_of(journal).life != first.life


def test_memory_mode_is_a_new_life_and_what_was_before_keeps_its_name(disk: Path) -> None:
    with Journal(disk, retry_s=0.05) as journal:
        table = table_of(journal)
        play_on(table, 20)
        before, life = told(journal), names_of(journal).life
        big = fill(disk)
        play_until_held(journal, table)
        play_on(table, 20)
        held = told(journal)
        assert before.items() <= held.items()
        assert names_of(journal).life != life
        assert names_of(journal).name(journal.last_seq()) not in before
        make_room(journal, big)
        play_on(table, 5)
        assert held.items() <= told(journal).items()
    with Journal(disk) as journal:
        assert held.items() <= told(journal).items()


def test_what_two_lives_held_in_memory_keeps_its_names(disk: Path, tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    with Journal(disk, retry_s=3600.0, runtime=runtime) as journal:
        table = table_of(journal)
        play_on(table, 20)
        big = fill(disk)
        play_until_held(journal, table)
        heard = told(journal)
    for _ in range(3):
        with Journal(disk, retry_s=3600.0, runtime=runtime) as journal:
            assert journal.trouble()
            assert heard.items() <= told(journal).items()
            play_on(last_table(journal), 5)
            heard |= told(journal)
    big.unlink()
    with Journal(disk, runtime=runtime) as journal:
        assert not journal.trouble()
        assert heard.items() <= told(journal).items()
        assert len({name.split("/")[1] for name in heard}) == 5


def test_numbers_that_come_again_after_a_power_cut_in_memory_mode_are_other_names(
    tmp_path: Path, disk: Path
) -> None:
    with Journal(disk, retry_s=3600.0) as journal:
        table = table_of(journal)
        play_on(table, 20)
        fill(disk)
        play_until_held(journal, table)
        play_on(table, 40)
        before, last = told(journal), journal.last_seq()
        box = names_of(journal).box
        folder = after_a_power_cut(disk, tmp_path / "again")
    with Journal(folder) as journal:
        kept = journal.last_seq()
        assert 0 < kept < last
        play_on(table_of(journal), 100, seed=5)
        assert journal.last_seq() > last
        assert names_of(journal).box == box
        after = told(journal)
    must_agree(before, after)
    assert len(before.keys() & after.keys()) == kept


def test_after_a_restored_backup_numbers_come_again_and_names_do_not(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        play_on(table_of(journal), 20)
        back_up(journal.store, journal.photographs, tmp_path / "backup")
        kept = told(journal)
        play_on(table_of(journal), 20)
        before, box = told(journal), names_of(journal).box
    restore(tmp_path / "data", tmp_path / "backup")
    with Journal(tmp_path / "data") as journal:
        assert told(journal) == kept
        assert names_of(journal).box == box
        play_on(table_of(journal), 60, seed=3)
        must_agree(before, told(journal))
    restore(tmp_path / "data", tmp_path / "backup")
    with Journal(tmp_path / "data") as journal:  # a second time is another life again
        play_on(table_of(journal), 60, seed=4)
        must_agree(before, told(journal))
        assert kept.items() <= told(journal).items()


def test_a_backup_makes_a_new_card_the_box_that_it_was(tmp_path: Path) -> None:
    with Journal(tmp_path / "old") as journal:
        back_up(journal.store, journal.photographs, tmp_path / "backup")
        box = names_of(journal).box
    Journal(tmp_path / "new").close()
    # One from before boxes had names leaves this box its name.
    for backup in (tmp_path / "backup", GOLDEN / "journal-4.sqlite"):
        restore(tmp_path / "new", backup)
        with Journal(tmp_path / "new") as journal:
            assert names_of(journal).box == box


def test_a_damaged_file_that_lost_its_end_is_a_new_life(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        played_at_once(journal, 100)
        before, box = told(journal), names_of(journal).box
    path = tmp_path / FILE_NAME
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size * 2 // 3)
    with Journal(tmp_path) as journal:
        assert journal.last_seq() < len(before)
        play_on(table_of(journal), 200, seed=2)
        assert journal.last_seq() > len(before)
        must_agree(before, told(journal))
        assert names_of(journal).box == box


def test_the_newest_game_deleted_is_a_new_life(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = table_of(journal)
        play_on(table, 5)
        number = table.add(table.model.setup, [], request=f"{IMPORT}a")
        assert number == 2
        before = told(journal)
        archive_of(journal).delete(2, 1)
    with Journal(tmp_path) as journal:  # which begins to count behind what is left
        assert journal.last_seq() < len(before)
        play_on(table_of(journal), 20, seed=1)
        must_agree(before, told(journal))


def test_names_of_boxes_and_lives_that_were_garbled_are_made_anew(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        play_on(table_of(journal), 5)
        before = names_of(journal)
    change_file(
        tmp_path / FILE_NAME,
        "UPDATE secret SET value = 'A' WHERE name = 'box'",
        "UPDATE life SET name = 'B'",
        "INSERT INTO life VALUES (-5, 'cccccccc')",
    )
    with Journal(tmp_path) as journal:
        after = names_of(journal)
        assert after.box != before.box
        assert [since for since, _ in after.lives] == [1]
        assert after.life not in (before.life, "cccccccc")


def test_a_name_is_read_back_and_what_is_none_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        names = names_of(journal)
    assert names.place_of(names.name(12)) == 12
    assert names.place_of(f"{names.box}/zzzzzzzz/12") is None
    assert names.place_of(f"otherbox22/{names.life}/12") is None
    for wrong in ("", "12", "a/b/c", f"{names.name(12)} ", f"{names.box}/{names.life}/0", "x" * 10_000):
        with pytest.raises(ValueError, match="no name of an event"):
            names.place_of(wrong)
