"""The addresses that the page's script and other programs use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.errors import RecordError
from engine.events import Logged, Setup
from engine.move import Double, Take
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.ports import LampState


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A game that none of the tests below may change."""
    made = House(tmp_path_factory.mktemp("still"))
    made.start()
    yield made
    made.close()


def test_without_a_game_the_state_says_so(house: House) -> None:
    state = house.player().state()
    assert state["game"] is None
    assert state["eye"]["text"] == "The tray is empty"


def test_the_state_tells_everything_that_the_page_shows(house: House) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), photo="throw-9")
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
    house.table.throw(Cowries(3, 4))
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
    house.table.undo()
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
    house.table.throw(Dice((6, 3)))
    house.table.report_move((0, 0), "p18")
    house.table.report_move((0, 14), "p3")
    assert house.player().state()["last"] == {"player": 0, "from": ["p24", "p6"], "to": ["p18", "p3"]}


def test_a_move_may_be_written_as_an_object(house: House) -> None:
    house.start()
    house.table.throw(Cowries(3, 4))
    move = {"kind": "move", "pieces": [0], "value": 3, "from": 0, "to": 3}
    assert house.player().do("moves", move=move)[0] == 201


def test_the_box_throws_and_says_so(house: House) -> None:
    house.start()
    status, state = house.player().do("throws", drawn=True)
    assert status == 201
    assert state["throw"]["source"] == "drawn"
    assert "drawn by the box" in state["parts"]["throw"]
    assert "drawn by the box" in state["events"][-2]["text"] + state["events"][0]["text"]


def test_a_throw_that_was_not_drawn_is_taken_as_typed(house: House) -> None:
    house.start()
    state = house.player().do("throws", drawn=False, throw="1/4")[1]
    assert (state["throw"]["text"], state["throw"]["source"]) == ("1/4", "typed")


def test_a_request_sent_twice_counts_once(house: House) -> None:
    house.start()
    phone = house.player()
    for _ in range(2):
        assert phone.do("throws", throw="3/4", request="abc")[0] == 201
    assert len(house.table.model.actions) == 1
    for _ in range(2):
        assert phone.do("games", game="pachisi", names=["A", "B"], request="new")[0] == 201
    assert house.table.model.game == 2


def test_a_move_from_an_outdated_page_is_refused_with_the_news(house: House) -> None:
    house.start()
    phone = house.player()
    seen = phone.state()["seq"]
    house.table.throw(Cowries(3, 4))
    status, told = phone.do("throws", throw="1/4", at=seen)
    assert status == 409
    assert "faster" in told["error"]
    assert told["state"]["throw"]["text"] == "3/4"
    assert len(house.table.model.actions) == 1


def test_an_illegal_move_names_its_rule_and_changes_nothing(house: House) -> None:
    house.start()
    house.table.throw(Cowries(3, 4))
    before = house.journal.last_seq()
    status, told = house.player().do("moves", move="a 0/4 =3")
    assert status == 422
    assert told["rule"] == "C2"
    assert told["reason"].startswith("C2: ")
    assert house.journal.last_seq() == before


def test_a_throw_of_the_wrong_kind_is_refused_in_words(house: House) -> None:
    house.start()
    status, told = house.player().do("throws", throw="3-1")
    assert status == 422
    assert "shells" in told["error"] or "cowries" in told["error"]


MALFORMED: Sequence[tuple[str, dict[str, Any], str]] = [
    ("throws", {}, "'throw' is missing"),
    ("throws", {"throw": 3}, "give a text"),
    ("throws", {"throw": "x" * 50}, "50 characters"),
    ("throws", {"throw": "many"}, "no throw"),
    ("throws", {"throw": "9/4"}, "cannot be"),
    ("throws", {"throw": "٣/4"}, "no throw"),
    ("throws", {"throw": "1_0/4"}, "no throw"),
    ("throws", {"drawn": "yes"}, "give true"),
    ("throws", {"drawn": 1, "throw": "1/4"}, "give true"),
    ("throws", {"drawn": False}, "'throw' is missing"),
    ("throws", {"throw": "1/4", "at": "yesterday"}, "whole number"),
    ("throws", {"throw": "1/4", "at": True}, "whole number"),
    ("throws", {"throw": "1/4", "at": -1}, "whole number"),
    ("throws", {"throw": "1/4", "request": 7}, "give a text"),
    ("throws", {"throw": "1/4", "request": "x" * 65}, "at most 64"),
    ("moves", {}, "'move' is missing"),
    ("moves", {"move": 1}, "give a text"),
    ("moves", {"move": "hop"}, "is no move: write"),
    ("moves", {"move": {"kind": "hop"}}, "unknown"),
    ("moves", {"move": {"kind": "move", "pieces": "a"}}, "Move has no"),
    ("board", {"player": 0, "piece": 0}, "'to' is missing"),
    ("board", {"player": "0", "piece": 0, "to": "r0c0"}, "whole number"),
    ("board", {"player": 0, "piece": 0, "to": "z9"}, ""),
    ("board", {"player": 0, "piece": 77, "to": "r0c0"}, ""),
    ("corrections", {"throw": "1/4"}, "'of' is missing"),
    ("answers", {"question": "life", "answer": "42"}, "there is no question"),
    ("answers", {"question": "illegal", "answer": "no"}, "does not answer"),
    ("undo", {"of": 1.5}, "whole number"),
    ("positions", {"position": []}, "give an object"),
    ("games", {}, "'game' is missing"),
    ("games", {"game": "pachisi", "names": "A, B"}, "list of texts"),
    ("games", {"game": "pachisi", "names": ["A", "A"]}, "same name"),
    ("games", {"game": "pachisi", "names": ["A" * 41, "B"]}, "too long"),
    ("games", {"game": "pachisi", "names": ["A", "B"], "options": {"gate": 1}}, "true, false or a text"),
    ("games", {"game": "pachisi", "names": ["A", "B"], "begins": 2}, "nobody sits where"),
]


