"""Backups over a real server: slow ones, broken ones, and what goes on where it broke off."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from device.net.bodies import Pace
from device.net.server import Server
from device.store.archive import WAITING
from device.store.backups.backup import look_at
from devices.admin_on_a_line import PICTURE_BYTES, PICTURES, Admin, as_form
from ports_for_tests import House
from waiting_for_tests import wait_until
from web.history.backup import PIECE
from web.ports import LARGEST_BACKUP


def upload(admin: Admin, way: str, data: bytes) -> tuple[bytes, bytes]:
    """Write a backup as a form or a piece sends it; returns head and body."""
    if way == "pieces":
        body, kind = data, "application/octet-stream"
    else:
        body, kind = as_form(data)
    path = f"/backup/pieces?file=ab&size={len(data)}&at=0" if way == "pieces" else "/backup/restore"
    return admin.head(path, f"Content-Length: {len(body)}", f"Content-Type: {kind}"), body


@pytest.mark.parametrize("way", ["form", "pieces"])
def test_a_backup_may_take_longer_than_a_request_as_long_as_it_goes_on(
    house: House, serve: Callable[..., Server], tmp_path: Path, way: str
) -> None:
    admin = Admin(house, serve(whole_s=0.5, pace=lambda: Pace(least=40_000, within_s=1.0)))
    _, data, _ = admin.backup()
    head, body = upload(admin, way, data)
    step = -(-len(body) // 20)
    with admin.connected() as opened:
        opened.sendall(head)
        for at in range(0, len(body), step):
            opened.sendall(body[at : at + step])
            time.sleep(0.1)  # two seconds in all
        answer = opened.recv(65536)
    assert answer.split()[1] == (b"303" if way == "form" else b"200"), answer
    assert (tmp_path / "box" / WAITING).read_bytes() == data
    assert look_at(tmp_path / "box" / WAITING).photographs == PICTURES


@pytest.mark.parametrize("way", ["form", "pieces"])
def test_a_backup_that_drips_or_breaks_off_is_ended_with_a_reason_and_leaves_nothing(
    house: House, serve: Callable[..., Server], tmp_path: Path, way: str
) -> None:
    admin = Admin(house, serve(whole_s=0.5, pace=lambda: Pace(least=40_000, within_s=0.6)))
    size = 400_000
    head, body = upload(admin, way, bytes(size))
    with admin.connected() as opened:
        opened.sendall(head + body[:100_000])
        sent, answer = 100_000, b""
        opened.settimeout(0.05)
        while not answer and sent < 100_200:
            try:
                answer = opened.recv(65536)
            except TimeoutError:
                opened.sendall(body[sent : sent + 1])
                sent += 1
        opened.settimeout(10)  # the rest of the answer follows its head
        while b"broke off" not in answer and (part := opened.recv(65536)):
            answer += part
    assert b"400" in answer.split(b"\r\n")[0]
    assert b"broke off" in answer
    folder = tmp_path / "box"
    if way == "pieces":
        status, told = admin.piece(size, 0, mark="ab")
        assert (status, told["ready"]) == (200, False)
        assert 0 < told["have"] <= sent
        house.player()
        house.app.extensions["archive"].leave()
    assert not list(folder.glob("upload-*"))
    assert not list(folder.glob(f"{WAITING}*"))


def test_an_upload_goes_on_where_it_broke_off(
    house: House, serve: Callable[..., Server], tmp_path: Path
) -> None:
    admin = Admin(house, serve())
    _, data, _ = admin.backup()
    size, third = len(data), len(data) // 3
    assert admin.piece(size, 0) == (200, {"have": 0, "ready": False})
    assert admin.piece(size, 0, data[:third])[1]["have"] == third
    # The answer was lost, so the same piece comes again; and one from further on: neither is taken.
    assert admin.piece(size, 0, data[:third])[1]["have"] == third
    assert admin.piece(size, 2 * third, data[2 * third :])[1]["have"] == third
    assert admin.piece(size, third)[1]["have"] == third
    assert admin.piece(size, third, data[third:]) == (200, {"have": size, "ready": True})
    assert admin.piece(size, 0) == (200, {"have": size, "ready": True})
    assert (tmp_path / "box" / WAITING).read_bytes() == data
    assert not list((tmp_path / "box").glob("upload-*"))


def test_a_piece_may_be_as_long_as_it_is_allowed_to_be(house: House, serve: Callable[..., Server]) -> None:
    admin = Admin(house, serve())
    assert admin.piece(PIECE + 9, 0, bytes(PIECE)) == (200, {"have": PIECE, "ready": False})
    status, told = admin.piece(PIECE + 9, PIECE, bytes(9))
    assert (status, "no backup" in told["error"]) == (400, True)


def test_a_piece_that_hangs_does_not_keep_the_next_try_waiting_nor_write_into_it(
    house: House, serve: Callable[..., Server], tmp_path: Path
) -> None:
    admin = Admin(house, serve())
    _, data, _ = admin.backup()
    kind = "Content-Type: application/octet-stream"
    path = f"/backup/pieces?file=ab-1&size={len(data)}&at=0"
    with admin.connected() as hanging:
        hanging.sendall(admin.head(path, f"Content-Length: {len(data)}", kind) + data[:200_000])
        wait_until(lambda: list((tmp_path / "box").glob("upload-*")), within_s=20)
        have = admin.piece(len(data), 0)[1]["have"]
        assert have <= 200_000
        hanging.sendall(b"x" * 300_000)  # of another time: it must not land in the file
        assert admin.piece(len(data), have, data[have:])[1]["ready"]
    assert (tmp_path / "box" / WAITING).read_bytes() == data


def test_what_is_no_backup_is_refused_with_a_sentence_and_leaves_nothing(
    house: House, serve: Callable[..., Server], tmp_path: Path
) -> None:
    admin = Admin(house, serve())
    status, told = admin.piece(9, 0, b"my letter")
    assert status == 400
    assert "no backup that this box can read" in told["error"]
    status, told = admin.piece(LARGEST_BACKUP + 1, 0)
    assert (status, "at most 2147" in told["error"]) == (413, True)
    for wrong in (
        "file=ab&size=x&at=0",
        "file=../x&size=9&at=0",
        "file=&size=9&at=0",
        "file=ab&size=9&at=-1",
    ):
        assert admin.ask("POST", f"/backup/pieces?{wrong}", b"x").status == 400, wrong
    assert admin.ask("POST", "/backup/pieces?file=ab&size=9000000&at=0", bytes(PIECE + 1)).status == 413
    assert sorted(path.name for path in (tmp_path / "box").glob("[ut][po]*")) == []


def test_a_form_with_two_files_is_refused(house: House, serve: Callable[..., Server], tmp_path: Path) -> None:
    admin = Admin(house, serve())
    body, kind = as_form(b"one")
    twice = body.removesuffix(b"--edge--\r\n") + body
    answer = admin.ask("POST", "/backup/restore", twice, **{"Content-Type": kind})
    assert answer.status == 400
    assert b"one file" in answer.data
    assert not list((tmp_path / "box").glob("upload-*"))


def test_room_on_the_disk_is_looked_at_before_anything_is_written(
    house: House, serve: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = Admin(house, serve())
    _, data, _ = admin.backup()
    free = 64_000_000 + 2 * len(data) - 1
    monkeypatch.setattr(
        "device.store.backups.transfer.shutil.disk_usage", lambda _: type("", (), {"free": free})
    )
    status, told = admin.piece(len(data), 0, data)
    assert status == 503
    assert f"MB are needed and {free // 1_000_000} MB are free" in told["error"], told
    body, kind = as_form(data)
    answer = admin.ask("POST", "/backup/restore", body, **{"Content-Type": kind})
    assert (answer.status, b"MB are needed" in answer.data) == (503, True)
    assert not list((tmp_path / "box").glob("upload-*"))
    free = 64_000_000 + 2 * PICTURES * PICTURE_BYTES  # the journal itself has no room
    answer = admin.ask("POST", "/backup")
    assert (answer.status, b"MB are needed" in answer.data) == (503, True)
    assert not list((tmp_path / "box").glob("backup-*"))


def test_a_download_that_broke_off_goes_on(
    house: House, serve: Callable[..., Server], tmp_path: Path
) -> None:
    admin = Admin(house, serve())
    address, data, tag = admin.backup()
    half = len(data) // 2
    rest = admin.ask("GET", address, **{"Range": f"bytes={half}-", "If-Range": tag})
    assert (rest.status, rest.headers["Content-Range"]) == (206, f"bytes {half}-{len(data) - 1}/{len(data)}")
    assert data[:half] + rest.data == data
    assert tag.startswith('"')  # a strong one: a weak one lets nothing go on
    other = admin.ask("GET", address, **{"Range": f"bytes={half}-", "If-Range": '"of another"'})
    assert (other.status, other.data) == (200, data)
    beyond = admin.ask("GET", address, Range=f"bytes={len(data)}-")
    assert (beyond.status, beyond.headers["Content-Range"]) == (416, f"bytes */{len(data)}")
    # A new one takes its place on the disk; who still has the old address is told.
    again, _, _ = admin.backup()
    assert again != address
    assert admin.ask("GET", address).status == 404
    assert len(list((tmp_path / "box").glob("backup-*"))) == 1


def test_two_who_ask_for_a_backup_at_once_get_the_same(house: House, serve: Callable[..., Server]) -> None:
    admin = Admin(house, serve())
    found: list[str] = []
    both = [
        threading.Thread(target=lambda: found.append(str(admin.ask("POST", "/backup").headers["Location"])))
        for _ in range(2)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    statuses = [admin.ask("GET", address).status for address in found]
    assert sorted(set(statuses)) in ([200], [200, 404])  # 404 where the second began after the first was done
    assert statuses.count(200) == 2 or found[0] != found[1]
