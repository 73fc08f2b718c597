"""Clients of cameras at the box's own server: as they read it, however slowly, and when the box stops."""

from __future__ import annotations

import itertools
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from device.net.server import Server
from ports_for_tests import House
from waiting_for_tests import wait_until


class Film:
    """A camera over a tray, whose pictures differ and carry their number."""

    def __init__(self, *, bytes_each: int = 0, width: int = 64) -> None:
        self.packed = itertools.count(1)
        self.width = width
        self.given = 0
        self._filling = b"\x55" * bytes_each

    def __call__(self) -> bytes:
        self.given = next(self.packed)
        frame = np.full((48, self.width, 3), 40 + self.given % 200, np.uint8)
        jpeg = bytes(cv2.imencode(".jpg", frame)[1])
        return jpeg + b"%09d" % self.given + self._filling


@pytest.fixture
def film(house: House) -> Film:
    made = Film(bytes_each=60_000)
    house.eye.latest = b"the room"
    house.eye.tray_picture = made  # type: ignore[method-assign]
    return made


@pytest.fixture
def line(house: House, film: Film, serve: Callable[..., Server]) -> Iterator[Callable[[], socket.socket]]:
    port, open_ones = serve().port, []

    def opened() -> socket.socket:
        one = socket.socket()
        one.settimeout(10)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32 * 1024)
        one.connect(("127.0.0.1", port))
        one.sendall(b"GET /webcam/?action=stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        open_ones.append(one)
        return one

    yield opened
    for one in open_ones:
        one.close()


def number_of(part: bytes) -> int:
    found = re.search(rb"\xff\xd9(\d{9})", part)
    assert found is not None
    return int(found[1])


def pictures(line: socket.socket, ends: Callable[[], bool]) -> Iterator[int]:
    """Read a stream; gives the numbers of its pictures."""
    heard = line.recv(1 << 20).partition(b"\r\n\r\n--boundarydonotcross\r\n")[2]
    while not ends():
        heard += line.recv(1 << 20)
        *whole, heard = heard.split(b"\r\n--boundarydonotcross\r\n")
        yield from map(number_of, whole)


def test_pictures_come_one_after_the_other_with_their_lengths_and_without_chunks(
    line: Callable[[], socket.socket],
) -> None:
    with line().makefile("rb") as heard:
        head = b"".join(iter(heard.readline, b"\r\n"))
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"Content-Type: multipart/x-mixed-replace;boundary=boundarydonotcross\r\n" in head
        assert b"Connection: close\r\n" in head
        assert b"chunked" not in head
        assert heard.readline() == b"--boundarydonotcross\r\n"
        numbers = []
        for _ in range(3):
            lines = dict(one.split(b": ") for one in iter(heard.readline, b"\r\n"))
            assert lines[b"Content-Type"] == b"image/jpeg\r\n"
            numbers.append(number_of(heard.read(int(lines[b"Content-Length"]))))
            assert (heard.readline(), heard.readline()) == (b"\r\n", b"--boundarydonotcross\r\n")
        assert numbers == sorted(set(numbers))


def test_opencv_reads_it_as_any_camera_of_the_network(house: House, serve: Callable[..., Server]) -> None:
    house.eye.latest = b"the room"
    house.eye.tray_picture = Film()  # type: ignore[method-assign]
    camera = cv2.VideoCapture(f"http://127.0.0.1:{serve().port}/stream.mjpg", cv2.CAP_FFMPEG)
    try:
        assert camera.isOpened()
        frames = [camera.read() for _ in range(3)]
    finally:
        camera.release()
    assert all(came for came, _ in frames)
    assert {frame.shape for _, frame in frames} == {(48, 64, 3)}
    means = [round(float(frame.mean())) for _, frame in frames]
    assert means == sorted(set(means)), "each is a newer one"


@pytest.fixture
def port_over_room(house: House, serve: Callable[..., Server]) -> int:
    """Serve a room of 128 pixels and its tray of 64; gives the port."""
    house.eye.latest = b"the room"
    house.eye.picture = Film(width=128)  # type: ignore[method-assign]
    house.eye.tray_picture = Film()  # type: ignore[method-assign]
    return serve().port


def test_opencv_sees_what_its_token_sees_when_it_is_asked(house: House, port_over_room: int) -> None:
    tokens = {house.program(role).token: width for role, width in (("admin", 128), ("player", 64))}  # type: ignore[arg-type]
    for place in ("stream.mjpg?auth=1", "webcam/?action=stream&auth=1", "?action=stream&auth=1"):
        for token, width in tokens.items():
            address = f"http://token:{token}@127.0.0.1:{port_over_room}/{place}"
            camera = cv2.VideoCapture(address, cv2.CAP_FFMPEG)
            try:
                came, frame = camera.read()
            finally:
                camera.release()
            assert came
            assert frame.shape == (48, width, 3)


@pytest.mark.parametrize(
    "place", ["webcam/?action=snapshot&auth=1", "?action=snapshot&auth=1", "webcam/?action=snapshot"]
)
@pytest.mark.parametrize(
    "command",
    [
        ("curl", "-sSL", "--anyauth", "-u", "token:{token}"),
        ("wget", "-q", "-O", "-", "--user=token", "--password={token}"),
    ],
    ids=["curl", "wget"],
)
def test_a_program_sees_what_its_token_sees_when_it_is_asked(
    house: House, port_over_room: int, place: str, command: tuple[str, ...]
) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    if "auth=1" not in place:  # nothing may be shown without: it is asked all the same
        house.eye.tray_picture = lambda: None  # type: ignore[method-assign]
    token = house.program("admin").token
    asked = [part.format(token=token) for part in command]
    done = subprocess.run(
        [*asked, f"http://127.0.0.1:{port_over_room}/{place}"], capture_output=True, timeout=60, check=False
    )
    frame = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_COLOR)
    assert frame is not None, (done.returncode, done.stderr)
    assert frame.shape == (48, 128, 3)


