"""A data folder on which commands are called in process."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from device.__main__ import main


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call a command on a data folder of this test; gives its status, its output and its complaints."""

    def called(*arguments: str, answers: str = "", data: str = "data") -> tuple[int, str, str]:
        stdin = io.StringIO(answers)
        monkeypatch.setattr(stdin, "isatty", lambda: bool(answers))
        monkeypatch.setattr("sys.stdin", stdin)
        status = main([*arguments, "--data", str(tmp_path / data)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return called
