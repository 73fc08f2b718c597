"""House rules in a link: what it holds, what another box says of it, and links that are bad."""

from __future__ import annotations

import base64
import json
import re
from binascii import crc32
from pathlib import Path

from engine.notation import read_house, write_house
from house_rules_for_tests import NAME, names, rules, send, shown
from ports_for_tests import House
from web.rules.house_rules import word_in


def link_of(house: House, number: int = 1) -> str:
    page = house.player().client.get(f"/house/{number}").text
    found = re.search(r'class="address">([^<]+)<', page)
    assert found is not None
    return found[1]


def test_the_link_holds_the_rules_and_no_key(house: House) -> None:
    house.book.keep(rules(gate=True, version=4))
    link = link_of(house)
    assert link.startswith("http://192.168.1.20:8000/house/shared?rules=1.")
    assert "key" not in link.partition("rules=")[0]
    assert read_house(word_in(link)) == rules(gate=True, version=4)


def test_another_box_says_what_differs_keeps_the_rules_and_begins_with_them(
    house: House, tmp_path: Path
) -> None:
    house.book.keep(rules(gate=True, version=4))
    link = link_of(house)
    other = House(tmp_path / "other")
    try:
        phone = other.player()
        page = phone.client.get("/house/shared", query_string={"rules": f" {link}\n"})
        assert page.status_code == 200
        text = shown(page.text)
        assert f"{NAME}, version 4" in text
        assert "Nobody enters or moves before a 2, 3 or 4 of their own: yes P3 as usual: no" in text
        word = word_in(link)
        begun = send(phone, "/new", game="pachisi", preset=f"shared-{word}", name=["Mina", "Dev"])
        assert begun.status_code == 200
        assert other.table.model.setup.house == rules(gate=True, version=4)
        assert other.book.everything() == []
        assert "version 4" in send(phone, "/house/shared", rules=word, house=NAME).text
        assert [kept.newest for kept in other.book.everything()] == [rules(gate=True, version=4)]
        again = phone.client.get("/house/shared", query_string={"rules": word}).text
        assert f"This box has the same rules: {NAME}, version 4." in shown(again)
        changed = write_house(rules(split=True, version=2))
        asked = shown(phone.client.get("/house/shared", query_string={"rules": changed}).text)
        assert "Kept by this name, these become version 5." in asked
        send(phone, "/house/shared", rules=changed, house="Another name")
        assert names(other) == [f"{NAME}, version 4", "Another name, version 2"]
    finally:
        other.close()


def test_a_watcher_sees_a_link_and_can_do_nothing_with_it(house: House) -> None:
    word = write_house(rules(gate=True))
    page = house.watcher().get(f"/house/shared?rules={word}").text
    assert NAME in shown(page)
    assert "This phone watches" in page
    assert "<form" not in page
    assert house.watcher().post("/house/shared", data={"rules": word, "house": NAME}).status_code == 403


def word_of(parts: object, *, form: int = 1) -> str:
    told = json.dumps(parts).encode()
    return f"{form}.{base64.urlsafe_b64encode(told).rstrip(b'=').decode()}.{crc32(told):08x}"


BAD = [
    ("hello", "These are no house rules", 400),
    ("http://192.168.1.20:8000/?key=let-me-in", "These are no house rules", 400),
    ("x" * 3000, "These are no house rules", 400),
    ("\x00\ud7ff<script>alert(1)</script>", "These are no house rules", 400),
    (word_of(["pachisi", "six", "Ours", 1, {}], form=2), "A newer version of charkoni", 400),
    (word_of(["pachisi", "six", "Ours", 1, {}])[:-3] + "000", "came through damaged", 400),
    (word_of(["ludo", "six", "Ours", 1, {}]), "This box does not know that game", 422),
    (word_of(["pachisi", "six", "Ours", 1, {"jump": True}]), "something that this box does not know", 422),
    (word_of(["pachisi", "six", "Ours", 1, {"gate": "<b>"}]), "(P3) cannot be so on this box", 422),
    (word_of(["pachisi", "six", "Ours", 5000, {}]), "1 to 999", 422),
    (word_of(["pachisi", "six", "Ours", 1, {"revenge": True}]), "P20 needs P19", 422),
]
"""What stands in a link, and what is said of it."""


def test_a_bad_link_is_told_on_a_clear_page(house: House) -> None:
    for text, words, status in BAD:
        answer = house.player().client.get("/house/shared", query_string={"rules": text})
        assert answer.status_code == status, words
        assert "<script>alert" not in answer.text
        assert words in shown(answer.text).replace("&lt;", "<").replace("&gt;", ">")
        assert "Nothing was kept or changed." in answer.text
        kept = send(house.player(), "/house/shared", rules=text, house="Ours")
        assert kept.status_code == status
    assert names(house) == []


def test_a_name_is_only_a_name(house: House) -> None:
    house.book.keep(rules("<img src=x onerror=alert(1)>"))
    word = write_house(rules("<img src=x onerror=alert(1)>"))
    send(house.player(), "/new", game="pachisi", preset="house-1-1", name=["A", "B"])
    for path in (
        f"/house/shared?rules={word}",
        "/house",
        "/house/1",
        "/house/1/change",
        "/new?game=pachisi",
        "/rules",
    ):
        text = house.player().client.get(path).text
        assert "<img src=x" not in text, path
        assert "&lt;img src=x" in text, path
