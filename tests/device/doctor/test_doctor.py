"""The doctor: a line for each thing a box needs, with what to do, from what the machine tells of itself."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from boxes_for_tests import unused_port
from device.__main__ import main
from device.box import Box
from device.config import Config, read_config
from device.doctor import checks, examination
from device.doctor.bundle import for_programs
from device.doctor.patient import Patient, parted
from device.first_game import Asked
from device.net.authority import Authority
from device.pins.factory import Pins
from device.store import Journal
from devices.findings import Answering, told
from engine.messages import Message
from journals_for_tests import play_on, remount, small_disk, table_of
from web.ports import failing, warning, well

QUIET = '[camera]\nsource = "film"\n[page]\nhost = "127.0.0.1"\nport = {port}\n[voice]\non = false\n'


def test_a_line_says_how_it_is_what_it_is_about_and_what_to_do() -> None:
    assert str(well("disk", "there is room")) == "ok    disk         there is room"
    assert str(warning("light", "dim", "a lamp")) == "warn  light        dim: a lamp"


def test_a_line_keeps_its_templates_and_their_fields(machine: Answering) -> None:
    machine.tells("proc/meminfo", "MemTotal:  948304 kB\nMemAvailable: 92160 kB\n")
    machine.tells("proc/7/status", "VmRSS:\t 20480 kB\n")
    free = Message("{free} of {total} MB are free", {"free": 90, "total": 926})
    text = Message("{free}, the box has {share} MB", {"free": free, "share": 20})
    assert checks.memory(machine, box=7) == well("memory", text)
    unreadable = Message("{what} cannot be read: {error}: sad", {"what": "a: b", "error": "gone"})
    finding = failing("https", *parted(unreadable))
    assert str(finding) == "fail  https        a: b cannot be read: gone: sad"
    assert finding.text.fields == unreadable.fields
    [line] = json.loads(for_programs([finding]))
    assert line == {
        "topic": "https", "health": "fail", "text": "a: b cannot be read", "advice": "gone: sad",
    }  # fmt: skip


def test_a_disk_without_room_or_that_is_only_read_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "not" / "made" / "yet"
    usual = os.statvfs

    class Flags:
        f_flag = os.ST_RDONLY

    def with_room(megabytes: int) -> str:
        class Usage:
            free = megabytes * 2**20
            total = 2 * free

        monkeypatch.setattr("shutil.disk_usage", lambda path: Usage)
        return examination.disk(folder).health

    assert [with_room(megabytes) for megabytes in (5000, 300, 10)] == ["ok", "warn", "fail"]
    with_room(5000)
    monkeypatch.setattr("os.statvfs", lambda path: Flags)
    assert told(examination.disk(folder))[0] == "fail"
    assert "only be read" in str(examination.disk(folder).text)
    monkeypatch.setattr("os.statvfs", usual)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert told(examination.disk(folder))[0] == "warn"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Callable[[str], Box]]:
    """Start boxes with the film, on which somebody plays; they are closed in the end."""
    opened: list[Box] = []

    def start(text: str) -> Box:
        made = Box(read_config(text), folder=tmp_path / "data", asked=Asked("chowka-bhara"))
        made.start()
        opened.append(made)
        return made

    yield start
    for made in opened:
        made.close()


def test_a_journal_is_read_whole_and_a_damaged_one_is_found(
    tmp_path: Path, box: Callable[[str], Box]
) -> None:
    folder = tmp_path / "data"
    assert str(examination.journal(folder).finding.text) == "no game has been played yet"
    box(QUIET.format(port=unused_port())).close()
    kept = examination.journal(folder)
    assert kept.finding.verdict == "fine"
    assert str(kept.finding.text).startswith("1 games, ")
    assert kept.newest == pytest.approx(time.time(), abs=60)
    file = folder / "charkoni.sqlite"
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert told(examination.journal(folder).finding)[0] == "fail"
    assert "backup" in str(examination.journal(folder).finding.advice)
    file.write_bytes(b"this is no journal" * 400)
    assert "is broken" in str(examination.journal(folder).finding.text)


def test_a_journal_on_a_disk_that_can_only_be_read_is_read_all_the_same(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=2048) as disk:
        with Journal(disk) as journal:
            play_on(table_of(journal), 3)
        remount(disk, "ro")
        kept = examination.journal(disk)
        assert kept.finding.verdict == "fine"
        assert str(kept.finding.text).startswith("1 games, ")
        assert examination.disk(disk).verdict == "broken"


def test_a_part_of_a_journal_that_was_overwritten_is_found(tmp_path: Path) -> None:
    file = tmp_path / "charkoni.sqlite"
    with sqlite3.connect(file) as writer:
        writer.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, time REAL, json TEXT)")
        writer.execute("CREATE TABLE game (number INTEGER)")
        writer.execute("CREATE INDEX by_json ON event (json)")
        writer.executemany("INSERT INTO event VALUES (?, 1, ?)", [(n, "x" * 300) for n in range(500)])
    writer.close()
    raw = bytearray(file.read_bytes())
    raw[-3000:] = b"\x07" * 3000
    file.write_bytes(raw)
    assert told(examination.journal(tmp_path).finding)[0] == "fail"


def test_a_box_that_runs_is_asked_through_its_page(tmp_path: Path, box: Callable[[str], Box]) -> None:
    port = unused_port()
    config = QUIET.format(port=port)
    patient = Patient(read_config(config), tmp_path / "data")
    assert patient.running is None
    made = box(config)
    assert made.loop.ready.wait(30)
    assert patient.running == os.getpid()
    seen = examination.look(patient)
    assert [told(one)[0] for one in seen.findings] == ["ok", "warn"], seen.findings  # no tray is set
    assert f"process {os.getpid()}" in str(seen.findings[0].text)
    assert examination.network(patient).verdict == "look"  # only this machine may open it
    elsewhere = Patient(read_config(QUIET.format(port=unused_port())), tmp_path / "data")
    (only,) = examination.look(elsewhere).findings
    assert "does not answer" in str(only.text)
    made.close()
    assert patient.running is None


def test_a_box_that_cannot_write_says_so_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {"state": "empty", "camera": "the film", "message": ""}
    state = json.dumps({"eye": seen, "trouble": "the disk is full: make room"}).encode()
    monkeypatch.setattr(examination, "_get", lambda address: state if "state" in address else b"no picture")
    monkeypatch.setattr(Patient, "running", 7)
    first, second = examination.look(Patient(Config(), tmp_path)).findings
    assert told(first) == ("fail", "the box that runs (process 7) says: the disk is full: make room")
    assert told(second)[0] == "ok"
    seen["state"] = "away"
    seen["message"] = "plug it in"
    state = json.dumps({"eye": seen, "trouble": ""}).encode()
    (only,) = examination.look(Patient(Config(), tmp_path)).findings
    assert told(only) == ("fail", "the box that runs (process 7) has no pictures of the film: plug it in")


def test_a_port_that_another_program_has_is_named_with_a_free_one(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        finding = examination.network(Patient(read_config(QUIET.format(port=port)), tmp_path))
    assert finding.verdict == "broken"
    assert f"port {port} is taken" in str(finding.text)
    assert "--port" in str(finding.advice)


def test_phones_are_told_the_address_and_the_name(
    tmp_path: Path, machine: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = Patient(read_config(f"[page]\nport = {unused_port()}"), tmp_path, machine)
    monkeypatch.setattr(examination, "address_of", lambda host: "192.168.1.20")
    monkeypatch.setattr(examination, "try_port", lambda host, port: None)
    assert "http://192.168.1.20:" in str(examination.network(patient).text)
    assert ".local" not in str(examination.network(patient).text)
    machine.tells("run/avahi-daemon/pid", "12")
    assert f"http://{socket.gethostname()}.local:" in str(examination.network(patient).text)
    monkeypatch.setattr(examination, "address_of", lambda host: "127.0.0.1")
    assert examination.network(patient).verdict == "broken"


def test_https_is_off_on_run_out_or_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patient = Patient(Config(), tmp_path)
    authority = Authority(tmp_path)
    assert told(examination.https(patient))[0] == "ok"
    assert "charkoni https" in str(examination.https(patient).text)
    authority.turn_on(["charkoni.local"])
    assert "when it starts" in str(examination.https(patient).text)
    authority.renew(["charkoni.local"])
    finding = examination.https(patient)
    assert (finding.health, str(finding.text).count("certificate until 20")) == ("ok", 1)
    assert authority.fingerprint()[:11] in str(finding.text)
    authority.server_file.chmod(0o644)
    read_by_others = examination.https(patient)
    assert read_by_others.verdict == "look"
    assert str(authority.server_file) in str(read_by_others.text)
    authority.server_file.chmod(0o600)
    monkeypatch.setattr(Patient, "running", 7)
    late = examination.https(patient, clock=lambda: time.time() + 250 * 86400)
    assert late.verdict == "look"
    assert "runs out within 90 days" in str(late.text)
    authority.authority_file.write_text("")
    damaged = examination.https(patient)
    assert damaged.verdict == "broken"
    assert "--forget" in str(damaged.advice)
    monkeypatch.setitem(sys.modules, "device.net.certificates", None)
    assert str(examination.https(patient).advice).startswith("sudo apt install python3-cryptography")


def test_pins_are_there_pretended_or_missing(tmp_path: Path, machine: Answering) -> None:
    patient = Patient(Config(), tmp_path, machine)
    factory = MockFactory(pin_class=MockPWMPin)
    real = Pins(factory, False)
    none = Pins(factory, True, Message("the pins cannot be had ({error}): install it", {"error": "why: so"}))
    assert "can be used, through MockFactory" in str(examination.pins(patient, found=real).text)
    assert examination.pins(patient, found=none).verdict == "fine"
    machine.tells("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
    assert told(examination.pins(patient, found=none)) == (
        "warn",
        "the pins cannot be had (why: so): install it",
    )


@pytest.mark.parametrize(
    ("text", "cards", "how"),
    [
        ("[voice]\non = false", "", "ok"),
        ("", " 0 [Headphones]: bcm2835", "ok"),
        ("", "--- no soundcards ---", "warn"),
    ],
)
def test_the_voice_needs_a_program_and_a_sound_card(
    machine: Answering, monkeypatch: pytest.MonkeyPatch, text: str, cards: str, how: str
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    machine.tells("proc/asound/cards", cards)
    assert told(examination.voice(read_config(text), machine))[0] == how
    monkeypatch.setattr("shutil.which", lambda name: None)
    if not text:
        assert "espeak-ng is not installed" in str(examination.voice(read_config(text), machine).text)
        missing = read_config('[voice]\nsounds = "/nowhere"')
        assert "there is no folder /nowhere" in str(examination.voice(missing, machine).text)


@pytest.mark.parametrize(
    ("said", "how", "text"),
    [
        ("", "ok", "by hand"),
        ("LoadState=not-found", "ok", "by hand"),
        ("LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0", "ok", "runs and starts"),
        ("LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=3", "warn", "3 times"),
        ("LoadState=loaded\nActiveState=active\nUnitFileState=disabled\nNRestarts=0", "warn", "next start"),
        ("LoadState=loaded\nActiveState=inactive\nNRestarts=0", "warn", "is inactive"),
        ("LoadState=loaded\nActiveState=failed\nResult=watchdog\nNRestarts=9", "fail", "(watchdog)"),
    ],
)
def test_the_service_is_as_systemd_says(machine: Answering, said: str, how: str, text: str) -> None:
    machine.answers["systemctl"] = said
    finding = examination.service(machine)
    assert (finding.health, text in str(finding.text)) == (how, True)
    assert bool(str(finding.advice)) == (how != "ok")


def test_a_wrong_config_is_one_line_and_the_rest_is_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "box.toml"
    file.write_text(QUIET.format(port=unused_port()) + "[pins]\nbuzer = 3\n")
    assert main(["doctor", "--config", str(file), "--data", str(tmp_path / "data"), "--json"]) == 1
    found = {one["topic"]: one for one in json.loads(capsys.readouterr().out)}
    assert found["config"]["health"] == "fail"
    assert "perhaps 'buzzer'" in found["config"]["text"]
    assert set(found) == {
        "config", "camera", "light", "pins", "disk", "journal", "clock", "network", "versions", "memory",
        "temperature", "power", "voice", "service", "https", "mqtt",
    }  # fmt: skip
    file.write_text(QUIET.format(port=unused_port()))
    assert main(["doctor", "--config", str(file), "--data", str(tmp_path / "data")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(found)
    assert lines[0] == f"ok    config       {file} is in order"
    [versions] = [line for line in lines if "versions" in line]
    for name in ("charkoni", "Python 3.", "OpenCV", "numpy", "model faces", "model finder"):
        assert name in versions
