"""Who comes to a seat and leaves it in mid-game: the page, its plain forms, other programs, what is told."""

from __future__ import annotations

import re
from html import unescape

from werkzeug.test import TestResponse

from engine.events import Logged, Setup
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House, Phone
from web.language.speaker import Speaker
from web.language.speech import announcement


def text_of(answer: TestResponse) -> str:
    """Return what a person reads, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())


def begin(house: House, *names: str) -> Phone:
    phone = house.player()
    status, told = phone.do("games", game="chowka-bhara", names=list(names), begins=0)
    assert status == 201, told
    return phone


def turn(house: House) -> None:
    """Play one turn that passes."""
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(PlayMove(house.table.model.line.moves[0]))


def send(phone: Phone, **form: object) -> str:
    """Send a plain form as a browser without script does, and give the page that follows."""
    answer = phone.client.post(
        "/act/seats", data={"csrf": phone.state()["csrf"], **form}, follow_redirects=True
    )
    assert answer.status_code == 200
    return text_of(answer)


def aloud(house: House) -> str:
    """Return what the voice says of the newest action."""
    events: list[Logged] = house.journal.game_events(house.table.model.game)
    newest = [one for one in events if one.time == events[-1].time and one.request == events[-1].request]
    return announcement(newest, Speaker.of(house.table.model.setup))


def test_somebody_comes_to_a_seat_by_a_plain_form(house: House) -> None:
    phone = begin(house, "Asha", "Ravi")
    assert 'href="/seats"' in phone.client.get("/").text
    asked = phone.client.get("/seats").text
    assert 'name="join" required' in asked
    assert "leaves</button>" not in asked, "who is alone cannot leave"
    shown = send(phone, player="0", join=" Dev ", leave="")
    assert "Asha & Dev" in shown
    assert "Asha and Dev share a seat now" in shown
    assert aloud(house) == "Asha and Dev share a seat now; Asha & Dev’s turn"
    state = phone.state()
    assert (state["turn"]["name"], state["turn"]["member"]) == ("Asha & Dev", "")
    assert [one["name"] for one in phone.client.get("/api/v1/people").get_json()["people"]] == [
        "Asha", "Ravi", "Dev",
    ]  # fmt: skip


def test_who_leaves_in_the_own_turn_hands_it_on_and_all_are_told(house: House) -> None:
    phone = begin(house, "Asha & Mina", "Ravi")
    asked = text_of(phone.client.get("/seats"))
    assert "Asha plays now" in asked
    shown = send(phone, player="0", leave="asha")
    assert "Mina plays alone now" in shown
    assert aloud(house) == "Mina plays alone now; Mina’s turn"
    assert phone.state()["turn"] | {"text": ""} == {
        "player": 0, "name": "Mina", "waits": "throw", "text": "", "member": "",
    }  # fmt: skip


def test_somebody_plays_on_in_place_of_another(house: House) -> None:
    phone = begin(house, "Asha", "Ravi")
    status, state = phone.do("seats", player=1, join="Lina", leave="Ravi")
    assert (status, state["setup"]["names"]) == (201, ["Asha", "Lina"])
    assert state["events"][0]["text"] == "Lina plays now in place of Ravi"


def test_the_spoken_page_and_a_phone_that_wakes_name_the_person(house: House) -> None:
    phone = begin(house, "Asha & Dev", "Ravi")
    turn(house)
    turn(house)
    heard = re.search(r'id="heard"[^>]*>(.*?)</p>', phone.client.get("/blind").text, re.S)
    assert heard is not None
    assert heard[1].startswith("<bdi>Dev</bdi>")
    assert phone.state()["aloud"]["now"]["everything"].startswith("Dev ")
    phone.do("seats", player=0, leave="Dev")
    assert phone.state()["aloud"]["now"]["everything"].startswith("Asha ")


def test_what_was_before_keeps_the_name_of_then(house: House) -> None:
    phone = begin(house, "Asha", "Ravi")
    turn(house)
    phone.do("seats", player=0, join="Dev", leave="Asha")
    turn(house)
    turn(house)
    lines = [one["text"] for one in phone.state()["events"]]
    assert [line for line in lines if "throws" in line] == [
        "Dev throws 3 mouths of 4: 3", "Ravi throws 3 mouths of 4: 3", "Asha throws 3 mouths of 4: 3",
    ]  # fmt: skip
    assert "Dev plays now in place of Asha" in lines
    replay = phone.client.get("/games/1").text
    assert re.findall(r'<span class="who"><bdi>(\w+)', replay) == ["Asha", "Ravi", "Dev"]
    for step, said in ((1, "Asha: 3"), (2, "Asha: "), (5, "Dev: 3"), (6, "Dev: ")):
        assert said in text_of(phone.client.get(f"/games/1?step={step}")), step


def test_what_cannot_be_is_refused_in_words(house: House) -> None:
    phone = begin(house, "Asha", "Ravi")
    for sent, status, why in (
        ({"player": 0}, 400, "join"),
        ({"player": 0, "join": "Ravi"}, 422, "same name"),
        ({"player": 0, "join": "A" * 41}, 422, "too long"),
        ({"player": 0, "join": "\u200b"}, 422, "already"),
        ({"player": 7, "join": "Dev"}, 422, "no seat 7"),
        ({"player": 0, "leave": "Dev"}, 404, "does not play on this seat"),
        ({"player": 0, "leave": "Asha"}, 422, "share a seat"),
        ({"player": "0", "join": "Dev"}, 400, "whole number"),
    ):
        answer, told = phone.do("seats", **sent)
        assert (answer, why in told["error"]) == (status, True), told
    assert house.table.model.setup == Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0)


def test_a_game_that_is_over_or_was_not_begun_has_no_such_page(house: House) -> None:
    phone = house.player()
    assert phone.client.get("/seats").headers["Location"] == "/"
    begin(house, "Asha", "Ravi")
    phone.do("endings", how="resign", player=0, sure=True)
    assert phone.client.get("/seats").headers["Location"] == "/"
    status, told = phone.do("seats", player=0, join="Dev")
    assert (status, "The game is over" in told["error"]) == (409, True)
