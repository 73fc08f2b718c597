"""Every page in every state of a house, loaded once: read by all, in our letters, within the phone."""

from __future__ import annotations

from typing import Any

import pytest

from axe_for_tests import broken_rules
from browser_for_tests import Open, address, width
from ports_for_tests import House
from states import STATES, Scene, State

pytestmark = pytest.mark.browser

PHONE, SMALL, DESKTOP = (
    {"width": 390, "height": 844},
    {"width": 375, "height": 667},
    {"width": 1280, "height": 800},
)
SCREENS = ("/tv", "/overlay")
"""Pages that are made for larger screens."""

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

SEEN = """
() => {
  const shown = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const texts = shown.filter((one) => [...one.childNodes].some((part) => part.data?.trim()));
  const foreign = texts
    .filter((one) => !one.closest("svg, pre, code, textarea, .address, option, select, input"))
    .filter((one) => !getComputedStyle(one).fontFamily.startsWith('"Noto Serif"'));
  const painted = shown.filter((one) => one.matches(".unseen:not(button)"))
    .filter((one) => box(one).right > 0 && (box(one).width > 1 || box(one).height > 1));
  const cut = shown
    .filter((one) => one.matches(".name, .by, .whose strong, .home, .beside, .roll, .seats li, .turns *,"
      + ".players li, .win h2, .score .points, .score .goal, .clock .side, .actions :is(button, summary)"))
    .filter((one) => !one.matches(":is(.match, .clock) .name, .who, .tv *"))
    .filter((one) => getComputedStyle(one).display !== "inline")
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2);
  const small = shown.filter((one) => one.matches("main button, main .button, main summary"))
    .filter((one) => !one.closest("svg, .tv") && box(one).height && box(one).height < 24);
  const about = (kind, found) => found.map((one) => `${kind}: ${one.outerHTML.slice(0, 120)}`);
  return [
    ...about("not our letters", foreign), ...about("painted", painted), ...about("cut", cut),
    ...about("too small to touch", small),
  ];
}
"""
"""Lists what is written in other letters, painted though meant for screen readers alone, cut, or small."""

LARGE = """
async () => {
  document.documentElement.style.fontSize = "200%";
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
}
"""
"""Doubles the size of type, and waits until all of the page has heard of it."""

BROKEN = """
() => {
  const line = document.createRange();
  const found = [];
  for (const heading of document.querySelectorAll("h1:not(.unseen)")) {
    const text = heading.firstChild;
    for (const word of text?.data?.matchAll(/\\S+/g) ?? []) {
      line.setStart(text, word.index);
      line.setEnd(text, word.index + word[0].length);
      if (new Set([...line.getClientRects()].map((one) => one.top)).size > 1) found.push(word[0]);
    }
  }
  return found;
}
"""
"""Lists words of headings that stand on two lines."""


def test_no_page_is_forgotten_here(house: House) -> None:
    house.start()
    gets = {rule.rule for rule in house.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    pages = {rule for rule in gets - NO_PAGES if not rule.startswith(("/static/", "/api/"))}
    urls = house.app.url_map.bind("")
    looked_at = [path.partition("?")[0] for state in STATES for path in state.paths if path != "/nothing"]
    assert pages - {urls.match(path, return_rule=True)[0].rule for path in looked_at} == set()


def opened(house: House, open_phone: Open, state: State, **settings: Any) -> Any:
    """Bring the house into a state, and open a phone of an admin beside it."""
    state.lay(Scene(house, state.game, state.names))
    return open_phone(admin=True, path=state.paths[0], **settings)


def shown(page: Any, state: State, path: str) -> None:
    if page.url != address(page, path):
        page.goto(address(page, path))
    if state.act:
        state.act(page)


EACH = pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)


@EACH
def test_every_page_is_read_and_touched_by_all_and_fits_the_phone(
    house: House, open_phone: Open, axe_script: str, state: State
) -> None:
    page = opened(house, open_phone, state)
    found = {}
    for path in state.paths:
        is_large = path.partition("?")[0] in SCREENS
        page.set_viewport_size(DESKTOP if is_large else PHONE)
        shown(page, state, path)
        found[path] = [*broken_rules(page, axe_script), *page.evaluate(SEEN)]
        for size in () if is_large else (SMALL, PHONE):
            page.set_viewport_size(size)
            found[path] += [f"wider than {size['width']}"] * (width(page) > size["width"])
        if not is_large:
            page.evaluate(LARGE)
            found[path] += ["wider in large type"] * (width(page) > 390)
            found[path] += [f"broken in large type: {word}" for word in page.evaluate(BROKEN)]
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


# In the dark and on a desktop contrast and room alone can differ: `make test-all` looks there.
@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@EACH
def test_no_page_breaks_a_rule_on_a_desktop_or_in_the_dark(
    house: House, open_phone: Open, axe_script: str, state: State, scheme: str
) -> None:
    page = opened(house, open_phone, state, color_scheme=scheme)
    found = {}
    sizes = (PHONE, DESKTOP) if scheme == "dark" else (DESKTOP,)
    for path in state.paths:
        page.set_viewport_size(sizes[0])
        shown(page, state, path)
        for size in sizes:
            page.set_viewport_size(size)
            found[path, size["width"]] = broken_rules(page, axe_script)
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_what_breaks_a_rule_is_found(house: House, open_phone: Open, axe_script: str) -> None:
    house.start()
    page = open_phone()
    page.evaluate("document.querySelector('.mark').removeAttribute('aria-label')")
    for tag in ("img", "button"):
        page.evaluate("tag => document.querySelector('#main').append(document.createElement(tag))", tag)
    page.evaluate("document.querySelector('#main').style.width = '500px'")
    assert {one.partition(":")[0] for one in broken_rules(page, axe_script)} == {"image-alt", "button-name"}
    assert width(page) > PHONE["width"]
