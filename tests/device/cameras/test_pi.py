"""The Pi's camera, with a strict stand-in for Picamera2: `devices.picamera2_stand_in`."""

from __future__ import annotations

import importlib.util
import logging
import os
from collections.abc import Iterator
from itertools import islice

import pytest

import devices.picamera2_stand_in as stand_in
from device.cameras.camera import AWAY_S, FPS, Camera
from device.cameras.pi import PiCamera
from device.cameras.sources import open_camera
from device.cameras.steady import SETTLE_S
from device.errors import CameraError
from devices.picamera2_stand_in import AeFlickerModeEnum, AfModeEnum, World

LARGE, SMALL = (2304, 1296), (640, 360)
"""Of a Camera Module 3: the whole of its sensor."""
INSTALLED = importlib.util.find_spec("picamera2") is not None


class Clock:
    """Goes on by one frame whenever it is asked."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1 / FPS
        return self.now


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    with stand_in.installed(monkeypatch) as world:
        yield world


def look(camera: PiCamera, count: int = 1) -> None:
    """Take some shots and let the camera go."""
    shots = camera.shots()
    for _ in range(count):
        next(shots)
    shots.close()


def choose(spec: str) -> Camera:
    return open_camera(spec, wanted=lambda: None, ready=lambda: False, pause=lambda _: True)


@pytest.mark.skipif(INSTALLED, reason="this machine has Picamera2")
def test_without_picamera2_it_says_what_to_install() -> None:
    assert not PiCamera.is_there()
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        look(PiCamera())


def test_the_pi_camera_is_preferred_where_there_is_one(world: World) -> None:
    assert isinstance(choose("auto"), PiCamera)


def test_a_usb_camera_that_libcamera_lists_is_no_pi_camera(world: World) -> None:
    world.infos = [{"Id": "/base/axi/pcie@120000/rp1/usb@300000-2:1.0-046d:0825", "Num": 0}]
    assert not PiCamera.is_there()


def test_a_small_picture_is_watched_and_a_large_one_read_of_the_same_moment(world: World) -> None:
    camera = PiCamera(clock=Clock())
    shots = camera.shots()
    for number in (1, 2, 3):
        shot = next(shots)
        assert shot.frame.shape == (SMALL[1], SMALL[0], 3)
        assert shot.full is not None
        large = shot.full()
        assert large.shape == (LARGE[1], LARGE[0], 3)
        assert large[0, 0].tolist() == [20 + number, 70, 70]  # blue, green, red
        if number == 1:
            assert shot.frame[0, 0].tolist() == pytest.approx([40, 60, 180], abs=3)
    shots.close()
    camera.close()
    camera.close()
    assert world.held == 0
    assert world.log == ["open", "start", "stop", "close"]
    look(camera)
    assert world.asked_for_modes == 1, "one that comes back is not asked again"


def test_what_pads_the_rows_of_the_small_picture_is_cut_off(world: World) -> None:
    world.padding = 64
    [shot] = islice(PiCamera(clock=Clock()).shots(), 1)
    assert shot.frame.shape == (SMALL[1], SMALL[0], 3)
    assert shot.frame.flags.c_contiguous
    assert (shot.frame == shot.frame[0, 0]).all()


def test_it_asks_for_the_whole_field_of_view_at_the_boxs_pace(world: World) -> None:
    look(PiCamera())
    asked = world.configuration
    assert asked["main"] == {"size": LARGE, "format": "RGB888"}
    assert asked["lores"] == {"size": SMALL, "format": "YUV420"}
    assert asked["raw"] == {"size": (2304, 1296)}
    assert world.at_start["FrameDurationLimits"] == (66667, 66667)


@pytest.mark.parametrize(
    ("module", "width", "sensor", "large"),
    [
        ("module 1", 0, (1296, 972), (1296, 972)),
        ("module 2", 0, (1640, 1232), (1640, 1232)),
        ("module 3", 0, (2304, 1296), (2304, 1296)),
        ("HQ", 0, (2028, 1520), (2028, 1520)),
        ("module 3", 1280, (2304, 1296), (1280, 720)),
        ("module 3", 4608, (4608, 2592), (4608, 2592)),
        ("module 2", 2304, (3280, 2464), (2304, 1730)),
        ("module 2", 9000, (3280, 2464), (3280, 2464)),
        ("module 1", 640, (1296, 972), (640, 480)),
    ],
)
def test_of_each_module_the_smallest_mode_is_taken_that_shows_all_of_it_and_is_as_wide_as_asked_for(
    world: World, module: str, width: int, sensor: tuple[int, int], large: tuple[int, int]
) -> None:
    world.modes = stand_in.MODULES[module]
    [shot] = islice(PiCamera(**({"width": width} if width else {})).shots(), 1)
    assert [world.configuration[name]["size"] for name in ("raw", "main")] == [sensor, large]
    assert shot.frame.shape == (360 if module == "module 3" else 480, 640, 3)


@pytest.mark.parametrize("modes", [[], [{"format": "MJPEG"}], [{"size": 3, "crop_limits": (1,), "fps": "x"}]])
def test_a_sensor_that_tells_no_modes_is_asked_for_half_its_size(
    world: World, modes: list[dict[str, object]]
) -> None:
    world.modes = modes
    look(PiCamera())
    assert world.configuration["raw"] == {"size": (2304, 1296)}


def test_the_second_camera_is_the_second_of_the_pis_own(world: World) -> None:
    world.infos = [
        {"Id": "/base/axi/pcie@120000/rp1/usb@300000-2:1.0-046d:0825", "Num": 0},
        {"Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 1},
        {"Id": "/base/soc/i2c0mux/i2c@0/imx219@10", "Num": 2},
    ]
    cameras = [PiCamera(), PiCamera(number=1, fps=5)]
    for camera in cameras:
        look(camera)
    assert world.opened == [1, 2]
    assert world.at_start["FrameDurationLimits"] == (200_000, 200_000)
    assert [camera.source for camera in cameras] == ["pi:0", "pi:1"]
    del world.infos[2]
    with pytest.raises(CameraError, match="no camera on the Pi’s ribbon"):
        look(cameras[1])


@pytest.mark.parametrize(("degrees", "flips"), [(0, (False, False)), (180, (True, True))])
def test_a_camera_that_hangs_upside_down_is_turned_by_the_isp(
    world: World, degrees: int, flips: tuple[bool, bool]
) -> None:
    look(PiCamera(rotation=degrees))
    transform = world.configuration["transform"]
    assert (transform.hflip, transform.vflip) == flips


@pytest.mark.parametrize("degrees", [0, 180])
def test_a_camera_that_cannot_turn_its_picture_is_turned_afterwards(world: World, degrees: int) -> None:
    world.can_turn, world.marked = False, True
    shots = PiCamera(rotation=degrees).shots()
    shot = next(shots)
    assert shot.full is not None
    for picture in (shot.frame, shot.full()):
        bright = picture[-1, -1] if degrees else picture[0, 0]
        dark = picture[0, 0] if degrees else picture[-1, -1]
        assert bright.min() > dark.min() + 50
        assert picture.flags.c_contiguous
    shots.close()


@pytest.mark.parametrize(
    ("hz", "told"), [(50, (AeFlickerModeEnum.Manual, 10_000)), (60, (AeFlickerModeEnum.Manual, 8_333))]
)
def test_exposure_avoids_the_flicker_of_the_mains(world: World, hz: int, told: tuple[object, int]) -> None:
    look(PiCamera())
    assert "AeFlickerMode" not in world.at_start  # in daylight alone
    look(PiCamera(flicker_hz=hz))
    assert (world.at_start["AeFlickerMode"], world.at_start["AeFlickerPeriod"]) == told


def test_after_the_calibration_exposure_white_balance_and_focus_stay(world: World) -> None:
    tray: list[object] = [None]
    camera = PiCamera(flicker_hz=50, calibration=lambda: tray[0], clock=Clock())
    shots = camera.shots()
    for _ in range(30):
        next(shots)
    assert (world.controls["AeEnable"], world.controls["AwbEnable"]) == (True, True)
    assert camera.locked == {}
    tray[0] = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    for _ in range(round((SETTLE_S + 1.2) * FPS)):
        next(shots)
    held = {"ExposureTime": 9_990, "AnalogueGain": 2.5, "ColourGains": (1.6, 1.9), "LensPosition": 2.4}
    assert camera.locked == held
    assert camera.held == {"exposure", "white balance", "focus"}
    off = {"AeEnable": False, "AwbEnable": False, "AfMode": AfModeEnum.Manual}
    assert {name: world.controls[name] for name in held | off} == held | off
    assert world.controls["AeFlickerPeriod"] == 10_000
    camera.unlock()
    next(shots), next(shots)
    assert camera.locked == {}
    assert (world.controls["AeEnable"], world.controls["ExposureTime"]) == (True, 0)
    assert world.controls["AfMode"] is AfModeEnum.Continuous


def test_a_camera_that_comes_back_is_locked_as_it_was_from_its_first_frame(world: World) -> None:
    camera = PiCamera(clock=Clock())
    camera.lock()
    look(camera, 2)
    look(camera)
    assert (world.at_start["ExposureTime"], world.at_start["AeEnable"]) == (9_990, False)


def test_the_sensor_tells_which_lens_it_has_once_it_is_opened(world: World) -> None:
    camera = PiCamera(clock=Clock())
    assert camera.lens == ""
    look(camera)
    assert camera.lens == ""  # this one has no name
    for model, lens in (("imx708_wide", "module-3-wide"), ("imx219", "module-2"), ("imx477", "")):
        world.infos[0]["Model"] = model
        look(camera)
        assert camera.lens == lens


def test_a_fixed_lens_is_asked_nothing_about_focus(world: World) -> None:
    world.lacks = stand_in.FOCUS
    camera = PiCamera(clock=Clock())
    camera.lock()
    look(camera, 3)
    assert not set(world.controls) & {"AfMode", "LensPosition"}
    assert camera.locked["ExposureTime"] == 9_990


def test_a_camera_with_nothing_to_lock_says_so_and_is_asked_nothing(world: World) -> None:
    world.lacks = stand_in.CONTROLS
    camera = PiCamera(flicker_hz=50, clock=Clock())
    assert camera.held == frozenset()
    camera.lock()
    look(camera, 3)
    assert world.controls == {}
    assert camera.locked == {}
    assert camera.held is None


def test_what_a_camera_only_tells_is_not_held(world: World) -> None:
    world.lacks = world.only_tells = ("AnalogueGain", "ExposureTime")
    camera = PiCamera(clock=Clock())
    camera.lock()
    look(camera, 3)
    assert camera.held == {"white balance", "focus"}


def test_a_ribbon_that_slips_ends_the_shots_and_does_not_hang(world: World) -> None:
    camera = PiCamera(clock=Clock())
    shots = camera.shots()
    next(shots)
    world.plugged = False
    with pytest.raises(CameraError, match="stopped giving pictures: check its ribbon cable"):
        next(shots)
    assert world.log[-2:] == ["stop", "close"]
    with pytest.raises(CameraError, match="no camera on the Pi’s ribbon"):
        look(camera)
    world.plugged = True
    look(camera)
    assert world.log.count("start") == 2


@pytest.mark.parametrize("fault", ["capture", "small", "size"])
def test_a_bad_frame_is_skipped(world: World, fault: str) -> None:
    world.faults = dict.fromkeys([1, 3, 4], fault)
    camera = PiCamera(clock=Clock(), pause=lambda _: False)
    large = []
    for shot in islice(camera.shots(), 3):
        assert shot.full is not None
        large.append(int(shot.full()[0, 0, 0]) - 20)
    assert large == [2, 5, 6]
    assert world.log == ["open", "start", "stop", "close"]


@pytest.mark.parametrize("fault", ["capture", "small", "size"])
def test_two_seconds_without_a_good_frame_are_a_loss(world: World, fault: str) -> None:
    world.faults = dict.fromkeys(range(5, 999), fault)
    shots = PiCamera(clock=Clock(), pause=lambda _: False).shots()
    with pytest.raises(CameraError, match="the Pi’s camera stopped"):
        list(shots)
    assert AWAY_S * FPS / 2 - 2 < world.frames - 5 < AWAY_S * FPS + 1
    assert world.log == ["open", "start", "stop", "close"]


def test_what_could_not_be_locked_is_locked_with_the_next_frame(world: World) -> None:
    world.faults = {1: "controls"}
    camera = PiCamera(clock=Clock(), pause=lambda _: False)
    camera.lock()
    look(camera, 4)
    assert world.controls["AeEnable"] is False
    assert world.log == ["open", "start", "stop", "close"]


def test_nobody_waits_for_a_thread_of_picamera2_that_has_died(world: World) -> None:
    camera = PiCamera(clock=Clock())
    shots = camera.shots()
    next(shots)
    world.thread_died = True
    with pytest.raises(CameraError, match="stopped giving pictures"):
        next(shots)
    look(camera)
    assert world.log.count("close") == 2


def test_a_busy_camera_says_so_and_tries_without_end_leave_no_file_open(world: World) -> None:
    world.busy = True
    for _ in range(50):
        with pytest.raises(CameraError, match="resource busy; check its ribbon cable, and stop the program"):
            look(PiCamera())
    assert len(world.pipes) == 50
    for pipe in set(world.pipes):
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(pipe)


def test_a_camera_that_was_opened_halfway_is_let_go_again(world: World) -> None:
    world.breaks_at = "look"
    with pytest.raises(CameraError, match="cannot be opened: 'lores'") as refused:
        look(PiCamera())
    assert refused.tb is not None  # a report of the error, which keeps the half camera alive
    world.breaks_at = ""
    look(PiCamera())
    assert world.log == ["open", "start", "stop", "close"]


@pytest.mark.parametrize(("level", "lines"), [(logging.INFO, 0), (logging.DEBUG, 3)])
def test_what_picamera2_says_of_every_try_is_for_those_who_ask(
    world: World, caplog: pytest.LogCaptureFixture, level: int, lines: int
) -> None:
    theirs = logging.getLogger("picamera2")
    theirs.setLevel(logging.NOTSET)
    with caplog.at_level(level):
        look(PiCamera())
        world.busy = True
        for _ in range(2):
            with pytest.raises(CameraError):
                look(PiCamera())
    theirs.setLevel(logging.NOTSET)
    assert len([line for line in caplog.records if line.name.startswith("picamera2")]) == lines
