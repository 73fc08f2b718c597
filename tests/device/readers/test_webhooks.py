"""Addresses are told in order, signed as the standard's own library wants it, and again without an answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from device.readers.connections import BoxConnections
from device.readers.mqtt.config import MqttConfig
from device.readers.webhooks.book import WebhookBook
from device.readers.webhooks.post import Answer, post
from device.readers.webhooks.webhook import AGAIN_S, GIVES_UP, HOUR_S, WebhookReader
from devices.hooked import HookServer, hook_server, said
from devices.told_house import ToldHouse, told_house
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from journals_for_tests import play_on, until
from web.house.connections import MOST_HOOKS, NoHookError, TooManyHooksError, Webhook


@pytest.fixture
def server() -> Iterator[HookServer]:
    with hook_server() as running:
        yield running


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ToldHouse]:
    """A house whose webhooks may lead to this machine, as tests have no other."""
    with told_house(tmp_path) as house:
        house.connections = hooked(house)
        house.connections.start()
        yield house


def hooked(house: ToldHouse) -> BoxConnections:
    send = partial(post, own=lambda _number: False)
    return BoxConnections(MqttConfig(), house.settings, house.passwords, house.sources, send=send)


def tell(house: ToldHouse, server: HookServer, *kinds: str) -> Webhook:
    hook = house.connections.add_hook(server.url, kinds)
    server.secret = hook.secret
    return hook


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.readers.webhooks.webhook.AGAIN_S", (0.02, 0.02, 0.02))
    monkeypatch.setattr("device.readers.webhooks.webhook.HOUR_S", 0.02)


def test_every_action_is_told_once_in_order_under_the_name_of_its_event(
    house: ToldHouse, server: HookServer
) -> None:
    tell(house, server)
    begins = len(house.names())
    play_on(house.table, 10)
    until(lambda: server.names[-1:] == house.names()[-1:])
    told = [event["id"] for _, message in server.taken for event in message["data"]["events"]]
    assert told == house.names()[begins:]
    for name, message in server.taken:
        assert name == message["data"]["id"] == message["data"]["events"][-1]["id"]
        assert message["type"] == message["data"]["event_type"]
    # A box that starts again goes on where it was.
    house.connections.close()
    play_on(house.table, 3, seed=1)
    house.connections = hooked(house)
    house.connections.start()
    until(lambda: server.names[-1:] == house.names()[-1:])
    assert len(server.names) == len(set(server.names))


def test_only_chosen_kinds_are_told(house: ToldHouse, server: HookServer) -> None:
    tell(house, server, "turn")
    play_on(house.table, 20)
    last = house.journal.last_seq()
    until(lambda: house.connections._hooks[1]._reader.place == last)
    assert {message["type"] for _, message in server.taken} == {"turn"}


def test_what_was_not_taken_is_told_again_before_the_next(
    house: ToldHouse, server: HookServer, fast: None
) -> None:
    server.answer = lambda handler: said(handler, 500)
    tell(house, server)
    play_on(house.table, 5)
    until(lambda: len(server.tries) > 6)
    assert len(set(server.tries)) == 1
    assert "(500)" in str(house.connections.hooks()[0].state.text)
    server.answer = server.polite
    until(lambda: server.names[-1:] == house.names()[-1:])
    assert len(server.names) == len(set(server.names))
    assert house.connections.hooks()[0].state.verdict == "fine"


def test_the_waits_are_those_of_the_plan_and_after_three_days_it_is_off(house: ToldHouse) -> None:
    hook = WebhookBook(house.passwords).add("http://192.168.1.9/", ())
    tries: list[str] = []

    def send(_hook: Webhook, name: str, _message: Mapping[str, Any]) -> Answer:
        tries.append(name)
        return Answer(503)

    reader = WebhookReader(hook, WebhookBook(house.passwords), house.sources, send=send)
    action = house.journal.events(since=0)[-1:]
    waits = [reader._tell(action) for _ in range(GIVES_UP)]
    assert waits[:4] == [*AGAIN_S, HOUR_S] == [5.0, 60.0, 600.0, 3600.0]
    assert sum(waits) == pytest.approx(3 * 86_400, rel=0.01)
    assert len(set(tries)) == 1
    [kept] = WebhookBook(house.passwords).everything()
    assert not kept.on
    assert "switched off" in str(reader.state.text)
    reader._tell(action)
    assert len(tries) == GIVES_UP, "it is asked no more"
    [line] = house.connections.hooks()
    assert line.state.verdict == "broken"
    house.connections.switch_hook(hook.number, on=True)
    assert WebhookBook(house.passwords).named(hook.number).failed == 0


def test_tries_are_counted_over_restarts(house: ToldHouse) -> None:
    book = WebhookBook(house.passwords)
    hook = book.add("http://192.168.1.9/", ())
    action = house.journal.events(since=0)[-1:]
    for _ in range(3):
        reader = WebhookReader(
            book.named(hook.number), book, house.sources, send=lambda *_: Answer(0, OSError("away"))
        )
        for _ in range(5):
            reader._tell(action)
    assert book.named(hook.number).failed == 15


def test_one_that_is_gone_is_switched_off_at_once(house: ToldHouse, server: HookServer) -> None:
    server.answer = lambda handler: said(handler, 410)
    tell(house, server)
    play_on(house.table, 1)
    until(lambda: not house.connections.hooks()[0].hook.on)


def test_a_box_with_hanging_addresses_stops_before_they_answer(house: ToldHouse, server: HookServer) -> None:
    over = threading.Event()
    server.answer = lambda _handler: over.wait(30)
    for _ in range(5):
        tell(house, server)
    play_on(house.table, 1)
    until(lambda: len(server.tries) >= 5)
    house.connections.close()
    assert not over.is_set()
    assert server.taken == []
    over.set()


def test_there_are_ten_at_most_and_a_number_is_never_used_again(house: ToldHouse) -> None:
    book = WebhookBook(house.passwords)
    for number in range(1, MOST_HOOKS + 1):
        assert book.add(f"http://192.168.1.9/{number}", ()).number == number
    with pytest.raises(TooManyHooksError):
        book.add("http://192.168.1.9/", ())
    book.drop(MOST_HOOKS)
    assert book.add("http://192.168.1.9/", ()).number == MOST_HOOKS + 1
    with pytest.raises(NoHookError):
        book.drop(99)
    with pytest.raises(NoHookError):
        book.change(99, lambda hook: hook)


@pytest.mark.parametrize(
    "url",
    [
        *("", "ftp://a", "//a", "http://", "http://user:secret@a/", "http://a b/", "http://a/\n"),
        *("javascript:alert(1)", "http://a:99999/", "http://é/", "http://" + "a" * 1001),
    ],
)
def test_what_is_no_address_is_refused(house: ToldHouse, url: str) -> None:
    with pytest.raises(ValueError, match=r"address|letters"):
        house.connections.add_hook(url, ())


@pytest.mark.parametrize("kept", ["", "[]", "{", '{"hooks": 5}', '{"hooks": [{"number": 1}], "newest": "x"}'])
def test_a_garbled_book_is_empty_and_takes_new_ones(house: ToldHouse, kept: str) -> None:
    house.passwords.put("webhooks", kept)
    book = WebhookBook(house.passwords)
    assert book.everything() == []
    assert book.add("http://192.168.1.9/", ()).number == 1


def test_a_trial_says_what_is_wrong(house: ToldHouse, server: HookServer) -> None:
    hook = tell(house, server)
    assert house.connections.try_hook(hook.number).verdict == "fine"
    assert [message["type"] for _, message in server.taken] == ["trial"]
    server.answer = lambda handler: said(handler, 404)
    assert "(404)" in str(house.connections.try_hook(hook.number).text)
    other = house.connections.add_hook("http://no-such-name.invalid/", ())
    assert "no computer is found" in str(house.connections.try_hook(other.number).text)
    house.connections.drop_hook(other.number)
    house.table.do(TakeThrow(Cowries(3, 4)))
    assert len(house.connections.hooks()) == 1
