"""The box's own certificate authority: what it vouches for, for how long, and who reads its key."""

from __future__ import annotations

import calendar
import os
import re
import shutil
import socket
import ssl
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from device.net.authority import (
    NETWORKS,
    SPARE_DAYS,
    WHOLE_DAYS,
    Authority,
    CertificateError,
    fingerprint_of,
    names_of_machine,
)
from device.net.certificates import make_page

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")


def openssl(*arguments: str, given: str) -> str:
    return subprocess.run(
        ["openssl", *arguments], input=given, capture_output=True, text=True, check=True
    ).stdout


DAY = 86400.0
NOW = float(calendar.timegm((2026, 11, 21, 12, 0, 0)))
NAMES = ["charkoni.local", "localhost", "pi", "pi.local"]
ALL = [*NAMES, "127.0.0.1", "192.168.1.20"]


class Clock:
    def __init__(self, now: float = NOW) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def authority(tmp_path: Path, clock: Clock) -> Authority:
    made = Authority(tmp_path, clock=clock)
    made.turn_on(NAMES)
    made.renew(ALL)
    return made


def greet(server: ssl.SSLContext, trusted: str, name: str) -> str:
    """Let a phone that trusts one authority open a page under a name; empty if it does, else why not."""
    phone = ssl.create_default_context(cadata=trusted)
    phone.verify_flags |= ssl.VerifyFlags.VERIFY_X509_STRICT
    ours, theirs = socket.socketpair()

    def answer() -> None:
        try:
            server.wrap_socket(theirs, server_side=True).close()
        except OSError:
            theirs.close()

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        phone.wrap_socket(ours, server_hostname=name).close()
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    finally:
        ours.close()
        thread.join(10)
    return ""


