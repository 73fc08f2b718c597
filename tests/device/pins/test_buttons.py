"""The buttons: debounced, short or long, and harmless where harm could be done."""

from __future__ import annotations

import re
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from gpiozero import LED, GPIOPinInUse
from gpiozero.pins.mock import MockFactory

from device.__main__ import main
from device.cli.lamps import PinsError, try_wiring
from device.outputs.lights import BEAT_S, Lights
from device.outputs.sounds import TUNES
from device.pins.buttons import BOUNCE_S, HOLD_S, Button, Buttons, Finger, Press
from device.pins.factory import Pins, pretend_pins
from device.pins.wiring import Wiring
from device.store import Journal
from devices.pressed_table import PressedTable
from engine.events import Corrected, Moved, Setup, Threw, ThrowAsked, Undone
from engine.game import Waits
from engine.match import Conduct
from engine.messages import Message
from engine.move import EndTurn
from engine.table.commands import AskThrow, PlayMove, ReportMove, SetPosition, TakeThrow, Undo
from engine.throw import Cowries, Dice
from engines.random_matches import match_setup
from waiting_for_tests import wait_until
from web.house.credentials import DOOR_S, Phones

CHOWKA = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0)

until = partial(wait_until, within_s=20)


def presses(contact: str, *, step_s: float = 0.005, down: bool = False) -> list[tuple[Press, float]]:
    """What a contact makes, looked at every 5 ms: ``#`` is down."""
    finger = Finger(down=down)
    found = []
    for number, now in enumerate(contact):
        press = finger.step(now == "#", time_s=number * step_s)
        if press is not None:
            found.append((press, number * step_s))
    return found


@pytest.mark.parametrize(
    ("contact", "down", "told"),
    [
        ("..." + "#" * 40 + "." * 20, False, ["short"]),
        ("....#.##.#." + "#" * 40 + ".#..#." + "." * 20, False, ["short"]),
        ("....#...##...#....." * 5, False, []),
        ("#" * 400 + "." * 10, True, []),
        ("#" * 400 + "." * 10 + "#" * 20 + "." * 10, True, ["short"]),
    ],
    ids=[
        "let go",
        "bounces",
        "shorter than bouncing",
        "down at the start",
        "down at the start, then pressed",
    ],
)
def test_a_press_counts_once_it_is_let_go(contact: str, down: bool, told: list[Press]) -> None:
    assert [press for press, _ in presses(contact, down=down)] == told


def test_a_long_press_counts_at_once_and_once() -> None:
    [(press, at)] = presses("." * 10 + "#" * 400 + "." * 20)
    assert press == "long"
    assert at == pytest.approx(0.05 + HOLD_S, abs=0.006)


def test_nobody_looks_at_a_button_at_rest() -> None:
    finger = Finger()
    assert finger.at_rest
    finger.step(True, time_s=0.0)
    assert not finger.at_rest
    finger.step(True, time_s=BOUNCE_S)
    assert not finger.at_rest  # it may become long
    finger.step(True, time_s=BOUNCE_S + HOLD_S)
    assert finger.at_rest  # told: only letting go changes anything
    finger.step(False, time_s=3.0)
    finger.step(False, time_s=3.1)
    assert finger.at_rest


def test_presses_on_the_pins_are_told_by_name(pins: MockFactory) -> None:
    told: list[tuple[Button, Press]] = []
    with Buttons({"confirm": 5, "undo": 6}, lambda *press: told.append(press)):
        pins.pin(5).drive_low()
        time.sleep(3 * BOUNCE_S)
        pins.pin(5).drive_high()
        until(lambda: len(told) == 1)
        pins.pin(6).drive_low()
        until(lambda: len(told) == 2)
    assert told[0][0] == "confirm"
    assert told[1] == ("undo", "long")


def test_closing_twice_gives_the_pins_back_and_a_pin_in_use_gives_back_the_others(pins: MockFactory) -> None:
    buttons = Buttons({"confirm": 5}, lambda *_: None)
    buttons.close()
    buttons.close()
    with LED(6), pytest.raises(GPIOPinInUse):
        Buttons({"confirm": 5, "undo": 6}, lambda *_: None)
    with LED(5):
        pass


@pytest.fixture
def box() -> PressedTable:
    return PressedTable(CHOWKA)


def test_taking_back_wants_a_long_press_and_a_short_one_says_so(box: PressedTable) -> None:
    box.table.do(TakeThrow(Cowries(3, 4)))
    assert box.press("undo") == ["hold-to-take-back"]
    assert not box.happened(Undone)
    box.press("undo long")
    assert box.happened(Undone)
    assert box.table.model.waits is Waits.THROW


