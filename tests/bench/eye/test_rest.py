"""The watch on films of rigid bodies that were thrown: every throw once, after its last movement and soon."""

from __future__ import annotations

import pytest

from tests.bench.eye.films import KEPT, Event, Film, films
from tests.bench.eye.rest import judge

FILMS = films(KEPT)
BRIEF = 110
"""Films of more frames are played by the slow tests."""


def kept(film: Film) -> object:
    slow = [] if film.length <= BRIEF else [pytest.mark.slow]  # some seconds for each film
    return pytest.param(film, id=film.name, marks=slow)


@pytest.mark.parametrize("film", [kept(film) for film in FILMS])
def test_a_film_is_told_as_its_truth_says(film: Film) -> None:
    result = judge(film)
    assert result.wrong == []
    assert result.right == result.events == len(film.events)
    assert len(result.delays_ms) == result.throws
    assert all(133 <= delay <= 500 for delay in result.delays_ms)


def test_the_kept_films_show_all_that_can_be_told() -> None:
    kinds = {event.kind for film in FILMS for event in film.events}
    assert {"throw", "cleared", "change", "nothing"} <= kinds
    assert sum(path.stat().st_size for path in KEPT.iterdir()) < 8_000_000


def test_a_film_has_its_frames_and_says_what_lies_at_the_end_of_every_throw() -> None:
    for film in FILMS:
        first = next(film.frames())
        assert first.shape == (480, 640, 3)
        for event in film.events:
            assert isinstance(event, Event)
            assert event.first <= event.last < event.until <= film.length
            if event.kind == "throw":
                lying = sorted(one.face.value for one in film.lying(event.until - 1))
                assert lying == sorted(event.faces), (film.name, event)


def test_a_film_is_the_same_every_time_it_is_played() -> None:
    film = min(FILMS, key=lambda film: film.length)
    for _, one, other in zip(range(3), film.frames(), film.frames(), strict=False):
        assert (one == other).all()
