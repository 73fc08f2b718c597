"""What fits on the play page: the board, long names, and the eye's words in every language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import address
from ports_for_tests import House
from web.language.catalogue import LANGUAGES, catalogue
from web.language.labels import EYE_STATES

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
CUT = """
([texts, height]) => texts.filter((text) => {
  const line = document.querySelector("#eye span");
  line.textContent = text;
  const cut = line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight;
  return cut || document.querySelector(".head").getBoundingClientRect().height !== height;
})
"""
"""Which texts the first zone cannot show whole, or only by growing."""
BOXES = """
(texts) => {
  const ink = document.createElement("canvas").getContext("2d");
  ink.font = getComputedStyle(document.querySelector("#eye span")).font;
  const letters = [...texts.join("").match(/\\p{L}/gu), "\\u{10fffd}"];
  return new Set(letters.map((letter) => ink.measureText(letter).width)).size === 1;
}
"""
"""Whether all letters look alike, and like one that no font has: boxes are drawn, far wider than letters."""


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_a_name_of_forty_wide_letters_does_not_widen_any_page(
    house: House, open_phone: Open, game: str
) -> None:
    house.start(game, names=("W" * 40, "M" * 40))
    kind = house.table.model.rules.wants(house.table.model.state)
    house.table.throw(kind.throws()[3], source="typed")
    house.table.throw(kind.throws()[2], source="typed")
    house.table.undo()
    page = open_phone()
    for path in ("/", "/games", "/games/1", "/new", "/rules"):
        page.goto(address(page, path))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_what_the_eye_does_is_read_whole_in_every_language(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(plays=False)
    told = {code: [catalogue(code).gettext(text) for text in EYE_STATES.values()] for code in LANGUAGES}
    boxes = [code for code, words in told.items() if page.evaluate(BOXES, words)]
    words = [text for code in LANGUAGES if code not in boxes for text in told[code]]
    height = page.locator(".head").bounding_box()["height"]
    assert page.evaluate(CUT, [[*words, "W" * 90], height]) == ["W" * 90]
    if boxes:
        pytest.skip(f"no font for {', '.join(boxes)} is installed here; all other languages fit")


def test_the_whole_board_fits_on_a_laptop_under_a_message(house: House, open_phone: Open) -> None:
    house.start("pachisi")
    house.eye.show("away", "The camera was unplugged: plug it in again.")
    page = open_phone()
    page.set_viewport_size({"width": 1280, "height": 800})
    box = page.locator(".board").bounding_box()
    assert box["y"] + box["height"] <= 800


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_nothing_lies_over_the_board(house: House, open_phone: Open, game: str) -> None:
    house.start(game)
    kind = house.table.model.rules.wants(house.table.model.state)
    house.table.throw(kind.throws()[3], source="typed")
    house.table.throw(kind.throws()[2], source="typed")
    house.eye.show("away", "The camera was unplugged: plug it in again.")
    page = open_phone()
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".board").scroll_into_view_if_needed()
    covered = page.evaluate(
        "[...document.querySelectorAll('.board .hit')].filter(hit => { const b = hit.getBoundingClientRect();"
        "const x = b.x + b.width / 2, y = b.y + b.height / 2;"
        "return y < innerHeight && y > 0 && !document.elementFromPoint(x, y).closest('.board'); }).length"
    )
    assert covered == 0


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_nothing_is_wider_than_the_phone(house: House, open_phone: Open, game: str) -> None:
    long = ("Ammamma Venkatalakshmi Subramanian", "Maximiliane von und zu Hohenzollern")
    house.start(game, names=long)
    kind = house.table.model.rules.wants(house.table.model.state)
    house.table.throw(kind.throws()[3], source="typed")
    page = open_phone()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        "[...document.querySelectorAll('button, .button, summary')].filter(e => e.offsetParent && "
        "e.getBoundingClientRect().height < 44).map(e => e.textContent.trim())"
    )
    assert small == []
