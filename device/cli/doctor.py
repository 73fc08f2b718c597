"""``charkoni doctor``: looks at everything that a box needs, and says what to do."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.arguments import Commands, add_place
from device.cli.terminal import write_utf8
from device.errors import ConfigError
from device.quiet_log import quiet_log

if TYPE_CHECKING:
    from device.config import Config
    from device.doctor.finding import Finding, Patient


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("doctor", help="look at everything that a box needs, and say what to do")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--bundle", type=Path, metavar="FILE.zip", help="write what helps with a bug report")
    parser.add_argument("--with-pictures", action="store_true", help="put pictures of the tray into it")
    add_place(parser)
    parser.set_defaults(run=_doctor)


@quiet_log()
def _doctor(asked: argparse.Namespace) -> int:
    """Print a line for each thing that was looked at; 1 when something fails."""
    from device.config import data_folder
    from device.doctor import eye, parts
    from device.doctor.bundle import write_bundle
    from device.doctor.finding import Health, Patient

    told, faults = _config(asked.config)
    patient = Patient(told, data_folder(asked.data or told.data.folder))
    findings: list[Finding] = []

    def show(finding: Finding) -> None:
        findings.append(finding)
        if not asked.json:
            print(finding, flush=True)

    show(parts.config(asked.config, faults))
    seen = eye.look(patient)
    for finding in (*seen.findings, *_others(patient)):
        show(finding)
    if asked.json:
        write_utf8()
        print(json.dumps([finding.figures for finding in findings], ensure_ascii=False, indent=1))
    if asked.bundle is not None:
        pictures = asked.with_pictures
        items = write_bundle(asked.bundle, patient, findings, pictures=pictures, frame=seen.frame)
        if not asked.json:
            print(f"\n{asked.bundle} holds, without keys and passwords:")
            for item in items:
                print(f"{len(item.raw):9,} bytes  {item.name:24}  {item.what}")
            if not pictures:
                print("It holds no pictures; --with-pictures adds some.")
    return 1 if any(finding.health is Health.FAIL for finding in findings) else 0


def _config(path: Path | None) -> tuple[Config, list[str]]:
    """Read a config as far as that goes."""
    from device.config import Config, examine, read_file

    if path is None:
        return Config(), []
    try:
        return examine(read_file(path), name=path.name)
    except ConfigError as error:
        return Config(), [str(error)]


def _others(patient: Patient) -> Iterator[Finding]:
    from device.doctor import connected, health, parts, store

    machine = patient.machine
    yield parts.pins(patient)
    yield store.disk(patient.folder)
    kept = store.journal(patient.folder)
    yield kept.finding
    yield health.clock(machine, newest=kept.newest)
    yield parts.network(patient)
    yield parts.https(patient)
    yield connected.broker(patient)
    yield parts.versions()
    yield health.memory(machine, box=patient.running)
    yield health.temperature(machine)
    yield health.power(machine)
    yield parts.voice(patient.config, machine)
    yield parts.service(machine)
