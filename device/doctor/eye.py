"""The eye: whether the camera gives pictures, and whether there is light enough and steady light."""

from __future__ import annotations

import itertools
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from device.cameras.camera import Camera
from device.cameras.config import CameraConfig
from device.cameras.sources import NoCamera, open_camera
from device.doctor.finding import Finding, Patient, failing, warning, well
from device.doctor.running import NO_CAMERA
from device.errors import DeviceError
from engine.messages import Message
from vision import Frame
from vision.pictures import MOST_MEMORY, frame_of

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
    """Look through the cameras; through the box that runs, where one does."""
    running = patient.running
    if running is not None:
        return _through_the_box(patient, running)
    tray = _of_tray(patient, patience_s)
    if patient.config.board_camera.is_pretend:
        return tray
    return Sight((*tray.findings, _of_board(patient, patience_s)), tray.frame)


def _of_tray(patient: Patient, patience_s: float) -> Sight:
    """Look through the tray's camera."""
    try:
        camera = _opened(patient.config.camera)
    except DeviceError as error:
        return Sight((failing("camera", "there is none", error.message),))
    if isinstance(camera, NoCamera):
        return Sight((well("camera", NO_CAMERA),))
    frames, trouble = _frames(camera, patience_s)
    if not frames:
        return Sight((failing("camera", "{camera} gives no pictures", trouble, camera=camera.title),))
    height, width = frames[-1].shape[:2]
    if camera.throws is not None and patient.config.camera.source == "auto":
        seen = warning(
            "camera", "there is none, so the built-in film plays", "plug one in, or check its ribbon cable"
        )
    else:
        text = "{camera} gives pictures of {width} × {height}"
        seen = well("camera", text, camera=camera.title, width=width, height=height)
    return Sight((seen, light(frames)), frames[-1])


def _of_board(patient: Patient, patience_s: float) -> Finding:
    """Look through the board's own camera, once the tray's has been let go."""
    topic = "board-camera"
    try:
        camera = _opened(patient.config.board_camera)
    except DeviceError as error:
        return failing(topic, "there is none", error.message)
    frames, trouble = _frames(camera, patience_s)
    if not frames:
        return failing(topic, "{camera} gives no pictures", trouble, camera=camera.title)
    height, width = frames[-1].shape[:2]
    text = "{camera} gives pictures of {width} × {height}"
    return well(topic, text, camera=camera.title, width=width, height=height)


def _opened(told: CameraConfig) -> Camera:
    """Choose a camera as the config tells it.

    Raises:
        DeviceError: If there is no such camera.
    """
    return open_camera(
        told.source,
        wanted=lambda: None,
        ready=lambda: False,
        rotation=told.rotation,
        flicker_hz=told.flicker_hz,
        width=told.width,
        pause=threading.Event().wait,
    )


def light(frames: Sequence[Frame]) -> Finding:
    """Look whether pictures are too dark, too bright, or flicker.

    Args:
        frames: Pictures of one size, one after another.
    """
    cells = np.array([_cells(frame) for frame in frames])
    mean = float(cells.mean())
    deviations = cells.std(axis=0) / np.maximum(cells.mean(axis=0), 1.0)
    deviation = float(np.percentile(deviations, _STILL_PART))
    bright = Message("brightness {percent} %", {"percent": round(100 * mean / 255)})
    lamp = Message("put a lamp beside the tray that does not shine into the lens")
    if mean < _DARK:
        cap = "take the cap off the lens, or {lamp}"
        return failing("light", "{bright}: the picture is dark", cap, bright=bright, lamp=lamp)
    if mean < _DIM:
        return warning("light", "{bright}: the picture is rather dark", lamp, bright=bright)
    if mean > _GLARING:
        away = "turn the lamp away from the lens"
        return warning("light", "{bright}: the picture is too bright", away, bright=bright)
    if deviation > _FLICKERS:
        another = "take another lamp, or set flicker_hz in [camera] to that of your mains"
        text, percent = "{bright}, but it flickers by {percent} %", round(100 * deviation)
        return warning("light", text, another, bright=bright, percent=percent)
    return well("light", "{bright}, steady", bright=bright)


