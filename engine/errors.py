"""What can go wrong in the engine. Catch these at the edge: a route, the loop, the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from reprlib import Repr
from typing import TYPE_CHECKING

from engine.messages import Either, Message, MessageError

if TYPE_CHECKING:
    from engine.reasons import Reason

_REPR = Repr()
_REPR.maxstring = _REPR.maxother = 60
_REPR.maxlevel = 2


def _shown(value: object) -> str:
    try:
        return _REPR.repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        return "too large a number"


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


class FieldError(NotationError):
    """A value of JSON that is not of the kind that its place wants.

    >>> print(FieldError("x", Message("a list")).within("[2]").within("pieces"))
    'pieces[2]' is 'x': give a list
    """

    def __init__(
        self,
        value: object,
        want: Message | Either | str,
        *,
        path: str = "",
        is_missing: bool = False,
        is_unknown: bool = False,
    ) -> None:
        self.value, self.want, self.path = value, want, path
        self.is_missing, self.is_unknown = is_missing, is_unknown
        told = {
            "path": repr(path) if path else Message("this"),
            "value": json.dumps(value) if isinstance(value, bool | None) else _shown(value),
            "want": want,
        }
        if is_missing:
            super().__init__(Message("{path} is missing", told))
        elif is_unknown:
            super().__init__(Message("unknown key {path}: there are {want}", told))
        else:
            super().__init__(Message("{path} is {value}: give {want}", told))

    def within(self, step: str) -> FieldError:
        """Return the same error one step further from the whole: of a key, or of a place such as ``[2]``."""
        between = "." if self.path and not self.path.startswith("[") else ""
        path = f"{step[:60]}{between}{self.path}"
        return FieldError(
            self.value, self.want, path=path, is_missing=self.is_missing, is_unknown=self.is_unknown
        )


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
