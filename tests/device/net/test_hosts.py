"""Which names and numbers are this machine's own is asked of the machine, each time anew."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from device.config import read_config
from device.errors import ConfigError
from device.net.hosts import OwnHosts, is_own
from device.net.server import address_of


@pytest.fixture
def hosts() -> OwnHosts:
    return OwnHosts(host="0.0.0.0", port=8000, names=["Games.lan", "203.0.113.9"], machine=lambda: "pi")


@pytest.mark.parametrize(
    "name",
    ["localhost", "127.0.0.1", "127.9.8.7", "charkoni.local", "pi", "pi.local", "games.lan", "203.0.113.9"],
)
def test_own_names_and_those_of_the_config_are_known(hosts: OwnHosts, name: str) -> None:
    assert hosts.known(name)


@pytest.mark.parametrize(
    "name",
    ["evil.example", "pi.evil.example", "local", "0.0.0.0", "::", "224.0.0.251", "192.0.2.7", "2001:db8::1"],
)
def test_others_are_not(hosts: OwnHosts, name: str) -> None:
    assert not hosts.known(name)


def test_the_number_that_phones_are_shown_is_known(hosts: OwnHosts) -> None:
    assert hosts.known(address_of("0.0.0.0"))
    assert hosts.addresses()[0] == f"http://{address_of('0.0.0.0')}:8000/"


def test_numbers_of_both_kinds_are_asked_of_the_machine() -> None:
    assert is_own(ipaddress.ip_address("::ffff:127.0.0.1"))
    assert not is_own(ipaddress.ip_address("::ffff:192.0.2.7"))
    assert is_own(ipaddress.ip_address("::1")) == socket.has_dualstack_ipv6()
    assert not is_own(ipaddress.ip_address("fe80::dead:beef"))


def test_a_machine_that_is_called_something_else_later_is_known_by_that() -> None:
    called = ["pi"]
    hosts = OwnHosts(host="0.0.0.0", port=8000, machine=lambda: called[0])
    assert (hosts.known("pi"), hosts.known("games-room")) == (True, False)
    called[0] = "games-room"
    assert (hosts.known("pi"), hosts.known("games-room.local")) == (False, True)


def test_a_number_is_known_as_long_as_the_machine_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bound = socket.socket.bind
    has = {"192.0.2.7"}

    def bind(self: socket.socket, address: tuple[str, int]) -> None:
        if address[0] in has:
            return
        bound(self, address)

    monkeypatch.setattr(socket.socket, "bind", bind)
    hosts = OwnHosts(host="0.0.0.0", port=8000)
    assert (hosts.known("192.0.2.7"), hosts.known("192.0.2.8")) == (True, False)
    has.clear()
    has.add("192.0.2.8")
    assert (hosts.known("192.0.2.7"), hosts.known("192.0.2.8")) == (False, True)


@pytest.mark.parametrize(
    "name", ["http://games.lan", "games.lan:8000", "a b", "", "*", "gamés.lan", "x" * 300]
)
def test_what_is_no_name_is_refused_by_the_config(name: str) -> None:
    with pytest.raises(ConfigError, match=r"'names\[0\]' is .* without a port"):
        read_config(f'[page]\nnames = ["{name}"]')
    assert len(read_config('[page]\nnames = ["games.lan", "203.0.113.9", "fd00::9"]').page.names) == 3
