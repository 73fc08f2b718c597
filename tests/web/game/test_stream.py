"""The event stream: everything that happens, in order, to every phone."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from device.store.games import logged
from engine.events import IMPORT
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from waiting_for_tests import wait_until
from web.game.stream import Live, Room
from web.ports import LampState


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def read(stream: Iterator[bytes], *, until: int) -> list[dict[str, object]]:
    """Read a stream's numbered messages up to event `until`."""
    told: list[dict[str, object]] = []
    for chunk in stream:
        for message in chunk.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in message.splitlines() if not line.startswith(":"))
            if "id" in lines:
                event = json.loads(lines["data"])
                assert event["seq"] == int(lines["id"])
                told.append(event)
        if told and told[-1]["seq"] == until:
            break
    return told


def test_a_phone_hears_everything_since_the_event_that_it_knew(house: House) -> None:
    house.table.do(TakeThrow(Cowries(3, 4)))
    answer = house.watcher().get("/events?since=1")
    assert answer.mimetype == "text/event-stream"
    told = read(iter(answer.response), until=3)
    assert [(event["seq"], event["type"]) for event in told] == [(2, "turn-began"), (3, "threw")]
    answer.close()
    again = house.watcher().get("/events", headers={"Last-Event-ID": "2"})
    assert [event["seq"] for event in read(iter(again.response), until=3)] == [3]
    again.close()


def test_news_come_at_once(house: House) -> None:
    answer = house.watcher().get("/events")
    stream = iter(answer.response)
    for _ in range(3):
        next(stream)
    threading.Timer(0.2, house.table.do, [TakeThrow(Cowries(3, 4))]).start()
    assert b'"type": "threw"' in next(stream), "no heartbeat was waited for"
    answer.close()


def test_a_fault_while_the_journal_is_followed_keeps_no_phone_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.game.stream.HEARTBEAT_S", 60.0)
    library = house.app.extensions["live"]._library
    wait, faults = library.wait, [OSError("disk I/O error")]

    def fails_once(*, since: int, timeout_s: float) -> bool:
        if faults:
            raise faults.pop()
        return bool(wait(since=since, timeout_s=timeout_s))

    monkeypatch.setattr(library, "wait", fails_once)
    answer = house.watcher().get("/events")
    wait_until(lambda: not faults, within_s=20)
    house.table.do(TakeThrow(Cowries(3, 4)))
    assert [event["type"] for event in read(iter(answer.response), until=3)] == ["threw"]
    answer.close()


