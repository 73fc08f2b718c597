"""The game across the room: a television without holes, and a score over a stream, read over any picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from browser_for_tests import Open
from engine.ending import Accept, Resign
from engine.match import Conduct, TimeControl
from engine.table.commands import PlayMove, ReportMove, TakeThrow
from engine.throw import Cowries, Dice
from engines.random_matches import match_setup
from journals_for_tests import play_by_chance
from ports_for_tests import KEY, House
from states import LONG, NAMES, Scene, illegal, in_match, won

pytestmark = pytest.mark.browser

SCREENS = ((1280, 800), (1280, 720), (1920, 1080), (1080, 1920))
LARGEST_HOLE = 0.24
"""Side of the largest empty square beside the board, as a part of the screen's smaller side."""

CUT = """
() => {
  const cut = [];
  const within = (box, other) =>
    box.left >= other.left - 1 && box.right <= other.right + 1 &&
    box.top >= other.top - 1 && box.bottom <= other.bottom + 1;
  const apart = (box, other) =>
    box.right <= other.left + 1 || other.right <= box.left + 1 ||
    box.bottom <= other.top + 1 || other.bottom <= box.top + 1;
  const seen = (one) => one.getBoundingClientRect().width && getComputedStyle(one).display !== "inline";
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (const one of document.querySelectorAll("main *:not(svg *, svg, .unseen)")) {
    if (!seen(one)) continue;
    const box = one.getBoundingClientRect();
    const list = one.closest(".lately ol");
    if (list && list !== one) {
      const around = list.getBoundingClientRect();
      if (!within(box, around) && !apart(box, around)) cut.push(`line ${one.textContent}`);
      continue;
    }
    const fits = one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 2;
    if (within(box, screen) && (fits || one === list)) continue;
    cut.push(`${one.className || one.localName} ${one.textContent.trim()}`);
  }
  const parts = [...document.querySelectorAll(".table, .beside > *, .players")].filter(seen);
  parts.forEach((one, place) => {
    for (const other of parts.slice(place + 1)) {
      const boxes = [one, other].map((part) => part.getBoundingClientRect());
      if (!apart(...boxes)) cut.push(`${one.className} lies over ${other.className}`);
    }
  });
  return cut;
}
"""
"""What is not whole, or not on the screen, or lies over something else."""

BROKEN = """
(names) => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.parentElement.closest("svg, script, .unseen, [hidden]")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{M}]+/gu)) {
      if (names.some((name) => name.includes(word))) continue;
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
}
"""
"""Words that are broken over two lines; names may be."""


def largest_hole(page: Any, width: int, height: int) -> float:
    """Measure the side of the largest square of one colour beside the board, in parts of the smaller side."""
    drawn = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert drawn is not None
    flat = (cv2.morphologyEx(drawn, cv2.MORPH_GRADIENT, np.ones((3, 3))) < 6).astype(np.uint8)
    box = page.locator(".board").bounding_box()
    left, top = max(0, int(box["x"])), max(0, int(box["y"]))
    flat[top : int(box["y"] + box["height"]), left : int(box["x"] + box["width"])] = 0
    flat[:1], flat[-1:], flat[:, :1], flat[:, -1:] = 0, 0, 0, 0
    return 2 * float(cv2.distanceTransform(flat, cv2.DIST_C, 3).max()) / min(width, height)


def four_long_names(house: House) -> None:
    house.start("pachisi", "six", LONG)
    for throw in (Cowries(2, 6), Cowries(3, 6), Cowries(4, 6), Cowries(6, 6), Cowries(1, 6)):
        house.table.do(TakeThrow(throw, source="drawn"))


def a_resignation(house: House) -> None:
    house.start("backgammon", "standard", LONG[:2])
    play_by_chance(house.table, 4)
    house.table.do(PlayMove(Resign(house.table.model.turn, 3)))


def a_long_game(house: House) -> None:
    house.start("backgammon", "finnish")
    play_by_chance(house.table, 8)


def four_players(house: House) -> None:
    house.start("chowka-bhara", "5x5", NAMES)
    play_by_chance(house.table, 24)


def a_refusal(house: House) -> None:
    illegal(Scene(house, names=LONG))


def the_end(house: House) -> None:
    won(Scene(house, "backgammon", LONG))


def a_match(house: House) -> None:
    in_match(Scene(house, "backgammon", LONG), length=25, score=(17, 24))
    play_by_chance(house.table, 4)


def a_match_won(house: House) -> None:
    a_match(house)
    house.table.do(PlayMove(Resign(0)))
    house.table.do(PlayMove(Accept()))


def the_beginning(house: House) -> None:
    house.start("pachisi", "six", LONG)


