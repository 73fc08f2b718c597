"""The games of a match stand together in the list, and each leads to the next with its score."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.ending import Accept, Agree, Resign
from engine.match import Conduct
from engine.table.commands import BeginNextGame, PlayMove, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House
from web.history import games as games_pages


def lost(house: House, seat: int, points: int = 1) -> None:
    if house.table.model.outcome or not house.table.model.actions:
        house.table.do(TakeThrow(Dice((3, 1) if seat else (1, 3))))
    house.table.do(PlayMove(Resign(seat, points)))
    house.table.do(PlayMove(Accept()))


def page(house: House, path: str) -> str:
    answer = house.watcher().get(path)
    assert answer.status_code == 200, path
    return answer.text


def entries(text: str) -> list[str]:
    """Give the lines of the list, without marks."""
    listed = text[text.index('class="games-list"') :]
    return [
        " ".join(re.sub(r"<[^>]+>", " ", one).split())
        for one in re.split(r"\n<li(?: class=\"match-games\")?><a", listed)[1:]
    ]


def begin_match(house: House, length: int = 3) -> None:
    setup = match_setup(length)
    assert setup.match is not None
    conduct = Conduct(event="Sunday cup", round="Final")
    house.table.start(replace(setup, match=replace(setup.match, conduct=conduct)))


def test_the_games_of_a_match_are_one_entry_with_its_score(house: House) -> None:
    house.start("chowka-bhara")
    begin_match(house)
    lost(house, 0, 2)
    lost(house, 1)
    house.start("pachisi")
    listed = page(house, "/games")
    assert listed.count('class="match-games"') == 1
    match = listed[listed.index('class="match-games"') :].split("</details>")[0]
    words = " ".join(re.sub(r"<[^>]+>", " ", match).split())
    assert "Match to 3" in words
    assert "Sunday cup · Final" in words
    assert "Asha 1, Ravi 2; Ravi needs one more · not finished" in words
    assert "2 games" in words
    assert "Game 1, at 0–0 Ravi wins 2 points" in words
    assert "Game 2, at 0–2, Crawford game Asha wins 1 point" in words
    assert re.findall(r'href="/games/(\d+)"', match) == ["3", "2", "3"]
    assert listed.index("/games/4") < listed.index("/games/3") < listed.index("/games/1")


def test_a_match_that_is_won_says_by_whom(house: House) -> None:
    begin_match(house)
    lost(house, 0, 3)
    assert "Ravi wins the match, 3 to 0" in page(house, "/games")
    assert "not finished" not in page(house, "/games")


def test_a_game_begun_in_vain_stands_beside_and_counts_nothing(house: House) -> None:
    begin_match(house)
    lost(house, 0)
    house.table.do(BeginNextGame())
    house.table.do(Undo())
    house.table.do(PlayMove(Accept()))
    house.table.do(BeginNextGame())
    assert house.table.model.game == 3
    listed = page(house, "/games")
    assert "Game 2, not played" in listed
    assert "2 games" in listed
    shown = page(house, "/games/2")
    assert "Not played: the end of the game before it was taken back" in shown
    first = page(house, "/games/1")
    assert 'rel="next" href="/games/3"' in first, "the one in vain is passed over"


def test_each_game_leads_to_the_one_before_and_to_the_next(house: House) -> None:
    begin_match(house, 5)
    for seat in (0, 1, 0):
        lost(house, seat)
    for leaf in ("", "/record"):
        first, second, third = (page(house, f"/games/{number}{leaf}") for number in (1, 2, 3))
        assert 'rel="prev"' not in first
        assert f'rel="next" href="/games/2{leaf}"' in first
        assert f'rel="prev" href="/games/1{leaf}"' in second
        assert f'rel="next" href="/games/3{leaf}"' in second
        assert 'rel="next"' not in third
        assert "Game 2, at 0–1" in second
        assert "Match to 5" in second
        assert "Asha 1, Ravi 2" in second
    house.start("backgammon", "standard")
    assert 'class="in-a-match"' not in page(house, "/games/4")


def test_money_and_an_agreed_end_are_listed_too(house: House) -> None:
    house.table.start(match_setup(0))
    lost(house, 1, 3)
    house.table.do(TakeThrow(Dice((3, 1))))
    house.table.do(PlayMove(Agree()))
    listed = page(house, "/games")
    assert "For money" in listed
    assert "Asha 3, Ravi 0" in listed
    assert "as all agreed" in listed


def test_a_match_stands_on_one_page_of_a_long_list(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_pages, "LISTED", 3)
    house.start("pachisi")
    house.start("pachisi")
    begin_match(house, 9)
    for seat in (0, 1, 0, 1):
        lost(house, seat)
    house.start("pachisi")
    newest = page(house, "/games")
    assert entries(newest)[0].endswith("on the table")
    assert "4 games" in newest
    older = re.search(r'href="(/games\?before=\d+)"', newest)
    assert older is not None
    rest = page(house, older[1])
    assert "Match to 9" not in rest
    assert re.findall(r'href="/games/(\d+)"', rest) == ["2", "1"]


def test_where_games_of_a_match_are_gone_the_others_are_listed(house: House) -> None:
    begin_match(house, 5)
    for seat in (0, 1, 0):
        lost(house, seat)
    phone = house.admin()
    house.start("pachisi")
    answer = phone.client.post("/games/2/delete", data={"csrf": phone.state()["csrf"]})
    assert answer.status_code == 303
    assert "Asha 1, Ravi 2" in page(house, "/games")
    assert "2 games" in page(house, "/games")
    assert "not played" not in page(house, "/games")
    assert 'rel="prev" href="/games/1"' in page(house, "/games/3")
    assert "Game 3, at 1–1" in page(house, "/games/3")
