"""What can go wrong in the engine. Catch these at the edge: a route, the loop, the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.messages import Message, MessageError

if TYPE_CHECKING:
    from engine.reasons import Reason


class EngineError(MessageError):
    """Base of every error raised by `engine`."""


class SetupError(EngineError, ValueError):
    """A game, preset, option or number of players that does not exist or does not fit the others.

    Its message is for people, who know rules by number and words. Who types or sends keys reads these: it
    prints with them.
    """

    def __init__(
        self,
        template: str | Message,
        /,
        *,
        text: str = "",
        mends: Sequence[tuple[str, bool | int | str | None]] = (),
        **fields: object,
    ) -> None:
        super().__init__(template, **fields)
        if text:
            self.args = (text,)
        self.mends = tuple(mends)
        """Options with the values any one of which would mend it; None stands for what the preset says."""


class NotationError(EngineError, ValueError):
    """A text or JSON value that is no throw, move or position."""


class PositionError(EngineError, ValueError):
    """A position that cannot be on a board, with what would be possible."""


class ThrowError(EngineError, ValueError):
    """A throw that these dice or shells cannot show, or that nobody is to throw now."""


class IllegalMoveError(EngineError, ValueError):
    """The move is well formed, but the rules forbid it in this position."""

    def __init__(self, template: str, /, *, reason: Reason, **fields: object) -> None:
        super().__init__(template, **({"reason": reason, **fields} if fields else {}))
        self.reason = reason
        """Which rule forbids it and why."""


class StaleError(EngineError, RuntimeError):
    """The request was made from a page that had not yet heard the news."""


class NotNowError(EngineError, RuntimeError):
    """There is nothing to undo, answer or correct where the request points."""


class RecordError(EngineError, OSError):
    """The recorder could not write; nothing has changed."""


class BrokenRecordError(EngineError, ValueError):
    """A record of which a part does not fit what was before it."""