def test_no_phone_reads_the_events_of_an_import(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.game.stream.HEARTBEAT_S", 0.05)
    since = house.journal.last_seq()
    house.table.add(replace(house.table.model.setup, imported="club.mat"), [], request=f"{IMPORT}1")
    read = []
    monkeypatch.setattr("device.store.journal.logged", lambda row: read.append(row[0]) or logged(row))
    answer = house.player().client.get(f"/events?since={since}")
    stream = iter(answer.response)
    while next(stream) != b": still here\n\n":
        pass
    house.table.do(TakeThrow(Cowries(3, 4)))
    assert b'"type": "threw"' in next(stream)
    assert read == [house.journal.last_seq()]
    answer.close()


def test_eye_and_lamps_are_told_without_a_number(house: House) -> None:
    answer = house.watcher().get("/events")
    stream = iter(answer.response)
    first = [next(stream).decode() for _ in range(3)]
    assert [text.splitlines()[0] for text in first] == ["retry: 2000", "event: eye", "event: lamps"]
    threading.Timer(0.2, house.eye.show, ["hand"]).start()
    text = next(stream).decode()
    assert text.startswith("event: eye\n")
    assert '"A hand is in the tray"' in text
    threading.Timer(0.1, house.lamps.show, [LampState((0.0, 1.0), 1.0, "illegal", "illegal", 1)]).start()
    text = next(stream).decode()
    assert text.startswith("event: lamps\n")
    assert "id:" not in text
    answer.close()


def test_what_changes_as_soon_as_a_stream_is_there_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen, may_begin = house.eye.listen, threading.Event()

    def late(changed: Callable[[], None]) -> Callable[[], None]:
        may_begin.wait(0.3)  # the thread that follows the eye has hardly begun
        return listen(changed)

    monkeypatch.setattr(house.eye, "listen", late)
    answer = house.watcher().get("/events")
    stream = iter(answer.response)
    for _ in range(3):
        next(stream)
    house.eye.show("hand")
    may_begin.set()
    assert next(stream).decode().startswith("event: eye\n"), "not only the next heartbeat comes"
    answer.close()


def test_a_malformed_number_is_refused_in_words(house: House) -> None:
    for since in ("soon", "-1", "1e3", "٣"):
        answer = house.watcher().get("/events", query_string={"since": since})
        assert (answer.status_code, "number of an event" in answer.text) == (400, True), since


def test_streams_are_capped_and_room_comes_back(house: House) -> None:
    live: Live = house.app.extensions["live"]
    live.room = Room(all=2, paired=0, admins=0)
    streams = [house.watcher().get("/events") for _ in range(2)]
    refused = house.watcher().get("/events")
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "5"
    streams[0].close()
    assert live.streams == 1
    third = house.watcher().get("/events")
    assert third.status_code == 200
    for stream in (streams[1], third):
        stream.close()
    assert live.streams == 0


def test_a_thread_that_cannot_begin_leaves_no_stream_deaf(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    live: Live = house.app.extensions["live"]
    with monkeypatch.context() as crowded:
        crowded.setattr(threading.Thread, "start", full)
        assert house.watcher().get("/events").status_code == 503
    assert (live.streams, live.listeners) == (0, (0, 0))
    answer = house.watcher().get("/events")
    house.table.do(TakeThrow(Cowries(3, 4)))
    assert [event["seq"] for event in read(iter(answer.response), until=3)] == [3]
    answer.close()


def test_the_oldest_of_too_many_streams_of_a_phone_ends_and_says_so(house: House) -> None:
    live: Live = house.app.extensions["live"]
    phone, other = house.player().client, house.admin().client
    streams = [one.get("/events") for one in (other, phone, phone, phone, phone)]
    assert [stream.status_code for stream in streams] == [200] * 5
    assert live.streams_of("player") == live.room.phone == 3
    told = b"".join(streams[1].response).decode()
    assert told.endswith("event: full\ndata: {}\n\n")
    assert "event: full" not in next(iter(streams[0].response)).decode()
    house.eye.show("hand")
    for stream in streams[2:]:
        kinds = [next(iter(stream.response)).decode().splitlines()[0] for _ in range(2)]
        assert kinds == ["retry: 2000", "event: eye"], "the others go on"
    for stream in streams:
        stream.close()
    assert live.streams == 0


def test_a_program_with_too_many_streams_is_refused_and_none_of_them_ends(house: House) -> None:
    live: Live = house.app.extensions["live"]
    lamp = house.program("player")
    streams = [lamp.get("/api/v1/stream") for _ in range(live.room.program + 1)]
    assert [stream.status_code for stream in streams] == [200] * live.room.program + [503]
    live.close()
    assert all("event: full" not in b"".join(stream.response).decode() for stream in streams[:-1])
    for stream in streams:
        stream.close()


def test_who_listens_is_told_when_a_phone_may_do_something_else(house: House) -> None:
    answer = house.watcher().get("/events")
    stream = iter(answer.response)
    for _ in range(3):
        next(stream)
    admin = house.admin()
    form = {"csrf": admin.state()["csrf"], "role": "watcher"}
    assert admin.client.post("/phones/player/role", data=form).status_code == 303
    assert next(stream).decode() == "event: phones\ndata: {}\n\n"
    form["role"] = "nobody"
    assert admin.client.post("/phones/player/role", data=form).status_code == 400
    assert admin.client.post("/phones/player/unpair", data=form).status_code == 303
    assert next(stream).decode() == "event: phones\ndata: {}\n\n"
    house.eye.show("hand")
    assert next(stream).decode().startswith("event: eye\n"), "what was refused is not told"
    answer.close()


def test_nobody_follows_the_journal_when_nobody_listens(house: House) -> None:
    def followers() -> int:
        return sum(thread.name == "live" for thread in threading.enumerate())

    answer = house.watcher().get("/events")
    assert followers() == 1
    answer.close()
    wait_until(lambda: followers() == 0, within_s=5)
    assert house.eye.listeners == []


def test_closing_ends_every_stream_at_once(house: House) -> None:
    answer = house.watcher().get("/events")
    stream = iter(answer.response)
    for _ in range(3):
        next(stream)
    threading.Timer(0.2, house.app.extensions["live"].close).start()
    assert b"still here" not in b"".join(stream), "no heartbeat was waited for"
    assert house.watcher().get("/events").status_code == 503
    answer.close()
