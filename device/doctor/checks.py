"""How each part of a box is: one function a check, for the page, other programs and the terminal."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import platform
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Protocol

import cv2

from device.camera.frames import Frames
from device.cameras.camera import REST_FPS, Camera
from device.doctor.patient import Machine, Patient
from device.doubts import message_of
from device.errors import JournalError
from device.net.https import Https
from device.readers.connections import BoxConnections
from device.readers.mqtt.trial import try_broker
from device.readers.outside import OUTSIDE, is_outside
from device.store import FILE_NAME, Journal
from device.store.backups.transfer import last_backup
from engine.events import Logged, Threw, ThrowAsked, ThrowKept
from engine.messages import NOTHING, Message
from vision import Tray
from vision.light import ADVICE, measure
from web.house.connections import LinkState, MqttChoice
from web.house.rows import LATEST
from web.house.settings import HouseSettings
from web.marks import counted, joined
from web.ports import (
    EyeState,
    Finding,
    LightLine,
    Moment,
    Size,
    failing,
    unknown,
    warning,
    well,
)

LITTLE_MB, NONE_MB = 500, 50
"""Room on the disk under which somebody should look, and under which the next game may not fit."""

_BUSY = 2.0
"""Programs for each processor that want to run, from which the box may be late."""

LOG = Message("look into the box’s log: journalctl -u charkoni")

LATE_S = 10.0
"""A camera that gave no picture for so long gives none."""

NO_CAMERA = Message("none, as the box was told: throws are typed")
"""Found where the config wants no camera."""

_FEW = 5.0
"""Pictures a second, under which a throw may come to rest unseen; usual are 10 to 15."""

_ENOUGH_THROWS, _OFTEN = 8, 3
"""From so many throws on, one in so many that is asked about is often."""

_EVENT_BYTES = 100
"""What an event takes beside its JSON: its other columns, two trees, pages that are not full."""

_DAY_S = 86_400
_MONTH_S, _YEAR_S = 30 * _DAY_S, 365 * _DAY_S

_LONG_S = 10 * _YEAR_S
"""What lasts for longer than this, lasts."""


class Looking(Protocol):
    """What is asked of the loop."""

    @property
    def frames(self) -> Frames:
        """The camera's frames."""

    def state(self) -> EyeState:
        """Tell what the eye does now."""


def camera(eye: Looking, of: Camera, *, wished: str) -> Finding:
    """Look whether the camera is there.

    Args:
        eye: Who looks through it.
        of: The camera.
        wished: What the config asks for.
    """
    found = _camera("camera", eye)
    if found.verdict != "fine" or found.text is NO_CAMERA:
        return found
    if of.throws and wished == "auto":
        none = Message("there is none, so the built-in film plays")
        return warning("camera", none, "plug one in, or check its ribbon cable")
    return found if of.note is None else warning("camera", eye.state().camera, of.note)


def board_camera(eye: Looking, *, held: frozenset[str] | None) -> Finding:
    """Look whether the board's own camera is there and gives pictures.

    Args:
        eye: Who looks through it.
        held: What it holds still; None where it has nothing such.
    """
    found, (_rate, age) = _camera("board-camera", eye), eye.frames.pace()
    if found.verdict != "fine":
        return found
    if age is not None and age > LATE_S:
        return _late(found.topic, age)
    return well(found.topic, "{board}, {exposure}", board=found.text, exposure=_exposure(held))


def _camera(topic: str, eye: Looking) -> Finding:
    state, last = eye.state(), eye.frames.last
    which, trouble = {"camera": state.camera}, state.message or NOTHING
    if state.state == "starting":
        return warning(topic, "{camera} is starting", "wait a moment", camera=state.camera)
    if state.state == "away":
        return failing(topic, Message("{camera} gives no pictures", which), trouble)
    if state.state == "off" and state.message is None:
        return well(topic, NO_CAMERA)
    if state.state == "off":
        return warning(topic, Message("{camera} has ended", which), trouble)
    height, width = last.shape[:2] if last is not None else (0, 0)
    return well(topic, "{camera}, {width} × {height}", camera=state.camera, width=width, height=height)


