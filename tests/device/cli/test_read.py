"""Pictures from files: whole ones, bad ones, arriving ones, and overlays of them."""

from __future__ import annotations

import json
import os
import struct
import threading
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.__main__ import main
from device.cameras.folder import pictures
from device.cameras.pictures import CutError, PictureError, load_picture, load_unpacked
from device.cli.read import answer as print_answers
from device.errors import CameraError
from device.eye import picture_reader
from device.eye.picture_reader import PictureReader, arriving
from places import FRAMES

FRAME = FRAMES / "composed-9005.jpg"
GOOD = FRAME.read_bytes()


@pytest.fixture(scope="module")
def reader() -> PictureReader:
    return PictureReader("dice")


def answer(reader: PictureReader, path: Path) -> dict[str, Any]:
    return reader.answer(str(path))


def exif_turned(raw: bytes, orientation: int) -> bytes:
    """A JPEG whose EXIF says that it was taken with a turned camera."""
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    body = b"Exif\0\0" + tiff
    return raw[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + raw[2:]


def test_a_turned_camera_is_turned_back_by_its_exif(tmp_path: Path) -> None:
    turned = cv2.rotate(cv2.imread(str(FRAME)), cv2.ROTATE_90_COUNTERCLOCKWISE)
    raw = cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    (tmp_path / "a.jpg").write_bytes(exif_turned(raw, 6))
    assert load_picture(tmp_path / "a.jpg").shape == (480, 640, 3)


@pytest.mark.parametrize("form", ["grey", "alpha", "deep", "deep grey"])
def test_any_number_of_channels_and_bits_is_read_alike(
    reader: PictureReader, tmp_path: Path, form: str
) -> None:
    frame = cv2.imread(str(FRAME))
    made = {
        "grey": cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY),
        "alpha": cv2.cvtColor(frame, cv2.COLOR_BGR2BGRA),
        "deep": frame.astype(np.uint16) * 257,
        "deep grey": cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.uint16) * 257,
    }[form]
    cv2.imwrite(str(tmp_path / "a.png"), made)
    assert load_picture(tmp_path / "a.png").shape == (480, 640, 3)
    assert "error" not in answer(reader, tmp_path / "a.png")


