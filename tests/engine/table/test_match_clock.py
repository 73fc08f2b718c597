"""The clock of a match, worked out of its record: delay, reserve, and what stops it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.ending import Accept, Refuse, Resign
from engine.errors import NotNowError, SetupError, StaleError
from engine.events import Setup
from engine.match import Match, MatchPlace, TimeControl
from engine.match.match_events import FlagFell, Paused, TimeGiven, WentOn
from engine.move import Double, Take, parse_move
from engine.setup import members_of
from engine.table.match_clock import clock_of, match_events, standing_of
from engine.table.questions import Conflict
from engine.throw import Dice
from engines.random_matches import NAMES, act, match_setup
from engines.recorded_table import logged_again
from engines.timed_table import TIMES, Timed, begun


def test_the_clock_runs_from_the_throw_that_decides_who_begins() -> None:
    timed = Timed()
    timed.now_s += 500.0
    assert (timed.running, timed.left) == (None, (600.0, 600.0))
    timed.dice(10.0, 4)
    timed.dice(100.0, 4)
    assert timed.running is None, "a tie is thrown again"
    timed.dice(100.0, 2)
    timed.dice(100.0, 5)
    assert (timed.running, timed.left) == (1, (600.0, 600.0))


def test_each_move_has_its_free_seconds_and_then_the_reserve_runs() -> None:
    timed = begun()
    timed.play(10.0, "8/5 6/5", "end")
    assert (timed.left, timed.running) == ((600.0, 600.0), 1)
    timed.dice(11.0, 6, 2)
    assert (timed.left, timed.running) == ((600.0, 600.0), 1), "a throw gives no new delay"
    timed.play(11.0, "24/18 13/11", "end")
    assert (timed.left, timed.running) == ((600.0, 590.0), 0)
    timed.now_s += 20.0
    assert timed.left == (592.0, 590.0)


def test_a_void_throw_gives_no_new_delay() -> None:
    timed = begun()
    timed.play(0.0, "8/5 6/5", "end")
    timed.dice(10.0, 6, 2)
    timed.table.void(timed.table.model.actions[-1].seq)
    timed.dice(10.0, 5, 2)
    timed.now_s += 10.0
    assert timed.left == (600.0, 582.0)


def test_an_undo_gives_no_time_back_and_no_new_delay() -> None:
    timed = begun()
    timed.play(30.0, "8/5 6/5", "end")
    assert timed.left == (582.0, 600.0)
    timed.now_s += 5.0
    timed.table.undo()
    assert (timed.left, timed.running) == ((582.0, 600.0), 0)
    timed.play(10.0, "8/5 6/5", "end")
    assert (timed.left, timed.running) == ((572.0, 600.0), 1)
    timed.now_s += 10.0
    assert timed.left == (572.0, 597.0), "five of the twelve seconds are gone"


def test_the_clock_stands_while_the_eye_asks() -> None:
    timed = begun()
    timed.play(0.0, "8/5 6/5", "end")
    timed.now_s += 15.0
    timed.table.ask(faces=("6", "unsure"), alternatives=(Dice((6, 2)), Dice((6, 3))))
    assert (timed.left, timed.running) == ((600.0, 597.0), None)
    timed.now_s += 300.0
    asked = timed.table.model.waiting[0].seq
    timed.table.correct(asked, Dice((6, 2)))
    timed.now_s += 4.0
    assert (timed.left, timed.running) == ((600.0, 593.0), 1)


def illegal(timed: Timed) -> tuple[tuple[int, int], str]:
    """Give a piece of the player's, and a square to which no die leads it."""
    rules = timed.table.model.rules
    piece = next(one for one in rules.placed(timed.table.model.state) if one.player == 0)
    return (0, piece.piece), rules.steps(0)[2]


def test_a_pause_stops_the_clock() -> None:
    timed = begun()
    timed.now_s += 21.0
    timed.table.pause()
    with pytest.raises(NotNowError, match="stands already"):
        timed.table.pause()
    assert isinstance(timed.record[-1].event, Paused)
    timed.now_s += 900.0
    assert (timed.left, timed.running) == ((591.0, 600.0), None)
    timed.table.end_pause()
    assert isinstance(timed.record[-1].event, WentOn)
    with pytest.raises(NotNowError, match="nobody pauses"):
        timed.table.end_pause()
    timed.now_s += 2.0
    assert (timed.left, timed.running) == ((589.0, 600.0), 0)


