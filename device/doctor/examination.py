"""What ``charkoni doctor`` alone looks at, of a box that may not run; its sentences stay English."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import platform
import shutil
import socket
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

import vision
from device.cameras.camera import Camera
from device.cameras.config import CameraConfig
from device.cameras.sources import NoCamera, open_camera
from device.config import Config
from device.doctor.checks import NO_CAMERA, addresses, room, version_of
from device.doctor.patient import Machine, Patient, parted
from device.errors import ConfigError, DeviceError, JournalError
from device.net.authority import Authority, CertificateError, certificates
from device.net.server import PortError, address_of, try_port
from device.outputs.outputs import open_outputs
from device.pins.factory import Pins, open_pins
from device.store import FILE_NAME
from device.store.archive import WAITING
from device.store.damage import check_events
from device.store.database import DamagedError, opened_for_reading
from engine.messages import Message
from vision import Eye, Frame, VisionError
from vision.pictures import MOST_MEMORY, frame_of
from web.house.rows import LATEST
from web.ports import Finding, failing, warning, well

LIBRARIES = ("cheroot", "flask", "gpiozero", "lgpio", "picamera2", "segno")
"""Whose versions are told beside Python's, OpenCV's and numpy's."""

_OLDEST_OPENCV = (4, 6)

_SERVICE = "charkoni.service"


def network(patient: Patient) -> Finding:
    """Look whether phones can reach the page."""
    page = patient.config.page
    if patient.running is None:
        try:
            try_port(page.host, page.port)
        except PortError as error:
            why, advice = parted(error.message)
            return failing("network", why, advice if advice.template else "name another port in the config")
    address = address_of(page.host)
    found = [f"http://{address}:{page.port}"]
    if not address.startswith("127.") and patient.machine.find("run/avahi-daemon/pid"):
        found.append(f"http://{socket.gethostname()}.local:{page.port}")
    return replace(addresses(found, page.host), topic="network")


def https(patient: Patient, *, clock: Callable[[], float] = time.time) -> Finding:
    """Look whether phones that trust the box can open its page over HTTPS.

    Args:
        patient: The box.
        clock: Seconds since 1970.
    """
    authority = Authority(patient.folder, clock=clock)
    if not authority.is_on:
        return well("https", "off: 'charkoni https' lets phones trust the box and install its page")
    if patient.running is None and (keys := authority.open_keys()):
        text, advice = "others on this machine may read the key {file}", "run 'chmod 600 {file}'"
        return warning("https", text, advice, file=str(keys[0]))
    try:
        certificates()
        fingerprint = authority.fingerprint()
    except CertificateError as error:
        return failing("https", *parted(error.message))
    shown = authority.shown()
    if patient.running is None and shown is None:
        return well("https", "on; the box makes its certificate when it starts")
    why = authority.faults(())
    if patient.running is not None and why:
        return warning(
            "https", "the page needs another certificate: {why}", "look into the box's log", why=why
        )
    until = time.strftime("%Y-%m-%d", time.gmtime(shown.until)) if shown else ""
    return well(
        "https",
        "port {port}, certificate until {until}, authority {fingerprint}…",
        port=patient.config.page.https_port,
        until=until,
        fingerprint=fingerprint[:11],
    )


def pins(patient: Patient, *, found: Pins | None = None) -> Finding:
    """Look whether lamps and buzzer can be had.

    Args:
        patient: The box.
        found: Where pins come from; `open_pins` finds out when None.
    """
    try:
        wiring = patient.config.pins.wiring()
    except ConfigError as error:
        return failing("pins", error.message, "ask 'charkoni wiring' and mend the config")
    real = found or open_pins()
    if real.pretend:
        return warning("pins", *parted(real.note)) if patient.machine.model else well("pins", real.note)
    if patient.running is not None:
        return well("pins", "the box that runs has them")
    with open_outputs(wiring, pins=real) as outputs:
        if outputs.pretend:
            return failing("pins", *parted(outputs.note))
    used, library = len(wiring.table()), type(real.factory).__name__
    return well("pins", "{count} can be used, through {library}", count=used, library=library)


