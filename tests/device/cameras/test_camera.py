"""Film and folder: the film waits as people do; and which camera is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.camera import FPS, Camera
from device.cameras.film import FILM, Director, FilmCamera, read_film
from device.cameras.folder import FolderCamera
from device.cameras.pi import PiCamera
from device.cameras.pictures import load_picture
from device.cameras.sources import open_camera
from device.errors import CameraError, ConfigError
from engine.throw import ThrowKind
from vision import Frame

FOUR_SHELLS, TWO_DICE, ONE_DIE = ThrowKind("cowries", 4), ThrowKind("dice", 2), ThrowKind("dice", 1)


class Time:
    """A clock that goes when somebody waits."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waited: list[float] = []

    def clock(self) -> float:
        return self.now

    def pause(self, seconds: float) -> bool:
        self.waited.append(seconds)
        self.now += seconds
        return False


def grey(level: int) -> Frame:
    return np.full((48, 64, 3), level, np.uint8)


def level(frame: Frame) -> int:
    return int(frame[24, 32, 0])


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A film of three scenes; the brightness of its pictures tells them apart."""
    for name, shade in {"empty": 0, "a1": 50, "a2": 60, "b1": 100, "d1": 150}.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), grey(shade))
    empty = '{ phase = "empty", count = 2, files = ["empty.png"] }'
    (tmp_path / "film.toml").write_text(
        f"""
        size = [64, 48]
        [[scene]]
        name = "a"
        kind = "cowries"
        shells = 4
        mouths = 2
        fps = 10
        waits = true
        frames = [{empty}, {{ phase = "roll", count = 3, files = ["a1.png", "a2.png"] }}]
        [[scene]]
        name = "b"
        kind = "cowries"
        shells = 4
        mouths = 3
        fps = 10
        waits = false
        frames = [{{ phase = "roll", count = 1, files = ["b1.png"] }}]
        [[scene]]
        name = "d"
        kind = "dice"
        pips = [3, 1]
        fps = 10
        waits = true
        frames = [{empty}, {{ phase = "roll", count = 1, files = ["d1.png"] }}]
        """
    )
    return tmp_path


def playing(
    film: Path,
    time: Time | None = None,
    *,
    wanted: ThrowKind | Iterator[ThrowKind] = FOUR_SHELLS,
    ready: bool | Callable[[], bool] = True,
    pause: Callable[[float], bool] | None = None,
) -> FilmCamera:
    """Play a film; of some kinds of throws each is wanted once, and then four shells."""
    time = time or Time()
    return FilmCamera(
        film,
        wanted=lambda: wanted if isinstance(wanted, ThrowKind) else next(wanted, FOUR_SHELLS),
        ready=ready if callable(ready) else lambda: ready,
        clock=time.clock,
        pause=pause or time.pause,
    )


def levels(camera: Camera, count: int) -> list[int]:
    return [level(shot.frame) for shot in islice(camera.shots(), count)]


BREATH = [0] * 10
SCENE_A = [*BREATH, 0, 0, 50, 60, 50]


def test_the_film_plays_the_scenes_of_the_game_in_order_and_again(film: Path) -> None:
    both = (film / "film.toml").read_text().replace("waits = false", "waits = true")
    (film / "film.toml").write_text(both)
    scene_b = [100] * 11  # it has no empty tray of its own
    shown = levels(playing(film), 52)
    assert shown == [*SCENE_A, *scene_b, *SCENE_A, *scene_b]


def test_after_the_first_round_a_film_is_shuffled_and_shows_no_throw_twice_running(film: Path) -> None:
    def scenes() -> Iterator[str]:
        made = [replace(read_film(film / "film.toml")[0], name=name) for name in "abcd"]
        director = Director(made)
        while True:
            scene = director.choose(FOUR_SHELLS, ready=lambda: True)
            assert scene is not None
            director.played(scene)
            yield scene.name

    shown = "".join(islice(scenes(), 80))
    rounds = [shown[first : first + 4] for first in range(0, 80, 4)]
    assert rounds[0] == "abcd"
    assert {"".join(sorted(each)) for each in rounds} == {"abcd"}
    assert len(set(rounds)) > 5
    assert all(one != other for one, other in pairwise(shown))
    assert "".join(islice(scenes(), 80)) == shown


def test_the_film_of_two_dice_serves_for_one_die_each(film: Path) -> None:
    for wanted in (TWO_DICE, ONE_DIE):
        assert levels(playing(film, wanted=wanted), 13) == [*BREATH, 0, 0, 150]


def test_the_film_waits_at_the_empty_tray_until_the_table_wants_a_throw(film: Path) -> None:
    answers = iter([False] * 3)
    assert levels(playing(film, ready=lambda: next(answers, True)), 45) == [*BREATH * 3, *SCENE_A]


def test_a_scene_that_does_not_wait_comes_while_the_table_waits_for_something_else(film: Path) -> None:
    answers = iter([True])
    camera = playing(film, ready=lambda: next(answers, False))
    assert levels(camera, 40) == [*SCENE_A, 100, *[0] * 24]


def test_an_early_throw_is_put_off_as_long_as_it_would_not_be_early(film: Path) -> None:
    # Ready before a; still ready after it, as after a grace; then no more.
    answers = iter([True, True, True])
    camera = playing(film, ready=lambda: next(answers, False))
    assert levels(camera, 41) == [*SCENE_A, *SCENE_A, 100, *BREATH]


def test_a_table_that_always_waits_for_a_throw_sees_every_scene_in_turn(film: Path) -> None:
    shown = levels(playing(film), 70)
    assert 100 in shown
    assert shown.count(100) < 70 // 2
    assert shown[: len(SCENE_A) * 2] == [*SCENE_A, *SCENE_A]
    assert 100 in shown[len(SCENE_A) * 2 :]


def test_a_throw_that_the_film_has_not_is_told(film: Path) -> None:
    camera = playing(film, wanted=ThrowKind("cowries", 7))
    assert levels(camera, 12) == [0] * 12
    assert camera.note is not None
    assert camera.note.fields == {"count": 7}


def test_the_film_changes_with_the_game(film: Path) -> None:
    camera = playing(film, wanted=iter([TWO_DICE]))
    assert levels(camera, 28) == [*BREATH, 0, 0, 150, *SCENE_A]
    assert camera.note is None


def test_frames_come_at_the_pace_of_the_film(film: Path) -> None:
    time = Time()
    shots = list(islice(playing(film, time).shots(), 4))
    assert [shot.time_s for shot in shots] == pytest.approx([100.0, 100.1, 100.2, 100.3])
    assert time.waited == pytest.approx([0.1, 0.1, 0.1])


def test_after_a_long_sleep_the_film_does_not_race(film: Path) -> None:
    time = Time()
    shots = playing(film, time).shots()
    next(shots)
    time.now += 3600
    times = [next(shots).time_s for _ in range(30)]
    assert times[-1] - times[0] < 3600 + 5
    assert time.waited.count(0.0) <= 12


def test_the_film_ends_when_the_box_stops(film: Path) -> None:
    camera = FilmCamera(film, wanted=lambda: None, ready=lambda: True, pause=lambda _: True)
    assert len(list(camera.shots())) == 1
    camera.close()
    camera.close()


@pytest.mark.parametrize("text", ["scene = 3", "[[scene]]\nname = 'x'", "not toml at all", "scene = []", ""])
def test_a_file_that_is_no_film_or_missing_is_named(tmp_path: Path, text: str) -> None:
    if text:
        (tmp_path / "film.toml").write_text(text)
    with pytest.raises(CameraError, match="is no film" if text else "cannot be read"):
        read_film(tmp_path / "film.toml")


def test_a_missing_picture_of_the_film_is_named(film: Path) -> None:
    (film / "empty.png").unlink()
    with pytest.raises(CameraError, match=r"empty\.png"):
        levels(playing(film), 1)


def test_a_picture_of_the_film_that_cannot_be_read_at_once_is_read_a_moment_later(film: Path) -> None:
    time = Time()
    hidden = (film / "a2.png").rename(film / "hidden")

    def pause(seconds: float) -> bool:
        if hidden.exists() and time.now > 101.65:
            hidden.rename(film / "a2.png")
        return time.pause(seconds)

    assert levels(playing(film, time, pause=pause), len(SCENE_A)) == SCENE_A
    assert not hidden.exists()


def test_the_films_of_the_box_can_be_played_for_every_game() -> None:
    scenes = read_film(FILM)
    assert {scene.throws for scene in scenes} >= {FOUR_SHELLS}
    for scene in scenes:
        assert scene.stretches[0].phase == "empty" or not scene.waits
        for stretch in scene.stretches:
            assert all(path.is_file() for path in stretch.files)


def test_a_folder_shows_its_pictures_once_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name, shade in {"b.png": 20, "a.jpg": 10, "c.PNG": 30}.items():
        cv2.imwrite(str(tmp_path / name.lower()), grey(shade))
    (tmp_path / "notes.txt").write_text("not a picture")
    shots = list(FolderCamera(tmp_path, clock=lambda: 5.0).shots())
    assert [level(shot.frame) for shot in shots] == [10, 20, 30]
    assert [shot.time_s for shot in shots] == pytest.approx([5.0, 5.0 + 1 / FPS, 5.0 + 2 / FPS])


def test_a_file_that_is_no_picture_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"this was a picture once")
    (tmp_path / "b.jpg").write_bytes(b"")
    (tmp_path / "c.jpg").mkdir()
    cv2.imwrite(str(tmp_path / "d.png"), grey(40))
    assert levels(FolderCamera(tmp_path), 9) == [40]


def test_a_picture_in_grey_or_with_transparency_becomes_blue_green_red(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((20, 30), 7, np.uint8))
    cv2.imwrite(str(tmp_path / "clear.png"), np.full((20, 30, 4), 7, np.uint8))
    for name in ("grey.png", "clear.png"):
        assert load_picture(tmp_path / name).shape == (20, 30, 3)


def choose(spec: str) -> Camera:
    return open_camera(spec, wanted=lambda: None, ready=lambda: False, pause=lambda _: True)


def test_the_camera_is_chosen_by_name(tmp_path: Path, film: Path) -> None:
    assert isinstance(choose("film"), FilmCamera)
    assert isinstance(choose(f"film:{film}"), FilmCamera)
    assert isinstance(choose(f"folder:{tmp_path}"), FolderCamera)
    assert str(choose("v4l2:3").title) == "the USB camera /dev/video3"
    assert str(choose("v4l2:/dev/v4l/by-id/x").title) == "the USB camera /dev/v4l/by-id/x"
    assert isinstance(choose("pi"), PiCamera)


def test_only_a_film_knows_what_it_will_show(tmp_path: Path, film: Path) -> None:
    listed = [scene.throws for scene in read_film(film / "film.toml" if film.is_dir() else film)]
    assert list(choose(f"film:{film}").throws or ()) == listed
    assert [choose(spec).throws for spec in (f"folder:{tmp_path}", "v4l2:3", "pi")] == [None] * 3


@pytest.mark.parametrize("spec", ["webcam", "", "folder:", "pie"])
def test_an_unknown_camera_names_those_that_exist(spec: str) -> None:
    with pytest.raises(ConfigError, match="auto, pi, pi:1, v4l2:0, film"):
        choose(spec)


@pytest.mark.skipif(Path("/dev/video0").exists(), reason="this machine has a camera")
def test_without_any_camera_the_film_plays() -> None:
    assert isinstance(choose("auto"), FilmCamera)


@pytest.mark.parametrize("name", ["empty", "missing"])
def test_a_folder_that_is_missing_or_empty_is_an_error_that_names_no_path(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    camera = FolderCamera(tmp_path / name)
    assert str(tmp_path) not in str(camera.title)
    with pytest.raises(CameraError, match="folder") as refused:
        list(camera.shots())
    assert str(tmp_path) not in str(refused.value)
    assert repr(name) in str(refused.value)


def test_a_film_shows_the_empty_tray_in_fewer_frames_at_rest_and_never_a_throw(film: Path) -> None:
    time = Time()
    camera = playing(film, time, ready=False)
    shots = camera.shots()
    next(shots)
    camera.set_pace(5.0)
    times = [shot.time_s for shot in islice(shots, 6)]
    assert [round(later - before, 3) for before, later in pairwise(times)] == [0.2] * 5
    camera = playing(film, time)
    camera.set_pace(5.0)
    assert levels(camera, 10) == [0] * 5 + SCENE_A[len(BREATH) :]


def test_the_log_names_a_folder_without_pictures_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    camera = FolderCamera(tmp_path)
    for _ in range(3):
        with pytest.raises(CameraError, match="holds no pictures"):
            list(camera.shots())
    assert [one.getMessage() for one in caplog.records] == [f"nothing can be seen in {tmp_path}"]
    cv2.imwrite(str(tmp_path / "a.png"), grey(1))
    assert levels(camera, 1) == [1]
    (tmp_path / "a.png").unlink()
    with pytest.raises(CameraError, match="holds no pictures"):
        list(camera.shots())
    assert len(caplog.records) == 2