@pytest.mark.parametrize(("name", "body", "words"), MALFORMED)
def test_a_malformed_request_gets_a_sentence_and_changes_nothing(
    still: House, name: str, body: dict[str, Any], words: str
) -> None:
    before = still.journal.last_seq()
    status, told = still.player().do(name, **body)
    assert status in (400, 422)
    assert words.lower() in told["error"].lower()
    assert still.journal.last_seq() == before


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "ludo", "names": ["A", "B"]}, "no game 'ludo'"),
        ({"game": "pachisi", "preset": "nine", "names": ["A", "B"]}, "no preset 'nine'"),
        ({"game": "pachisi", "names": ["A"]}, "is for 2 or 3 or 4 players, not for 1"),
        ({"game": "pachisi", "names": ["A", "B"], "options": {"wings": True}}, "no option 'wings'"),
        ({"game": "pachisi", "names": ["A", "B"], "options": {"gate": "maybe"}}, "cannot be 'maybe'"),
    ],
)
def test_a_game_that_does_not_exist_is_refused_in_words(
    house: House, body: dict[str, Any], words: str
) -> None:
    status, told = house.player().do("games", **body)
    assert status == 422
    assert words in told["reason"]
    assert "'" not in told["error"], "keys are for programs"
    assert not house.table.has_game


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'"text"', b"\xff\xfe", b"null"])
def test_what_is_no_json_object_is_refused(still: House, data: bytes) -> None:
    phone = still.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"], "Content-Type": "application/json"}
    answer = phone.client.post("/api/v1/throws", data=data, headers=headers)
    assert answer.status_code == 400
    assert "no JSON object" in answer.get_json()["error"]


def test_too_large_a_request_is_not_read(house: House) -> None:
    house.start()
    phone = house.player()
    headers = {"X-CSRF-Token": phone.state()["csrf"]}
    answer = phone.client.post("/api/v1/throws", data=b"x" * 70_000, headers=headers)
    assert answer.status_code == 413
    assert "too large" in answer.get_json()["error"]


def test_unknown_addresses_and_methods_are_told_in_words(house: House) -> None:
    phone = house.player()
    assert "nothing at this address" in phone.client.get("/nowhere").text
    assert phone.client.get("/api/v1/undo").status_code == 405
    assert "nothing at this address" in phone.client.post("/api/v1/nothing").get_json()["error"]
    assert phone.client.put("/act/undo").status_code == 405
    assert phone.client.get("/photos/none.jpg").status_code == 404
    assert phone.client.get("/snapshot.jpg").status_code == 404


def test_reading_never_changes_anything(house: House) -> None:
    house.start()
    phone = house.player()
    before = house.journal.last_seq()
    for page in ("/", "/new", "/rules", "/games", "/games/1", "/phone", "/out", "/lamps", "/api/v1/state"):
        assert phone.client.get(page).status_code == 200
    assert house.journal.last_seq() == before


