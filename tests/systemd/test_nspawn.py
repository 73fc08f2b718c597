"""The box on whole Debian machines, under their own systemd: installed, hung, killed, updated, removed.

One machine for each release lives through the tests in their order, as a box in a club does.
"""

from __future__ import annotations

import shutil
import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from boxes_for_tests import unused_port
from machines import nspawn_machine
from machines.nspawn_machine import Machine, Phone, wait_for
from places import FRAMES

pytestmark = [
    pytest.mark.slow,  # a machine is made, apt installs OpenCV, the watchdog is waited for: minutes
    pytest.mark.skipif(bool(nspawn_machine.missing()), reason=nspawn_machine.missing() or "all is there"),
]

PICTURE = FRAMES
BLOCKS = """
import time
from device.cameras import folder

load = folder.load_picture

def load_picture(path):
    while path.name == "b.jpg" and path.exists():
        time.sleep(0.1)
    return load(path)

folder.load_picture = load_picture
"""
"""Lets a camera hang in its second picture, as a driver can; the box itself waits for no pipe or device."""

PYTHON = "/opt/charkoni/current/bin/python"


@dataclass
class Box:
    """The installed box of one machine."""

    machine: Machine
    release: str
    port: int
    said: str
    """What the script printed while it installed."""

    def script(self, *what: str, of: str = "first", check: bool = True) -> str:
        return self.machine.run("bash", f"/mnt/{of}/systemd/install.sh", *what, check=check)

    def phone(self) -> Phone:
        return Phone(self.machine, self.port)

    def version(self) -> str:
        return self.machine.run("charkoni", "--version").strip()

    def config(self, text: str = "") -> None:
        file = self.machine.root / "etc" / "charkoni" / "charkoni.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f'[page]\nhost = "127.0.0.1"\nport = {self.port}\n{text}')

    def comes_back(self, phone: Phone) -> float:
        """Wait until the box is active and answers; give the seconds."""
        return wait_for(lambda: self.machine.unit("ActiveState") == "active" and phone.answers())

    def signal_all(self, number: signal.Signals) -> None:
        """Send a signal to every process of the box's user: to every process of the unit."""
        line = f"import os; os.kill(-1, {int(number)})"
        self.machine.run("runuser", "-u", "charkoni", "--", PYTHON, "-c", line)

    def restarts(self) -> int:
        return int(self.machine.unit("NRestarts"))


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def box(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with nspawn_machine.running(tmp_path_factory.mktemp("machines"), request.param) as machine:
        machine.checkout("first")
        box = Box(machine, request.param, unused_port(), "")
        box.config()
        begin = time.monotonic()
        box.said = box.script("install")
        print(f"{request.param}: installed in {time.monotonic() - begin:.0f} s\n{box.said}")
        yield box


def test_the_box_is_installed_and_starts_with_the_machine(box: Box) -> None:
    assert "python3-picamera2 is not in this machine's archives: no Pi camera" in box.said
    assert "the doctor looks at the box" in box.said
    assert (
        box.machine.run("systemctl", "is-enabled", "charkoni", "charkoni-backup.timer").split()
        == ["enabled"] * 2
    )
    assert box.machine.unit("ActiveState") == "active"
    assert box.machine.unit("StatusText") == "the first frame has been seen, or the camera is missing"
    assert box.phone().answers()


def test_the_box_runs_as_its_own_user_and_can_write_its_own_folder_alone(box: Box) -> None:
    pid = box.machine.unit("MainPID")
    assert box.machine.run("stat", "-c", "%U", f"/proc/{pid}").strip() == "charkoni"
    assert box.machine.run("stat", "-c", "%U %a", "/var/lib/charkoni").strip() == "charkoni 700"


def test_pip_brought_neither_numpy_nor_opencv(box: Box) -> None:
    told = box.machine.run(
        PYTHON,
        "-c",
        "import cv2, numpy; print(cv2.__file__, numpy.__file__, cv2.__version__, numpy.__version__)",
    ).split()
    assert all(path.startswith("/usr/lib/python3/dist-packages/") for path in told[:2])
    expected = {"bookworm": ["4.6.0", "1.24.2"], "trixie": ["4.10.0", "2.2.4"]}
    assert told[2:] == expected[box.release]
    own = box.machine.root / "opt" / "charkoni" / "1" / "lib"
    brought = {path.name.partition("-")[0].lower() for path in own.glob("python3*/site-packages/*")}
    assert brought >= {"charkoni", "flask", "cheroot"}
    assert not [name for name in brought if name.startswith(("numpy", "cv2", "opencv", "pip"))]


def test_installing_again_changes_nothing(box: Box) -> None:
    pid = box.machine.unit("MainPID")
    said = box.script("install")
    assert "this version is installed already, as version 1" in said
    assert box.machine.unit("MainPID") == pid


def test_a_hung_process_is_killed_by_the_watchdog_and_the_game_goes_on(box: Box) -> None:
    phone = box.phone()
    told = phone.play_on()
    before = box.restarts()
    box.signal_all(signal.SIGSTOP)
    took = wait_for(lambda: box.restarts() > before) + box.comes_back(phone)
    assert "Watchdog timeout" in box.machine.run("journalctl", "--no-pager", "--unit", "charkoni")
    after = phone.state()
    assert (after["game"], after["seq"] >= told["seq"]) == (told["game"], True)
    print(f"{box.release}: hung process: plays again after {took:.1f} s")


def test_a_camera_that_blocks_is_noticed_and_the_game_goes_on(box: Box) -> None:
    pictures = box.machine.root / "srv" / "pictures"
    pictures.mkdir()
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(sorted(PICTURE.rglob("*.jpg"))[0], pictures / name)
    (pictures / "sitecustomize.py").write_text(BLOCKS)
    drop_in = box.machine.root / "etc" / "systemd" / "system" / "charkoni.service.d" / "blocks.conf"
    drop_in.parent.mkdir()
    drop_in.write_text("[Service]\nEnvironment=PYTHONPATH=/srv/pictures\n")
    box.config('[camera]\nsource = "folder:/srv/pictures"\n')
    phone = box.phone()
    game = phone.state()["game"]
    box.machine.run("systemctl", "daemon-reload")
    box.machine.run("systemctl", "restart", "charkoni")
    before = box.restarts()
    assert phone.answers()
    told = phone.play_on()  # the page answers while the camera blocks
    took = wait_for(lambda: box.restarts() > before)
    (pictures / "b.jpg").unlink()
    took += box.comes_back(phone)
    after = phone.state()
    assert (after["game"], after["seq"] >= told["seq"]) == (game, True)
    print(f"{box.release}: blocked camera: plays again after {took:.1f} s")
    shutil.rmtree(drop_in.parent)
    box.machine.run("systemctl", "daemon-reload")
    box.config()
    box.machine.run("systemctl", "restart", "charkoni")


def test_when_every_process_is_killed_nothing_acknowledged_is_lost(box: Box) -> None:
    phone = box.phone()
    for _ in range(3):
        told = phone.play_on()
        before = box.restarts()
        box.signal_all(signal.SIGKILL)
        took = wait_for(lambda old=before: box.restarts() > old) + box.comes_back(phone)
        after = phone.state()
        assert (after["game"], after["seq"] >= told["seq"]) == (told["game"], True)
        print(f"{box.release}: killed: plays again after {took:.1f} s, {told['seq']} events kept")


def test_what_a_full_disk_does_not_take_outlives_the_program(box: Box) -> None:
    run, games, copy = box.machine.run, "/var/lib/charkoni", "/run/charkoni/held-events.jsonl"
    run("systemctl", "stop", "charkoni")
    run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", games)
    run("chown", "charkoni:", games)
    try:
        run("systemctl", "start", "charkoni")
        phone = box.phone()
        told = phone.play_on()
        run("sh", "-c", f"cat /dev/zero >{games}/big", check=False)
        wait_for(lambda: bool(phone.play_on()) and "held" in run("ls", "/run/charkoni"))
        for full in (True, False):
            told = phone.play_on()
            before = box.restarts()
            box.signal_all(signal.SIGKILL)
            wait_for(lambda old=before: box.restarts() > old)
            box.comes_back(phone)
            after = phone.state()
            assert (after["game"], after["seq"] >= told["seq"]) == (told["game"], True)
            assert run("sh", "-c", f"test -e {copy} && echo held", check=False).strip() == "held" * full
            run("rm", "-f", f"{games}/big")
    finally:
        run("systemctl", "stop", "charkoni")
        run("umount", "--lazy", games)
        run("systemctl", "start", "charkoni")


def test_a_stop_takes_less_than_two_seconds_with_phones_listening(box: Box) -> None:
    with socket.create_connection(("127.0.0.1", box.port), timeout=20) as stream:
        stream.sendall(b"GET /events?since=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200 OK" in stream.recv(4096)
        begin = time.monotonic()
        box.machine.run("systemctl", "stop", "charkoni")
        took = time.monotonic() - begin
    print(f"{box.release}: stopped in {took:.2f} s")
    assert took < 2.0
    assert box.machine.unit("Result") == "success"
    box.machine.run("systemctl", "start", "charkoni")


def test_the_games_are_copied_while_they_are_played(box: Box) -> None:
    assert box.machine.unit("ActiveState", "charkoni-backup.timer") == "active"
    for _ in range(4):
        box.machine.run("systemctl", "start", "charkoni-backup.service")
    copies = box.machine.run("ls", "/var/lib/charkoni/backups").split()
    assert copies == [f"games-00000{number}.sqlite" for number in (2, 3, 4)]
    assert box.phone().answers()


def test_a_new_version_goes_on_with_the_game_and_the_old_one_can_come_back(box: Box) -> None:
    game = box.phone().play_on()
    newer = box.machine.checkout("second") / "pyproject.toml"
    old = box.version()
    newer.write_text(newer.read_text().replace('\nversion = "', '\nversion = "9.'))
    said = box.script("update", of="second")
    assert "copy the games to /var/lib/charkoni/backups/before-2.sqlite" in said
    assert box.version() == old.replace(" ", " 9.")
    box.comes_back(box.phone())
    assert box.phone().state()["seq"] >= game["seq"]
    box.script("back", of="second")
    assert box.version() == old
    assert box.phone().state()["seq"] >= game["seq"]
    box.script("back", of="second")
    assert box.version() == old.replace(" ", " 9.")


def test_a_version_that_does_not_start_is_left_again(box: Box) -> None:
    phone = box.phone()
    game, version = phone.play_on(), box.version()
    worse = box.machine.checkout("third") / "device" / "box.py"
    worse.write_text(worse.read_text() + '\nraise RuntimeError("this version is broken")\n')
    said = box.script("update", of="third", check=False)
    assert "RuntimeError: this version is broken" in said
    assert "version 3 does not start, and version 2 runs again" in said
    assert box.version() == version
    box.comes_back(phone)
    assert phone.state()["seq"] >= game["seq"]


def test_a_version_that_does_not_even_tell_its_number_is_not_gone_over_to(box: Box) -> None:
    version = box.version()
    worse = box.machine.checkout("fourth") / "device" / "__main__.py"
    worse.write_text('raise RuntimeError("this version is broken")\n')
    said = box.script("update", of="fourth", check=False)
    assert "RuntimeError: this version is broken" in said
    assert "this version does not run, as said above: nothing was changed" in said
    assert box.version() == version
    assert box.phone().answers()


def test_the_games_outlive_the_program_until_they_are_purged(box: Box) -> None:
    game = box.phone().play_on()
    said = box.script("uninstall")
    assert "the games stay in /var/lib/charkoni" in said
    root = box.machine.root
    assert not (root / "opt" / "charkoni").exists()
    assert not list((root / "etc" / "systemd" / "system").rglob("charkoni*"))
    assert not (root / "usr" / "local" / "bin" / "charkoni").exists()
    assert (root / "var" / "lib" / "charkoni" / "charkoni.sqlite").exists()
    box.script("install")
    box.comes_back(box.phone())
    assert box.phone().state()["seq"] >= game["seq"]
    box.script("uninstall", "--purge")
    left = box.machine.run("find", "/opt", "/etc", "/var/lib", "/usr/local", "-name", "*charkoni*").split()
    assert left == []
    assert "charkoni" not in box.machine.run("getent", "passwd")
