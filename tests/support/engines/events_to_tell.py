"""Events of a table, for those who put them into words."""

from __future__ import annotations

from engine.events import Event, Happened, Logged
from engine.facts import Fact, FactKind
from engine.move import PieceMove
from engine.reasons import Reason

NAMES = ("Asha", "Ravi", "Meena")
CHOWKA, PACHISI, BACKGAMMON = "chowka-bhara", "pachisi", "backgammon"
NO_KADI = Reason("C4", "no-kadi", {"player": 0})
MOVE = PieceMove("move", (1,), value=3, squares=3, start=4, end=7)


def happened(kind: FactKind, player: int = 0, **about: tuple[object, ...]) -> Happened:
    return Happened(Fact(kind, player, **about))  # type: ignore[arg-type]


def captured(*pieces: tuple[int, int]) -> Happened:
    return happened(FactKind.CAPTURED, pieces=pieces)


def logged(*events: Event) -> list[Logged]:
    return [Logged(seq, 1, event) for seq, event in enumerate(events, 1)]
