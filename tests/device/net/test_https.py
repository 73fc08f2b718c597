"""HTTPS beside plain HTTP: turned on and off while the box runs, kept fresh, and told in plain words."""

from __future__ import annotations

import errno
import http.client
import logging
import re
import socket
import ssl
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, request

from boxes_for_tests import running_box
from device.__main__ import main
from device.net.authority import Authority
from device.net.https import Https
from waiting_for_tests import wait_until
from web.ports import Trust


class Machine:
    """What a box finds out about its machine."""

    def __init__(self) -> None:
        self.numbers = ["127.0.0.1", "192.168.1.20"]
        self.ahead_s = 0.0

    def clock(self) -> float:
        return time.time() + self.ahead_s


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def authority(tmp_path: Path, machine: Machine) -> Authority:
    return Authority(tmp_path, clock=machine.clock)


@pytest.fixture
def app() -> Flask:
    made = Flask(__name__)
    made.add_url_rule("/", view_func=lambda: request.scheme)
    return made


@pytest.fixture
def https(authority: Authority, machine: Machine) -> Iterator[Https]:
    with Https(authority, host="0.0.0.0", port=0, numbers=lambda: machine.numbers) as made:
        yield made


def page(https: Https) -> str:
    """Open the page as a phone that trusts the box."""
    trust = https.trust()
    assert trust is not None
    context = ssl.create_default_context(cadata=trust.certificate)
    line = http.client.HTTPSConnection("127.0.0.1", trust.port, timeout=20, context=context)
    line.request("GET", "/")
    told = line.getresponse().read().decode()
    line.close()
    return told


@pytest.fixture
def on(https: Https, authority: Authority, app: Flask) -> Trust:
    """HTTPS is on, and what a phone needs is there."""
    authority.turn_on(["charkoni.local"])
    https.look(app)
    trust = https.trust()
    assert trust is not None
    return trust


def test_it_is_turned_on_and_off_while_the_box_runs(https: Https, authority: Authority, app: Flask) -> None:
    https.look(app)
    assert (https.trust(), https.is_on) == (None, False)
    authority.turn_on(["charkoni.local"])
    https.look(app)
    assert page(https) == "https"
    trust = https.trust()
    assert trust is not None
    assert (trust.certificate, trust.fingerprint) == (authority.certificate(), authority.fingerprint())
    assert {"charkoni.local", "127.0.0.1", "192.168.1.20"} <= trust.names
    assert "PRIVATE" not in repr(trust)
    https.look(app)
    assert https.trust() == trust
    authority.turn_off()
    https.look(app)
    assert https.trust() is None
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", trust.port))


def test_a_new_number_of_the_box_is_in_a_new_certificate_and_one_of_no_home_network_in_none(
    https: Https, authority: Authority, app: Flask, machine: Machine, on: Trust
) -> None:
    machine.numbers += ["10.0.0.7", "84.23.1.9"]
    https.look(app)
    after = https.trust()
    assert after is not None
    assert after.names - on.names == {"10.0.0.7"}
    assert (after.certificate, after.port) == (on.certificate, on.port)
    assert page(https) == "https"
    made = authority.server_file.stat().st_mtime_ns
    https.look(app)
    assert authority.server_file.stat().st_mtime_ns == made, "nothing is made anew for it"


def test_a_damaged_key_of_the_page_is_made_anew(
    https: Https, authority: Authority, app: Flask, on: Trust
) -> None:
    https._leave()
    text = authority.server_file.read_text()
    authority.server_file.write_text(re.sub(r"(KEY-----\n).{20}", r"\1nonsense", text, count=1))
    https.look(app)
    assert page(https) == "https"


