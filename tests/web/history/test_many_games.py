"""What is costly where there are many games: worked out once, by one at a time, and in pages."""

from __future__ import annotations

import threading

import pytest

from device.store.export import Export, export_lines
from engine.table.commands import CorrectThrow, SettleCorrection, TakeThrow, Undo
from engine.table.questions import Conflict
from engine.table.state import replayed
from engine.throw import Cowries
from journals_for_tests import play_on
from ports_for_tests import House
from web.history.archive import EXPORTS
from web.history.fairness import thrown, thrown_in
from web.history.replay import Replays
from web.history.throws import Counts
from web.language.locale import speaking


@pytest.fixture
def games(house: House) -> House:
    """Play a few games, in some of which things were put right."""
    for seed in range(4):
        house.start()
        play_on(house.table, 12, seed=seed)
        if seed % 2:
            house.table.do(Undo())
            actions = house.table.model.actions
            thrown_at = [one.seq for one in actions if isinstance(one.action, Cowries)]
            house.table.do(CorrectThrow(thrown_at[-1], Cowries(0, 4)))
            if isinstance(conflict := house.table.model.question, Conflict):
                house.table.do(SettleCorrection(conflict.at.seq, "undone"))
    return house


@pytest.fixture
def asked(games: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """List the games whose events are read from now on."""
    read: list[int] = []
    real = games.journal.game_events

    def game_events(game: int) -> object:
        read.append(game)
        return real(game)

    monkeypatch.setattr(games.journal, "game_events", game_events)
    return read


def test_an_export_says_what_it_always_did(games: House) -> None:
    export = Export(games.journal)
    for _ in range(2):
        assert "".join(export.pieces(None)).splitlines() == list(export_lines(games.journal))
        assert "".join(export.pieces(2)).splitlines() == list(export_lines(games.journal, game=2))
    with pytest.raises(KeyError):
        list(export.pieces(99))
    undone = [line for line in export_lines(games.journal) if '"undone_by": null' not in line]
    assert undone
    corrected = [line for line in export_lines(games.journal) if '"corrected_by": null' not in line]
    assert corrected


def test_a_game_is_written_once_and_again_when_it_went_on(games: House, asked: list[int]) -> None:
    client = games.watcher()
    first = client.get("/games.jsonl").data
    assert sorted(asked) == [1, 2, 3, 4]
    assert client.get("/games.jsonl").data == first
    client.get("/games/2.jsonl")
    assert sorted(asked) == [1, 2, 3, 4]
    games.table.do(Undo())
    assert client.get("/games.jsonl").data != first
    assert sorted(asked) == [1, 2, 3, 4, 4]


def test_what_is_kept_of_exports_has_an_end_and_forgets_deleted_games(games: House, asked: list[int]) -> None:
    small = Export(games.journal, cache_bytes=100)
    whole = Export(games.journal)
    for _ in range(2):
        assert list(small.pieces(None)) == list(whole.pieces(None))
    assert sorted(asked) == sorted([1, 2, 3, 4] * 3)  # twice for the small one, once for the other
    games.app.extensions["archive"].delete(1, on_table=4)
    assert "".join(whole.pieces(None)).splitlines() == list(export_lines(games.journal))
    assert 1 not in whole._known


def test_no_more_than_a_few_phones_export_everything_at_once(games: House) -> None:
    client = games.watcher()
    open_ones = [client.get("/games.jsonl") for _ in range(EXPORTS)]
    refused = client.get("/games.jsonl")
    assert refused.status_code == 429
    assert "exporting all games now" in refused.text
    assert client.get("/games/1.jsonl").status_code == 200
    for one in open_ones:
        one.close()
    with client.get("/games.jsonl") as answer:
        assert answer.status_code == 200


def test_throws_counted_from_the_record_are_those_that_stand(games: House) -> None:
    games.start("backgammon")
    games.start("chowka-bhara")
    games.table.do(TakeThrow(Cowries(4, 4), source="drawn"))
    quick = 0
    for line in games.journal.games():
        events = games.journal.game_events(line.number)
        counted = thrown_in(events)
        assert Replays(games.journal).thrown(line.number) == thrown(replayed(events))
        quick += counted is not None
        assert counted in (None, thrown(replayed(events)))
    assert quick == 4  # two of the four in which nothing was put right, and the two last


def test_who_asks_while_another_counts_does_not_wait(games: House) -> None:
    counting, go_on = threading.Event(), threading.Event()
    real = Replays(games.journal).thrown

    def slowly(number: int) -> object:
        counting.set()
        assert go_on.wait(20)
        return real(number)

    counts = Counts(slowly)  # type: ignore[arg-type]
    lines = games.journal.games()

    def count(found: list[int]) -> None:
        with speaking("en"):
            found.append(counts.everything(lines).left)

    found: list[int] = []
    first = threading.Thread(target=count, args=(found,))
    first.start()
    assert counting.wait(20)
    second: list[int] = []
    count(second)
    assert second == [4]
    go_on.set()
    first.join()
    assert found == [0]


@pytest.mark.parametrize(("path", "shown", "links"), [("/games", [4, 3, 2], 1), ("/games?before=2", [1], 1)])
def test_a_long_list_of_games_has_pages(
    games: House, path: str, shown: list[int], links: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.history.games.LISTED", 3)
    page = games.watcher().get(path).text
    assert [number for number in (4, 3, 2, 1) if f'href="/games/{number}"' in page] == shown
    assert page.count("Older games") + page.count("The newest games") == links
    assert ('href="/games?before=2"' in page) is (path == "/games")


def test_a_page_of_the_list_that_is_none_is_the_first(games: House) -> None:
    for asked in ("x", "", "1" * 50, "-3"):
        assert games.watcher().get(f"/games?before={asked}").status_code == 200