def voice(config: Config, machine: Machine) -> Finding:
    """Look whether the box can be heard."""
    if not config.voice.on:
        return well("voice", "off, as the config says")
    sounds = config.voice.sounds
    if sounds and not Path(sounds).expanduser().is_dir():
        mend = "mend sounds in [voice]: all is spoken until then"
        return warning("voice", "there is no folder {folder}", mend, folder=sounds)
    if shutil.which("espeak-ng") is None:
        return warning(
            "voice", "espeak-ng is not installed", "apt install espeak-ng, or set on = false in [voice]"
        )
    cards = machine.read("proc/asound/cards")
    if not cards or "no soundcards" in cards:
        return warning(
            "voice", "there is no sound card", "plug a loudspeaker in, or set on = false in [voice]"
        )
    return well("voice", "espeak-ng and a sound card are there")


def versions() -> Finding:
    """Look whether the programs that the box needs are there, and new enough."""
    told = Message(", ".join(f"{name} {number}" for name, number in numbers() if name not in LIBRARIES))
    opencv = tuple(int(part) for part in cv2.__version__.split(".")[:2] if part.isdigit())
    if opencv < _OLDEST_OPENCV:
        return failing("versions", told, "OpenCV 4.6 or newer is needed: update the system")
    try:
        Eye()
    except (VisionError, cv2.error, OSError) as error:
        text, again = "{programs}; the eye's models cannot be read ({error})", "install charkoni again"
        return failing("versions", text, again, programs=told, error=str(error))
    return well("versions", told)


def numbers() -> list[tuple[str, str]]:
    """List the names and versions of what the box is made of."""
    found = [("charkoni", version_of("charkoni", "not installed")), ("Python", platform.python_version())]
    found += [("OpenCV", cv2.__version__), ("numpy", np.__version__)]
    found += [(f"model {name}", mark) for name, mark in models()]
    return found + [(name, version) for name in LIBRARIES if (version := version_of(name, ""))]


def models() -> list[tuple[str, str]]:
    """List the eye's models, each with the first digits of its SHA-256."""
    folder = Path(vision.__file__).parent / "models"
    return [
        (file.stem, hashlib.sha256(file.read_bytes()).hexdigest()[:8])
        for file in sorted(folder.glob("*.onnx"))
    ]


def service(machine: Machine) -> Finding:
    """Look whether the box starts with the machine, and how often it had to be started again."""
    told = machine.ask(
        "systemctl", "show", _SERVICE, "--property=LoadState,ActiveState,UnitFileState,NRestarts,Result"
    )
    state = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
    log = Message("look into its log: journalctl -u charkoni")
    if state.get("LoadState") != "loaded":
        return well("service", "not installed: the box is started by hand")
    active, restarts = state.get("ActiveState", ""), state.get("NRestarts", "0")
    if active == "failed":
        text = "{service} has failed ({result})"
        return failing("service", text, log, service=_SERVICE, result=state.get("Result", ""))
    if restarts not in ("0", ""):
        text = "{service} was started again {restarts} times by itself"
        return warning("service", text, log, service=_SERVICE, restarts=restarts)
    if active != "active":
        start = "sudo systemctl start charkoni"
        return warning("service", "{service} is {state}", start, service=_SERVICE, state=active)
    if state.get("UnitFileState") == "disabled":
        text, enable = "{service} runs, but not after the next start", "sudo systemctl enable charkoni"
        return warning("service", text, enable, service=_SERVICE)
    return well("service", "{service} runs and starts with the machine", service=_SERVICE)


def config(path: Path | None, faults: Sequence[str]) -> Finding:
    """Tell what is wrong with the config."""
    if path is None:
        return well("config", "none was named: everything is as 'charkoni config' prints it")
    if faults:
        text = Message(faults[0])
        if len(faults) > 1:
            text = Message("{fault} (and {more} more)", {"fault": text, "more": len(faults) - 1})
        return failing("config", text, "mend it, and ask 'charkoni check {path}'", path=str(path))
    return well("config", "{path} is in order", path=str(path))


_ASIDE = (f"{FILE_NAME}.damaged", f"{WAITING}.refused")
"""How names of files begin that a start has set aside."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the journal of a box says of itself."""

    finding: Finding
    newest: float | None = None
    """When its newest event was recorded, in seconds since 1970; None without one."""


