"""A refused tap leads to its rule in one more, with script and without, and the spoken page says it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import SPOKEN, more, next_page, stop_clock
from engine.rulebook import RULES
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
ILLEGAL = "a 0/2 =1"


def refused_button(page: Any) -> Any:
    """Make a button of the page ask for a move that the rules forbid, as a page that is wrong would."""
    more(page)
    button = page.locator(".moves button").first
    button.evaluate("(button, move) => { button.value = move; }", ILLEGAL)
    return button


def rule_is_shown(page: Any) -> None:
    """The page of the rules lies at the rule, which stands out from the others."""
    page.wait_for_url(re.compile(r"/rules#C\d+$"))
    rule = page.url.partition("#")[2]
    shown = page.locator(f"#{rule}")
    assert RULES[rule] in shown.inner_text()
    box = shown.bounding_box()
    assert 0 <= box["y"] < page.viewport_size["height"]
    ground = "one => getComputedStyle(one).backgroundColor"
    assert page.evaluate("document.querySelector(':target').id") == rule
    assert shown.evaluate(ground) != page.locator(".rulebook div:not(:target)").first.evaluate(ground)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_refused_tap_leads_to_its_rule(house: House, open_phone: Open, scheme: str) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone(color_scheme=scheme)
    refused_button(page).click()
    link = page.locator("#said a.rule")
    link.wait_for()
    assert re.match(r"C\d+: ", page.locator("#said").inner_text())
    box = link.bounding_box()
    assert box["height"] >= 24, "large enough for a finger"
    with next_page(page):
        link.click()
    rule_is_shown(page)


def test_the_message_waits_for_who_is_about_to_follow_its_link(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone(own_clock=True)
    stop_clock(page)
    refused_button(page).click()
    page.locator("#said a.rule").wait_for()
    page.clock.run_for(15_000)
    assert page.locator("#said a.rule").count() == 1
    page.locator("#said a.rule").focus()
    page.clock.run_for(60_000)
    assert page.locator("#said a.rule").count() == 1
    page.evaluate("document.activeElement.blur()")
    page.clock.run_for(4_000)
    assert page.locator("#said p").count() == 0


def test_the_message_outlives_a_box_that_was_away_for_a_moment(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone()
    refused_button(page).click()
    page.locator("#said a.rule").wait_for()
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    page.context.set_offline(False)
    page.locator("#away[hidden]").wait_for(state="attached")
    assert page.locator("#said a.rule").count() == 1


def test_without_script_the_refusal_leads_to_its_rule(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone(java_script_enabled=False)
    button = refused_button(page)
    with next_page(page):
        button.click()
    with next_page(page):
        page.click("#said a.rule")
    rule_is_shown(page)


def test_a_position_that_cannot_be_leads_to_its_rule(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    more(page)
    page.click("#arrange-open")
    page.locator(".board.arranging").wait_for()
    for piece in ("0,0", "0,1"):
        page.select_option('#arrange select[name="piece"]', piece)
        page.select_option('#arrange select[name="place"]', "r3c4")
        page.click('#arrange button[name="put"]')
        page.locator(f'.moved[data-piece="{piece}"]').wait_for()
    page.click('#arrange button[name="done"]')
    with next_page(page):
        page.click("#arrange .why a.rule")
    rule_is_shown(page)


def test_the_spoken_page_says_the_rule(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone(path="/blind")
    page.evaluate(SPOKEN)
    page.click("#start")
    page.click("#what")

    def forbid(route: Any) -> None:
        sent = route.request.post_data_json
        route.continue_(post_data={**sent, "move": ILLEGAL})

    page.route("**/api/v1/moves", forbid)
    page.click("#confirm")
    page.wait_for_function("() => window.spoken.at(-1).startsWith('C')")
    said = page.evaluate("window.spoken.at(-1)")
    rule = said.partition(":")[0]
    assert RULES[rule].rstrip(".") in said
    assert page.locator("#heard").inner_text() == said


def test_the_spoken_page_says_the_rule_of_a_move_on_the_board(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone(path="/blind")
    house.table.report_move((0, 0), "r4c4")
    rule = house.table.model.question.reason.rule  # type: ignore[union-attr]
    page.locator("#heard", has_text=RULES[rule].rstrip(".")[:60]).wait_for()
