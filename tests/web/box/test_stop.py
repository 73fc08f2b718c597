"""An admin stops the box from a page: it asks once more, and every phone is told the way back."""

from __future__ import annotations

from html import unescape

import pytest

from engine.match import Conduct
from engines.random_matches import match_setup
from ports_for_tests import House
from web.language.locale import speaking

CUP = Conduct(tournament=True, event="Cup of the house", round="Final")
TOLD = "The box has been stopped. The game is kept. To start it again, type “make play” on its computer."


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def page(house: House, address: str = "/status/stop") -> str:
    answer = house.admin().client.get(address)
    assert answer.status_code == 200
    return unescape(answer.text)


def send(house: House, **form: str) -> tuple[int, str]:
    admin = house.admin()
    with admin.client.post("/status/stop", data={"csrf": admin.state()["csrf"], **form}) as answer:
        return answer.status_code, unescape(answer.text)


def test_the_page_of_the_box_offers_an_admin_to_stop_it(house: House) -> None:
    assert 'href="/status/stop"' in page(house, "/status")
    assert 'href="/status/stop"' not in house.player().client.get("/status").text
    asked = page(house)
    assert "type “make play” on its computer" in asked
    assert "director" not in asked
    assert house.farewells == [], "nothing happens before it is confirmed"


def test_it_is_stopped_when_the_answer_has_gone_out(house: House) -> None:
    admin = house.admin()
    answer = admin.client.post("/status/stop", data={"csrf": admin.state()["csrf"]}, buffered=False)
    assert house.farewells == []
    text = unescape(answer.text)
    assert "The box has been stopped" in text
    assert TOLD.removeprefix("The box has been stopped. ") in text
    answer.close()
    [farewell] = house.farewells
    with speaking("en"):
        assert farewell() == TOLD


def test_a_match_in_tournament_mode_asks_the_director_first(house: House) -> None:
    house.table.start(match_setup(7, conduct=CUP))
    asked = page(house)
    for part in (
        "Cup of the house",
        "Final",
        *house.table.model.setup.names,
        "Match to 7",
        "Ask the director first",
    ):
        assert part in asked
    assert 'name="director" value="true" required' in asked
    status, text = send(house)
    assert (status, "Ask the director first" in text, "Cup of the house" in text) == (409, True, True)
    program = house.program("admin")
    assert program.post("/api/v1/status/stop", sure=True, director=False).status_code == 409
    answer = program.post("/api/v1/status/stop", sure=True)
    assert (answer.status_code, "Ask the director first" in answer.get_json()["error"]) == (409, True)
    assert house.farewells == []
    assert send(house, director="true")[0] == 200
    with program.client.post(
        "/api/v1/status/stop", json={"sure": True, "director": True}, headers=program.headers
    ) as done:
        assert done.get_json() == {"done": TOLD}
    assert len(house.farewells) == 2


def test_a_match_without_tournament_mode_needs_no_director(house: House) -> None:
    house.table.start(match_setup(7, conduct=Conduct(event="Cup of the house")))
    assert "director" not in page(house)
    assert send(house)[0] == 200
    assert len(house.farewells) == 1


def test_a_program_has_to_be_sure(house: House) -> None:
    program = house.program("admin")
    for body in ({}, {"sure": False}, {"sure": "yes"}, {"director": True}, {"sure": True, "now": True}):
        assert program.post("/api/v1/status/stop", **body).status_code == 400
    assert house.farewells == []


def test_every_stream_ends_with_the_way_back_in_its_language(house: House) -> None:
    live = house.app.extensions["live"]
    with house.watcher().get("/events", headers={"Accept-Language": "en"}) as phone:
        stream = iter(phone.response)
        assert next(stream) == b"retry: 2000\n\n"
        live.close(lambda: "the last word")
        live.close()  # as the box does once more
        messages = [one.decode() for one in stream]
    assert messages[-1] == 'event: stopped\ndata: {"text": "the last word"}\n\n'
    assert [one for one in messages if "stopped" in one] == messages[-1:]


def test_a_stream_that_ends_otherwise_says_nothing_of_it(house: House) -> None:
    with house.watcher().get("/events") as phone:
        stream = iter(phone.response)
        next(stream)
        house.app.extensions["live"].close()
        assert not any(b"stopped" in one for one in stream)
