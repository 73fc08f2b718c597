"""Whatever a page can do, a program can: each route of a page has an address of the API, or says why not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from ports_for_tests import House
from web.api.document import document
from web.auth.roles import RANK, needed
from web.ports import Role

ELSEWHERE: Mapping[str, str] = {
    "GET /": "GET /state",
    "POST /backup/restore": "POST /backup/pieces",
    "GET /board/seen/part": "GET /board/seen",
    "GET /clock": "GET /state",
    "GET /conduct": "GET /state",
    "GET /earlier": "GET /events",
    "GET /end": "GET /state",
    "GET /events": "GET /stream",
    "GET /eye/state": "GET /eye",
    "GET /eye/board/state": "GET /eye/board",
    "GET /games/{number}/turns/{row}": "GET /games/{number}/turns",
    "GET /games/{number}/turns/{row}/record": "GET /games/{number}/record",
    "POST /games/import": "POST /imports",
    "GET /games/import/{number}": "GET /imports/{number}",
    "POST /games/import/{number}/keep": "POST /imports/{number}/keep",
    "POST /games/import/{number}/leave": "POST /imports/{number}/leave",
    "GET /games/throws": "GET /throws",
    "GET /house/{number}": "GET /house/{number}/link",
    "POST /house/{number}/change": "POST /house/{number}",
    "GET /install/charkoni.crt": "GET /charkoni.crt",
    "POST /language/voice": "POST /settings",
    "GET /new": "GET /rules",
    "POST /new": "POST /games",
    "POST /new/keep": "POST /house",
    "GET /people/{number}": "GET /people",
    "POST /people/{number}/change": "POST /people/{number}",
    "GET /phone": "GET /phones/invitation",
    "POST /phones/tokens": "POST /tokens",
    "POST /phones/tokens/{token}": "POST /tokens/{token}",
    "POST /phones/tokens/{token}/take-back": "POST /tokens/{token}/take-back",
    "GET /photos/{name}.jpg": "GET /photographs/{name}.jpg",
    "POST /pips": "POST /settings",
    "POST /points": "POST /settings",
    "GET /rules/{game}": "GET /rules",
    "GET /seats": "GET /state",
    "GET /sound": "GET /settings",
    "POST /sound": "POST /settings",
    "POST /sound/looked": "POST /lamps/looked",
    "POST /sound/test": "POST /lamps/test",
}
"""Route of a page → address of the API, where that is called otherwise."""

_OTHER_LOOK = "another look at what the state, its board and the events tell"
_ASKS_FIRST = "only asks whether it is meant: the API wants 'sure' instead"
_FORM = "an empty form: the description says what is sent"
NO_FUNCTION: Mapping[str, str] = {
    "GET /static/{filename}": "files of the pages themselves",
    "GET /manifest.webmanifest": "for a browser that installs the page",
    "GET /worker.js": "for a browser that installs the page",
    "GET /away": "what an installed page shows while the box is away",
    "GET /install": "tells people how to install the page",
    "GET /guide": "tells people how to build and play; its boards to print have an address",
    "GET /board": "a drawing of the state, for the side at which a phone sits",
    "GET /tv": _OTHER_LOOK,
    "GET /overlay": _OTHER_LOOK,
    "GET /blind": _OTHER_LOOK,
    "GET /blind/clock": _OTHER_LOOK,
    "GET /blind/places": _OTHER_LOOK,
    "GET /blind/turns/{ago}": _OTHER_LOOK,
    "GET /language": "a phone's own language; a program sends Accept-Language",
    "POST /language": "a cookie of the phone; a program sends Accept-Language",
    "GET /out": "a browser forgets its cookie; a program forgets its token by itself",
    "POST /out": "a browser forgets its cookie; a program forgets its token by itself",
    "GET /games/import": _FORM,
    "GET /house/{number}/change": _FORM,
    "GET /games/{number}/delete": _ASKS_FIRST,
    "GET /games/{number}/open": _ASKS_FIRST,
    "GET /house/{number}/delete": _ASKS_FIRST,
    "GET /people/{number}/delete": _ASKS_FIRST,
    "GET /phones/{phone}/role": _ASKS_FIRST,
    "GET /phones/{phone}/unpair": _ASKS_FIRST,
    "GET /phones/tokens/{token}/take-back": _ASKS_FIRST,
    "GET /status/stop": _ASKS_FIRST,
    "GET /stream.mjpg": "made for programs itself, at the address that they know",
    "GET /webcam/": "made for programs itself, at the address that they know",
    "GET /metrics": "made for programs itself, at the address that they know",
}
"""Route of a page → why a program needs no address for it."""


def routes(house: House, *, of_api: bool = False) -> dict[str, Role]:
    """List the routes of pages, or of the API, with the role that each needs."""
    return {
        f"{method} {address_of(rule.rule)}": needed(house.app.view_functions[rule.endpoint])
        for rule in house.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") is of_api
    }


def address_of(rule: str) -> str:
    return re.sub(r"<(?:[a-z]+:)?([a-z]+)>", r"{\1}", rule).removeprefix("/api/v1")


def counterpart(route: str) -> str | None:
    """Return the address of the API that does what a route of a page does."""
    if route in NO_FUNCTION:
        return None
    same = f"POST /{route.removeprefix('POST /act/')}" if route.startswith("POST /act/") else route
    return ELSEWHERE.get(route, same if same in described() else None)


@cache
def described() -> set[str]:
    return {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, entry in document()["paths"].items()
        for method in entry
    }


def test_every_address_of_the_api_is_described_and_the_box_serves_the_description_to_anyone(
    house: House,
) -> None:
    assert set(routes(house, of_api=True)) == described()
    answer = house.watcher().get("/api/v1/openapi.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.get_json() == document()


def test_every_route_of_a_page_has_an_address_of_the_api_or_says_why_not(house: House) -> None:
    there = set(routes(house))
    assert {route for route in there if counterpart(route) is None and route not in NO_FUNCTION} == set()
    assert set(ELSEWHERE) - there == set()
    assert set(NO_FUNCTION) - there == set()
    assert set(ELSEWHERE) & set(NO_FUNCTION) == set()
    assert set(ELSEWHERE.values()) - described() == set()


def test_no_way_around_a_page_needs_less_than_the_page(house: House) -> None:
    of_api = routes(house, of_api=True)
    for route, role in routes(house).items():
        address = counterpart(route)
        if address is not None and route not in ASKED_WITHIN:
            assert RANK[of_api[address]] >= RANK[role], (route, address)
    within = {"GET /settings", "POST /settings", "GET /phones/invitation", "GET /state"}
    assert {counterpart(route) for route in ASKED_WITHIN} <= within


ASKED_WITHIN = (
    "POST /language/voice",  # the settings ask themselves, part by part
    "POST /sound",
    "GET /sound",
    "GET /phone",  # lets a phone in while the door is open, and a program never
    "GET /clock",  # pages with forms for players; what they show, all may see
    "GET /end",
    "GET /seats",
)
