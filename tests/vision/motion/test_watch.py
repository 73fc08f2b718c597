"""The watch over the tray: when a throw counts, and what is none."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from squares_on_a_table import FPS, ONCE, Table, after_a_throw, with_an_empty_tray
from vision import Expect, Face, FrameError, State, Tray


def test_a_throw_is_read_once_when_it_has_come_to_rest() -> None:
    table = with_an_empty_tray()
    assert table.watch.state is State.EMPTY
    assert {step.state for step in table.roll(a=(100, 80), b=(200, 150))[1:]} == {State.MOVING}
    after = table.run(20)
    assert [step.state for step in after[:8]].count(State.SETTLED) >= 1
    assert after[-1].state is State.READ
    assert table.told() == ONCE


def test_the_reading_comes_within_half_a_second_of_the_last_movement() -> None:
    table = with_an_empty_tray()
    table.roll(a=(100, 80), b=(200, 150))
    frames = [step.reading is not None for step in table.run(20)].index(True) + 1
    assert frames / FPS < 0.5
    assert frames / FPS >= 0.26


@pytest.mark.parametrize("blurred", [1, 3])
def test_a_throw_whose_picture_is_not_sharp_is_looked_at_again_before_it_is_told(blurred: int) -> None:
    table = with_an_empty_tray()
    table.eye.blurred = table.eye.times + blurred
    table.roll(a=(100, 80), b=(200, 150))
    table.run(20)
    assert table.told() == ONCE
    assert table.watch.state is State.READ
    frames = [step.reading is not None for step in table.steps[-20:]].index(True) + 1
    assert frames / FPS < 0.5 + 0.2 * blurred + 1 / FPS


def test_a_throw_that_stays_blurred_is_asked_about_within_two_seconds() -> None:
    table = with_an_empty_tray()
    table.eye.blurred = 99
    table.roll(a=(100, 80), b=(200, 150))
    states = [step.state for step in table.run(30)]
    assert states[-1] is State.UNCERTAIN
    assert table.told() == ONCE
    assert states.index(State.UNCERTAIN) / FPS < 1.5
    before = table.eye.times
    table.run(40)
    assert table.eye.times == before


def test_a_hand_that_comes_while_a_blurred_throw_is_looked_at_again_is_seen() -> None:
    table = with_an_empty_tray()
    table.eye.blurred = 99
    table.roll(a=(100, 80), b=(200, 150))
    table.run(7)
    table.reach_in()
    assert table.watch.state is State.HAND
    assert table.told() == []


@pytest.mark.parametrize(
    ("times", "away"), [(20, lambda i: i % 2), (12, lambda i: i)], ids=["rocks", "creeps"]
)
def test_a_die_that_rocks_or_creeps_is_not_read_before_it_rests(
    times: int, away: Callable[[int], int]
) -> None:
    table = with_an_empty_tray()
    table.roll(a=(100, 80), b=(200, 150))
    for i in range(times):
        table.dice = {(100, 80): Face.ONE, (200 + away(i), 150): Face.TWO}
        table.run()
    assert table.told() == []
    table.run(8)
    assert table.told() == ONCE


@pytest.mark.parametrize("each", [[{}], [{(100, 80): Face.ONE}, {}]], ids=["at once", "one after the other"])
def test_clearing_the_tray_is_never_a_throw(each: list[dict[tuple[int, int], Face]]) -> None:
    table = after_a_throw()
    for left in each:
        table.reach_in()
        assert table.watch.state is State.HAND
        table.dice = left
        table.reach_out()
    assert State.CLEARED in {step.state for step in table.steps}
    table.run(10)
    assert table.told() == ONCE
    assert table.watch.state is State.EMPTY


def test_a_tray_that_is_suddenly_empty_is_cleared() -> None:
    table = after_a_throw()
    table.dice = {}
    states = [step.state for step in table.run(20)]
    assert states.index(State.CLEARED) < states.index(State.EMPTY)
    assert table.told() == ONCE


def test_a_throw_after_a_cleared_one_is_a_new_throw_even_at_the_same_places() -> None:
    table = with_an_empty_tray()
    for _ in range(3):
        table.roll(a=(100, 80), b=(220, 150))
        table.run(10)
        table.dice = {}
        table.run(12)
    assert table.told() == ONCE * 3


def test_dice_picked_up_and_thrown_again_in_one_go_are_a_new_throw() -> None:
    table = with_an_empty_tray()
    table.roll(a=(200, 150), b=(250, 180))
    table.run(10)
    table.reach_in()
    table.dice = {}
    for x in range(150, 330, 30):
        table.hand = (x, 130)
        table.run()
    table.hand = None
    table.roll(a=(90, 60), b=(150, 170))
    table.run(10)
    assert table.told() == ONCE * 2


def test_a_nudge_after_the_reading_is_a_change_and_no_new_throw() -> None:
    table = after_a_throw()
    table.reach_in()
    table.dice = {(100, 80): Face.ONE, (212, 156): Face.ONE}
    table.reach_out()
    assert table.told() == [((2, 1), False), ((1, 1), True)]


def test_a_sleeve_that_passes_over_is_no_throw_and_no_change() -> None:
    table = with_an_empty_tray()
    table.reach_in()
    assert table.watch.state is State.HAND
    table.reach_out()
    assert table.watch.state is State.EMPTY
    table.roll(a=(100, 80), b=(220, 150))
    table.run(10)
    table.reach_in()
    table.reach_out()
    assert table.watch.state is State.READ
    assert table.told() == ONCE


def test_nothing_is_read_while_a_hand_rests_in_the_tray() -> None:
    table = with_an_empty_tray()
    table.reach_in()
    table.dice = {(60, 60): Face.ONE, (90, 160): Face.TWO}
    table.run(25)
    assert table.watch.state is State.HAND
    assert table.told() == []
    table.reach_out()
    assert table.told() == ONCE


def test_what_lies_in_the_tray_at_the_start_is_read_once() -> None:
    table = Table()
    table.dice = {(100, 80): Face.ONE, (220, 150): Face.TWO}
    table.run(20)
    assert table.told() == ONCE
    table.dice = {}
    table.run(20)
    assert table.watch.state is State.EMPTY


def test_what_lies_in_the_tray_at_the_start_can_be_ignored() -> None:
    table = Table(ignore_present=True)
    table.dice = {(100, 80): Face.ONE, (220, 150): Face.TWO}
    table.run(20)
    assert table.told() == []
    assert table.watch.state is State.READ
    table.dice = {}
    table.run(12)
    table.roll(a=(90, 60), b=(150, 170))
    table.run(10)
    assert table.told() == ONCE


def test_a_throw_of_too_few_is_told_as_uncertain_and_the_late_one_as_a_change() -> None:
    table = with_an_empty_tray()
    table.roll(a=(100, 80))
    table.run(10)
    assert table.watch.state is State.UNCERTAIN
    table.dice = {(100, 80): Face.ONE, (220, 150): Face.TWO}
    table.run(10)
    assert table.watch.state is State.READ
    assert table.told() == [((1,), False), ((2, 1), True)]


def test_another_light_is_neither_throw_nor_change() -> None:
    table = after_a_throw()
    table.light = 0.8
    table.run(20)
    table.dice = {}
    table.run(20)
    table.light = 1.1
    table.run(20)
    assert table.told() == ONCE
    assert table.watch.state is State.EMPTY


def test_a_lamp_that_goes_out_and_on_again_is_neither_throw_nor_change() -> None:
    table = after_a_throw()
    for light in (0.03, 0.7, 0.03, 1.0):
        table.light = light
        table.run(20)
    assert table.told() == ONCE
    assert table.watch.state is State.READ
    table.dice = {}
    table.run(20)
    assert table.watch.state is State.EMPTY


def test_bands_of_light_from_lamps_on_the_mains_do_not_keep_a_throw_from_being_read() -> None:
    table = Table()
    table.bands = 0.12
    table.run(15)
    table.roll(a=(100, 80), b=(220, 150))
    read = [step.reading is not None for step in table.run(20)].index(True) + 1
    assert read / FPS < 0.5
    assert table.told() == ONCE


def test_a_table_that_is_bumped_is_neither_throw_nor_change() -> None:
    table = Table()
    table.lines = True
    table.run(15)
    table.bump = (0.9, -0.6)
    table.run(15)
    assert table.watch.state is State.EMPTY
    table.roll(a=(100, 80), b=(220, 150))
    table.run(10)
    table.bump = (-0.4, 0.7)
    table.run(15)
    assert table.told() == ONCE
    table.dice = {}
    table.run(15)
    assert table.watch.state is State.EMPTY


def four_dice() -> Table:
    """Four dice that were read, and a hand over them."""
    table = Table(expect="dice:4")
    table.run(15)
    table.dice = {(60, 60): Face.ONE, (130, 60): Face.TWO, (60, 180): Face.ONE, (130, 180): Face.TWO}
    table.run(10)
    table.reach_in()
    return table


def test_dice_taken_up_and_thrown_again_while_one_stays_are_a_new_throw() -> None:
    table = four_dice()
    table.dice = {(60, 60): Face.ONE}
    table.reach_out()
    table.dice = {(60, 60): Face.ONE, (190, 40): Face.ONE, (210, 110): Face.ONE, (120, 200): Face.ONE}
    table.run(10)
    assert table.told() == [((2, 2, 1, 1), False), ((1, 1, 1, 1), False)]


def test_a_die_that_is_picked_up_and_put_back_is_a_change() -> None:
    table = four_dice()
    del table.dice[130, 180]
    table.reach_out()
    table.dice[200, 200] = Face.ONE
    table.run(10)
    assert table.told() == [((2, 2, 1, 1), False), ((2, 1, 1, 1), True)]


def test_what_moves_outside_the_tray_is_not_looked_at() -> None:
    tray = Tray.from_corners([(0, 0), (0.5, 0), (0.5, 1), (0, 1)])
    table = with_an_empty_tray(expect="dice:1", tray=tray)
    reads = table.eye.times
    for x in range(190, 300, 6):
        table.dice = {(x, 80): Face.ONE}
        table.run()
    table.run(10)
    assert table.watch.state is State.EMPTY
    assert table.eye.times == reads


def test_other_dice_can_be_expected_without_reading_again() -> None:
    table = after_a_throw()
    table.watch.set_expect(Expect.parse("dice:1"))
    table.run(10)
    assert table.told() == ONCE
    assert table.watch.state is State.READ


def test_a_camera_that_changes_its_size_is_followed() -> None:
    table = with_an_empty_tray()
    for _ in range(20):
        small = np.asarray(cv2.resize(table.frame(), (200, 240)), np.uint8)
        table.watch.step(small, time_s=table.time_s)
        table.time_s += 1 / FPS
    assert table.watch.state is State.EMPTY


def test_a_frame_of_a_wrong_shape_is_refused() -> None:
    with pytest.raises(FrameError, match="shape"):
        Table().watch.step(np.zeros((240, 320), np.uint8), time_s=0.0)


def away(table: Table) -> None:
    """Let the camera be away for ten seconds."""
    table.time_s += 10
    table.watch.interrupt()


def test_a_throw_that_lies_there_when_the_camera_is_back_is_read() -> None:
    table = with_an_empty_tray()
    away(table)
    table.dice = {(100, 80): Face.ONE, (220, 150): Face.TWO}
    table.run(20)
    assert table.told() == ONCE
    assert table.watch.state is State.READ


def test_a_throw_that_rolled_when_the_camera_went_is_read_when_it_is_back() -> None:
    table = with_an_empty_tray()
    table.roll(a=(100, 80), b=(220, 150))
    away(table)
    table.dice = {(110, 90): Face.ONE, (220, 170): Face.TWO}
    table.run(20)
    assert table.told() == ONCE


@pytest.mark.parametrize("bump", [(0.0, 0.0), (1.0, 0.5), (9.0, 6.0), (30.0, -20.0)])
@pytest.mark.parametrize("light", [1.0, 0.9])
def test_what_was_read_before_the_camera_went_is_read_once(bump: tuple[float, float], light: float) -> None:
    table = after_a_throw()
    away(table)
    table.bump, table.light = bump, light
    table.run(40)
    assert table.told() == ONCE
    assert table.watch.state is State.READ


@pytest.mark.parametrize("b", [(220, 170), (100, 100)])
def test_another_throw_while_the_camera_was_away_is_a_throw(b: tuple[int, int]) -> None:
    table = after_a_throw()
    away(table)
    table.dice = {(150, 40): Face.TWO, b: Face.TWO}
    table.run(20)
    assert table.told() == [*ONCE, ((2, 2), False)]


def test_what_was_taken_up_while_the_camera_was_away_is_gone() -> None:
    table = after_a_throw()
    away(table)
    table.dice = {}
    table.run(20)
    assert table.watch.state is State.EMPTY
    table.roll(a=(90, 60), b=(150, 170))
    table.run(10)
    assert table.told() == ONCE * 2


def test_what_was_not_to_be_read_at_the_start_is_not_read_after_an_interruption() -> None:
    table = Table(ignore_present=True)
    away(table)
    table.dice = {(100, 80): Face.ONE, (220, 150): Face.TWO}
    table.run(20)
    away(table)
    table.run(20)
    assert table.told() == []


@pytest.mark.parametrize(("face", "told"), [(Face.ONE, []), (Face.TWO, [((2, 2), True)])])
def test_in_pictures_of_another_shape_other_dice_are_a_change_and_no_throw(
    face: Face, told: list[tuple[tuple[int, ...], bool]]
) -> None:
    table = after_a_throw()
    away(table)
    table.dice = {(120, 80): face, (200, 130): Face.TWO}
    for _ in range(20):
        table.steps.append(table.watch.step(table.frame()[:, 40:280].copy(), time_s=table.time_s))
        table.time_s += 1 / FPS
    assert table.told() == ONCE + told
