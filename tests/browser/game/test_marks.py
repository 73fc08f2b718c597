"""What is marked on the board: targets, the trail of the last move, the way home, the cube."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

COVERED = """
() => {
  const far = (mark, man) => {
    const at = man.getBoundingClientRect();
    return Math.hypot(
      mark.x + mark.width / 2 - at.x - at.width / 2, mark.y + mark.height / 2 - at.y - at.height / 2
    );
  };
  const men = [...document.querySelectorAll("#men [data-piece]:not(.chosen)")];
  const dots = [...document.querySelectorAll("#marks .dot")].map((dot) => dot.getBoundingClientRect());
  const rings = [...document.querySelectorAll("#marks .round, #marks .corners")];
  const holds = men.filter((man) => dots.some((dot) => far(dot, man) < dot.width));
  const fills = rings.map((one) => getComputedStyle(one).fill);
  return [holds.map((man) => man.dataset.piece), [...new Set(fills)]];
}
"""
"""Pieces on which a dot lies, and how rings and corners are filled."""


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_targets_never_cover_a_piece_and_a_touched_piece_shows_its_way_home(
    house: House, open_phone: Open
) -> None:
    house.start("pachisi")
    # Asha's piece a takes Ravi's, her b joins her c.
    house.table.set_position({"turn": 0, "pieces": [[8, 9, 12, 0], [45, 0, 0, 0]]})
    house.table.throw(Cowries(3, 6), source="typed")
    house.table.play(house.table.model.line.moves[0])
    house.table.undo()  # what can be brought back is not lost by one touch: it shows the targets first
    page = open_phone(reduced_motion="reduce")
    for piece, marks in (("0,0", "round"), ("0,1", "corners")):
        page.mouse.click(*middle(page, f'[data-piece="{piece}"].can > g'))
        page.locator(f"#marks .{marks}").first.wait_for()
        assert page.evaluate(COVERED) == [[], ["none"]]
    line = page.locator("#trail .way").first.get_attribute("d")
    stands = page.locator('[data-piece="0,1"]').evaluate("man => `${man.dataset.x},${man.dataset.y}`")
    assert line.startswith(f"M{stands} ")
    assert line.endswith("950,950")
    page.mouse.click(*middle(page, '.hit[data-square="r9c3"]'))
    page.locator("#trail .way").first.wait_for(state="detached")


@pytest.mark.parametrize(("motion", "fades"), [("no-preference", "fade"), ("reduce", "none")])
def test_the_last_move_leaves_a_trail_that_fades_unless_less_motion_is_asked_for(
    house: House, open_phone: Open, motion: str, fades: str
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.play(house.table.model.line.moves[0])
    page = open_phone(reduced_motion=motion)
    trail = page.locator("#trail .last")
    trail.first.wait_for(state="attached")
    how = trail.evaluate_all(
        "all => all.map((one) => [one.getAttribute('d'), getComputedStyle(one).animationName])"
    )
    assert (how[0][0][:4], how[-1][0].rpartition(" ")[2]) == ("M250", "450,350")
    assert {name for _, name in how} == {fades}


def test_the_cube_is_touched_to_double(house: House, open_phone: Open) -> None:
    house.start("backgammon", "standard")
    page = open_phone()
    cube = page.locator('.cube[data-move="double"]')
    finger = cube.locator(".finger").bounding_box()
    assert min(finger["width"], finger["height"]) >= 43
    page.mouse.click(*middle(page, ".cube .face"))
    page.locator('.cube[data-value="2"]').wait_for()
    knows(page, house.journal.last_seq())
    assert [str(one.action) for one in house.table.model.actions] == ["double"]
    assert page.locator("[data-move]").count() == 0
