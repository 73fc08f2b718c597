"""Names as people have them, long ones and those of other scripts, in real Chromium: nothing is painted over,
cut to a letter, broken within a word, or turned round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import more
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.language.catalogue import LANGUAGES

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

LONG = ("Sivaramakrishnan Venkatasubramanian Iyer", "Maximiliana Wilhelmina van der Zonneveld")
OTHERS = ("Anna-Katariina Kuusela-Hämäläinen, Turku", "Wawrzyniec Brzęczyszczykiewicz z Łękołodów")
TURNING = ("עידו בן דוד", "أمل (2)", "Ravi\u202e)gniK(", "\u202bMina")
SCREENS = ((390, 844), (375, 667), (1280, 800))

PAINTED = """
() => [...document.querySelectorAll(".unseen")].filter((one) => {
  const { right, width, height } = one.getBoundingClientRect();
  return right > 0 && (width > 1 || height > 1);
}).map((one) => one.textContent)
"""
"""What only screen readers should read, and is painted nevertheless."""

CUT = """
() => {
  const all = document.querySelectorAll(
    ".name, .by, .by span, .whose strong, .whose p, .home, .beside, .roll, .seats li, .turns *," +
    ".players li, .win h2",
  );
  return [...all].filter((one) => one.checkVisibility()).filter((one) => {
    const whole = one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 2;
    const box = one.getBoundingClientRect();
    const within = box.left >= 0 && box.right <= document.documentElement.clientWidth + 1;
    return !(within && (whole || getComputedStyle(one).display === "inline"));
  }).map((one) => one.className + " " + one.textContent.trim());
}
"""
"""Names and scores of which something is cut off."""

OPEN = """
(open) => document.querySelectorAll("main details").forEach((one) => { one.open = open; })
"""
"""Opens all that is folded away, or folds it again."""

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

TURNED = """
(names) => {
  const blocks = new Map();
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.parentElement.closest("svg, script, option, .unseen, [hidden]")) continue;
    if (!text.parentElement.checkVisibility()) continue;
    let block = text.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    for (const { 0: word, index } of text.data.matchAll(/[A-Za-z]{2,}|\\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      const [first] = range.getClientRects();
      range.setStart(text, index + word.length - 1);
      range.setEnd(text, index + word.length);
      const [last] = range.getClientRects();
      if (!first || !last) continue;
      const isName = names.some((name) => name.includes(word));
      const found = blocks.get(block) ?? [];
      blocks.set(block, found);
      const left = Math.min(first.left, last.left);
      found.push({ word, isName, line: Math.round(last.top), left, turned: last.left < first.left });
    }
  }
  const wrong = [];
  for (const words of blocks.values()) {
    words.forEach((one, place) => {
      if (one.isName) return;
      if (one.turned) wrong.push(one.word);
      const before = words[place - 1];
      const isBehind = before && Math.abs(before.line - one.line) < 4 && before.left > one.left;
      if (isBehind) wrong.push(`${before.word} ${one.word}`);
    });
  }
  return wrong;
}
"""
"""Words that are not names and do not stand in the order in which they are read, from left to right."""


def pachisi(house: House, names: tuple[str, ...]) -> None:
    house.start("pachisi", "six", names)
    for throw in (Cowries(2, 6), Cowries(3, 6), Cowries(4, 6), Cowries(6, 6), Cowries(1, 6)):
        house.table.throw(throw, source="drawn")


def backgammon(house: House, names: tuple[str, ...]) -> None:
    """Let the cube be turned, and a throw come early."""
    house.start("backgammon", "standard", names[:2], begins=0)
    board = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
    cube = {"value": 4, "owner": 0, "offered": "", "dropped": False}
    house.table.set_position({"board": board, "turn": 0, "number": 9, "cube": cube})
    house.table.throw(Dice((4, 6)), source="typed")
    house.table.throw(Dice((2, 1)), source="camera")


def won(house: House, names: tuple[str, ...], *, theirs: int = 23) -> None:
    house.start("backgammon", "standard", names[:2])
    board = [0] * 26
    board[1], board[25 - theirs] = 1, -15
    house.table.set_position({"board": board, "turn": 0, "number": 9})
    house.table.throw(Dice((2, 1)), source="typed")
    house.table.play(house.table.model.rules.moves(house.table.model.state)[0])


@pytest.mark.parametrize("path", ["/", "/tv", "/blind"])
def test_a_heading_for_screen_readers_is_not_painted_however_long_the_names(
    house: House, open_phone: Open, path: str
) -> None:
    pachisi(house, LONG + OTHERS)
    page = open_phone(path=path)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("h1.unseen").count() == 1
        assert page.evaluate(PAINTED) == []


@pytest.mark.parametrize("lay", [pachisi, backgammon, won])
@pytest.mark.parametrize("path", ["/", "/tv"])
def test_long_names_are_shown_whole_beside_pips_and_cube(
    house: House, open_phone: Open, path: str, lay: Callable[..., None]
) -> None:
    lay(house, LONG + OTHERS)
    page = open_phone(path=path)
    for width, height in SCREENS:
        if path == "/tv" and width < height:
            continue
        page.set_viewport_size({"width": width, "height": height})
        for is_open in (False, True):
            page.evaluate(OPEN, is_open)
            assert page.evaluate(CUT) == [], (width, height, is_open)
            fits = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
            assert fits, (width, height, is_open)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_broken_on_the_television(house: House, open_phone: Open, language: str) -> None:
    names = ("Asha", "Ravi")
    page = None
    for lay in (won, backgammon):
        lay(house, names)
        page = open_phone(path="/tv", locale=language)
        for width, height in ((1280, 800), (1024, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BROKEN, names) == [], (width, height)


@pytest.mark.parametrize("lay", [pachisi, backgammon, won])
@pytest.mark.parametrize("path", ["/", "/tv", "/blind", "/games"])
def test_names_of_the_other_direction_turn_nothing_around_them(
    house: House, open_phone: Open, path: str, lay: Callable[..., None]
) -> None:
    for names in (TURNING, TURNING[2:] + TURNING[:2]):
        lay(house, names)
        page = open_phone(path=path)
        shown = [name.replace("\u202e", "").replace("\u202b", "") for name in names]
        page.evaluate(OPEN, True)
        assert page.evaluate(TURNED, shown) == []


def test_names_of_the_other_direction_turn_nothing_that_the_script_writes(
    house: House, open_phone: Open
) -> None:
    house.start("chowka-bhara", names=TURNING[:2])
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone()
    more(page)
    page.click("#did")
    more(page)
    page.click("#arrange-open")
    pieces = page.locator('#arrange select[name="piece"] option')
    pieces.nth(4).wait_for(state="attached")
    labels = pieces.all_inner_texts()
    assert labels[0].startswith("\u2068עידו בן דוד\u2069, a, ")
    assert labels[4].startswith("\u2068أمل (2)\u2069, a, ")
    assert page.title().startswith("\u2068עידו בן דוד\u2069 · ")
    spoken = open_phone(path="/blind")
    house.table.report_move((0, 0), "r4c3")
    spoken.locator("#heard", has_text="أمل").wait_for()
    assert spoken.evaluate(TURNED, TURNING) == []