def test_confirm_takes_the_likeliest_answer(box: PressedTable) -> None:
    box.table.do(AskThrow(ThrowAsked(faces=("mouth", "unsure"), alternatives=(Cowries(3, 4), Cowries(2, 4)))))
    box.press("confirm")
    assert [one.event.throw for one in box.events if isinstance(one.event, Threw | Corrected)][-1] == Cowries(
        3, 4
    )
    assert box.table.model.waits is Waits.MOVE
    assert box.said == []


def test_a_throw_without_likely_answers_is_answered_on_a_phone(box: PressedTable) -> None:
    box.table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=())))
    before = len(box.events)
    assert box.press("confirm") == ["refused"]
    assert len(box.events) == before


def test_an_illegal_move_is_accepted_only_by_a_long_press(box: PressedTable) -> None:
    box.table.do(TakeThrow(Cowries(3, 4)))
    rules = box.table.model.rules
    five = rules.to_position(rules.start(begins=0)) | {"pawns": [[5, 0, 0, 0], [0, 0, 0, 0]]}
    square = next(one.square for one in rules.placed(rules.from_position(five)) if one.piece == 0)
    box.table.do(ReportMove((0, 0), square))
    assert box.table.model.question is not None
    assert box.press("confirm") == ["hold-to-accept"]
    assert box.table.model.question is not None
    box.press("confirm long")
    assert box.table.model.question is None
    assert [one.event.how for one in box.events if isinstance(one.event, Moved)] == ["accepted"]


def test_a_move_that_was_warned_of_is_made_only_by_a_long_press(box: PressedTable) -> None:
    box.table.start(Setup("pachisi", "six", ("Asha", "Ravi"), {}, 0))
    box.table.do(SetPosition({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]}))
    box.table.do(TakeThrow(Cowries(4, 6)))
    box.table.do(ReportMove((0, 0), "r11c9"))
    assert box.press("confirm") == ["hold-to-accept"]
    assert box.table.model.question is not None
    box.press("confirm long")
    assert box.table.model.question is None
    assert [one.event.how for one in box.events if isinstance(one.event, Moved)] == ["chosen"]


def test_confirm_goes_on_with_the_kept_throws_after_an_undo(box: PressedTable) -> None:
    # Two pawns away from the start, so that no move is forced and a second throw is kept.
    rules = box.table.model.rules
    position = rules.to_position(box.table.model.state) | {"pawns": [[5, 1, 0, 0], [0, 0, 0, 0]]}
    position["kadi"] = [True, True]
    box.table.do(SetPosition(position))
    box.table.do(TakeThrow(Cowries(3, 4)))
    box.table.do(TakeThrow(Cowries(2, 4)))
    assert box.table.model.waiting
    box.table.do(Undo())
    assert box.table.model.held
    box.press("confirm")
    assert not box.table.model.held
    assert box.said == []


def test_confirm_ends_a_turn_in_which_nothing_is_left_to_play(box: PressedTable) -> None:
    box.table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), {}, 0))
    while box.table.model.waits is not Waits.END:
        model = box.table.model
        if model.waits is Waits.THROW:
            box.table.do(TakeThrow(Dice((3, 1)[: model.rules.wants(model.state).count])))
        else:
            box.table.do(PlayMove(model.rules.taps(model.state)[0].move))
    before = box.table.model.turn
    box.press("confirm")
    assert any(one.event.move == EndTurn() for one in box.events if isinstance(one.event, Moved))
    assert box.table.model.turn != before


def test_confirm_ends_a_tournaments_turn_and_again_says_that_nothing_more_is_played(
    box: PressedTable,
) -> None:
    box.table.start(match_setup(3, conduct=Conduct(tournament=True, tells_illegal=False)))
    box.table.do(TakeThrow(Dice((3, 1))))
    assert box.table.model.waits is Waits.MOVE
    box.press("confirm")
    assert (box.said, box.table.model.turn) == ([], 0)
    assert box.table.model.closed is not None, "the eye or a phone tells the play"
    box.press("confirm")
    assert (box.said, box.table.model.turn) == ([], 1)


def test_confirm_with_nothing_to_confirm_is_refused_and_changes_nothing(box: PressedTable) -> None:
    before = len(box.events)
    assert box.press("confirm", "confirm long") == ["refused"] * 2
    assert len(box.events) == before
    assert PressedTable().press("confirm", "undo long") == ["refused"] * 2


