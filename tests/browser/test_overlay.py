"""The score over a stream in Chromium: transparent but for its ground, read over any picture, and fresh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.match import Conduct, TimeControl
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

pytestmark = pytest.mark.browser

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
def house(house: House) -> House:
    conduct = Conduct(event="Open of Mysuru", round="Final")
    times = TimeControl(reserve_s=720, delay_s=12)
    setup = match_setup(5, conduct=conduct, times=times)
    house.table.start(replace(setup, names=("Asha", "Raghavendra Subramanian")))
    house.table.throw(Dice((3, 1)))
    return house


@pytest.mark.parametrize(("ground", "scheme"), [("light", "dark"), ("dark", "light")])
def test_it_covers_little_of_a_picture_and_is_read_over_all_of_them(
    house: House, open_phone: Callable[..., Any], ground: str, scheme: str
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


def test_news_reach_it_without_a_touch(house: House, open_phone: Callable[..., Any]) -> None:
    page = open_phone(path="/overlay")
    assert page.locator(".threw b").text_content() == "3 and 1"
    move = house.table.model.rules.moves(house.table.model.state)[0]
    house.table.play(move)
    house.table.throw(Dice((6, 2)))
    page.wait_for_function("() => document.querySelector('.threw b')?.textContent === '6 and 2'")
    assert page.locator("li.now .name").text_content() == "Raghavendra Subramanian"
    first = page.locator("li.now .time").text_content()
    page.wait_for_function("first => document.querySelector('li.now .time').textContent !== first", arg=first)
