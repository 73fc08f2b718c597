"""``charkoni doctor``: looks at everything that a box needs, and says what to do."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from device.cli.arguments import Commands, add_place
from device.cli.terminal import write_utf8
from device.errors import ConfigError
from device.quiet_log import quiet_log

if TYPE_CHECKING:
    from device.config import Config
    from web.ports import Finding


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
    from device.doctor import examination
    from device.doctor.bundle import for_programs, write_bundle
    from device.doctor.patient import Patient
    from device.doctor.report import examined

    told, faults = _config(asked.config)
    patient = Patient(told, data_folder(asked.data or told.data.folder))
    findings: list[Finding] = []

    def show(finding: Finding) -> None:
        findings.append(finding)
        if not asked.json:
            print(finding, flush=True)

    show(examination.config(asked.config, faults))
    seen = examination.look(patient)
    for finding in (*seen.findings, *examined(patient)):
        show(finding)
    if asked.json:
        write_utf8()
        print(for_programs(findings))
    if asked.bundle is not None:
        pictures = asked.with_pictures
        items = write_bundle(asked.bundle, patient, findings, pictures=pictures, frame=seen.frame)
        if not asked.json:
            print(f"\n{asked.bundle} holds, without keys and passwords:")
            for item in items:
                print(f"{len(item.raw):9,} bytes  {item.name:24}  {item.what}")
            if not pictures:
                print("It holds no pictures; --with-pictures adds some.")
    return 1 if any(finding.verdict == "broken" for finding in findings) else 0


def _config(path: Path | None) -> tuple[Config, list[str]]:
    """Read a config as far as that goes."""
    from device.config import Config, examine, read_file

    if path is None:
        return Config(), []
    try:
        return examine(read_file(path), name=path.name)
    except ConfigError as error:
        return Config(), [str(error)]