def test_what_players_ask_of_one_another_is_their_own_time() -> None:
    timed = begun()
    timed.now_s += 20.0
    timed.table.report_move(*illegal(timed))
    assert (timed.left, timed.running) == ((592.0, 600.0), 0)
    timed.now_s += 10.0
    timed.table.moved_back(timed.table.model.question.seq)  # type: ignore[union-attr]
    timed.now_s += 1.0
    assert (timed.left, timed.running) == ((581.0, 600.0), 0)
    timed.play(0.0, "8/5 6/5", "end")
    timed.now_s += 15.0
    timed.table.correct(timed.table.model.actions[0].seq, Dice((6, 2)))
    assert isinstance(timed.table.model.question, Conflict)
    timed.now_s += 5.0
    assert (timed.left, timed.running) == ((581.0, 592.0), 1)


def test_the_clock_stands_while_the_eye_objects_to_a_move_and_nobody_has_answered() -> None:
    timed = begun()
    timed.now_s += 20.0
    model = timed.table.model
    timed.table.object_to(model.rules.move_between(model.state, *illegal(timed)))
    assert (timed.left, timed.running) == ((592.0, 600.0), None)
    assert standing_of(timed.table.model) == "question"
    timed.now_s += 100.0
    timed.table.moved_back(timed.table.model.question.seq)  # type: ignore[union-attr]
    timed.now_s += 1.0
    assert (timed.left, timed.running) == ((591.0, 600.0), 0)


def test_the_clock_stands_while_the_eye_asks_what_was_played() -> None:
    timed = begun()
    timed.now_s += 20.0
    timed.table.ask_board([[parse_move("8/5 6/5")], []])
    timed.now_s += 100.0
    assert (timed.left, timed.running) == ((592.0, 600.0), None)
    timed.table.answer_board(timed.table.model.question.seq, 0)  # type: ignore[union-attr]
    timed.now_s += 3.0
    assert (timed.left, timed.running) == ((589.0, 600.0), 0)


def test_the_clock_stands_from_the_loss_of_the_board_until_it_is_found_or_people_play_on() -> None:
    timed = begun()
    timed.now_s += 20.0
    timed.table.lose_board()
    timed.now_s += 100.0
    assert (timed.left, timed.running) == ((592.0, 600.0), None)
    timed.table.found_board()
    timed.now_s += 2.0
    assert (timed.left, timed.running) == ((590.0, 600.0), 0)
    timed.table.lose_board()
    timed.play(100.0, "8/5 6/5", "end")
    timed.now_s += 14.0
    assert timed.table.model.lost is not None
    assert (timed.left, timed.running) == ((590.0, 598.0), 1), "they play on beside it"


def test_people_who_share_a_seat_share_its_clock() -> None:
    names = ("Asha & Dev", "Ravi & Mina")
    times = TimeControl.of_match(Match(3), per_point_s=150, delay_s=18)
    place = MatchPlace(Match(3), times=times)
    timed = Timed(Setup("backgammon", "standard", names, members=members_of(names), match=place))
    timed.dice(0.0, 3, 1)
    timed.play(20.0, "8/5 6/5", "end")
    assert timed.left == (448.0, 450.0)
    timed.dice(0.0, 6, 2)
    timed.play(19.0, "24/18 13/11", "end")
    timed.dice(0.0, 6, 1)
    timed.play(28.0, "13/7 8/7", "end")
    assert timed.left == (438.0, 449.0)
    timed.table.seat(0, ("Dev",))
    assert (timed.left, timed.running) == ((438.0, 449.0), 1)


def test_a_move_ends_a_pause_and_without_a_clock_there_is_none() -> None:
    timed = begun()
    timed.table.pause()
    timed.play(50.0, "8/5 6/5", "end")
    assert (timed.left, timed.running, timed.table.model.paused) == ((600.0, 600.0), 1, False)
    plain = Timed(match_setup(3))
    with pytest.raises(NotNowError, match="without a clock"):
        plain.table.pause()
    assert clock_of(plain.record) is None
    single = Timed(Setup("backgammon", "standard", NAMES))
    with pytest.raises(NotNowError, match="without a clock"):
        single.table.pause()
    assert clock_of(single.record) is None


def test_a_double_gives_both_a_new_delay_and_a_refused_resignation_none() -> None:
    timed = begun()
    timed.play(0.0, "8/5 6/5", "end")
    timed.now_s += 15.0
    timed.table.play(Double())
    assert (timed.left, timed.running) == ((600.0, 597.0), 0)
    timed.now_s += 12.0
    timed.table.play(Take())
    timed.now_s += 14.0
    assert (timed.left, timed.running) == ((600.0, 595.0), 1)
    timed.table.play(Resign(1, 1))
    assert timed.running == 0
    timed.now_s += 12.0
    timed.table.play(Refuse())
    timed.now_s += 1.0
    assert (timed.left, timed.running) == ((600.0, 594.0), 1)


