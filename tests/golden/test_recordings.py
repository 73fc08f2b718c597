"""The recordings are whole, and what compares with them passes nothing over."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from recordings import blocks, record
from recordings.blocks import (
    DIFFERENCES,
    FOLDER,
    RecordingError,
    blocks_of,
    differences,
    faults,
    manifest,
    recorded,
    text_of,
)

NAME = "commands.txt"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The recordings, in a folder where they can be damaged."""
    folder = tmp_path / "golden" / "v0.1.0"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(blocks, "GOLDEN", tmp_path / "golden")
    monkeypatch.setattr(blocks, "ROOT", tmp_path)
    for name, path in {"FOLDER": folder, "MADE": folder / "made.toml"}.items():
        monkeypatch.setattr(blocks, name, path)
    monkeypatch.setattr(blocks, "DIFFERENCES", folder / "differences.toml")
    (folder / "differences.toml").write_text("differences = []\n")
    return folder


def wanted(folder: Path, where: str, now: str) -> None:
    (folder / "differences.toml").write_text(
        f'differences = [\n    {{ where = "{where}", now = "{now}", what = "a", why = "b", issue = 1 }},\n]\n'
    )


def test_every_recording_is_there_as_it_was_recorded() -> None:
    listed = set(manifest()["files"])
    assert listed == {path.name for path in FOLDER.iterdir()} - {"made.toml", "differences.toml"}
    for name in listed:
        recorded(name)


def test_every_wanted_difference_is_of_a_recording() -> None:
    known = [line for name in manifest()["files"] for line in differences(name)]
    assert len(known) == sum(line.lstrip().startswith("{") for line in DIFFERENCES.read_text().splitlines())


def test_what_is_missing_or_damaged_is_told_with_the_way_to_get_it_back(copy: Path) -> None:
    (copy / NAME).write_text("== charkoni\n  nothing\n")
    with pytest.raises(RecordingError, match=r"commands\.txt is damaged.*`git checkout HEAD -- golden/v0"):
        recorded(NAME)
    (copy / NAME).unlink()
    with pytest.raises(RecordingError, match=r"commands\.txt is missing.*brings it back"):
        faults(NAME, {})
    (copy / "made.toml").unlink()
    with pytest.raises(RecordingError, match=r"made\.toml cannot be read"):
        recorded(NAME)


def test_a_difference_is_told_until_a_line_wants_it_and_a_further_one_again(copy: Path) -> None:
    now = blocks_of(recorded(NAME).decode())
    assert faults(NAME, now) == []
    now["charkoni play"] = ["usage: none"]
    [told] = faults(NAME, now)
    assert "+usage: none" in told
    total = blocks.sum_of({"charkoni play": ["usage: none"]})
    assert f'where = "commands.txt: charkoni play", now = "{total}"' in told
    wanted(copy, f"{NAME}: charkoni play", total)
    assert faults(NAME, now) == []
    now["charkoni play"] = ["usage: another"]
    assert "has changed again" in faults(NAME, now)[0]
    now["charkoni play"] = blocks_of(recorded(NAME).decode())["charkoni play"]
    assert faults(NAME, now) == [
        "differences.toml: “commands.txt: charkoni play” is no difference any more: remove its line"
    ]


def test_one_line_can_want_several_blocks_and_one_that_is_gone(copy: Path) -> None:
    now = {key: one for key, one in blocks_of(recorded(NAME).decode()).items() if "phones" not in key}
    now["charkoni telephones"] = ["usage: of telephones"]
    gone = blocks.sum_of({"charkoni phones": [], "charkoni telephones": ["usage: of telephones"]})
    assert len(faults(NAME, now)) == 2
    wanted(copy, f"{NAME}: charkoni *phones", gone)
    assert faults(NAME, now) == []


def test_a_line_without_a_reason_is_refused(copy: Path) -> None:
    (copy / "differences.toml").write_text(
        f'differences = [{{ where = "{NAME}: a", now = "00000000", what = "a", why = "", issue = 1 }}]\n'
    )
    with pytest.raises(RecordingError, match="none empty"):
        faults(NAME, {})


def test_blocks_are_read_as_they_were_written() -> None:
    made = {"GET /": ["200", "", "  indented, with an end ", "== no key"], "GET /a": []}
    assert blocks_of(text_of(made)) == made


def test_what_is_recorded_is_not_replaced_by_the_way(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (copy / NAME).read_bytes()
    monkeypatch.setattr(record, "GOLDEN", copy.parent)
    monkeypatch.setattr(sys, "argv", ["record", "v0.1.0", "commands"])
    with pytest.raises(SystemExit, match=r"is recorded already.*--overwrite"):
        record.main()
    assert (copy / NAME).read_bytes() == before
    assert not capsys.readouterr().out
