"""How a box that runs is: the whole box, parts that hang or break, the computer and the network."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import create_autospec

import pytest

from boxes_for_tests import running_box
from device.box import Box
from device.config import read_config
from device.doctor import checks
from device.doctor.examination import look
from device.doctor.patient import Machine, Patient
from device.doctor.report import BoxStatus
from device.net.https import Https
from devices.findings import Answering, told
from waiting_for_tests import wait_until
from web.auth.access import COOKIE
from web.box.status import titles
from web.ports import Finding, Trust, well

# The whole box.


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with running_box(tmp_path_factory.mktemp("box"), camera="film") as box:
        wait_until(lambda: box.loop.frames.pace()[0] > 2, within_s=20)
        yield box


def read(box: Box) -> dict[str, dict[str, object]]:
    token = box.phones.pair(box.phones.key)
    asked = urllib.request.Request(
        f"http://127.0.0.1:{box.server.port}/api/v1/status", headers={"Cookie": f"{COOKIE}={token}"}
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return {one["topic"]: one for one in json.load(answer)["lines"]}


def test_a_box_with_a_film_says_how_its_parts_are(box: Box) -> None:
    lines = read(box)
    assert set(lines) == set(titles()) - {"board-camera"}  # there is none
    assert (lines["camera"]["verdict"], lines["camera"]["text"]) == ("fine", "The built-in film, 640 × 480")
    assert lines["pictures"]["verdict"] in ("fine", "look")  # a machine with much to do is slower
    assert str(lines["light"]["text"]).startswith("Brightness ")
    assert lines["writing"]["verdict"] == lines["disk"]["verdict"] == "fine"
    assert lines["backup"]["text"] == "None has been made yet"
    assert lines["addresses"]["verdict"] == "look"  # it listens on this machine alone
    figures = lines["disk"]["figures"]
    assert isinstance(figures, dict)
    assert 0 < figures["free"] < figures["total"]


def test_a_missing_camera_is_told_and_the_rest_all_the_same(tmp_path: Path) -> None:
    with running_box(tmp_path, camera="v4l2:/dev/no-such-camera") as box:
        wait_until(lambda: read(box)["camera"]["verdict"] == "broken", within_s=20)
        lines = read(box)
    assert lines["camera"]["advice"]
    assert lines["light"]["verdict"] == lines["pictures"]["verdict"] == "unknown"
    assert lines["disk"]["verdict"] == "fine"


def test_a_box_without_a_camera_is_in_order_and_people_type_the_throws(tmp_path: Path) -> None:
    with running_box(tmp_path, camera="none") as box:
        wait_until(lambda: box.loop.state().state != "starting", within_s=20)
        lines, state = read(box), box.loop.state()
        found = look(Patient(read_config('[camera]\nsource = "none"'), tmp_path)).findings
    assert (state.state, state.message, box.pretend) == ("off", None, None)
    assert lines["camera"]["verdict"] == "fine"
    assert lines["light"]["verdict"] == lines["pictures"]["verdict"] == "unknown"
    assert [(one.topic, one.health) for one in found] == [("camera", "ok")]


# Parts that hang or break, and answers that count for a while.


def test_a_part_that_hangs_keeps_nobody() -> None:
    goes_on = threading.Event()

    def hang() -> Finding:
        goes_on.wait(20)
        return well("power", "enough since it was started")

    asks = {"power": hang, "disk": lambda: well("disk", "room")}
    busy = BoxStatus(asks, patience_s=0.05).lines()[0]
    assert (busy.verdict, str(busy.text), str(busy.advice)) == ("unknown", "no answer for 1 second", "")
    box = BoxStatus(asks, patience_s=0.05, fresh_s=0, hangs_s=0)
    power, disk = box.lines()
    assert (power.verdict, str(power.text)) == ("broken", "no answer for 1 second")
    assert (disk.verdict, str(disk.text)) == ("fine", "room")
    threads = threading.active_count()
    assert box.lines()[0].verdict == "broken"
    assert threading.active_count() == threads  # nobody asks a second time
    goes_on.set()
    wait_until(lambda: box.lines()[0].verdict == "fine", within_s=5)


def test_a_part_that_breaks_says_so() -> None:
    def break_down() -> Finding:
        raise OSError("the disk is on fire")

    [line] = BoxStatus({"disk": break_down}).lines()
    assert line.verdict == "broken"
    assert str(line.text) == "cannot be looked at: the disk is on fire"


def test_many_phones_ask_the_parts_once() -> None:
    asked = []
    box = BoxStatus({"disk": lambda: asked.append(1) or well("disk", "room")}, fresh_s=60)
    phones = [threading.Thread(target=box.lines) for _ in range(8)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(asked) == 1


# The computer and the network.


def test_work_and_time_are_told_by_the_files_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks.os, "cpu_count", lambda: 4)
    machine = Answering(tmp_path)
    machine.tells("proc/loadavg", "0.10 9.50 0.40 2/300 77")
    machine.tells("proc/uptime", "7200.5 100.1")
    how, text = told(checks.load(machine))
    assert (how, "9.5, processors: 4" in text) == ("warn", True)
    assert told(checks.uptime(machine, 90)) == ("ok", "the box: 2 minutes, the machine: 2 hours")


def test_a_machine_that_tells_nothing_is_not_known_rather_than_fine(tmp_path: Path) -> None:
    silent = Machine(tmp_path / "nothing")
    asks = {
        "temperature": lambda: checks.temperature(silent),
        "memory": lambda: checks.memory(silent),
        "load": lambda: checks.load(silent),
    }
    lines = BoxStatus(asks).lines()
    assert {(line.verdict, str(line.text)) for line in lines} == {("unknown", "this machine does not tell")}
    assert told(checks.uptime(silent, 3)) == ("ok", "the box: 3 seconds")


def test_https_is_off_on_or_broken() -> None:
    https = create_autospec(Https, instance=True, trouble="")
    https.trust.return_value = None
    assert told(checks.https(https))[1].startswith("off; ")
    https.trust.return_value = Trust("", "", 8443, frozenset())
    assert told(checks.https(https)) == ("ok", "on, at port 8443")
    https.trouble = "openssl is not installed"
    assert told(checks.https(https))[0] == "fail"


@pytest.mark.parametrize(
    ("host", "found", "how", "begin"),
    [
        (
            "0.0.0.0",
            ["http://10.0.0.5:80/", "http://charkoni.local:80/"],
            "ok",
            "phones open http://10.0.0.5:80/ · ",
        ),
        ("0.0.0.0", ["http://127.0.0.1:80/"], "fail", "this machine has no address"),
        ("127.0.0.1", ["http://127.0.0.1:80/"], "warn", "only this machine can open the page"),
    ],
)
def test_whether_phones_can_reach_the_page(host: str, found: list[str], how: str, begin: str) -> None:
    line = checks.addresses(found, host)
    assert line.health == how
    assert str(line.text).startswith(begin)
