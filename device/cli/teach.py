"""``charkoni tray`` and ``charkoni teach``: the eye learns where things are thrown, and knows one set."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Literal

from device.cli.arguments import Commands, add_camera, add_place, folder_of
from device.errors import ConfigError

if TYPE_CHECKING:
    from vision import Reading, Tray

_FRAMES = 30
"""Frames from which the light is measured: two seconds, in which flicker shows."""


def add(commands: Commands) -> None:
    """Add both commands."""
    tray = commands.add_parser("tray", help="find the tray in pictures of it empty, and look at the light")
    add_camera(tray)
    tray.add_argument("--corners", metavar='"X,Y X,Y X,Y X,Y"', help="set by hand, parts of the picture")
    tray.add_argument("--forget", action="store_true", help="the whole picture is the tray again")
    add_place(tray)
    tray.set_defaults(run=_tray)
    teach = commands.add_parser("teach", help="show the eye a few throws of one set; it says how sure it is")
    add_camera(teach)
    teach.add_argument("--expect", help="the set: dice:2 or cowries:6")
    teach.add_argument("--forget", action="store_true", help="forget all sets that were taught")
    teach.add_argument("--throws", type=int, default=8, metavar="N", help="how many throws to look at (8)")
    add_place(teach)
    teach.set_defaults(run=_teach)


def _tray(asked: argparse.Namespace) -> int:
    """Find the tray in pictures of it empty, or take corners set by hand; say how the light is; keep it."""
    from device.camera.trays import TrayPlace
    from device.cameras.pictures import size_of
    from device.config import load_config
    from device.eye.teaching import camera_for, some_frames, tray_by_hand
    from device.store import Journal
    from vision import Expect, Tray
    from vision.light import measure
    from web.house.settings import HouseSettings

    source = camera_for(asked.camera or load_config(asked.config).camera.source, Expect("auto"))
    with Journal(folder_of(asked)) as journal:
        settings = HouseSettings(journal)
        if asked.forget:
            TrayPlace(settings, source).keep(None)
            print("The whole picture is the tray now.")
            return 0
        frames = some_frames(source, _FRAMES)
        by_hand = asked.corners is not None
        if by_hand:
            tray: Tray | None = tray_by_hand(asked.corners).remembering(frames[0])
        else:
            tray = Tray.find(*frames[:5])
        for line in measure(frames, tray=tray).advice or ("the light is good",):
            print(f"Light: {line}.")
        if tray is None or not (tray.is_sure or by_hand):
            if tray is not None:
                print(
                    f"A rim was found, but only {100 * tray.trust:.0f} % of it was seen: nothing is changed."
                )
            else:
                print("No rim was found: nothing is changed.")
            print("Empty the tray and take its whole rim into the picture, or set its corners:")
            print(f'charkoni tray --corners "{_written(tray)}"')
            return 1
        TrayPlace(settings, source).keep(tray, size=size_of(frames[0]))
        how = "set by hand" if by_hand else f"found, {100 * tray.trust:.0f} % of its rim seen"
        print(f"The tray is {tray.shape}, {how}; it covers {100 * tray.area:.0f} % of the picture.")
        return 0


def _teach(asked: argparse.Namespace) -> int:
    """Look at some throws of one set, and say how sure the eye is of each die or shell."""
    from device.camera.trays import tray_of
    from device.config import load_config
    from device.eye.taught import keep_taught, taught_of
    from device.eye.teaching import camera_for, judge, one_set, throws_seen
    from device.store import Journal
    from vision import Eye
    from vision.calibration import Lesson, Taught
    from vision.light import measure
    from web.house.settings import HouseSettings

    if asked.forget:
        with Journal(folder_of(asked)) as journal:
            HouseSettings(journal).set(taught={}, taught_since=journal.last_seq())
        print("All that was taught is forgotten: the eye begins anew.")
        return 0
    wanted = one_set(asked.expect)
    if not 1 <= asked.throws <= 100:
        raise ConfigError(f"--throws cannot be {asked.throws}: give 1 to 100")
    asks = sys.stdin.isatty()
    source = camera_for(asked.camera or load_config(asked.config).camera.source, wanted)
    with Journal(folder_of(asked)) as journal:
        settings = HouseSettings(journal)
        eye, tray = Eye(), tray_of(settings.get())
        before = taught_of(settings.get()).of_eye(eye.name)
        eye.use(before)
        shells = before.shells
        lesson, pictures = Lesson(), []
        for frame, reading, seen_in in throws_seen(source, eye, wanted, tray):
            lesson.take(frame, reading)
            pictures.append((frame, seen_in))
            print(f"{lesson.throws}: {_said(reading)}", flush=True)
            mouths = judge(lesson, reading, ask=input) if asks else None
            if mouths is not None:
                shown = eye.lesson(frame, count=len(reading.seen), mouths=mouths, tray=seen_in)
                shells = shells if shown is None else shells.shown(shown)
            if lesson.throws >= asked.throws:
                break
        source.close()
        if not lesson.throws:
            print(f"No throw was seen by {source.title}.")
            return 1
        print(f"\nHow sure the eye is of each, over {lesson.throws} throws:")
        for name, sure in lesson.report():  # the worst first
            print(f"  {name}: {100 * sure:.0f} %")
        first, first_tray = pictures[0]
        for line in (*lesson.advice(), *measure([first], tray=first_tray).advice):
            print(f"This would help: {line}.")
        kind: Literal["dice", "cowries"] = "dice" if wanted.kind == "dice" else "cowries"
        sure = lesson.learnt(before=before.of(kind))
        now = Taught(
            dice=sure if kind == "dice" else before.dice,
            cowries=sure if kind == "cowries" else before.cowries,
            shells=shells,
            eye=eye.name,
        )
        if now != before:
            keep_taught(settings, now)
        print(_learnt(now.of(kind), before.of(kind), asked=asks))
        if now.shells != before.shells:
            print(f"What these shells look like is remembered, from {len(now.shells.throws)} throws.")
    return 0


def _learnt(now: float, before: float, *, asked: bool) -> str:
    """Return what became of the sureness from which the eye tells."""
    if now != before:
        how = "more" if now > before else "less"
        return f"The eye asks {how} often now: from {100 * now:.0f} % on it tells."
    if not asked:
        return "Nothing was learnt: at a terminal the eye asks whether it was right, and learns from that."
    return "The eye tells as before: more confirmed throws are needed, or all is well."


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
