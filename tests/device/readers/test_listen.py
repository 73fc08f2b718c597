"""`python -m device.listen` has every event once and in order, whoever is killed in between."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.listen import Record
from device.store import Journal
from device.store.archive import archive_of
from device.store.places import Places
from devices.broker import broker
from devices.told_house import told_house
from journals_for_tests import SETUP, play_on, until
from places import ROOT

FAST = "import device.listen as it, device.listen; it.ASK_EVERY_S = 0.5; it.PATIENCE_S = 0.2; it.main()"


@pytest.fixture(autouse=True)
def asked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.readers.mqtt.asked.AGAIN_S", 0.3)
    monkeypatch.setattr("device.readers.mqtt.link.WAITS_S", (0.2, 0.2))


@contextmanager
def listening(file: Path, port: int, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the program until the end of the block, which kills it."""
    command = [sys.executable, "-c", FAST, str(file), "--host", "127.0.0.1", "--port", str(port), *more]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)


def written(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_bytes().splitlines()] if file.exists() else []


def ids(file: Path) -> list[str]:
    return [one["id"] for one in written(file) if "id" in one]


def test_nothing_is_lost_when_broker_box_and_reader_are_killed(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    with broker(tmp_path / "broker") as running:
        with told_house(tmp_path / "box") as house:
            house.speak(running.port)
            with listening(file, running.port, "--everything"):
                play_on(house.table, 10)
                until(lambda: ids(file) == house.names())
                running.kill()  # with all that it had in mind
                play_on(house.table, 10, seed=1)
                running.start()
                until(lambda: ids(file) == house.names())
            play_on(house.table, 10, seed=2)  # while nobody listens
            until(lambda: house.connections.mqtt().state.verdict == "fine")
            with listening(file, running.port, "--everything"):
                until(lambda: ids(file) == house.names())
            play_on(house.table, 10, seed=3)
        with listening(file, running.port, "--everything"):
            for seed in (4, 5):
                with told_house(tmp_path / "box") as house:
                    play_on(house.table, 10, seed=seed)
                    until(lambda house=house: ids(file) == house.names())  # type: ignore[misc]
                with Journal(tmp_path / "box") as journal:
                    Places(journal).put("mqtt", 5)  # as after a kill: the box tells again what it has told
        assert len(ids(file)) == len(set(ids(file)))


def test_a_reader_hears_of_a_game_that_is_to_be_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    with (
        broker(tmp_path / "broker") as running,
        told_house(tmp_path / "box") as house,
        listening(file, running.port, "--everything"),
    ):
        house.speak(running.port)
        play_on(house.table, 2)
        house.table.start(SETUP)
        names = house.names()
        until(lambda: ids(file) == names)
        archive_of(house.journal).delete(1, 2)
        until(lambda: any("first" in one for one in written(file)))
        play_on(house.table, 2)
        until(lambda: ids(file)[-1] == house.names()[-1])
        assert set(names) < set(ids(file))


def test_a_line_that_was_cut_comes_again(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    record = Record(file)
    record.add({"id": "k3x9q2m7ab/aaaaaaaa/1"})
    record.add({"id": "k3x9q2m7ab/aaaaaaaa/2"})
    record.close()
    file.write_bytes(file.read_bytes()[:-9])
    again = Record(file)
    assert again.has("k3x9q2m7ab/aaaaaaaa/1")
    assert not again.has("k3x9q2m7ab/aaaaaaaa/2")
    assert again.has("")
    again.add({"id": "k3x9q2m7ab/aaaaaaaa/2"})
    again.close()
    assert ids(file) == ["k3x9q2m7ab/aaaaaaaa/1", "k3x9q2m7ab/aaaaaaaa/2"]


def test_the_example_is_short_enough_to_copy_and_needs_nothing_of_ours() -> None:
    text = (ROOT / "device" / "listen.py").read_text()
    assert len(text.splitlines()) < 150
    for ours in ("engine", "vision", "web", "device"):
        assert f"from {ours}" not in text
        assert f"import {ours}" not in text
