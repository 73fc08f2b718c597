"""Throws that are kept while nobody plays: the page says so, the voice once, and the page stays small."""

from __future__ import annotations

import pytest

from engine.events import MOST_KEPT, Logged, ThrowAsked, ThrowKept
from engine.table.commands import AskThrow, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.language.events import signal_of
from web.language.speaker import Speaker
from web.language.speech import announcement


@pytest.fixture
def house(house: House) -> House:
    """Lay a game down in which a move is waited for that nobody makes."""
    house.start()
    for mouths in (3, 3, 1):
        house.table.do(TakeThrow(Cowries(mouths, 4)))
    return house


def test_a_phones_throw_is_refused_plainly_and_the_page_says_that_nobody_plays(house: House) -> None:
    phone = house.player()
    for number in range(MOST_KEPT):
        assert "nobody plays" not in phone.client.get("/").text
        assert phone.do("throws", throw="2/4", request=f"r{number}")[0] == 201
    assert "20 throws wait and nobody plays: enter the moves" in phone.client.get("/").text
    for body in ({"throw": "2/4"}, {"drawn": True}):
        status, told = phone.do("throws", **body)
        assert status == 409
        assert "20 throws wait already and nobody plays; enter the moves" in told["error"]
    house.table.do(TakeThrow(Cowries(2, 4), photo="throw-9"))
    state = phone.state()
    assert (state["waits"], len(state["waiting"])) == (MOST_KEPT + 1, MOST_KEPT)
    assert state["stalled"].startswith("21 throws wait and nobody plays")


def test_the_page_stays_small_however_long_the_eye_watches(house: House) -> None:
    sizes = []
    for many in (MOST_KEPT, 300):
        while len(house.table.model.waiting) < many:
            house.table.do(TakeThrow(Cowries(2, 4)))
        sizes.append(len(house.watcher().get("/api/v1/state").data))
    assert sizes[1] < sizes[0] * 1.3


@pytest.mark.parametrize("asked", [False, True])
def test_the_voice_says_once_that_nobody_plays_and_then_is_silent(house: House, asked: bool) -> None:
    for _ in range(MOST_KEPT + 5):
        if asked:
            house.table.do(AskThrow(ThrowAsked(faces=("mouth",), alternatives=(Cowries(1, 4),))))
        else:
            house.table.do(TakeThrow(Cowries(2, 4)))
    events = house.journal.game_events(1)
    kept = [one for one in events if isinstance(one.event, ThrowKept | ThrowAsked)]
    said = [announcement([one], Speaker(("Asha", "Ravi"), "chowka-bhara")) for one in kept]
    assert [number for number, text in enumerate(said, 1) if "nobody plays" in text] == [MOST_KEPT]
    assert said[MOST_KEPT:] == [""] * 5
    assert "" not in said[:MOST_KEPT]
    assert [signal_of(one.event) for one in kept] == ["question"] * MOST_KEPT + [None] * 5


def test_what_was_kept_by_an_older_version_is_said_as_ever() -> None:
    kept = Logged(7, 1, ThrowKept(Cowries(2, 4)))
    assert "is kept" in announcement([kept], Speaker(("Asha", "Ravi"), "chowka-bhara"))
