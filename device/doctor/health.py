"""How the computer underneath is: memory, temperature, power, clock."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from device.doctor.finding import Finding, Machine, failing, unknown, warning, well
from engine.messages import Message
from web.marks import joined
from web.ports import Moment

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
