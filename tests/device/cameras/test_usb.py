"""A USB camera: it says what is in its way, and one that is plugged in again goes on."""

from __future__ import annotations

import fcntl
import struct
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.camera import AWAY_S, FPS, REST_FPS
from device.cameras.modes import Mode, usb_modes
from device.cameras.steady import SETTLE_S, Steady
from device.cameras.usb import V4l2Camera, set_control
from device.errors import CameraError
from vision import Frame

EXPOSURE, WHITE, FOCUS, FLICKER = 0x9A0901, 0x98090C, 0x9A090C, 0x980918


def grey(level: int) -> Frame:
    frame = np.full((48, 64, 3), level, np.uint8)
    frame[:8, :8] = 200
    return frame


def levels(camera: V4l2Camera, count: int) -> list[int]:
    return [int(shot.frame[24, 32, 0]) for shot in islice(camera.shots(), count)]


class Usb:
    """Stands in for OpenCV's VideoCapture: gives some frames, then is gone."""

    def __init__(self, *, opens: bool = True, frames: int = 3) -> None:
        self.opens = opens
        self.frames = frames
        self.released = 0
        self.asked: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def set(self, what: int, value: float) -> bool:
        self.asked[what] = value
        return True

    def grab(self) -> bool:
        self.frames -= 1
        return self.frames >= 0

    def retrieve(self) -> tuple[bool, Any]:
        return True, grey(9)

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "video0"
    path.touch()
    return path


