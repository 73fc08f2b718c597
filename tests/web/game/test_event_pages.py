"""The list of events goes back to the beginning of the game, to be put right, on page and interface."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.table.commands import PlayMove, TakeThrow, Undo
from engine.table.questions import Conflict
from engine.throw import Cowries
from ports_for_tests import House, Phone
from web.game.event_view import EVENTS_SHOWN, PAGE


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Play until far more happened than the page shows; nobody ever leaves the outer ring."""
    house = House(tmp_path_factory.mktemp("long"))
    house.start()
    table = house.table
    table.do(TakeThrow(Cowries(3, 4)))
    table.do(Undo())
    for turn in range(120):
        table.do(TakeThrow(Cowries(1 + turn % 2, 4), photo=f"throw-{turn}"))
        while table.model.line.moves:
            table.do(PlayMove(table.model.line.moves[0]))
    yield house
    house.close()


def page(phone: Phone, path: str) -> str:
    answer = phone.client.get(path)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def listed(phone: Phone, **asked: Any) -> tuple[list[dict[str, Any]], bool]:
    answer = phone.client.get("/api/v1/events", query_string=asked)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    told = answer.get_json()
    return told["events"], told["earlier"]


def link(shown: str, words: str) -> str | None:
    found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>{words}</a>', shown)
    return found[1] if found else None


def test_pages_lead_from_the_game_to_its_beginning_and_back(long_game: House) -> None:
    phone = long_game.player()
    seen: list[int] = []
    path = link(page(phone, "/"), "All that happened before")
    assert path is not None, "the page of the game leads there without a script"
    first = path
    while path is not None:
        shown = page(phone, path)
        seen += [int(seq) for seq in re.findall(r'<details id="e(\d+)">', shown)]
        before, path = path, link(shown, "Earlier")
    standing = {action.seq for action in long_game.table.model.actions}
    on_page = {line["seq"] for line in phone.state()["events"]}
    assert sorted(seen) == sorted(standing - on_page)
    assert len(seen) > 3 * PAGE
    assert link(page(phone, first), "The beginning") is not None
    begun = page(phone, link(page(phone, first), "The beginning") or "")
    assert "A new game begins: Asha, Ravi" in begun
    assert link(begun, "Later") is not None
    later, count = before, 0
    while (more := link(page(phone, later), "Later")) is not None:
        later, count = more, count + 1
        assert count < 20
    assert later == "/earlier"


def test_the_first_throw_is_corrected_without_a_script(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4)))
    house.table.do(PlayMove(house.table.model.line.moves[0]))
    house.table.do(TakeThrow(Cowries(2, 4)))
    phone = house.player()
    first = house.table.model.actions[0]
    shown = page(phone, f"/earlier?before={first.seq + 2}")
    assert f'name="of" value="{first.seq}"' in shown
    csrf = re.search(r'name="csrf" value="([^"]+)"', shown)
    at = re.search(r'name="at" value="(\d+)"', shown)
    assert csrf is not None
    assert at is not None
    answer = phone.client.post(
        "/act/corrections",
        data={"csrf": csrf[1], "at": at[1], "of": str(first.seq), "throw": "2/4"},
    )
    assert answer.status_code == 303
    assert isinstance(house.table.model.question, Conflict)


def test_who_watches_reads_all_and_changes_nothing(long_game: House) -> None:
    shown = long_game.watcher().get("/earlier?before=60").get_data(as_text=True)
    assert "A new game begins" in shown
    assert "<form" not in shown.split("<main")[1]


def test_programs_read_it_in_pieces_and_what_was_taken_back_is_told_so(long_game: House) -> None:
    phone = long_game.player()
    newest, earlier = listed(phone)
    assert newest == phone.state()["events"]
    assert (len(newest), earlier) == (EVENTS_SHOWN, True)
    every = list(newest)
    while earlier:
        more, earlier = listed(phone, before=every[-1]["seq"], limit=77)
        every += more
    assert [line["seq"] for line in every] == sorted({line["seq"] for line in every}, reverse=True)
    assert every[-1]["type"] == "game-started"
    standing = {action.seq for action in long_game.table.model.actions}
    assert {line["seq"] for line in every if line["stands"]} == standing
    threw = [line for line in every if line["type"] == "threw"]
    assert all(line["throw"] for line in threw[:-1])
    assert [line["undone"] for line in threw] == [False] * 120 + [True]


def test_what_cannot_be_asked_is_refused(long_game: House) -> None:
    phone = long_game.player()
    for asked in ("before=-1", "before=x", "limit=0", "limit=201", f"before={'9' * 40}", "limit=²"):
        assert phone.client.get(f"/api/v1/events?{asked}").status_code == 400, asked
        if asked.startswith("before"):
            assert phone.client.get(f"/earlier?{asked}").status_code == 400, asked


def test_without_a_game_there_is_nothing_to_list(house: House) -> None:
    phone = house.player()
    assert phone.client.get("/earlier").status_code == 302
    assert listed(phone) == ([], False)


def test_a_short_game_needs_no_further_page(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    phone = house.player()
    assert "/earlier" not in page(phone, "/")
    assert listed(phone)[1] is False
    assert link(page(phone, "/earlier"), "Earlier") is None
