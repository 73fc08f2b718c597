"""The bundle for a bug report: it helps, and nothing in it lets a stranger play or shows the room unasked."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from device.__main__ import main
from device.box import Box
from device.config import Config, read_config
from device.doctor.bundle import Cleaner, without_secrets, write_bundle
from device.doctor.patient import Machine, Patient
from device.errors import ConfigError
from device.first_game import Asked
from device.net.server import qr_code
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from web.ports import well

FILM = '[camera]\nsource = "film"\n[page]\nhost = "127.0.0.1"\nport = 8791\n[voice]\non = false\n'
FINDINGS = [well("disk", "there is room")]
FRAME = np.full((48, 64, 3), 90, np.uint8)


class Logging(Machine):
    """A computer whose journal says what a box says when it starts."""

    def ask(self, *command: str) -> str:
        return self.log if command[0] == "journalctl" else ""

    log = ""


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Patient:
    """A box that was played with, and that has printed its address with the key."""
    config = read_config(FILM)
    folder = tmp_path_factory.mktemp("patient") / "data"
    with Box(config, folder=folder, asked=Asked("chowka-bhara")) as box:
        photo = box.journal.keep_photograph(b"RAWJPEG", b"RINGED")
        box.table.do(TakeThrow(Cowries(3, 4), photo=photo))
        address = box.phones.address()
        secret, key = box.phones.secret, box.phones.key
    machine = Logging()
    object.__setattr__(machine, "log", f"{qr_code(address)}\nopen  {address}\nthe end {secret} {key}")
    return Patient(config, folder, machine)


def everything(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_bundle_has_what_helps_and_says_what_it_is(patient: Patient, tmp_path: Path) -> None:
    items = write_bundle(tmp_path / "b.zip", patient, FINDINGS, pictures=False, frame=FRAME)
    files = everything(tmp_path / "b.zip")
    assert [item.name for item in items] == list(files)
    assert list(files) == [
        "doctor.txt", "doctor.json", "versions.txt", "config.toml", "log.txt", "events.jsonl",
    ]  # fmt: skip
    assert all(item.what for item in items)
    assert files["doctor.txt"].decode().startswith("ok    disk")
    assert json.loads(files["doctor.json"])[0]["topic"] == "disk"
    assert "OpenCV" in files["versions.txt"].decode()
    assert read_config(files["config.toml"].decode()) == patient.config
    events = [json.loads(line) for line in files["events.jsonl"].splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert "the end" in files["log.txt"].decode()


def test_no_key_no_secret_and_no_code_for_phones_is_in_a_bundle(patient: Patient, tmp_path: Path) -> None:
    with Box(patient.config, folder=patient.folder) as box:
        secrets = [box.phones.key, box.phones.secret, box.phones.pair(box.phones.key) or ""]
    assert all(secrets)
    write_bundle(tmp_path / "b.zip", patient, FINDINGS, pictures=True, frame=FRAME)
    for name, raw in everything(tmp_path / "b.zip").items():
        for secret in secrets:
            assert secret.encode() not in raw, name
        assert not any(mark.encode() in raw for mark in "█▀▄"), f"{name} has the code that phones read"
    log = everything(tmp_path / "b.zip")["log.txt"].decode()
    assert "key=(removed)" in log


def test_pictures_are_in_a_bundle_only_if_somebody_says_so(patient: Patient, tmp_path: Path) -> None:
    write_bundle(tmp_path / "without.zip", patient, FINDINGS, pictures=False, frame=FRAME)
    assert not any(
        b"RAWJPEG" in raw or name.endswith("jpg")
        for name, raw in everything(tmp_path / "without.zip").items()
    )
    write_bundle(tmp_path / "with.zip", patient, FINDINGS, pictures=True, frame=FRAME)
    files = everything(tmp_path / "with.zip")
    pictures = {name: raw for name, raw in files.items() if name.startswith("pictures/")}
    assert next(iter(pictures.values())) == b"RAWJPEG"
    assert pictures["pictures/now.jpg"].startswith(b"\xff\xd8")


def test_a_bundle_is_its_owners_alone_and_never_takes_another_files_place(
    patient: Patient, tmp_path: Path
) -> None:
    file = tmp_path / "b.zip"
    write_bundle(file, patient, FINDINGS, pictures=False)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(ConfigError, match="exists already: name another"):
        write_bundle(file, patient, FINDINGS, pictures=False)
    with pytest.raises(ConfigError, match="cannot be written: No such"):
        write_bundle(tmp_path / "none" / "b.zip", patient, FINDINGS, pictures=False)


@pytest.mark.parametrize("damage", ["missing", "broken"])
def test_a_box_without_a_readable_journal_still_gets_a_bundle(
    patient: Patient, tmp_path: Path, damage: str
) -> None:
    patient = replace(patient, folder=Path(shutil.copytree(patient.folder, tmp_path / "data")))
    file = patient.folder / "charkoni.sqlite"
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(b"this is no journal" * 400)
    write_bundle(tmp_path / "b.zip", patient, FINDINGS, pictures=True)
    assert "error" in json.loads(everything(tmp_path / "b.zip")["events.jsonl"])


@dataclass(frozen=True, slots=True)
class Broker:
    """A section as one for a broker would be."""

    host: str = ""
    port: int = 1883
    password: str = ""
    access_token: str = ""


@dataclass(frozen=True, slots=True)
class WithBroker(Config):
    mqtt: Broker = Broker()


def test_what_the_config_calls_a_secret_stays_at_home() -> None:
    config = WithBroker(mqtt=Broker("broker.example", 1883, "hunter2", "abc"))
    clean, hidden = without_secrets(config)
    assert isinstance(clean, WithBroker)
    assert clean.mqtt == Broker("broker.example", 1883, "(removed)", "(removed)")
    assert sorted(hidden) == ["abc", "hunter2"]
    assert replace(clean, mqtt=Broker()) == WithBroker()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("GET /?key=Ab-3_x.9 200", "GET /?key=(removed) 200"),
        ("to mqtt://asha:hunter@broker:1883/x", "to mqtt://(removed)@broker:1883/x"),
        ('password = "hunter22"', 'password = "(removed)'),
        ("Cookie: charkoni=abc; x", "Cookie: (removed); x"),
        ("the word s3cret stands here", "the word (removed) stands here"),
        ('{"a": "caf\\u00e9\\"s"}', '{"a": "(removed)"}'),
        ("a throw of 3, certain", "a throw of 3, certain"),
    ],
)
def test_texts_are_cleaned(text: str, said: str) -> None:
    assert Cleaner(["s3cret", 'café"s', "a"]).clean(text) == said


def test_the_command_prints_what_is_inside(
    patient: Patient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, file = tmp_path / "box.toml", tmp_path / "b.zip"
    config.write_text(FILM)
    asked = ["doctor", "--config", str(config), "--data", str(patient.folder), "--bundle", str(file)]
    main([*asked, "--with-pictures"])
    said = capsys.readouterr().out
    for name in everything(file):
        assert f"  {name}" in said
    assert "pictures/now.jpg" in said
    assert main(asked) == 2
    assert "exists already" in capsys.readouterr().err
