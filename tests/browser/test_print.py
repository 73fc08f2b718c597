"""Boards to print: as large on the screen as on paper, a PDF that opens; pages on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
PX_PER_MM = 96 / 25.4
"""Pixels of style sheets; at this size a browser prints true."""
SIDES = """
() => [...document.querySelectorAll("rect")].map((one) => {
  const box = one.getBoundingClientRect();
  return [box.width, box.height];
})
"""


def links(page: Any, kind: str) -> list[tuple[str, str]]:
    """Give the text of each line of boards, and where it leads."""
    page.locator(".prints").first.wait_for()
    found = page.locator(f'.prints a[href$=".{kind}"]')
    return [(one.locator("xpath=..").inner_text(), one.get_attribute("href")) for one in found.all()]


def test_each_drawing_has_the_millimetres_that_the_guide_says(house: House, open_phone: Open) -> None:
    page = open_phone(plays=False, path="/guide")
    here = page.url.removesuffix("/guide")
    found = links(page, "svg")
    assert len(found) == 10
    for text, address in found:
        wide, square = map(float, re.findall(r"([\d.]+) mm", text))
        page.goto(here + address)
        sheet = page.locator("svg").bounding_box()
        assert sheet["width"] == pytest.approx(max(wide, 112) * PX_PER_MM, abs=1), address
        sides = page.evaluate(SIDES)
        small = min(width for width, _ in sides)
        assert small == pytest.approx(square * PX_PER_MM, abs=0.2), address
        assert all(width == pytest.approx(height, abs=0.2) for width, height in sides)


def test_each_pdf_opens_and_has_its_pages_of_a4(house: House, open_phone: Open) -> None:
    page = open_phone(plays=False, path="/guide")
    here = page.url.removesuffix("/guide")
    for text, address in links(page, "pdf"):
        answer = page.request.get(here.replace("192.168.1.20", "127.0.0.1") + address)
        assert answer.headers["content-type"] == "application/pdf"
        body = answer.body()
        assert body.startswith(b"%PDF-1.")
        assert body.endswith(b"%%EOF\n")
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", body)
        assert {(round(float(wide) / 72 * 25.4), round(float(high) / 72 * 25.4)) for wide, high in boxes} == {
            (210, 297)
        }
        sheets = re.search(r"(\d+) sheets? of A4", text)
        assert sheets is not None
        assert len(boxes) == int(sheets[1]), address


DARK = """
() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => (part / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isPale = (one) => luminance(getComputedStyle(one).color) > 0.2;
  const isShown = (one) => one.checkVisibility() && [...one.childNodes].some((part) => part.data?.trim());
  return [...document.querySelectorAll("main :is(h1, h2, p, span, b, dt, dd, td, th, li, time, a)")]
    .filter((one) => isShown(one) && isPale(one)).map((one) => one.textContent.trim());
}
"""
"""What would be too pale to read on white paper."""


PAPER = "getComputedStyle(document.documentElement).backgroundColor"
TO_TOUCH = """
() => [...document.querySelectorAll("button:not(.chip), select, input, .menu, .eye, .tabs, .button")]
  .filter((one) => one.checkVisibility()).map((one) => one.outerHTML)
"""


def test_pages_on_paper_are_dark_on_white_and_have_nothing_to_touch(house: House, open_phone: Open) -> None:
    house.start(names=("Asha", "Ravi", "Mina", "Dev"))
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(admin=True, color_scheme="dark")
    here = page.url.removesuffix("/")
    for path in ("/", "/rules", "/lamps", "/games/throws", "/games/1"):
        page.emulate_media(media="screen")
        page.goto(here + path)
        assert page.evaluate(DARK) != [], path
        page.emulate_media(media="print")
        assert page.evaluate(DARK) == [], path
        assert page.evaluate(PAPER) == "rgb(255, 255, 255)", path
        assert page.evaluate(TO_TOUCH) == [], path
    # What is folded on the page of a game is printed, and no row is cut.
    page.emulate_media(media="screen")
    cell = page.locator(".fairness td").first
    assert not cell.is_visible()
    page.emulate_media(media="print")
    assert cell.is_visible()
    assert page.locator("tr").first.evaluate("row => getComputedStyle(row).breakInside") == "avoid"


def test_no_bar_of_the_screen_lies_over_what_happened(house: House, open_phone: Open) -> None:
    house.start(names=("Asha", "Ravi"))
    page = open_phone(admin=True)
    page.emulate_media(media="print")
    # It is fixed: on paper it would cover the last lines of every sheet.
    assert page.locator(".dock").evaluate("one => getComputedStyle(one).display") == "none"
    assert page.locator("h1").bounding_box()["height"] > 10, "what is printed says what it is"
    head = page.locator(".head").bounding_box()
    bottoms = [one.bounding_box() for one in page.locator(".head .whose, .head .none").all()]
    assert max(box["y"] + box["height"] for box in bottoms) <= head["y"] + head["height"]


def test_the_rules_fill_their_sheets(house: House, open_phone: Open) -> None:
    page = open_phone(plays=False, path="/rules/backgammon")
    for paper in ("A4", "Letter"):
        sheets = re.search(rb"/Count (\d+)", page.pdf(format=paper))
        assert sheets is not None
        assert int(sheets[1]) == 2, "the list of rules does not begin anew where it could go on"
