"""Each phone reads its own language, and hears its own."""

from __future__ import annotations

import re

from engine.messages import Message
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from sentences_for_tests import reading
from web.language import catalogue
from web.language.locale import language, speaking
from web.language.messages import said


def test_a_phone_reads_what_was_chosen_else_what_its_browser_asks_for(house: House) -> None:
    for asked, kept, code in (
        ("nl-NL,nl;q=0.9,en;q=0.8", "", "nl"),
        ("de,pl;q=0.5", "", "pl"),
        ("de", "", "en"),
        ("", "", "en"),
        ("nl", "kn", "kn"),
        ("nl", "xx", "nl"),
    ):
        client = house.watcher()
        if kept:
            client.set_cookie("language", kept)
        page = client.get("/language", headers={"Accept-Language": asked}).text
        assert f'<html lang="{code}">' in page, (asked, kept)


def test_a_phone_that_only_watches_may_choose_its_language(house: House) -> None:
    house.start()
    client = house.watcher()
    form = re.search(r'name="csrf" value="(\w+)"', client.get("/language").text)
    assert form is not None
    answer = client.post("/language", data={"csrf": form[1], "language": "fi"})
    assert answer.status_code == 303
    assert '<html lang="fi">' in client.get("/").text
    client.post("/language", data={"csrf": form[1], "language": ""})
    assert '<html lang="en">' in client.get("/").text


def test_two_phones_hear_one_event_each_in_its_language(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(2, 4)))
    dutch = reading(house, player=False).get("/api/v1/state").get_json()
    english = house.watcher().get("/api/v1/state").get_json()
    assert dutch["events"][0]["text"] == "Asha gooit 2 van de 4 openingen: 2"
    assert english["events"][0]["text"] == "Asha throws 2 mouths of 4: 2"
    assert dutch["eye"]["text"] == "Het bakje is leeg"


def test_what_is_said_in_a_stream_is_said_in_the_language_of_its_phone() -> None:
    assert language() == "en"
    with speaking("nl"):
        assert language() == "nl"
        assert said(Message("a die moves")) == "a die moves"
        assert said(Message("red lamp")) == "rode lamp"
    assert language() == "en"


def test_a_page_says_that_no_native_speaker_has_read_it(house: House) -> None:
    client = house.watcher()
    read_by_nobody = "No native speaker has read this translation yet. "
    sentence = f"{read_by_nobody}If a sentence is wrong, please tell us a better one."
    for code in catalogue.LANGUAGES:
        client.set_cookie("language", code)
        page = client.get("/language").text
        assert (catalogue.catalogue(code).gettext(sentence) in page) == (code in catalogue.UNREAD)


def test_dates_and_hours_follow_the_language(house: House) -> None:
    house.start()
    client = house.watcher()
    for code in catalogue.LANGUAGES:
        client.set_cookie("language", code)
        page = client.get("/games").text
        assert re.search(r"20\d\d", page)
        assert (re.search(r"\d\.\d+\.20\d\d", page) is not None) == (code == "fi")
