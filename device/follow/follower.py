"""Which turn a board shows: the judgement between the engine's candidates and what was seen."""

from __future__ import annotations

from collections.abc import Sequence

from device.follow.conclusions import Conclusion, Waits, Why
from engine.table.state import Model
from vision.board.occupancy import Occupancy


class Follower:
    """Follows one game on one board; has no thread and no clock, and changes nothing but its own memory."""

    def __init__(self, owners: Sequence[int]) -> None:
        """Begin without having seen anything.

        Args:
            owners: The seat of each owner of the readings, in their order.
        """
        self._owners = tuple(owners)

    def look(
        self, model: Model, seen: Occupancy, *, at_s: float, turn_may_end: bool = False, rested_s: float = 0.0
    ) -> Conclusion:
        """Conclude from one still picture.

        Args:
            model: The game as it stands, with the throws that are kept and the question that is open.
            seen: What stands where; places under hands are hidden.
            at_s: When the picture was taken, on any clock that goes on.
            turn_may_end: True if the house takes the turn for ended: dice lifted, a button. A kept throw says
                so by itself.
            rested_s: So long board and rim have rested. What hands have played is followed at once, as nobody
                looks at a board in motion; questions, objections and a loss want some seconds of rest.
        """
        del model, seen, at_s, turn_may_end, rested_s
        return Waits(Why.UNSURE)
