"""Type twice as large on a phone: nothing is wider than the page, no heading breaks within a word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import address
from engine.move import parse_move
from engine.throw import Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

LARGE = "document.documentElement.style.fontSize = '200%'"
WIDER = "() => document.scrollingElement.scrollWidth - innerWidth"
BROKEN = """
() => {
  const line = document.createRange();
  const found = [];
  for (const heading of document.querySelectorAll("h1:not(.unseen)")) {
    const text = heading.firstChild;
    for (const word of text.data.matchAll(/\\S+/g)) {
      line.setStart(text, word.index);
      line.setEnd(text, word.index + word[0].length);
      if (new Set([...line.getClientRects()].map((one) => one.top)).size > 1) found.push(word[0]);
    }
  }
  return found;
}
"""
"""Words of headings that stand on two lines."""


@pytest.mark.parametrize("path", ["/", "/blind", "/guide", "/lamps", "/phone"])
def test_type_of_double_size_fits_the_phone(house: House, open_phone: Open, path: str) -> None:
    house.start()
    page = open_phone(locale="nl-NL")
    page.goto(address(page, path))
    page.evaluate(LARGE)
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate(BROKEN) == []


def test_what_the_eye_does_is_read_in_type_of_double_size(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    page.evaluate(LARGE)
    eye = page.locator("#eye span")
    assert eye.evaluate("line => line.scrollHeight <= line.clientHeight + 1")
    assert eye.bounding_box()["width"] > 100


def test_the_spoken_page_says_who_won(house: House, open_phone: Open) -> None:
    house.start("backgammon", "finnish")
    position = dict(house.table.model.rules.to_position(house.table.model.state))
    position["board"] = [0, 1, *[0] * 16, -3, -5, *[0] * 6]
    house.table.set_position(position)
    house.table.throw(Dice((6, 3)))
    house.table.play(parse_move("1/off"))
    page = open_phone(path="/blind")
    assert page.inner_text("#heard").startswith("Asha won")
