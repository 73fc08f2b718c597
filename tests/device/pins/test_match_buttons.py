"""The button “confirm” in a match: it ends a turn as the match has it, and lets nothing illegal stand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device.board.turn_ended import TurnEnded
from device.pins.buttons import Deeds
from engine.match import Conduct
from engine.match.match_events import TurnClosed
from engine.move import parse_move
from engine.table.questions import Illegal
from engine.throw import Dice
from engines.random_matches import match_setup
from engines.recorded_table import Box


@dataclass
class Pressed:
    """A match whose first player has thrown 3-1, with a button."""

    box: Box
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        ended = TurnEnded(self.box.table, chosen=lambda: "throw", tray=lambda: "empty")
        self.deeds = Deeds(
            self.box.table,
            self,
            refuse=lambda: self.said.append("refused"),
            remark=self.remark,
            ends_turn=ended.press,
        )

    def remark(self, key: str, /, *, player: str = "") -> None:
        self.said.append(key)

    def open_door(self) -> None:
        raise AssertionError

    def confirm(self, *, long: bool = False) -> None:
        self.deeds.press("confirm", "long" if long else "short")

    @property
    def closers(self) -> list[str]:
        return [one.event.source for one in self.box.record if isinstance(one.event, TurnClosed)]


def begun(**conduct: object) -> Pressed:
    setup = match_setup(5)
    assert setup.match is not None
    box = Box(replace(setup, match=replace(setup.match, conduct=Conduct(**conduct))))  # type: ignore[arg-type]
    box.dice(3, 1)
    return Pressed(box)


def test_bs7_the_button_ends_a_turn_whose_play_is_complete() -> None:
    for turn_ends in ("button", "dice", "phone"):
        pressed = begun(turn_ends=turn_ends)
        pressed.box.play("8/5 6/5")
        pressed.confirm()
        assert (pressed.box.model.turn, pressed.closers, pressed.said) == (1, ["button"], [])


def test_bs7_where_the_match_has_it_so_the_button_ends_a_turn_before_its_play_is_told() -> None:
    pressed = begun(turn_ends="button")
    pressed.confirm()
    assert pressed.box.model.closed is not None
    pressed.box.play("8/5 6/5")
    assert pressed.box.model.turn == 1
    other = begun(turn_ends="dice")
    other.confirm()
    assert (other.box.model.closed, other.said) == (None, ["refused"])


def test_bs7_the_button_ends_nothing_before_the_throw() -> None:
    pressed = begun(turn_ends="button")
    pressed.box.play("8/5 6/5", "end")
    pressed.confirm()
    assert (pressed.said, pressed.closers) == (["refused"], [])


def test_bs9_no_button_lets_an_illegal_play_stand() -> None:
    pressed = begun(turn_ends="button")
    pressed.box.table.object_to(parse_move("13/8"))
    for long in (False, True):
        pressed.confirm(long=long)
    assert pressed.said == ["refused"] * 2
    assert isinstance(pressed.box.model.question, Illegal)


def test_bs9_where_the_opponent_may_let_it_stand_a_long_press_does() -> None:
    pressed = begun(illegal_plays="responsible moves")
    pressed.box.table.object_to(parse_move("13/8"))
    pressed.confirm()
    assert pressed.said == ["hold-to-accept"]
    pressed.confirm(long=True)
    assert pressed.box.model.actions[-1].how == "accepted"


def test_the_button_answers_what_the_eye_asks_as_ever() -> None:
    pressed = begun()
    pressed.box.play("8/5 6/5", "end")
    pressed.box.table.ask(faces=("6", "unsure"), alternatives=(Dice((6, 5)),))
    pressed.confirm()
    assert str(pressed.box.model.last_throw.action) == "6-5"  # type: ignore[union-attr]
