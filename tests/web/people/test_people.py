"""The pages of the players: who has won how often, other names, two that are one, and the deleted."""

from __future__ import annotations

import re
from html import unescape

import pytest
from werkzeug.test import TestResponse

from engine.ending import Agree
from engine.events import Logged, TurnBegan
from engine.table.commands import PlayMove
from ports_for_tests import House, Phone
from web.language.speaker import Speaker
from web.language.speech import announcement

NAMES = ("Asha", "Ravi")


def text_of(answer: TestResponse) -> str:
    """Give what a person reads, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def play(house: House, *winners: int, names: tuple[str, ...] = NAMES) -> None:
    """Begin a game from a phone, and let all agree who has won."""
    status, _ = house.player().do("games", game="chowka-bhara", names=list(names), begins=0)
    assert status == 201
    house.table.do(PlayMove(Agree(winners)))


def send(phone: Phone, path: str, **form: object) -> str:
    answer = phone.client.post(path, data={"csrf": phone.state()["csrf"], **form}, follow_redirects=True)
    return text_of(answer)


def known(house: House) -> list[str]:
    return [one["name"] for one in house.player().client.get("/api/v1/people").get_json()["people"]]


def test_whoever_begins_a_game_is_remembered(house: House) -> None:
    assert "Nobody is known yet." in text_of(house.app.test_client().get("/people"))
    play(house, 0)
    play(house, 1, names=("Mina", "asha"))
    assert known(house) == ["Asha", "Mina", "Ravi"]
    page = text_of(house.app.test_client().get("/people"))
    assert re.search("Asha won 2 of 2 games", page)
    assert re.search("Ravi won 0 of 1 game", page)


def test_the_games_played_begin_with_the_score_of_the_evening(house: House) -> None:
    for winner in (0, 1, 0, 1, 0):
        play(house, winner)
    page = text_of(house.app.test_client().get("/games"))
    assert "This evening Asha 3 : 2 Ravi" in page
    assert "Asha 3 : 2 Ravi" in text_of(house.app.test_client().get("/people/1"))


def test_a_program_reads_who_played_what(house: House) -> None:
    play(house, 0)
    [asha, _] = house.app.test_client().get("/api/v1/people").get_json()["people"]
    assert asha == {
        "number": 1,
        "name": "Asha",
        "sign": None,
        "names": [],
        "played": 1,
        "won": 1,
        "points": 1,
        "evening": {"played": 1, "won": 1, "points": 1},
        "games": {"chowka-bhara": {"played": 1, "won": 1, "points": 1}},
    }


def test_another_name_keeps_the_games_and_the_record_keeps_what_was_typed(house: House) -> None:
    play(house, 0)
    page = send(house.player(), "/people/1/change", name="Asha K.", sign="2")
    assert "Asha K." in page
    assert "Also written: Asha" in page
    assert "won 1 of 1 game" in page
    assert house.journal.games()[0].setup.names == NAMES
    play(house, 0)
    assert known(house) == ["Asha K.", "Ravi"]


def test_a_name_of_somebody_else_is_refused_and_stays_typed(house: House) -> None:
    play(house, 0)
    phone = house.player()
    answer = phone.client.post(
        "/people/2/change", data={"csrf": phone.state()["csrf"], "name": "ASHA", "sign": ""}
    )
    assert answer.status_code == 400
    assert "This name means Asha already" in text_of(answer)
    assert 'value="ASHA"' in answer.text
    assert known(house) == ["Asha", "Ravi"]


def test_two_are_made_one_only_if_that_is_meant(house: House) -> None:
    play(house, 0)
    play(house, 0, names=("Asja", "Ravi"))
    admin = house.admin()
    asja = next(one.number for one in house.people.all() if one.name == "Asja")
    assert "tick that both are one" in send(admin, f"/people/{asja}/merge", into=1)
    assert "Asja and Asha are one player now: Asha." in send(
        admin, f"/people/{asja}/merge", into=1, sure="true"
    )
    assert "won 2 of 2 games" in text_of(admin.client.get("/people/1"))
    assert "There is no such player" in text_of(admin.client.get(f"/people/{asja}"))


def test_who_is_deleted_is_asked_about_first_and_leaves_the_games(house: House) -> None:
    play(house, 0)
    admin = house.admin()
    assert "The games themselves keep the name." in text_of(admin.client.get("/people/2/delete"))
    assert known(house) == ["Asha", "Ravi"]
    assert "Ravi was deleted." in send(admin, "/people/2/delete")
    assert known(house) == ["Asha"]
    assert "Asha , Ravi" in text_of(admin.client.get("/games"))


def test_what_no_player_can_have_is_refused(house: House) -> None:
    play(house, 0)
    phone = house.player()
    for form in (
        {"name": "A" * 41},
        {"name": ""},
        {},
        {"name": "A", "sign": "4"},
        {"name": "A", "sign": "red"},
    ):
        answer = phone.client.post("/people/1/change", data={"csrf": phone.state()["csrf"], **form})
        assert answer.status_code in (400, 422), form
    assert known(house) == ["Asha", "Ravi"]


def test_a_touched_name_sits_down_and_stands_up(house: House) -> None:
    play(house, 0, names=("Asha", "Ravi"))
    play(house, 0, names=("Mina", "Ravi"))
    phone = house.player()
    csrf = phone.state()["csrf"]

    def seats(answer: str) -> list[str]:
        return re.findall(r'name="name" value="([^"]*)"', answer)

    page = phone.client.get("/new?game=pachisi").text
    assert seats(page) == ["Mina", "Ravi", "", ""]
    form = {"csrf": csrf, "game": "pachisi", "name": ["Mina", "", "Lotte", ""], "preset": "seven"}
    page = phone.client.post("/new", data={**form, "sit": "1"}).text
    assert seats(page) == ["Mina", "Lotte", "Asha", ""]
    assert 'value="seven" checked' in page
    assert house.table.model.game == 2
    # Asha likes the first sign, and gets its seat where she sits down.
    house.people.change(1, name="Asha", sign=0)
    page = phone.client.post("/new", data={**form, "sit": "1"}).text
    assert seats(page) == ["Asha", "Mina", "Lotte", ""]
    assert re.search(r'name="sit" value="1"[^>]* aria-pressed="true"', page)
    form["name"] = seats(page)
    assert seats(phone.client.post("/new", data={**form, "sit": "1"}).text) == ["Mina", "Lotte", "", ""]
    # Who shares a seat stands up alone.
    form["name"] = ["Mina & Asha", "Lotte", "", ""]
    assert seats(phone.client.post("/new", data={**form, "sit": "1"}).text) == ["Mina", "Lotte", "", ""]
    # Where all seats are taken, nobody else can sit down.
    form |= {"game": "backgammon", "name": ["Mina", "Lotte"], "preset": "standard"}
    page = phone.client.post("/new", data={**form, "sit": "1"}).text
    assert seats(page) == ["Mina", "Lotte"]
    assert re.search(r'name="sit" value="1"[^>]* disabled', page)
    assert seats(phone.client.post("/new", data={**form, "sit": "nobody"}).text) == ["Mina", "Lotte"]


def test_two_on_one_seat_take_its_turns_one_after_the_other(house: House) -> None:
    phone = house.player()
    names = ["Asha & Mina", "Ravi"]
    status, state = phone.do("games", game="chowka-bhara", names=names, begins=0)
    assert status == 201
    assert state["setup"]["names"] == names
    assert state["setup"]["members"] == [["Asha", "Mina"], ["Ravi"]]
    assert known(house) == ["Asha", "Mina", "Ravi"]
    whose = []
    for _ in range(12):
        state = phone.state()
        turn = state["turn"]
        if turn["waits"] == "throw":
            if not whose or whose[-1] != (turn["player"], turn["member"]):
                whose.append((turn["player"], turn["member"]))
            phone.do("throws", throw="2/4", at=state["seq"])
        else:
            phone.do("moves", move=state["moves"][0]["move"], at=state["seq"])
    assert whose[:4] == [(0, "Asha"), (1, ""), (0, "Mina"), (1, "")]
    assert "Asha & Mina" in text_of(phone.client.get("/"))


@pytest.mark.parametrize(("member", "words"), [("Mina", "Mina’s turn"), ("", "Asha & Mina’s turn")])
def test_the_voice_names_who_of_a_shared_seat_has_the_turn(member: str, words: str) -> None:
    turn = Logged(2, 1, TurnBegan(0, member))
    assert announcement([turn], Speaker(("Asha & Mina", "Ravi"), "pachisi")) == words
