"""What a player can offer by the box's two buttons held down together: to double, or to resign.

The voice asks one thing after the other; “take back” leads on, “confirm” held down does what was asked last.
So no touch ends a game or turns the cube by mistake, and nobody needs to see.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.ending import Resign
from engine.errors import NotNowError
from engine.move import Double, Move, Take
from engine.table import Table
from engine.table.commands import PlayMove
from engine.table.state import Model
from engine.table.turn_end import can_double

OPEN_S = 20.0
"""So long after the last press an answer is waited for."""


class Remark(Protocol):
    """Says a remark of `web.language.speech` aloud."""

    def __call__(self, key: str, /, *, player: str = "") -> None:
        """Say it, by its key."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be offered now."""

    key: str
    """The remark that asks for it."""
    move: Move


def offers_of(model: Model) -> list[Offer]:
    """List what the player whose turn it is can offer: a double first, then the smallest loss.

    Where an illegal play of a match is in question, its opponent doubles (BS9).
    """
    line, seat = model.line, model.turn
    if line.declared.offered is not None or Take() in line.optional:
        return []
    found = []
    if Double() in line.optional or can_double(model):
        found.append(Offer("offer-double", Double()))
    levels = model.rules.resignations(model.state, seat)
    for move, key in (
        [(Resign(seat, level), f"offer-resign-{level}") for level in levels]
        if levels
        else [(Resign(seat), "offer-resign")]
    ):
        if line.why_not(move) is None:
            found.append(Offer(key, move))
    return found


class Offers:
    """What is asked, one thing after the other, until it is done, left, or the game goes on."""

    def __init__(self, table: Table, remark: Remark, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Join table and voice.

        Args:
            table: The game in progress.
            remark: Says what is asked.
            clock: Seconds.
        """
        self._table = table
        self._remark = remark
        self._clock = clock
        self._offers: list[Offer] = []
        self._until_s = 0.0
        self._seq = 0

    @property
    def is_open(self) -> bool:
        """True while an answer is waited for."""
        has_time = bool(self._offers) and self._clock() < self._until_s
        return has_time and self._table.has_game and self._table.model.seq == self._seq

    def open(self) -> None:
        """Ask for the first thing that can be offered.

        Raises:
            NotNowError: If nothing can be.
        """
        self._offers = offers_of(self._table.model)
        if not self._offers:
            raise NotNowError("nothing can be offered now: a double or a resignation waits for its answer")
        self._ask()

    def lead_on(self) -> None:
        """Ask for the next thing; after the last one nothing is offered."""
        self._offers = self._offers[1:]
        if self._offers:
            self._ask()
        else:
            self.leave()

    def leave(self) -> None:
        """Offer nothing."""
        self._offers = []
        self._remark("offer-none")

    def ask_again(self) -> None:
        """Ask for the same once more."""
        self._ask()

    def do(self) -> None:
        """Offer what was asked last.

        Raises:
            EngineError: If the table does not take it.
        """
        [offer, *_], self._offers = self._offers, []
        self._table.do(PlayMove(offer.move))

    def _ask(self) -> None:
        model = self._table.model
        offer = self._offers[0]
        seat = model.turn
        if isinstance(offer.move, Double) and Double() not in model.line.optional:
            seat = 1 - seat  # the opponent of who has played against the rules
        self._seq, self._until_s = model.seq, self._clock() + OPEN_S
        self._remark(offer.key, player=model.setup.names[seat])
