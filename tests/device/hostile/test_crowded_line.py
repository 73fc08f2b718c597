"""Somebody holds all the sockets that one address can: a paired phone plays on as if nobody were there."""

from __future__ import annotations

import http.client
import json
import time

import pytest

from device.net.server import Server
from ports_for_tests import TOKEN, House
from tests.bench.box.attackers import attacked
from web.auth.access import COOKIE
from web.game.stream import Room


def moves(house: House, port: int, count: int, *, anew: bool) -> None:
    """Let a paired phone throw and take back, on one connection or a new one each."""
    csrf = house.player().state()["csrf"]
    headers = {"Cookie": f"{COOKIE}={TOKEN}", "X-CSRF-Token": csrf, "Content-Type": "application/json"}
    line: http.client.HTTPConnection | None = None
    for number in range(count):
        what, body = ("throws", {"throw": "3/4"}) if number % 2 == 0 else ("undo", {})
        if line is None or anew:
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("POST", f"/api/v1/{what}", json.dumps(body), headers)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 201, (number, what)
        if anew:
            line.close()
        time.sleep(0.05)  # people do not play faster; the bucket for one phone is the limit otherwise
    if line is not None:
        line.close()


@pytest.mark.parametrize("anew", [False, True], ids=["one connection", "a new one each"])
def test_a_paired_phone_plays_on_beside_sockets_that_drip_and_streams_that_are_greedy(
    house: House, server: Server, anew: bool
) -> None:
    with attacked(server.port, "127.0.0.2", silent=70, dripping=70, greedy=40) as told:
        moves(house, server.port, 10, anew=anew)
        phone = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        phone.request("GET", "/events", headers={"Cookie": f"{COOKIE}={TOKEN}"})
        assert phone.getresponse().status == 200
        phone.close()
    assert told["silent open at the end"] + told["dripping open at the end"] > 30, "they did attack"
    assert told["streams held at the end"] <= Room().address, told
