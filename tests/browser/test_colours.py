"""What is told by a colour is told by a shape as well: Chromium shows no colours here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from engine.board import Placed
from engine.registry import make_rules
from engine.throw import Cowries, Dice
from ports_for_tests import House
from waiting_for_tests import wait_until
from web.box.install import STATIC
from web.drawing.boards import board_svg
from web.drawing.places import placed_men
from web.games import page_of

pytestmark = pytest.mark.browser


def greys(page: Any, box: Any) -> np.ndarray[Any, Any]:
    """Take a picture of a part of the page, in shades of grey."""
    shot = np.frombuffer(page.screenshot(clip=box), np.uint8)
    return cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE).astype(int)


@pytest.mark.parametrize(
    ("game", "throws"), [("chowka-bhara", [Cowries(4, 4), Cowries(3, 4)]), ("backgammon", [Dice((6, 2))])]
)
def test_a_chosen_piece_is_told_from_the_others_without_colours(
    house: House, open_phone: Callable[..., Any], game: str, throws: list[Cowries | Dice]
) -> None:
    house.start(game)
    for throw in throws:  # a piece of cowries is chosen where it may go to two squares
        house.table.throw(throw, source="typed")
    page = open_phone(reduced_motion="reduce")
    page.context.new_cdp_session(page).send(
        "Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"}
    )
    page.locator(".can .halo").first.click(force=True)
    if game == "backgammon":  # goes at once, and is chosen where it came to
        page.locator('.chosen[data-square="p18"]').wait_for()
    chosen = page.locator(".chosen .halo")
    box = chosen.bounding_box()
    seen = greys(page, box)

    def looks_other_unchosen() -> bool:
        # News may draw the pieces anew at any moment, the chosen one as chosen.
        page.locator(".chosen").evaluate_all("all => all.forEach((one) => one.classList.remove('chosen'))")
        return float((np.abs(greys(page, box) - seen) > 100).mean()) > 0.08

    wait_until(looks_other_unchosen, within_s=10)


def test_each_lamp_stands_beside_the_piece_of_its_player(
    house: House, open_phone: Callable[..., Any]
) -> None:
    house.start(names=("Asha", "Ravi"))
    page = open_phone()
    shapes = page.locator(".lamps-row .token").evaluate_all("all => all.map((one) => one.innerHTML)")
    seats = page.locator(".seats .token").evaluate_all("all => all.map((one) => one.innerHTML)")
    assert shapes == seats
    assert page.locator(".lamps-row .alarm + b").inner_text() == "!"


COLOURS = """
(grounds) => {
  const read = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    return text.startsWith("color(") ? numbers.slice(0, 3).map((part) => part * 255) : numbers.slice(0, 3);
  };
  const bodies = [...document.querySelectorAll("#men [data-piece] > g > .halo + *")];
  const found = [...document.querySelectorAll(grounds)].map((one) => {
    const { fill, stopColor } = getComputedStyle(one);
    return [one.getAttribute("class"), read(one.matches("stop") ? stopColor : fill)];
  });
  return [bodies.map(getComputedStyle).map(({ fill, stroke }) => [read(fill), read(stroke)]), found];
}
"""
"""The fill and the line of every piece, and what the grounds are filled with."""

CLOTH, CASE = ".sq, .mirror", ".felt-0, .felt-1, .felt-2, .point, .well-0, .well-1, .wood-0, .wood-3"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("game", "body", "grounds"),
    [
        ("chowka-bhara", "", CLOTH),
        ("pachisi", "", CLOTH),
        ("backgammon", "", CASE),
        ("backgammon", "red-first", CASE),
    ],
)
def test_every_piece_stands_out_on_every_ground(
    chromium: Any, theme: str, game: str, body: str, grounds: str
) -> None:
    players = 2 if game == "backgammon" else 4
    rules, page = make_rules(game, players=players), page_of(game)
    squares = [square.id for square in rules.layout.squares if square.kind in ("plain", "point")]
    lies = (False, True) if game == "pachisi" else (False,)
    placed = [
        Placed(seat, number, squares.pop(), 9, lying=lying)
        for seat in range(players)
        for number, lying in enumerate(lies)
    ]
    men = placed_men(page.drawing.place, rules.layout, players, tuple(placed), home_step=rules.home_step)
    drawn = board_svg(rules.layout, page.drawing, "abcd"[:players], men, {}, turn=0, label="The board")
    style = "".join((STATIC / "css" / f"{name}.css").read_text("utf-8") for name in ("page", "board"))
    shown = chromium.new_page(color_scheme=theme)
    shown.set_content(f"<style>{style}</style><body class='{body}'>{drawn}")
    pieces, found = shown.evaluate(COLOURS, grounds)
    shown.close()
    assert len(pieces) == len(placed)
    pale = [
        (seat, name, round(max(told), 2))
        for seat, colours in enumerate(pieces)
        for name, ground in found
        if max(told := [contrast(colour, ground) for colour in colours]) < 3
    ]
    assert pale == []


def contrast(one: list[float], other: list[float]) -> float:
    """Compare two colours as the WCAG do, 1.4.11: at least 3 is asked of what must be seen."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: list[float]) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