def disk(folder: Path) -> Finding:
    """Look whether a data folder can be written and has room."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        found, flags = room(there), os.statvfs(there).f_flag
    except OSError as error:
        return failing(
            "disk",
            "{folder} cannot be looked at: {error}",
            "name another one with --data",
            folder=str(folder),
            error=error.strerror,
        )
    if flags & os.ST_RDONLY:
        return failing(
            "disk",
            "{folder} lies on a disk that can only be read",
            "check the card, and mount it writable",
            folder=str(folder),
        )
    if not os.access(there, os.W_OK | os.X_OK):
        return warning(
            "disk",
            "{room}, but this user may not write there",
            "run the doctor as the box's user, such as with sudo, or name another folder with --data",
            room=found.text,
        )
    return found


def journal(folder: Path) -> Kept:
    """Look whether the journal is whole."""
    file = folder / FILE_NAME
    try:
        if not file.exists():
            return Kept(well("journal", "no game has been played yet"))
        with closing(opened_for_reading(file)) as store, store.reader() as reader:
            said = str(reader.execute("PRAGMA integrity_check(1)").fetchone()[0])
            events = reader.execute("SELECT count(*) FROM event").fetchone()[0]
            newest = reader.execute("SELECT max(time) FROM event WHERE time < ?", (LATEST,)).fetchone()[0]
            games = reader.execute("SELECT count(*) FROM game").fetchone()[0]
            said = _garbled(reader) if said == "ok" else said
    except PermissionError:
        text, sudo = "{file} may not be read by this user", "run the doctor with sudo"
        return Kept(warning("journal", text, sudo, file=str(file)))
    except (sqlite3.Error, JournalError) as error:
        why: dict[str, object] = {"file": str(file), "error": str(error)}
        if "readonly" in str(error) or "unable to open" in str(error):
            text, sudo = "{file} cannot be read by this user: {error}", "run the doctor with sudo"
            return Kept(warning("journal", text, sudo, **why))
        return Kept(
            failing("journal", "{file} is broken: {error}", "move it away and restore a backup", **why)
        )
    size = {"games": games, "events": events, "megabytes": file.stat().st_size // 2**20}
    held = Message("{games} games, {events} events, {megabytes} MB", size)
    if said != "ok":
        first = said.strip().splitlines()[-1]
        broken = "{held}, but it is broken: {error}"
        return Kept(failing("journal", broken, "restore a backup", held=held, error=first), newest)
    if aside := sorted(path.name for path in folder.glob("*") if path.name.startswith(_ASIDE)):
        text, what = "{held}, and whole; set aside: {files}", "look whether games are missing, then delete it"
        return Kept(warning("journal", text, what, held=held, files=", ".join(aside)), newest)
    return Kept(well("journal", "{held}, and whole", held=held), newest)


def _garbled(reader: sqlite3.Connection) -> str:
    """Tell what is wrong with an event; ``ok`` when all are as they were written."""
    columns = {str(row[1]) for row in reader.execute("PRAGMA table_info(event)")}
    try:
        if "crc" in columns:  # the next start of a box gives it to an older journal
            check_events(reader)
    except DamagedError as error:
        return str(error)
    return "ok"


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
    config = patient.config
    tray, frames = _given("camera", config.camera, patience_s)
    findings = [tray, light(frames)] if frames else [tray]
    if not config.board_camera.is_pretend:  # once the tray's has been let go
        findings.append(_given("board-camera", config.board_camera, patience_s)[0])
    return Sight(tuple(findings), frames[-1] if frames else None)


def _given(topic: str, told: CameraConfig, patience_s: float) -> tuple[Finding, list[Frame]]:
    """Look through a camera as the config tells it, and return its latest pictures."""
    try:
        camera = open_camera(
            told.source,
            wanted=lambda: None,
            ready=lambda: False,
            rotation=told.rotation,
            flicker_hz=told.flicker_hz,
            width=told.width,
            pause=threading.Event().wait,
        )
    except DeviceError as error:
        return failing(topic, "there is none", error.message), []
    if isinstance(camera, NoCamera):
        return well(topic, NO_CAMERA), []
    frames, trouble = _frames(camera, patience_s)
    if not frames:
        return failing(topic, "{camera} gives no pictures", trouble, camera=camera.title), []
    if camera.throws is not None and told.source == "auto":
        film, cable = "there is none, so the built-in film plays", "plug one in, or check its ribbon cable"
        return warning(topic, film, cable), frames
    height, width = frames[-1].shape[:2]
    text = "{camera} gives pictures of {width} × {height}"
    return well(topic, text, camera=camera.title, width=width, height=height), frames


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
