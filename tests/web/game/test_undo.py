"""Undo and redo on the page: what they name, what the list of events tells, and who may."""

from __future__ import annotations

from typing import Any

from engine.move import parse_move
from engine.table.commands import PlayMove, TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House


def lines(state: dict[str, Any]) -> list[tuple[str, bool]]:
    return [(line["text"], line["undone"]) for line in state["events"]]


def turn_of_checkers(house: House, *plays: str) -> None:
    house.start("backgammon", "standard")
    house.table.do(TakeThrow(Dice((6, 5)), source="typed"))
    for play in plays:
        house.table.do(PlayMove(parse_move(play)))


def test_what_was_undone_is_named_comes_back_and_stands_in_the_list(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    phone.do("moves", move="a 0/3 =3")
    assert phone.state()["redo"] is None
    state = phone.do("undo")[1]
    assert state["redo"]["text"] == "Asha: a moves 3"
    assert (state["turn"]["name"], state["undo"]["text"]) == ("Asha", "Asha’s throw 3 mouths up of 4")
    status, state = phone.do("redo", at=state["seq"])
    assert (status, state["turn"]["name"], state["redo"]) == (201, "Ravi", None)
    assert lines(state)[:3] == [
        ("Brought back: Asha moves a by 3", False),
        ("Taken back: Asha moves a by 3", False),
        ("Asha moves a by 3", False),
    ]
    status, answer = phone.do("redo")
    assert (status, answer["error"][:33]) == (409, "There is nothing to bring back: n")


def test_a_whole_turn_of_checkers_is_named_as_one(house: House) -> None:
    turn_of_checkers(house, "24/18", "18/13", "end")
    phone = house.player()
    assert phone.state()["undo"]["text"] == "Asha’s turn 24/13"
    state = phone.do("undo")[1]
    assert [entry["value"] for entry in state["bank"]] == [6, 5]
    assert state["redo"]["text"] == "Asha’s turn 24/13"
    assert lines(state)[0] == ("Taken back: Asha’s turn 24/13", False)
    assert [gone for _, gone in lines(state)[1:4]] == [True, True, True]
    assert phone.do("redo")[1]["turn"]["name"] == "Ravi"


def test_before_its_end_a_single_step_is_named(house: House) -> None:
    turn_of_checkers(house, "24/18", "18/13")
    assert house.player().state()["undo"]["text"] == "Asha: 18/13"


def test_several_deeds_that_went_at_once_are_counted(house: House) -> None:
    house.start()
    for mouths in (3, 2):
        house.table.do(TakeThrow(Cowries(mouths, 4), source="typed"))
    house.table.do(Undo(house.table.model.actions[0].seq))
    assert house.player().state()["redo"]["text"] == "Asha’s throw 3 mouths up of 4 and 2 more"
