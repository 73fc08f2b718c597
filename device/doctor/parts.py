"""The parts of a box beside its eye: network, pins, voice, versions, the service."""

from __future__ import annotations

import contextlib
import hashlib
import platform
import shutil
import socket
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path

import cv2
import numpy as np

import vision
from device.config import Config
from device.doctor.finding import Finding, Machine, Patient, failing, parted, warning, well
from device.errors import ConfigError
from device.net.authority import Authority, CertificateError, certificates
from device.net.server import PortError, address_of, try_port
from device.outputs.outputs import open_outputs
from device.pins.factory import Pins, open_pins
from engine.messages import Message
from vision import Eye, VisionError

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
    if page.host.startswith("127.") or page.host == "localhost":
        return warning(
            "network",
            "only this machine can open the page ({host})",
            'for phones, set host = "0.0.0.0" in section [page]',
            host=page.host,
        )
    address = address_of(page.host)
    if address.startswith("127."):
        return failing("network", "this machine has no address", "connect it to the network at home")
    by_number = f"http://{address}:{page.port}"
    if patient.machine.find("run/avahi-daemon/pid"):
        by_name = f"http://{socket.gethostname()}.local:{page.port}"
        return well("network", "phones open {address}, many also {name}", address=by_number, name=by_name)
    return well("network", "phones open {address}", address=by_number)


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
    found = [("charkoni", _version("charkoni")), ("Python", platform.python_version())]
    found += [("OpenCV", cv2.__version__), ("numpy", np.__version__)]
    found += [(f"model {name}", mark) for name, mark in models()]
    return found + [(name, version) for name in LIBRARIES if (version := _version(name)) != "not installed"]


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


def _version(name: str) -> str:
    with contextlib.suppress(metadata.PackageNotFoundError):
        return metadata.version(name)
    return "not installed"