def test_what_is_no_picture_is_told_in_words_and_the_next_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "cut.jpg").write_bytes(GOOD[: len(GOOD) // 2])
    (tmp_path / "text.jpg").write_text("no picture")
    cv2.imwrite(str(tmp_path / "tiny.png"), np.zeros((3, 3, 3), np.uint8))
    wrong = {
        "empty.jpg": "is empty",
        "cut.jpg": "is cut off",
        "text.jpg": "is no picture",
        "tiny.png": "3 x 3",
        "none.jpg": "does not exist",
        ".": "is a folder",
    }
    assert main(["read", *(str(tmp_path / name) for name in wrong), str(FRAME), "--expect", "dice:2"]) == 1
    *told, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(one) for one in told] == [{"image", "error"}] * len(wrong)
    assert all(words in one["error"] for words, one in zip(wrong.values(), told, strict=True))
    assert len(last["values"]) == 2


def told_of(reader: PictureReader, path: Path) -> str:
    """Read in a thread of its own, so that a reading that never ends fails and does not hang."""
    told: list[dict[str, Any]] = []
    reading = threading.Thread(target=lambda: told.append(reader.answer(str(path))), daemon=True)
    reading.start()
    reading.join(10)
    assert told, f"{path.name} is still being read"
    return str(told[0].get("error", ""))


@pytest.mark.parametrize("name", ["fifo", "larger than any picture"])
def test_what_is_no_regular_file_is_told_and_not_waited_for(
    reader: PictureReader, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "a.jpg"
    if name == "fifo":
        os.mkfifo(path)
    else:
        with path.open("wb") as file:
            file.truncate(10**11)  # sparse: it takes no room
    said = "is a pipe or a device" if name == "fifo" else "too large"
    assert said in told_of(reader, path)
    (tmp_path / "watched").mkdir()
    path.rename(tmp_path / "watched" / "a.jpg")
    stop = threading.Event()
    found = arriving(tmp_path / "watched", stop)
    assert said in told_of(reader, next(found))
    stop.set()
    assert list(found) == []


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_file_cut_or_changed_anywhere_never_breaks_the_reading(
    reader: PictureReader, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    small = cv2.imencode(
        data.draw(st.sampled_from([".jpg", ".png", ".bmp"])), cv2.imread(str(FRAME))[::6, ::6]
    )
    raw = bytearray(small[1].tobytes())
    for place in data.draw(st.lists(st.integers(0, len(raw) - 1), max_size=12)):
        raw[place] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        raw = raw[: data.draw(st.integers(0, len(raw)))]
    path = tmp_path_factory.getbasetemp() / "fuzzed.jpg"
    path.write_bytes(bytes(raw))
    told = reader.answer(str(path))
    assert ("error" in told) != ("certain" in told)


def test_overlays_are_saved_beside_and_never_over_the_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").write_bytes(GOOD)
    cv2.imwrite(str(tmp_path / "a.png"), cv2.imread(str(FRAME)))
    images = [str(tmp_path / "a.jpg"), str(tmp_path / "a.png")]
    assert main(["read", *images, "--expect", "dice:2", "--save", str(tmp_path / "seen")]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(one["saved"]).name for one in told] == ["a.jpg", "a.png.jpg"]
    drawn = cv2.imread(told[0]["saved"])
    assert drawn.shape == (480, 640, 3)
    assert np.abs(drawn.astype(int) - cv2.imread(str(FRAME))).max() > 100
    assert main(["read", images[0], "--save", str(tmp_path)]) == 2
    assert "itself lies there" in capsys.readouterr().err
    assert (tmp_path / "a.jpg").read_bytes() == GOOD
    assert main(["read", "--watch", str(tmp_path), "--save", str(tmp_path)]) == 2
    assert "read as new pictures" in capsys.readouterr().err


def test_a_half_written_picture_is_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_reader, "_PATIENCE_S", 600.0)
    monkeypatch.setattr(picture_reader, "_LOOK_S", 0.05)
    (tmp_path / "a.jpg").write_bytes(GOOD[: len(GOOD) // 2])
    (tmp_path / "b.jpg").write_bytes(GOOD)
    stop = threading.Event()
    watching = threading.Thread(
        target=print_answers, args=(PictureReader("dice:2"), arriving(tmp_path, stop))
    )
    watching.start()
    out = ""
    until = time.monotonic() + 60
    while "b.jpg" not in out and time.monotonic() < until:
        stop.wait(0.05)
        out += capsys.readouterr().out
    assert "a.jpg" not in out
    with (tmp_path / "a.jpg").open("ab") as file:
        file.write(GOOD[len(GOOD) // 2 :])
    while "a.jpg" not in out and time.monotonic() < until:
        stop.wait(0.05)
        out += capsys.readouterr().out
    stop.set()
    watching.join(20)
    told = [json.loads(line) for line in out.splitlines()]
    assert [Path(one["image"]).name for one in told] == ["b.jpg", "a.jpg"]
    assert [one["values"] for one in told] == [told[0]["values"]] * 2


def test_what_stays_half_written_or_is_hidden_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(picture_reader, "_PATIENCE_S", 0.0)
    monkeypatch.setattr(picture_reader, "_LOOK_S", 0.0)
    for name, raw in {"._b.jpg": b"\0\5\x16\7", ".c.jpg": GOOD, "a.jpg": GOOD[:5000], "b.jpg": GOOD}.items():
        (tmp_path / name).write_bytes(raw)
    stop = threading.Event()
    found = arriving(tmp_path, stop)
    assert next(found).name == "b.jpg"
    (tmp_path / "d.jpg").write_bytes(GOOD)
    assert next(found).name == "d.jpg"
    assert [record.getMessage().startswith("passed over: ") for record in caplog.records] == [True]
    (tmp_path / "a.jpg").write_bytes(GOOD)
    assert next(found).name == "a.jpg"
    stop.set()
    assert list(found) == []
    assert [path.name for path in pictures(tmp_path)] == ["a.jpg", "b.jpg", "d.jpg"]
    (tmp_path / "a.jpg").write_bytes(GOOD[:5000])
    with pytest.raises(CutError, match="copy it again"):
        load_picture(tmp_path / "a.jpg")
    assert issubclass(PictureError, CameraError)


def test_places_in_a_large_picture_are_told_in_its_own_pixels(reader: PictureReader, tmp_path: Path) -> None:
    frame = cv2.imread(str(FRAME))
    (tmp_path / "small.jpg").write_bytes(GOOD)
    large = cv2.resize(frame, None, fx=8, fy=8, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "large.jpg"), large)
    assert load_unpacked(tmp_path / "large.jpg").times == 2
    small, told = (answer(reader, tmp_path / f"{name}.jpg") for name in ("small", "large"))
    assert told["values"] == small["values"]
    pairs = zip(
        sorted(one["box"] for one in told["seen"]), sorted(one["box"] for one in small["seen"]), strict=True
    )
    for ours, theirs in pairs:
        assert np.abs(np.array(ours) / 8 - theirs).max() < 4
