"""Ending a game before its time on page and interface, and how everybody in the room is told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.facts import Ending, Outcome
from engine.game import Waits
from engine.move import parse_move
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries, Dice
from ports_for_tests import House, Phone
from web.language.speaker import Speaker
from web.language.speech import announcement

ASHA, RAVI, MEENA = range(3)


def page(phone: Phone, path: str = "/") -> str:
    answer = phone.client.get(path)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def send(phone: Phone, path: str, form: dict[str, str]) -> str:
    """Send a plain form as a browser without script does, and give the page that follows."""
    csrf = re.search(r'name="csrf" value="([^"]+)"', page(phone, "/end"))
    assert csrf is not None
    answer = phone.client.post(path, data={"csrf": csrf[1], **form}, follow_redirects=True)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def aloud(house: House, *, alerts_only: bool = False) -> str:
    """Return what the voice says of the newest action."""
    events = house.journal.game_events(house.table.model.game)
    newest = [one for one in events if one.time == events[-1].time and one.request == events[-1].request]
    return announcement(newest, Speaker.of(house.table.model.setup), alerts_only=alerts_only)


# Resigning


def test_a_resignation_is_a_step_of_its_own_and_one_touch_ends_nothing(house: House) -> None:
    house.start()
    phone = house.player()
    assert 'href="/end"' in page(phone)
    asked = page(phone, "/end")
    assert re.search(r'<input type="checkbox" name="sure" value="true" required>', asked)
    refused = send(phone, "/act/endings", {"how": "resign", "player": "0"})
    assert "tick that it is meant" in refused
    assert house.table.model.outcome is None
    status, told = phone.do("endings", how="resign", player=0)
    assert (status, house.table.model.outcome) == (400, None), told
    shown = send(phone, "/act/endings", {"how": "resign", "player": "0", "sure": "true"})
    assert "Ravi won by resignation" in shown
    assert house.table.model.outcome == Outcome((RAVI,), Ending.RESIGNED)
    assert 'href="/end"' not in shown.split("<main")[1], "there is nothing more to end"
    assert phone.client.get("/end").status_code == 302


def test_an_offer_waits_on_every_page_and_another_phone_answers_it(house: House) -> None:
    house.start("backgammon", "standard", cube=True)
    for move in ("double", "take"):
        house.table.do(PlayMove(parse_move(move)))
    phone, other = house.player(), house.admin()
    status, state = phone.do("endings", how="resign", player=0, points=2, sure=True)
    assert status == 201
    assert state["resignation"] == {
        "player": 0,
        "answers": 1,
        "points": 4,
        "text": "Asha offers to resign: a gammon",
    }
    assert state["turn"] == {
        "player": 1,
        "name": "Ravi",
        "member": "",
        "waits": "move",
        "text": "accepts or refuses the resignation",
    }
    assert [one["move"] for one in state["optional"]] == ["accept", "refuse"]
    assert (state["moves"], state["taps"], state["outcome"]) == ([], [], None)
    questions = state["parts"]["questions"]
    assert "Ravi would win 4 points" in questions
    assert 'value="accept"' in questions
    assert 'value="accept"' not in state["parts"]["actions"], "each answer stands once"
    watched = house.watcher().get("/").get_data(as_text=True)
    assert "Asha offers to resign: a gammon" in watched
    assert 'value="accept"' not in watched
    assert "Asha offers to resign: a gammon" in house.watcher().get("/tv").get_data(as_text=True)
    assert "<bdi>Ravi</bdi> accepts or refuses the resignation" in page(phone, "/blind")
    assert aloud(house) == aloud(house, alerts_only=True) == "Asha offers to resign: a gammon"
    assert "Answer it on the page of the game" in page(phone, "/end")
    status, state = other.do("moves", move="accept")
    assert (status, state["resignation"]) == (201, None)
    assert state["outcome"]["ending"] == "resigned"
    assert state["outcome"]["text"] == "Ravi won by resignation, a gammon, 4 points with the cube at 2"
    assert aloud(house) == "Ravi has won by resignation, a gammon: 4 points"
    assert state["undo"]["text"] == "Ravi accepts the resignation"


def test_a_refusal_is_told_and_the_game_goes_on(house: House) -> None:
    house.start("backgammon", "standard")
    phone = house.player()
    phone.do("endings", how="resign", player=1, sure=True)
    house.table.do(TakeThrow(Dice((6, 5))))
    assert [one["text"] for one in phone.state()["waiting"]] == ["6-5"]
    status, state = phone.do("moves", move="refuse")
    assert (status, state["resignation"], state["waiting"]) == (201, None, [])
    assert state["throw"]["text"] == "6-5"
    assert (house.table.model.turn, house.table.model.waits) == (ASHA, Waits.MOVE)


def test_a_move_meanwhile_is_refused_by_name_and_an_answer_to_nothing_is_refused(house: House) -> None:
    house.start("backgammon", "standard")
    phone = house.player()
    house.table.do(TakeThrow(Dice((3, 1))))
    assert phone.do("moves", move="accept")[0] == 409
    phone.do("endings", how="resign", player=0, sure=True)
    status, told = phone.do("moves", move="8/5 6/5")
    assert (status, told["error"]) == (409, "Asha has offered to resign: accept or refuse that first.")


def test_of_several_the_page_says_who_has_resigned(house: House) -> None:
    house.start(names=("Asha", "Ravi", "Meena"))
    phone = house.player()
    assert "The others play on" in page(phone, "/end")
    status, state = phone.do("endings", how="resign", player=0, sure=True)
    assert (status, state["outcome"]) == (201, None)
    assert [(one["score"], one["resigned"]) for one in state["players"]] == [
        ("has resigned", True),
        ("", False),
        ("", False),
    ]
    assert aloud(house) == "Asha resigns; Ravi’s turn"
    form = page(phone, "/end")
    resign, agree = form.split('name="how" value="agree"')
    assert '<option value="0"' not in resign
    assert '<option value="0"' in agree
    house.table.do(TakeThrow(Cowries(3, 4)))
    assert house.table.model.turn == RAVI


# Agreeing


@pytest.mark.parametrize(
    ("winners", "text"),
    [("", "The game ends without a winner, as all agreed"), ("1", "Ravi won by agreement")],
)
def test_one_phone_confirms_what_all_agreed_on(house: House, winners: str, text: str) -> None:
    house.start()
    phone = house.player()
    assert "Yes, Asha and Ravi agree" in page(phone, "/end")
    send(phone, "/act/endings", {"how": "agree", "winners": winners})
    assert house.table.model.outcome is None
    shown = send(phone, "/act/endings", {"how": "agree", "winners": winners, "sure": "true"})
    assert text in shown
    assert text in house.watcher().get("/tv").get_data(as_text=True)
    assert text in page(phone, "/blind")
    won = [line.winners for line in house.journal.games()]
    assert won == [("Ravi",) if winners else ()]
    phone.do("undo")
    assert house.table.model.outcome is None


def test_partners_are_one_winner(house: House) -> None:
    house.start("pachisi", names=("Asha", "Ravi", "Meena", "Kiran"), partners=True)
    phone = house.player()
    assert '<option value="0,2">Asha and Meena</option>' in page(phone, "/end")
    shown = send(phone, "/act/endings", {"how": "agree", "winners": "0,2", "sure": "true"})
    assert "Asha and Meena won together by agreement" in shown


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"how": "give up", "sure": True}, 400),
        ({"how": "resign", "sure": True}, 400),
        ({"how": "resign", "sure": "yes", "player": 0}, 400),
        ({"how": "resign", "sure": True, "player": 7}, 409),
        ({"how": "resign", "sure": True, "player": 0, "points": 2}, 409),
        ({"how": "agree", "sure": True, "winners": [0, 1]}, 409),
        ({"how": "agree", "sure": True, "winners": {"0": 1}}, 400),
        ({"how": "agree", "sure": True, "winners": [True]}, 400),
        ({"how": "agree", "sure": True, "winners": "0,x"}, 400),
    ],
)
def test_what_comes_from_outside_is_checked(still: House, body: dict[str, Any], status: int) -> None:
    assert still.player().do("endings", **body)[0] == status
    assert still.table.model.outcome is None


# Lists


def test_lists_tell_it(house: House) -> None:
    house.start("backgammon", "standard")
    phone = house.player()
    phone.do("endings", how="resign", player=0, points=3, sure=True)
    phone.do("moves", move="accept")
    history = page(phone, "/games/1/record")
    for line in ("Asha offers to resign: a backgammon", "Ravi accepts the resignation", "3 points"):
        assert line in history
    assert "Ravi accepts the resignation" in phone.client.get("/games/1/steps/2").get_json()["text"]
    house.start()
    assert "Ravi won by resignation, a backgammon: 3 points" in page(phone, "/games")
