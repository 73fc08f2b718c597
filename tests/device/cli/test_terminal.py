"""Commands on a terminal that is not UTF-8, and files that begin with a mark, as editors of Windows write."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from device.__main__ import main

NAMES = """\
 1 point match

 Game 1
 ಆಶಾ : 0                        Zoë : 0
  1)                             31: 8/5 6/5
  2) 52: 13/8 24/22              41: 24/23 13/9
                                  Wins 1 point
"""


class Terminal(io.TextIOWrapper):
    """A terminal that shows Latin-1 only, or a file that is written from there."""

    def __init__(self, *, is_terminal: bool = True) -> None:
        super().__init__(io.BytesIO(), encoding="latin-1")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def shown(self) -> bytes:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()


def called(
    monkeypatch: pytest.MonkeyPatch, *arguments: str, is_terminal: bool = True
) -> tuple[int, bytes, bytes]:
    """Call a command there; gives its status, and what stands on both outputs."""
    out, errors = Terminal(is_terminal=is_terminal), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", errors)
    status = main(arguments)
    return status, out.shown(), errors.shown()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal with a game of names that Latin-1 has not."""
    (tmp_path / "names.mat").write_text(NAMES, encoding="utf-8")
    data = tmp_path / "data"
    status, _out, errors = called(
        monkeypatch, "import", str(tmp_path / "names.mat"), "--yes", "--data", str(data)
    )
    assert status == 0
    assert errors.count(b"choose a UTF-8 locale") == 1
    return data


@pytest.mark.parametrize("command", ["games", "matches", "show 1", "show 1 --ids", "show 1 --record"])
def test_names_that_a_terminal_cannot_show_are_replaced_and_the_way_out_is_told_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    status, out, errors = called(monkeypatch, *command.split(), "--data", str(folder))
    assert status == 0
    assert b"???" in out
    assert "Zoë".encode("latin-1") in out
    assert errors.count(b"export LC_ALL=C.UTF-8") == 1


@pytest.mark.parametrize("command", ["wiring", "config"])
def test_signs_have_plainer_ones_and_need_no_word(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    status, out, errors = called(monkeypatch, command)
    assert (status, errors) == (0, b"")
    assert b" ohm" in out or b'"' in out


@pytest.mark.parametrize("command", ["show 1 --record", "matches --json", "export", "export --match 1 --mat"])
def test_what_is_written_into_a_file_for_programs_is_utf_8(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    status, out, errors = called(monkeypatch, *command.split(), "--data", str(folder), is_terminal=False)
    assert (status, errors) == (0, b"")
    assert "ಆಶಾ" in out.decode()


def test_a_config_that_is_written_from_there_can_be_read_and_may_begin_with_a_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "charkoni.toml"
    with monkeypatch.context() as there:
        _status, out, _errors = called(there, "config", is_terminal=False)
        path.write_bytes(out)
        status, again, _errors = called(there, "config", "--config", str(path), is_terminal=False)
        assert (status, again) == (0, out)
    path.write_bytes(b"\xef\xbb\xbf[page]\nport = 19009\n")
    assert main(["check", str(path)]) == 0
    assert main(["config", "--config", str(path)]) == 0
    assert "port = 19009" in capsys.readouterr().out


SETUP = {
    "game": "backgammon",
    "preset": "standard",
    "layout": "backgammon",
    "corners": [[94, 80], [820, 82], [826, 600], [90, 596]],
    "taps": {"a": [[130, 560]], "b": [[131, 120]]},
    "a": 0,
}


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("follow", SETUP),
        ("legal", {"game": "chowka-bhara", "preset": "5x5", "position": {"board": "start"}}),
    ],
)
def test_the_first_of_lines_may_begin_with_a_mark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str, line: object
) -> None:
    answers = []
    for mark in (b"", b"\xef\xbb\xbf"):
        raw = io.BytesIO(mark + json.dumps(line).encode() + b"\n")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw, encoding="utf-8"))
        answers.append((main([command]), capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert "BOM" not in answers[1][1]
    if command == "follow":
        assert answers[1][0] == 0


def test_a_file_whose_name_is_no_utf_8_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / b"caf\xe9.mat".decode(errors="surrogateescape")
    path.write_text(NAMES, encoding="utf-8")
    data = str(tmp_path / "data")
    assert called(monkeypatch, "import", str(path), "--yes", "--data", data)[0] == 0
    status, out, _errors = called(monkeypatch, "games", "--data", data)
    assert (status, b"imported from caf" in out) == (0, True)
    assert b"cannot be read" in called(monkeypatch, "import", f"{path}.gone", "--data", data)[2]