def _late(topic: str, age: float) -> Finding:
    again = Message("unplug the camera and plug it in again; if that does not help, start the box again")
    return failing(topic, "none now, the last one before: {age}", again, age=span(age))


def pictures(eye: Looking) -> Finding:
    """Look whether pictures come, and how many."""
    state, (rate, age) = eye.state().state, eye.frames.pace()
    if age is None:
        return unknown("pictures")
    if state == "off":
        text = Message("none now, the last one before: {age}", {"age": span(age)})
        return warning("pictures", text, NOTHING)
    if state == "away" or age > LATE_S:
        return _late("pictures", age)
    text = Message("{rate} a second, the last one just now", {"rate": round(rate)})
    if rate < (REST_FPS / 2 if eye.frames.are_few else _FEW):
        few = Message("a throw may be missed: end other programs, and look at temperature and power below")
        return warning("pictures", text, few)
    return well("pictures", text)


def light(
    eye: Looking, *, tray: Tray | None, measured: LightLine | None, held: frozenset[str] | None
) -> Finding:
    """Look how bright the tray is now; whether the light flickers is known where it was measured.

    Args:
        eye: Whose last picture is looked at.
        tray: Where things are thrown.
        measured: How the light was when it was measured last.
        held: What the camera holds still; None where it has nothing such.
    """
    frame, (_rate, age) = eye.frames.last, eye.frames.pace()
    if frame is None or age is None or age > LATE_S:
        return unknown("light")
    now = measure([frame], tray=tray)
    faults = [message_of(ADVICE[name]) for name in now.faults]
    flicker = Message("flicker not measured")
    if measured is not None and measured.saw_flicker:
        flickered = measured.faults.get("flicker")
        when = {"when": Moment(measured.when)}
        flicker = Message("it flickered: {when}", when) if flickered else Message("no flicker: {when}", when)
        faults += [flickered] if flickered else []
    parts = {"percent": round(100 * now.level / 255), "exposure": _exposure(held), "flicker": flicker}
    text = Message("brightness {percent} %, {exposure}, {flicker}", parts)
    return warning("light", text, faults[0]) if faults else well("light", text)


def doubts(newest: Sequence[Logged]) -> Finding:
    """Look how often the eye had to ask lately, and why.

    Args:
        newest: The newest events.
    """
    read = [one.event for one in newest if isinstance(one.event, Threw | ThrowKept | ThrowAsked)]
    read = [event for event in read if event.source != "film"]
    asked = [event for event in read if isinstance(event, ThrowAsked)]
    # What was asked about is thrown, with the same photograph, once somebody has answered.
    photos = {event.photo for event in read if event.photo and not isinstance(event, ThrowAsked)}
    count = len(photos | {one.photo for one in asked})
    if not count:
        return well("doubts", "no throw has been read lately")
    text = Message("throws read lately: {count}, asked about: {asked}", {"asked": len(asked), "count": count})
    why = Counter(doubt for one in asked for doubt in one.doubts).most_common(1)
    if why:
        text = Message("{asked}; most often: {doubt}", {"asked": text, "doubt": why[0][0]})
    if count >= _ENOUGH_THROWS and len(asked) * _OFTEN >= count:
        return warning("doubts", text, "look at light and tray under “Camera and tray”")
    return well("doubts", text)


def writing(journal: Journal) -> Finding:
    """Look whether what is played is written to the disk, or held in memory."""
    trouble = journal.trouble()
    if not trouble:
        return well("writing", "every move is on the disk before it is shown")
    first, *more = trouble
    held = Message("{first} Events in memory only: {count}.", {"first": first, "count": journal.held()})
    return failing("writing", held if journal.held() else first, joined(*((" ", one) for one in more)))