def test_a_turn_that_is_ended_before_its_play_is_told_gives_free_seconds_once_also_after_a_cube() -> None:
    timed = begun()
    timed.play(0.0, "8/5 6/5", "end")
    timed.table.play(Double())
    timed.table.play(Take())
    timed.dice(0.0, 6, 2)
    timed.now_s += 5.0
    timed.table.end_turn(source="camera")
    assert timed.running == 0
    timed.play(10.0, "24/18 13/11")
    timed.now_s += 5.0
    assert (timed.left, timed.running) == ((597.0, 600.0), 0)


def test_the_reserve_is_that_of_the_whole_match_and_stands_between_its_games() -> None:
    timed = begun()
    timed.now_s += 42.0
    timed.table.play(Resign(0, 1))
    timed.table.play(Accept())
    assert (timed.left, timed.running) == ((570.0, 600.0), None)
    timed.now_s += 600.0
    timed.table.next_game()
    timed.now_s += 60.0
    assert (timed.left, timed.running) == ((570.0, 600.0), None)
    timed.dice(10.0, 5, 1)
    timed.now_s += 13.0
    assert (timed.left, timed.running) == ((569.0, 600.0), 0)
    timed.table.undo()
    assert (timed.left, timed.running) == ((569.0, 600.0), None)
    timed.table.undo()
    assert (timed.table.model.game, timed.running) == (1, 1), "the resignation waits for its answer again"
    timed.now_s += 12.0
    timed.table.undo()
    timed.now_s += 5.0
    assert (timed.left, timed.running) == ((564.0, 600.0), 0)
    assert timed.clock.clock.falls_at_s == timed.now_s + 564.0


def test_while_another_game_lies_on_the_table_the_clock_of_the_match_stands() -> None:
    timed = begun()
    timed.play(0.0, "8/5 6/5", "end")
    timed.dice(7.0, 6, 2)
    first = [one for one in timed.record if one.game == 1]
    timed.now_s += 100.0
    timed.table.start(Setup("backgammon", "standard", NAMES))
    timed.now_s += 100.0
    timed.table.resume(first, announce=True)
    timed.now_s += 6.0
    found = clock_of([one for one in timed.record if one.game == 1])
    assert found is not None
    assert (found.clock.remaining(timed.now_s), found.clock.running) == ((600.0, 599.0), 1)


def test_in_finnish_rules_the_clock_waits_for_the_first_throw() -> None:
    timed = Timed(match_setup(5, preset="finnish", times=TIMES))
    timed.now_s += 60.0
    assert (timed.left, timed.running) == ((600.0, 600.0), None)
    timed.dice(10.0, 3, 1)
    assert timed.running == 0


def test_events_without_a_time_or_from_a_clock_that_went_back_cost_nothing() -> None:
    timed = begun()
    timed.play(20.0, "8/5 6/5", "end")
    used = timed.left
    unknown = [replace(one, clock_s=None) for one in timed.record]
    clock = clock_of(unknown)
    assert clock is not None
    assert clock.clock.reserves == (600.0, 600.0)
    timed.now_s -= 500.0
    timed.dice(0.0, 6, 2)
    assert clock_of(timed.record).clock.reserves == used  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(12))
def test_by_chance_no_reserve_ever_grows_and_the_record_read_back_gives_the_same_clock(seed: int) -> None:
    chance = Random(seed)
    timed = Timed(match_setup(chance.choice((1, 3, 5)), times=TimeControl(12.0, 900.0)))
    left, ran = (900.0, 900.0), 0.0
    fold = clock_of(timed.record)
    assert fold is not None
    for _ in range(150):
        model = timed.table.model
        known = len(timed.record)
        step = chance.choice((0.5, 3.0, 20.0))
        ran += step if fold.clock.running is not None else 0.0
        timed.now_s += step
        if model.outcome is not None and not model.game_follows:
            break
        if chance.random() < 0.1 and (model.actions or model.before):
            timed.table.undo()
        elif chance.random() < 0.03 and not model.paused and model.outcome is None:
            timed.table.pause()
        else:
            act(timed.table, chance)
        for one in timed.record[known:]:
            fold = fold.after(one)
        now = fold.clock.remaining(timed.now_s)
        assert now[0] <= left[0]
        assert now[1] <= left[1]
        left = now
    assert 1800.0 - sum(left) <= ran + 1e-6
    again = clock_of([replace(logged_again(one), clock_s=one.clock_s) for one in timed.record])
    assert again is not None
    assert (again.clock, again.move) == (fold.clock, fold.move)
    games = {one.game: [] for one in timed.record}  # type: ignore[var-annotated]
    for one in timed.record:
        games[one.game].append(one)
    firsts = [(number, 0 if number == 1 else 1) for number in games]
    assert match_events([*firsts, (99, 98)], games.__getitem__, first=1) == timed.record


