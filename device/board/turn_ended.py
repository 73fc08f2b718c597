"""When a turn is over as the players see it: by the next throw alone, by lifted dice, or by a button.

The next throw always ends a turn, and needs none of this.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Waits
from engine.table import Table
from engine.table.state import Model
from vision.motion.watch import State

_LIE = frozenset({State.READ.value, State.UNCERTAIN.value})
_GONE = frozenset({State.CLEARED.value, State.EMPTY.value})


class TurnEnded:
    """Says whether the turn in progress is over, as the house has chosen. For any thread.

    A turn that is over only lets the eye say so, or object to what was left unplayed: it changes nothing.
    """

    def __init__(self, table: Table, *, chosen: Callable[[], str], tray: Callable[[], str]) -> None:
        """Join what belongs to it.

        Args:
            table: The game.
            chosen: Says what ends a turn: ``throw``, ``dice`` or ``button``.
            tray: Says what goes on in the tray, as `vision.motion.watch.State`.
        """
        self._table = table
        self._chosen = chosen
        self._tray = tray
        self._lay = 0
        """The throw that lay in the tray last, by its event."""
        self._lifted = 0
        """The newest throw that was lifted."""
        self._pressed: tuple[int, int] | None = None
        """Game and revision when the button was pressed."""

    def watch_tray(self) -> None:
        """Look what has become of the throw in the tray; called whenever that changes."""
        if not self._table.has_game:
            return
        throw, state = self._table.model.last_throw, self._tray()
        if throw is None or throw.source != "camera":
            return
        if state in _LIE:
            self._lay = throw.seq
        elif state in _GONE and self._lay == throw.seq:
            self._lifted = throw.seq

    def press(self) -> bool:
        """Take a press of the button; False where no turn can be ended by it."""
        if self._chosen() != "button" or not self._table.has_game:
            return False
        model = self._table.model
        if not _is_played(model):
            return False
        self._pressed = model.game, model.revision
        return True

    def __call__(self, model: Model) -> bool:
        """True if the turn of a game as it stands is over."""
        if not _is_played(model):
            return False
        match self._chosen():
            case "dice":
                return model.last_throw is not None and model.last_throw.seq == self._lifted
            case "button":
                return self._pressed == (model.game, model.revision)
            case _:
                return False


def _is_played(model: Model) -> bool:
    """True while something thrown is to be played, or has been, and nobody has said that the turn is over."""
    return model.waits in (Waits.MOVE, Waits.END) and model.question is None