def disk(journal: Journal, *, cap: int, now: float) -> Finding:
    """Look how much room there is, and how long it lasts if as much is played as lately.

    Args:
        journal: What is written.
        cap: Bytes of photographs from which the oldest go.
        now: Seconds since 1970.
    """
    folder = journal.path.parent
    return room(folder, lasts=_lasts_s(journal, shutil.disk_usage(folder).free, cap=cap, now=now))


def room(folder: Path, *, lasts: float | None = None) -> Finding:
    """Look whether a disk has room, which may be known to last for some seconds."""
    usage = shutil.disk_usage(folder)
    text = Message("{free} of {total} are free", {"free": Size(usage.free), "total": Size(usage.total)})
    if usage.free < NONE_MB * 2**20:
        return failing("disk", text, "make room: the next game may not fit")
    if lasts is not None:
        fields = {"room": text, "time": span(min(lasts, _LONG_S))}
        text = Message("{room}; as you play now, that lasts for about {time}", fields)
        if lasts > _LONG_S:
            text = Message("{room}; as you play now, that lasts for more than {time}", fields)
    if usage.free < LITTLE_MB * 2**20 or (lasts is not None and lasts < _MONTH_S):
        return warning("disk", text, "make room soon")
    return well("disk", text)


def kept(journal: Journal, *, cap: int) -> Finding:
    """Tell what is kept, and how much room it takes."""
    [[games, events, photographs, size]] = journal.read(
        "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM event), count(*), coalesce(sum(bytes), 0) "
        "FROM photograph"
    )
    fields = {
        "games": games,
        "events": events,
        "journal": Size(journal_bytes(journal.path)),
        "photographs": photographs,
        "pictures": Size(int(str(size))),
        "most": Size(cap),
    }
    return well(
        "kept",
        "games: {games}, events: {events}, {journal}; photographs: {photographs}, {pictures}, at most {most}",
        **fields,
    )


def backup(journal: Journal, *, now: float) -> Finding:
    """Look when a backup was made last, and remind after a month.

    Args:
        journal: What is to be backed up.
        now: Seconds since 1970.
    """
    made = last_backup(journal.path.parent)
    copies = sorted((journal.path.parent / "backups").glob("games-*.sqlite"))
    make = Message("make one under “Games played”, “Backup”, and keep it on another machine")
    if made is not None:
        text = Message("{when}, {size}", {"when": Moment(made.when), "size": Size(made.bytes)})
    elif journal.last_seq():
        text = Message("none has been made yet")
    else:
        return well("backup", "there is nothing to keep yet")
    if copies:
        newest = Moment(copies[-1].stat().st_mtime)
        text = Message("{backup}; newest copy inside the box: {when}", {"backup": text, "when": newest})
    if made is None:
        return warning("backup", text, make)
    if now - made.when > _MONTH_S:
        old = Message("{backup}: more than 30 days old", {"backup": text})
        return warning("backup", old, make)
    return well("backup", text)


def span(seconds: float) -> Message:
    """Return how long something took or will take, in the unit that fits."""
    whole = max(0, round(seconds))
    if whole < 60:
        return counted("{count} second", "{count} seconds", whole, seconds=whole)
    if whole < 3600:
        return counted("{count} minute", "{count} minutes", round(whole / 60), seconds=whole)
    if whole < 2 * _DAY_S:
        return counted("{count} hour", "{count} hours", round(whole / 3600), seconds=whole)
    if whole < 2 * _YEAR_S:
        return counted("{count} day", "{count} days", round(whole / _DAY_S), seconds=whole)
    return counted("{count} year", "{count} years", round(whole / _YEAR_S), seconds=whole)


def _exposure(held: frozenset[str] | None) -> Message:
    if held is None:
        return Message("exposure cannot be held")
    return Message("exposure held still") if "exposure" in held else Message("exposure adjusts itself")


def journal_bytes(path: Path) -> int:
    """Tell how many bytes a journal takes, with all files beside it."""
    return sum(file.stat().st_size for file in path.parent.glob(f"{FILE_NAME}*") if file.is_file())


