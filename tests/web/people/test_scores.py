"""Scores: of the newest evening and altogether, by person, game and pair."""

from __future__ import annotations

import pytest

from engine.events import Setup
from engine.facts import Ending, Outcome
from web.house.people import Person
from web.people.scores import Names, Tally, duels, evening_of, scores
from web.ports import GameLine

ASHA, RAVI, MINA, DEV = people = [
    Person(number, name) for number, name in enumerate(("Asha", "Ravi", "Mina", "Dev"), 1)
]
HOUR = 3600.0


def game(
    number: int, names: str, *won: int, at: float = 0.0, points: int = 1, family: str = "", **more: object
) -> GameLine:
    """Describe a game that has ended; nobody won it without a seat, and with -1 it goes on."""
    setup = Setup(family or "chowka-bhara", "" if family else "5x5", tuple(names.split()), **more)  # type: ignore[arg-type]
    if won == (-1,):
        return GameLine(number, setup, at, 9, False, ())
    outcome = Outcome(won, Ending.AGREED, points)
    return GameLine(number, setup, at, 9, True, tuple(setup.names[seat] for seat in won), outcome)


def test_the_score_of_two_is_what_people_write_on_paper() -> None:
    games = [game(n, "Asha Ravi", winner) for n, winner in enumerate((0, 1, 0, 1, 0), 1)][::-1]
    evening = evening_of(people, games)
    assert evening is not None
    [duel] = evening.duels
    assert (duel.names, duel.won) == (("Asha", "Ravi"), (3, 2))
    assert evening.others == ()


def test_the_better_one_stands_first_whichever_seat_was_theirs() -> None:
    [duel] = duels(Names(people), [game(1, "Asha Ravi", 1), game(2, "Ravi Asha", 0), game(3, "Asha Ravi", 0)])
    assert (duel.names, duel.won) == (("Ravi", "Asha"), (2, 1))


def test_points_of_the_cube_count_beside_the_games() -> None:
    lines = [game(1, "Asha Ravi", 0, points=4), game(2, "Asha Ravi", 1), game(3, "Asha Ravi", 1)]
    [duel] = duels(Names(people), lines)
    assert (duel.names, duel.won, duel.points) == (("Ravi", "Asha"), (2, 1), (2, 4))
    assert scores(people, lines)[0].all == Tally(3, 1, 4)


def test_what_goes_on_or_was_imported_counts_for_nobody_and_a_game_without_a_winner_was_played() -> None:
    lines = [
        game(3, "Asha Ravi"),
        game(2, "Asha Ravi", -1),
        game(1, "Asha Ravi", 0, imported="a.mat"),
    ]
    assert [score.all for score in scores(people, lines)] == [Tally(1), Tally(1), Tally(), Tally()]


def test_families_are_counted_apart() -> None:
    lines = [game(2, "Asha Ravi", 0), game(1, "Asha Ravi", 1, family="backgammon")]
    assert scores(people, lines)[0].families == {"chowka-bhara": Tally(1, 1, 1), "backgammon": Tally(1)}


@pytest.mark.parametrize(("pause", "counted"), [(6 * HOUR, 2), (6 * HOUR + 1, 1), (-6 * HOUR - 1, 1)])
def test_an_evening_ends_when_nothing_begins_for_six_hours(pause: float, counted: int) -> None:
    """Also where the box's clock jumped back."""
    lines = [game(2, "Asha Ravi", 0, at=1e9), game(1, "Asha Ravi", 0, at=1e9 - pause)]
    assert scores(people, lines)[0].evening.played == counted
    assert scores(people, lines)[0].all.played == 2
    evening = evening_of(people, lines)
    assert evening is not None
    assert len(evening.numbers) == counted


def test_an_evening_on_which_nothing_ended_shows_nothing() -> None:
    assert evening_of(people, []) is None
    assert evening_of(people, [game(1, "Asha Ravi", -1)]) is None


def test_who_shares_a_seat_wins_with_it() -> None:
    shared = (("Asha", "Mina"), ("Ravi",))
    lines = [
        GameLine(
            1, Setup("chowka-bhara", "5x5", ("Asha & Mina", "Ravi"), members=shared), 0.0, 9, True, ("Ravi",)
        )
    ]
    assert [one.all for one in scores(people, lines)] == [Tally(1), Tally(1, 1, 1), Tally(1), Tally()]
    [duel] = duels(Names(people), lines)
    assert duel.names == ("Ravi", "Asha & Mina")


def test_partners_are_one_side_and_four_who_play_alone_are_a_list() -> None:
    partners, alone = game(1, "Asha Ravi Mina Dev", 0, 2), game(2, "Asha Ravi Mina Dev", 3)
    evening = evening_of(people, [alone, partners])
    assert evening is not None
    assert [duel.names for duel in evening.duels] == [("Asha & Mina", "Dev & Ravi")]
    assert evening.others[0] == ("Dev", Tally(1, 1, 1))
    assert len(evening.others) == 4


def test_a_renamed_person_keeps_the_games_and_two_who_became_one_play_against_nobody() -> None:
    one = Person(1, "Asha K.", names=("Asha", "Ravi"))
    lines = [game(2, "Asha Ravi", 0), game(1, "ASHA Mina", 1)]
    assert scores([one, MINA], lines)[0].all == Tally(2, 1, 1)
    [duel] = duels(Names([one, MINA]), lines)
    assert duel.names == ("Mina", "Asha K.")
