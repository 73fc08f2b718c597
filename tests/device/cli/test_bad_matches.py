"""Bad files of matches, through ``charkoni import``: the place is told, nothing is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from device.__main__ import main
from device.store import Journal
from places import ROOT

GOLDEN = (ROOT / "tests" / "golden" / "gnubg-match.mat").read_text("utf-8")
GAMES = GOLDEN.split("\n Game ")


def without_third() -> str:
    return "\n Game ".join([*GAMES[:3], *GAMES[4:]])


BAD: dict[str, tuple[str | bytes, str]] = {
    "a die that no cube shows": (
        GOLDEN.replace("  2) 52: ", "  2) 72: ", 1),
        "line 8, column 6: '7' cannot stand here; expected: a die from 1 to 6",
    ),
    "a play from an empty point": (GOLDEN.replace("13/11", "12/10", 1), "'12/10"),
    "a wrong score": (
        GOLDEN.replace("gnubg : 0", "gnubg : 1", 1),
        "line 23, column 10: '0' cannot stand here; expected: 1",
    ),
    "a missing game": (without_third(), "'Game 4' cannot stand here; expected: Game 3"),
    "two matches": (GOLDEN + "\n" + GOLDEN, "expected: the end of the file: it holds one match"),
    "noise": (Random(1).randbytes(10_000_000), "too large"),
    "noise without an end of line": (b"\x00" * 200_000, "no text"),
}


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str | bytes], tuple[int, str, str]]:
    """Import a file into a new journal; gives status, what was printed, and what was said to be wrong."""

    def called(data: str | bytes) -> tuple[int, str, str]:
        file = tmp_path / "club.mat"
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        status = main(["import", str(file), "--yes", "--data", str(tmp_path / "data")])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return called


@pytest.mark.parametrize("what", BAD)
def test_nothing_is_kept_of_a_bad_match_and_one_line_tells_where_and_what_was_expected(
    run: Callable[[str | bytes], tuple[int, str, str]], tmp_path: Path, what: str
) -> None:
    data, said = BAD[what]
    assert data != GOLDEN
    status, _, err = run(data)
    assert (status, err.count("\n")) == (2, 1), err
    assert said in err
    if isinstance(data, str):
        assert "line " in err
        assert ", column " in err
    with Journal(tmp_path / "data") as journal:
        assert (journal.games(), journal.last_seq()) == ([], 0)


@pytest.mark.parametrize(
    "written",
    [
        GOLDEN.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + GOLDEN.encode(),
        GOLDEN.replace("gnubg", "Zoë").encode("latin-1"),
    ],
    ids=["CRLF", "BOM", "Latin-1"],
)
def test_what_other_systems_do_to_a_file_does_no_harm(
    run: Callable[[str | bytes], tuple[int, str, str]], tmp_path: Path, written: bytes
) -> None:
    status, out, err = run(written)
    assert (status, err) == (0, ""), err
    with Journal(tmp_path / "data") as journal:
        lines = journal.games()
        assert len(lines) == 6
        assert {"Zoë", "gnubg"} & set(lines[0].setup.names)
    assert out
