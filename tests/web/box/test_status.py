"""The page that shows how the box is: a verdict in a word and a shape, what to do, the same for programs."""

from __future__ import annotations

import re
from html import unescape

from engine.messages import Message
from ports_for_tests import House
from web.marks import counted
from web.ports import Finding, Moment, Size


def page(house: House, *, admin: bool = False, language: str = "en") -> str:
    phone = house.admin() if admin else house.player()
    answer = phone.client.get("/status", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.text)


def line(text: str, topic: str) -> str:
    found = re.search(rf'<div class="\w+" id="{topic}">(.*?)</div>', text, re.DOTALL)
    assert found, topic
    return found[1]


def test_each_line_says_its_verdict_in_a_word_and_a_shape(house: House) -> None:
    shown = page(house)
    shapes = {}
    for topic, word in {
        "camera": "fine", "light": "look", "disk": "broken", "temperature": "not known here"
    }.items():  # fmt: skip
        part = line(shown, topic)
        assert f"</svg>\n {word}</dd>" in part
        shapes[topic] = re.findall(r"<svg.*?</svg>", part, re.DOTALL)[0].partition(">")[2]
    assert len(set(shapes.values())) == 4


def test_the_worst_line_is_the_sum_and_what_is_wrong_is_named_first(house: House) -> None:
    shown = page(house)
    assert re.search(r"1 thing is broken\.\s*</h2>", shown)
    assert re.findall(r'<li class=.*?<a href="#(\w+)">', shown, re.DOTALL) == ["disk", "light"]
    house.parts = house.parts[:2]
    assert re.search(r"The box works\. 1 thing is worth a look\.\s*</h2>", page(house))
    house.parts = [Finding("temperature", "unknown", Message("this machine does not tell"))]
    assert re.search(r"All is well\.\s*</h2>", page(house))


def test_numbers_and_days_are_those_of_the_readers_language(house: House) -> None:
    assert "3,4 GB" in line(page(house, language="nl"), "disk")
    text = Message("{when}, {size}", {"when": Moment(1_800_000_000), "size": Size(42_000_000)})
    house.parts = [Finding("backup", "fine", text)]
    assert re.search(r"15\.1\.2027, \d+\.\d\d, 42 MB", line(page(house, language="fi"), "backup"))


def test_what_only_an_admin_can_do_is_linked_for_admins(house: House) -> None:
    assert 'href="/eye"' in line(page(house, admin=True), "light")
    assert 'href="/eye"' not in line(page(house, admin=True), "camera")  # nothing is wrong with it
    assert 'href="/eye"' not in line(page(house), "light")


def test_the_page_names_no_phone_and_no_key(house: House) -> None:
    shown = page(house)
    assert "Asha" not in shown
    assert "key=" not in shown
    assert "2 phones were let in" in line(shown, "phones")


def test_open_pages_are_counted_and_few_left_are_worth_a_look(house: House) -> None:
    live = house.app.extensions["live"]
    assert live.enter("player", "one-phone")
    assert live.enter("watcher", "at 10.0.0.7")
    assert "here now: 1; only watching: 1" in line(page(house), "phones")
    assert "at once: 2, at most 64" in line(page(house), "streams")
    for number in range(60):
        assert live.enter("admin", f"phone {number}")
    assert "look" in line(page(house), "streams")
    live.close()


def test_programs_read_the_same_with_figures(house: House) -> None:
    told = house.player().client.get("/api/v1/status").get_json()
    assert told["verdict"] == "broken"
    assert told["now"] > 1_700_000_000
    by_topic = {one["topic"]: one for one in told["lines"]}
    assert by_topic["disk"] == {
        "topic": "disk",
        "title": "Room on the disk",
        "verdict": "broken",
        "text": "3.4 GB of 30 GB are free",
        "advice": "Make room soon",
        "figures": {"free": 3_400_000_000, "total": 30_000_000_000},
    }
    assert by_topic["phones"]["figures"] == {"paired": 2, "playing": 0, "watching": 0}


def test_figures_have_names_and_units() -> None:
    hours = counted("{count} hour", "{count} hours", 3, seconds=10_800)
    parts = {"inner": Message("{free}", {"free": Size(7)}), "box": hours, "when": Moment(5.4)}
    found = Finding("x", "fine", Message("{inner}, {box}, {when}", parts)).figures
    assert found == {"free": 7, "box_s": 10_800, "when": 5}
