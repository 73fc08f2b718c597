"""How the eye is taught: a camera by its name, throws of one set, and a person who says what lay there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import islice

from device.cameras.camera import FPS, Camera
from device.cameras.folder import FolderCamera
from device.cameras.sources import open_camera
from device.errors import CameraError, ConfigError
from engine.throw import ThrowKind
from vision import Expect, ExpectError, Eye, Face, Frame, Reading, Tray, TrayError, Watch
from vision.calibration import Lesson


def one_set(expect: str | None) -> Expect:
    """Read which set is taught.

    Raises:
        ConfigError: If it is none.
    """
    if expect is None:
        raise ConfigError("which set is taught? Give --expect, such as cowries:6 or dice:2, or --forget")
    try:
        wanted = Expect.parse(expect)
    except ExpectError as error:
        raise ConfigError(str(error)) from error
    if wanted.kind == "auto":
        raise ConfigError("a set is dice or cowries: give --expect, such as cowries:6 or dice:2")
    return wanted


def camera_for(spec: str, wanted: Expect) -> Camera:
    """Open a camera; the film shows what is wanted.

    Raises:
        DeviceError: If there is no such camera.
    """
    kind = ThrowKind("cowries", wanted.count or 6) if wanted.kind == "cowries" else ThrowKind("dice", 2)
    return open_camera(spec, wanted=lambda: kind, ready=lambda: True, pause=threading.Event().wait)


def throws_seen(
    camera: Camera, eye: Eye, wanted: Expect, tray: Tray | None
) -> Iterator[tuple[Frame, Reading, Tray | None]]:
    """Yield each throw: every picture of a folder, or what comes to rest before a camera.

    Each comes with the picture that it was read in and the place of the tray in that.
    """
    watch = Watch(eye, expect=wanted, tray=tray, fps=FPS)
    for shot in camera.shots():
        if isinstance(camera, FolderCamera):
            reading = eye.read(shot.frame, expect=wanted, tray=tray)
            if reading.seen:
                yield shot.frame, reading, tray
            continue
        step = watch.step(shot.frame, time_s=shot.time_s, full=shot.full)
        if step.reading is not None and step.picture is not None and not step.changed:
            yield step.picture.copy(), step.reading, step.view.tray


def judge(lesson: Lesson, reading: Reading, *, ask: Callable[[str], str]) -> int | None:
    """Ask a person whether a throw was read right; what is not understood is asked again, twice at most.

    Returns:
        How many shells lie mouth up; None where nobody said, or dice lie there.
    """
    for _ in range(3):
        typed = ask("   right? Enter, or what lies there (6 1, or m m b), or s to skip: ").strip().lower()
        if typed == "s":
            return None
        if not typed:
            lesson.judge(reading)
            return reading.mouths if reading.kind == "cowries" else None
        words = {"m": "mouth", "b": "back"}
        try:
            faces = [Face(words.get(word, word)) for word in typed.replace(",", " ").split()]
        except ValueError:
            continue
        if len(faces) == len(reading.seen):
            lesson.judge(reading, faces)
            is_shells = all(face in (Face.MOUTH, Face.BACK) for face in faces)
            return faces.count(Face.MOUTH) if is_shells else None
    return None


def tray_by_hand(written: str) -> Tray:
    """Read corners as ``--corners`` has them.

    Raises:
        ConfigError: If they make no tray.
    """
    try:
        pairs = [tuple(float(part) for part in pair.split(",")) for pair in written.split()]
        return Tray.from_corners(pairs)
    except (ValueError, TrayError) as error:
        raise ConfigError(
            f"--corners cannot be {written!r}: give four pairs, parts of the picture, such as "
            '"0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9"'
        ) from error


def some_frames(camera: Camera, count: int) -> list[Frame]:
    """Take the next frames of a camera, those of the first one's size.

    Raises:
        CameraError: If it gives none.
    """
    shots: Iterator[Frame] = (shot.frame.copy() for shot in camera.shots())
    try:
        frames = list(islice(shots, count))
    finally:
        camera.close()
    if not frames:
        raise CameraError("{camera} gives no pictures", camera=camera.title)
    return [frame for frame in frames if frame.shape == frames[0].shape]
