"""A fault that comes a thousand times a second fills no disk, and hides no other one."""

from __future__ import annotations

import argparse
import io
import logging
from collections.abc import Iterator

import pytest

import device.__main__
from device.quiet_log import LINES, WITHIN_S, SparseLog


class Log:
    """A log of its own, with a clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.out = io.StringIO()
        self.filter = SparseLog(clock=lambda: self.now)
        self.handler = logging.StreamHandler(self.out)
        self.handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.handler.addFilter(self.filter)
        self.log = logging.getLogger("a.room")

    @property
    def lines(self) -> list[str]:
        found = self.out.getvalue().splitlines()
        self.out.truncate(0)
        self.out.seek(0)
        return found


@pytest.fixture
def written() -> Iterator[Log]:
    made = Log()
    root, before = logging.getLogger(), logging.getLogger().level
    root.addHandler(made.handler)
    root.setLevel(logging.DEBUG)
    yield made
    root.removeHandler(made.handler)
    root.setLevel(before)


def test_a_kind_is_written_ten_times_a_minute_and_what_was_left_out_is_counted(written: Log) -> None:
    for number in range(1000):
        written.log.warning("phone %d says nonsense", number)
    assert written.lines == [
        *(f"WARNING a.room: phone {number} says nonsense" for number in range(LINES)),
        "WARNING device.quiet_log: a.room logs this too often, it is left out for a minute: "
        "phone %d says nonsense",
    ]
    written.log.info("a game begins")
    assert written.lines == ["INFO a.room: a game begins"]
    written.now = WITHIN_S
    written.log.info("a throw")
    assert written.lines == [
        "WARNING device.quiet_log: 990 lines of a.room were left out: phone %d says nonsense",
        "INFO a.room: a throw",
    ]
    written.log.warning("phone %d says nonsense", 1)
    assert written.lines == ["WARNING a.room: phone 1 says nonsense"]


def test_another_exception_is_another_kind(written: Log) -> None:
    def fail(error: Exception) -> None:
        try:
            raise error
        except type(error):
            written.log.exception("it broke off")

    for _ in range(50):
        fail(ValueError("nonsense"))
    assert "\n".join(written.lines).count("ValueError: nonsense") == LINES
    fail(KeyError("another"))
    assert "KeyError: 'another'" in written.lines


def test_debug_lines_are_all_written(written: Log) -> None:
    for number in range(50):
        written.log.debug("frame %d", number)
    assert len(written.lines) == 50


def test_words_that_a_stranger_chooses_make_no_new_kind(written: Log) -> None:
    for number in range(1000):
        written.log.error(f"Exception on /{number} [GET]")  # as Flask does
    assert len(written.lines) == LINES + 1
    assert len(written.filter._counts) == 1


def test_the_log_of_the_command_line_is_sparse(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def complain(_asked: argparse.Namespace) -> int:
        for number in range(100):
            logging.getLogger("a.room").warning("line %d", number)
        return 0

    asked = argparse.Namespace(verbose=False, run=complain)
    monkeypatch.setattr(device.__main__, "_parser", lambda: argparse.Namespace(parse_args=lambda _: asked))
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging.getLogger(), "level", logging.WARNING)
    assert device.__main__.main([]) == 0
    assert capsys.readouterr().err.count("WARNING a.room: line") == LINES
