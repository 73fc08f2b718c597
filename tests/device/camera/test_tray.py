"""The eye set up from a phone: the film's tray is found and kept, and no game in progress is disturbed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import device
from device.camera.frames import Frames
from device.camera.tray import TraySetup
from device.camera.trays import WORKED_OUT, TrayPlace, tray_of
from device.camera.wanted import wanted_throw, wants_throw
from device.cameras.camera import Camera, Held, Shot
from device.cameras.film import FilmCamera
from device.cameras.pictures import LONGEST, MOST_BYTES
from device.errors import CameraError
from device.eye.lessons import Lessons
from device.eye.taught import OneEye
from device.first_game import BoxTable
from device.loop import Loop
from device.store import Journal
from engine.events import Setup, Threw
from engine.game import Waits
from engine.table.commands import PlayMove
from frames_for_tests import opened, picture
from vision import Expect, Eye, Frame, Watch
from waiting_for_tests import wait_until
from web.house.settings import HouseSettings
from web.ports import NoPictureError, NoTrayError

until = partial(wait_until, within_s=60)
SPEED = 4.0
"""The film plays so many times as fast."""
CORNERS = [(0.1, 0.2), (0.9, 0.1), (0.8, 0.8), (0.2, 0.9)]
FILM_TRAY = [(0.06, 0.08), (0.94, 0.08), (0.95, 0.93), (0.05, 0.93)]


class Still(Camera):
    """A camera over a thing that never moves."""

    title = "a still"
    source = ""
    held: frozenset[Held] | None = frozenset()

    def __init__(self, frame: Frame | None, stop: threading.Event) -> None:
        self.frame = frame
        self.stop = stop

    def shots(self) -> Iterator[Shot]:
        if self.frame is None:
            raise CameraError("the cable is out")
        while not self.stop.wait(0.005):
            yield Shot(self.frame, time.monotonic())

    def lock(self) -> None:
        self.held = frozenset({"exposure"})

    def unlock(self) -> None:
        self.held = frozenset()


class Unforeseen(FilmCamera):
    """The film as a camera before which people throw: nobody knows what it will show."""

    @property
    def throws(self) -> None:
        return None


class Scenery:
    """A real loop with table, journal and eye over a camera."""

    def __init__(self, folder: Path, camera: Callable[[Scenery], Any], eye: OneEye, *, game: str) -> None:
        self.stop = threading.Event()
        self.journal = Journal(folder)
        self.settings = HouseSettings(self.journal)
        self.table = BoxTable(self.journal)
        if game:
            preset = {"chowka-bhara": "5x5", "backgammon": "finnish"}[game]
            self.table.start(Setup(game, preset, ("Asha", "Ravi"), {}, 0))
        self.camera: Camera = camera(self)
        self.place = TrayPlace(self.settings, self.camera)
        self.loop = Loop(
            camera=self.camera,
            table=self.table,
            watch=lambda: Watch(
                eye, expect=Expect("auto"), tray=tray_of(self.settings.get()), ignore_present=True
            ),
            photographs=self.journal,
            stop=self.stop,
            place=self.place,
            note=self.place.note,
        )
        self.sight = TraySetup(
            frames=self.loop.frames,
            preview=self.loop.preview,
            place=self.place,
            camera=self.camera,
            eye=eye,
            table=self.table,
            lessons=Lessons(journal=self.journal, settings=self.settings, eye=eye, played=lambda: None),
        )
        self.thread = threading.Thread(target=self.loop.run)

    def film(self, camera: type[FilmCamera] = FilmCamera) -> FilmCamera:
        return camera(
            wanted=lambda: wanted_throw(self.table),
            ready=lambda: wants_throw(self.table),
            clock=lambda: SPEED * time.monotonic(),
            pause=lambda seconds: self.stop.wait(seconds / SPEED),
        )

    def threw(self) -> list[Threw]:
        events = [logged.event for logged in self.journal.events(since=0)]
        return [event for event in events if isinstance(event, Threw)]

    def play_what_was_thrown(self) -> None:
        """Move until the next throw is due."""
        while self.table.model.waits is not Waits.THROW:
            model = self.table.model
            self.table.do(PlayMove(model.rules.moves(model.state)[0]))


@pytest.fixture(scope="module")
def eye() -> OneEye:
    return OneEye(Eye())


def test_the_eye_of_the_box_leaves_out_what_is_not_of_the_throw(eye: OneEye) -> None:
    frame = cv2.imread(str(Path(device.__file__).parent / "film" / "ivory-dice-6-5" / "013.jpg"))
    both = eye.read(frame, expect=Expect("dice", 2)).seen
    assert eye.read(frame, expect=Expect("dice", 1), without=both[:1]).values == (both[1].face.pips,)


@contextmanager
def scenery(
    folder: Path, eye: OneEye, camera: Callable[[Scenery], Any] = Scenery.film, *, game: str = "chowka-bhara"
) -> Iterator[Scenery]:
    scene = Scenery(folder, camera, eye, game=game)
    scene.thread.start()
    try:
        assert scene.loop.ready.wait(20)
        yield scene
    finally:
        scene.stop.set()
        scene.thread.join(20)
        scene.journal.close()


def still(frame: Frame | None, *, source: str = "") -> Callable[[Scenery], Still]:
    def made(scene: Scenery) -> Still:
        camera = Still(frame, scene.stop)
        camera.source = source
        return camera

    return made


def cloth() -> Frame:
    noise = np.random.default_rng(2).normal(120, 4, (480, 640, 3))
    return np.asarray(noise.clip(0, 255), np.uint8)


@pytest.fixture
def at_rest(tmp_path: Path, eye: OneEye) -> Iterator[Scenery]:
    """A box without a game, over a bare cloth."""
    with scenery(tmp_path, eye, still(cloth()), game="") as scene:
        yield scene


def test_the_tray_of_the_film_is_found_used_at_once_and_kept_over_a_restart(
    tmp_path: Path, eye: OneEye
) -> None:
    with scenery(tmp_path, eye, lambda scene: scene.film(Unforeseen), game="") as scene:
        assert scene.sight.is_new()
        assert scene.sight.tray().corners == ()
        found, is_taken = scene.sight.find_tray()
        assert found is not None
        assert is_taken
        assert np.allclose(found.corners, FILM_TRAY, atol=0.035)
        assert scene.sight.tray() == found
        assert not scene.sight.is_new()
        until(lambda: getattr(scene.loop._watch, "_tray", None) == tray_of(scene.settings.get()))
    with scenery(tmp_path, eye, game="") as scene:
        assert scene.sight.tray() == found
        until(lambda: getattr(scene.loop._watch, "_tray", None) == tray_of(scene.settings.get()))


def test_a_tray_set_during_a_game_changes_what_is_read_and_nothing_else(tmp_path: Path, eye: OneEye) -> None:
    with scenery(tmp_path, eye) as scene:
        until(lambda: len(scene.threw()) == 1)
        until(lambda: scene.loop.state().state == "read")
        before, state = scene.journal.last_seq(), scene.table.model.state
        for setting in (
            lambda: scene.sight.set_tray(FILM_TRAY, "four-cornered"),
            scene.sight.forget_tray,
            scene.sight.take_back,
            scene.sight.read,
            scene.sight.measure_light,
        ):
            setting()
        until(lambda: scene.place.wishes.empty() and scene.loop._tray is None)
        looks = scene.loop.looks
        until(lambda: scene.loop.looks > looks + 10)
        assert scene.journal.last_seq() == before
        assert scene.table.model.state == state
        # A corner of the cloth where nothing is ever thrown: the film plays on, and nothing is read.
        scene.sight.set_tray([(0.06, 0.08), (0.3, 0.08), (0.3, 0.2), (0.06, 0.2)], "four-cornered")
        until(lambda: scene.place.wishes.empty() and scene.loop._tray is None)
        scene.play_what_was_thrown()
        camera = scene.camera
        assert isinstance(camera, FilmCamera)
        for phase in ("settled", "cleared"):
            until(lambda phase=phase: camera.phase == phase)
        assert len(scene.threw()) == 1
        scene.sight.take_back()
        until(lambda: len(scene.threw()) == 2)


def test_the_tray_before_comes_back_and_the_other_one_again(at_rest: Scenery) -> None:
    sight = at_rest.sight
    assert sight.is_new()
    sight.forget_tray()  # who wants the whole picture has chosen
    assert not sight.is_new()
    assert sight.tray_before() is None
    sight.set_tray(CORNERS, "oval")
    first = sight.tray()
    assert first.shape == "oval"
    assert sight.tray_before() == sight.tray().__class__(())
    sight.set_tray(CORNERS, "four-cornered")
    second = sight.tray()
    sight.take_back()
    assert (sight.tray(), sight.tray_before()) == (first, second)
    sight.take_back()
    assert (sight.tray(), sight.tray_before()) == (second, first)
    sight.set_tray(CORNERS, "four-cornered")  # the same once more is no change
    assert sight.tray_before() == first


def test_corners_that_make_no_tray_leave_the_one_there_was(at_rest: Scenery) -> None:
    at_rest.sight.set_tray(CORNERS, "four-cornered")
    before = at_rest.sight.tray()
    for corners in ([CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]], [(float("nan"), 0.1), *CORNERS[1:]]):
        with pytest.raises(NoTrayError, match="corner"):
            at_rest.sight.set_tray(corners, "four-cornered")
        assert at_rest.sight.tray() == before


@pytest.mark.parametrize(("name", "seen"), [(None, False), ("composed-9017", True)])
def test_a_rim_that_is_not_sure_or_not_there_leaves_the_tray_there_was(
    tmp_path: Path, eye: OneEye, name: str | None, seen: bool
) -> None:
    frame = cloth() if name is None else picture(f"{name}.jpg")
    with scenery(tmp_path, eye, still(frame), game="") as scene:
        scene.sight.set_tray(CORNERS, "four-cornered")
        before = scene.sight.tray()
        found, is_taken = scene.sight.find_tray()
        assert (found is not None) == seen
        assert not is_taken
        assert scene.sight.tray() == before


def test_a_tray_set_by_hand_is_known_again_by_its_rim(tmp_path: Path, eye: OneEye) -> None:
    with scenery(tmp_path, eye, game="") as scene:
        scene.sight.set_tray(FILM_TRAY, "four-cornered")
        kept = tray_of(scene.settings.get())
        assert kept is not None
        [frame] = scene.loop.frames.next()
        assert len(kept.rim) == 128
        assert kept.is_in_view(frame)
        assert not kept.is_in_view(np.ascontiguousarray(np.roll(frame, 200, axis=1)))


WIDE = np.full((360, 640, 3), 90, np.uint8)


def test_a_tray_remembers_in_which_pictures_it_was_set(tmp_path: Path, eye: OneEye) -> None:
    with scenery(tmp_path, eye, still(WIDE), game="") as scene:
        scene.settings.set(tray=[list(corner) for corner in CORNERS])
        until(lambda: scene.loop.state().state != "starting")
        until(scene.sight.may_lie_elsewhere)  # of a camera that is not the Pi's nobody knows
        scene.sight.lies_right()
        assert not scene.sight.may_lie_elsewhere()
        scene.sight.set_tray(CORNERS, "four-cornered")
        assert scene.settings.get().tray_size == (640, 360)
        assert not scene.sight.may_lie_elsewhere()


def test_a_tray_that_was_worked_out_is_looked_at_from_the_first_picture_on_and_told(
    tmp_path: Path, eye: OneEye
) -> None:
    with Journal(tmp_path) as journal:
        HouseSettings(journal).set(tray=[list(corner) for corner in CORNERS])
    with scenery(tmp_path, eye, still(WIDE, source="pi:0"), game="") as scene:
        until(lambda: scene.loop.state().message == WORKED_OUT)
        tray = scene.loop._watch._tray  # type: ignore[union-attr]
        assert tray == tray_of(scene.settings.get())
        assert [x for x, _ in tray.corners] == pytest.approx([0.5 + 0.75 * (x - 0.5) for x, _ in CORNERS])


def test_the_picture_is_small_enough_for_a_phone_and_fresh(tmp_path: Path, eye: OneEye) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (960, 1280, 3), np.uint8)
    with scenery(tmp_path, eye, still(noise), game="") as scene:
        jpeg = scene.sight.picture()
        assert jpeg is not None
        assert len(jpeg) <= MOST_BYTES
        assert opened(jpeg).shape == (LONGEST * 3 // 4, LONGEST, 3)
        assert scene.sight.size() == (LONGEST, LONGEST * 3 // 4)
        assert scene.sight.picture() is jpeg  # not made twice within a moment
        until(lambda: scene.sight.picture() is not jpeg)


def test_without_a_camera_nothing_is_measured_and_corners_can_still_be_set(
    tmp_path: Path, eye: OneEye, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Frames.next.__kwdefaults__, "patience_s", 0.1)
    with scenery(tmp_path, eye, still(None), game="") as scene:
        assert scene.sight.picture() is None
        assert scene.sight.size() is None
        for asked in (scene.sight.find_tray, scene.sight.measure_light, scene.sight.read):
            with pytest.raises(NoPictureError):
                asked()
        scene.sight.set_tray(CORNERS, "four-cornered")
        assert np.allclose(scene.sight.tray().corners, CORNERS)
        assert scene.sight.last_read() is None


def test_the_light_is_measured_on_the_tray(tmp_path: Path, eye: OneEye) -> None:
    frame = np.full((480, 640, 3), 20, np.uint8)
    with scenery(tmp_path, eye, still(frame), game="") as scene:
        assert scene.sight.light() is None
        light = scene.sight.measure_light()
        assert list(light.faults) == ["dark"]
        assert light.saw_flicker
        assert scene.sight.light() == light


def test_the_camera_is_locked_and_freed(at_rest: Scenery) -> None:
    sight = at_rest.sight
    assert sight.held() == frozenset()
    sight.hold(True)
    assert sight.held() == {"exposure"}
    sight.hold(False)
    assert sight.held() == frozenset()


def test_before_a_film_nobody_is_asked_for_a_tray_or_can_lock_a_camera(tmp_path: Path, eye: OneEye) -> None:
    with scenery(tmp_path, eye, game="") as scene:
        assert scene.sight.tray().corners == ()
        assert not scene.sight.is_new()
        assert scene.sight.held() is None


def test_a_check_is_read_and_drawn_and_the_game_hears_nothing_of_it(tmp_path: Path, eye: OneEye) -> None:
    dice = picture("composed-9005.jpg")
    with scenery(tmp_path, eye, still(dice), game="backgammon") as scene:
        before = scene.journal.last_seq()
        read = scene.sight.read()
        assert read.faces == ("4", "4")
        assert read.is_check
        assert scene.sight.last_read() == read
        shown = opened(scene.sight.read_picture(read.number))
        assert shown.shape == dice.shape
        assert np.abs(shown.astype(int) - dice).mean() > 1
        assert scene.sight.read_picture(read.number + 1) is None
        assert scene.sight.read().number == read.number + 1
        assert scene.journal.last_seq() == before
        assert list((tmp_path / "photographs").glob("**/*.jpg")) == []


def test_a_throw_read_after_a_check_is_what_was_read_last(tmp_path: Path, eye: OneEye) -> None:
    with scenery(tmp_path, eye) as scene:
        check = scene.sight.read()
        assert check.is_check
        if not check.faces:  # an empty tray is no throw with too few shells
            assert check.certain
        until(lambda: len(scene.threw()) == 1)
        thrown = scene.sight.last_read()
        assert thrown is not None
        assert not thrown.is_check
        assert thrown.number > check.number
        assert len(thrown.faces) == 4