# Each takes several pictures of a page; the others show the same in another language, or on the other ground.
SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("lay", "language"),
    [
        (four_long_names, "fi"),
        (a_resignation, "kn"),
        (a_long_game, "en"),
        (a_match, "fi"),
        (the_end, "nl"),
        pytest.param(a_match, "hi", marks=SLOW),
        pytest.param(a_match_won, "pl", marks=SLOW),
        pytest.param(four_players, "pl", marks=SLOW),
        pytest.param(a_refusal, "nl", marks=SLOW),
        pytest.param(a_refusal, "hi", marks=SLOW),
        pytest.param(the_end, "fi", marks=SLOW),
        pytest.param(the_end, "kn", marks=SLOW),
        pytest.param(the_beginning, "hi", marks=SLOW),
    ],
)
def test_a_television_cuts_and_breaks_nothing_and_has_no_hole_and_no_controls(
    house: House, open_phone: Open, lay: Callable[[House], None], language: str
) -> None:
    lay(house)
    page = open_phone(path="/tv", plays=False, locale=language)
    names = house.table.model.setup.names
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], (width, height)
        assert page.evaluate(BROKEN, names) == [], (width, height)
        assert largest_hole(page, width, height) <= LARGEST_HOLE, (width, height)
    assert page.locator("button, a[href], input, select, summary").count() == 0


def test_the_code_of_the_television_leads_to_the_page_and_lets_nobody_play(house: House) -> None:
    house.start()
    page = house.watcher().get("/tv").text
    watch = page.split('class="watch"')[1].split("</aside>")[0]
    assert "<svg" in watch
    assert "192.168.1.20:8000" in watch
    assert KEY not in page


def test_a_television_follows_moves_and_marks_the_last(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/tv", plays=False)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.locator("html.script").wait_for()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    house.table.do(ReportMove((0, 0), "r3c4"))
    page.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    page.locator('.hit.to[data-square="r3c4"]').wait_for()
    assert page.inner_text(".turns strong") == "Ravi"
    large = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.turns strong')).fontSize)")
    assert large >= 60
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    house.table.do(ReportMove((1, 0), "r1c0"))
    page.context.set_offline(False)
    page.locator('[data-piece="1,0"][data-square="r1c0"]').wait_for()
    page.locator("#away").wait_for(state="hidden")
    assert page.inner_text(".turns strong") == "Asha"


# Over a stream.


INKS = """
() => [...document.querySelectorAll("#overlay *")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .filter((one) => !one.closest(".unseen, [hidden]"))
  .map((one) => [one.textContent.trim(), getComputedStyle(one)])
  .map(([text, { color, fontSize }]) => [text, color, parseFloat(fontSize)])
"""


def luminance(colour: np.ndarray[Any, Any]) -> float:
    """Of red, green and blue, 0 to 255. Source: WCAG 2.2, relative luminance."""
    part = np.asarray(colour, float)[:3] / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def picture(page: Any) -> np.ndarray[Any, Any]:
    """Take the page as streaming software gets it: red, green, blue and how much covers what is behind."""
    png = np.frombuffer(page.screenshot(omit_background=True), np.uint8)
    return cv2.cvtColor(cv2.imdecode(png, cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)


@pytest.fixture
def match(house: House) -> House:
    conduct = Conduct(event="Open of Mysuru", round="Final")
    times = TimeControl(reserve_s=720, delay_s=12)
    setup = match_setup(5, conduct=conduct, times=times)
    house.table.start(replace(setup, names=("Asha", "Raghavendra Subramanian")))
    house.table.do(TakeThrow(Dice((3, 1))))
    return house


@pytest.mark.parametrize(
    ("ground", "scheme"),
    [("light", "dark"), pytest.param("dark", "light", marks=SLOW)],
)
def test_it_covers_little_of_a_picture_and_is_read_over_all_of_them(
    match: House, open_phone: Open, ground: str, scheme: str
) -> None:
    page = open_phone(path="/about:none", color_scheme=scheme)
    page.set_viewport_size({"width": 1920, "height": 1080})
    for at in ("bottom", "top-right"):
        page.goto(page.url.split("/about")[0].split("/overlay")[0] + f"/overlay?at={at}&ground={ground}")
        page.locator("html.script").wait_for()
        page.evaluate("document.fonts.ready.then(() => null)")
        seen = picture(page)
        covered = seen[..., 3] > 0
        assert 0.03 < covered.mean() < 0.12
        rows, columns = np.nonzero(covered)
        assert min(rows.min(), columns.min(), 1079 - rows.max(), 1919 - columns.max()) >= 38, "a safe edge"
        assert page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        ) == [
            1920,
            1080,
        ]
        panel = seen[covered & (seen[..., 3] < 255)]
        values, counts = np.unique(panel, axis=0, return_counts=True)
        *ink, opaque = values[counts.argmax()]
        for behind in (np.zeros(3), np.full(3, 255.0)):
            lies = np.asarray(ink) * (opaque / 255) + behind * (1 - opaque / 255)
            for text, colour, size in page.evaluate(INKS):
                written = np.array([float(part) for part in colour[4:-1].split(",")[:3]])
                if text not in ("3 and 1",):  # stands on felt
                    assert contrast(written, lies) >= 7, (text, colour, behind)
                assert size >= 19, (text, size)


def test_news_reach_it_without_a_touch(match: House, open_phone: Open) -> None:
    page = open_phone(path="/overlay")
    assert page.locator(".threw b").text_content() == "3 and 1"
    move = match.table.model.rules.moves(match.table.model.state)[0]
    match.table.do(PlayMove(move))
    match.table.do(TakeThrow(Dice((6, 2))))
    page.wait_for_function("() => document.querySelector('.threw b')?.textContent === '6 and 2'")
    assert page.locator("li.now .name").text_content() == "Raghavendra Subramanian"
    first = page.locator("li.now .time").text_content()
    page.wait_for_function("first => document.querySelector('li.now .time').textContent !== first", arg=first)
