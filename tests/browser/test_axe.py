"""No page breaks a rule of WCAG 2.2 AA that axe-core can see: light and dark, on a phone and on a desktop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import Look
from engine.house import house_rules
from engine.messages import Message
from engine.notation import write_house
from engine.throw import Cowries, Dice
from journals_for_tests import play_on
from ports_for_tests import House
from web.ports import Trust

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]
OURS = house_rules("pachisi", "six", {"gate": True}, name="Ours")
PAGES = (
    "/new",
    "/new?game=backgammon",
    "/rules",
    "/rules/backgammon",
    "/rules/pachisi/seven",
    "/games",
    "/games/1",
    "/games/2",
    "/games/1/delete",
    "/backup",
    "/guide",
    "/install",
    "/away",
    "/phone",
    "/phones",
    "/phones/admin/unpair",
    "/phones/player/unpair",
    "/phones/player/role?role=admin",
    "/games/throws",
    "/new?game=pachisi",
    "/house",
    "/house/1",
    "/house/1/change",
    "/house/1/delete",
    "/house/shared",
    f"/house/shared?rules={write_house(OURS)}",
    "/house/shared?rules=rubbish",
    "/lamps",
    "/eye",
    "/sound",
    "/out",
    "/language",
    "/tv",
    "/blind",
    "/nothing",
)


NO_PAGES = {
    "/photos/<name>.jpg",
    "/snapshot.jpg",
    "/wiring.svg",
    "/print/<board>-<size>.<kind>",
    "/games.jsonl",
    "/games/<int:number>.jsonl",
    "/games/<int:number>/steps/<int:step>",
    "/events",
    "/board",
    "/ways",
    "/eye/picture.jpg",
    "/eye/state",
    "/eye/seen-<int:number>.jpg",
    "/install/charkoni.crt",
    "/manifest.webmanifest",
    "/worker.js",
}
"""What is fetched by pages, or drawn and downloaded."""


def test_no_page_is_forgotten_here(house: House) -> None:
    house.start()
    gets = {rule.rule for rule in house.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    pages = {rule for rule in gets - NO_PAGES if not rule.startswith(("/static/", "/api/"))}
    urls = house.app.url_map.bind("")
    looked_at = [address.partition("?")[0] for address in ("/", *PAGES) if address != "/nothing"]
    assert pages - {urls.match(address, return_rule=True)[0].rule for address in looked_at} == set()


def host(page: Any) -> str:
    return "/".join(page.url.split("/")[:3])


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_no_page_breaks_a_rule(house: House, open_phone: Open, broken: Look, size: dict[str, int]) -> None:
    house.start("chowka-bhara", "5x5", ("Asha", "Ravi", "Mina", "Dev"))
    play_on(house.table, 30, seed=2)
    house.book.keep(OURS)
    house.book.keep(house_rules("pachisi", "six", {}, name="Ours"))
    house.start("pachisi")
    house.https.now = Trust("", "AB:" * 31 + "CD", 8443, frozenset({"192.168.1.20"}))
    page = open_phone(admin=True)
    page.set_viewport_size(size)
    wrong = {}
    for address in PAGES:
        page.goto(host(page) + address)
        wrong[address] = broken(page)
    assert {address: found for address, found in wrong.items() if found} == {}


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_the_play_page_breaks_no_rule_in_any_game(
    house: House, open_phone: Open, broken: Look, size: dict[str, int]
) -> None:
    house.start("pachisi", "six", ("Asha", "Ravi", "Mina", "Dev"))
    house.table.throw(Cowries(5, 6), source="typed")
    page = open_phone()
    page.set_viewport_size(size)
    page.locator("html.script").wait_for()
    assert broken(page) == []
    house.start("backgammon", "finnish")
    house.table.throw(Dice((6, 3)), source="typed")
    page.reload()
    page.locator(".can").first.wait_for()
    page.locator(".told summary").first.click()
    page.locator("#more-moves summary").click()
    assert broken(page) == []


def test_the_questions_of_the_play_page_break_no_rule(house: House, open_phone: Open, broken: Look) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    house.table.report_move((0, 0), "r4c4")
    page = open_phone()
    page.locator(".illegal").wait_for()
    page.click("#rule summary")
    assert broken(page) == []
    house.table.moved_back(house.table.model.question.seq)  # type: ignore[union-attr]
    house.table.ask(
        faces=("mouth",), alternatives=(Cowries(2, 4),), doubts=(Message("one shell leans: lay it flat"),)
    )
    page.locator(".asked").wait_for()
    page.click("#throw-sheet summary")
    assert broken(page) == []
    page.keyboard.press("Escape")
    page.click("#arrange-open")
    page.locator(".board.arranging").wait_for()
    assert broken(page) == []


def test_what_breaks_a_rule_is_found(house: House, open_phone: Open, broken: Look) -> None:
    house.start()
    page = open_phone()
    page.evaluate("document.querySelector('.mark').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#main').append(document.createElement('img'))")
    page.evaluate("document.querySelector('#main').append(document.createElement('button'))")
    assert {found.split(":")[0] for found in broken(page)} == {"image-alt", "button-name"}
