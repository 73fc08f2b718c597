"""The box's buttons in a match: they end turns, answer and make offers, asked by voice, and begin games."""

from __future__ import annotations

import time

import pytest
from gpiozero.pins.mock import MockFactory

from device.pins.buttons import BOUNCE_S, Button, Buttons, Press
from device.pins.offers import OPEN_S
from devices.pressed_table import PressedTable
from engine.ending import Resign
from engine.events import Setup, TurnClosed
from engine.match import Conduct
from engine.move import parse_move
from engine.table.commands import CloseTurn, ObjectToMove, PlayMove, Redo, TakeThrow
from engine.table.questions import Illegal
from engine.throw import Dice
from engines.random_matches import match_setup
from waiting_for_tests import wait_until
from web.language.speech import REMARKS, remark


def thrown(**conduct: object) -> PressedTable:
    """Begin a match whose first player has thrown 3-1."""
    box = PressedTable(match_setup(5, conduct=Conduct(**conduct)))  # type: ignore[arg-type]
    box.table.do(TakeThrow(Dice((3, 1))))
    return box


def second(box: PressedTable | None = None) -> PressedTable:
    """Begin a match in which the second player may double."""
    box = box or PressedTable(match_setup(5))
    box.table.do(TakeThrow(Dice((3, 1))))
    box.table.do(PlayMove(parse_move("8/5 6/5")))
    box.table.do(CloseTurn())
    return box


# The end of a turn


@pytest.mark.parametrize("turn_ends", ["button", "dice", "phone"])
def test_bs7_the_button_ends_a_turn_whose_play_is_complete(turn_ends: str) -> None:
    box = thrown(turn_ends=turn_ends)
    box.table.do(PlayMove(parse_move("8/5 6/5")))
    assert box.press("confirm") == []
    assert (box.table.model.turn, box.actions[-1]) == (1, "end")
    [closed] = box.happened(TurnClosed)
    assert isinstance(closed, TurnClosed)
    assert closed.source == "button"


def test_bs7_where_the_match_has_it_so_the_button_ends_a_turn_before_its_play_is_told() -> None:
    box = thrown(turn_ends="button")
    box.press("confirm")
    assert box.table.model.closed is not None
    box.table.do(PlayMove(parse_move("8/5 6/5")))
    assert box.table.model.turn == 1
    other = thrown(turn_ends="dice")
    assert other.press("confirm") == ["refused"]
    assert other.table.model.closed is None


def test_bs7_the_button_ends_nothing_before_the_throw() -> None:
    box = second()
    closed = box.happened(TurnClosed)
    assert box.press("confirm") == ["refused"]
    assert box.happened(TurnClosed) == closed


def test_bs9_no_button_lets_an_illegal_play_stand() -> None:
    box = thrown(turn_ends="button")
    box.table.do(ObjectToMove(parse_move("13/8")))
    assert box.press("confirm", "confirm long") == ["refused"] * 2
    assert isinstance(box.table.model.question, Illegal)


def test_bs9_where_the_opponent_may_let_it_stand_a_long_press_does() -> None:
    box = thrown(illegal_plays="responsible moves")
    box.table.do(ObjectToMove(parse_move("13/8")))
    assert box.press("confirm") == ["hold-to-accept"]
    box.press("confirm long")
    assert box.table.model.actions[-1].how == "accepted"


# Resignations and games


def test_a_resignation_is_accepted_by_a_long_press_and_a_short_one_says_so() -> None:
    box = thrown()
    box.table.do(PlayMove(Resign(0, 2)))
    assert box.press("confirm") == ["hold-to-accept-resignation"]
    assert box.table.model.outcome is None
    box.press("confirm long")
    assert box.score == (0, 2)


def test_a_resignation_is_refused_by_the_other_button_and_the_record_says_so() -> None:
    box = thrown()
    box.table.do(PlayMove(Resign(0)))
    assert box.press("undo") == ["hold-to-refuse"]
    assert box.table.model.line.declared.offered is not None
    box.press("undo long")
    assert box.table.model.line.declared.offered is None
    assert box.actions[1:] == ["resign 1", "refuse"]
    box.press("undo long")
    assert box.table.model.line.declared.offered is not None, "what was refused can be taken back again"


def test_the_button_begins_the_next_game_and_not_one_after_the_match() -> None:
    box = thrown()
    box.table.do(PlayMove(Resign(0, 3)))
    assert box.press("confirm long", "confirm") == []
    assert (box.table.model.game, box.score) == (2, (0, 3))
    box.press("undo long")
    assert box.table.model.game == 1, "undo leads back over the end of the game"
    box.table.do(Redo())
    box.table.do(TakeThrow(Dice((3, 1))))
    box.table.do(PlayMove(Resign(0, 2)))
    box.press("confirm long")
    assert box.score == (0, 5)
    assert box.press("confirm") == ["refused"]


