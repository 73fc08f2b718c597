"""The television has no holes and cuts nothing, on any screen; its code lets nobody play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.ending import Accept, Resign
from engine.events import Setup
from engine.match import Conduct, Match, MatchPlace, TimeControl
from engine.throw import Cowries, Dice
from journals_for_tests import play_by_chance
from ports_for_tests import KEY, House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

SCREENS = ((1280, 800), (1280, 720), (1920, 1080), (1080, 1920))
LONG = (
    "Sivaramakrishnan Venkatasubramanian Iyer",
    "Maximiliana Wilhelmina van der Zonneveld",
    "Anna-Katariina Kuusela-Hämäläinen, Turku",
    "Wawrzyniec Brzęczyszczykiewicz z Łękołodów",
)
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
        house.table.throw(throw, source="drawn")


def a_resignation(house: House) -> None:
    house.start("backgammon", "standard", LONG[:2])
    play_by_chance(house.table, 4)
    house.table.play(Resign(house.table.model.turn, 3))


def a_long_game(house: House) -> None:
    house.start("backgammon", "finnish")
    play_by_chance(house.table, 8)


def four_players(house: House) -> None:
    house.start("chowka-bhara", "5x5", ("Asha", "Ravi", "Mina", "Dev"))
    play_by_chance(house.table, 24)


def a_refusal(house: House) -> None:
    house.start("chowka-bhara", "5x5", LONG)
    house.table.throw(Cowries(1, 4), source="typed")
    house.table.report_move((0, 0), "r4c4")


def the_end(house: House, names: tuple[str, ...] = LONG[:2]) -> None:
    house.start("backgammon", "standard", names)
    board = [0] * 26
    board[1], board[2] = 1, -15
    house.table.set_position({"board": board, "turn": 0, "number": 9})
    house.table.throw(Dice((2, 1)), source="typed")
    house.table.play(house.table.model.rules.moves(house.table.model.state)[0])


def a_match(house: House) -> None:
    conduct = Conduct(event="Kesäturnaus, Jyväskylän backgammonkerho", round="Semifinal 2")
    place = MatchPlace(Match(25, (17, 24), crawford_played=True), 12, times=TimeControl(12.0, 3000.0))
    setup = Setup("backgammon", "standard", LONG[:2], match=replace(place, conduct=conduct))
    house.table.start(setup)
    play_by_chance(house.table, 4)


def a_match_won(house: House) -> None:
    a_match(house)
    house.table.play(Resign(0))
    house.table.play(Accept())


def the_beginning(house: House) -> None:
    house.start("pachisi", "six", LONG)


SLOW = (
    pytest.mark.slow
)  # every one opens a page and takes four pictures; the others show the same in one language


@pytest.mark.parametrize(
    ("lay", "language"),
    [
        (four_long_names, "fi"),
        (a_resignation, "kn"),
        (a_long_game, "en"),
        (a_match, "fi"),
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
def test_a_television_cuts_nothing_and_has_no_hole(
    house: House, open_phone: Open, lay: Callable[[House], None], language: str
) -> None:
    lay(house)
    page = open_phone(path="/tv", plays=False, locale=language)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], (width, height)
        assert largest_hole(page, width, height) <= LARGEST_HOLE, (width, height)


def test_the_code_of_the_television_leads_to_the_page_and_lets_nobody_play(house: House) -> None:
    house.start()
    page = house.watcher().get("/tv").text
    watch = page.split('class="watch"')[1].split("</aside>")[0]
    assert "<svg" in watch
    assert "192.168.1.20:8000" in watch
    assert KEY not in page
