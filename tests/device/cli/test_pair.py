"""``charkoni pair`` and ``charkoni phones``: the terminal lets phones in while the box has the journal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.__main__ import main
from device.store import Journal
from web.house.credentials import Phones

KEY = re.compile(r"http://\d+\.\d+\.\d+\.\d+:8000/\?key=([\w-]+)")


def test_the_terminal_shows_a_code_and_a_number_that_let_a_phone_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:
        phones = Phones(journal)
        assert main(["phones", "--data", str(tmp_path)]) == 0
        assert "no phone was let in yet" in capsys.readouterr().out
        assert main(["pair", "--data", str(tmp_path)]) == 0
        shown = capsys.readouterr().out
        key = KEY.search(shown)
        assert key is not None
        assert ("█" in shown) or ("▀" in shown)
        assert ".local" not in shown
        assert phones.pair(key[1], name="Android") is not None
        token = phones.pair(key[1])
        assert main(["pair", "--admin", "--data", str(tmp_path)]) == 0
        admin = KEY.search(capsys.readouterr().out)
        assert admin is not None
        assert phones.pair(admin[1], token=token or "") == token
        assert main(["phones", "--data", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(", last seen")[0] for line in lines] == [
        "Android: plays and changes the box",
        "a phone without a name: plays and changes the box",
    ]


def test_the_port_that_play_was_told_can_be_told_to_pair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:
        Phones(journal)
    assert main(["pair", "--port", "9000", "--data", str(tmp_path)]) == 0
    assert ":9000/?key=" in capsys.readouterr().out


def test_before_the_first_box_the_terminal_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Journal(tmp_path).close()
    assert main(["pair", "--data", str(tmp_path)]) == 2
    assert "start it with 'charkoni play'" in capsys.readouterr().err