# Offers, by both buttons held down

ASKED = ["offer-double", "offer-resign-1", "offer-resign-2", "offer-resign-3"]


def test_each_thing_is_asked_after_the_other_and_then_nothing_is_offered() -> None:
    box = second()
    assert box.press("both long", "undo", "undo", "undo", "undo") == [*ASKED, "offer-none"]
    assert box.players == ["Ravi"] * 4
    assert box.press("undo") == ["hold-to-take-back"], "the button does what it always does"


def test_a_resignation_is_offered_and_answered_without_any_phone() -> None:
    box = second()
    assert box.press("both long", "undo", "undo", "confirm long") == ASKED[:3]
    assert box.actions[-1] == "resign 2 =2"
    assert box.table.model.line.declared.offered is not None
    box.press("undo long")
    assert box.table.model.line.declared.offered is None
    box.press("both long", "undo", "confirm long", "confirm long")
    assert (box.score, box.table.model.outcome is not None) == ((1, 0), True)


def test_a_double_is_offered_taken_and_dropped_by_buttons() -> None:
    box = second()
    box.press("both long", "confirm long")
    assert box.actions[-1] == "double"
    assert box.press("confirm", "undo") == ["hold-to-take", "hold-to-drop"]
    assert box.press("both long") == ["refused"], "the double waits for its answer"
    box.press("confirm long")
    assert box.actions[-1] == "take"
    other = second()
    other.press("both long", "confirm long", "undo long")
    assert other.score == (0, 1)


def test_a_short_press_asks_again_and_does_nothing() -> None:
    box = second()
    assert box.press("both") == ["hold-both"]
    done = box.actions
    assert box.press("both long", "confirm", "undo", "confirm") == [ASKED[0], *ASKED[:2], ASKED[1]]
    assert box.press("undo long") == ["offer-none"]
    assert box.press("both long", "both") == [ASKED[0], "offer-none"]
    assert box.actions == done


def test_what_nobody_answers_is_left_and_so_it_is_when_the_game_goes_on() -> None:
    box = second()
    box.press("both long")
    box.now_s += OPEN_S
    box.press("confirm long")
    assert "double" not in box.actions
    box.press("both long")
    box.table.do(TakeThrow(Dice((6, 5))))
    box.press("confirm long")
    assert "double" not in box.actions
    assert box.press("both long") == ["offer-resign-1"], "after the throw nobody doubles"


def test_before_the_first_throw_nobody_doubles_and_without_a_voice_nothing_is_offered() -> None:
    assert "offer-double" not in PressedTable(match_setup(5)).press("both long")
    silent = second(PressedTable(match_setup(5), speaks=False))
    assert silent.press("both long", "both") == ["refused"] * 2, "nobody would hear what is asked"


def test_bs9_the_opponent_of_an_illegal_play_is_asked_for_the_double() -> None:
    box = second(PressedTable(match_setup(5, conduct=Conduct())))
    box.table.do(TakeThrow(Dice((6, 5))))
    box.table.do(ObjectToMove(parse_move("13/10")))
    assert box.press("both long") == ["offer-double"]
    assert box.players == ["Asha"]


def test_the_voice_names_the_player_and_every_remark_has_its_words() -> None:
    assert "Ravi" in remark("offer-resign-2", player="Ravi")
    keys = {*ASKED, "offer-resign", "offer-none", "hold-both", "hold-to-take", "hold-to-drop"}
    assert keys <= REMARKS.keys()


def test_one_player_of_a_race_resigns_by_buttons() -> None:
    box = PressedTable(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
    assert box.press("both long", "undo") == ["offer-resign", "offer-none"]
    box.press("both long", "confirm long")
    assert box.table.model.outcome is not None


def test_in_a_tournament_the_buttons_are_enough_too() -> None:
    box = second(PressedTable(match_setup(5, conduct=Conduct(tournament=True))))
    assert box.press("both long", "undo", "confirm long", "confirm long") == ASKED[:2]
    assert box.score == (1, 0)


@pytest.mark.parametrize("has_both", [True, False])
def test_two_buttons_down_together_make_one_press_and_none_of_their_own(
    pins: MockFactory, has_both: bool
) -> None:
    told: list[tuple[Button, Press]] = []
    wired: dict[Button, int] = {"confirm": 5, "undo": 6} if has_both else {"confirm": 5}
    with Buttons(wired, lambda *press: told.append(press)):
        if has_both:
            pins.pin(5).drive_low()
            pins.pin(6).drive_low()
            wait_until(lambda: bool(told), within_s=20)
            pins.pin(6).drive_high()
            pins.pin(5).drive_high()
            time.sleep(3 * BOUNCE_S)  # until nobody's finger is on them
        pins.pin(5).drive_low()
        wait_until(lambda: len(told) > has_both, within_s=20)
    assert told == [("both", "long")] * has_both + [("confirm", "long")]
