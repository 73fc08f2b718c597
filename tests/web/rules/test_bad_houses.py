"""House rules that cannot be, from a form and from a program: what was asked, why not, what would work."""

from __future__ import annotations

import re
from html import unescape

from engine.options import OptionValue
from ports_for_tests import House

HERE = "cannot be so on this box: choose something that is offered"

BAD: list[tuple[str, str, dict[str, OptionValue], list[str]]] = [
    ("chowka-bhara", "5x5", {"pawns": 6}, ["Six pawns (C22) need the 7 × 7 board"]),
    ("chowka-bhara", "9x9", {"safe_corners": True}, ["Crossed corners (C22) need the 7 × 7 board"]),
    ("chowka-bhara", "5x5", {"again": "1-6-12"}, ["throw again (C22) need the 7 × 7 board"]),
    (
        "chowka-bhara",
        "5x5",
        {"entry": "6-12"},
        ["enter with 6 + 12 here", "(C19). There is 4 + 8, 1 + 4 + 8, 1 + 8"],
    ),
    ("chowka-bhara", "7x7", {"entry": "4-8"}, ["There is 6 + 12, 1 + 6 + 12, 1 + 5 + 6 + 12"]),
    ("chowka-bhara", "5x5", {"partners": True}, ["C21 is for four players, not for 2"]),
    ("chowka-bhara", "5x5", {"entry": "often"}, ["(C19)", HERE]),
    ("chowka-bhara", "5x5", {"three_graces": "x"}, ["(C20)", HERE]),
    ("pachisi", "seven", {"cancel": "all"}, ["(P23)", HERE]),
    ("pachisi", "six", {"cancel": "equal"}, ["P23 needs P25", "goes only with"]),
]


def test_a_program_is_told_in_the_pages_words(house: House) -> None:
    phone = house.player()
    for game, preset, options, words in BAD:
        status, told = phone.do("games", game=game, preset=preset, names=["Asha", "Ravi"], options=options)
        assert status == 422, options
        assert all(one in told["error"] for one in words), told["error"]
    assert not house.table.has_game


def test_a_form_is_told_and_offers_what_would_work(house: House) -> None:
    phone = house.player()
    form = {"csrf": phone.state()["csrf"], "name": ["Asha", "Ravi"]}
    for game, preset, options, words in BAD:
        typed = {f"option-{key}": str(value).lower() for key, value in options.items()}
        answer = phone.client.post("/new", data={**form, "game": game, "preset": preset, **typed})
        assert answer.status_code == 400, options
        page = unescape(re.sub(r"<[^>]+>", "", answer.text))
        assert all(one in page for one in words), words
        assert 'name="mend"' in answer.text
