"""A game that is over is played again: by the same rules, on the same seats or one further."""

from __future__ import annotations

import pytest

from engine.ending import Agree
from engine.events import Setup
from engine.house import house_rules
from engine.table.commands import PlayMove
from ports_for_tests import House

FOUR = ("Asha", "Ravi", "Mina", "Dev")


def over(house: House, setup: Setup) -> None:
    house.table.start(setup)
    house.table.do(PlayMove(Agree((0,), 1)))


@pytest.mark.parametrize(
    ("seats", "names"),
    [("same", FOUR), ("changed", ("Dev", "Asha", "Ravi", "Mina"))],
    ids=["same", "changed"],
)
def test_a_rematch_has_the_same_rules_and_people(house: House, seats: str, names: tuple[str, ...]) -> None:
    rules = house_rules("pachisi", "six", {"gate": True}, name="Ours")
    before = Setup("pachisi", "six", FOUR, rules.options, 2, rules)
    over(house, before)
    status, state = house.player().do("rematch", seats=seats)
    assert status == 201
    after = house.table.model.setup
    assert (after.names, after.options, after.house) == (names, before.options, rules)
    assert after.begins is None, "the rules say who begins, not the game before"
    assert state["game"] == 2
    assert state["outcome"] is None


def test_two_have_changed_places_and_partners_stay_partners(house: House) -> None:
    over(house, Setup("backgammon", "finnish", FOUR[:2], {}, 0))
    house.player().do("rematch", seats="changed")
    assert house.table.model.setup.names == ("Ravi", "Asha")
    over(house, Setup("pachisi", "six", FOUR, {}, 0))
    house.player().do("rematch", seats="changed")
    names = house.table.model.setup.names
    assert {frozenset(names[0::2]), frozenset(names[1::2])} == {frozenset(FOUR[0::2]), frozenset(FOUR[1::2])}


def test_a_game_that_goes_on_is_not_played_again(house: House) -> None:
    house.start()
    status, told = house.player().do("rematch")
    assert status == 409
    assert "not over yet" in told["error"]
    assert house.table.model.game == 1


def test_the_card_of_a_win_says_who_won_and_offers_a_rematch_to_who_plays(house: House) -> None:
    over(house, Setup("backgammon", "finnish", FOUR[:2], {}, 0))
    page = house.player().client.get("/").text
    card = page.split('<div class="win p0">')[1].split("</form>")[0]
    assert "Asha" in card
    assert 'action="/act/rematch"' in card
    assert 'name="seats" value="changed"' in card
    assert 'name="seats" value="same" class="main"' in page, "the next step, in the bar at the thumb"
    assert 'id="men"' not in card, "one board of the page is to be touched, this one to be looked at"
    watched = house.watcher().get("/").text
    assert '<div class="win p0">' in watched
    assert "/act/rematch" not in watched