def _cells(frame: Frame) -> npt.NDArray[np.float64]:
    """Return the brightness of the cells of a picture, 0 to 255."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA), np.float64)


def _frames(camera: Camera, patience_s: float) -> tuple[list[Frame], Message]:
    """Take some frames; without any, say why."""
    frames: list[Frame] = []
    trouble: list[Message] = []

    def take() -> None:
        try:
            for shot in itertools.islice(camera.shots(), _WARM_UP + _LOOKED_AT):
                frames.append(shot.frame.copy())
                del frames[:-_LOOKED_AT]
        except DeviceError as error:
            trouble.append(error.message)
        finally:
            camera.close()

    # In a thread of its own, which a camera that hangs in its driver keeps.
    thread = threading.Thread(target=take, name="doctor", daemon=True)
    thread.start()
    thread.join(patience_s)
    hangs = "it hangs for {seconds} seconds: unplug it, or start the machine again"
    return list(frames), trouble[0] if trouble else Message(hangs, {"seconds": round(patience_s)})


def _through_the_box(patient: Patient, process: int) -> Sight:
    """Ask the page of the box that runs, as it alone has the camera."""
    box = Message("the box that runs")
    if process:
        box = Message("the box that runs (process {process})", {"process": process})
    try:
        told = json.loads(_get(f"{patient.address}/api/v1/state"))
        eye = told["eye"]
        state, camera, message = str(eye["state"]), str(eye["camera"]), str(eye["message"])
        trouble = told.get("trouble") or ""
        second = _second(eye.get("board"), box)
    except (*_OFF_THE_AIR, KeyError, TypeError) as error:
        advice = "was it started with another --port? Else look into its log: journalctl -u charkoni"
        text, where = "{box} does not answer at {address} ({error})", patient.address
        return Sight((warning("camera", text, advice, box=box, address=where, error=str(error)),))
    writing = (failing("writing", "{box} says", Message(str(trouble)), box=box),) if trouble else ()
    if state == "off" and not message:
        return Sight((*writing, well("camera", NO_CAMERA), *second))
    if state in ("away", "off"):
        check = Message(message or "check its cable")
        gone = failing("camera", "{box} has no pictures of {camera}", check, box=box, camera=camera)
        return Sight((*writing, gone, *second))
    frames: list[Frame] = []
    hidden: tuple[Finding, ...] = ()
    for _ in range(_LOOKED_AT):
        try:
            packed = _get(f"{patient.address}/snapshot.jpg")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                advice = "set the tray on the page under “Camera and tray”, and ask again"
                hidden = (warning("light", "not seen, as the page shows no picture yet", advice),)
            break
        except _OFF_THE_AIR:
            break
        if (picture := frame_of(packed)) is not None:
            frames.append(picture)
        time.sleep(0.07)
    seen = well("camera", "{box} sees through {camera}", box=box, camera=camera)
    if message:
        text = "{box} sees through {camera} ({message})"
        seen = well("camera", text, box=box, camera=camera, message=message)
    if not frames:
        return Sight((*writing, seen, *hidden, *second))
    return Sight((*writing, seen, light(frames), *second), frames[-1])


def _second(told: Mapping[str, object] | None, box: Message) -> tuple[Finding, ...]:
    """Read what the box tells of the board's own camera; nothing where it has none."""
    if told is None:
        return ()
    topic, camera, message = "board-camera", str(told["camera"]), str(told["message"])
    if told["state"] in ("away", "off"):
        check = Message(message or "check its cable")
        return (failing(topic, "{box} has no pictures of {camera}", check, box=box, camera=camera),)
    return (well(topic, "{box} sees through {camera}", box=box, camera=camera),)


def _get(address: str) -> bytes:
    # A proxy knows nothing of this machine's own ports.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, timeout=5.0) as answer:
        return bytes(answer.read(MOST_MEMORY))