def test_who_reads_slowly_gets_what_is_new_and_keeps_nobody_waiting(
    line: Callable[[], socket.socket], film: Film
) -> None:
    slow, quick = line(), line()
    numbers: list[int] = []
    ended = threading.Event()
    reader = threading.Thread(target=lambda: numbers.extend(pictures(quick, ended.is_set)))
    reader.start()
    time.sleep(3)  # the slow one reads nothing at all
    until = time.monotonic() + 1.5
    late = list(pictures(slow, lambda: time.monotonic() > until))
    ended.set()
    reader.join()
    assert np.median(np.diff(numbers)) <= 2, "a quick one has nearly every picture"
    assert film.given - late[-1] <= 8, "the slow one has caught up"
    assert max(np.diff(late)) > 10, "and was never sent most of what it had no time for"


def test_a_client_that_went_away_leaves_its_room(house: House, line: Callable[[], socket.socket]) -> None:
    streams = house.app.extensions["camera streams"]
    clients = [line() for _ in range(4)]
    wait_until(lambda: streams.open == 4, within_s=10)
    refused = line()
    assert refused.recv(100).startswith(b"HTTP/1.1 503 ")
    for client in clients[:2]:
        client.close()
    wait_until(lambda: streams.open == 2, within_s=10)
    assert line().recv(100).startswith(b"HTTP/1.1 200 ")


def test_the_box_stops_though_clients_read_nothing(
    house: House, film: Film, serve: Callable[..., Server]
) -> None:
    server = serve()
    clients = [socket.create_connection(("127.0.0.1", server.port), timeout=10) for _ in range(4)]
    for client in clients:
        client.sendall(b"GET /stream.mjpg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    streams = house.app.extensions["camera streams"]
    wait_until(lambda: streams.open == 4 and film.given > 8, within_s=10)
    house.app.extensions["live"].close()
    server.close()
    wait_until(lambda: streams.open == 0, within_s=10)
    for client in clients:
        client.close()
