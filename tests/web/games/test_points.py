"""Backgammon as its pages have it: red for the first player, and points numbered alike for both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.events import Moved
from engine.move import parse_move
from engine.registry import make_rules
from engine.table.commands import PlayMove, ReportMove, SetPosition, TakeThrow
from engine.throw import Dice
from ports_for_tests import House, Phone
from web.language.points import numbered
from web.language.speaker import Speaker
from web.language.speech import announcement


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "box")
    yield made
    made.close()


def number(phone: Phone, points: str) -> Any:
    token = phone.state()["csrf"]
    return phone.client.post("/points", data={"csrf": token, "points": points})


def begun(house: House, preset: str = "finnish") -> Phone:
    """Lay a game on the table in which black, who begins, has thrown 2 and 1."""
    house.start("backgammon", preset, ("Asha", "Ravi"))
    if preset == "finnish":
        house.table.do(TakeThrow(Dice((2, 1))))
    return house.player()


def text_of(page: str) -> str:
    return re.sub(r"<[^>]+>", " ", page)


def test_by_the_house_s_choice_both_players_points_are_numbered_from_white_s_side(house: House) -> None:
    phone = begun(house)
    own = phone.state()
    assert not own["alike"]
    assert {move["move"]: move["text"] for move in own["moves"]}["24/22 6/5"] == "24/22 6/5"
    assert number(phone, "alike").status_code == 303
    state = phone.state()
    assert state["alike"]
    texts = {move["move"]: move["text"] for move in state["moves"]}
    assert texts["24/22 6/5"] == "1/3 19/20", "black goes up to 24"
    assert {tap["text"] for tap in state["taps"] if tap["move"] == "24/22"} == {"1/3"}
    where = {(one["player"], one["where"]) for one in state["pieces"]}
    assert {(0, "1"), (0, "19"), (1, "24"), (1, "6")} <= where
    page = phone.client.get("/").text
    assert " data-alike tabindex" in page
    assert '"p24": "point 1"' in page.replace("\\u2019", "’")
    # What programs and records read stays: own points, from 24 to 1.
    assert texts.keys() == {str(move) for move in house.table.model.rules.moves(house.table.model.state)}


def test_list_of_events_replay_and_undo_follow_the_numbers_and_the_record_does_not(house: House) -> None:
    phone = begun(house)
    house.table.do(PlayMove(parse_move("24/22 6/5")))
    house.table.do(TakeThrow(Dice((3, 1))))
    house.table.do(PlayMove(parse_move("24/23 13/10")))
    number(phone, "alike")
    told = [event["text"] for event in phone.state()["events"]]
    assert "Asha plays 1/3 19/20" in told
    assert "Ravi plays 24/23 13/10" in told
    assert phone.state()["undo"]["text"] == "Ravi: 24/23 13/10"
    shown = text_of(phone.client.get("/games/1").text)
    assert "1/3 19/20" in shown, "in the list of turns"
    assert "Asha plays 1/3 19/20" in text_of(phone.client.get("/games/1/record").text)
    kept = [logged.event.move for logged in house.journal.game_events(1) if isinstance(logged.event, Moved)]
    assert [str(move) for move in kept] == ["24/22 6/5", "24/23 13/10"]
    number(phone, "own")
    assert "Asha plays 24/22 6/5" in [event["text"] for event in phone.state()["events"]]


@pytest.mark.parametrize(("points", "held"), [("own", "the 19-point"), ("alike", "the 6-point")])
def test_a_refusal_names_the_points_that_are_shown(house: House, points: str, held: str) -> None:
    phone = begun(house)
    number(phone, points)
    board = [0] * 26
    board[25], board[13], board[19], board[6] = 1, 5, -5, 2
    house.table.do(SetPosition({"board": board, "dice": [6, 1], "turn": 0}))
    answer = phone.do("moves", move="bar/19 13/12")[1]
    assert f"Asha cannot come in on {held}: Ravi holds it" in answer["error"]


def test_the_voice_says_the_same_numbers(house: House) -> None:
    begun(house)
    house.table.do(ReportMove((0, 0), "p13"))
    refused, speaker = house.journal.events(since=0)[-1], Speaker.of(house.table.model.setup)
    with numbered(alike=True):
        alike = announcement([refused], speaker)
    own = announcement([refused], speaker)
    assert "from 24 to 13" in own
    assert "from 1 to 12" in alike


@pytest.mark.parametrize("preset", ["standard", "polish"])
def test_other_rules_keep_each_player_s_own_numbers(house: House, preset: str) -> None:
    phone = begun(house, preset)
    assert 'action="/points"' not in phone.client.get("/").text
    number(phone, "alike")
    assert not phone.state()["alike"]
    assert '"p24": "24 of Asha, 1 of Ravi"' in phone.client.get("/").text


def test_only_players_choose_and_only_what_there_is(house: House) -> None:
    phone = begun(house)
    assert 'action="/points"' in phone.client.get("/").text
    assert 'action="/points"' not in house.watcher().get("/").text
    assert number(phone, "upside down").status_code == 400
    assert house.settings.get().points == "own"


def test_a_hit_is_marked_only_where_a_single_checker_is_hit(house: House) -> None:
    phone = begun(house)
    _status, state = phone.do("board", player=0, piece=0, to="p19")  # five of Ravi's checkers hold it
    assert state["question"]["text"] == "24/19"
    assert "*" not in state["question"]["text"]


def test_the_first_player_s_checkers_are_red_by_the_polish_rules_wherever_they_are_drawn(
    house: House,
) -> None:
    phone = begun(house, "polish")
    for address in ("/", "/tv", "/rules", "/rules/backgammon/polish", "/games/1"):
        assert "red-first" in phone.client.get(address).text, address
    for address in ("/rules/backgammon/finnish", "/rules/backgammon/standard"):
        assert "red-first" not in phone.client.get(address).text, address
    new = phone.client.get("/new?game=backgammon").text
    assert re.search(r'class="red-first" value="polish"', new)
    assert new.count("red-first") == 1
    assert "the first player has red and goes clockwise" in new


def test_bp4_red_goes_clockwise_and_is_the_first_player() -> None:
    rules = make_rules("backgammon", "polish")
    at = {square.id: (square.x, square.y) for square in rules.layout.squares}
    way = [at[square] for step, square in rules.steps(0).items() if 0 < step < 25]
    upper, lower = way[:12], way[12:]
    assert [x for x, _ in upper] == sorted(x for x, _ in upper), "above from left to right"
    assert [x for x, _ in lower] == sorted((x for x, _ in lower), reverse=True), "below from right to left"
    assert upper[0][1] < lower[0][1]