def _lasts_s(journal: Journal, free: int, *, cap: int, now: float) -> float | None:
    """Tell in how many seconds the disk would be full; None where nothing was written for a month.

    Photographs grow no more once the oldest of them go.
    """
    since = now - _MONTH_S
    [[lately, first]] = journal.read(
        "SELECT coalesce(sum(CASE WHEN time > ? THEN length(json) + ? END), 0), min(time) FROM event "
        "WHERE time < ?",
        (since, _EVENT_BYTES, LATEST),
    )
    [[kept_bytes, lately_bytes]] = journal.read(
        "SELECT coalesce(sum(bytes), 0), coalesce(sum(CASE WHEN time > ? THEN bytes END), 0) FROM photograph",
        (since,),
    )
    if not lately:
        return None
    passed = max(_DAY_S, now - max(since, float(str(first))))
    written = int(str(lately)) / passed
    drawn = int(str(lately_bytes)) / passed
    until_cap = max(0, cap - int(str(kept_bytes))) / drawn if drawn else 0.0
    if (written + drawn) * until_cap >= free:
        return free / (written + drawn)
    return until_cap + (free - (written + drawn) * until_cap) / written


_LITTLE_MB = 150
"""Memory that the box needs."""

_WARM_C, _HOT_C = 70.0, 80.0
"""From 80 to 85 degrees a Pi slows down. Source: Raspberry Pi documentation, "Frequency management"."""

_NOW = (
    (0x1, Message("too little voltage")),
    (0x4, Message("slowed down")),
    (0x2, Message("its speed is capped")),
    (0x8, Message("warm enough to be slowed down")),
)
"""What the Pi's firmware says of this moment; the same 16 bits higher: since it was started. Source:
Raspberry Pi documentation, ``vcgencmd get_throttled``."""

_THROTTLED = "sys/devices/platform/soc*/soc*firmware/get_throttled"
"""The same number without a program, in the Pi's own kernels."""

_SLACK_S = 120.0
"""Clocks of two machines may differ so much."""


def memory(machine: Machine, *, box: int | None = None) -> Finding:
    """Look whether there is room for the box.

    Args:
        machine: The computer.
        box: Process of the box that runs, whose share is told.
    """
    kilobytes = _table(machine.read("proc/meminfo"))
    if "MemAvailable" not in kilobytes:
        return unknown("memory")
    free, all_of_it = kilobytes["MemAvailable"] // 1024, kilobytes.get("MemTotal", 0) // 1024
    share = _table(machine.read(f"proc/{box}/status")).get("VmRSS", 0) // 1024 if box else 0
    text = Message("{free} of {total} MB are free", {"free": free, "total": all_of_it})
    if share:
        text = Message("{free}, the box has {share} MB", {"free": text, "share": share})
    if free < _LITTLE_MB and not share:
        return warning("memory", text, "end other programs: the box needs 150 MB")
    if free < 40:
        return warning("memory", text, "end other programs, or the system will end the box")
    return well("memory", text)


def hottest(machine: Machine) -> float | None:
    """Measure the hottest part of a computer, in °C; None where it does not tell."""
    told = (machine.read(zone) for zone in machine.find("sys/class/thermal/thermal_zone*/temp"))
    return max((int(one) / 1000 for one in told if one.lstrip("-").isdigit()), default=None)


def temperature(machine: Machine) -> Finding:
    """Look whether the computer is too hot."""
    degrees = hottest(machine)
    if degrees is None:
        return unknown("temperature")
    text = Message("{degrees} °C", {"degrees": round(degrees)})
    if degrees >= _HOT_C:
        return failing("temperature", text, "it slows itself down: give it air, or a heat sink")
    if degrees >= _WARM_C:
        return warning("temperature", text, "give it air, or a heat sink: from 80 °C on it slows itself down")
    return well("temperature", text)


