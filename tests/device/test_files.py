"""A path that a person names may lead to anything: it is told in a sentence, and nothing is waited for."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from device import files
from device.files import FileError, bytes_of, text_of, toml_of


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def plug(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5 * 10**9)


def latin(path: Path) -> None:
    path.write_bytes("é".encode("latin-1"))


def missing(path: Path) -> None:
    path.unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (fifo, "it is a pipe or a device"),
        (device, "it is a pipe or a device"),
        (folder, "it is a folder"),
        (plug, "cannot be read"),
        (sparse, "at most 64 KiB are read"),
        (latin, "it is no UTF-8 text"),
        (missing, "No such file"),
    ],
)
def test_what_is_no_text_file_is_told_and_not_waited_for(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "a"
    make(path)
    with pytest.raises(FileError, match=words) as told:
        text_of(path)
    assert str(path) in str(told.value)


def test_a_file_is_read_whole_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 3_000_000)
    assert bytes_of(path, most=3_000_000) == b"x" * 3_000_000
    with pytest.raises(FileError, match="too large"):
        bytes_of(path, most=2_999_999)


def test_a_file_that_says_it_is_empty_is_read_no_further_than_the_limit() -> None:
    """Files of the kernel have a size of 0."""
    assert len(bytes_of(Path("/proc/self/status"), most=100_000)) > 100
    with pytest.raises(FileError, match="too large"):
        bytes_of(Path("/proc/self/status"), most=100)


def test_a_file_that_comes_drop_by_drop_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 3_000_000)
    hours = iter(range(0, 100_000, 3600))
    with pytest.raises(FileError, match="longer than 30 s"):
        bytes_of(path, most=3_000_000, clock=lambda: next(hours))


def test_the_mark_of_some_editors_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbf[page]\r\n")
    assert text_of(tmp_path / "a") == "[page]\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a=" + 10_000 * "[" + 10_000 * "]", "nested too deeply"),
        ("a=" + 5000 * "9", "4300 digits"),
        (3000 * "a." + "a=1", "dots"),
        ("a='" + files.MOST_TEXT * "x" + "'", "too long"),
        ("a=", "Invalid"),
    ],
    ids=["nested", "digits", "parts", "long", "cut"],
)
def test_no_text_in_toml_takes_for_ever(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        toml_of(text)
