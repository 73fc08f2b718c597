"""What page, television, spoken page and lists say is what is so: nothing else, and nothing less."""

from __future__ import annotations

import re
from html import unescape

import pytest

from engine.table.commands import PlayMove, ReportMove, SetPosition, TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House

ONE_LEFT = [0] * 26
"""A board of backgammon on which the mover has one checker left, on the first point."""


def words(html: str) -> str:
    """Return what people read of a piece of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def part(house: House, name: str) -> str:
    return words(house.player().state()["parts"][name])


def last_checker(house: House, *, theirs: int, preset: str = "standard", **options: bool) -> None:
    """Let Asha bear her last checker off while all of Ravi's stand on one of his own points."""
    house.start("backgammon", preset, **options)
    board = list(ONE_LEFT)
    board[1], board[25 - theirs] = 1, -15
    house.table.do(SetPosition({"board": board, "turn": 0, "number": 9}))
    house.table.do(TakeThrow(Dice((2, 1)), source="typed"))
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    assert house.table.model.waits == "over"


def test_a_kept_throw_waits_for_what_is_really_left_to_play(house: House) -> None:
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((4, 1)), source="camera"))
    house.table.do(TakeThrow(Dice((6, 5)), source="camera"))
    assert "Asha still has 4 and 1 to play" in part(house, "questions")
    house.table.do(PlayMove(house.table.model.rules.move_between(house.table.model.state, (0, 0), "p23")))
    assert house.table.model.rules.bank(house.table.model.state) == ((4, 4),)
    said = part(house, "questions")
    assert "Asha still has 4 to play" in said
    assert "not yet entered" not in said
    assert "1 throw waits" in said


def test_a_throw_that_came_before_a_double_was_answered_waits_for_the_answer(house: House) -> None:
    house.start("backgammon", "standard", begins=0)
    house.table.do(TakeThrow(Dice((3, 1)), source="typed"))
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    player = house.player()
    assert player.do("moves", move="end")[0] == 201
    assert player.do("moves", move="double")[0] == 201
    house.table.do(TakeThrow(Dice((6, 5)), source="camera"))
    said = part(house, "questions")
    assert "entered" not in said
    assert "Asha has not answered the double yet" in said


def test_a_throw_that_came_while_a_move_is_in_question_waits_for_the_answer(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
    house.table.do(ReportMove((0, 0), "r4c4"))
    house.table.do(TakeThrow(Cowries(2, 4), source="camera"))
    said = part(house, "questions")
    assert "Waits until the question is answered" in said
    assert "entered" not in said


def test_a_finished_game_that_lies_on_the_table_again_does_not_go_on(house: House) -> None:
    last_checker(house, theirs=6)
    house.start()
    player = house.player()
    assert player.do("games", resume=1)[0] == 201
    state = player.state()
    assert state["events"][0]["text"] == "An older game lies on the table again"
    for said in (state["events"][0]["text"], state["aloud"]["everything"]["text"], part(house, "events")):
        assert "goes on" not in said


@pytest.mark.parametrize(
    ("theirs", "kind", "points"), [(6, "a gammon", "2 points"), (23, "a backgammon", "3 points")]
)
def test_what_a_win_counts_is_said_everywhere(house: House, theirs: int, kind: str, points: str) -> None:
    last_checker(house, theirs=theirs)
    state = house.player().state()
    client = house.watcher()
    places = {
        "page": part(house, "turn"),
        "list": state["events"][0]["text"],
        "voice": state["aloud"]["everything"]["text"],
        "voice of alerts": state["aloud"]["alerts"]["text"],
        "now": state["aloud"]["now"]["everything"],
        "television": words(client.get("/tv").text),
        "news of the television": words(client.get("/tv").text.split('data-part="news"')[1]),
        "spoken page": words(client.get("/blind").text.split('id="heard"')[1].split("</p>")[0]),
        "games": words(client.get("/games").text),
        "game": words(client.get("/games/1").text.split("What happened")[0]),
    }
    for place, said in places.items():
        assert kind in said, place
        assert points in said, place


def test_a_single_win_and_one_by_jacoby_say_no_gammon(house: House) -> None:
    last_checker(house, theirs=6, preset="finnish")
    assert "Asha won" in part(house, "turn")
    last_checker(house, theirs=6, jacoby=True)
    assert "Asha won the game is over" in part(house, "turn")
    for number in (1, 2):
        said = words(house.watcher().get(f"/games/{number}").text)
        assert "Asha won" in said
        assert "gammon:" not in said.lower().replace("backgammon,", "")
        assert "points" not in said


def test_the_points_in_the_list_are_those_that_stand_after_an_undo(house: House) -> None:
    last_checker(house, theirs=6)
    house.table.do(Undo())
    assert "not finished" in words(house.watcher().get("/games").text).replace("on the table", "not finished")
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    house.start()
    line = next(line for line in house.journal.games() if line.number == 1)
    assert line.outcome is not None
    assert line.outcome.points == 2
    assert "a gammon: 2 points" in words(house.watcher().get("/games").text)
