"""Tokens of programs: kept as hashes, with role and end, through restarts, damage and restored backups."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.store import FILE_NAME, Journal
from device.store.backups.backup import back_up, restore
from device.store.memory import rescued
from device.store.phones import PairedPhones
from device.store.tokens import TOKENS, ProgramTokens
from engine.errors import RecordError, SetupError
from web.token_port import MOST_TOKENS, TooManyTokensError

DAY = 86400.0


def made(journal: Journal, now: list[float]) -> ProgramTokens:
    return ProgramTokens(journal, clock=lambda: now[0])


def test_a_token_is_shown_once_kept_as_a_hash_and_outlives_the_box(tmp_path: Path) -> None:
    now = [1000.0]
    with Journal(tmp_path) as journal:
        tokens = made(journal, now)
        lamp = tokens.add("  a   lamp ", "watcher", ends=0)
        board = tokens.add("scoreboard", "player", ends=1000 + DAY)
        now[0] = 1500.0
        found = tokens.find(lamp)
        assert found is not None
        assert (found.name, found.role, found.ends) == ("a lamp", "watcher", 0)
        before = tokens.everyone()
        [(kept,)] = journal.read("SELECT value FROM secret WHERE name = ?", (TOKENS,))
    assert [line.seen for line in before] == [1500.0, 0]
    for token in (lamp, board):
        assert token not in kept
        assert token.removeprefix("charkoni_") not in kept
        assert hashlib.sha256(token.encode()).hexdigest() in kept
    with Journal(tmp_path) as journal:
        again = made(journal, now)
        assert again.everyone() == before
        assert again.known(board) == before[1]
        assert again.known(board[:-1]) is None


def test_a_token_ends_at_its_time_and_stays_in_the_list(tmp_path: Path) -> None:
    now = [1000.0]
    with Journal(tmp_path) as journal:
        tokens = made(journal, now)
        token = tokens.add("a lamp", "admin", ends=1000 + DAY)
        now[0] = 999 + DAY
        assert tokens.find(token) is not None
        now[0] = 1000 + DAY
        assert tokens.find(token) is None
        assert tokens.known(token) is None
        assert [line.is_over for line in tokens.everyone()] == [True]


def test_what_is_taken_back_lets_nobody_in_and_others_stay(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        tokens = ProgramTokens(journal)
        gone, stays = (tokens.add(name, "player", ends=0) for name in ("one", "other"))
        line = tokens.known(gone)
        assert line is not None
        tokens.take_back(line.id)
        assert tokens.find(gone) is None
        assert tokens.find(stays) is not None
        with pytest.raises(KeyError):
            tokens.take_back(line.id)
        with pytest.raises(KeyError):
            tokens.change(line.id, name="again", role="admin")
    with Journal(tmp_path) as journal:
        assert [line.name for line in ProgramTokens(journal).everyone()] == ["other"]


def test_what_a_token_cannot_be_is_refused(tmp_path: Path) -> None:
    now = [1e9]
    with Journal(tmp_path) as journal:
        tokens = made(journal, now)
        for name in (" \t ", "x" * 100):
            with pytest.raises(SetupError):
                tokens.add(name, "player", ends=0)
        for ends in (1e9, -1, 1e11, float("nan"), float("inf")):
            with pytest.raises(ValueError, match="end of a token"):
                tokens.add("a lamp", "player", ends=ends)
        for number in range(MOST_TOKENS):
            tokens.add(f"lamp {number}", "player", ends=0)
        with pytest.raises(TooManyTokensError):
            tokens.add("one more", "player", ends=0)


def test_a_token_that_cannot_be_remembered_lets_nobody_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path) as journal:
        tokens = ProgramTokens(journal)

        def refuse(_write: object) -> None:
            raise RecordError("the disk does not take it")

        monkeypatch.setattr(journal, "write", refuse)
        with pytest.raises(RecordError):
            tokens.add("a lamp", "player", ends=0)
        assert tokens.everyone() == []


@pytest.mark.parametrize(
    "facts",
    ["[", "7", '["a"]', '{"x": 5}', '{"%s": ["a", "king", 0, 0, 0]}', '{"%s": ["a", "player", 0, "x", 0]}'],
)
def test_tokens_that_cannot_be_read_let_nobody_in_and_it_is_said(tmp_path: Path, facts: str) -> None:
    with Journal(tmp_path) as journal:
        ProgramTokens(journal).add("a lamp", "player", ends=0)
    told = facts % ("a" * 64) if "%s" in facts else facts
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        file.execute("UPDATE secret SET value = ? WHERE name = ?", (told, TOKENS))
        file.commit()
    with Journal(tmp_path) as journal:
        tokens = ProgramTokens(journal)
        assert tokens.everyone() == []
        assert "Tokens of programs that could not be read" in " ".join(map(str, journal.losses.messages()))
        assert tokens.find(tokens.add("another", "player", ends=0)) is not None


def test_tokens_survive_a_file_that_sqlite_cannot_read(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        PairedPhones(journal)
        token = ProgramTokens(journal).add("a lamp", "player", ends=0)
    path = tmp_path / FILE_NAME
    with path.open("r+b") as file:
        file.write(bytes(4096))
    memory, _ = rescued(path)
    memory.close()
    with Journal(tmp_path) as journal:
        assert ProgramTokens(journal).find(token) is not None


def test_a_backup_holds_no_token_and_restoring_one_leaves_those_of_the_box(tmp_path: Path) -> None:
    box, file = tmp_path / "box", tmp_path / "a.backup"
    with Journal(box) as journal:
        tokens = ProgramTokens(journal)
        gone = tokens.add("taken back later", "admin", ends=0)
        made_later = ""
        back_up(journal.store, journal.photographs, file)
        line = tokens.known(gone)
        assert line is not None
        tokens.take_back(line.id)
        made_later = tokens.add("made later", "player", ends=0)
    assert hashlib.sha256(gone.encode()).hexdigest().encode() not in file.read_bytes()
    restore(box, file)
    with Journal(box) as journal:
        tokens = ProgramTokens(journal)
        assert tokens.find(gone) is None
        assert tokens.find(made_later) is not None
        assert journal.losses.messages() == ()


def test_a_bare_copy_of_a_journal_brings_no_token_to_another_box(tmp_path: Path) -> None:
    with Journal(tmp_path / "one") as journal:
        token = ProgramTokens(journal).add("a lamp", "admin", ends=0)
    found, _kept = restore(tmp_path / "other", tmp_path / "one" / FILE_NAME)
    assert found.left_out == 0
    with Journal(tmp_path / "other") as journal:
        assert ProgramTokens(journal).find(token) is None
