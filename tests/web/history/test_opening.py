"""A match that was broken off in tournament mode is opened by an admin, without laying it on the table."""

from __future__ import annotations

import pytest

from engine.ending import Accept, Resign
from engine.errors import NotNowError
from engine.events import ConductChanged
from engine.match import Conduct
from engine.messages import Message
from engine.table import games_before
from engine.table.commands import BeginNextGame, ChangeSeat, PlayMove, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House
from web.game.stream import Place
from web.ports import Role

TOURNAMENT = Conduct(tournament=True)


def broken_off(house: House) -> None:
    """Play a game of a match and more in tournament mode, and lay another game on the table."""
    house.table.start(match_setup(3, conduct=TOURNAMENT))
    house.table.do(TakeThrow(Dice((1, 3))))
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    house.table.do(TakeThrow(Dice((5, 2))))
    house.start("pachisi")


def codes(house: House) -> list[int]:
    return [house.watcher().get(f"/games/{number}").status_code for number in (1, 2)]


def sent(house: House, path: str, role: Role = "admin") -> tuple[int, str]:
    phone = house.admin() if role == "admin" else house.player()
    answer = phone.client.post(path, data={"csrf": phone.state()["csrf"]}, follow_redirects=True)
    return answer.status_code, answer.text


def test_a_match_that_was_broken_off_is_opened_and_the_record_says_by_whom(house: House) -> None:
    broken_off(house)
    assert codes(house) == [403, 403]
    assert 'href="/games/2/open"' in house.admin().client.get("/games").text
    assert 'href="/games/2/open"' not in house.player().client.get("/games").text
    assert "it may be gone on with another day" in house.admin().client.get("/games/2/open").text
    told, now = house.journal.last_seq(), house.table.model
    status, page = sent(house, "/games/2/open")
    assert (status, "The match is open: all of its games can be looked at." in page) == (200, True)
    assert codes(house) == [200, 200]
    assert "Tournament mode is switched off" in house.watcher().get("/games/2/record").text
    [changed] = house.journal.events(since=told)
    assert isinstance(changed.event, ConductChanged)
    assert (changed.game, changed.event.conduct) == (2, Conduct())
    assert house.table.model is now, "what is played goes on"
    assert 'href="/games/2/open"' not in house.admin().client.get("/games").text


def test_nobody_hears_of_it_as_of_news_and_the_game_on_the_table_goes_on(house: House) -> None:
    broken_off(house)
    seq = house.journal.last_seq()
    sent(house, "/games/2/open")
    live = house.app.extensions["live"].messages(Place("player", "a phone"), seq)
    assert [next(live)[:5] for _ in range(1)] == ["retry"]
    throws = house.player().state()
    assert (throws["game"], throws["setup"]["game"]) == (3, "pachisi")
    unfinished = house.journal.unfinished()
    assert unfinished is not None
    assert unfinished.number == 3, "a start of the box lays the same game on the table"
    house.table.do(ChangeSeat(0, ("Dev",)))
    assert [one.game for one in house.journal.events(since=seq)] == [2, 3, 3]


def test_only_an_admin_opens_it_and_only_once(house: House) -> None:
    broken_off(house)
    assert sent(house, "/games/2/open", "player")[0] == 403
    assert codes(house) == [403, 403]
    assert sent(house, "/games/1/open")[0] == 200
    status, page = sent(house, "/games/1/open")
    assert (status, "there is nothing to open" in page) == (409, True)
    assert sent(house, "/games/3/open")[0] == 409
    assert sent(house, "/games/9/open")[0] == 404


def test_the_match_on_the_table_is_opened_where_it_is_conducted(house: House) -> None:
    broken_off(house)
    events = house.journal.game_events(2)
    house.table.resume(events, earlier=games_before(house.journal.game_events, 2), announce=True)
    page = house.admin().client.get("/games/1/open").text
    assert ("This match lies on the table" in page, 'href="/conduct"' in page) == (True, True)
    assert sent(house, "/games/1/open")[0] == 409
    assert codes(house) == [403, 403]


def test_a_match_that_was_opened_goes_on_without_tournament_mode(house: House) -> None:
    broken_off(house)
    sent(house, "/games/2/open")
    events = house.journal.game_events(2)
    house.table.resume(events, earlier=games_before(house.journal.game_events, 2), announce=True)
    assert not house.table.model.is_tournament
    house.table.do(PlayMove(Resign(1, 1)))
    house.table.do(PlayMove(Accept()))
    house.table.do(BeginNextGame())
    assert not house.table.model.is_tournament


def test_a_game_begun_in_vain_keeps_no_match_closed_that_is_over(house: House) -> None:
    house.table.start(match_setup(1, conduct=TOURNAMENT))
    house.table.do(TakeThrow(Dice((1, 3))))
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    assert codes(house)[0] == 200
    house.table.start(match_setup(2, conduct=TOURNAMENT))
    house.table.do(TakeThrow(Dice((1, 3))))
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    house.table.do(TakeThrow(Dice((5, 2))))
    house.table.do(Undo())
    for _ in range(3):
        house.table.do(Undo())
    assert house.table.model.game == 2
    house.table.do(PlayMove(Resign(0, 2)))
    house.table.do(PlayMove(Accept()))
    assert [house.watcher().get(f"/games/{number}").status_code for number in (2, 3)] == [200, 200]


def test_in_memory_mode_nothing_is_opened(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    broken_off(house)
    monkeypatch.setattr(type(house.journal), "trouble", lambda _: (Message("the disk is full"),))
    status, page = sent(house, "/games/2/open")
    assert (status, "open the match when it can be again" in page) == (409, True)
    monkeypatch.undo()
    assert codes(house) == [403, 403]


def test_the_table_refuses_a_match_that_is_not_closed(house: House) -> None:
    broken_off(house)
    house.table.start(match_setup(3))
    with pytest.raises(NotNowError, match="no tournament mode"):
        house.table.open_match(house.journal.game_events(3))
    with pytest.raises(NotNowError, match="lies on the table"):
        house.table.open_match(house.journal.game_events(4))