def test_an_illegal_move_on_the_board_has_three_ends(house: House) -> None:
    house.start()
    house.table.throw(Cowries(1, 4))
    phone = house.player()

    def illegal() -> dict[str, Any]:
        status, state = phone.do("board", player=0, piece=0, to="r4c4")
        assert status == 201
        question: dict[str, Any] = state["question"]
        assert (question["kind"], question["rule"]) == ("illegal", "C2")
        assert (question["from"], question["to"]) == (["r4c2"], ["r4c4"])
        assert question["sentence"]
        return question

    question = illegal()
    assert phone.do("answers", question="illegal", answer="moved-back", of=question["of"])[0] == 201
    assert phone.state()["question"] is None
    question = illegal()
    assert phone.do("corrections", of=question["throw"], throw="2/4")[1]["turn"]["name"] == "Ravi"
    phone.do("undo")
    phone.do("undo")
    phone.do("throws", throw="1/4")
    question = illegal()
    status, state = phone.do("answers", question="illegal", answer="accept", of=question["of"])
    assert (status, state["turn"]["name"]) == (201, "Ravi")
    assert phone.do("answers", question="illegal", answer="accept", of=question["of"])[0] == 409


@pytest.mark.parametrize(
    ("game", "throw", "to", "squares"),
    [
        ("chowka-bhara", Cowries(1, 4), "r0c1", (["r0c2"], ["r0c1"])),
        ("pachisi", Cowries(2, 6), "r0c8", (["charkoni"], ["r0c8"])),
        ("backgammon", Dice((6, 3)), "p5", (["p1"], ["p5"])),
    ],
)
def test_another_players_piece_is_marked_where_hands_moved_it(
    house: House, game: str, throw: Cowries | Dice, to: str, squares: tuple[list[str], list[str]]
) -> None:
    house.start(game)
    house.table.throw(throw)
    question = house.player().do("board", player=1, piece=0, to=to)[1]["question"]
    assert (question["from"], question["to"]) == squares


