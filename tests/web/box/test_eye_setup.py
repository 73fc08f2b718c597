"""The page that sets up the eye: corners, light, lock, what is read; for admins, and without a script."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from device.doubts import message_of
from engine.errors import RecordError
from ports_for_tests import House
from sight_for_tests import RIM
from vision import Tray
from vision.light import ADVICE
from web.app import create_app
from web.ports import ReadLine

FORM = {
    f"{axis}{n}": f"{100 * part:.1f}"
    for n, corner in enumerate(RIM)
    for axis, part in zip("xy", corner, strict=True)
}
OTHER = FORM | {"x0": "20.0", "y0": "12,5", "shape": "four-cornered"}


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def send(house: House, what: str, **form: str) -> TestResponse:
    phone = house.admin()
    return phone.client.post(
        f"/eye/{what}", data={"csrf": phone.state()["csrf"], **form}, follow_redirects=True
    )


def text_of(answer: TestResponse) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def page(house: House) -> TestResponse:
    return house.admin().client.get("/eye")


def test_without_a_sight_or_a_board_camera_there_is_no_such_page(house: House) -> None:
    for sight, there in ((None, {"/eye": 404, "/eye/board": 404}), (house.sight, {"/eye/board": 404})):
        house.app.extensions["live"].close()
        house.app = create_app(
            house.table,
            house.eye,
            house.journal,
            house.phones,
            house.settings,
            house.lamps,
            house=house.book,
            people=house.people,
            hosts=house.hosts,
            now_s=lambda: house.journal.stamps.now_s,
            sight=sight,
        )
        admin = house.admin().client
        pages = admin.get("/").text + (admin.get("/eye").text if sight else "")
        for path, status in there.items():
            assert admin.get(path).status_code == status
            assert f'href="{path}"' not in pages


def test_without_a_script_the_corners_stand_in_the_form_and_are_drawn(house: House) -> None:
    text = page(house).text
    for name, value in FORM.items():
        assert f'name="{name}" value="{value}"' in text
    assert "0.2500,0.2000" in text
    assert "The tray has four corners and covers 30 % of the picture." in text


def test_corners_typed_in_percent_are_taken_with_point_or_comma(house: House) -> None:
    answer = send(house, "tray", **OTHER)
    assert answer.status_code == 200
    assert "The eye looks at this tray from now on." in answer.text
    assert house.sight.now == Tray.from_corners([(0.2, 0.125), *RIM[1:]])
    send(house, "tray", **OTHER | {"shape": "oval"})
    assert house.sight.now is not None
    assert house.sight.now.shape == "oval"
    assert "The tray is round or oval" in page(house).text


def test_corners_that_cannot_be_are_refused_and_nothing_is_lost(house: House) -> None:
    before = house.sight.now
    for change, status, why in (
        ({"x0": "75", "x1": "25"}, 422, "Two sides cross"),
        ({"x0": "-5"}, 422, "lies outside the picture"),
        ({"x0": "70", "y0": "75"}, 422, "One corner lies between the others"),
        ({"x1": "26", "x2": "26"}, 422, "too small"),
        ({"x0": "nan"}, 422, "corners"),
        ({"x0": ""}, 400, "two numbers from 0 to 100"),
    ):
        answer = send(house, "tray", **FORM | change)
        assert (answer.status_code, why in text_of(answer)) == (status, True), change
        for name, value in (FORM | change).items():
            assert f'name="{name}" value="{value}"' in answer.text
        assert 'data-kept=""' in answer.text
    assert house.sight.now == before


def test_a_form_that_is_none_is_told_in_words(house: House) -> None:
    phone = house.admin()
    csrf = phone.state()["csrf"]
    assert phone.client.post("/eye/tray", data={"csrf": csrf, "x0": "5"}).status_code == 400
    assert phone.client.post("/eye/tray", data={"csrf": csrf} | FORM | {"x0": "5" * 50}).status_code == 400
    assert phone.client.post("/eye/hold", data={"csrf": csrf, "still": "perhaps"}).status_code == 400


def test_what_cannot_be_kept_is_said_and_the_corners_stay_typed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise RecordError("the journal cannot be written (disk full), so nothing was changed: check the disk")

    monkeypatch.setattr(house.sight, "_take", full)
    answer = send(house, "tray", **OTHER)
    assert answer.status_code == 503
    assert "nothing was changed: check the disk" in text_of(answer)
    assert 'name="y0" value="12,5"' in answer.text
    assert send(house, "whole").status_code == 503
    assert "The whole picture is the tray now" not in page(house).text


def test_the_rim_that_is_found_for_sure_is_taken(house: House) -> None:
    house.sight.now = None
    assert "The whole picture is the tray." in page(house).text
    answer = send(house, "find")
    assert "Found: 100 % of the rim was seen." in answer.text
    assert house.sight.now == house.sight.found


def test_a_rim_that_is_not_sure_is_shown_and_not_taken(house: House) -> None:
    before = house.sight.now
    house.sight.found = replace(Tray.from_corners([(0.3, 0.3), *RIM[1:]]), trust=0.66)
    answer = send(house, "find")
    assert answer.status_code == 200
    assert "Only 66 % of a rim was seen, so nothing has changed yet." in answer.text
    assert 'name="x0" value="30.0"' in answer.text
    assert 'data-kept=""' in answer.text
    assert house.sight.now == before


def test_no_rim_found_leaves_all_as_it_was_and_says_what_helps(house: House) -> None:
    before, house.sight.found = house.sight.now, None
    for state, why in (("empty", "Bring the whole rim"), ("read", "Something lies in the tray")):
        house.eye.show(state)
        answer = send(house, "find")
        assert (answer.status_code, why in answer.text) == (422, True)
    assert house.sight.now == before


def test_one_tap_brings_the_tray_before_back(house: House) -> None:
    assert 'id="back"' not in page(house).text
    before = house.sight.now
    answer = send(house, "whole")
    assert "The whole picture is the tray now." in answer.text
    assert 'id="back"' in answer.text
    assert "Undo brings the one before back. The tray has four corners and covers 30 %" in text_of(answer)
    assert "The tray before is back." in send(house, "back").text
    assert house.sight.now == before


def test_light_is_told_line_by_line_with_what_to_do(house: House) -> None:
    assert "Not measured since the box started" in page(house).text
    told = text_of(send(house, "light"))
    assert "The light is good, measured at" in told
    assert all(
        words in told for words in ("bright enough", "nothing dazzles", "even all over the tray", "steady")
    )
    house.sight.faults = {name: message_of(ADVICE[name]) for name in ("dark", "shadow")}
    house.sight.saw_flicker = False
    told = text_of(send(house, "light"))
    assert "This would help:" in told
    assert "Brightness The tray is dark: put a lamp near it" in told
    assert "Shadows One side of the tray is much brighter: put the lamp higher or use two" in told
    assert "Flicker not seen: the camera gave too few pictures" in told
    assert "nothing dazzles" in told


def test_the_camera_is_locked_and_unlocked(house: House) -> None:
    assert "looks after exposure, white balance and focus by itself" in page(house).text
    assert "Locked now: exposure, white balance and focus." in send(house, "hold", still="yes").text
    assert 'id="free"' in page(house).text
    assert 'id="lock"' in send(house, "hold", still="no").text
    house.sight.still = frozenset({"focus"})
    assert "Locked now: focus." in page(house).text


def test_a_camera_with_nothing_to_lock_says_so(house: House) -> None:
    house.sight.still = None
    text = page(house).text
    assert "This camera has nothing that could be locked" in text
    assert 'name="still"' not in text


def test_what_is_read_as_a_check_never_enters_the_record(house: House) -> None:
    assert "Nothing was read since the box started." in page(house).text
    before = house.journal.last_seq()
    told = text_of(send(house, "read"))
    assert "Shells: 2 mouths up of 3 The eye is not sure." in told
    assert "One shell leans: lay it flat" in told
    assert "Read as a check. No game has heard of it." in told
    assert house.journal.last_seq() == before
    assert house.admin().client.get("/eye/seen-1.jpg").content_type == "image/jpeg"
    assert house.admin().client.get("/eye/seen-2.jpg").status_code == 404


def test_what_was_read_is_said_in_words(house: House) -> None:
    for read, words in (
        (ReadLine(1, (), True, (), False), "Nothing is seen in the tray. The eye is sure."),
        (ReadLine(1, ("3", "6", "unsure"), True, (), False), "Dice: 6 and 3 The eye is sure. The last throw"),
        (ReadLine(1, ("back",), True, (), True), "Shells: no mouth up of 1 The eye is sure. Read as a check"),
    ):
        house.sight.told = read
        assert words in text_of(page(house))


def test_without_a_picture_the_page_says_what_helps(house: House) -> None:
    house.sight.no_picture = "the camera gives no pictures now: look whether it is plugged in, then try again"
    house.eye.show("away", "there is no camera on the Pi’s ribbon: switch the Pi off")
    for what in ("find", "light", "read"):
        answer = send(house, what)
        assert answer.status_code == 503
        assert "The camera gives no pictures now: look whether it is plugged in" in answer.text
        assert "There is no camera on the Pi" in answer.text
    assert house.admin().client.get("/eye/picture.jpg").status_code == 404


def test_a_page_hears_that_another_phone_has_changed_something(house: House) -> None:
    def version() -> str:
        return str(house.admin().client.get("/eye/state").get_json()["version"])

    seen = [version()]
    assert f'data-version="{seen[0]}"' in page(house).text
    assert version() == seen[0]
    for what, form in (
        ("whole", {}),
        ("light", {}),
        ("hold", {"still": "yes"}),
        ("read", {}),
        ("read", {}),
        ("back", {}),
    ):
        send(house, what, **form)
        seen.append(version())
    assert len(set(seen)) == len(seen)
    assert house.admin().client.get("/eye/state").get_json()["eye"]["text"] == "The tray is empty"


def begin(house: House, phone: Any) -> str:
    form = {"csrf": phone.state()["csrf"], "game": "chowka-bhara", "name": ["Asha", "Ravi"], "preset": "5x5"}
    return str(phone.client.post("/new", data=form).headers["Location"])


def test_only_the_first_game_leads_an_admin_on_and_only_until_the_tray_is_set(tmp_path: Path) -> None:
    with closing(House(tmp_path / "new")) as house:
        house.sight.new = True
        assert begin(house, house.admin()) == "/eye?first=1"
        assert 'class="card first"' in house.admin().client.get("/eye?first=1").text
        assert 'class="card first"' not in page(house).text
        assert begin(house, house.admin()) == "/"
    for role, is_new in (("player", True), ("admin", False)):
        with closing(House(tmp_path / role)) as house:
            house.sight.new = is_new
            assert begin(house, house.player() if role == "player" else house.admin()) == "/"


def test_what_was_learnt_of_the_shells_is_told_and_forgotten_by_an_admin(house: House) -> None:
    assert "has not learnt yet what your shells look like" in text_of(page(house))
    assert "Forget what was learnt" not in text_of(page(house))
    before = house.admin().client.get("/eye/state").get_json()["version"]
    house.sight.lessons = 6
    assert house.admin().client.get("/eye/state").get_json()["version"] != before
    assert "The eye has learnt from 6 throws what your shells look like." in text_of(page(house))
    refused = house.player()
    answer = refused.client.post("/eye/forget", data={"csrf": refused.state()["csrf"]})
    assert (answer.status_code, house.sight.lessons) == (403, 6)
    assert "What the eye had learnt is forgotten." in text_of(send(house, "forget"))
    assert house.sight.lessons == 0


def test_a_tray_in_pictures_of_another_shape_is_asked_about_until_somebody_has_looked(house: House) -> None:
    def text() -> str:
        return house.admin().client.get("/eye").text

    assert "got another shape" not in text()
    version = house.admin().client.get("/eye/state").get_json()["version"]
    house.sight.elsewhere = True
    assert "Do the lines lie on the rim of the tray?" in text()
    assert house.admin().client.get("/eye/state").get_json()["version"] != version
    answer = send(house, "lies")
    assert "The tray stays where it is drawn." in answer.text
    assert "got another shape" not in answer.text
