"""The loop with real cameras' ways: small and large pictures, a cable pulled out, and the box's own light."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.cameras.camera import FPS, REST_AFTER_S, REST_FPS, Camera, Shot
from device.cameras.pictures import tray_in
from device.cameras.usb import V4l2Camera
from device.loop import Loop
from device.outputs.lights import Lights
from engine.events import Logged, Setup, Threw
from engine.table import Table
from engine.throw import Dice
from frames_for_tests import opened
from sight_for_tests import HeldTray
from vision import Expect, Face, Frame, Reading, Seen, Tray, Watch
from waiting_for_tests import wait_until

FOUR_TIMES = 4
BEAT_S = 0.002

until = partial(wait_until, within_s=20)


class Whites:
    """Reads white squares as ones, and writes down how large the pictures were."""

    def __init__(self, reading: Callable[[], object] = lambda: None) -> None:
        self.shapes: list[tuple[int, ...]] = []
        self.reading = reading

    def read(self, frame: Frame, *, expect: Expect, tray: Tray | None = None, **_: object) -> Reading:
        self.shapes.append(frame.shape)
        self.reading()
        white = (frame.min(axis=2) > 200).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(white)
        seen = [Seen(Face.ONE, 0.99, *map(float, one[:4])) for one in stats[1:count].tolist()]
        return Reading("dice" if seen else "nothing", tuple(seen), bool(seen))


def cloth(dice: int, *, scale: int = 1, shift: int = 0) -> Frame:
    """A cloth with dice, 320 × 240 pixels times a scale."""
    picture = np.full((240 * scale, 320 * scale, 3), (60, 90, 70), np.uint8)
    for x in [100, 200][:dice]:
        left, top, right, bottom = (scale * n for n in (x + shift, 100, x + shift + 24, 124))
        picture[top:bottom, left:right] = (230, 235, 240)
    return picture


class Cloth(Camera):
    """A camera over the cloth: two dice roll in, come to rest and lie there."""

    title = "a camera over the cloth"

    def __init__(self, *, large: bool) -> None:
        self.large = large
        self.asked = 0
        self.each_frame: Callable[[], object] = lambda: None

    def shots(self) -> Iterator[Shot]:
        for number in range(75):
            self.each_frame()
            dice, shift = (0, 0) if number < 15 else (2, max(0, 30 - number) * 6)
            full = (lambda d=dice, s=shift: self.full(d, s)) if self.large else None
            yield Shot(cloth(dice, shift=shift), number / FPS, full)

    def full(self, dice: int, shift: int) -> Frame:
        self.asked += 1
        return cloth(dice, scale=FOUR_TIMES, shift=shift)


class Kept:
    def __init__(self) -> None:
        self.pictures: list[bytes] = []

    def keep_photograph(self, raw: bytes, ringed: bytes) -> str:
        self.pictures += [raw, ringed]
        return "throw"


def looking(
    camera: Camera,
    eye: Whites,
    kept: Kept | None = None,
    stop: threading.Event | None = None,
    hold: Callable[[bool], None] = lambda _: None,
    tray: Tray | None = None,
) -> tuple[Loop, list[Logged]]:
    stop = stop or threading.Event()
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(Setup("backgammon", "finnish", ("Asha", "Ravi"), {}, 0))
    loop = Loop(
        camera=camera,
        table=table,
        watch=lambda: Watch(eye, expect=Expect("dice", 2), fps=FPS, tray=tray),
        place=HeldTray(tray),
        photographs=kept or Kept(),
        stop=stop,
        hold_lights=hold,
    )
    loop.listen(lambda: stop.set() if loop.state().state == "off" else None)
    return loop, events


@pytest.mark.parametrize("large", [True, False])
def test_what_is_watched_small_is_read_large_once(large: bool) -> None:
    camera, eye, kept = Cloth(large=large), Whites(), Kept()
    loop, events = looking(camera, eye, kept)
    loop.run()
    scale = FOUR_TIMES if large else 1
    assert set(eye.shapes) == {(240 * scale, 320 * scale, 3)}
    assert camera.asked == (len(eye.shapes) if large else 0)
    assert [one.event.throw for one in events if isinstance(one.event, Threw)] == [Dice((1, 1))]
    for jpeg in (*kept.pictures, loop.picture()):
        assert opened(jpeg).shape == (240 * scale, 320 * scale, 3)
    # The rings lie around the dice of the large picture: what is left of them is the cloth.
    plain, ringed = map(opened, kept.pictures)
    touched = np.argwhere(cv2.absdiff(ringed, plain).max(axis=2) > 60)
    assert touched[:, 1].min() > 60 * scale
    assert touched[:, 1].max() < 280 * scale


class WideCloth(Cloth):
    """The same at the left of a wide picture; at the right lies a board, which is white here and there."""

    corners = ((0.08, 0.12), (0.42, 0.12), (0.42, 0.88), (0.08, 0.88))

    def shots(self) -> Iterator[Shot]:
        for shot in super().shots():
            full = shot.full
            yield Shot(self.beside(shot.frame), shot.time_s, full and (lambda of=full: self.beside(of())))

    @staticmethod
    def beside(frame: Frame) -> Frame:
        board = np.full_like(frame, 70)
        board[:, :: frame.shape[1] // 8] = 255
        return np.hstack([frame, board])


@pytest.mark.parametrize("large", [True, False])
def test_of_a_wide_picture_the_tray_is_watched_read_kept_and_shown(large: bool) -> None:
    camera, eye, kept = WideCloth(large=large), Whites(), Kept()
    loop, events = looking(camera, eye, kept, tray=Tray.from_corners(camera.corners))
    loop.run()
    assert [one.event.throw for one in events if isinstance(one.event, Threw)] == [Dice((1, 1))]
    scale = FOUR_TIMES if large else 1
    assert {shape[1] for shape in eye.shapes} == {320 * scale}
    for jpeg in (kept.pictures[0], loop.picture()):
        assert opened(jpeg).shape == (240 * scale, 320 * scale, 3)
    told = tray_in(kept.pictures[0])
    assert told is not None
    assert told.corners[2] == pytest.approx((0.84, 0.88), abs=0.01)
    assert opened(loop.tray_picture()).shape[1] <= 320 * scale
    whole = loop.frames.last
    assert whole is not None
    assert whole.shape == (240, 640, 3)


def test_the_boxs_own_lamps_change_nothing_from_the_first_movement_until_the_reading() -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    camera, kept, stop = Cloth(large=False), Kept(), threading.Event()
    changes: dict[str, int] = {}

    def count() -> int:
        return sum(len(pins.pin(pin).states) for pin in (17, 27, 24))

    with Lights(player_pins=(17, 27), alarm_pin=24, beat_s=BEAT_S, pin_factory=pins) as lights:
        lights.question()  # the red lamp winks on and on
        until(lambda: count() > 6)

        def hold(held: bool) -> None:
            lights.hold(held)
            changes.setdefault(f"held {held}", count())

        def each_frame() -> None:
            """Frames come as slowly as the lamps blink, and somebody's turn is announced meanwhile."""
            time.sleep(2 * BEAT_S)
            if changes:
                lights.your_turn(1)

        camera.each_frame = each_frame
        eye = Whites(lambda: changes.setdefault("read", count()) if changes else None)
        loop, events = looking(camera, eye, kept, stop, hold)
        loop.run()
        assert any(isinstance(one.event, Threw) for one in events)
        assert changes["held True"] == changes["read"] == changes["held False"]
        until(lambda: count() > changes["read"] + 4)  # afterwards they go on, and tell whose turn it is
        until(lambda: lights.players == (0, 1))
    pins.reset()


