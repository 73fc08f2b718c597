"""Questions on phones: refusals lead to their rule, warnings, resignations and what was seen on the board."""

from __future__ import annotations

import re
from typing import Any

import pytest

from boards.painted_board import start
from browser_for_tests import SPOKEN, Open, hit, knows, meant, more, next_page, stop_clock
from device.follow.conclusions import Asks, Followed
from engine.events import Setup
from engine.facts import Ending, Outcome
from engine.move import Play, parse_move
from engine.rulebook import RULES
from engine.table.commands import ReportMove, SetPosition, TakeThrow
from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

ILLEGAL = "a 0/2 =1"


def heard(page: Any, text: str) -> None:
    page.locator("#heard", has_text=text).wait_for()


def refused(house: House, open_phone: Open, **settings: Any) -> Any:
    """Let a page ask for a move that the rules forbid, as a page that is wrong would."""
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
    page = open_phone(**settings)
    if settings.get("own_clock"):
        stop_clock(page)
    more(page)
    button = page.locator(".moves button").first
    button.evaluate("(button, move) => { button.value = move; }", ILLEGAL)
    button.click()
    page.locator("#said a.rule").wait_for()
    return page


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


def test_a_refused_tap_leads_to_its_rule_even_after_the_box_was_away(house: House, open_phone: Open) -> None:
    page = refused(house, open_phone)
    assert re.match(r"C\d+: ", page.locator("#said").inner_text())
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    page.context.set_offline(False)
    page.locator("#away[hidden]").wait_for(state="attached")
    link = page.locator("#said a.rule")
    assert link.bounding_box()["height"] >= 24, "large enough for a finger"
    with next_page(page):
        link.click()
    rule_is_shown(page)


def test_the_message_waits_for_who_is_about_to_follow_its_link(house: House, open_phone: Open) -> None:
    page = refused(house, open_phone, own_clock=True)
    page.clock.run_for(15_000)
    assert page.locator("#said a.rule").count() == 1
    page.locator("#said a.rule").focus()
    page.clock.run_for(60_000)
    assert page.locator("#said a.rule").count() == 1
    page.evaluate("document.activeElement.blur()")
    page.clock.run_for(4_000)
    assert page.locator("#said p").count() == 0


def test_the_spoken_page_says_the_rule_of_a_button_and_of_a_move_on_the_board(
    house: House, open_phone: Open
) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
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
    assert RULES[said.partition(":")[0]].rstrip(".") in said
    assert page.locator("#heard").inner_text() == said
    page.unroute("**/api/v1/moves")
    house.table.do(ReportMove((0, 0), "r4c4"))
    rule = house.table.model.question.reason.rule  # type: ignore[union-attr]
    heard(page, RULES[rule].rstrip(".")[:60])


def test_from_a_refusal_we_play_it_differently_leads_to_the_option(house: House, open_phone: Open) -> None:
    house.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
    house.table.do(SetPosition({"pawns": [[0, 2, 0, 0], [0, 0, 0, 1]], "bank": [2], "turn": 0}))
    house.table.do(ReportMove((0, 0), "r3c4"))
    page = open_phone()
    page.locator("#rule summary").click()
    page.get_by_role("link", name="We play it differently").click()
    page.wait_for_url("**/new?*")
    assert page.locator("#option-share_own select, #option-entry select").first.is_visible()


def warned(house: House) -> None:
    """Play Pachisi to where Asha's 4 may bring piece a to a square from which no throw takes it home."""
    house.start("pachisi")
    house.table.do(SetPosition({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]}))
    house.table.do(TakeThrow(Cowries(4, 6)))


def step(house: House) -> int:
    return int(house.table.model.state.pieces[0][0])


def test_a_touched_move_is_warned_of_and_left_or_played(house: House, open_phone: Open) -> None:
    warned(house)
    page = open_phone()
    page.set_viewport_size({"width": 375, "height": 667})
    for answer, came in ((0, 79), (1, 83)):
        meant(page)
        page.locator(hit("r15c9")).dispatch_event("click")
        page.locator(".ask").wait_for()
        assert step(house) == 79
        assert page.locator(".ask button:visible").count() == 2
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator(".ask button:visible").nth(answer).click()
        page.locator(".ask").wait_for(state="detached")
        knows(page, house.journal.last_seq())
        assert step(house) == came
    page.locator('[data-piece="0,0"][data-square="r11c9"]').wait_for()


def test_the_spoken_page_tells_the_warning_and_what_can_be_answered(house: House, open_phone: Open) -> None:
    warned(house)
    page = open_phone(path="/blind")
    page.click("#start")
    for times, came in ((1, 79), (2, 83)):
        page.click("#what")
        heard(page, "1 of 3: a moves 4")
        page.click("#confirm")
        heard(page, "From there no throw takes the piece home")
        assert step(house) == 79
        for _ in range(times):
            page.click("#what")
        heard(page, f"{times} of 2:")
        page.click("#confirm")
        page.locator("#heard", has_text=f"{times} of 2:").wait_for(state="detached")
        knows(page, house.journal.last_seq())
        assert step(house) == came


def test_a_resignation_takes_a_tick_and_the_other_phone_answers_without_reload(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon", "standard")
    mine, other = open_phone(), open_phone()
    more(mine)
    mine.click('.tools a[href="/end"]')
    resign = mine.locator("section.card", has_text="A player resigns")
    resign.locator("button").click()
    assert mine.url.endswith("/end"), "without the tick nothing is sent"
    assert house.table.model.line.declared.offered is None
    resign.locator("select[name=points]").select_option("2")
    resign.locator("input[name=sure]").check()
    resign.locator("button").click()
    mine.wait_for_url("**/")
    other.locator(".ask h2").wait_for()
    assert other.locator("#did").count() == 0
    other.click('button[value="accept"]')
    for phone in (mine, other):
        phone.locator(".whose.over").wait_for()
    assert house.table.model.outcome == Outcome((1,), Ending.RESIGNED, points=2)


def test_the_spoken_page_tells_an_offer_and_answers_it(house: House, open_phone: Open) -> None:
    house.start("backgammon", "standard")
    page = open_phone(path="/blind")
    house.player().do("endings", how="resign", player=1, sure=True)
    heard(page, "Asha accepts or refuses the resignation")
    for button, place in (("#what", 1), ("#what", 2), ("#before", 1)):
        page.click(button)
        heard(page, f"{place} of 2:")
    page.click("#confirm")
    heard(page, "Asha has won by resignation")
    assert house.table.model.outcome == Outcome((0,), Ending.RESIGNED)


def test_what_was_done_on_the_board_is_answered_by_touch(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    page.set_viewport_size({"width": 375, "height": 667})
    for answer, plays in (("24/21 6/5", ["24/21 6/5"]), ("None of these", [])):
        with next_page(page):
            house.start("backgammon", "standard")
        house.table.do(TakeThrow(Dice((3, 1))))
        house.see_board({**start(), 8: 2, 5: 2, 6: 4})
        seen = house.seen
        assert seen is not None
        turns = tuple(Followed((parse_move(text),)) for text in ("8/5 6/5", "24/21 6/5"))
        house.reports.ask(Asks(turns, ("p8",)), house.table.model, seen.frame, seen.pose)
        page.get_by_role("button", name=answer).click()
        page.locator(".ask").wait_for(state="detached")
        played = [str(one.action) for one in house.table.model.actions if isinstance(one.action, Play)]
        assert played == plays