# The flag, which is told and never enforced, and time that a person gives.


def test_a_flag_that_fell_is_told_once_and_costs_nothing_more() -> None:
    timed = begun()
    falls_at_s = timed.clock.clock.falls_at_s
    assert falls_at_s == timed.now_s + 612.0
    assert timed.clock.fallen_at(falls_at_s - 0.001) == frozenset()
    timed.now_s = falls_at_s
    assert (timed.clock.fallen_at(timed.now_s), timed.clock.told) == ({0}, set())
    before = timed.clock.clock
    with pytest.raises(StaleError, match="has happened since"):
        timed.table.flag_fell(0, seen=timed.record[-1].seq - 1)
    timed.table.flag_fell(0, seen=timed.record[-1].seq)
    assert isinstance(timed.record[-1].event, FlagFell)
    assert (timed.clock.clock, timed.clock.told) == (before, {0})
    timed.play(5.0, "8/5 6/5", "end")
    assert (timed.left, timed.clock.fallen) == ((0.0, 600.0), {0})
    timed.table.undo()
    assert timed.clock.fallen == {0}, "an undo gives no time back"
    without = clock_of([one for one in timed.record if not isinstance(one.event, FlagFell)])
    assert without is not None
    for part in ("clock", "at_s", "move", "free", "fallen"):
        assert getattr(without, part) == getattr(timed.clock, part)


def test_a_reserve_of_none_is_used_up_with_the_first_delay_not_before() -> None:
    timed = Timed(match_setup(5, times=TimeControl(12.0, 0.0)))
    assert timed.clock.fallen_at(timed.now_s) == frozenset()
    timed.dice(5.0, 3, 1)
    assert timed.clock.fallen_at(timed.now_s + 11.9) == frozenset()
    assert timed.clock.fallen_at(timed.now_s + 12.0) == {0}


def test_time_that_a_person_gives_lifts_a_flag_which_may_fall_again() -> None:
    timed = begun()
    timed.now_s += 612.0
    timed.table.flag_fell(0, seen=timed.record[-1].seq)
    timed.now_s += 8.0
    timed.table.give_time(0, 60, "  a glass fell\n on the board ")
    assert timed.record[-1].event == TimeGiven(0, 60, "a glass fell on the board")
    assert (timed.left, timed.clock.fallen, timed.clock.told) == ((60.0, 600.0), set(), set())
    timed.now_s += 60.0
    assert timed.clock.fallen_at(timed.now_s) == {0}
    timed.table.give_time(1, -600, "late by ten minutes")
    assert (timed.left, timed.clock.fallen_at(timed.now_s)) == ((0.0, 0.0), {0})
    timed.play(0.0, "8/5 6/5", "end")
    assert timed.clock.fallen_at(timed.now_s + 11.0) == {0}, "the free seconds are still free"
    assert timed.clock.fallen_at(timed.now_s + 12.0) == {0, 1}


@pytest.mark.parametrize(
    ("seat", "seconds", "why", "message"),
    [
        (2, 60, "so", "no seat 2"),
        (0, 0, "so", "0 seconds cannot"),
        (0, 36_001, "so", "36001 seconds cannot"),
        (0, True, "so", "True seconds cannot"),
        (0, 60, " \n ", "at most 80 letters"),
        (0, 60, "x" * 81, "at most 80 letters"),
        (0, 60, "\u202eso", "at most 80 letters"),
    ],
)
def test_time_that_cannot_be_given_is_refused(seat: int, seconds: int, why: str, message: str) -> None:
    timed = begun()
    known = len(timed.record)
    with pytest.raises(SetupError, match=message):
        timed.table.give_time(seat, seconds, why)
    assert len(timed.record) == known


def test_time_is_given_between_games_and_not_after_the_match_or_without_a_clock() -> None:
    timed = Timed(match_setup(2, times=TIMES))
    timed.dice(0.0, 3, 1)
    timed.table.play(Resign(0, 1))
    timed.table.play(Accept())
    timed.table.give_time(1, 5, "so")
    assert timed.left == (600.0, 605.0)
    timed.dice(0.0, 3, 1)
    timed.table.play(Resign(0, 1))
    timed.table.play(Accept())
    with pytest.raises(NotNowError, match="the match is over"):
        timed.table.give_time(1, 5, "so")
    plain = Timed(match_setup(3))
    with pytest.raises(NotNowError, match="without a clock"):
        plain.table.give_time(1, 5, "so")