class Usb:
    """A USB camera that gives pictures as long as its device file is there."""

    def __init__(self, device: Path) -> None:
        self.device = device
        self.dice = 0
        self.noise = np.random.default_rng(1)

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, _: int, __: float) -> bool:
        return True

    def grab(self) -> bool:
        time.sleep(0.002)
        return self.device.exists()

    def retrieve(self) -> tuple[bool, Frame]:
        frame = cloth(self.dice)
        frame[::7, ::7] += self.noise.integers(0, 3, frame[::7, ::7].shape, np.uint8)
        return True, frame

    def release(self) -> None: ...


def test_a_usb_camera_pulled_out_and_plugged_in_again_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.loop.RETRY_S", 0.02)
    device, stop = tmp_path / "video0", threading.Event()
    device.touch()
    usb = Usb(device)
    camera = V4l2Camera(device, capture=lambda _: usb, tell=lambda *_: True)  # type: ignore[arg-type, return-value]
    loop, events = looking(camera, Whites(), stop=stop)
    thread = threading.Thread(target=loop.run, daemon=True)
    thread.start()
    until(lambda: loop.state().state == "empty")
    device.unlink()
    until(lambda: loop.state().state == "away")
    assert "unplugged: plug it in again and the box goes on" in str(loop.state().message)
    device.touch()
    until(lambda: loop.state().state == "empty")
    device.unlink()
    until(lambda: loop.state().state == "away")
    usb.dice = 2
    device.touch()
    until(lambda: loop.state().state == "read")
    device.unlink()
    until(lambda: loop.state().state == "away")
    device.touch()
    until(lambda: loop.state().state == "read")
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    # What lay there when the camera was back is a throw, and only once.
    assert [one.event.throw for one in events if isinstance(one.event, Threw)] == [Dice((1, 1))]