def test_a_correction_that_does_not_fit_is_settled_by_the_players(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    thrown = phone.state()["throw"]["seq"]
    phone.do("board", player=0, piece=0, to="r3c4")
    status, state = phone.do("corrections", of=thrown, throw="2/4")
    assert (status, state["question"]["kind"]) == (201, "correction")
    assert "a moves 3" in state["question"]["text"]
    assert state["undo"] is None
    assert "undo" not in state["parts"]["actions"] + state["parts"]["events"]
    of = state["question"]["of"]
    assert phone.do("moves", move="a 0/3 =3")[0] == 409
    status, state = phone.do("answers", question="correction", answer="withdrawn", of=of)
    assert (status, state["question"]) == (201, None)
    phone.do("corrections", of=thrown, throw="2/4")
    status, state = phone.do("answers", question="correction", answer="undone", of=of)
    assert (state["throw"]["text"], state["turn"]["name"]) == ("2/4", "Asha")


def test_kept_throws_are_shown_held_used_and_dropped(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    phone.do("board", player=0, piece=0, to="r3c4")
    phone.do("throws", throw="2/4")
    phone.do("board", player=1, piece=0, to="r0c0")
    phone.do("throws", throw="2/4")
    status, state = phone.do("throws", throw="1/4")
    assert (status, [waiting["text"] for waiting in state["waiting"]]) == (201, ["1/4"])
    assert "Asha still has 2 to play. 1 throw waits." in " ".join(state["parts"]["questions"].split())
    state = phone.do("undo")[1]
    assert state["held"]
    assert "Use the kept throws" in state["parts"]["questions"]
    state = phone.do("answers", question="kept", answer="use")[1]
    assert (state["waiting"], state["throw"]["text"]) == ([], "1/4")
    state = phone.do("throws", throw="4/4")[1]
    of = state["waiting"][0]["seq"]
    assert phone.do("corrections", of=of, throw="2/4")[1]["waiting"][0]["text"] == "2/4"
    assert phone.do("answers", question="kept", answer="drop", of=of)[1]["waiting"] == []


def test_an_asked_reading_offers_its_alternatives_first(house: House) -> None:
    house.start()
    house.table.ask(
        faces=("mouth", "unsure", "back", "back"), alternatives=(Cowries(2, 4), Cowries(1, 4)), photo="p"
    )
    phone = house.player()
    asked = phone.state()["waiting"][0]
    assert [throw["text"] for throw in asked["likely"]] == ["2/4", "1/4"]
    assert [throw["text"] for throw in asked["others"]] == ["0/4", "3/4", "4/4"]
    assert phone.do("corrections", of=asked["seq"], throw="1/4")[1]["throw"]["text"] == "1/4"


def test_undo_goes_to_any_point(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    first = phone.state()["throw"]["seq"]
    phone.do("board", player=0, piece=0, to="r3c4")
    phone.do("throws", throw="1/4")
    state = phone.do("undo", of=first)[1]
    assert (state["throw"], state["undo"], state["turn"]["name"]) == (None, None, "Asha")
    assert phone.do("undo")[0] == 409


def test_what_was_taken_back_is_struck_and_named(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    phone.do("corrections", of=phone.state()["throw"]["seq"], throw="4/4")
    state = phone.do("undo")[1]
    lines = {line["text"]: line for line in state["events"]}
    assert lines["Taken back: Asha’s throw 4, chowka"]["undone"] is False
    assert lines["Asha throws 3 mouths of 4: 3 (typed)"]["undone"] is True
    assert lines["The throw is corrected: 4 mouths of 4, 4, chowka"]["undone"] is True
    assert "<s>Asha throws 3 mouths of 4: 3 (typed)</s>" in state["parts"]["events"]
    assert "<s>Asha throws 3 mouths of 4: 3 (typed)</s>" in phone.client.get("/games/1").text
    state = phone.do("throws", throw="3/4")[1]
    assert (state["events"][0]["undone"], state["events"][0]["stands"]) == (False, True)


def test_the_slower_of_two_phones_that_correct_one_throw_is_told_so(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    seen = phone.state()
    of = seen["throw"]["seq"]
    assert phone.do("corrections", of=of, throw="2/4", at=seen["seq"])[0] == 201
    status, told = phone.do("corrections", of=of, throw="1/4", at=seen["seq"])
    assert status == 409
    assert told["error"].startswith("Someone else was faster")
    assert told["state"]["throw"]["text"] == "2/4"


def test_the_piece_that_a_move_names_is_the_one_to_touch_beside_the_cross(house: House) -> None:
    house.start("pachisi")
    house.table.throw(Cowries(3, 6))
    state = house.player().state()
    assert [move["text"] for move in state["moves"]] == ["a moves 3"]
    assert [tap["piece"] for tap in state["taps"]] == [[0, 0]]


def test_after_a_win_nothing_is_left_to_play(house: House) -> None:
    house.start("backgammon", "finnish")
    position = dict(house.table.model.rules.to_position(house.table.model.state))
    position["board"] = [0, 1, *[0] * 16, -3, -5, *[0] * 6]
    house.table.set_position(position)
    house.table.throw(Dice((6, 3)))
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


def test_a_position_is_set_by_hand(house: House) -> None:
    house.start()
    phone = house.player()
    position = house.table.model.rules.to_position(house.table.model.state)
    position["pawns"][0][0] = 5
    status, state = phone.do("positions", position=dict(position))
    assert status == 201
    assert state["pieces"][0]["step"] == 5
    position["pawns"][0][0] = 99
    assert phone.do("positions", position=dict(position))[0] == 422


def test_an_older_game_is_laid_on_the_table_again(house: House) -> None:
    house.start()
    house.start("pachisi")
    phone = house.player()
    status, state = phone.do("games", resume=1)
    assert (status, state["game"], state["setup"]["game"]) == (201, 1, "chowka-bhara")
    assert [line["type"] for line in state["events"]] == ["game-resumed", "game-started"]
    assert phone.do("games", resume=77)[0] == 404


def test_a_full_disk_is_said_and_nothing_changes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.start()
    phone = house.player()
    token = phone.state()["csrf"]

    def full(events: Sequence[Logged]) -> None:
        raise RecordError("the disk is full: make room")

    monkeypatch.setattr(house.table, "_record", full)
    status, told = phone.do("throws", csrf=token, throw="3/4")
    assert (status, told["error"]) == (503, "The disk is full: make room.")
    assert house.table.model.actions == ()


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


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_a_whole_game_is_played_over_the_api(house: House, game: str) -> None:
    house.start(game)
    phone = house.player()
    for _ in range(60):
        state = phone.state()
        if state["turn"]["waits"] == "move" and state["moves"]:
            status, told = phone.do("moves", move=state["moves"][-1]["move"], at=state["seq"])
        elif state["turn"]["waits"] in ("move", "end"):
            status, told = phone.do("moves", move=state["optional"][0]["move"], at=state["seq"])
        elif state["turn"]["waits"] == "throw":
            status, told = phone.do("throws", drawn=True, at=state["seq"])
        else:
            break
        assert status == 201, told
    assert len(house.table.model.actions) > 20 or house.table.model.waits == "over"


def test_a_double_is_offered_taken_and_passed_on_the_page(house: House) -> None:
    house.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
    phone = house.player()
    assert phone.state()["optional"] == [{"move": "double", "text": "Double"}]
    assert 'value="double"' in phone.client.get("/").text
    house.table.play(Double())
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
    house.table.play(Double())
    assert [player["cube"] for player in phone.state()["players"]] == [0, 0]
    house.table.play(Take())
    assert [player["cube"] for player in phone.state()["players"]] == [0, 2]
    assert phone.client.get("/").text.count("cube 2") == 1