@pytest.fixture(scope="module")
def living(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """An authority whose certificate counts today, for what this machine's clock judges."""
    made = Authority(tmp_path_factory.mktemp("living"))
    made.turn_on(NAMES)
    made.renew(ALL)
    return made


def test_a_phone_that_trusts_the_authority_opens_the_page_by_its_own_names_and_numbers_alone(
    living: Authority, tmp_path: Path
) -> None:
    context, trusted = living.context(), living.certificate()
    assert {name: greet(context, trusted, name) for name in ALL} == dict.fromkeys(ALL, "")
    for name in ("other.local", "example.org", "192.168.1.21", "8.8.8.8"):
        assert "mismatch" in greet(context, trusted, name), name
    other = Authority(tmp_path / "other")
    other.turn_on(NAMES)
    assert greet(context, other.certificate(), "charkoni.local") != "", "a phone that trusts another box"


@pytest.mark.parametrize("name", ["example.org", "8.8.8.8", "pi.example.org"])
def test_a_stolen_key_vouches_for_no_other_page(living: Authority, tmp_path: Path, name: str) -> None:
    """Even a certificate that the authority's key has signed is refused where the authority may not vouch."""
    stolen = tmp_path / "stolen.pem"
    key = living.authority_file.read_bytes()
    stolen.write_bytes(make_page(key, "CN=evil", [name], (calendar.timegm((2026, 1, 1) + (0,) * 3), 2.5e9)))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(stolen)
    assert "permitted subtree violation" in greet(context, living.certificate(), name)


@needs_openssl
def test_what_the_authority_says_of_itself(authority: Authority) -> None:
    text = authority.certificate()
    assert text.startswith("-----BEGIN CERTIFICATE-----\n")
    assert text.count("BEGIN") == 1, "it is given without its key"
    assert "PRIVATE" in authority.authority_file.read_text()
    told = openssl("x509", "-noout", "-text", given=text)
    assert "Not Before: Jan  1 00:00:00 2020 GMT" in told
    assert "Not After : Dec 31 23:59:59 2049 GMT" in told
    assert "CA:TRUE, pathlen:0" in told
    assert "Subject: O = Charkoni, CN = Charkoni " in told
    assert told.count("DNS:") == len(NAMES)
    assert told.count("IP:") == len(NETWORKS)
    fingerprint = openssl("x509", "-noout", "-fingerprint", "-sha256", given=text)
    assert authority.fingerprint() == fingerprint_of(text) == fingerprint.partition("=")[2].strip()


def test_keys_are_read_by_their_owner_alone(authority: Authority) -> None:
    before = os.umask(0)
    try:
        authority.renew(ALL)
    finally:
        os.umask(before)
    assert stat.S_IMODE(authority.folder.stat().st_mode) == 0o700
    for file in (authority.authority_file, authority.server_file):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert {file.name for file in authority.folder.iterdir()} == {"authority.pem", "server.pem", "on"}


def test_the_page_is_vouched_for_less_than_398_days_and_made_anew_before_they_end(
    authority: Authority, clock: Clock
) -> None:
    shown = authority.shown()
    assert shown is not None
    assert shown.until - shown.since == WHOLE_DAYS * DAY < 398 * DAY
    assert NOW - shown.since == 100 * DAY, "it counts from well before the clock"
    assert shown.names == set(ALL)
    assert authority.faults(ALL) is None
    clock.now = shown.until - SPARE_DAYS * DAY - 1
    assert authority.faults(ALL) is None
    clock.now += 2
    assert str(authority.faults(ALL)) == "it runs out within 90 days"
    trusted = authority.certificate()
    authority.renew(ALL)
    assert authority.faults(ALL) is None
    assert authority.certificate() == trusted


def test_it_is_made_anew_for_a_new_number_and_not_for_one_that_went(authority: Authority) -> None:
    assert authority.faults(NAMES) is None
    assert str(authority.faults([*ALL, "10.0.0.7"])) == "it lacks 10.0.0.7"


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (NOW + 20 * 365 * DAY, "it counts only from a later day than the clock says"),
        (60.0, "it runs out within 90 days"),
    ],
    ids=["a clock that ran ahead", "a box that wakes in 1970"],
)
def test_a_clock_that_is_wrong_makes_one_certificate_and_is_no_trap(
    authority: Authority, clock: Clock, wrong: float, fault: str
) -> None:
    clock.now = wrong
    authority.renew(ALL)
    assert authority.faults(ALL) is None
    clock.now = NOW
    assert str(authority.faults(ALL)) == fault
    authority.renew(ALL)
    assert authority.faults(ALL) is None


def test_only_own_names_and_numbers_of_home_networks_are_vouched_for(authority: Authority) -> None:
    asked = [*ALL, "renamed", "84.23.1.9", "172.31.0.1", "172.32.0.1", "::1"]
    assert authority.vouches(asked) == [*ALL, "172.31.0.1"]


def test_turning_on_again_keeps_the_authority_that_phones_trust(authority: Authority) -> None:
    before = authority.fingerprint()
    assert authority.turn_off() is True
    assert (authority.is_on, authority.is_made) == (False, True)
    assert authority.turn_off() is False
    assert authority.turn_on(NAMES) is False
    assert (authority.is_on, authority.fingerprint()) == (True, before)
    authority.forget()
    assert list(authority.folder.iterdir()) == []
    assert authority.turn_on(NAMES) is True
    assert authority.fingerprint() != before


@pytest.mark.parametrize("text", ["", "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n"])
def test_a_damaged_certificate_of_the_page_is_as_good_as_none(authority: Authority, text: str) -> None:
    authority.server_file.write_text(text)
    assert str(authority.faults(ALL)) == "there is none"


def test_what_cannot_be_made_says_what_to_do(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "https").write_text("in the way")
    with pytest.raises(CertificateError, match="File exists"):
        Authority(tmp_path / "full").turn_on(NAMES)
    with monkeypatch.context() as without_library:
        without_library.setitem(sys.modules, "device.net.certificates", None)
        with pytest.raises(CertificateError, match="sudo apt install python3-cryptography"):
            authority.renew(ALL)
    assert authority.is_on
    authority.authority_file.write_text("")
    with pytest.raises(CertificateError, match=r"is damaged: 'charkoni https --forget'"):
        authority.turn_on(NAMES)


