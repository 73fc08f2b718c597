"""Moves glide, unless the person asks for less motion; the last move is marked either way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows, more
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

COUNTED = """
window.glided = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.glided.push(this.dataset.piece);
  return animate.apply(this, how);
};
"""


@pytest.mark.parametrize(("motion", "glided"), [("no-preference", ["0,0"]), ("reduce", [])])
def test_a_moved_piece_glides_unless_less_motion_is_asked_for(
    house: House, open_phone: Callable[..., Any], motion: str, glided: list[str]
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(reduced_motion=motion)
    page.add_init_script(COUNTED)
    page.reload()
    knows(page)
    more(page)
    page.locator(".moves button").first.click()
    page.locator('.hit.to[data-square="r3c4"]').wait_for()
    page.locator('.hit.from[data-square="r4c2"]').wait_for(state="attached")
    moved = page.evaluate("glided")
    assert ("0,0" in moved) == bool(glided)
    assert glided or moved == []
