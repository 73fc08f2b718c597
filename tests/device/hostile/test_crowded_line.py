"""Somebody holds all the sockets that one address can: a paired phone plays on as if nobody were there."""

from __future__ import annotations

import http.client
import json
import os
import time

import pytest

from attackers import attacked
from device.net.server import Server
from ports_for_tests import TOKEN, House
from tests.bench.figures import percentile
from web.auth.access import COOKIE
from web.game.stream import Room


def moves(house: House, port: int, count: int, *, from_: str = "127.0.0.1", anew: bool) -> list[float]:
    """Let a paired phone throw and take back, on one connection or a new one each; in milliseconds."""
    csrf = house.player().state()["csrf"]
    headers = {"Cookie": f"{COOKIE}={TOKEN}", "X-CSRF-Token": csrf, "Content-Type": "application/json"}
    took: list[float] = []
    line: http.client.HTTPConnection | None = None
    for number in range(count):
        what, body = ("throws", {"throw": "3/4"}) if number % 2 == 0 else ("undo", {})
        began = time.monotonic()
        if line is None or anew:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(from_, 0))
        line.request("POST", f"/api/v1/{what}", json.dumps(body), headers)
        answer = line.getresponse()
        answer.read()
        took.append(1000 * (time.monotonic() - began))
        assert answer.status == 201, (number, what)
        if anew:
            line.close()
        time.sleep(0.05)  # people do not play faster; the bucket for one phone is the limit otherwise
    if line is not None:
        line.close()
    return took


def test_a_paired_phone_plays_on_beside_sockets_that_drip_and_streams_that_are_greedy(
    house: House, server: Server
) -> None:
    with attacked(server.port, "127.0.0.2", silent=70, dripping=70, greedy=40) as told:
        took = moves(house, server.port, 10, anew=True)
        phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        phone.request("GET", "/events", headers={"Cookie": f"{COOKIE}={TOKEN}"})
        assert phone.getresponse().status == 200
        phone.close()
    assert len(took) == 10, "each was answered before the line gave up"
    assert told["streams held at the end"] <= Room().address, told


def in_words(took: list[float]) -> str:
    p50, p95 = percentile(took, 50), percentile(took, 95)
    return f"median {p50:.0f}, 95th percentile {p95:.0f}, slowest {max(took):.0f} ms"


@pytest.mark.slow  # four crowds one after the other
@pytest.mark.parametrize("from_", ["127.0.0.1", "127.0.0.2"], ids=["elsewhere", "same address"])
@pytest.mark.parametrize("anew", [False, True], ids=["one connection", "a new one each"])
def test_moves_are_answered_while_464_sockets_attack_and_it_is_told_how_fast(
    house: House, server: Server, capsys: pytest.CaptureFixture[str], from_: str, anew: bool
) -> None:
    calm = moves(house, server.port, 60, from_=from_, anew=anew)  # a paired phone has been seen there
    with attacked(server.port, "127.0.0.2", silent=200, dripping=200, greedy=64) as told:
        time.sleep(1.0)
        took = moves(house, server.port, 100, from_=from_, anew=anew)
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    """How many times more this machine has to do than it can, beside this test."""
    with capsys.disabled():
        where = "behind the attacker's address" if from_ == "127.0.0.2" else "from another address"
        how = "a new connection each" if anew else "one connection"
        print(f"\n100 moves {where}, {how}: {in_words(took)}; without an attack: {in_words(calm)}")
        print(f"  {busy:.1f} times as much to do as this machine can")
        print("  " + ", ".join(f"{name} {count}" for name, count in sorted(told.items())))
    assert told["silent open at the end"] + told["dripping open at the end"] > 30, "they did attack"
    assert told["streams held at the end"] <= Room().address
    assert len(took) == 100