def power(machine: Machine) -> Finding:
    """Look whether a Pi has had too little power, or was slowed down."""
    told = machine.ask("vcgencmd", "get_throttled").rpartition("=")[2]
    for file in machine.find(_THROTTLED):
        told = told or machine.read(file)
    try:
        bits = int(told, 16)
    except ValueError:
        return unknown("power")
    now = [words for bit, words in _NOW if bits & bit]
    before = [words for bit, words in _NOW if bits >> 16 & bit]
    thirsty = Message("take the power supply that belongs to this Pi, and a short cable")
    hot = Message("give it air, or a heat sink")
    if now:
        return failing("power", "now: {states}", thirsty if bits & 0x1 else hot, states=_row(now))
    if before:
        advice = thirsty if bits & 0x10000 else hot
        return warning("power", "since it was started: {states}", advice, states=_row(before))
    return well("power", "enough since it was started")


def clock(
    machine: Machine,
    *,
    newest: float | None,
    now: Callable[[], float] = time.time,
    program: Path | None = None,
) -> Finding:
    """Look whether the time of day can be right. The box plays with a wrong one; its list of games is wrong.

    Args:
        machine: The computer.
        newest: When the journal's newest event was recorded, in seconds since 1970; None before the first.
        now: The time of day.
        program: A file that cannot be newer than now; one of the program's own by default.
    """
    moment = now()
    written = Moment(moment)
    set_it = Message("let the machine reach a time server, or set it: sudo date --set '2026-01-31 18:00'")
    if newest is not None and moment < newest - _SLACK_S:
        return warning("clock", "it is {now}, before the newest event of the games", set_it, now=written)
    if moment < _changed(program or _own_file()) - _SLACK_S:
        return warning("clock", "it is {now}, before this program was installed", set_it, now=written)
    told = machine.ask("timedatectl", "show", "--property=NTPSynchronized", "--value")
    synchronised = told == "yes" or bool(machine.find("run/systemd/timesync/synchronized"))
    if synchronised:
        return well("clock", "it is {now}, as a time server says", now=written)
    if told == "no":
        by_hand = Message("without a network: set it by hand")
        return warning("clock", "it is {now}, but no time server has said so", by_hand, now=written)
    return well("clock", "it is {now}; this machine does not tell whether a time server said so", now=written)


def _row(parts: Sequence[Message]) -> Message:
    """Return parts with commas between them."""
    return joined(*((", ", part) for part in parts))


def _table(text: str) -> dict[str, int]:
    """Read lines such as ``MemTotal:  948304 kB``."""
    found: dict[str, int] = {}
    for line in text.splitlines():
        name, _, rest = line.partition(":")
        number = rest.split()[:1]
        if number and number[0].isdigit():
            found[name] = int(number[0])
    return found


def _own_file() -> Path | None:
    found = importlib.util.find_spec("device")
    return Path(found.origin) if found and found.origin else None


def _changed(path: Path | None) -> float:
    try:
        return path.stat().st_mtime if path else 0.0
    except OSError:
        return 0.0


_NO_NAME = "doctor2222"
"""How a box speaks to the broker that has no journal yet."""


def connections(of: BoxConnections) -> Finding:
    """Look how the broker and every webhook take what they are told."""
    mqtt, hooks = of.mqtt(), [line for line in of.hooks() if line.state.verdict != "off"]
    states = [*([mqtt.state] if mqtt.choice.on else []), *(line.state for line in hooks)]
    if not states:
        return well("connections", "no other program is told anything")
    wrong = [state for state in states if state.verdict == "broken"]
    if wrong:
        return warning("connections", wrong[0].text, wrong[0].advice)
    texts = [("; " if number else "", state.text) for number, state in enumerate(states)]
    return well("connections", joined(*texts))


