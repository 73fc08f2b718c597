"""Why not: a rule's number, a key and what it is about, never a text.

The sentences stand in `engine.rulebook`, in English and marked for translation; `str()` gives the English
one, and the page gives the reader's language from the same key and parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.rulebook import REASONS

Parameter = int | str | tuple[int, ...]
"""A seat (keys that begin with ``player``), a step, a value, or a square's id. Never a sentence."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Which rule forbids a move, and what about it.

    >>> print(Reason("C4", "no-kadi", {"player": 0}).text(names=["Asha", "Ravi"]))
    C4: Asha has no kadi yet, so no pawn of Asha may enter the inner ring
    """

    rule: str
    """The rule's number, as on the rule pages: ``C11``, ``P14``, ``BF6``; empty where none says it."""
    key: str
    """Which sentence of the rulebook says it."""
    params: dict[str, Parameter] = field(default_factory=dict)
    """What the sentence names."""

    def text(self, *, names: Sequence[str] = (), template: str | None = None) -> str:
        """Say it, rule first where it has one.

        Args:
            names: The players' names by seat; without them "player 1".
            template: The sentence in another language; the English one by default.
        """
        shown: dict[str, object] = {}
        for key, value in self.params.items():
            if key.startswith("player") and isinstance(value, int):
                shown[key] = names[value] if value < len(names) else f"player {value + 1}"
            elif isinstance(value, tuple):
                shown[key] = ", ".join(map(str, value))
            else:
                shown[key] = value
        said = (template or REASONS[self.key]).format(**shown)
        return f"{self.rule}: {said}" if self.rule else said

    def __str__(self) -> str:
        return self.text()
