"""Tokens of programs: kept as hashes, with role and end, through restarts, damage and restored backups."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from device.store import FILE_NAME, Journal
from device.store.backups.backup import back_up, restore
from device.store.database import Store
from engine.errors import RecordError, SetupError
from web.house.credentials import MOST_TOKENS, TOKENS, Tokens, TooManyTokensError

DAY = 86400.0


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


@pytest.fixture
def tokens(storage: Store, now: list[float]) -> Tokens:
    return Tokens(storage, clock=lambda: now[0])


def test_a_token_is_shown_once_kept_as_a_hash_and_outlives_the_box_until_its_end(
    storage: Store, tokens: Tokens, now: list[float]
) -> None:
    lamp = tokens.add("  a   lamp ", "watcher", ends=0)
    board = tokens.add("scoreboard", "player", ends=1000 + DAY)
    now[0] = 1500.0
    found = tokens.find(lamp)
    assert found is not None
    assert (found.name, found.role, found.ends) == ("a lamp", "watcher", 0)
    before = tokens.all()
    assert [line.seen for line in before] == [1500.0, 0]
    [(kept,)] = storage.read("SELECT value FROM secret WHERE name = ?", (TOKENS,))
    for token in (lamp, board):
        assert token not in kept
        assert token.removeprefix("charkoni_") not in kept
        assert hashlib.sha256(token.encode()).hexdigest() in kept
    again = Tokens(storage, clock=lambda: now[0])
    assert again.all() == before
    assert again.find_cached(board) == before[1]
    assert again.find_cached(board[:-1]) is None
    now[0] = 999 + DAY
    assert again.find(board) is not None
    now[0] = 1000 + DAY
    assert again.find(board) is again.find_cached(board) is None
    assert [line.is_over for line in again.all()] == [False, True], "it stays in the list"


def test_what_is_taken_back_lets_nobody_in_and_others_stay(storage: Store, tokens: Tokens) -> None:
    gone, stays = (tokens.add(name, "player", ends=0) for name in ("one", "other"))
    line = tokens.find_cached(gone)
    assert line is not None
    tokens.take_back(line.id)
    for held in (tokens, Tokens(storage)):
        assert held.find(gone) is None
        assert held.find(stays) is not None
    with pytest.raises(KeyError):
        tokens.take_back(line.id)
    with pytest.raises(KeyError):
        tokens.change(line.id, name="again", role="admin")


def test_what_a_token_cannot_be_is_refused(tokens: Tokens, now: list[float]) -> None:
    now[0] = 1e9
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
    storage: Store, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_write: object) -> None:
        raise RecordError("the disk does not take it")

    monkeypatch.setattr(storage, "write", refuse)
    with pytest.raises(RecordError):
        tokens.add("a lamp", "player", ends=0)
    assert tokens.all() == []


@pytest.mark.parametrize(
    "facts",
    ["[", "7", '["a"]', '{"x": 5}', '{"%s": ["a", "king", 0, 0, 0]}', '{"%s": ["a", "player", 0, "x", 0]}'],
)
def test_tokens_that_cannot_be_read_let_nobody_in_and_it_is_said(
    storage: Store, tokens: Tokens, facts: str
) -> None:
    tokens.add("a lamp", "player", ends=0)
    row = (facts.replace("%s", "a" * 64), TOKENS)
    storage.write(lambda writer: writer.execute("UPDATE secret SET value = ? WHERE name = ?", row) and None)
    again = Tokens(storage)
    assert again.all() == []
    assert storage.read_errors.counts() == {"token": 1}
    assert again.find(again.add("another", "player", ends=0)) is not None


def test_a_backup_holds_no_token_and_restoring_one_leaves_those_of_the_box(
    tmp_path: Path, journal: Journal
) -> None:
    box, file = journal.path.parent, tmp_path / "a.backup"
    tokens = Tokens(journal)
    gone = tokens.add("taken back later", "admin", ends=0)
    back_up(journal.store, journal.photographs, file)
    line = tokens.find_cached(gone)
    assert line is not None
    tokens.take_back(line.id)
    made_later = tokens.add("made later", "player", ends=0)
    assert hashlib.sha256(gone.encode()).hexdigest().encode() not in file.read_bytes()
    journal.close()
    restore(box, file)
    with Journal(box) as opened:
        again = Tokens(opened)
        assert again.find(gone) is None
        assert again.find(made_later) is not None
        assert opened.read_errors.counts() == {}
    # Nor does a bare copy of a journal bring one to another box.
    found, _kept = restore(tmp_path / "other", box / FILE_NAME)
    assert found.left_out == 0
    with Journal(tmp_path / "other") as opened:
        assert Tokens(opened).find(made_later) is None
