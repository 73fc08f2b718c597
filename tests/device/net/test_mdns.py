"""The box is announced as charkoni.local: asked for on this machine alone, by our own packets."""

from __future__ import annotations

import logging
import socket
import struct
import sys
import types

import pytest

from device.net.mdns import Announcement
from waiting_for_tests import wait_until

A_RECORD = b"\x08charkoni\x05local\x00" + struct.pack(">HH", 1, 1)
"""The question for the number of charkoni.local. Source: RFC 1035, section 4.1.2."""


def asked(question: bytes) -> bytes:
    """Ask by multicast on the loopback alone, as one that is no responder itself (RFC 6762, 6.7)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as phone:
        phone.bind(("127.0.0.1", 0))
        phone.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        phone.settimeout(2.0)
        for _ in range(5):
            phone.sendto(struct.pack(">6H", 7, 0, 1, 0, 0, 0) + question, ("224.0.0.251", 5353))
            try:
                return phone.recv(9000)
            except TimeoutError:
                continue
    return b""


def test_who_asks_for_charkoni_local_is_told_the_number_of_the_box(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("zeroconf", reason="the box is announced only where zeroconf is installed")
    caplog.set_level(logging.INFO)
    with Announcement("127.0.0.1", 8000) as told:
        told.start()
        assert told.ready.wait(30)
        if "not announced" in caplog.text:
            pytest.skip(f"this machine takes no multicast on its loopback: {caplog.text}")
        answer = asked(A_RECORD)
    assert socket.inet_aton("127.0.0.1") in answer
    told.close()


def test_without_zeroconf_the_box_has_no_name_and_plays_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    caplog.set_level(logging.INFO)
    with Announcement("127.0.0.1", 8000) as told:
        told.start()
        assert told.ready.wait(30)
    assert "charkoni.local is not announced: zeroconf is not installed" in caplog.text


def test_a_box_whose_network_is_away_says_so(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("zeroconf", reason="the box is announced only where zeroconf is installed")
    with Announcement("192.0.2.77", 8000) as told:
        told.start()
        assert told.ready.wait(30)
    assert "charkoni.local is not announced: " in caplog.text


def test_a_network_that_comes_late_is_told_the_name(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Network(types.ModuleType):
        """A network that takes the name with the third try."""

        Error, ServiceInfo = Exception, dict
        IPVersion = types.SimpleNamespace(V4Only=4)
        tries = 0
        closed = 0

        def Zeroconf(self, **_: object) -> Network:  # noqa: N802
            self.tries += 1
            if self.tries == 1:
                raise OSError("Network is unreachable")
            return self

        def register_service(self, _: object, *, allow_name_change: bool) -> None:
            if self.tries == 2:
                raise OSError("No buffer space available")
            told.ready.set()

        def close(self) -> None:
            self.closed += 1

    network = Network("zeroconf")
    network.ServiceInfo = lambda *_, **__: None  # type: ignore[assignment]
    monkeypatch.setitem(sys.modules, "zeroconf", network)
    monkeypatch.setattr("device.net.mdns.AGAIN_S", 0.01)
    caplog.set_level(logging.INFO)
    with Announcement("127.0.0.1", 8000) as told:
        told.start()
        wait_until(lambda: "announced as charkoni.local" in caplog.text, within_s=20)
    assert (network.tries, network.closed) == (3, 2)
    assert caplog.text.count("not announced") == 2
