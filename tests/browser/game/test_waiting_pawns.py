"""Pawns that wait beside the board in real Chromium: touched, dragged in by a throw, and asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows
from engine.events import Setup
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
LONG = ("Alagumuthu Venkataraman", "Annapoorneshwari Subramaniam", "Mina", "Dev")


def begin(house: House, preset: str = "5x5-entry", **position: Any) -> None:
    house.table.start(Setup("chowka-bhara", preset, LONG, {}, 0))
    if position:
        house.table.set_position({"turn": 0, **position})


def test_a_waiting_pawn_that_is_touched_goes_to_its_home_square(house: House, open_phone: Open) -> None:
    waiting = [-1, -1, -1, -1]
    begin(house, pawns=[waiting, [3, -1, -1, -1], waiting, waiting], bank=[4])
    phone = open_phone()
    phone.locator('#men [data-piece="0,0"], #men [data-square="off0"]').first.click()
    phone.locator('#men [data-square="r4c2"]').first.wait_for()
    knows(phone, house.journal.last_seq())
    assert house.table.model.state.pawns[0] == (0, -1, -1, -1)


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (1280, 800)])
@pytest.mark.parametrize("preset", ["5x5-entry", "7x7-dayam"])
def test_trays_names_and_pawns_stand_within_the_frame_and_beside_one_another(
    house: House, open_phone: Open, size: tuple[int, int], preset: str
) -> None:
    begin(house, preset)
    phone = open_phone()
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    frame = phone.locator(".frame").bounding_box()
    trays = [tray.bounding_box() for tray in phone.locator(".tray").all()]
    plates = [plate.bounding_box() for plate in phone.locator(".plate").all()]
    assert len(trays) == len(plates) == 4
    for box in (*trays, *plates):
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
        assert frame["y"] <= box["y"]
        assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
    for tray in trays:
        for plate in plates:
            across = tray["x"] < plate["x"] + plate["width"] and plate["x"] < tray["x"] + tray["width"]
            down = tray["y"] < plate["y"] + plate["height"] and plate["y"] < tray["y"] + tray["height"]
            assert not (across and down)


def test_from_a_refusal_we_play_it_differently_leads_to_the_option(house: House, open_phone: Open) -> None:
    house.table.start(Setup("chowka-bhara", "5x5", LONG[:2], {}, 0))
    house.table.set_position({"pawns": [[0, 2, 0, 0], [0, 0, 0, 1]], "bank": [2], "turn": 0})
    house.table.report_move((0, 0), "r3c4")
    phone = open_phone()
    phone.locator("#rule summary").click()
    phone.get_by_role("link", name="We play it differently").click()
    phone.wait_for_url("**/new?*")
    assert phone.locator("#option-share_own select, #option-entry select").first.is_visible()