class Driver:
    """Writes down which control it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    def __call__(self, device: Path, control: int, value: int) -> bool:
        self.told.append((control, value))
        return True


def usb_camera(device: Path, usb: Usb, *, step_s: float = 0.07, **more: Any) -> V4l2Camera:
    now = iter(np.arange(0, 1000, step_s))
    usual = {"tell": Driver(), "names": device.parent / "by-id", "clock": lambda: float(next(now))}
    more = {**usual, "pause": lambda _: False} | more
    return V4l2Camera(device, capture=lambda _: usb, **more)


def test_a_usb_camera_gives_frames_and_is_let_go(device: Path) -> None:
    usb = Usb(frames=100)
    camera = usb_camera(device, usb)
    assert levels(camera, 3) == [9, 9, 9]
    camera.close()
    camera.close()
    assert usb.released == 1


@pytest.mark.parametrize(("step_s", "fps"), [(1 / 60, FPS), (1 / 30, 4.0)])
def test_a_camera_gives_no_more_pictures_than_were_asked_for(device: Path, step_s: float, fps: float) -> None:
    camera = usb_camera(device, Usb(frames=300), step_s=step_s, fps=fps)
    times = [shot.time_s for shot in islice(camera.shots(), 8)]
    assert 1.1 / fps > (times[-1] - times[0]) / 7 >= 0.7 / fps


def test_a_missing_camera_is_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"there is no camera .*video7"):
        levels(V4l2Camera(tmp_path / "video7"), 1)


@pytest.mark.parametrize("usb", [Usb(opens=False), Usb(frames=0)])
def test_a_busy_camera_says_what_would_help(device: Path, usb: Usb) -> None:
    with pytest.raises(CameraError, match="stop the program that uses it"):
        levels(usb_camera(device, usb), 1)
    assert usb.released == 1


def test_a_frozen_camera_is_let_go_and_says_what_to_do(device: Path) -> None:
    usb = Usb(frames=2000)
    camera = usb_camera(device, usb)
    with pytest.raises(CameraError, match="the same picture again and again: unplug it"):
        levels(camera, 1500)
    assert usb.released == 1


class Faulty(Usb):
    """Gives frames of 0, 1, 2 and so on, but for those that the test has spoilt."""

    def __init__(self, spoilt: dict[int, Any]) -> None:
        super().__init__(frames=10_000)
        self.spoilt = spoilt
        self.number = -1

    def grab(self) -> bool:
        self.number += 1
        return not isinstance(self.spoilt.get(self.number), str)

    def retrieve(self) -> tuple[bool, Any]:
        spoilt = self.spoilt.get(self.number, grey(self.number % 200))
        if isinstance(spoilt, Exception):
            raise spoilt
        return spoilt if isinstance(spoilt, tuple) else (True, spoilt)


SPOILT = {
    "a buffer of 0 bytes": cv2.error("(-215:Assertion failed) !buf.empty() in function 'imdecode_'"),
    "no picture": None,
    "not retrieved": (False, None),
    "not grabbed": "not grabbed",
    "size 0": np.zeros((0, 64, 3), np.uint8),
    "grey": np.zeros((48, 64), np.uint8),
    "floats": np.zeros((48, 64, 3), np.float32),
}


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
def test_a_bad_frame_is_skipped(device: Path, spoilt: object) -> None:
    usb = Faulty({0: spoilt, 3: spoilt, 4: spoilt})
    assert levels(usb_camera(device, usb), 4) == [1, 2, 5, 6]
    assert usb.released == 1


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
def test_a_camera_without_a_good_frame_for_two_seconds_is_lost(device: Path, spoilt: object) -> None:
    usb = Faulty(dict.fromkeys(range(5, 10_000), spoilt))
    with pytest.raises(CameraError, match="stopped giving pictures"):
        levels(usb_camera(device, usb, step_s=0.07), 9)
    assert AWAY_S / 0.07 / 2 - 2 < usb.number - 5 < AWAY_S / 0.07 + 2


def test_a_bad_frame_after_long_work_on_a_good_one_is_no_loss(device: Path) -> None:
    now = [0.0]
    usb = Faulty({2: None})
    camera = V4l2Camera(device, capture=lambda _: usb, tell=Driver(), clock=lambda: now[0])  # type: ignore[arg-type, return-value]
    seen = []
    for shot in camera.shots():
        seen.append(int(shot.frame[24, 32, 0]))
        now[0] += 10 * AWAY_S
        if len(seen) == 3:
            break
    assert seen == [0, 1, 3]


def test_a_camera_that_gives_nothing_is_asked_no_faster_than_its_pace(device: Path) -> None:
    pauses: list[float] = []
    usb = Faulty({2: "not grabbed", 3: "not grabbed"})
    camera = usb_camera(device, usb, pause=lambda seconds: pauses.append(seconds))
    assert levels(camera, 3) == [0, 1, 4]
    assert pauses == [1 / FPS] * 2


def test_a_camera_that_is_pulled_out_says_so_as_long_as_it_is_away(device: Path) -> None:
    camera = usb_camera(device, Usb(frames=2))
    shots = camera.shots()
    next(shots), next(shots)
    device.unlink()
    with pytest.raises(CameraError, match="was unplugged"):
        next(shots)
    for _ in range(2):
        with pytest.raises(CameraError, match="was unplugged"):
            levels(camera, 1)


def test_a_camera_that_is_plugged_in_again_goes_on(device: Path) -> None:
    camera = usb_camera(device, Usb(frames=1))
    with pytest.raises(CameraError, match="stopped giving pictures"):
        levels(camera, 2)
    camera._capture = lambda _: Usb()
    assert levels(camera, 1) == [9]


def test_a_device_that_is_no_camera_is_refused_by_opencv(device: Path) -> None:
    with pytest.raises(CameraError, match="busy or gives no pictures"):
        V4l2Camera(device).check()


def test_a_camera_that_hangs_upside_down_is_turned(device: Path) -> None:
    [shot] = islice(usb_camera(device, Usb(), rotation=180).shots(), 1)
    assert (shot.frame[0, 0, 0], shot.frame[-1, -1, 0]) == (9, 200)


@pytest.mark.parametrize(("hz", "told"), [(50, [(FLICKER, 1)]), (60, [(FLICKER, 2)]), (0, [])])
def test_the_driver_is_told_the_mains(device: Path, hz: int, told: list[tuple[int, int]]) -> None:
    driver = Driver()
    levels(usb_camera(device, Usb(), flicker_hz=hz, tell=driver), 1)
    assert driver.told == told


def test_a_locked_camera_is_locked_again_when_it_comes_back(device: Path) -> None:
    driver = Driver()
    locked, free = [(EXPOSURE, 1), (WHITE, 0), (FOCUS, 0)], [(EXPOSURE, 3), (WHITE, 1), (FOCUS, 1)]
    camera = usb_camera(device, Usb(frames=2), tell=driver)
    camera.lock()
    with pytest.raises(CameraError):
        levels(camera, 9)
    assert driver.told == locked
    camera._capture = lambda _: Usb(frames=9)
    levels(camera, 1)
    assert driver.told == locked * 2
    camera.unlock()
    levels(camera, 2)
    assert driver.told == [*locked * 3, *free]


def test_a_camera_says_what_it_holds_still_and_that_it_can_hold_nothing(device: Path) -> None:
    takes = {EXPOSURE, FOCUS}
    camera = usb_camera(device, Usb(frames=99), tell=lambda _device, control, _value: control in takes)
    assert camera.held == frozenset()
    shots = camera.shots()
    held = []
    for wish in (camera.lock, camera.unlock, camera.lock):
        next(shots)
        wish()
        next(shots)
        held.append(camera.held)
    assert held == [{"exposure", "focus"}, frozenset(), {"exposure", "focus"}]
    takes.clear()
    camera.lock()
    next(shots)
    next(shots)
    assert camera.held is None


def test_a_control_is_set_by_the_drivers_own_call(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, bytes]] = []
    monkeypatch.setattr(fcntl, "ioctl", lambda _, request, what: asked.append((request, what)))
    assert set_control(device, FLICKER, 2)
    # VIDIOC_S_CTRL as linux/videodev2.h composes it: read and write, 8 bytes, 'V', 28.
    assert asked == [(3 << 30 | 8 << 16 | ord("V") << 8 | 28, struct.pack("=Ii", FLICKER, 2))]


def test_a_camera_is_locked_once_the_tray_is_calibrated_and_has_settled() -> None:
    tray: list[object] = [None]
    steady = Steady(lambda: tray[0])
    assert [steady.wish(now) for now in (0, 1, 2)] == [None] * 3
    tray[0] = "corners"
    assert [steady.wish(now) for now in (2.5, 3, 4, 3 + SETTLE_S, 9)] == [None, False, None, True, None]
    tray[0] = "other corners"
    assert [steady.wish(now) for now in (10, 11, 10 + SETTLE_S, 20)] == [False, None, True, None]
    tray[0] = None
    assert [steady.wish(now) for now in (30, 31, 40)] == [False, None, None]


def test_what_a_person_wishes_goes_before_the_calibration() -> None:
    steady = Steady(lambda: "corners")
    assert steady.wish(0) is False
    steady.unlock()
    assert [steady.wish(now) for now in (0.1, 10, 20)] == [False, None, None]
    steady.lock()
    assert [steady.wish(now) for now in (30, 31)] == [True, None]


WEBCAM = [
    Mode(640, 480, 30),
    Mode(1280, 960, 30),
    Mode(1920, 1080, 30),
    Mode(1920, 1200, 5),
    Mode(3840, 2160, 30),
]


@pytest.mark.parametrize(
    ("modes", "more", "size"),
    [
        (WEBCAM, {}, (1920, 1080)),
        (WEBCAM, {"fps": 5}, (1920, 1200)),
        (WEBCAM, {"width": 1280}, (1280, 960)),
        (WEBCAM, {"width": 3840}, (3840, 2160)),
        (WEBCAM, {"width": 320}, (640, 480)),
        ([Mode(1280, 720, 5)], {}, (1280, 720)),
        ([], {}, (1280, 960)),
    ],
)
def test_the_widest_size_that_keeps_the_pace_is_asked_for(
    device: Path, modes: list[Mode], more: dict[str, int], size: tuple[int, int]
) -> None:
    usb = Usb()
    levels(usb_camera(device, usb, modes=lambda _: modes, **more), 1)
    assert (usb.asked[cv2.CAP_PROP_FRAME_WIDTH], usb.asked[cv2.CAP_PROP_FRAME_HEIGHT]) == size
    assert usb.asked[cv2.CAP_PROP_FPS] == more.get("fps", FPS)


class Listing:
    """A driver that lists its JPEG sizes and how fast they come, as linux/videodev2.h lays it out."""

    SIZES, RATES = 3 << 30 | 44 << 16 | ord("V") << 8 | 74, 3 << 30 | 52 << 16 | ord("V") << 8 | 75

    def __init__(self, sizes: dict[tuple[int, int], list[int]], *, steps: bool = False) -> None:
        self.sizes = sizes
        self.steps = steps

    def __call__(self, _: int, request: int, told: bytearray) -> None:
        number, form = struct.unpack_from("=2I", told)
        assert bytes(told[4:8]) == b"MJPG"
        assert form
        if request == self.SIZES:
            assert len(told) == 44
            if number >= len(self.sizes):
                raise OSError
            width, height = list(self.sizes)[number]
            struct.pack_into("=3I", told, 8, 1, width, height)
            if self.steps:
                struct.pack_into("=7I", told, 8, 3, 16, width, 8, 16, height, 8)
            return
        assert request == self.RATES
        assert len(told) == 52
        rates = self.sizes[struct.unpack_from("=2I", told, 8)]  # type: ignore[index]
        if number >= len(rates):
            raise OSError
        struct.pack_into("=3I", told, 16, 1, 1, rates[number])


@pytest.mark.parametrize("steps", [False, True])
def test_a_driver_says_in_which_sizes_and_how_fast_pictures_come(
    device: Path, monkeypatch: pytest.MonkeyPatch, steps: bool
) -> None:
    sizes = (
        {(1280, 720): [30, 15]} if steps else {(640, 480): [30], (1920, 1080): [5, 30, 15], (2592, 1944): []}
    )
    monkeypatch.setattr(fcntl, "ioctl", Listing(sizes, steps=steps))
    found = usb_modes(device)
    assert found == [Mode(width, height, max(rates, default=0)) for (width, height), rates in sizes.items()]


def test_what_is_no_camera_lists_nothing_and_has_no_controls(device: Path, tmp_path: Path) -> None:
    for path in (device, tmp_path / "absent"):
        assert usb_modes(path) == []
        assert not set_control(path, FLICKER, 1)


def test_a_camera_that_comes_back_under_another_number_is_found_and_not_mixed_up(
    device: Path, tmp_path: Path
) -> None:
    names = tmp_path / "by-id"
    names.mkdir()
    mine = names / "usb-mine-index0"
    mine.symlink_to(device)
    camera = usb_camera(device, Usb(frames=1))
    with pytest.raises(CameraError):
        levels(camera, 2)
    mine.unlink()
    (names / "usb-other-index0").symlink_to(device)  # the other one has its number now, and it is away
    with pytest.raises(CameraError, match="was unplugged"):
        levels(camera, 1)
    (tmp_path / "video2").touch()
    mine.symlink_to(tmp_path / "video2")
    camera._capture = lambda _: Usb()
    assert levels(camera, 1) == [9]
    assert camera.source == str(tmp_path / "video2")
    assert str(camera.title) == f"the USB camera {tmp_path / 'video2'}"


class Waiting(Usb):
    """A camera of 15 pictures a second whose driver keeps one for whoever comes late; on its own clock."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.taken, self.woken = 0.0, -1, 0

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> bool:
        self.woken += 1
        self.now += seconds
        return False

    def grab(self) -> bool:
        newest = int(self.now * FPS + 1e-6)
        if newest <= self.taken:
            self.woken += 1
            newest = self.taken + 1
            self.now = newest / FPS
        self.taken = newest
        self.now += 1e-4
        return True


def test_a_camera_at_rest_is_woken_twice_a_picture_and_gives_none_that_is_old(device: Path) -> None:
    usb = Waiting()
    camera = usb_camera(device, usb, clock=usb.clock, pause=usb.pause)
    shots = camera.shots()
    next(shots)
    camera.set_pace(REST_FPS)
    usb.woken, began = 0, usb.now
    ages = [usb.now - usb.taken / FPS for _ in islice(shots, 20)]
    assert 20 / (usb.now - began) <= REST_FPS
    assert usb.woken <= 2 * 20
    assert max(ages) < 0.01
    camera.set_pace(FPS)
    began = usb.now
    next(islice(shots, 14, None))
    assert usb.now - began < 1.1
    camera.close()
