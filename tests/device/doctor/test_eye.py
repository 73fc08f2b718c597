"""What the doctor says of the camera, the film and the light in their pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from device.cameras.folder import FolderCamera
from device.config import Config, read_config
from device.doctor import examination
from device.doctor.patient import Patient
from device.errors import CameraError
from devices.findings import told
from vision import Frame


def still(brightness: float) -> Frame:
    chance = np.random.default_rng(5)
    return np.clip(chance.normal(brightness, 4, (96, 128, 3)), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("brightness", "how", "said"),
    [(3, "fail", "dark"), (20, "warn", "rather dark"), (90, "ok", "steady"), (240, "warn", "too bright")],
)
def test_light_is_judged_by_the_pictures(brightness: float, how: str, said: str) -> None:
    finding = examination.light([still(brightness)] * 5)
    assert told(finding)[0] == how
    assert said in str(finding.text)


def test_light_that_flickers_is_told_from_a_hand_in_the_picture() -> None:
    wave = [90 + 12 * np.sin(2.1 * number) for number in range(15)]
    assert "flickers" in str(examination.light([still(brightness) for brightness in wave]).text)
    hand = [still(90) for _ in range(15)]
    for number, frame in enumerate(hand):
        frame[10 + number : 40 + number] = 160
    assert "steady" in str(examination.light(hand).text)


def test_a_camera_that_is_missing_breaks_or_hangs_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = Patient(read_config(f'[camera]\nsource = "folder:{tmp_path}/none"'), tmp_path)
    (only,) = examination.look(patient).findings
    assert only.verdict == "broken"
    assert "there is no folder" in str(only.advice)

    class Broken(FolderCamera):
        def shots(self) -> Iterator[object]:  # type: ignore[override]
            raise CameraError("it was unplugged: plug it in again")

    class Hanging(FolderCamera):
        def shots(self) -> Iterator[object]:  # type: ignore[override]
            time.sleep(1.0)
            return iter(())

    for kind, said in ((Broken, "plug it in again"), (Hanging, "it hangs")):
        monkeypatch.setattr(examination, "open_camera", lambda *_, kind=kind, **__: kind(tmp_path))
        (only,) = examination.look(patient, patience_s=0.1).findings
        assert only.verdict == "broken"
        assert said in str(only.advice)


def test_the_film_is_looked_at_and_instead_of_a_camera_it_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = examination.look(Patient(read_config('[camera]\nsource = "film"'), tmp_path))
    assert [told(one)[0] for one in asked.findings] == ["ok", "ok"]
    assert asked.frame is not None
    film = examination.open_camera("film", wanted=lambda: None, ready=lambda: False, pause=lambda _: False)
    monkeypatch.setattr(examination, "open_camera", lambda *_, **__: film)
    found = examination.look(Patient(Config(), tmp_path)).findings
    assert [told(one)[0] for one in found] == ["warn", "ok"]
