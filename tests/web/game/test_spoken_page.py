"""The spoken page: every place with what stands on it, turns told one by one, the next step first."""

from __future__ import annotations

import re

import pytest

from engine.move import parse_move
from engine.table.commands import PlayMove, TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.games import page_of


def places(house: House) -> list[dict[str, object]]:
    return house.watcher().get("/blind/places").get_json()["places"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_every_place_is_named_once_in_the_order_of_the_way(house: House, game: str) -> None:
    house.start(game)
    rules = house.table.model.rules
    told = places(house)
    squares = [str(one["square"]) for one in told]
    assert sorted(squares) == sorted(square.id for square in rules.layout.squares)
    way = list(dict.fromkeys(page_of(game).way(rules)))
    assert squares[: len(way)] == way
    standing = {placed.square for placed in rules.placed(house.table.model.state)}
    assert {one["square"] for one in told if one["has_men"]} == standing
    assert all(str(one["text"]).endswith(": empty") is not one["has_men"] for one in told)


def test_pieces_are_named_by_letters_and_checkers_counted(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4)))
    house.table.do(PlayMove(parse_move("a 0/1 =1")))
    texts = [one["text"] for one in places(house) if one["has_men"]]
    assert "Asha’s home square: Asha b, c and d" in texts
    assert "square 1 after Asha’s home: Asha a" in texts
    house.start("backgammon", "standard")
    texts = [one["text"] for one in places(house) if one["has_men"]]
    assert "24 of Asha, 1 of Ravi: Asha 2" in texts


def test_turns_are_told_back_one_by_one(house: House) -> None:
    house.start("backgammon", "standard")
    client = house.watcher()
    assert client.get("/blind/turns/0").get_json()["text"] == "Nothing has been played yet."
    for throw, move in ((Dice((6, 5)), "24/13"), (Dice((3, 1)), "8/5 6/5")):
        house.table.do(TakeThrow(throw))
        house.table.do(PlayMove(parse_move(move)))
        house.table.do(PlayMove(parse_move("end")))
    house.table.do(TakeThrow(Dice((4, 2))))
    told = [client.get(f"/blind/turns/{ago}").get_json() for ago in range(4)]
    assert [one["text"] for one in told[:3]] == [
        "This turn: Asha throws 4 and 2.",
        "1 turn ago: Ravi throws 3 and 1. Ravi plays 8/5 6/5. Ravi ends the turn.",
        "2 turns ago: Asha throws 6 and 5. Asha plays 24/13. Asha ends the turn.",
    ]
    assert [one["is_first"] for one in told] == [False, False, True, True]
    assert told[3] == told[2], "further back there is nothing"


def test_what_was_taken_back_is_not_told(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4)))
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(2, 4)))
    told = house.watcher().get("/blind/turns/0").get_json()["text"]
    assert "2 mouths" in told
    assert "1 mouth" not in told


def test_without_a_script_the_position_and_the_last_turns_can_be_read(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4)))
    page = house.player().client.get("/blind").text
    assert "<li>Asha’s home square: Asha a, b, c and d</li>" in page
    assert "<li>This turn: Asha throws 1 mouth of 4: 1.</li>" in page
    assert 'class="board chowka-bhara"' in page
    assert 'tabindex="0"' not in page.split('class="under-finger"')[1].split("</svg>")[0], (
        "nothing is played there"
    )


def test_undo_is_the_last_button_and_never_the_strongest(house: House) -> None:
    house.start()
    page = house.player().client.get("/blind").text
    buttons = re.findall(
        r'<button type="button" class="([^"]*)" id="(\w[\w-]*)"', page.split('id="blind"')[1]
    )
    assert buttons[0] == ("next main needs-script", "confirm")
    assert [name for css, name in buttons if "main" in css] == ["confirm"]
    assert buttons[-1][1] == "undo"
    assert house.watcher().get("/blind/places").status_code == 200
