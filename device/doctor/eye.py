"""The eye: whether the camera gives pictures, and whether there is light enough and steady light."""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from device.cameras.camera import Camera
from device.cameras.sources import open_camera
from device.doctor.finding import Finding, Patient, failing, warning, well
from device.errors import DeviceError
from vision import Frame

_WARM_UP, _LOOKED_AT = 15, 15
"""Frames for a camera to find its exposure, and frames that are looked at."""

_PATIENCE_S = 15.0
"""A camera that gives no picture for so long hangs."""

_DARK, _DIM, _GLARING = 10.0, 30.0, 170.0
"""Mean brightness, 0 to 255. On six throws of the built-in film, made darker and brighter, the eye began
to ask under 9 and above 155 (21 November 2026)."""

_FLICKERS = 0.03
"""How much the brightness of nearly all of the picture deviates, as a part of it."""

_CELLS = 16
"""The picture is looked at in so many cells each way."""

_STILL_PART = 25
"""A hand leaves so many percent of the cells as they are; the light changes all of them."""

_OFF_THE_AIR = (OSError, urllib.error.URLError, ValueError)


@dataclass(frozen=True, slots=True)
class Sight:
    """What was found, and the last picture."""

    findings: tuple[Finding, ...]
    frame: Frame | None = None
    """Shape (height, width, 3), uint8, blue green red; None if none was seen."""


def look(patient: Patient, *, patience_s: float = _PATIENCE_S) -> Sight:
    """Look through the camera; through the box that runs, where one does."""
    running = patient.running
    if running is not None:
        return _through_the_box(patient, running)
    never = threading.Event()
    try:
        eye = patient.config.camera
        camera = open_camera(
            eye.source,
            wanted=lambda: None,
            ready=lambda: False,
            rotation=eye.rotation,
            flicker_hz=eye.flicker_hz,
            pause=never.wait,
        )
    except DeviceError as error:
        return Sight((failing("camera", "there is none", str(error)),))
    frames, trouble = _frames(camera, patience_s)
    if not frames:
        return Sight((failing("camera", f"{camera.title} gives no pictures", trouble),))
    height, width = frames[-1].shape[:2]
    text = f"{camera.title} gives pictures of {width} × {height}"
    if camera.throws is not None and patient.config.camera.source == "auto":
        seen = warning(
            "camera", "there is none, so the built-in film plays", "plug one in, or check its ribbon cable"
        )
    else:
        seen = well("camera", text)
    return Sight((seen, light(frames)), frames[-1])


def light(frames: Sequence[Frame]) -> Finding:
    """Look whether pictures are too dark, too bright, or flicker.

    Args:
        frames: Pictures of one size, one after another.
    """
    cells = np.array([_cells(frame) for frame in frames])
    mean = float(cells.mean())
    deviations = cells.std(axis=0) / np.maximum(cells.mean(axis=0), 1.0)
    deviation = float(np.percentile(deviations, _STILL_PART))
    text = f"brightness {100 * mean / 255:.0f} %"
    lamp = "put a lamp beside the tray that does not shine into the lens"
    if mean < _DARK:
        return failing("light", f"{text}: the picture is dark", f"take the cap off the lens, or {lamp}")
    if mean < _DIM:
        return warning("light", f"{text}: the picture is rather dark", lamp)
    if mean > _GLARING:
        return warning("light", f"{text}: the picture is too bright", "turn the lamp away from the lens")
    if deviation > _FLICKERS:
        another = "take another lamp, or set flicker_hz in [camera] to that of your mains"
        return warning("light", f"{text}, but it flickers by {100 * deviation:.0f} %", another)
    return well("light", f"{text}, steady")


def _cells(frame: Frame) -> npt.NDArray[np.float64]:
    """Give the brightness of the cells of a picture, 0 to 255."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA), np.float64)


def _frames(camera: Camera, patience_s: float) -> tuple[list[Frame], str]:
    """Take some frames; without any, say why."""
    frames: list[Frame] = []
    trouble: list[str] = []

    def take() -> None:
        try:
            for shot in itertools.islice(camera.shots(), _WARM_UP + _LOOKED_AT):
                frames.append(shot.frame.copy())
                del frames[:-_LOOKED_AT]
        except DeviceError as error:
            trouble.append(str(error))
        finally:
            camera.close()

    # In a thread of its own, which a camera that hangs in its driver keeps.
    thread = threading.Thread(target=take, name="doctor", daemon=True)
    thread.start()
    thread.join(patience_s)
    hangs = f"it hangs for {patience_s:.0f} seconds: unplug it, or start the machine again"
    return list(frames), trouble[0] if trouble else hangs


def _through_the_box(patient: Patient, process: int) -> Sight:
    """Ask the page of the box that runs, as it alone has the camera."""
    who = f"the box that runs (process {process})" if process else "the box that runs"
    try:
        told = json.loads(_get(f"{patient.address}/api/v1/state"))
        eye = told["eye"]
        state, camera, message = str(eye["state"]), str(eye["camera"]), str(eye["message"])
        trouble = told.get("trouble") or ""
    except (*_OFF_THE_AIR, KeyError, TypeError) as error:
        advice = "was it started with another --port? Else look into its log: journalctl -u charkoni"
        return Sight((warning("camera", f"{who} does not answer at {patient.address} ({error})", advice),))
    writing = (failing("writing", f"{who} says", str(trouble)),) if trouble else ()
    if state in ("away", "off"):
        return Sight(
            (
                *writing,
                failing("camera", f"{who} has no pictures of {camera}", message or "check its cable"),
            )
        )
    frames: list[Frame] = []
    hidden: tuple[Finding, ...] = ()
    for _ in range(_LOOKED_AT):
        try:
            packed = np.frombuffer(_get(f"{patient.address}/snapshot.jpg"), np.uint8)
        except urllib.error.HTTPError as error:
            if error.code == 404:
                advice = "set the tray on the page under “Camera and tray”, and ask again"
                hidden = (warning("light", "not seen, as the page shows no picture yet", advice),)
            break
        except _OFF_THE_AIR:
            break
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        if picture is not None:
            frames.append(np.asarray(picture, np.uint8))
        time.sleep(0.07)
    seen = well("camera", f"{who} sees through {camera}" + (f" ({message})" if message else ""))
    if not frames:
        return Sight((*writing, seen, *hidden))
    return Sight((*writing, seen, light(frames)), frames[-1])


def _get(address: str) -> bytes:
    # A proxy knows nothing of this machine's own ports.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, timeout=5.0) as answer:
        return bytes(answer.read())
