"""The form of the page about camera and board, and what its answers say."""

from __future__ import annotations

import re
from html import unescape

from werkzeug.test import TestResponse

from boards.over_board import EYE, corners_of
from ports_for_tests import House
from web.ports import Placement

LAID = Placement(tuple(corners_of(EYE)))


def form_of(laid: Placement, **more: str) -> dict[str, str]:
    corners = {
        f"{axis}{n}": f"{100 * part:.2f}"
        for n, corner in enumerate(laid.corners)
        for axis, part in zip("xy", corner, strict=True)
    }
    return corners | {"quarters": str(laid.quarters), "bar": f"{laid.bar:g}"} | more


FORM = form_of(LAID)


def send(house: House, what: str, **form: str) -> TestResponse:
    phone = house.admin()
    return phone.client.post(
        f"/eye/board/{what}", data={"csrf": phone.state()["csrf"], **form}, follow_redirects=True
    )


def text_of(answer: TestResponse) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def page(house: House) -> TestResponse:
    return house.admin().client.get("/eye/board")


def laid(house: House) -> Placement | None:
    line = house.board.line()
    assert line is not None
    return line.laid