def broker(
    patient: Patient,
    *,
    attempt: Callable[[MqttChoice, str, str], LinkState] = try_broker,
    outside: Callable[[str, int], bool] = is_outside,
) -> Finding:
    """Try the broker that the page or the config names, with a connection of its own.

    That may lead where the service may not go, which is then said.
    """
    choice, password, box = _chosen(patient)
    if not choice.on or not choice.host:
        return well("mqtt", "no broker is told anything")
    state = attempt(choice, password, box)
    if state.verdict != "fine":
        return warning("mqtt", state.text, state.advice)
    if _stays_at_home(patient.machine) and outside(choice.host, choice.port_or_usual):
        return warning("mqtt", state.text, OUTSIDE)
    return well("mqtt", state.text)


def _stays_at_home(machine: Machine) -> bool:
    """True if systemd lets the service reach a part of all addresses only."""
    told = machine.ask("systemctl", "show", "charkoni", "--property=IPAddressAllow,IPAddressDeny")
    limits = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
    return "/0" in limits.get("IPAddressDeny", "") and "/0" not in limits.get("IPAddressAllow", "")


def _chosen(patient: Patient) -> tuple[MqttChoice, str, str]:
    """Return how the box speaks MQTT, the password, and its name; what cannot be read says nothing."""
    choice, password, box = patient.config.mqtt.choice(), patient.config.mqtt.password, _NO_NAME
    if not (patient.folder / FILE_NAME).exists():
        return choice, password, box
    with contextlib.suppress(JournalError, sqlite3.Error, ValueError):  # its own line says so
        with Journal(patient.folder, writing=False) as journal:
            chosen = HouseSettings(journal).get().mqtt
            secrets = journal.read("SELECT name, value FROM secret WHERE name IN ('mqtt', 'box')")
            kept = {str(name): str(value) for name, value in secrets}
        box = kept.get("box", box)
        if chosen is not None:
            choice, password = chosen, kept.get("mqtt", "")
    return choice, password, box


def load(machine: Machine) -> Finding:
    """Look how many programs want to run, on how many processors."""
    told = machine.read("proc/loadavg").split()
    if len(told) < 3:
        return unknown("load")
    processors = os.cpu_count() or 1
    fields = {"load": round(float(told[1]), 1), "count": processors}
    text = Message("programs at work at once: {load}, processors: {count}", fields)
    if float(told[1]) > _BUSY * processors:
        return warning("load", text, "end other programs: the box may be late")
    return well("load", text)


def uptime(machine: Machine, box_s: float) -> Finding:
    """Tell how long the box runs, and the machine."""
    own = span(box_s)
    try:
        since = float(machine.read("proc/uptime").split(" ")[0])
    except ValueError:
        return well("uptime", "the box: {box}", box=own)
    return well("uptime", "the box: {box}, the machine: {machine}", box=own, machine=span(since))


def version() -> Finding:
    """Return which programs run."""
    parts = {"charkoni": version_of("charkoni", "?"), "python": platform.python_version()}
    parts["opencv"] = cv2.__version__
    return well("version", Message("Charkoni {charkoni}, Python {python}, OpenCV {opencv}", parts))


def version_of(name: str, otherwise: str) -> str:
    """Return the version of a program, or something else where nobody installed it."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return otherwise


def addresses(found: Sequence[str], host: str) -> Finding:
    """Look whether phones can reach the page."""
    text = " · ".join(found)
    if host.startswith("127.") or host == "localhost":
        wider = Message('for phones, set host = "0.0.0.0" in section [page] of the config')
        return warning("addresses", "only this machine can open the page: {addresses}", wider, addresses=text)
    if all("//127." in one for one in found):
        return failing("addresses", "this machine has no address", "connect it to the network at home")
    return well("addresses", "phones open {addresses}", addresses=text)


def https(of: Https) -> Finding:
    """Look whether phones that trust the box can open its page over HTTPS."""
    if of.trouble:
        return failing("https", "turned on, but the page cannot be served so", LOG)
    trust = of.trust()
    if trust is None:
        return well("https", "off; phones come over plain HTTP, and nothing more is needed")
    return well("https", "on, at port {port}", port=trust.port)
