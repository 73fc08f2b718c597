"""No page breaks a rule of WCAG 2.2 AA that axe-core can see: light and dark, on a phone and on a desktop."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from random import Random
from typing import Any

import pytest

from axe_for_tests import Axe
from browser_for_tests import address, more
from device.store.tokens import put_tokens
from engine.ending import Agree, Resign
from engine.house import house_rules
from engine.match import Conduct, TimeControl
from engine.messages import Message
from engine.notation import read_games, replay_record, write_house, write_record
from engine.throw import Cowries, Dice
from engines.random_matches import match_setup
from engines.whole_matches import play_whole
from journals_for_tests import play_on
from places import ROOT
from ports_for_tests import House
from web.ports import Trust

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
PARTS = 4
"""In so many tests all pages are looked at, so that two processes share them."""
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
    "/games/1/record",
    "/games/1/delete",
    "/games/1/open",
    "/games/3",
    "/games/3/record",
    "/matches",
    "/matches/3",
    "/backup",
    "/games/import",
    "/games/import/1",
    "/guide",
    "/install",
    "/away",
    "/phone",
    "/phones",
    "/phones/admin/unpair",
    "/phones/player/unpair",
    "/phones/player/role?role=admin",
    "/phones/tokens/token-aaaaaaaaaaaaaaaa/take-back",
    "/games/throws",
    "/people",
    "/people/1",
    "/people/1/delete",
    "/new?game=pachisi&option-gate=true&option-table=six-tylor&option-stack=castles",
    "/new?game=backgammon&option-start=nackgammon",
    "/house",
    "/house/1",
    "/house/1/change",
    "/house/1/delete",
    "/house/shared",
    f"/house/shared?rules={write_house(OURS)}",
    "/house/shared?rules=rubbish",
    "/status",
    "/status/stop",
    "/lamps",
    "/eye",
    "/eye/board",
    "/board/seen",
    "/sound",
    "/connections",
    "/out",
    "/language",
    "/tv",
    "/overlay",
    "/overlay?at=top-left&ground=light",
    "/blind",
    "/nothing",
    "/end",
    "/clock",
    "/conduct",
    "/seats",
    "/earlier",
)


MATCH_PAGES = ("/", "/games/1/open", "/matches", "/conduct", "/overlay", "/status/stop")
"""Looked at while a match in tournament mode goes on, and an older one is closed."""

NO_PAGES = {
    "/photos/<name>.jpg",
    "/snapshot.jpg",
    "/stream.mjpg",
    "/webcam/",
    "/metrics",
    "/wiring.svg",
    "/print/<board>-<size>.<kind>",
    "/games.jsonl",
    "/games/<int:number>.jsonl",
    "/matches/<int:number>.<form>",
    "/backup/file/<tag>",
    "/games/<int:number>/steps/<int:step>",
    "/games/<int:number>/turns/<int:row>",
    "/games/<int:number>/turns/<int:row>/record",
    "/events",
    "/board",
    "/blind/places",
    "/blind/clock",
    "/blind/turns/<int:ago>",
    "/ways",
    "/eye/picture.jpg",
    "/eye/state",
    "/eye/seen-<int:number>.jpg",
    "/eye/board/picture.jpg",
    "/eye/board/state",
    "/board/seen.jpg",
    "/board/seen/part",
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
    looked_at = [path.partition("?")[0] for path in (*MATCH_PAGES, *PAGES) if path != "/nothing"]
    assert pages - {urls.match(path, return_rule=True)[0].rule for path in looked_at} == set()


def send_games(house: House) -> None:
    """Send a file of games to look at; one of them differs from the rules, one cannot be read."""
    found = read_games((ROOT / "tests" / "golden" / "gnubg-match.mat").read_bytes())
    records = [write_record(replay_record(game.record)) for game in found if game.record]
    records[0] = records[0].replace("13/11 24/23", "13/11 24/22", 1)
    records[1] = records[1].replace("4-3; ", "4-7; ", 1)
    admin = house.admin()
    file = (BytesIO("".join(records).encode()), "match.txt")
    sent = admin.client.post("/games/import", data={"csrf": admin.state()["csrf"], "games": file})
    assert sent.location == "/games/import/1"


@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_breaks_a_rule(house: House, open_phone: Open, broken: Axe, part: int) -> None:
    house.start("chowka-bhara", "5x5", ("Asha", "Ravi", "Mina", "Dev"))
    play_on(house.table, 30, seed=2)
    house.book.keep(OURS)
    house.book.keep(house_rules("pachisi", "six", {}, name="Ours"))
    house.people.remember(["Asha", "Ravi", "Mina"], game=1)
    house.people.change(1, name="Asha K.", sign=2)
    house.start("pachisi")
    house.table.play(Agree((0,)))
    play_whole(Random(7), table=house.table, length=3)
    put = '{"%s": ["Lamp", "player", 0, 0, 0]}' % ("a" * 64)
    house.journal.write(lambda writer: put_tokens(writer, put))
    house.tokens.__init__(house.journal)  # type: ignore[misc]
    house.https.now = Trust("", "AB:" * 31 + "CD", 8443, frozenset({"192.168.1.20"}))
    send_games(house)
    page = open_phone(admin=True)
    wrong = {}
    for path in PAGES[part::PARTS]:
        page.goto(address(page, path))
        wrong[path] = broken(page, SIZES)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_the_pages_of_a_match_in_tournament_mode_break_no_rule(
    house: House, open_phone: Open, broken: Axe
) -> None:
    conduct = Conduct(event="Sunday cup", round="Final", tournament=True)
    for _ in range(2):
        house.table.start(match_setup(3, times=TimeControl(12.0, 360.0), conduct=conduct))
        house.table.throw(Dice((3, 1)))
    page = open_phone(admin=True)
    assert page.locator(".head .mode").is_visible()
    wrong = {}
    for path in MATCH_PAGES:
        assert page.goto(address(page, path)).status == 200, path
        wrong[path] = broken(page, SIZES)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_the_play_page_breaks_no_rule_in_any_game(house: House, open_phone: Open, broken: Axe) -> None:
    house.start("pachisi", "six", ("Asha", "Ravi", "Mina", "Dev"))
    house.table.throw(Cowries(5, 6), source="typed")
    assert broken(open_phone(), SIZES) == []
    house.start("backgammon", "finnish")
    house.table.throw(Dice((6, 3)), source="typed")
    page = open_phone()
    page.locator(".told summary").first.click()
    more(page)
    page.locator("#more-moves summary").click()
    assert broken(page, SIZES) == []


def test_the_questions_of_the_play_page_break_no_rule(house: House, open_phone: Open, broken: Axe) -> None:
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
    assert broken(page) == []
    page.click(".asked > summary")  # it is folded into one line, and the bar is free
    page.click("#throw-sheet summary")
    assert broken(page) == []
    page.keyboard.press("Escape")
    more(page)
    page.click("#arrange-open")
    page.locator(".board.arranging").wait_for()
    assert broken(page) == []


def test_a_resignation_that_waits_breaks_no_rule(house: House, open_phone: Open, broken: Axe) -> None:
    house.start("backgammon", "standard")
    house.table.play(Resign(0, 2))
    page = open_phone()
    page.locator(".ask").wait_for()
    assert broken(page, SIZES) == []


def test_the_page_that_opens_a_match_breaks_no_rule(house: House, open_phone: Open, broken: Axe) -> None:
    house.table.start(match_setup(3, conduct=Conduct(tournament=True)))
    house.table.throw(Dice((3, 1)))
    house.start("pachisi")
    page = open_phone(admin=True)
    for path in ("/games", "/games/1/open"):
        page.goto(address(page, path))
        assert broken(page, SIZES) == []
    page.get_by_role("button", name="Open the match").click()
    page.get_by_text("The match is open").wait_for()


def test_what_breaks_a_rule_is_found(house: House, open_phone: Open, axe_script: str) -> None:
    house.start()
    page = open_phone()
    page.evaluate("document.querySelector('.mark').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#main').append(document.createElement('img'))")
    page.evaluate("document.querySelector('#main').append(document.createElement('button'))")
    assert named(Axe(axe_script)(page)) == {"390 light image-alt", "390 light button-name"}


def named(found: list[str]) -> set[str]:
    return {one.split(":")[0] for one in found}


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("@media (width < 600px) { #late { display: none; } }", {"1280 light image-alt"}),
        ("@media (width > 600px) { h2 { color: #ddd; } }", {"1280 light color-contrast"}),
        (
            "@media (width > 600px) and (prefers-color-scheme: dark) { h2 { color: #333; } }",
            {"1280 dark color-contrast"},
        ),
        (
            "@media (width > 600px) { .menu nav a { padding: 0; min-height: 0; font-size: 9px; } }",
            {"1280 light target-size"},
        ),
    ],
)
def test_what_breaks_a_rule_only_on_a_large_screen_is_found(
    house: House, open_phone: Open, axe_script: str, rule: str, found: set[str]
) -> None:
    house.start()
    page = open_phone()
    if "#late" in rule:
        page.evaluate("document.querySelector('#main').append(document.createElement('img'))")
        page.evaluate("document.querySelector('#main > img:last-child').id = 'late'")
    if ".menu" in rule:
        page.click("#menu summary")  # open, it would lie over the headings
    page.evaluate(
        "rule => ((last) => last.insertRule(rule, last.cssRules.length))([...document.styleSheets].at(-1))",
        rule,
    )
    assert named(Axe(axe_script)(page, SIZES)) == found
