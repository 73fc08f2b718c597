"""The addresses that the page's script and other programs use: the state, and what they may do."""

from __future__ import annotations

from engine.events import Setup
from engine.move import Double, Take
from engine.table.commands import PlayMove, ReportMove, SetPosition, TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.ports import LampState


def test_without_a_game_the_state_says_so(house: House) -> None:
    state = house.player().state()
    assert state["game"] is None
    assert state["eye"]["text"] == "The tray is empty"


def test_the_state_tells_everything_that_the_page_shows(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4), photo="throw-9"))
    state = house.player().state()
    assert state["turn"] == {"player": 0, "name": "Asha", "waits": "move", "text": "moves 3", "member": ""}
    assert state["throw"]["words"] == "3 mouths up of 4 = 3"
    assert state["throw"]["photo"] == "throw-9"
    assert [other["text"] for other in state["throw"]["others"]] == ["2/4", "4/4", "1/4", "0/4"]
    assert state["bank"] == [{"value": 3, "squares": 3, "text": "3", "drawn": "3/4"}]
    assert len(state["pieces"]) == 8
    assert {tap["end"] for tap in state["taps"]} == {"r3c4"}
    assert state["moves"] == [{"move": "a 0/3 =3", "text": "a moves 3"}]
    assert state["events"][0]["stands"]
    assert set(state["parts"]) >= {"turn", "throw", "men", "moves", "events", "lamps"}


def test_what_is_made_once_for_all_players_holds_no_phones_secret(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    phone = house.player()
    mine = phone.state()
    assert mine["csrf"] not in "".join(mine["parts"].values())
    watcher = house.watcher().get("/api/v1/state").get_json()
    assert "csrf" not in watcher
    assert watcher["parts"]["moves"] != mine["parts"]["moves"]
    again = phone.state()
    assert again == mine
    house.eye.show("away", "unplugged")
    assert phone.state()["eye"]["state"] == "away"
    house.table.do(Undo())
    assert phone.state()["throw"] is None


def test_a_typed_throw_and_a_move_count(house: House) -> None:
    house.start()
    phone = house.player()
    assert phone.do("throws", throw="3/4")[0] == 201
    status, state = phone.do("moves", move="a 0/3 =3", at=phone.state()["seq"])
    assert (status, state["turn"]["name"]) == (201, "Ravi")
    assert state["last"] == {"player": 0, "from": ["r4c2"], "to": ["r3c4"]}
    assert state["throw"]["source"] == "typed"


def test_all_steps_of_one_turn_are_marked_as_the_last_move(house: House) -> None:
    house.start("backgammon", "finnish")
    house.table.do(TakeThrow(Dice((6, 3))))
    house.table.do(ReportMove((0, 0), "p18"))
    house.table.do(ReportMove((0, 14), "p3"))
    assert house.player().state()["last"] == {"player": 0, "from": ["p24", "p6"], "to": ["p18", "p3"]}


def test_the_box_throws_and_says_so(house: House) -> None:
    house.start()
    status, state = house.player().do("throws", drawn=True)
    assert status == 201
    assert state["throw"]["source"] == "drawn"
    assert "drawn by the box" in state["parts"]["throw"]
    assert "drawn by the box" in state["events"][-2]["text"] + state["events"][0]["text"]


def test_the_piece_that_a_move_names_is_the_one_to_touch_beside_the_cross(house: House) -> None:
    house.start("pachisi")
    house.table.do(TakeThrow(Cowries(3, 6)))
    state = house.player().state()
    assert [move["text"] for move in state["moves"]] == ["a moves 3"]
    assert [tap["piece"] for tap in state["taps"]] == [[0, 0]]


def test_after_a_win_nothing_is_left_to_play(house: House) -> None:
    house.start("backgammon", "finnish")
    position = dict(house.table.model.rules.to_position(house.table.model.state))
    position["board"] = [0, 1, *[0] * 16, -3, -5, *[0] * 6]
    house.table.do(SetPosition(position))
    house.table.do(TakeThrow(Dice((6, 3))))
    phone = house.player()
    assert "To play" in phone.state()["parts"]["throw"]
    state = phone.do("moves", move="1/off")[1]
    assert state["outcome"]["winners"] == [0]
    assert "To play" not in state["parts"]["throw"]
    assert "That throw was wrong" not in state["parts"]["throw"]


def test_there_are_as_many_lamps_as_players(house: House) -> None:
    house.lamps.show(LampState((1.0, 0.0, 0.0, 0.0), 0.0, "turn"))
    house.start()
    assert house.player().state()["parts"]["lamps"].count('class="lamp p') == 2


def test_the_photograph_of_a_throw_is_shown_ringed_or_plain(house: House) -> None:
    name = house.journal.keep_photograph(b"plain", b"ringed")
    phone = house.watcher()
    assert phone.get(f"/photos/{name}.jpg").data == b"ringed"
    assert phone.get(f"/photos/{name}.jpg?plain=1").data == b"plain"
    assert phone.get(f"/photos/{name}.jpg").content_type == "image/jpeg"


def test_the_picture_of_now_shows_anyone_the_tray_and_only_an_admin_the_room(house: House) -> None:
    phones = (house.watcher(), house.player().client, house.admin().client)
    assert [phone.get("/snapshot.jpg").status_code for phone in phones] == [404, 404, 404]
    house.eye.latest = b"the room"
    for phone in phones[:2]:
        answer = phone.get("/snapshot.jpg")
        assert answer.status_code == 404
        assert "No tray is set, and the whole picture shows the room" in answer.text
    assert phones[2].get("/snapshot.jpg").data == b"the room"
    house.eye.latest_of_tray = b"the tray"
    shown = [phone.get("/snapshot.jpg") for phone in phones]
    assert [answer.data for answer in shown] == [b"the tray", b"the tray", b"the room"]
    assert {answer.content_type for answer in shown} == {"image/jpeg"}
    assert {answer.headers["Cache-Control"] for answer in shown} == {"no-store"}


def test_a_double_is_offered_taken_and_passed_on_the_page(house: House) -> None:
    house.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
    phone = house.player()
    assert phone.state()["optional"] == [{"move": "double", "text": "Double"}]
    assert 'value="double"' in phone.client.get("/").text
    house.table.do(PlayMove(Double()))
    state = phone.state()
    assert (state["turn"]["name"], state["turn"]["text"]) == ("Ravi", "takes or passes the double")
    assert [choice["text"] for choice in state["optional"]] == ["Take", "Pass"]
    page = phone.client.get("/").text
    assert 'value="take"' in page
    assert 'value="drop"' in page
    assert "Asha doubles to 2" in page


def test_the_owner_of_the_cube_is_shown_with_its_value(house: House) -> None:
    house.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
    phone = house.player()
    assert [player["cube"] for player in phone.state()["players"]] == [0, 0]
    house.table.do(PlayMove(Double()))
    assert [player["cube"] for player in phone.state()["players"]] == [0, 0]
    house.table.do(PlayMove(Take()))
    assert [player["cube"] for player in phone.state()["players"]] == [0, 2]
    assert phone.client.get("/").text.count("cube 2") == 1
