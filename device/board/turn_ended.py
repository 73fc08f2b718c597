"""When a turn is over as the players see it: by the next throw alone, by lifted dice, or by a button.

The next throw always ends a turn, and needs none of this. In a match the turn ends on the table itself (BS7),
as the match has it; else the eye on the board only says so, or objects to what was left unplayed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from engine.errors import EngineError, NotNowError
from engine.events import SEEN
from engine.game import Waits
from engine.table import Table
from engine.table.commands import CloseTurn
from engine.table.questions import Action, Waiting
from engine.table.state import Model
from vision.motion.watch import State

log = logging.getLogger(__name__)

_LIE = frozenset({State.READ.value, State.UNCERTAIN.value})
_GONE = frozenset({State.CLEARED.value, State.EMPTY.value})


class TurnEnded:
    """Says whether the turn in progress is over, as the house or the match has chosen. For any thread."""

    def __init__(self, table: Table, *, chosen: Callable[[], str], tray: Callable[[], str]) -> None:
        """Join what belongs to it.

        Args:
            table: The game.
            chosen: Says what ends a turn of a single game: ``throw``, ``dice`` or ``button``.
            tray: Says what goes on in the tray, as `vision.motion.watch.State`.
        """
        self._table = table
        self._chosen = chosen
        self._tray = tray
        self._lies = ""
        """The throw that lies in the tray, or lay there last."""
        self._lifted = ""
        """The newest throw that was lifted."""
        self._pressed: tuple[int, int] | None = None
        """Game and revision when the button was pressed."""

    def watch_tray(self) -> None:
        """Look what has become of the throw in the tray; called whenever that changes."""
        if not self._table.has_game:
            return
        model, state = self._table.model, self._tray()
        if state in _LIE:
            newest = model.waiting[-1] if model.waiting else model.last_throw
            if newest is not None and newest.source in SEEN:
                self._lies = _name(newest)
        elif state in _GONE and self._lies != self._lifted:
            self._lifted = self._lies
            self._end(model)

    def press(self) -> bool:
        """Take a press of the button; False where no turn can be ended by it."""
        if not self._table.has_game:
            return False
        model = self._table.model
        if model.setup.match is not None:
            return self._press_in_match(model)
        if self._chosen() != "button" or not _is_played(model):
            return False
        self._pressed = model.game, model.revision
        return True

    def __call__(self, model: Model) -> bool:
        """True if the turn of a game as it stands is over."""
        if not _is_played(model):
            return False
        if model.setup.match is not None:
            return model.closed is not None and not model.closed.put_right
        match self._chosen():
            case "dice":
                return model.last_throw is not None and _name(model.last_throw) == self._lifted
            case "button":
                return self._pressed == (model.game, model.revision)
            case _:
                return False

    def _end(self, model: Model) -> None:
        """End the turn of a match whose dice were lifted, also of a throw that waits for the turn before."""
        place = model.setup.match
        if place is None or place.conduct.turn_ends != "dice":
            return
        last = model.last_throw
        thrown: list[Action | Waiting] = [*model.waiting, *([last] if last else [])]
        of = next((one.seq for one in thrown if _name(one) == self._lifted), 0)
        if not of:
            return  # void, taken back, or no throw
        try:
            self._table.do(CloseTurn("camera", of))
        except NotNowError as error:
            log.info("the dice were lifted: %s", error)
        except EngineError as error:
            log.warning("the dice were lifted, and that cannot be written: %s", error)

    def _press_in_match(self, model: Model) -> bool:
        """End the turn, where the match has it so or nothing is left to play.

        Raises:
            NotNowError: If there is no turn to end.
        """
        place = model.setup.match
        by_button = place is not None and place.conduct.turn_ends == "button"
        if not (by_button or model.is_tournament or model.waits is Waits.END):
            return False
        self._table.do(CloseTurn("button"))
        return True


def _name(throw: Action | Waiting) -> str:
    """Name a throw by its photograph: it has another number once it counts that was kept."""
    return throw.photo or str(throw.seq)


def _is_played(model: Model) -> bool:
    """True while something thrown is to be played, or has been, and nobody has said that the turn is over."""
    return model.waits in (Waits.MOVE, Waits.END) and model.question is None
