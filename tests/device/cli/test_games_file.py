"""``charkoni import``, good files and bad ones, and the IDs of ``charkoni show``."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from device.store import Journal
from places import ROOT

MATCH = ROOT / "tests" / "golden" / "gnubg-match.mat"


def test_a_file_is_told_first_and_a_dry_run_writes_nothing(run: Any, tmp_path: Path) -> None:
    long = tmp_path / "long.mat"
    long.write_bytes(MATCH.read_bytes().replace(b"gnubg", b"g" * 50))
    status, out, _err = run("import", str(long), "--dry-run")
    assert status == 0
    assert out.count("Game ") == 6
    assert f"  line 6: a player is called {'g' * 40} here" in out
    assert out.endswith("Nothing was written.\n")
    assert not (tmp_path / "data").exists()


def test_a_busy_machine_reads_a_whole_file(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    passing = count(0, 1000).__next__
    monkeypatch.setattr(
        "device.cli.games_file.time", SimpleNamespace(monotonic=passing, thread_time=lambda: 1.0)
    )
    status, out, _err = run("import", str(MATCH), "--dry-run")
    assert (status, out.count("Game ")) == (0, 6)


def test_a_person_is_asked_and_no_is_no(run: Any, tmp_path: Path) -> None:
    _status, out, _err = run("import", str(MATCH), answers="n\n")
    assert "Keep these 6 games? [y/N]" in out
    assert out.endswith("Nothing was written.\n")
    with Journal(tmp_path / "data") as journal:
        assert not journal.games()
    assert "is kept as game 6." in run("import", str(MATCH), answers="y\n")[1]


def test_the_same_file_twice_is_recognised(run: Any, tmp_path: Path) -> None:
    assert run("import", str(MATCH), "--yes", "--game", "3")[0] == 0
    _status, out, _err = run("import", str(MATCH), "--yes")
    assert "it is here already, as game 1" in out
    assert run("import", str(MATCH), "--yes")[1].endswith("there is no new game in it.\n")
    with Journal(tmp_path / "data", writing=False) as journal:
        assert len(journal.games()) == 6


def test_what_was_imported_is_listed_shown_printed_and_comes_back(run: Any, tmp_path: Path) -> None:
    run("import", str(MATCH), "--yes", "--game", "1")
    assert "imported from gnubg-match.mat" in run("games")[1]
    shown = run("show", "1")[1]
    assert shown.splitlines()[-1].endswith("the game is over: its last position has no ID")
    record = run("show", "1", "--record")[1]
    again = tmp_path / "again.txt"
    again.write_text(record)
    run("import", str(again), "--yes")
    assert run("show", "2", "--record")[1] == record
    ids = run("show", "1", "--ids")[1]
    assert ids.count("XGID=") > 40
    assert "GNU ID " in ids


def test_a_file_with_a_bad_record_keeps_the_others_and_says_so(run: Any, tmp_path: Path) -> None:
    run("import", str(MATCH), "--yes")
    good = [run("show", str(number), "--record")[1] for number in (1, 2)]
    bad = tmp_path / "bad.txt"
    bad.write_text("".join([*good, good[0].replace("2-1", "2-7", 1)]))
    status, out, _err = run("import", str(bad), "--yes")
    assert status == 1
    assert "cannot be taken over: line 15: (2, 7) is no throw of dice" in out
    assert out.count("is kept as game") == 2


def test_of_a_match_with_anything_wrong_what_stands_before_is_kept_if_asked(run: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.mat"
    lines = MATCH.read_bytes().splitlines(keepends=True)
    bad.write_bytes(b"".join(lines[:30]) + b" 20) nothing at all\n")
    status, _out, err = run("import", str(bad), "--yes")
    assert status == 2
    assert "line 31, column 6: 'nothing at all' cannot stand here; expected: a throw" in err
    assert "Say --up-to-there to keep what stands before that" in err
    with Journal(tmp_path / "data") as journal:
        assert not journal.games()
    status, out, _err = run("import", str(bad), "--yes", "--up-to-there")
    assert status == 1
    assert "What stands before this is read: line 31, column 6: " in out
    assert out.count("is kept as game") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("/no/such/file", "--yes"), "cannot be read"),
        (("/", "--yes"), "cannot be read: it is a"),
        ((str(MATCH), "--game", "7", "--yes"), "there are 1 to 6"),
        (("/dev/null", "--yes"), "cannot be read: it is a"),
        (("{pipe}",), "cannot be read: it is a"),
        ((str(MATCH),), "say --yes"),
    ],
)
def test_what_cannot_be_imported_is_one_line(
    run: Any, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    os.mkfifo(tmp_path / "pipe")  # which nobody writes
    status, _out, err = run("import", *(part.format(pipe=tmp_path / "pipe") for part in arguments))
    assert (status, said in err) == (2, True)


def test_while_a_box_plays_it_says_so(run: Any, tmp_path: Path) -> None:
    with Journal(tmp_path / "data"):
        status, _out, err = run("import", str(MATCH), "--yes")
    assert (status, "stop it first" in err) == (2, True)


def test_control_characters_of_a_name_do_not_reach_the_terminal(run: Any, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile.mat"
    hostile.write_bytes(MATCH.read_bytes().replace(b"gnubg :", b"\x1b]0;owned\x07 \xe2\x80\xaegnp :"))
    out = run("import", str(hostile), "--dry-run")[1]
    assert all(sign.isprintable() or sign == "\n" for sign in out)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (MATCH.read_bytes().replace(b"gnubg : 0", b"gnubg : 1", 1), "line 23, column 10: '0' cannot"),
        (Random(1).randbytes(10_000_000), "too large"),
        (b"\x00" * 200_000, "no text"),
    ],
    ids=["a wrong score", "noise", "noise without an end of line"],
)
def test_nothing_is_kept_of_a_bad_match_and_one_line_tells_where(
    run: Any, tmp_path: Path, data: bytes, said: str
) -> None:
    (tmp_path / "club.mat").write_bytes(data)
    status, _, err = run("import", str(tmp_path / "club.mat"), "--yes")
    assert (status, err.count("\n")) == (2, 1), err
    assert said in err
    with Journal(tmp_path / "data") as journal:
        assert (journal.games(), journal.last_seq()) == ([], 0)
