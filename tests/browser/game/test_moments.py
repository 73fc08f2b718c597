"""Three moments are felt: a throw lands, a taken piece flies home, a win; only as news, each off alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows, next_page
from engine.ending import Agree
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

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
    house.table.set_position(position)


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
    house.table.throw(Cowries(3, 4), source="typed")
    knows(page, house.table.model.seq)
    taking = house.table.model.rules.moves(house.table.model.state)[0]
    house.table.play(taking)
    knows(page, house.table.model.seq)


def test_a_throw_lands_and_a_taken_piece_flies_home_along_an_arc(house: House, open_phone: Open) -> None:
    begun(house)
    page = opened(open_phone)
    assert moments(page) == {}, "a page that was just opened shows no news"
    take(house, page)
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
    house.table.undo()
    knows(page, house.table.model.seq)
    assert all(frames == 2 for frames in moments(page).values()), "what is taken back is no news"
    assert "throw" not in moments(page)


def test_with_reduced_motion_nothing_moves_and_the_end_is_the_same(house: House, open_phone: Open) -> None:
    begun(house)
    page = opened(open_phone, reduced_motion="reduce")
    take(house, page)
    house.table.play(Agree((0,), 1))
    knows(page, house.table.model.seq)
    page.locator(".win.p0").wait_for()
    assert page.evaluate("moved") == []
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator('[data-piece="1,0"]').get_attribute("data-square") == "r0c2"


def test_each_moment_is_off_alone_and_stays_so(house: House, open_phone: Open) -> None:
    begun(house)
    page = opened(open_phone)
    page.evaluate("document.querySelectorAll('#more, #sounds').forEach(one => { one.open = true; })")
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
    house.table.play(Agree((1,), 1))
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
    house.table.throw(Cowries(3, 4), source="typed")
    page.locator(".roll .words").wait_for()
    house.table.play(house.table.model.rules.moves(house.table.model.state)[0])
    page.locator('[data-piece="1,0"][data-square="r0c2"]').wait_for()
    moved = moments(page)
    assert moved["1,0"] > 2
    assert "throw" not in moved
