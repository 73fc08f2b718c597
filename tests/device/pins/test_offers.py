"""Both buttons held down offer a double or a resignation, asked by voice; the opponent answers by buttons."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import pytest
from gpiozero.pins.mock import MockFactory

from device.pins.buttons import BOUNCE_S, Button, Buttons, Deeds, Press
from device.pins.offers import OPEN_S
from engine.events import Logged, Setup
from engine.match import Conduct
from engine.move import parse_move
from engine.table import Table
from engine.throw import Dice
from engines.random_matches import match_setup
from waiting_for_tests import wait_until
from web.language.sentences import SAID
from web.language.speech import remark

ASKED = ["offer-double", "offer-resign-1", "offer-resign-2", "offer-resign-3"]


@dataclass
class Box:
    """A match in which the second player may double, with buttons and what was said to them."""

    setup: Setup = field(default_factory=lambda: match_setup(5))
    speaks: bool = True
    events: list[Logged] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    now_s: float = 100.0

    def __post_init__(self) -> None:
        self.table = Table(record=self.events.extend)
        self.deeds = Deeds(
            self.table,
            self,
            refuse=lambda: self.said.append("refused"),
            remark=self.remark,
            speaks=lambda: self.speaks,
            clock=lambda: self.now_s,
        )
        self.table.start(self.setup)

    def begun(self) -> Box:
        self.table.throw(Dice((3, 1)))
        self.table.play(parse_move("8/5 6/5"))
        self.table.end_turn()
        return self

    def remark(self, key: str, /, *, player: str = "") -> None:
        remark(key, player=player)
        self.said.append(key)
        if player:
            self.players.append(player)

    def open_door(self) -> None:
        raise AssertionError

    def press(self, *presses: str) -> list[str]:
        """Press buttons, such as `undo` or `confirm long`; list what was said since."""
        before = len(self.said)
        for one in presses:
            button, _, how = one.partition(" ")
            self.deeds.press(button, how or "short")  # type: ignore[arg-type]
        return self.said[before:]

    @property
    def score(self) -> tuple[int, int]:
        match = self.table.model.match
        assert match is not None
        return match.score

    @property
    def deeds_done(self) -> list[str]:
        return [str(action.action) for action in self.table.model.actions]


def test_each_thing_is_asked_after_the_other_and_then_nothing_is_offered() -> None:
    box = Box().begun()
    assert box.press("both long", "undo", "undo", "undo", "undo") == [*ASKED, "offer-none"]
    assert box.players == ["Ravi"] * 4
    assert box.press("undo") == ["hold-to-take-back"], "the button does what it always does"


def test_a_resignation_is_offered_and_answered_without_any_phone() -> None:
    box = Box().begun()
    assert box.press("both long", "undo", "undo", "confirm long") == ASKED[:3]
    assert box.deeds_done[-1] == "resign 2 =2"
    assert box.table.model.line.declared.offered is not None
    box.press("undo long")
    assert box.table.model.line.declared.offered is None
    box.press("both long", "undo", "confirm long", "confirm long")
    assert (box.score, box.table.model.outcome is not None) == ((1, 0), True)


def test_a_double_is_offered_taken_and_dropped_by_buttons() -> None:
    box = Box().begun()
    box.press("both long", "confirm long")
    assert box.deeds_done[-1] == "double"
    assert box.press("confirm") == ["hold-to-take"]
    assert box.press("undo") == ["hold-to-drop"]
    assert box.press("both long") == ["refused"], "the double waits for its answer"
    box.press("confirm long")
    assert box.deeds_done[-1] == "take"
    other = Box().begun()
    other.press("both long", "confirm long", "undo long")
    assert other.score == (0, 1)


def test_a_short_press_asks_again_and_does_nothing() -> None:
    box = Box().begun()
    assert box.press("both") == ["hold-both"]
    done = box.deeds_done
    assert box.press("both long", "confirm", "undo", "confirm") == [ASKED[0], *ASKED[:2], ASKED[1]]
    assert box.press("undo long") == ["offer-none"]
    assert box.press("both long", "both") == [ASKED[0], "offer-none"]
    assert box.deeds_done == done


def test_what_nobody_answers_is_left_and_so_it_is_when_the_game_goes_on() -> None:
    box = Box().begun()
    box.press("both long")
    box.now_s += OPEN_S
    box.press("confirm long")
    assert "double" not in box.deeds_done
    box.press("both long")
    box.table.throw(Dice((6, 5)))
    box.press("confirm long")
    assert "double" not in box.deeds_done


def test_after_the_throw_nobody_doubles_and_before_the_first_nobody_resigns_for_nothing() -> None:
    box = Box()
    assert "offer-double" not in box.press("both long")
    thrown = Box().begun()
    thrown.table.throw(Dice((6, 5)))
    assert thrown.press("both long") == ["offer-resign-1"]


def test_bs9_the_opponent_of_an_illegal_play_is_asked_for_the_double() -> None:
    box = Box(match_setup(5, conduct=Conduct())).begun()
    box.table.throw(Dice((6, 5)))
    box.table.object_to(parse_move("13/10"))
    assert box.press("both long") == ["offer-double"]
    assert box.players == ["Asha"]


def test_without_a_voice_nothing_is_offered_as_nobody_would_hear_what_is_asked() -> None:
    box = Box(speaks=False).begun()
    assert box.press("both long", "both") == ["refused"] * 2


def test_the_voice_names_the_player_and_every_remark_has_its_words() -> None:
    assert remark("offer-resign-2", player="Ravi") == (
        "Ravi resigns a gammon? Yes: hold confirm. Something else: press take back"
    )
    keys = {*ASKED, "offer-resign", "offer-none", "hold-both", "hold-to-take", "hold-to-drop"}
    assert {f"remark/{key}" for key in keys} <= SAID.keys()


def test_two_buttons_down_together_make_one_press_and_none_of_their_own(pins: MockFactory) -> None:
    told: list[tuple[Button, Press]] = []
    with Buttons({"confirm": 5, "undo": 6}, lambda *press: told.append(press)):
        pins.pin(5).drive_low()
        pins.pin(6).drive_low()
        wait_until(lambda: bool(told), within_s=20)
        pins.pin(6).drive_high()
        pins.pin(5).drive_high()
        time.sleep(3 * BOUNCE_S)
        pins.pin(5).drive_low()
        wait_until(lambda: len(told) > 1, within_s=20)
    assert told == [("both", "long"), ("confirm", "long")]


def test_a_box_with_one_button_knows_no_press_of_both(pins: MockFactory) -> None:
    told: list[tuple[Button, Press]] = []
    with Buttons({"confirm": 5}, lambda *press: told.append(press)):
        pins.pin(5).drive_low()
        wait_until(lambda: bool(told), within_s=20)
    assert told == [("confirm", "long")]


def test_one_player_of_a_race_resigns_by_buttons() -> None:
    box = Box(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
    assert box.press("both long", "undo") == ["offer-resign", "offer-none"]
    box.press("both long", "confirm long")
    assert box.table.model.outcome is not None


@pytest.mark.parametrize("tournament", [False, True])
def test_in_a_tournament_the_buttons_are_enough_too(tournament: bool) -> None:
    box = Box(match_setup(5, conduct=Conduct(tournament=tournament))).begun()
    assert box.press("both long", "undo", "confirm long", "confirm long") == ASKED[:2]
    assert box.score == (1, 0)
