"""``charkoni doctor``: looks at everything that a box needs, and says what to do."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from device.config import Config, data_folder, examine, read_file
from device.doctor import eye, health, parts, store
from device.doctor.bundle import write_bundle
from device.doctor.finding import Finding, Health, Patient
from device.errors import ConfigError


@contextmanager
def _quiet() -> Iterator[None]:
    """Log errors alone for a while: what is wrong stands in the lines."""
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.setLevel(before)


@_quiet()
def doctor(
    *,
    config: Path | None,
    data: str | None = None,
    as_json: bool = False,
    bundle: Path | None = None,
    pictures: bool = False,
) -> int:
    """Print a line for each thing that was looked at; write a bundle for a bug report if asked.

    Args:
        config: The box's config file.
        data: Its data folder, if it is not the one that the config says.
        as_json: Print a list of objects instead of lines.
        bundle: The ZIP to write.
        pictures: Put pictures into it.

    Returns:
        Exit status: 0 when nothing fails, 1 when something does.

    Raises:
        ConfigError: If the bundle cannot be written.
    """
    told, faults = _config(config)
    patient = Patient(told, data_folder(data or told.data.folder))
    findings: list[Finding] = []
    seen = eye.Sight(())

    def show(finding: Finding) -> None:
        findings.append(finding)
        if not as_json:
            print(finding, flush=True)

    show(parts.config(config, faults))
    seen = eye.look(patient)
    for finding in (*seen.findings, *_others(patient)):
        show(finding)
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=1))
    if bundle is not None:
        items = write_bundle(bundle, patient, findings, pictures=pictures, frame=seen.frame)
        if not as_json:
            print(f"\n{bundle} holds, without keys and passwords:")
            for item in items:
                print(f"{len(item.raw):9,} bytes  {item.name:24}  {item.what}")
            if not pictures:
                print("It holds no pictures; --with-pictures adds some.")
    return 1 if any(finding.health is Health.FAIL for finding in findings) else 0


def _config(path: Path | None) -> tuple[Config, list[str]]:
    """Read a config as far as that goes."""
    if path is None:
        return Config(), []
    try:
        return examine(read_file(path), name=path.name)
    except ConfigError as error:
        return Config(), [str(error)]


def _others(patient: Patient) -> Iterator[Finding]:
    machine = patient.machine
    yield parts.pins(patient)
    yield store.disk(patient.folder)
    kept = store.journal(patient.folder)
    yield kept.finding
    yield health.clock(machine, newest=kept.newest)
    yield parts.network(patient)
    yield parts.https(patient)
    yield parts.versions()
    yield health.memory(machine, box=patient.running)
    yield health.temperature(machine)
    yield health.power(machine)
    yield parts.voice(patient.config, machine)
    yield parts.service(machine)
