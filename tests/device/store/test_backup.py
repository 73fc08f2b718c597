"""Backups made while the box runs, restored whole or not at all; the record as JSON lines."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from device.__main__ import main
from device.errors import JournalError
from device.store import FILE_NAME, Journal
from device.store.archive import WAITING, restore_waiting
from device.store.backups.backup import back_up, restore
from device.store.export import export_lines
from engine.events import Logged, event_from_json
from engine.table import Table
from engine.throw import Cowries
from journals_for_tests import SETUP, jpeg_of, play_on, played_at_once, table_of
from places import GOLDEN


def everything(
    folder: Path,
) -> tuple[list[Logged], dict[str, tuple[bytes | None, bytes | None]], list[object]]:
    """Events, photographs and games."""
    with Journal(folder, writing=False) as journal:
        names = [str(row[0]) for row in journal.read("SELECT name FROM photograph ORDER BY number")]
        pictures = {
            name: (journal.photograph(name, ringed=False), journal.photograph(name)) for name in names
        }
        return journal.events(since=0, limit=100_000), pictures, list(journal.games())


def played(folder: Path, throws: int = 30) -> Journal:
    journal = Journal(folder)
    played_at_once(journal, throws)
    journal.keep_photograph(jpeg_of(b"one"), jpeg_of(b"one, ringed"))
    journal.keep_photograph(jpeg_of(b"two"), jpeg_of(b"two, ringed"))
    return journal


def test_a_backup_made_while_the_box_plays_holds_all_that_was_acknowledged(tmp_path: Path) -> None:
    with played(tmp_path / "data", throws=3) as journal:
        journal.close()
    with Journal(tmp_path / "data") as journal:
        table = table_of(journal)
        stop = threading.Event()
        wrong: list[Exception] = []

        def go_on() -> None:
            seed = 0
            try:
                while not stop.is_set():
                    play_on(table, 1, seed=(seed := seed + 1))
            except Exception as error:
                wrong.append(error)

        player = threading.Thread(target=go_on)
        player.start()
        try:
            for number in range(3):
                acknowledged = journal.last_seq()
                target = tmp_path / f"backup-{number}"
                assert main(["backup", str(target), "--data", str(tmp_path / "data")]) == 0
                restore(tmp_path / f"restored-{number}", target)
                with Journal(tmp_path / f"restored-{number}") as again:
                    assert again.last_seq() >= acknowledged
                    assert again.read("PRAGMA integrity_check") == [("ok",)]
                    assert again.photograph("throw-1") == jpeg_of(b"one, ringed")
        finally:
            stop.set()
            player.join(30)
        assert wrong == []


def test_a_restored_backup_is_what_was_backed_up_and_what_was_there_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "data").close()
    before = everything(tmp_path / "data")
    assert main(["backup", str(tmp_path / "b"), "--data", str(tmp_path / "data")]) == 0
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600  # it holds the keys of the phones
    with Journal(tmp_path / "data") as journal:
        play_on(table_of(journal), 3)
        journal.keep_photograph(jpeg_of(b"three"), jpeg_of(b"three, ringed"))
    later = everything(tmp_path / "data")
    assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "data")]) == 0
    said = capsys.readouterr().out
    assert f"{len(before[0])} events, 2 photographs" in said
    assert "before-restore-1" in said
    assert everything(tmp_path / "data") == before
    assert everything(tmp_path / "data" / "before-restore-1") == later
    assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "data")]) == 0
    assert (tmp_path / "data" / "before-restore-2").is_dir()
    assert not list((tmp_path / "data").glob("*.restoring*"))


def test_a_backup_is_restored_into_an_empty_folder(tmp_path: Path) -> None:
    with played(tmp_path / "data") as journal:
        made = back_up(journal.store, journal.photographs, tmp_path / "b")
    found, kept = restore(tmp_path / "new" / "data", tmp_path / "b")
    assert (found.events, found.photographs, kept) == (made.events, 2, None)
    assert everything(tmp_path / "new" / "data") == everything(tmp_path / "data")


def test_a_start_with_a_backup_that_lies_ready_reports_its_progress(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        played_at_once(journal, 60)
        made = back_up(journal.store, journal.photographs, tmp_path / "b")
    (tmp_path / "new").mkdir()
    (tmp_path / "b").rename(tmp_path / "new" / WAITING)
    reports: list[tuple[int, int]] = []
    restore_waiting(tmp_path / "new", progress=lambda done, of: reports.append((done, of)))
    assert reports == [(done, made.events) for done in range(50, made.events + 1, 50)]
    assert len(reports) > 2


def test_restoring_shows_a_bar_in_a_terminal_and_nothing_in_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path / "data") as journal:
        played_at_once(journal, 60)
        back_up(journal.store, journal.photographs, tmp_path / "b")
    assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "log")]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "terminal")]) == 0
    shown = capsys.readouterr().err.split("\r")
    percents = [int(line.split()[-2]) for line in shown if line.endswith("%")]
    assert percents == sorted(set(percents))
    assert percents[-1] > 50
    assert shown[-1] == ""  # the next line begins at the left


def test_the_events_of_a_backup_are_gone_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with played(tmp_path / "data") as journal:
        made = back_up(journal.store, journal.photographs, tmp_path / "b")
    read = []
    monkeypatch.setattr(
        "device.store.games.event_from_json", lambda data: read.append(data) or event_from_json(data)
    )
    restore(tmp_path / "new", tmp_path / "b")
    assert len(read) == made.events


def test_a_box_that_runs_keeps_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with played(tmp_path / "data") as journal:
        back_up(journal.store, journal.photographs, tmp_path / "b")
        assert main(["restore", str(tmp_path / "b"), "--data", str(tmp_path / "data")]) == 2
        assert "stop it first" in capsys.readouterr().err
        assert journal.trouble() == ()


def test_a_backup_never_takes_the_place_of_a_file(tmp_path: Path) -> None:
    with played(tmp_path / "data") as journal:
        (tmp_path / "b").write_text("a letter")
        with pytest.raises(JournalError, match="exists already"):
            back_up(journal.store, journal.photographs, tmp_path / "b")
        assert (tmp_path / "b").read_text() == "a letter"
        with pytest.raises(JournalError, match="cannot be made"):
            back_up(journal.store, journal.photographs, tmp_path / "no" / "folder")


@pytest.mark.parametrize("kind", ["missing", "letter", "cut", "overwritten", "newer", "another", "empty"])
def test_a_file_that_cannot_be_restored_changes_nothing(tmp_path: Path, kind: str) -> None:
    with played(tmp_path / "data") as journal:
        back_up(journal.store, journal.photographs, tmp_path / "b")
    before = everything(tmp_path / "data")
    path = tmp_path / "b"
    match kind:
        case "missing":
            path.unlink()
        case "letter":
            path.write_bytes(b"this is a letter to my aunt" * 500)
        case "cut":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        case "overwritten":
            data = path.read_bytes()
            path.write_bytes(data[:8192] + bytes(8192) + data[16384:])
        case "empty":
            path.write_bytes(b"")
        case _:
            with sqlite3.connect(path) as file:
                file.execute("CREATE TABLE new (n)" if kind == "newer" else "DROP TABLE game")
                file.execute(f"PRAGMA user_version = {99 if kind == 'newer' else 4}")
            file.close()
    with pytest.raises(JournalError) as refused:
        restore(tmp_path / "data", path)
    assert str(path) in str(refused.value)
    assert everything(tmp_path / "data") == before
    assert not list((tmp_path / "data").glob("before-restore*"))
    Journal(tmp_path / "data").close()  # the folder was not left locked


def test_a_bare_copy_of_the_first_version_is_restored_with_its_photographs(tmp_path: Path) -> None:
    found, _ = restore(tmp_path / "data", GOLDEN / "journal-1.sqlite")
    assert (found.games, found.events, found.photographs) == (2, 293, 5)
    with Journal(tmp_path / "data") as journal:
        assert str(journal.photograph("throw-5"))[:20] == str(b"\xff\xd8\xff\xe0\x00")[:20]


def test_a_damaged_journal_gives_its_place_to_a_backup(tmp_path: Path) -> None:
    played(tmp_path / "data").close()
    before = everything(tmp_path / "data")
    with Journal(tmp_path / "data", writing=False) as journal:
        back_up(journal.store, journal.photographs, tmp_path / "b")
    (tmp_path / "data" / FILE_NAME).write_bytes(b"rubbish" * 1000)
    restore(tmp_path / "data", tmp_path / "b")
    assert everything(tmp_path / "data") == before
    assert (tmp_path / "data" / "before-restore-1" / FILE_NAME).read_bytes() == b"rubbish" * 1000


def lines_of(journal: Journal, **asked: int) -> list[dict[str, object]]:
    return [json.loads(line) for line in export_lines(journal, **asked)]


def test_every_event_is_one_line_with_game_time_and_order(tmp_path: Path) -> None:
    with played(tmp_path) as journal:
        lines = lines_of(journal)
        events = journal.events(since=0, limit=100_000)
    assert [line["seq"] for line in lines] == [one.seq for one in events]
    assert [line["time"] for line in lines] == [one.time for one in events]
    assert lines[0]["type"] == "game-started"
    assert all(
        {"seq", "game", "time", "type", "action", "corrected_by", "undone_by"} <= line.keys()
        for line in lines
    )


def test_what_was_corrected_and_what_was_taken_back_says_by_which_event(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record)
        table.start(SETUP)
        table.throw(Cowries(1, 4))
        thrown = table.model.actions[-1].seq
        table.correct(thrown, Cowries(2, 4))
        corrected = table.model.seq
        table.undo()
        lines = {line["seq"]: line for line in lines_of(journal, game=1)}
        undone = next(seq for seq, line in lines.items() if line["type"] == "undone")
    assert lines[thrown]["corrected_by"] in range(thrown + 1, corrected + 1)
    assert lines[thrown]["undone_by"] == undone
    assert lines[1]["corrected_by"] is None
    assert lines[1]["undone_by"] is None
    assert lines[2]["action"] == 1


def test_what_was_brought_back_is_not_taken_back_any_more(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record)
        table.start(SETUP)
        table.throw(Cowries(3, 4))
        thrown = table.model.actions[-1].seq
        table.undo()
        table.redo()
        lines = {line["seq"]: line for line in lines_of(journal, game=1)}
    assert lines[thrown]["undone_by"] is None
    assert [line["type"] for line in lines.values()][-2:] == ["undone", "redone"]


def test_one_game_is_exported_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path / "data") as journal:
        play_on(table_of(journal), 2)
        table_of(journal).start(SETUP)
    data = ["--data", str(tmp_path / "data")]
    assert main(["export", str(tmp_path / "game.jsonl"), "--game", "2", *data]) == 0
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text("utf-8").splitlines()]
    assert {line["game"] for line in lines} == {2}
    assert main(["export", str(tmp_path / "game.jsonl"), *data]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["export", "--game", "9", *data]) == 2
    assert "no game 9" in capsys.readouterr().err
    assert main(["export", *data]) == 0
    assert len(capsys.readouterr().out.splitlines()) > len(lines)


def test_a_link_in_the_place_of_new_photographs_is_removed_and_not_followed(tmp_path: Path) -> None:
    with played(tmp_path / "data", throws=3) as journal:
        back_up(journal.store, journal.photographs, tmp_path / "a")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter").write_text("dear")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "photographs.restoring").symlink_to(mine)
    restore(tmp_path / "new", tmp_path / "a")
    assert (mine / "letter").read_text() == "dear"
    assert everything(tmp_path / "new")[1] == everything(tmp_path / "data")[1]
    assert not (tmp_path / "new" / "photographs").is_symlink()


@pytest.mark.parametrize("name", [FILE_NAME, f"{FILE_NAME}-wal"])
def test_a_pipe_in_the_place_of_the_journal_is_told_and_not_waited_for(tmp_path: Path, name: str) -> None:
    with played(tmp_path / "data", throws=3) as journal:
        back_up(journal.store, journal.photographs, tmp_path / "a")
    (tmp_path / "new").mkdir()
    os.mkfifo(tmp_path / "new" / name)
    if name != FILE_NAME:
        (tmp_path / "new" / FILE_NAME).touch()
    for writing in (True, False):
        with pytest.raises(JournalError, match="it is a pipe or a device"):
            Journal(tmp_path / "new", writing=writing)
    _, kept = restore(tmp_path / "new", tmp_path / "a")
    assert kept is not None
    assert (kept / FILE_NAME).is_fifo() == (name == FILE_NAME)
    assert everything(tmp_path / "new")[0] == everything(tmp_path / "data")[0]


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\xd8\xff no picture",
        jpeg_of(b"large").replace(b"\xff\xc0\0\x0b\x08\0\x01\0\x01", b"\xff\xc0\0\x0b\x08\x75\x30\x75\x30"),
        jpeg_of(b"cut")[:-2],
    ],
    ids=["text", "nine hundred million pixels", "cut"],
)
def test_a_photograph_that_is_none_is_left_out_of_what_is_restored(tmp_path: Path, bad: bytes) -> None:
    with played(tmp_path / "data", throws=3) as journal:
        back_up(journal.store, journal.photographs, tmp_path / "a")
    with closing(sqlite3.connect(tmp_path / "a")) as backup:
        backup.execute("UPDATE picture SET raw = ? WHERE name = 'throw-1'", (bad,))
        backup.commit()
    made, _ = restore(tmp_path / "new", tmp_path / "a")
    assert made.left_out == 1
    assert sorted(path.name for path in (tmp_path / "new" / "photographs").iterdir()) == [
        "throw-2-ringed.jpg",
        "throw-2.jpg",
    ]
