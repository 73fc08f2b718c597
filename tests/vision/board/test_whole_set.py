"""A set has so many pieces: what was read of each place is weighed by what the others leave."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.board.occupancy import Occupancy, PlaceSeen, Standing
from vision.board.whole_set import of_whole_sets

PIECES = 4
STANDINGS: tuple[Standing, ...] = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 3))


@st.composite
def places(draw: st.DrawFn) -> Occupancy:
    """A few places, each with some chance of a few standings; none of them hidden."""
    seen = []
    for number in range(draw(st.integers(1, 4))):
        odds = draw(
            st.lists(st.integers(1, 100), min_size=len(STANDINGS), max_size=len(STANDINGS)).filter(any)
        )
        likely = sorted(zip(STANDINGS, (one / sum(odds) for one in odds), strict=True), key=lambda x: -x[1])
        seen.append(PlaceSeen(str(number), tuple(likely)))
    return Occupancy(tuple(seen))


@given(places())
def test_what_is_told_of_every_place_adds_up_to_one(seen: Occupancy) -> None:
    for place in of_whole_sets(seen, PIECES).places:
        assert math.isclose(sum(chance for _, chance in place.likely), 1.0)
        assert list(place.likely) == sorted(place.likely, key=lambda one: -one[1])


@given(places())
def test_of_one_owner_it_is_what_counting_all_boards_gives(seen: Occupancy) -> None:
    mine = Occupancy(
        tuple(
            replace(
                place,
                likely=tuple((standing[:1], chance) for standing, chance in place.likely if not standing[1]),
            )
            for place in seen.places
        )
    )
    counted: list[dict[Standing, float]] = [{} for _ in mine.places]
    for board in itertools.product(*(place.likely for place in mine.places)):
        if sum(standing[0] for standing, _ in board) <= PIECES:
            chance = math.prod(one for _, one in board)
            for own, (standing, _) in zip(counted, board, strict=True):
                own[standing] = own.get(standing, 0.0) + chance
    told = of_whole_sets(mine, PIECES)
    for own, place in zip(counted, told.places, strict=True):
        for standing, chance in place.likely:
            assert math.isclose(chance, own.get(standing, 0.0) / sum(own.values()), abs_tol=1e-9)


def test_more_checkers_than_a_set_has_are_not_told() -> None:
    pile = PlaceSeen("pile", (((9,), 0.8), ((8,), 0.2)))
    row = PlaceSeen("row", (((7,), 1.0),))
    told = of_whole_sets(Occupancy((pile, row)), 15)
    assert told.place("pile").standing == (8,)
    assert told.place("pile").sure == pytest.approx(1.0)


def test_a_hidden_place_stays_hidden_and_may_hold_what_is_missing() -> None:
    hidden = PlaceSeen("hidden", (((0,), 0.1), ((1,), 0.1)), hidden=0.8)
    full = PlaceSeen("full", (((15,), 0.7), ((14,), 0.3)))
    told = of_whole_sets(Occupancy((hidden, full)), 15)
    assert told.place("hidden").is_hidden
    assert told.place("hidden").hidden == 0.8
    assert told.place("full").sure < 0.7, "a checker may lie under the hand"


def test_what_cannot_be_is_left_as_it_was_read() -> None:
    both = (PlaceSeen("one", (((9,), 1.0),)), PlaceSeen("other", (((9,), 1.0),)))
    assert of_whole_sets(Occupancy(both), 15).places == both


def test_an_empty_reading_stays_empty() -> None:
    seen = Occupancy((PlaceSeen("one", (), 1.0),))
    assert of_whole_sets(seen, 15) == seen
