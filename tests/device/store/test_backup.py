"""Backups made while the box runs, restored whole or not at all; the record as JSON lines."""

from __future__ import annotations

import json
import os
import shutil
import threading
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
from engine.table.commands import CorrectThrow, Redo, TakeThrow, Undo
from engine.throw import Cowries
from journals_for_tests import SETUP, change_file, jpeg_of, play_on, played_at_once, table_of


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


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a journal that was played in, and its backup."""
    folder = tmp_path_factory.mktemp("made")
    with Journal(folder / "data") as journal:
        played_at_once(journal, 60)
        journal.keep_photograph(jpeg_of(b"one"), jpeg_of(b"one, ringed"))
        journal.keep_photograph(jpeg_of(b"two"), jpeg_of(b"two, ringed"))
        back_up(journal.store, journal.photographs, folder / "backup")
    return folder


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made / "data", tmp_path / "data"))


@pytest.fixture
def backup(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made / "backup", tmp_path / "b"))


def test_a_backup_made_while_the_box_plays_holds_all_that_was_acknowledged(
    tmp_path: Path, data: Path
) -> None:
    with Journal(data) as journal:
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
                assert main(["backup", str(target), "--data", str(data)]) == 0
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
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(data)
    assert main(["backup", str(tmp_path / "b"), "--data", str(data)]) == 0
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600  # it holds the keys of the phones
    with Journal(data) as journal:
        play_on(table_of(journal), 3)
        journal.keep_photograph(jpeg_of(b"three"), jpeg_of(b"three, ringed"))
    later = everything(data)
    assert main(["restore", str(tmp_path / "b"), "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert f"{len(before[0])} events, 2 photographs" in said
    assert "before-restore-1" in said
    assert everything(data) == before
    assert everything(data / "before-restore-1") == later
    (data / FILE_NAME).write_bytes(b"rubbish" * 1000)  # a damaged journal gives its place, too
    assert main(["restore", str(tmp_path / "b"), "--data", str(data)]) == 0
    assert everything(data) == before
    assert (data / "before-restore-2" / FILE_NAME).read_bytes() == b"rubbish" * 1000
    assert not list(data.glob("*.restoring*"))
    found, kept = restore(tmp_path / "new" / "data", tmp_path / "b")
    assert (found.events, found.photographs, kept) == (len(before[0]), 2, None)
    assert everything(tmp_path / "new" / "data") == before


def test_a_start_with_a_backup_that_lies_ready_reports_its_progress(made: Path, tmp_path: Path) -> None:
    shutil.copy(made / "backup", tmp_path / WAITING)
    reports: list[tuple[int, int]] = []
    restore_waiting(tmp_path, progress=lambda done, of: reports.append((done, of)))
    of = reports[0][1]
    assert of >= len(everything(tmp_path)[0])
    assert reports == [(done, of) for done in range(50, of + 1, 50)]
    assert len(reports) > 2


def test_restoring_shows_a_bar_in_a_terminal_and_nothing_in_a_log(
    tmp_path: Path, backup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["restore", str(backup), "--data", str(tmp_path / "log")]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["restore", str(backup), "--data", str(tmp_path / "terminal")]) == 0
    shown = capsys.readouterr().err.split("\r")
    percents = [int(line.split()[-2]) for line in shown if line.endswith("%")]
    assert percents == sorted(set(percents))
    assert percents[-1] > 50
    assert shown[-1] == ""  # the next line begins at the left


def test_the_events_of_a_backup_are_gone_through_once(
    tmp_path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr(
        "device.store.games.event_from_json", lambda data: read.append(data) or event_from_json(data)
    )
    found, _ = restore(tmp_path / "new", backup)
    assert len(read) == found.events


def test_a_box_that_runs_keeps_its_games_and_a_backup_takes_the_place_of_no_file(
    tmp_path: Path, data: Path, backup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(data) as journal:
        assert main(["restore", str(backup), "--data", str(data)]) == 2
        assert "stop it first" in capsys.readouterr().err
        assert journal.trouble() == ()
        (tmp_path / "letter").write_text("a letter")
        with pytest.raises(JournalError, match="exists already"):
            back_up(journal.store, journal.photographs, tmp_path / "letter")
        assert (tmp_path / "letter").read_text() == "a letter"
        with pytest.raises(JournalError, match="cannot be made"):
            back_up(journal.store, journal.photographs, tmp_path / "no" / "folder")


@pytest.mark.parametrize("kind", ["missing", "letter", "cut", "overwritten", "newer", "another", "empty"])
def test_a_file_that_cannot_be_restored_changes_nothing(data: Path, backup: Path, kind: str) -> None:
    before, raw = everything(data), backup.read_bytes()
    match kind:
        case "missing":
            backup.unlink()
        case "letter":
            backup.write_bytes(b"this is a letter to my aunt" * 500)
        case "cut":
            backup.write_bytes(raw[: len(raw) // 2])
        case "overwritten":
            backup.write_bytes(raw[:8192] + bytes(8192) + raw[16384:])
        case "empty":
            backup.write_bytes(b"")
        case "newer":
            change_file(backup, "CREATE TABLE new (n)", "PRAGMA user_version = 99")
        case _:
            change_file(backup, "DROP TABLE game", "PRAGMA user_version = 4")
    with pytest.raises(JournalError) as refused:
        restore(data, backup)
    assert str(backup) in str(refused.value)
    assert everything(data) == before
    assert not list(data.glob("before-restore*"))
    Journal(data).close()  # the folder was not left locked


def lines_of(journal: Journal, **asked: int) -> list[dict[str, object]]:
    return [json.loads(line) for line in export_lines(journal, **asked)]


def test_every_event_is_one_line_with_game_time_and_order(made: Path) -> None:
    with Journal(made / "data", writing=False) as journal:
        lines = lines_of(journal)
        events = journal.events(since=0, limit=100_000)
    assert [line["seq"] for line in lines] == [one.seq for one in events]
    assert [line["time"] for line in lines] == [one.time for one in events]
    assert lines[0]["type"] == "game-started"
    assert all(
        {"seq", "game", "time", "type", "action", "corrected_by", "undone_by"} <= line.keys()
        for line in lines
    )


def test_what_was_corrected_and_what_was_taken_back_says_by_which_event_until_it_is_brought_back(
    journal: Journal,
) -> None:
    table = Table(record=journal.record)
    table.start(SETUP)
    table.do(TakeThrow(Cowries(1, 4)))
    thrown = table.model.actions[-1].seq
    table.do(CorrectThrow(thrown, Cowries(2, 4)))
    corrected = table.model.seq
    table.do(Undo())
    lines = {line["seq"]: line for line in lines_of(journal, game=1)}
    undone = next(seq for seq, line in lines.items() if line["type"] == "undone")
    assert lines[thrown]["corrected_by"] in range(thrown + 1, corrected + 1)
    assert lines[thrown]["undone_by"] == undone
    assert (lines[1]["corrected_by"], lines[1]["undone_by"]) == (None, None)
    assert lines[2]["action"] == 1
    table.do(Redo())
    lines = {line["seq"]: line for line in lines_of(journal, game=1)}
    assert lines[thrown]["undone_by"] is None
    assert "redone" in [line["type"] for line in lines.values()]


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


def test_a_link_in_the_place_of_new_photographs_is_removed_and_not_followed(
    tmp_path: Path, made: Path, backup: Path
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter").write_text("dear")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "photographs.restoring").symlink_to(mine)
    restore(tmp_path / "new", backup)
    assert (mine / "letter").read_text() == "dear"
    assert everything(tmp_path / "new") == everything(made / "data")
    assert not (tmp_path / "new" / "photographs").is_symlink()


@pytest.mark.parametrize("name", [FILE_NAME, f"{FILE_NAME}-wal"])
def test_a_pipe_in_the_place_of_the_journal_is_told_and_not_waited_for(
    tmp_path: Path, made: Path, backup: Path, name: str
) -> None:
    (tmp_path / "new").mkdir()
    os.mkfifo(tmp_path / "new" / name)
    if name != FILE_NAME:
        (tmp_path / "new" / FILE_NAME).touch()
    for writing in (True, False):
        with pytest.raises(JournalError, match="it is a pipe or a device"):
            Journal(tmp_path / "new", writing=writing)
    _, kept = restore(tmp_path / "new", backup)
    assert kept is not None
    assert (kept / FILE_NAME).is_fifo() == (name == FILE_NAME)
    assert everything(tmp_path / "new") == everything(made / "data")


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\xd8\xff no picture",
        jpeg_of(b"large").replace(b"\xff\xc0\0\x0b\x08\0\x01\0\x01", b"\xff\xc0\0\x0b\x08\x75\x30\x75\x30"),
        jpeg_of(b"cut")[:-2],
    ],
    ids=["text", "nine hundred million pixels", "cut"],
)
def test_a_photograph_that_is_none_is_left_out_of_what_is_restored(
    tmp_path: Path, backup: Path, bad: bytes
) -> None:
    change_file(backup, f"UPDATE picture SET raw = x'{bad.hex()}' WHERE name = 'throw-1'")
    found, _ = restore(tmp_path / "new", backup)
    assert found.left_out == 1
    assert sorted(path.name for path in (tmp_path / "new" / "photographs").iterdir()) == [
        "throw-2-ringed.jpg",
        "throw-2.jpg",
    ]
