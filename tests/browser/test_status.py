"""The page that shows how the box is, where it has a script: the box's clock beside the phone's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import address
from ports_for_tests import House

pytestmark = pytest.mark.browser


def test_the_boxs_clock_is_held_against_the_phones(house: House, open_phone: Callable[..., Any]) -> None:
    house.start()
    page = open_phone()
    page.goto(address(page, "/status"))
    page.get_by_text("This phone thinks so, too.").wait_for()
    page.add_init_script("const now = Date.now; Date.now = () => now() - 30 * 60000;")
    page.reload()
    page.get_by_text("This phone’s clock is 30 minutes away from it: one of the two is wrong.").wait_for()
    page.add_init_script("Date.now = () => 0;")  # a phone that lost its clock
    page.reload()
    page.get_by_text("days away from it: one of the two is wrong.").wait_for()