def test_a_press_that_cannot_be_written_is_refused(box: PressedTable) -> None:
    box.table.do(TakeThrow(Cowries(3, 4)))
    box.failing = True
    assert box.press("undo long") == ["refused"]


def test_letting_phones_in_opens_the_door_and_says_so(box: PressedTable) -> None:
    box.press("let in")
    assert (box.opened, box.said) == (1, ["door-open"])


def test_the_door_stands_open_for_a_minute_and_lets_only_then_phones_in(tmp_path: Path) -> None:
    now = [1000.0]
    with Journal(tmp_path) as journal:
        phones = Phones(journal, clock=lambda: -5.0, steady=lambda: now[0])
        assert phones.let_in() is None
        phones.open_door()
        assert phones.pairing_open_s() == DOOR_S == 60
        first = phones.let_in()
        now[0] += 59.9
        second = phones.let_in()
        assert first is not None
        assert second is not None
        assert first != second
        assert [phones.role(first), phones.role(second)] == ["admin", "player"]
        now[0] += 0.2
        assert phones.pairing_open_s() == 0
        assert phones.let_in() is None
        assert phones.role(first) == "admin"
        phones.open_door()
        assert phones.let_in() is not None


def real(factory: MockFactory) -> Pins:
    return Pins(factory, False)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lamps and tunes be a tenth as long."""
    monkeypatch.setattr("device.outputs.buzzer.TUNES", {tune: [("A4", 0.01)] for tune in TUNES})
    monkeypatch.setitem(Lights.__init__.__kwdefaults__, "beat_s", BEAT_S / 10)


def test_every_lamp_tune_and_button_is_tried_and_named(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch, quick: None
) -> None:
    said: list[str] = []

    def press(*order: int) -> None:
        for pin in order:
            pins.pin(pin).drive_low()
            time.sleep(4 * BOUNCE_S)
            pins.pin(pin).drive_high()
            time.sleep(4 * BOUNCE_S)

    def spy(line: str, **_: object) -> None:
        said.append(line.replace("a long press", "a short press"))  # on a machine that has too much to do
        if line.startswith("button: confirm"):
            threading.Thread(target=press, args=(6, 5), daemon=True).start()  # the wrong one first
        elif line.startswith("button: take back"):
            threading.Thread(target=press, args=(6,), daemon=True).start()

    monkeypatch.setattr("builtins.print", spy)
    wiring = Wiring(player_pins=(17, 27), confirm_pin=5, undo_pin=6)
    assert try_wiring(wiring, real(pins), wait_s=20) == 0
    assert re.findall(r"BCM (\d+)", "".join(said)) == ["17", "27", "24", "18", "5", "6"]
    assert sum(line.startswith("  tune: ") for line in said) == len(TUNES)
    buttons = said[said.index(next(line for line in said if line.startswith("button: confirm"))) :]
    assert [line.strip() for line in buttons if not line.startswith("button:")] == [
        "that was 'button: take back'", "a short press", "a short press", "All was tried.",
    ]  # fmt: skip
    monkeypatch.undo()


def test_an_rgb_lamp_is_tried_in_every_players_colour(
    pins: MockFactory, capsys: pytest.CaptureFixture[str], quick: None
) -> None:
    wiring = Wiring(rgb_pins=(5, 6, 13), alarm_pin=None, buzzer_pin=None)
    assert try_wiring(wiring, real(pins)) == 0
    assert capsys.readouterr().out.splitlines()[:4] == [
        f"players’ lamp (BCM 5, 6, 13): {colour}, {n} times"
        for n, colour in enumerate(("red", "blue", "yellow", "green"), 1)
    ]


def test_a_button_that_does_not_answer_is_named(
    pins: MockFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    wiring = Wiring(player_pins=(), alarm_pin=None, buzzer_pin=None, undo_pin=6)
    assert try_wiring(wiring, real(pins), wait_s=0.05) == 1
    said = capsys.readouterr().out
    assert "nothing came: it belongs between place 31 and ground" in said
    assert "no press came from: button: take back" in said


def test_without_pins_or_gpiozero_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PinsError, match="nothing can be tried: this is no Raspberry Pi"):
        try_wiring(Wiring(), pretend_pins(Message("this is no Raspberry Pi")))
    monkeypatch.setitem(sys.modules, "device.pins.factory", None)
    assert main(["lamps"]) == 2
    assert "not installed: apt install python3-gpiozero" in capsys.readouterr().err
