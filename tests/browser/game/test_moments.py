"""What moves and is marked on the board: moments as news, the last move, targets, the way home, the cube."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import Open, deeds, hit, knows, middle, next_page, unfold
from engine.ending import Agree
from engine.table.commands import PlayMove, SetPosition, TakeThrow, Undo
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

COUNTED = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const part = this.closest("[data-part], .win, #men");
  const what = part.id === "men" ? this.dataset.piece : part.dataset.part ?? "win";
  window.moved.push([what, frames.length, frames[0].transform]);
  return animate.call(this, frames, how);
};
"""
"""Keeps in `window.moved` what is set in motion, by how many frames, and where it begins."""


def begun(house: House) -> None:
    """Let Asha throw a 3, with which she takes Ravi's piece on the way."""
    house.start()
    position = dict(house.table.model.rules.to_position(house.table.model.state))
    position["pawns"] = [[0, 0, 0, 0], [11, 0, 0, 0]]
    house.table.do(SetPosition(position))


def moments(page: Any) -> dict[str, int]:
    """Tell what moved, and by how many frames."""
    return {what: frames for what, frames, _from in page.evaluate("moved")}


def opened(open_phone: Open, **settings: Any) -> Any:
    page = open_phone(**settings)
    page.add_init_script(COUNTED)
    page.reload()
    knows(page)
    return page


def take(house: House, page: Any) -> None:
    """Throw, and take a piece."""
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    knows(page, house.table.model.seq)
    taking = house.table.model.rules.moves(house.table.model.state)[0]
    house.table.do(PlayMove(taking))
    knows(page, house.table.model.seq)


def trail(page: Any) -> set[str]:
    """Return how the trail of the last move goes away; it leads from where to where the piece went."""
    last = page.locator("#trail .last")
    last.first.wait_for(state="attached")
    how = last.evaluate_all(
        "all => all.map((one) => [one.getAttribute('d'), getComputedStyle(one).animationName])"
    )
    assert (how[0][0][:4], how[-1][0].rpartition(" ")[2]) == ("M250", "450,350")
    return {name for _, name in how}


def test_a_throw_lands_and_a_taken_piece_flies_home_along_an_arc(house: House, open_phone: Open) -> None:
    begun(house)
    page = opened(open_phone)
    assert moments(page) == {}, "a page that was just opened shows no news"
    take(house, page)
    assert trail(page) == {"fade"}
    moved = moments(page)
    assert "throw" in moved
    assert moved["0,0"] == 2, "the piece that takes glides"
    assert moved["1,0"] > 2, "the one that is taken flies"
    home = page.locator('[data-piece="1,0"]')
    home.evaluate("man => Promise.all(man.getAnimations().map((one) => one.finished)).then(() => null)")
    assert home.get_attribute("data-square") == "r0c2"
    order = page.eval_on_selector_all("#men [data-piece]", "all => all.map(one => one.dataset.piece)")
    assert order.index("1,0") < len(order) - 1, "it lies where it lay before it flew"
    page.evaluate("moved.length = 0")
    house.table.do(Undo())
    knows(page, house.table.model.seq)
    assert all(frames == 2 for frames in moments(page).values()), "what is taken back is no news"
    assert "throw" not in moments(page)


def test_with_reduced_motion_nothing_moves_and_the_end_is_the_same(house: House, open_phone: Open) -> None:
    begun(house)
    page = opened(open_phone, reduced_motion="reduce")
    take(house, page)
    assert trail(page) == {"none"}
    page.locator('.hit.to[data-square="r3c4"]').wait_for()
    page.locator('.hit.from[data-square="r4c2"]').wait_for(state="attached")
    house.table.do(PlayMove(Agree((0,), 1)))
    knows(page, house.table.model.seq)
    page.locator(".win.p0").wait_for()
    assert page.evaluate("moved") == []
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator('[data-piece="1,0"]').get_attribute("data-square") == "r0c2"


def test_each_moment_is_off_alone_and_stays_so(house: House, open_phone: Open) -> None:
    begun(house)
    page = opened(open_phone)
    unfold(page, "#more, #sounds")
    page.uncheck('#moments input[name="capture"]')
    page.reload()
    knows(page)
    assert not page.is_checked('#moments input[name="capture"]')
    assert page.is_checked('#moments input[name="throw"]')
    take(house, page)
    moved = moments(page)
    assert "throw" in moved
    assert moved["1,0"] == 2, "it glides as any other"


def test_a_win_is_a_card_from_which_the_same_people_play_on_other_seats(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = opened(open_phone)
    house.table.do(PlayMove(Agree((1,), 1)))
    card = page.locator(".win.p1")
    card.wait_for()
    assert "win" in moments(page)
    board = page.locator(".table svg.board").bounding_box()
    box = card.bounding_box()
    assert box["y"] + box["height"] <= board["y"] or board["y"] + board["height"] <= box["y"], (
        "nothing covers the board"
    )
    with next_page(page):
        card.get_by_role("button", name="Rematch, seats changed").click()
    knows(page)
    assert house.table.model.setup.names == ("Ravi", "Asha")
    assert page.evaluate("moved") == []


def test_the_television_shows_moments_but_those_that_its_address_names(
    house: House, open_phone: Open
) -> None:
    begun(house)
    page = open_phone(plays=False, path="/tv?still=throw")
    page.add_init_script(COUNTED)
    page.reload()
    page.locator("html.script").wait_for()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page.locator(".roll .words").wait_for()
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    page.locator('[data-piece="1,0"][data-square="r0c2"]').wait_for()
    moved = moments(page)
    assert moved["1,0"] > 2
    assert "throw" not in moved


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


def test_targets_never_cover_a_piece_and_a_touched_piece_shows_its_way_home(
    house: House, open_phone: Open
) -> None:
    house.start("pachisi")
    # Asha's piece a takes Ravi's, her b joins her c.
    house.table.do(SetPosition({"turn": 0, "pieces": [[8, 9, 12, 0], [45, 0, 0, 0]]}))
    house.table.do(TakeThrow(Cowries(3, 6), source="typed"))
    house.table.do(PlayMove(house.table.model.line.moves[0]))
    house.table.do(Undo())  # what can be brought back is not lost by one touch: it shows the targets first
    page = open_phone(reduced_motion="reduce")
    for piece, marks in (("0,0", "round"), ("0,1", "corners")):
        page.mouse.click(*middle(page, f'[data-piece="{piece}"].can > g'))
        page.locator(f"#marks .{marks}").first.wait_for()
        assert page.evaluate(COVERED) == [[], ["none"]]
    line = page.locator("#trail .way").first.get_attribute("d")
    stands = page.locator('[data-piece="0,1"]').evaluate("man => `${man.dataset.x},${man.dataset.y}`")
    assert line.startswith(f"M{stands} ")
    assert line.endswith("950,950")
    page.mouse.click(*middle(page, hit("r9c3")))
    page.locator("#trail .way").first.wait_for(state="detached")


def test_the_cube_is_touched_to_double(house: House, open_phone: Open) -> None:
    house.start("backgammon", "standard")
    page = open_phone()
    cube = page.locator('.cube[data-move="double"]')
    finger = cube.locator(".finger").bounding_box()
    assert min(finger["width"], finger["height"]) >= 43
    page.mouse.click(*middle(page, ".cube .face"))
    page.locator('.cube[data-value="2"]').wait_for()
    knows(page, house.journal.last_seq())
    assert deeds(house) == ["double"]
    assert page.locator("[data-move]").count() == 0
