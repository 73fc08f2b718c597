"""``charkoni tray`` and ``charkoni teach``: what the box remembers of its eye."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.__main__ import main
from device.camera.trays import placed, tray_of
from device.eye.taught import keep_taught, taught_of
from device.store import Journal
from engine.record import write
from places import FRAMES
from vision import Frame, Tray
from vision.calibration import FLOOR, USUAL, Taught
from vision.house_set import MOST, ShownThrow
from web.house.settings import MOST_LESSONS, HouseSettings, PlacedTray, Settings

TRUTH = tomllib.loads((FRAMES / "truth.toml").read_text())
DICE = FRAMES / "composed-9005.jpg"
"""Two fours."""
SHELLS = sorted(name for name, truth in TRUTH.items() if truth.get("shells", 0) > 3 and "hard" not in truth)
"""Throws of four shells and more."""


NO_CORNERS = ("", "1", "0,0 1,0 1,1", "a,b c,d e,f g,h", "0,0 1,0 1,1 0,7")


def empty_tray(*, oval: bool, seed: int = 1) -> Frame:
    """Felt with a wooden rim on a light table."""
    drawn = np.full((480, 640, 3), (160, 170, 180), np.uint8)
    for grow, colour in ((24, (50, 80, 130)), (0, (60, 90, 40))):
        if oval:
            cv2.ellipse(drawn, (320, 240), (230 + grow, 180 + grow), 0, 0, 360, colour, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(drawn, (110 - grow, 80 - grow), (530 + grow, 400 + grow), colour, -1)
    noise = np.random.default_rng(seed).normal(0, 4, drawn.shape)
    return np.asarray((drawn + noise).clip(0, 255), np.uint8)


def folder_of(tmp_path: Path, frames: list[Frame]) -> str:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, frame in enumerate(frames):
        cv2.imwrite(str(folder / f"{number:03}.png"), frame)
    return f"folder:{folder}"


def settings_in(folder: Path) -> Settings:
    with Journal(folder) as journal:
        return HouseSettings(journal).get()


@pytest.mark.parametrize("oval", [False, True])
def test_the_tray_is_found_and_remembered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], oval: bool
) -> None:
    camera = folder_of(tmp_path, [empty_tray(oval=oval, seed=seed) for seed in range(4)])
    assert main(["tray", "--camera", camera, "--data", str(tmp_path / "data")]) == 0
    out = capsys.readouterr().out
    assert "the light is good" in out
    assert f"The tray is {'oval' if oval else 'four-cornered'}, found" in out
    kept = tray_of(settings_in(tmp_path / "data"))
    assert kept is not None
    assert kept.shape == ("oval" if oval else "four-cornered")
    assert kept.trust > 0.9
    assert kept.is_in_view(empty_tray(oval=oval, seed=9))
    assert kept.contains(320, 240, width=640, height=480)
    assert kept.contains(125, 95, width=640, height=480) == (not oval)


def test_corners_are_set_by_hand_and_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = folder_of(tmp_path, [np.full((480, 640, 3), 90, np.uint8)])
    data = ["--data", str(tmp_path / "data")]
    assert main(["tray", "--camera", camera, *data]) == 1
    assert "No rim was found" in capsys.readouterr().out
    assert main(["tray", "--camera", camera, "--corners", "0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9", *data]) == 0
    assert "set by hand" in capsys.readouterr().out
    assert tray_of(settings_in(tmp_path / "data")) is not None
    assert main(["tray", "--camera", camera, "--forget", *data]) == 0
    assert tray_of(settings_in(tmp_path / "data")) is None


def test_a_rim_that_is_not_surely_one_changes_nothing_and_is_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cloth = np.asarray(cv2.imread(str(FRAMES / "composed-9017.jpg")), np.uint8)
    data = ["--data", str(tmp_path / "data")]
    assert main(["tray", "--camera", folder_of(tmp_path, [cloth]), *data]) == 1
    out = capsys.readouterr().out
    assert "A rim was found, but only 6" in out
    assert "nothing is changed" in out
    assert 'charkoni tray --corners "0.' in out
    assert tray_of(settings_in(tmp_path / "data")) is None


@pytest.mark.parametrize(
    ("command", "said"),
    [
        *((["tray", "--corners", corners], "--corners cannot be") for corners in NO_CORNERS),
        (["teach", "--expect", "auto"], ""),
        (["teach", "--expect", "dice:x"], ""),
        (["teach", "--expect", "dice:2", "--throws", "0"], ""),
        (["teach"], "--expect"),
    ],
)
def test_what_cannot_be_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], said: str
) -> None:
    assert main([*command, "--camera", "film", "--data", str(tmp_path)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("charkoni: ")
    assert said in line


def test_corners_set_on_the_page_win_over_what_was_found(tmp_path: Path) -> None:
    tray = Tray.find(empty_tray(oval=True))
    assert tray is not None
    with Journal(tmp_path) as journal:
        settings = HouseSettings(journal)
        settings.set(**vars(placed(tray, None)))
        assert tray_of(settings.get()) == tray
        corners = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]
        settings.set(tray=corners)
        assert tray_of(settings.get()) == Tray.from_corners(corners)


def test_what_was_kept_wrongly_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    assert tray_of(PlacedTray(tray=((0, 0),) * 4)) is None
    assert "cannot be" in caplog.text


def test_teach_says_how_sure_the_eye_is_and_learns_nothing_unasked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = folder_of(tmp_path, [np.asarray(cv2.imread(str(DICE)), np.uint8)] * 3)
    assert main(["teach", "--camera", camera, "--expect", "dice:2", "--data", str(tmp_path / "data")]) == 0
    out = capsys.readouterr().out
    assert "over 3 throws" in out
    assert out.count("die") >= 2
    assert "%" in out
    assert "Nothing was learnt" in out
    assert taught_of(settings_in(tmp_path / "data")) == Taught()


def test_what_a_person_says_is_learnt_and_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = folder_of(tmp_path, [np.asarray(cv2.imread(str(DICE)), np.uint8)] * 2)
    said = iter(["nonsense", "1 1", ""])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: next(said))
    data = str(tmp_path / "data")
    assert main(["teach", "--camera", camera, "--expect", "dice:2", "--throws", "5", "--data", data]) == 0
    assert "asks more often now" in capsys.readouterr().out
    assert taught_of(settings_in(tmp_path / "data")).dice > USUAL


def test_nothing_seen_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = folder_of(tmp_path, [empty_tray(oval=False)])
    assert main(["teach", "--camera", camera, "--expect", "cowries:6", "--data", str(tmp_path / "d")]) == 1
    assert "No throw was seen" in capsys.readouterr().out


def test_what_shells_look_like_is_remembered_and_forgotten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = SHELLS[0]
    camera = folder_of(tmp_path, [np.asarray(cv2.imread(str(FRAMES / name)), np.uint8)] * 2)
    mouths, shells = TRUTH[name]["mouths"], TRUTH[name]["shells"]
    said = iter([" ".join("m" * mouths + "b" * (shells - mouths)), "s"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: next(said))
    data = ["--data", str(tmp_path / "data")]
    assert main(["teach", "--camera", camera, "--expect", f"cowries:{shells}", *data]) == 0
    assert "remembered, from 1 throws" in capsys.readouterr().out
    [throw] = taught_of(settings_in(tmp_path / "data")).shells.throws
    assert (throw.mouths, throw.backs) == (mouths, shells - mouths)
    assert main(["teach", "--forget", *data]) == 0
    assert "forgotten" in capsys.readouterr().out
    kept = settings_in(tmp_path / "data")
    assert taught_of(kept) == Taught()


def test_what_is_taught_is_kept_within_its_limits(tmp_path: Path) -> None:
    good = write(ShownThrow(1, 0, (80.0, 1.0, 9.0, 12.0, 6.9, 0.1)))
    assert MOST_LESSONS == MOST
    with Journal(tmp_path) as journal:
        settings = HouseSettings(journal)
        keep_taught(settings, Taught(0.0, 0.0))
        assert taught_of(settings.get()) == Taught(FLOOR, FLOOR)
        settings.set(taught={"dice": 0.9, "shells": [good, {"mouths": "1"}, 7, None], "eye": "12ab34cd"})
        assert (len(taught_of(settings.get()).shells.throws), taught_of(settings.get()).dice) == (1, 0.9)
        settings.set(taught={"shells": [good] * MOST})
        shells = ([good] * (MOST + 1), good)
        for wrong in ({"cards": 0.5}, *({"shells": one} for one in shells), {"eye": 7}, {"eye": "x" * 17}):
            with pytest.raises(ValueError, match="taught"):
                settings.set(taught=wrong)
