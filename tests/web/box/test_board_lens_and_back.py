"""The page about camera and board: which camera looks at it, and the corners before; no script needed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from boards.board_forms import FORM, LAID, form_of, laid, page, send, text_of
from boards.over_board import board
from ports_for_tests import House
from web.board_port import LENSES, Laid

WORSE = Laid(((0.02, 0.3), *LAID.corners[1:]))


@pytest.fixture
def house(house: House) -> House:
    house.start("backgammon", "standard")
    return house


def can_go_back(house: House) -> bool:
    return 'id="back"' in page(house).text


def lies(house: House, wanted: Laid) -> bool:
    now = laid(house)
    return now is not None and bool(np.allclose(now.corners, wanted.corners, atol=1e-4))


def test_the_camera_is_chosen_and_kept(house: House) -> None:
    told = page(house)
    assert '<option value="" selected>not known</option>' in told.text
    assert '<option value="module-3-wide">Camera Module 3 Wide</option>' in told.text
    assert "another one" not in told.text
    for lens in LENSES[:4]:
        answer = send(house, "corners", **FORM, lens=lens)
        assert "The eye looks at this board from now on." in answer.text
        assert f'<option value="{lens}" selected>' in answer.text
        assert laid(house) == replace(laid(house) or LAID, lens=lens)


def test_what_the_camera_says_of_itself_stands_first(house: House) -> None:
    house.over_board.lens = "module-3"
    told = page(house)
    assert '<option value="" selected>Camera Module 3, as it says itself</option>' in told.text
    answer = send(house, "corners", **FORM, lens="any")
    assert '<option value="any" selected>another one</option>' in answer.text
    house.over_board.lens = "module-9"  # of a later version
    assert '<option value="">not known</option>' in page(house).text


def test_a_camera_that_is_not_in_the_list_is_refused_in_words(house: House) -> None:
    for lens in ("module-9", "x" * 30, "<b>"):
        answer = send(house, "corners", **FORM, lens=lens)
        assert answer.status_code == 400
        assert len(lens) > 20 or "hoose which camera looks at the board" in text_of(answer)
        for path in ("state", "picture.jpg"):
            asked = house.admin().client.get(f"/eye/board/{path}", query_string=FORM | {"lens": lens})
            assert asked.status_code == 400
    assert laid(house) is None


def test_another_camera_is_seen_in_the_drawn_plan_before_it_is_saved(house: House) -> None:
    pictures = {
        house.admin().client.get("/eye/board/picture.jpg", query_string=FORM | {"lens": lens}).data
        for lens in ("any", "module-2", "module-3-wide")
    }
    assert len(pictures) == 3
    assert laid(house) is None


def test_the_chosen_camera_stays_with_corners_that_the_box_finds(house: House) -> None:
    answer = send(house, "refine", **FORM, lens="module-2")
    assert '<option value="module-2" selected>' in answer.text
    assert laid(house) is None


def test_corners_saved_worse_are_taken_back_by_one_button(house: House) -> None:
    assert send(house, "back").status_code == 422
    send(house, "corners", **FORM)
    assert not can_go_back(house)
    send(house, "corners", **form_of(WORSE, quarters="3"))
    assert can_go_back(house)
    answer = send(house, "back")
    assert lies(house, LAID)
    assert '<option value="0" selected>at the lower edge</option>' in answer.text
    send(house, "back")
    assert lies(house, WORSE)


def test_what_another_phone_does_changes_the_version(house: House) -> None:
    def version() -> str:
        return str(house.admin().client.get("/eye/board/state").get_json()["version"])

    seen = [version()]
    assert version() == seen[0]
    for change in (
        lambda: house.board.keep(LAID),
        house.board.learn_from_game,
        lambda: house.board.keep(WORSE),
        house.board.take_back,
    ):
        change()
        seen.append(version())
    assert all(one != other for one, other in pairwise(seen))
    house.over_board.frame = board()
    house.board.take_back()
    assert version() == seen[3]


def test_the_page_offers_to_learn_from_the_game_and_else_says_when_it_can(house: House) -> None:
    send(house, "corners", **FORM)
    assert "Learn them from the game" in page(house).text
    assert "If the board stands as the game does, such as at its beginning" in page(house).text
    plain = {key: value for key, value in FORM.items() if key != "bar"}
    for game, preset, offers in (("chowka-bhara", "5x5", True), ("pachisi", "six", False)):
        house.start(game, preset)
        house.over_board.later()
        assert "As soon as every player has a piece on a square" not in page(house).text  # first the corners
        send(house, "corners", **plain)
        assert ("Learn them from the game" in page(house).text) == offers
        assert ("As soon as every player has a piece on a square" in page(house).text) != offers
