"""What phones and programs do in a match: begin it, go on with its next game, tell a throw void, pause."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import Conduct, Match, TimeControl
from engine.match.voids import VOIDS
from ports_for_tests import House, Phone

CLOCK = {"delay_s": 12, "reserve_s": 360}
ASHA, RAVI = range(2)


def begin(phone: Phone, **match: Any) -> tuple[int, dict[str, Any]]:
    return phone.do("games", game="backgammon", names=["Asha", "Ravi"], match={"length": 3, **match})


def lost(phone: Phone, seat: int, points: int = 1) -> dict[str, Any]:
    """Let a player lose a game by resignation; a throw begins it where none lies there."""
    state = phone.state()
    if state["outcome"] or not state["throw"]:
        assert phone.do("throws", throw="3-1" if seat else "1-3")[0] == 201
    assert phone.do("endings", how="resign", player=seat, points=points, sure=True)[0] == 201
    status, state = phone.do("moves", move="accept")
    assert status == 201
    return state


# Beginning


def test_a_program_begins_a_match_with_all_that_is_settled(house: House) -> None:
    conduct = {"event": "Cup", "turn_ends": "dice", "spectators_lag_s": 60}
    status, state = begin(house.player(), crawford=False, times=CLOCK, conduct=conduct)
    assert status == 201
    place = house.table.model.setup.match
    assert place is not None
    assert place.match == Match(3, crawford=False)
    assert place.times == TimeControl(12.0, 360.0)
    assert place.conduct == Conduct(event="Cup", turn_ends="dice", spectators_lag_s=60)
    assert state["match"] == {
        "length": 3,
        "score": [0, 0],
        "number": 1,
        "crawford": False,
        "after_crawford": False,
        "winner": None,
        "follows": False,
        "paused": False,
        "has_clock": True,
        "event": "Cup",
        "round": "",
        "goal": "to 3",
        "stage": "",
        "standing": "",
    }


def test_house_rules_are_played_in_a_match(house: House) -> None:
    phone = house.player()
    form = {
        "game": "backgammon",
        "house": "Club",
        "option-automatic_doubles": "true",
        "name": ["Asha", "Ravi"],
    }
    phone.client.post("/new/keep", data={**form, "csrf": phone.state()["csrf"]})
    asked = {"game": "backgammon", "names": ["Asha", "Ravi"], "house": "Club", "match": {"length": 5}}
    assert phone.do("games", **asked)[0] == 201
    setup = house.table.model.setup
    assert setup.house is not None
    assert setup.match is not None
    assert setup.options == {"automatic_doubles": True}


NO_MATCH = [
    ({}, "'match.length' is missing"),
    ({"length": 26}, "1 to 25 points, or 0 for money"),
    ({"length": -1}, "1 to 25 points, or 0 for money"),
    ({"length": "7"}, "'match.length' is '7'"),
    ({"length": 7.0}, "'match.length' is 7.0"),
    ({"length": True}, "'match.length' is True"),
    ({"length": 7, "crawford": 1}, "'match.crawford' is 1: give true or false"),
    ({"length": 7, "crawford": None}, "'match.crawford' is null"),
    ({"length": 7, "score": [6, 0]}, "unknown key 'match.score'"),
    ({"length": 7, "jacoby": True}, "'jacoby' is for money play"),
    ({"length": 7, "times": {"delay_s": 12}}, "'match.times.reserve_s' is missing"),
    ({"length": 7, "times": {"delay_s": 12, "reserve_s": 1e9}}, "give a number from 0 to 36000"),
    ({"length": 7, "times": {"delay_s": 12, "reserve_s": 60, "press": 1}}, "unknown key 'match.times.press'"),
    ({"length": 7, "times": 12}, "'match.times' is 12: give an object"),
    ({"length": 7, "conduct": []}, "'match.conduct' is []: give an object"),
    ({"length": 7, "conduct": {"turn_ends": "clap"}}, "clap"),
    ({"length": 7, "conduct": {"referee": "Mina"}}, "unknown key 'match.conduct.referee'"),
    ({"length": 7, "conduct": {"spectators_lag_s": 901}}, "a whole number from 0 to 900"),
    ({"length": 7, "conduct": {"event": "x" * 81}}, "at most 80 characters"),
]
"""What is sent for a match, and what is said of it."""


def test_what_is_no_match_is_said_and_nothing_begins(house: House) -> None:
    phone = house.player()
    for match, words in NO_MATCH:
        status, told = phone.do("games", game="backgammon", names=["Asha", "Ravi"], match=match)
        assert status in (400, 422), (match, told)
        assert words.lower() in told["error"].lower(), match
    status, told = phone.do("games", game="pachisi", names=["Asha", "Ravi"], match={"length": 3})
    assert (status, "a match is of backgammon" in told["error"].lower()) == (422, True)
    assert not house.table.has_game


# The next game


def test_the_next_game_follows_the_end_of_one_with_its_score(house: House) -> None:
    phone = house.player()
    begin(phone)
    state = lost(phone, ASHA, 2)
    assert (state["match"]["score"], state["match"]["follows"]) == ([0, 2], True)
    assert state["match"]["standing"] == "Asha 0, Ravi 2; Ravi needs one more"
    assert state["wants"]["count"] == 1, "the throw for the beginning of the next game"
    assert "Next game" in state["parts"]["actions"]
    assert "Rematch" not in state["parts"]["actions"] + state["parts"]["questions"]
    status, state = phone.do("next-game")
    assert (status, state["game"]) == (201, 2)
    assert state["match"] == {
        **state["match"],
        "score": [0, 2],
        "number": 2,
        "crawford": True,
        "stage": "Crawford game",
        "follows": False,
    }
    assert "Crawford game" in state["parts"]["match"]
    status, told = phone.do("next-game")
    assert (status, told["error"]) == (409, "This game of the match is not over: the next one follows it.")


def test_a_throw_begins_the_next_game_typed_or_drawn(house: House) -> None:
    phone = house.player()
    begin(phone)
    lost(phone, RAVI)
    assert phone.do("throws", throw="5-2")[1]["game"] == 2
    lost(phone, ASHA)
    status, state = phone.do("throws", drawn=True)
    assert (status, state["game"], state["throw"]["source"]) == (201, 3, "drawn")


def test_the_end_of_the_match_is_followed_by_nothing_but_a_rematch(house: House) -> None:
    phone = house.player()
    begin(phone)
    state = lost(phone, ASHA, 3)
    assert (state["match"]["winner"], state["match"]["follows"]) == (RAVI, False)
    assert state["match"]["standing"] == "Ravi wins the match, 3 to 0"
    assert state["wants"] is None
    assert "the match is over" in state["parts"]["turn"]
    assert "Rematch" in state["parts"]["actions"]
    assert "Next game" not in state["parts"]["actions"]
    status, told = phone.do("next-game")
    assert (status, told["error"]) == (409, "The match is over, 0–3: start a new one.")
    assert phone.do("throws", drawn=True)[0] == 400
    assert phone.do("rematch")[1]["match"]["score"] == [0, 0]


def test_money_goes_on_for_ever(house: House) -> None:
    phone = house.player()
    begin(phone, length=0, jacoby=False)
    for _ in range(3):
        state = lost(phone, RAVI, 3)
    assert (state["match"]["score"], state["match"]["follows"], state["match"]["goal"]) == (
        [9, 0],
        True,
        "for money",
    )
    assert state["match"]["standing"] == "Asha 9, Ravi 0"


def test_undo_leads_back_over_the_end_of_a_game_and_says_so(house: House) -> None:
    phone = house.player()
    begin(phone)
    lost(phone, ASHA)
    state = phone.do("next-game")[1]
    assert state["undo"]["text"] == "the end of game 1: Ravi accepts the resignation"
    assert state["undo"]["short"] == "end of game 1"
    assert "Undo: end of game 1" in state["parts"]["actions"]
    status, state = phone.do("undo")
    assert (status, state["game"], state["match"]["score"], state["outcome"]) == (201, 1, [0, 0], None)
    assert state["resignation"]["points"] == 1
    status, state = phone.do("redo")
    assert (state["match"]["score"], state["match"]["follows"]) == ([0, 1], True)


def test_an_undo_says_before_what_cannot_come_back_after_it(house: House) -> None:
    phone = house.player()
    begin(phone)
    lost(phone, ASHA)
    assert phone.do("next-game")[1]["undo"]["note"] == ""
    phone.do("throws", throw="4")
    phone.do("throws", throw="2")
    phone.do("undo")
    state = phone.do("undo")[1]
    assert state["redo"]
    note = state["undo"]["note"]
    assert "game 2" in note
    assert note in state["parts"]["actions"]
    phone.do("undo")
    state = phone.do("redo")[1]
    assert (state["match"]["follows"], state["redo"]) == (True, None)


@pytest.mark.parametrize(
    ("preset", "stages"), [("standard", ["Crawford game", "after Crawford"]), ("finnish", ["", ""])]
)
def test_the_crawford_game_and_what_follows_it_are_named_where_there_is_a_cube(
    house: House, preset: str, stages: list[str]
) -> None:
    phone = house.player()
    asked = {"game": "backgammon", "preset": preset, "names": ["Asha", "Ravi"], "match": {"length": 2}}
    phone.do("games", **asked)
    for seat, stage in zip((ASHA, RAVI), stages, strict=True):
        lost(phone, seat)
        match = phone.do("next-game")[1]["match"]
        assert match["stage"] == stage
        assert (match["crawford"], match["after_crawford"]) == (
            stage == "Crawford game",
            stage == "after Crawford",
        )


# Void throws


def test_a_throw_is_void_from_the_phone_with_its_reason(house: House) -> None:
    phone = house.player()
    begin(phone)
    phone.do("throws", throw="6-5")
    state = phone.state()
    assert [one["why"] for one in state["void"]["reasons"]] == list(VOIDS)
    assert "This throw does not count" in state["parts"]["throw"]
    state = phone.do("moves", move=state["moves"][0]["move"])[1]
    status, state = phone.do("void", of=state["void"]["of"], why="leans")
    assert status == 201
    assert (state["turn"]["waits"], state["void"], state["bank"]) == ("throw", None, [])
    assert state["events"][0]["text"] == "Asha’s throw 6 and 5 counts for nothing. BS6: a die leans"
    assert phone.do("throws", throw="4-2")[0] == 201
    assert [phone.do("void", **body)[0] for body in ({"why": "tired"}, {"of": 1}, {"of": "1"})] == [
        400,
        409,
        400,
    ]
    assert phone.do("void")[0] == 201, "of the last throw, without a reason"


def test_nothing_is_void_before_a_throw_after_a_double_at_the_end_or_in_other_games(house: House) -> None:
    phone = house.player()
    house.start("pachisi")
    assert phone.state()["void"] is None
    begin(phone)
    assert phone.do("void")[0] == 409
    phone.do("throws", throw="6-5")
    phone.do("moves", move=phone.state()["moves"][0]["move"])
    phone.do("moves", move="end")
    assert phone.state()["void"] is not None
    phone.do("moves", move="double")
    assert phone.state()["void"] is None
    assert phone.do("moves", move="drop")[1]["void"] is None


# The pause


def test_players_pause_and_go_on(house: House) -> None:
    phone = house.player()
    begin(phone, times=CLOCK)
    phone.do("throws", throw="6-5")
    assert "Pause: the clock stands" in phone.state()["parts"]["tools"]
    status, state = phone.do("pause")
    assert (status, state["match"]["paused"]) == (201, True)
    assert "Go on" in state["parts"]["actions"]
    assert "pause" in state["parts"]["match"]
    assert phone.do("pause")[0] == 409
    status, state = phone.do("end-pause")
    assert (status, state["match"]["paused"]) == (201, False)
    assert phone.do("end-pause")[0] == 409


def test_without_a_clock_there_is_nothing_to_pause(house: House) -> None:
    phone = house.player()
    begin(phone)
    phone.do("throws", throw="6-5")
    assert "Pause" not in phone.state()["parts"]["tools"]
    assert phone.do("pause")[0] == 409


# Two phones
