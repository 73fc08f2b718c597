"""The two bars of the play page: one main action, an Undo that says what, throws as they lie there."""

from __future__ import annotations

import re
from html import unescape

from engine.move import parse_move
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries, Dice
from ports_for_tests import House


def part(house: House, name: str) -> str:
    return unescape(str(house.player().state()["parts"][name]))


def main_actions(house: House) -> list[str]:
    """List what the bar at the thumb has in the accent colour, without what lies in its sheets."""
    bar = re.sub(r'<div class="panel">.*?</details>', "", part(house, "actions"), flags=re.DOTALL)
    return re.findall(r'class="[^"]*\bmain"[^>]*>([^<]*)<', bar)


def test_the_bar_has_the_next_step_alone_as_its_main_action(house: House) -> None:
    house.start("backgammon", "standard")
    assert main_actions(house) == [], "the eye sees what is thrown"
    house.eye.show("off")
    assert main_actions(house) == ["Throw"]
    house.table.do(TakeThrow(Dice((3, 1)), source="typed"))
    assert main_actions(house) == [], "the board is touched"
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    assert main_actions(house) == ["End the turn"]
    house.player().do("endings", how="agree", winners=[0], sure=True)
    assert main_actions(house) == ["Rematch"]


def test_undo_says_what_it_takes_back(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    assert "<span>Undo: throw 3</span>" in part(house, "actions")
    house.table.do(PlayMove(parse_move("a 0/3 =3")))
    assert "<span>Undo: a moves 3</span>" in part(house, "actions")
    house.start("backgammon", "standard")
    house.table.do(TakeThrow(Dice((3, 1)), source="typed"))
    assert "Undo: throw 3-1" in part(house, "actions").replace("\u2060", "")
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    house.player().do("moves", move="end")
    assert "<span>Undo: 8/5 6/5</span>" in part(house, "actions"), "the turn goes back whole"


def test_what_is_left_to_play_is_drawn_as_it_lies_there(house: House) -> None:
    house.start()
    for mouths in (4, 0, 3):
        house.table.do(TakeThrow(Cowries(mouths, 4)))
    assert [one["drawn"] for one in house.player().state()["bank"]] == ["4/4", "0/4", "3/4"]
    bank = part(house, "throw").split('class="bank"')[1].split("</div>")[0]
    assert bank.count('class="thrown"') == 3
    assert (bank.count("cowrie mouth"), bank.count("cowrie back")) == (7, 5)
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((4, 4))))
    assert [one["drawn"] for one in house.player().state()["bank"]] == ["4"] * 4
    assert part(house, "throw").split('class="bank"')[1].count('class="die"') == 4
