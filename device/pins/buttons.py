"""The buttons on the box: confirm, take back, let a phone in. What could do harm wants a long press.

A button is wired between its pin and ground. Its contacts bounce for some milliseconds; only what stays so
for longer counts. A button that is down when the box starts does nothing before it was let go.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from typing import Literal

from gpiozero import DigitalInputDevice
from gpiozero.pins import Factory

from device.worker import Worker
from engine.ending import Accept, Refuse
from engine.errors import EngineError
from engine.game import Waits
from engine.move import Drop, EndTurn, Move, Take
from engine.table import Table
from engine.table.commands import AcceptMove, BeginNextGame, CorrectThrow, PlayMove, Undo, UseKeptThrows
from engine.table.questions import Illegal, Warned, Wrong
from engine.table.turn_end import can_let_stand
from web.house.credentials import Phones

log = logging.getLogger(__name__)

Button = Literal["confirm", "undo", "let in"]

Press = Literal["short", "long"]

BOUNCE_S = 0.03
"""What changes again within this time is the contact's bouncing."""

HOLD_S = 1.0
"""From here on a press is long; it counts at once, before the button is let go."""

_LOOK_S = 0.01
"""So often a button is looked at while it is down or bounces; at rest nobody looks."""


class Finger:
    """Follows one button: what its contact does, turned into presses."""

    def __init__(self, *, down: bool = False) -> None:
        """Begin.

        Args:
            down: Whether the button is down already; then it must be let go first.
        """
        self._raw = self._stable = down
        self._told = True
        self._since_s = self._pressed_s = 0.0

    @property
    def at_rest(self) -> bool:
        """Whether nothing can happen before the contact changes."""
        return self._raw == self._stable and (not self._stable or self._told)

    def step(self, down: bool, *, time_s: float) -> Press | None:
        """Take what the contact is now; say whether that made a press."""
        if down != self._raw:
            self._raw, self._since_s = down, time_s
        if self._raw != self._stable and time_s - self._since_s >= BOUNCE_S:
            self._stable = self._raw
            if self._stable:
                self._pressed_s, self._told = self._since_s, False
            elif not self._told:
                self._told = True
                return "short"
        if self._stable and not self._told and time_s - self._pressed_s >= HOLD_S:
            self._told = True
            return "long"
        return None


class Buttons(Worker):
    """The buttons of one box. Presses are told from a thread of its own, one after another."""

    def __init__(
        self,
        pins: Mapping[Button, int],
        pressed: Callable[[Button, Press], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        pin_factory: Factory | None = None,
    ) -> None:
        """Take the pins.

        Args:
            pins: BCM number of each button that is there.
            pressed: Told of every press.
            clock: Seconds.
            pin_factory: Where the pins come from; gpiozero's default when None.

        Raises:
            GPIOPinInUse: If a pin is taken already; all others are given back.
        """
        super().__init__(self._run, name="buttons")
        self._pressed = pressed
        self._clock = clock
        self._edge = False
        with contextlib.ExitStack() as opened:
            self._contacts = {
                button: opened.enter_context(DigitalInputDevice(pin, pull_up=True, pin_factory=pin_factory))
                for button, pin in pins.items()
            }
            self._open = opened.pop_all()
        self._fingers = {
            button: Finger(down=bool(contact.value)) for button, contact in self._contacts.items()
        }
        for contact in self._contacts.values():
            contact.when_activated = contact.when_deactivated = self._changed_contact
        self._begin()

    def close(self) -> None:
        """Return the pins back. May be called twice."""
        super().close()
        self._open.close()

    def _changed_contact(self) -> None:
        with self._changed:
            self._edge = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                rest = all(finger.at_rest for finger in self._fingers.values())
                self._changed.wait_for(lambda: self._edge or self._closed, None if rest else _LOOK_S)
                if self._closed:
                    return
                self._edge = False
            now_s = self._clock()
            for button, contact in self._contacts.items():
                if (press := self._fingers[button].step(bool(contact.value), time_s=now_s)) is not None:
                    self._pressed(button, press)


class Deeds:
    """What the buttons do at the table."""

    def __init__(
        self,
        table: Table,
        phones: Phones,
        *,
        refuse: Callable[[], None],
        remark: Callable[[str], None],
        ends_turn: Callable[[], bool] = lambda: False,
    ) -> None:
        """Join table and phones.

        Args:
            table: The game in progress.
            phones: Let in by a button.
            refuse: Sounds when the table does not take a press.
            remark: Says a remark of `web.language.speech` aloud, by its key.
            ends_turn: Ends a turn of a match, or tells the eye on the board that a turn is over; False where
                none may be.
        """
        self._ends_turn = ends_turn
        self._table = table
        self._phones = phones
        self._refuse = refuse
        self._remark = remark

    def press(self, button: Button, press: Press) -> None:
        """Do what a press asks. What could do harm wants a long one, and a short one says so."""
        log.info("the button %r was pressed: %s", button, press)
        try:
            match button, press:
                case "let in", _:
                    self._phones.open_door()
                    self._remark("door-open")
                case "undo", _ if self._is_offered:
                    self._answer(Refuse(), "hold-to-refuse", sure=press == "long")
                case "undo", _ if self._is_doubled:
                    self._answer(Drop(), "hold-to-drop", sure=press == "long")
                case "undo", "long":
                    self._table.do(Undo())
                case "undo", _:
                    self._remark("hold-to-take-back")
                case _:
                    self._confirm(sure=press == "long")
        except EngineError as error:
            log.info("%s", error)
            self._refuse()

    @property
    def _is_offered(self) -> bool:
        """A resignation waits for its answer: one button accepts it, the other refuses it."""
        return self._table.has_game and self._table.model.line.declared.offered is not None

    @property
    def _is_doubled(self) -> bool:
        """A double waits for its answer: one button takes it, the other drops it."""
        return self._table.has_game and Take() in self._table.model.line.optional

    def _answer(self, answer: Move, hold: str, *, sure: bool) -> None:
        """Answer a resignation or a double, which wants a long press; a short one says so."""
        return self._table.do(PlayMove(answer)) if sure else self._remark(hold)

    def _confirm(self, *, sure: bool) -> None:
        """Answer what the table waits for; a move in question is made only if people are sure."""
        if not self._table.has_game:
            return self._refuse()
        if self._is_offered:
            return self._answer(Accept(), "hold-to-accept-resignation", sure=sure)
        if self._is_doubled:
            return self._answer(Take(), "hold-to-take", sure=sure)
        model = self._table.model
        asked = model.waiting[0] if model.waiting else None
        if isinstance(model.question, Illegal | Wrong) and not can_let_stand(model):
            return self._refuse()
        if isinstance(model.question, Illegal | Warned | Wrong):
            if not sure:
                return self._remark("hold-to-accept")
            return self._table.do(AcceptMove(model.question.seq))
        if asked is not None and asked.asked is not None and asked.asked.alternatives:
            return self._table.do(CorrectThrow(asked.seq, asked.asked.alternatives[0]))
        if model.held and model.waiting:
            return self._table.do(UseKeptThrows())
        if model.waits is Waits.END and model.setup.match is None:
            return self._table.do(PlayMove(EndTurn()))
        if model.game_follows:
            return self._table.do(BeginNextGame())
        return None if self._ends_turn() else self._refuse()
