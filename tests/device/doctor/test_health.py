"""The machine's health: memory, heat, power and clock, from what the machine tells of itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from device.doctor import checks
from devices.findings import Answering, told


@pytest.mark.parametrize(
    ("free", "box", "how"), [(900, 0, "ok"), (140, 0, "warn"), (140, 90, "ok"), (30, 90, "warn")]
)
def test_memory_is_what_the_kernel_says(machine: Answering, free: int, box: int, how: str) -> None:
    machine.tells("proc/meminfo", f"MemTotal:  948304 kB\nMemAvailable: {free * 1024} kB\n")
    machine.tells("proc/7/status", f"Name:\tcharkoni\nVmRSS:\t {box * 1024} kB\n")
    assert checks.memory(machine, box=7 if box else None).health == how
    text = str(checks.memory(machine, box=7).text)
    assert text.startswith(f"{free} of 926 MB are free")
    assert ("the box has 90 MB" in text) == bool(box)


@pytest.mark.parametrize(
    ("zones", "how"), [([48000, 51200], "ok"), ([48000, 74000], "warn"), ([83500], "fail")]
)
def test_the_hottest_part_counts(machine: Answering, zones: list[int], how: str) -> None:
    for number, zone in enumerate(zones):
        machine.tells(f"sys/class/thermal/thermal_zone{number}/temp", f"{zone}\n")
    finding = checks.temperature(machine)
    assert finding.health == how
    assert bool(str(finding.advice)) == (how != "ok")
    assert str(finding.text) == f"{round(max(zones) / 1000)} °C"


@pytest.mark.parametrize(
    ("bits", "how", "said"),
    [
        ("0x0", "ok", "enough"),
        ("0x50000", "warn", "since it was started: too little voltage, slowed down: take the power supply"),
        ("0x50005", "fail", "now: too little voltage, slowed down: take the power supply"),
        ("0x80008", "fail", "now: warm enough to be slowed down: give it air"),
        ("0x20000", "warn", "its speed is capped: give it air"),
    ],
)
@pytest.mark.parametrize("way", ["program", "file"])
def test_a_pi_tells_whether_it_was_slowed_down(
    machine: Answering, bits: str, how: str, said: str, way: str
) -> None:
    if way == "program":
        machine.answers["vcgencmd"] = f"throttled={bits}"
    else:
        machine.tells("sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits[2:]}\n")
    found = told(checks.power(machine))
    assert found[0] == how
    assert bool(str(checks.power(machine).advice)) == (how != "ok")
    assert said in found[1]


def test_a_machine_that_tells_nothing_is_not_ill(machine: Answering) -> None:
    for finding in (checks.memory(machine), checks.temperature(machine), checks.power(machine)):
        assert finding.verdict == "unknown"
        assert "does not tell" in str(finding.text)


def test_a_clock_before_the_newest_event_or_this_program_is_wrong(machine: Answering, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.touch()
    os.utime(program, (1_000_000, 1_000_000))

    def clock(now: float, newest: float | None) -> tuple[str, str]:
        return told(checks.clock(machine, newest=newest, now=lambda: now, program=program))

    machine.answers["timedatectl"] = "no"
    assert "before the newest event" in clock(2_000_000, 2_500_000)[1]
    assert "before this program was installed" in clock(900_000, None)[1]
    assert clock(2_000_000, 1_500_000) == ("warn", clock(2_000_000, None)[1])
    assert "no time server has said so" in clock(2_000_000, None)[1]
    machine.answers["timedatectl"] = "yes"
    assert clock(2_000_000, 2_000_060)[0] == "ok"
    machine.answers.clear()
    assert "does not tell" in clock(2_000_000, None)[1]
    machine.tells("run/systemd/timesync/synchronized", "")
    assert "as a time server says" in clock(2_000_000, None)[1]
