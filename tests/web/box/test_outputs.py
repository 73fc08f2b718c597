"""The page of lamps and sound: an admin chooses who hears what, and tries each lamp and sound."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from engine.messages import Message
from ports_for_tests import House
from web.house.settings import Settings
from web.language.speech import LEVELS, OUTPUTS
from web.ports import LampState, Output

NAMES = ("Maximiliana-Aleksandra Wiśniewska-Łęcka", "Ravi", "Mina", "Dev")


def page(house: House) -> str:
    answer = house.admin().client.get("/sound")
    assert answer.status_code == 200
    return unescape(answer.text)


def send(house: House, path: str, **form: str) -> Any:
    phone = house.admin()
    body = {"csrf": phone.state()["csrf"], **form}
    return phone.client.post(path, data=body, follow_redirects=True)


def said(answer: Any) -> str:
    found = re.search(r'<div id="said"[^>]*>\s*<p>(.*?)</p>', answer.text, re.DOTALL)
    return unescape(found[1]) if found else ""


def tried(answer: Any) -> dict[str, str]:
    """Give what stands in the rows of what was tried, by the row."""
    rows = re.findall(
        r'<li id="try-([^"]+)".*?<p class="tried" role="status">(.*?)</p>', answer.text, re.DOTALL
    )
    return {name: unescape(text) for name, text in rows if text}


def test_at_the_first_start_trying_it_is_offered_and_not_asked_for(house: House) -> None:
    assert 'href="/sound">Lamps and sound</a></p>' in house.admin().client.get("/new").text
    assert 'href="/sound"' not in house.player().client.get("/new").text
    house.start()
    assert 'href="/sound">Lamps and sound</a></p>' not in house.admin().client.get("/new").text


def test_lamps_bear_the_names_and_colours_of_the_present_game(house: House) -> None:
    house.start("pachisi", "six", NAMES)
    text = page(house)
    for seat, name in enumerate(NAMES):
        assert f"<b>Lamp of {name}</b> <small>BCM pin {17 + seat}</small>" in text
        assert re.search(rf'class="lamp p{seat}"[^>]*aria-label="Lamp of {name}"', text)
    house.start("backgammon", names=("Mina", "Dev"))
    text = page(house)
    assert text.count("Lamp of ") == 6, "two lamps, each named three times"
    assert "Lamp of Ravi" not in text


def test_without_a_game_the_lamps_that_are_there_are_numbered(house: House) -> None:
    house.lamps.there[2:4] = [Output("lamp-3", "none"), Output("lamp-4", "none")]
    text = page(house)
    assert "<b>Lamp of player 2</b>" in text
    assert "player 3" not in text


def test_a_trial_says_what_to_look_for(house: House) -> None:
    house.start("pachisi", "six", NAMES)
    expected = {
        "lamp-2": "flashes twice, long",
        "red": "blinks three times, evenly",
        "buzzer": "plays three short rising notes and a long one",
        "voice": "says “This is how I speak”, in the language of the voice",
    }
    for name, words in expected.items():
        answer = send(house, "/sound/test", what=name)
        assert (answer.status_code, answer.request.path) == (200, "/sound")
        assert list(tried(answer)) == [name]
        assert said(answer) == ""
        assert words in unescape(answer.text)
    assert tried(house.admin().client.get("/sound")) == {}
    assert house.lamps.tried == list(expected)


def test_an_rgb_lamp_is_told_to_flash_as_often_as_the_seat(house: House) -> None:
    house.start("pachisi", "six", NAMES)
    house.lamps.there[:4] = [Output(f"lamp-{seat}", "wired", (5, 6, 13)) for seat in range(1, 5)]
    text = page(house)
    assert "BCM pins 5, 6, 13" in text
    for times in ("flashes 1 time in", "flashes 2 times in", "flashes 4 times in"):
        assert times in text


def test_what_is_not_there_or_cannot_be_heard_is_said_before_and_after_it_was_asked_for(house: House) -> None:
    house.start("pachisi", "six", NAMES)
    house.lamps.there[3] = Output("lamp-4", "none")
    house.lamps.there[-1] = Output("voice", "wired", trouble=Message("espeak-ng cannot be started"))
    text = page(house)
    assert "<b>Lamp of Dev</b> <small>not there</small>" in text
    assert '<p class="why">espeak-ng cannot be started</p>' in text
    house.lamps.refusal = "there is no lamp for player 4: wire one"
    answer = send(house, "/sound/test", what="lamp-4")
    assert tried(answer) == {"lamp-4": "There is no lamp for player 4: wire one."}
    assert house.lamps.tried == []


def test_while_the_eye_reads_the_page_asks_for_patience(house: House) -> None:
    house.lamps.refusal = "the tray is being read, and the lamps hold still: try again when that is done"
    phone = house.admin()
    phone.client.set_cookie("language", "nl")
    form = {"csrf": phone.state()["csrf"], "what": "red"}
    answer = phone.client.post("/sound/test", data=form, follow_redirects=True)
    assert answer.status_code == 200
    assert tried(answer)["red"].startswith("Het bakje wordt net gelezen")


def test_what_does_not_exist_cannot_be_tried(house: House) -> None:
    for what in ("", "lamp-9", "disco", "lamp-x"):
        assert send(house, "/sound/test", what=what).status_code == 400
    assert house.lamps.tried == []


def test_a_fault_is_shown_until_somebody_has_looked(house: House) -> None:
    assert "I have looked" not in page(house)
    house.lamps.show(LampState((0.0, 0.0), 1.0, "fault"))
    assert "I have looked" in page(house)
    assert send(house, "/sound/looked").status_code == 200
    assert house.lamps.tried == ["looked"]


def test_each_level_has_words_and_an_example_as_the_box_says_it(house: House) -> None:
    house.start("pachisi", "six", NAMES)
    text = page(house)
    for words in (
        "for example “Ravi’s turn”; from the buzzer two short notes for the second player’s turn",
        "for example “What was thrown? Please answer on a phone”; from the buzzer two short notes and a long",
        "lamps and pages show it all the same",
    ):
        assert words in text
    for output in OUTPUTS:
        found = re.search(rf'<select name="{output}">(.*?)</select>', text, re.DOTALL)
        assert found is not None
        assert re.findall(r'value="(\w+)"', found[1]) == list(LEVELS)


def test_what_is_chosen_is_kept_and_shown(house: House) -> None:
    answer = send(house, "/sound", hears="alerts", hears_buzzer="silent", hears_phones="everything")
    assert house.settings.get().heard == {
        "hears": "alerts",
        "hears_buzzer": "silent",
        "hears_phones": "everything",
    }
    assert re.findall(r'value="(\w+)" selected', answer.text) == ["alerts", "silent", "everything"]


def test_what_is_no_choice_changes_nothing(house: House) -> None:
    for form in (
        {},
        {"hears": "alerts"},
        {"hears": "loud", "hears_buzzer": "silent", "hears_phones": "silent"},
        {"hears": "alerts", "hears_buzzer": "", "hears_phones": "silent"},
    ):
        assert send(house, "/sound", **form).status_code == 400
    assert house.settings.get() == Settings()


def test_every_phone_may_choose_for_itself_and_sees_what_the_house_has(house: House) -> None:
    house.start()
    house.settings.set(hears_phones="alerts")
    for path in ("/", "/blind"):
        text = house.watcher().get(path).text
        assert "as the house has it: only alerts" in text
        assert re.findall(r'<option value="(\w*)">', text[text.index('id="hears"') :])[:4] == ["", *LEVELS]
