"""Pages, records and answers while a match lies on the table: they go on working."""

from __future__ import annotations

from engine.ending import Accept, Resign
from engine.match import TimeControl
from engine.table.commands import BeginNextGame, Pause, PlayMove, TakeThrow, Undo, VoidThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

PAGES = ("/", "/tv", "/blind", "/games", "/games/1", "/games/2", "/api/v1/state")


def lost(house: House, seat: int, points: int = 1) -> None:
    if not house.table.model.actions:
        house.table.do(TakeThrow(Dice((3, 1) if seat else (1, 3))))
    house.table.do(PlayMove(Resign(seat, points)))
    house.table.do(PlayMove(Accept()))


def shown(house: House) -> None:
    client = house.watcher()
    for page in PAGES:
        assert client.get(page).status_code == 200, page


def test_every_page_shows_a_game_of_a_match_before_its_end_after_it_and_back_again(house: House) -> None:
    house.table.start(match_setup(3, times=TimeControl(12.0, 360.0)))
    lost(house, 0, 2)
    state = house.player().state()
    assert state["outcome"]["points"] == 2
    house.table.do(TakeThrow(Dice((4, 1))))
    shown(house)
    assert house.player().state()["game"] == 2
    house.table.do(VoidThrow(house.table.model.actions[-1].seq, "leans"))
    house.table.do(Pause())
    shown(house)
    house.table.do(Undo())
    house.table.do(Undo())
    phone = house.player()
    undo = phone.state()["undo"]
    assert phone.do("undo", of=undo["seq"])[0] == 201, "over the end of the game before"
    assert house.table.model.game == 1
    shown(house)
    assert phone.do("undo", of=2)[0] == 409
    assert phone.do("redo")[0] == 201
    assert phone.do("throws", throw="5-1")[0] == 201
    assert house.table.model.game == 3
    shown(house)


def test_an_earlier_game_of_a_match_is_laid_on_the_table_with_its_way_back(house: House) -> None:
    house.table.start(match_setup(5))
    lost(house, 0)
    house.table.do(BeginNextGame())
    lost(house, 1)
    house.start("pachisi")
    phone = house.admin()
    assert phone.do("games", resume=2)[0] == 201
    before = house.table.model.before
    assert before is not None
    assert before.game == 1
    assert house.table.model.match is not None
    assert house.table.model.match.score == (1, 1)


def test_a_game_begun_in_vain_cannot_be_laid_on_the_table(house: House) -> None:
    house.table.start(match_setup(5))
    lost(house, 0)
    house.table.do(BeginNextGame())
    house.table.do(Undo())
    assert house.admin().do("games", resume=2)[0] == 409
    assert house.table.model.game == 1


def test_a_rematch_waits_for_the_end_of_the_match_and_is_one_as_long(house: House) -> None:
    house.table.start(match_setup(3, times=TimeControl(12.0, 360.0)))
    lost(house, 0, 2)
    phone = house.admin()
    assert phone.do("rematch")[0] == 409
    house.table.do(BeginNextGame())
    lost(house, 0)
    assert phone.do("rematch", seats="changed")[0] == 201
    place = house.table.model.setup.match
    assert place is not None
    assert (place.match.length, place.match.score, place.number, place.times) == (
        3,
        (0, 0),
        1,
        TimeControl(12.0, 360.0),
    )
    assert (house.table.model.setup.names, house.table.model.setup.options) == (("Ravi", "Asha"), {})