@pytest.mark.parametrize(
    "half",
    [
        lambda text: text[: len(text) // 3],
        lambda text: text[text.index("-----BEGIN CERT") :],
        lambda text: re.sub(r"(KEY-----\n).{20}", r"\1nonsense", text, count=1),
    ],
    ids=["half written", "without its key", "a damaged key"],
)
def test_an_authority_that_cannot_sign_is_refused_and_left_as_it_is(
    authority: Authority, half: Callable[[str], str]
) -> None:
    authority.authority_file.write_text(half(authority.authority_file.read_text()))
    before = authority.server_file.read_bytes(), authority.authority_file.read_bytes()
    with pytest.raises(CertificateError, match=r"is damaged: 'charkoni https --forget'"):
        authority.renew(ALL)
    assert (authority.server_file.read_bytes(), authority.authority_file.read_bytes()) == before


def test_the_key_of_another_authority_signs_nothing(authority: Authority, tmp_path: Path) -> None:
    other = Authority(tmp_path / "other")
    other.turn_on(NAMES)
    key = other.authority_file.read_text().partition("-----BEGIN CERT")[0]
    authority.authority_file.write_text(key + authority.certificate())
    with pytest.raises(CertificateError, match="is damaged"):
        authority.renew(ALL)


def test_what_was_half_written_when_the_power_went_is_in_nobodys_way(authority: Authority) -> None:
    half = authority.folder / "making-server.pem"
    half.write_text("-----BEGIN PRIV")
    authority.renew(ALL)
    assert authority.faults(ALL) is None
    assert not half.exists()


@pytest.mark.parametrize("host", ["", "a b", "x\ny", "-pi", "pi-", "ü", "a" * 64, "games_room"])
def test_a_machine_with_a_name_that_cannot_be_is_found_by_the_others(host: str) -> None:
    assert names_of_machine(host) == ["charkoni.local", "localhost"]


def test_a_machine_with_a_long_name_is_found_by_all_of_it() -> None:
    own = ["pi", "pi.local", "pi.fritz.box"]
    assert names_of_machine("Pi.Fritz.box") == ["charkoni.local", "localhost", *own]


@needs_openssl
def test_what_certificates_say_is_read_as_openssl_reads_it(authority: Authority) -> None:
    told = openssl("x509", "-noout", "-text", given=authority.server_file.read_text())
    shown = authority.shown()
    assert shown is not None
    assert shown.names == set(re.findall(r"(?:DNS|IP Address):([^,\s]+)", told))
    dates = dict(re.findall(r"(Not Before|Not After )\s*: (.+)", told))
    assert shown.since == ssl.cert_time_to_seconds(dates["Not Before"])
    assert shown.until == ssl.cert_time_to_seconds(dates["Not After "])
    within = openssl("x509", "-noout", "-ext", "nameConstraints", given=authority.certificate())
    names = re.findall(r"DNS:(\S+)", within)
    assert names
    assert authority.vouches([*names, "elsewhere.local"]) == names


@pytest.mark.parametrize("name", ["authority_file", "server_file"])
def test_no_byte_of_a_certificate_breaks_the_reading(authority: Authority, name: str) -> None:
    file: Path = getattr(authority, name)
    text = file.read_text()
    begin = text.index("-----BEGIN CERTIFICATE-----\n") + 28
    for at in range(begin, begin + 400, 3):
        file.write_text(f"{text[:at]}{'A' if text[at] != 'A' else 'Q'}{text[at + 1 :]}")
        authority.shown()
        with suppress(CertificateError):
            authority.vouches(["charkoni.local"])
