"""The page about camera and board: corners, pieces, markers, a bumped board; for admins, no script needed."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from boards.board_forms import FORM, LAID, form_of, laid, page, send, text_of
from boards.over_board import BUMPED, EYE, FAR, at, board, corners_of
from engine.errors import RecordError
from ports_for_tests import House
from web.ports import LENSES, Placement


@pytest.fixture
def house(house: House) -> House:
    house.start("backgammon", "standard")
    return house


@pytest.fixture
def kept(house: House) -> House:
    house.board.keep(LAID)
    return house


def test_without_a_game_the_page_says_why_and_what_comes_first(tmp_path: Path) -> None:
    bare = House(tmp_path / "bare")
    try:
        answer = page(bare)
        assert answer.status_code == 200
        assert "the box cannot know which board lies there" in answer.text
        assert 'href="/new"' in answer.text
        assert bare.admin().client.get("/eye/board/state").get_json()["parts"] == {"pieces": "", "seen": ""}
        assert bare.admin().client.get("/eye/board/picture.jpg").status_code == 200
    finally:
        bare.close()


def test_corners_typed_in_percent_are_kept(house: House) -> None:
    assert "These corners are not saved yet." in page(house).text
    answer = send(
        house, "corners", **FORM | {"x0": FORM["x0"].replace(".", ","), "quarters": "2", "bar": "0,5"}
    )
    assert "The eye looks at this board from now on." in answer.text
    now = laid(house)
    assert now is not None
    assert (now.quarters, now.bar) == (2, 0.5)
    assert np.allclose(now.corners, LAID.corners, atol=1e-4)
    for name, value in FORM.items():
        if name not in ("quarters", "bar"):
            assert f'name="{name}" value="{value}"' in answer.text
    assert '<option value="2" selected>' in answer.text
    assert "pieces are 38 pixels wide: large enough" in text_of(answer)


REFUSED = [
    ({"x0": FORM["x1"], "x1": FORM["x0"]}, 422, "Two sides cross"),
    ({"x0": "-5"}, 422, "Corner 1 lies outside"),
    ({"x0": "70", "y0": "75"}, 422, "One corner lies between the others"),
    ({"x1": "24", "x2": "24"}, 422, "too small"),
    ({"x0": "nan"}, 422, "four pairs of numbers"),
    ({"x0": ""}, 400, "two numbers from 0 to 100"),
    ({"x0": "left"}, 400, "two numbers from 0 to 100"),
    ({"bar": "9"}, 400, "0 to 3 columns"),
    ({"bar": "wide"}, 400, "0 to 3 columns"),
    ({"bar": "nan"}, 400, "0 to 3 columns"),
]
"""What is wrong in the form, and what is said of it."""


@pytest.mark.parametrize("what", ["corners", "refine"])
def test_corners_that_cannot_be_are_refused_and_nothing_is_lost(house: House, what: str) -> None:
    for change, status, why in REFUSED:
        answer = send(house, what, **FORM | change)
        assert (answer.status_code, why in text_of(answer)) == (status, True), change
        for name, value in (FORM | change).items():
            if name != "quarters":
                assert f'name="{name}" value="{value}"' in answer.text
        assert 'data-kept=""' in answer.text
        draft = house.admin().client.get("/eye/board/state", query_string=FORM | change)
        if status == 422:
            assert why in unescape(draft.get_json()["parts"]["pieces"])
        else:
            assert draft.status_code == 400
    assert laid(house) is None


def test_a_form_that_is_none_is_told_in_words(house: House) -> None:
    for form in ({"x0": "5"}, FORM | {"quarters": "4"}, FORM | {"quarters": "left"}, FORM | {"x0": "5" * 50}):
        assert send(house, "corners", **form).status_code == 400
        assert house.admin().client.get("/eye/board/state", query_string=form).status_code == 400
        assert house.admin().client.get("/eye/board/picture.jpg", query_string=form).status_code == 400


def test_pieces_too_small_are_refused_with_what_was_asked_why_and_what_would_do(house: House) -> None:
    house.over_board.frame = board(FAR)
    form = form_of(Placement(tuple(corners_of(FAR))))
    answer = send(house, "corners", **form)
    assert answer.status_code == 422
    told = text_of(answer)
    assert "The board is not kept so: where they are smallest, pieces are 16 pixels wide and need 20" in told
    assert "cm nearer" in told
    assert laid(house) is None
    live = house.admin().client.get("/eye/board/state", query_string=form).get_json()
    assert "pieces are 16 pixels wide and need 20" in live["parts"]["pieces"]


def test_without_a_picture_the_page_says_so(house: House) -> None:
    house.over_board.is_away = True
    assert page(house).status_code == 200
    assert house.admin().client.get("/eye/board/picture.jpg").status_code == 404
    answer = send(house, "corners", **FORM)
    assert answer.status_code == 503
    assert "The camera gives no pictures now" in text_of(answer)
    assert f'name="x0" value="{FORM["x0"]}"' in answer.text


def test_what_cannot_be_written_is_said(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise RecordError("the journal cannot be written (disk full), so nothing was changed: check the disk")

    monkeypatch.setattr(house.board, "_keep", full)
    answer = send(house, "corners", **FORM)
    assert answer.status_code == 503
    assert "nothing was changed: check the disk" in text_of(answer)


def test_found_corners_wait_in_the_form_until_they_are_saved(house: House) -> None:
    rough = form_of(LAID, x0=f"{100 * LAID.corners[0][0] + 0.6:.2f}")
    answer = send(house, "refine", **rough)
    assert re.search(r"\d+ % of the sides was seen. If the lines lie right, save the corners.", answer.text)
    [found] = re.findall(r'name="x0" value="([\d.]+)"', answer.text)
    assert float(found) == pytest.approx(100 * LAID.corners[0][0], abs=0.3)
    assert 'data-kept=""' in answer.text
    assert laid(house) is None


def test_sides_that_are_hardly_seen_are_said(house: House) -> None:
    house.over_board.frame = np.full_like(board(), 90)
    told = text_of(send(house, "refine", **FORM))
    assert "Only 0 % of the sides was seen as an edge: look at the corners" in told


def test_pieces_are_learnt_from_touches_and_told_live(kept: House) -> None:
    assert "The eye does not know the pieces yet." in page(kept).text
    touches = {"0-0": at(EYE, 12.5, 0.5), "1-0": at(EYE, 12.5, 10.5)}
    form = {
        f"t{axis}{name}": f"{100 * part:.1f}"
        for name, touch in touches.items()
        for axis, part in zip("xy", touch, strict=True)
    }
    answer = send(kept, "colours", **form)
    assert "The eye knows these pieces now." in answer.text
    assert "The eye knows the pieces of every player." in answer.text
    assert text_of(answer).count("15 pieces") == 2
    seen = kept.admin().client.get("/eye/board/state").get_json()["parts"]["seen"]
    assert seen.count("15 pieces") == 2
    assert "each place with pieces has their number" in seen
    before = kept.journal.last_seq()
    assert page(kept).status_code == 200
    assert kept.journal.last_seq() == before


def test_touches_that_teach_nothing_are_told(kept: House) -> None:
    for form, status, why in (
        ({}, 422, "Touch a piece of each player first"),
        ({"tx0-0": "50"}, 400, ""),
        ({"tx0-0": "50", "ty0-0": "up"}, 400, "two numbers from 0 to 100"),
        ({"tx0-0": "50", "ty0-0": "130"}, 400, "two numbers from 0 to 100"),
        ({"tx0-0": "50", "ty0-0": "nan"}, 400, "two numbers from 0 to 100"),
        ({"tx0-0": "1", "ty0-0": "1"}, 422, "beside the board"),
        ({"tx0-0": "75", "ty0-0": "23"}, 422, "Nothing is known of the pieces of player 2"),
    ):
        answer = send(kept, "colours", **form)
        assert (answer.status_code, why in text_of(answer)) == (status, True), form


def test_the_game_teaches_the_pieces_where_it_can(kept: House) -> None:
    assert "Learn them from the game" in page(kept).text
    assert "The eye knows the pieces of every player." in send(kept, "game").text
    kept.start("pachisi", "six")
    kept.over_board.later()
    kept.board.keep(LAID)
    assert "Learn them from the game" not in page(kept).text
    assert send(kept, "game").status_code == 422


def test_the_empty_board_is_pictured_and_all_is_forgotten(kept: House) -> None:
    assert "A picture of the empty board is kept." not in page(kept).text
    kept.over_board.frame = board(points={})
    assert "A picture of the empty board is kept." in send(kept, "empty").text
    assert "What the eye knew of this board is forgotten." in send(kept, "forget").text
    assert laid(kept) is None
    assert send(kept, "empty").status_code == 422


def test_a_bumped_board_is_offered_and_taken(kept: House) -> None:
    version = kept.admin().client.get("/eye/board/state").get_json()["version"]
    assert "The board is not where it was." not in page(kept).text
    assert "nothing is to be taken" in text_of(send(kept, "moved"))
    kept.over_board.frame = board(BUMPED)
    for _ in range(2):
        kept.board.watch.look()
    assert kept.admin().client.get("/eye/board/state").get_json()["version"] != version
    assert "The board is not where it was." in page(kept).text
    assert "The eye looks at the board where it lies now." in send(kept, "moved").text
    assert "The board is not where it was." not in page(kept).text
    now = laid(kept)
    assert now is not None
    assert np.abs(np.array(now.corners) - corners_of(BUMPED)).max() < 0.004


def test_the_film_is_told_as_what_it_is(house: House) -> None:
    house.over_board.shows_board = False
    assert "The film shows a tray and no board." in page(house).text
    assert send(house, "corners", **FORM).status_code == 200
    assert laid(house) is not None
    assert "15 pieces" not in page(house).text


def test_without_markers_the_page_says_so_and_hands_print_them(house: House) -> None:
    answer = send(house, "marked", **FORM)
    assert answer.status_code == 422
    assert "The four markers are not all seen now" in text_of(answer)
    assert 'href="/print/markers-30.pdf"' in page(house).text
    printed = house.watcher().get("/print/markers-30.pdf")
    assert printed.data[:5] == b"%PDF-"
    assert house.watcher().get("/print/markers-30.svg").data[:4] == b"<svg"
    assert house.watcher().get("/print/markers-25.pdf").status_code == 404


WORSE = Placement(((0.02, 0.3), *LAID.corners[1:]))


def can_go_back(house: House) -> bool:
    return 'id="back"' in page(house).text


def lies(house: House, wanted: Placement) -> bool:
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
