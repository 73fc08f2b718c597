"""What was learnt of a set: the colours of each owner's pieces and how wide they are, as plain numbers.

Beside them the empty board, where somebody took a picture of it, which is no number and not kept with them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vision.board.empty import EmptyBoard
from vision.board.errors import BoardError

Colour = tuple[float, float, float]
"""Lightness, then green to red, then blue to yellow: OpenCV's Lab, each 0 to 255."""

OWNERS = 6
FACES = 4
"""Most owners of a board, and most colours of one owner's pieces: they may have two faces, or grain."""

MOST_BYTES = 4096
"""Of what is kept, as JSON."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A set of pieces."""

    colours: tuple[tuple[Colour, ...], ...]
    """By owner: the colours of its pieces."""
    radius: float
    """Of a piece, in widths of a place."""
    empty: EmptyBoard | None = field(default=None, compare=False, repr=False)
    """The board without pieces; None where nobody has shown it. `to_dict` leaves it out."""

    def __post_init__(self) -> None:
        """Refuse what is no set.

        Raises:
            BoardError: If there are too many or no owners or colours, or numbers out of range.
        """
        if not 1 <= len(self.colours) <= OWNERS or not all(1 <= len(one) <= FACES for one in self.colours):
            raise BoardError(f"a set has 1 to {OWNERS} owners with 1 to {FACES} colours each")
        if not all(0 <= value <= 255 for owner in self.colours for colour in owner for value in colour):
            raise BoardError("a colour is three numbers from 0 to 255")
        if not 0.2 <= self.radius <= 0.6:
            raise BoardError(f"a piece's radius is 0.2 to 0.6 of a place's width, not {self.radius!r}")

    def to_dict(self) -> dict[str, object]:
        """Return it as plain lists and numbers."""
        colours = [[[round(value, 1) for value in colour] for colour in owner] for owner in self.colours]
        return {"colours": colours, "radius": round(self.radius, 4)}

    @classmethod
    def from_dict(cls, saved: object) -> Learnt:
        """Make what `to_dict` gave; it may have come from outside.

        Raises:
            BoardError: If it is anything else.
        """
        wrong = BoardError("what was learnt before must be the `learnt` of an earlier answer")
        if not isinstance(saved, Mapping) or set(saved) != {"colours", "radius"}:
            raise wrong
        try:
            if len(json.dumps(saved)) > MOST_BYTES:
                raise wrong
        except (TypeError, ValueError, RecursionError) as error:
            raise wrong from error
        colours, radius = saved["colours"], _number(saved["radius"])
        if not isinstance(colours, Sequence) or isinstance(colours, str) or radius is None:
            raise wrong
        read = []
        for owner in colours:
            if not isinstance(owner, Sequence) or isinstance(owner, str):
                raise wrong
            faces = []
            for colour in owner:
                if not isinstance(colour, Sequence) or isinstance(colour, str) or len(colour) != 3:
                    raise wrong
                light, red, yellow = (_number(value) for value in colour)
                if light is None or red is None or yellow is None:
                    raise wrong
                faces.append((light, red, yellow))
            read.append(tuple(faces))
        return cls(tuple(read), radius)


def _number(value: object) -> float | None:
    """Return a number that is one and finite; None for anything else."""
    return float(value) if type(value) in (int, float) and math.isfinite(value) else None  # type: ignore[arg-type]