def test_a_taken_port_is_told_once_and_tried_again(
    authority: Authority, app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    authority.turn_on(["charkoni.local"])
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        https = Https(authority, host="0.0.0.0", port=port, numbers=lambda: ["127.0.0.1"])
        for _ in range(3):
            https.look(app)
        assert https.trust() is None
        assert f"port {port} is taken" in https.trouble
        assert [one.levelno for one in caplog.records].count(logging.WARNING) == 1
    https.look(app)
    assert (https.trouble, page(https)) == ("", "https")
    https.close()
    https.close()


def test_it_names_the_address_that_phones_open(authority: Authority) -> None:
    assert Https(authority, host="192.168.1.20", port=8443).address == "https://192.168.1.20:8443/"
    assert Https(authority, host="84.23.1.9", port=8443).address == "https://charkoni.local:8443/"


# The command.


def command(
    capsys: pytest.CaptureFixture[str], folder: Path, *more: str, code: int = 0, config: str = ""
) -> str:
    (folder / "box.toml").write_text(config or '[page]\nport = 8080\nhost = "192.168.1.20"\n')
    place = ["--data", str(folder / "data"), "--config", str(folder / "box.toml")]
    assert main(["https", *place, *more]) == code
    said = capsys.readouterr()
    return said.err if code else said.out


def test_the_command_makes_the_authority_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = command(capsys, tmp_path)
    authority = Authority(tmp_path / "data")
    assert "has made a certificate authority of its own" in said
    assert "http://192.168.1.20:8080/install" in said
    assert "https://192.168.1.20:8443/" in said
    assert re.sub(r"\s", "", said).count(authority.fingerprint()) == 1
    assert "clock" in said
    assert stat.S_IMODE(authority.authority_file.stat().st_mode) == 0o600
    again = command(capsys, tmp_path)
    assert "with the certificate authority of before" in again
    assert re.sub(r"\s", "", again).count(authority.fingerprint()) == 1
    assert "http://192.168.1.20:8123/install" in command(capsys, tmp_path, "--port", "8123")
    said = command(capsys, tmp_path, config='[page]\nhost = "84.23.1.9"\nhttps_port = 9443\n')
    assert "https://charkoni.local:9443/" in said
    assert "84.23.1.9 is no number of a home network" in said


def test_off_keeps_the_authority_and_forget_deletes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "was not on" in command(capsys, tmp_path, "--off")
    command(capsys, tmp_path)
    authority = Authority(tmp_path / "data")
    assert "HTTPS is off" in command(capsys, tmp_path, "--off")
    assert (authority.is_on, authority.is_made) == (False, True)
    command(capsys, tmp_path)
    assert "is deleted" in command(capsys, tmp_path, "--forget")
    assert list(authority.folder.iterdir()) == []
    assert "was not on" in command(capsys, tmp_path, "--forget")


def test_what_stops_the_command_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as without_library:
        without_library.setitem(sys.modules, "device.net.certificates", None)
        said = command(capsys, tmp_path, code=2)
        assert ("sudo apt install python3-cryptography" in said, said.count("\n")) == (True, 1)
        assert not (tmp_path / "data").exists()
    command(capsys, tmp_path)
    Authority(tmp_path / "data").authority_file.write_text("")
    said = command(capsys, tmp_path, code=2)
    assert ("--forget' deletes it" in said, said.count("\n")) == (True, 1)


def test_a_box_that_runs_takes_it_up_and_closes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.net.https.LOOK_S", 0.1)
    with running_box(tmp_path) as box:
        assert box.https.looked.wait(60)
        assert box.https.trust() is None
        authority = Authority(tmp_path / "data")
        authority.turn_on(["charkoni.local"])
        wait_until(lambda: box.https.trust() is not None or box.https.trouble, within_s=60)
        if "port 8443" in box.https.trouble:
            pytest.skip(f"this machine serves something else there: {box.https.trouble}")
        trust = box.https.trust()
        assert trust is not None
        context = ssl.create_default_context(cadata=trust.certificate)
        line = http.client.HTTPSConnection("127.0.0.1", trust.port, timeout=20, context=context)
        line.request("GET", "/install/charkoni.crt")
        answer = line.getresponse()
        assert answer.getheader("Content-Type") == "application/x-x509-ca-cert"
        assert answer.read().decode() == authority.certificate()
        line.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", trust.port))


def test_without_the_library_https_says_what_to_install(
    https: Https, app: Flask, on: Trust, monkeypatch: pytest.MonkeyPatch
) -> None:
    https._leave()
    with monkeypatch.context() as without_library:
        without_library.setitem(sys.modules, "device.net.certificates", None)
        https.look(app)
        assert https.trust() is None
        assert "sudo apt install python3-cryptography" in https.trouble
    https.look(app)
    assert (page(https), https.trouble) == ("https", "")


def test_a_certificate_that_counts_is_served_though_the_disk_takes_no_other(
    https: Https, machine: Machine, app: Flask, on: Trust, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("device.net.authority._write", full)
    machine.numbers.append("192.168.1.99")
    https.look(app)
    assert page(https) == "https"
    assert "No space left" in https.trouble
    https._leave()
    machine.ahead_s = 400 * 86400  # and now it counts no more
    https.look(app)
    assert https.trust() is None


def test_a_key_that_others_may_read_is_closed_with_a_word(
    https: Https, authority: Authority, app: Flask, on: Trust, caplog: pytest.LogCaptureFixture
) -> None:
    assert authority.open_keys() == []
    authority.server_file.chmod(0o644)
    authority.authority_file.chmod(0o640)
    assert authority.open_keys() == [authority.authority_file, authority.server_file]
    with caplog.at_level(logging.WARNING):
        https.look(app)
    assert authority.open_keys() == []
    assert caplog.text.count("others on this machine could read the key") == 2
