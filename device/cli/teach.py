"""``charkoni tray`` and ``charkoni teach``: the eye learns where things are thrown, and knows one set."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

from device.cameras.camera import FPS, Camera
from device.cameras.folder import FolderCamera
from device.cameras.sources import open_camera
from device.config import data_folder, load_config
from device.errors import ConfigError
from device.eye.calibration import calibrate, keep_taught, keep_tray, some_frames, taught_of, tray_of
from device.store import Journal
from device.store.settings import HouseSettings
from engine.throw import ThrowKind
from vision import Expect, ExpectError, Eye, Face, Frame, Reading, Tray, TrayError, Watch
from vision.calibration import Lesson, Taught
from vision.light import measure

_FRAMES = 30
"""Frames from which the light is measured: two seconds, in which flicker shows."""

Ask = Callable[[str], str]
"""Asks a person; gives what was typed."""


def find_tray(
    camera: str | None, *, corners: str | None, config: Path | None, data: str | None, forget: bool = False
) -> int:
    """Find the tray in pictures of it empty, or take corners set by hand; say how the light is; keep it.

    Returns:
        Exit status: 0 when the tray is known now, 1 when none was found.

    Raises:
        ConfigError: If the corners cannot be.
        CameraError: If there is no picture.
    """
    known = load_config(config)
    source = _camera(camera or known.camera.source, Expect("auto"))
    with Journal(data_folder(data or known.data.folder)) as journal:
        settings = HouseSettings(journal)
        if forget:
            keep_tray(settings, None)
            print("The whole picture is the tray now.")
            return 0
        frames = some_frames(source, _FRAMES)
        tray, light = calibrate(frames)
        if corners is not None:
            tray = _by_hand(corners).remembering(frames[0])
            light = measure(frames, tray=tray)
        for line in light.advice or ("the light is good",):
            print(f"Light: {line}.")
        if tray is None or not (tray.is_sure or corners is not None):
            if tray is not None:
                print(
                    f"A rim was found, but only {100 * tray.trust:.0f} % of it was seen: nothing is changed."
                )
            else:
                print("No rim was found: nothing is changed.")
            print("Empty the tray and take its whole rim into the picture, or set its corners:")
            print(f'charkoni tray --corners "{_written(tray)}"')
            return 1
        keep_tray(settings, tray)
        how = "set by hand" if corners is not None else f"found, {100 * tray.trust:.0f} % of its rim seen"
        print(f"The tray is {tray.shape}, {how}; it covers {100 * tray.area:.0f} % of the picture.")
        return 0


def teach(
    camera: str | None,
    *,
    expect: str,
    throws: int,
    config: Path | None,
    data: str | None,
    ask: Ask | None = None,
) -> int:
    """Look at some throws of one set, and say how sure the eye is of each die or shell.

    Args:
        camera: Where the throws are seen; each picture of a folder is a throw.
        expect: The set, such as ``cowries:6``.
        throws: How many throws are looked at, at most.
        config: The box's config file.
        data: The folder of its journal.
        ask: Asks a person whether a throw was read right; None asks on the terminal, if there is one.

    Returns:
        Exit status: 0 when throws were seen, 1 when none was.

    Raises:
        ConfigError: If the set or the number of throws cannot be.
        CameraError: If there is no picture.
    """
    try:
        wanted = Expect.parse(expect)
    except ExpectError as error:
        raise ConfigError(str(error)) from error
    if wanted.kind == "auto":
        raise ConfigError("a set is dice or cowries: give --expect, such as cowries:6 or dice:2")
    if not 1 <= throws <= 100:
        raise ConfigError(f"--throws cannot be {throws}: give 1 to 100")
    if ask is None and sys.stdin.isatty():
        ask = input
    known = load_config(config)
    source = _camera(camera or known.camera.source, wanted)
    with Journal(data_folder(data or known.data.folder)) as journal:
        settings = HouseSettings(journal)
        before, tray = taught_of(settings.get()), tray_of(settings.get())
        eye = Eye(taught=before)
        lesson, frames = Lesson(), []
        for frame, reading in _throws(source, eye, wanted, tray):
            lesson.take(frame, reading)
            frames.append(frame)
            print(f"{lesson.throws}: {_said(reading)}", flush=True)
            if ask is not None:
                _judged(lesson, reading, ask)
            if lesson.throws >= throws:
                break
        source.close()
        if not lesson.throws:
            print(f"No throw was seen by {source.title}.")
            return 1
        _tell(lesson, frames, tray)
        kind = _kind(wanted)
        now = replace(before, **{kind: lesson.learnt(before=before.of(kind))})
        if now != before:
            keep_taught(settings, now)
        _tell_learnt(now, before, wanted, asked=ask is not None)
    return 0


def _tell(lesson: Lesson, frames: list[Frame], tray: Tray | None) -> None:
    """Print how sure the eye is, the worst first, and what would help."""
    print(f"\nHow sure the eye is of each, over {lesson.throws} throws:")
    for name, sure in lesson.report():
        print(f"  {name}: {100 * sure:.0f} %")
    light = measure(frames[:1], tray=tray)
    for line in (*lesson.advice(), *light.advice):
        print(f"This would help: {line}.")


def _tell_learnt(now: Taught, before: Taught, wanted: Expect, *, asked: bool) -> None:
    kind = _kind(wanted)
    if now.of(kind) > before.of(kind):
        print(f"The eye asks more often now: from {100 * now.of(kind):.0f} % on it tells.")
    elif now.of(kind) < before.of(kind):
        print(f"The eye asks less often now: from {100 * now.of(kind):.0f} % on it tells.")
    elif not asked:
        print("Nothing was learnt: at a terminal the eye asks whether it was right, and learns from that.")
    else:
        print("The eye tells as before: more confirmed throws are needed, or all is well.")


def _kind(wanted: Expect) -> Literal["dice", "cowries"]:
    return "dice" if wanted.kind == "dice" else "cowries"


def _judged(lesson: Lesson, reading: Reading, ask: Ask) -> None:
    """Ask whether a throw was read right; what cannot be understood is asked again, twice at most."""
    for _ in range(3):
        typed = ask("   right? Enter, or what lies there (6 1, or m m b), or s to skip: ").strip().lower()
        if typed == "s":
            return
        if not typed:
            lesson.judge(reading)
            return
        words = {"m": "mouth", "b": "back"}
        try:
            faces = [Face(words.get(word, word)) for word in typed.replace(",", " ").split()]
        except ValueError:
            continue
        if len(faces) == len(reading.seen):
            lesson.judge(reading, faces)
            return


def _throws(camera: Camera, eye: Eye, wanted: Expect, tray: Tray | None) -> Iterator[tuple[Frame, Reading]]:
    """Give each throw: every picture of a folder, or what comes to rest before a camera."""
    watch = Watch(eye, expect=wanted, tray=tray, fps=FPS)
    for shot in camera.shots():
        if isinstance(camera, FolderCamera):
            reading = eye.read(shot.frame, expect=wanted, tray=tray)
            if reading.seen:
                yield shot.frame, reading
            continue
        step = watch.step(shot.frame, time_s=shot.time_s)
        if step.reading is not None and not step.changed:
            frame = shot.frame if shot.full is None else shot.full()
            yield frame.copy(), step.reading


def _camera(spec: str, wanted: Expect) -> Camera:
    kind = ThrowKind("cowries", wanted.count or 6) if wanted.kind == "cowries" else ThrowKind("dice", 2)
    return open_camera(spec, wanted=lambda: kind, ready=lambda: True, pause=threading.Event().wait)


def _by_hand(written: str) -> Tray:
    try:
        pairs = [tuple(float(part) for part in pair.split(",")) for pair in written.split()]
        return Tray.from_corners(pairs)
    except (ValueError, TrayError) as error:
        raise ConfigError(
            f"--corners cannot be {written!r}: give four pairs, parts of the picture, such as "
            '"0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9"'
        ) from error


def _written(tray: Tray | None) -> str:
    """Write corners as --corners takes them; those of some tray where there is none."""
    if tray is None:
        return "0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9"
    return " ".join(f"{min(1, max(0, x)):.2f},{min(1, max(0, y)):.2f}" for x, y in tray.corners)


def _said(reading: Reading) -> str:
    if reading.kind == "cowries":
        told = f"{reading.mouths} of {reading.shells} mouths"
    else:
        told = " and ".join(map(str, reading.values))
    return told if reading.certain else f"{told}, not sure: {'; '.join(map(str, reading.doubts))}"