def test_an_eye_that_fails_once_reads_the_throw_a_moment_later() -> None:
    faults = iter([RuntimeError("the large picture is lost"), cv2.error("out of memory")])

    def fail() -> None:
        for error in faults:
            raise error

    eye = Whites(fail)
    loop, events = looking(Cloth(large=True), eye)
    loop.run()
    assert len(eye.shapes) > 2
    assert [one.event.throw for one in events if isinstance(one.event, Threw)] == [Dice((1, 1))]


class Evening(Cloth):
    """A cloth on which nothing moves for long, then two dice roll in; the camera writes its pace down."""

    still_s, rolls_s = 8.0, 1.0

    def __init__(self) -> None:
        super().__init__(large=False)
        self.now = 0.0
        self.paces: list[tuple[float, float]] = []

    def shots(self) -> Iterator[Shot]:
        while self.now < 2 * self.still_s:
            self.each_frame()
            left = self.still_s + self.rolls_s - self.now
            dice = 2 if left < self.rolls_s else 0
            yield Shot(cloth(dice, shift=int(max(0.0, left) * 90)), self.now)
            self.now += 1 / FPS

    def set_pace(self, fps: float) -> None:
        if not self.paces or self.paces[-1][1] != fps:
            self.paces.append((round(self.now, 1), fps))


def test_a_camera_before_which_nothing_moves_is_slowed_down_until_the_first_movement() -> None:
    camera = Evening()
    loop, events = looking(camera, Whites())
    loop.run()
    assert [fps for _, fps in camera.paces] == [FPS, REST_FPS, FPS, REST_FPS]
    _, slow, fast, slow_again = (when for when, _ in camera.paces)
    assert slow == pytest.approx(REST_AFTER_S, abs=0.5)
    assert fast == pytest.approx(camera.still_s, abs=0.1)
    assert slow_again > camera.still_s + camera.rolls_s + REST_AFTER_S - 0.2
    assert [one.event.throw for one in events if isinstance(one.event, Threw)] == [Dice((1, 1))]


def test_a_camera_at_rest_hurries_for_whoever_asks_for_its_frames() -> None:
    camera = Evening()
    loop, _ = looking(camera, Whites())
    camera.each_frame = lambda: loop.frames.next(patience_s=0.0)
    loop.run()
    assert [fps for _, fps in camera.paces] == [FPS]
