"""XGID and GNU ID on the page and in the API: shown for every position that has one, and set from one."""

from __future__ import annotations

import pytest

from engine.move import parse_move
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Dice
from ports_for_tests import House

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
GNU = "4HPwATDgc/ABMA:cIkFAAAAAAAE"


@pytest.fixture
def table(house: House) -> House:
    house.start("backgammon", "standard", begins=None, cube=True)
    return house


def test_the_state_tells_the_ids_or_why_there_are_none(table: House) -> None:
    ids = table.player().state()["ids"]
    assert ids["xgid"] == ids["gnu"] == ""
    assert ids["why"].startswith("The players still throw for the beginning")
    table.table.do(TakeThrow(Dice((3, 1))))
    assert table.player().state()["ids"] == {"xgid": START, "gnu": GNU, "why": ""}
    table.table.do(PlayMove(parse_move("8/5")))
    assert table.player().state()["ids"]["why"] == "The turn is half played: end it or take it back first."
    table.table.do(PlayMove(parse_move("6/5")))
    # Played to its end, the position is the next player's.
    assert table.player().state()["ids"]["xgid"] == "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"


def test_a_game_that_other_programs_do_not_know_has_none(house: House) -> None:
    house.start()
    assert house.player().state()["ids"] is None
    assert "GNU ID" not in house.player().client.get("/").text
    status, told = house.player().do("positions", id=START)
    assert (status, told["error"]) == (400, "Only positions of backgammon have an XGID or a GNU ID.")


def test_a_position_is_set_from_an_id_through_the_ordinary_action(table: House) -> None:
    table.table.do(TakeThrow(Dice((6, 5))))
    for written in (START, GNU, "  Position ID: 4HPwATDgc/ABMA\n Match ID   : cIkFAAAAAAAE "):
        status, state = table.player().do("positions", id=written)
        assert status == 201
        assert state["ids"] == {"xgid": START, "gnu": GNU, "why": ""}
        assert state["turn"]["player"] == 0
        assert table.player().do("undo")[0] == 201
        assert table.table.model.last_throw is not None


def test_what_is_no_id_is_refused_and_says_what_would_be(table: House) -> None:
    before = table.table.model
    for written, said in (
        ("XGID=nonsense", "is no XGID: write 26 letters and nine fields"),
        ("x" * 2001, "at most 2000"),
        ("   ", "no position was given"),
        ("4HPwATDgc/ABMB", "no Position ID"),
        (START.replace(":31:", ":77:"), "cannot stand there in an XGID: write 11…66"),
        (START.replace("-b----E", "-b----O"), "the opponent"),
        (START.replace(":0:0:1:", ":9:1:1:"), "shows 512"),
        ("../../etc/passwd", "no Position ID"),
    ):
        status, told = table.player().do("positions", id=written)
        assert (status in (400, 422), said.lower() in told["error"].lower()) == (True, True), written
    assert table.player().do("positions", id=START, places=[])[0] == 400, "not together"
    assert table.table.model is before


def test_a_cube_that_was_used_needs_a_game_with_one(house: House) -> None:
    house.start("backgammon", "finnish")
    used = START.replace(":0:0:1:31:", ":1:1:1:31:")
    status, told = house.player().do("positions", id=used)
    assert status == 400
    assert "played without one" in told["error"]
    assert house.player().do("positions", id=START)[0] == 201


@pytest.mark.parametrize("written", [START, GNU])
def test_a_game_begins_from_a_position(house: House, written: str) -> None:
    names = ["Asha", "Ravi"]
    status, state = house.player().do("games", game="backgammon", names=names, id=written)
    assert status == 201
    assert state["ids"]["xgid"] == START
    assert state["turn"]["waits"] == "move"
    # A restart plays the same game again.
    events = house.journal.game_events(1)
    house.table.resume(events)
    assert house.player().state()["ids"]["xgid"] == START
    assert [one.to_json()["type"] for one in events] == ["game-started", "position-set", "turn-began"]


def test_a_game_does_not_begin_from_what_is_no_position(house: House) -> None:
    house.start()
    names = ["Asha", "Ravi"]
    assert house.player().do("games", game="backgammon", names=names, id="XGID=1")[0] == 400
    assert house.player().do("games", game="pachisi", names=names, id=START)[0] == 400
    assert house.table.model.game == 1


def test_without_a_script_position_and_new_game_are_forms(table: House) -> None:
    table.table.do(TakeThrow(Dice((6, 5))))
    phone = table.player()
    form = {"csrf": phone.state()["csrf"], "id": GNU}
    assert phone.client.post("/act/positions", data=form).status_code == 303
    page = phone.client.get("/").text
    assert START in page
    assert GNU in page
    answer = phone.client.post(
        "/new", data={**form, "game": "backgammon", "preset": "standard", "name": ["Asha", "Ravi"]}
    )
    assert answer.status_code == 303
    assert table.table.model.game == 2
    assert START in phone.client.get("/").text
    wrong = phone.client.post(
        "/new",
        data={**form, "id": "XGID=1", "game": "backgammon", "preset": "standard", "name": ["Asha", "Ravi"]},
    )
    assert wrong.status_code == 400
    assert "is no XGID" in wrong.text
    assert 'value="XGID=1"' in wrong.text


def test_each_step_of_a_replay_has_its_ids(table: House) -> None:
    table.table.do(TakeThrow(Dice((3, 1))))
    table.table.do(PlayMove(parse_move("8/5 6/5")))
    client = table.watcher()
    steps = [client.get(f"/games/1/steps/{step}").get_json()["ids"] for step in range(3)]
    assert [bool(ids["xgid"]) for ids in steps] == [False, True, True]
    assert steps[1]["gnu"] == GNU
    page = client.get("/games/1?step=1").text
    assert START in page
    house_of_shells = client.get("/games/1/steps/0").get_json()
    assert house_of_shells["ids"]["why"]
