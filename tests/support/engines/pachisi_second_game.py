"""A second reading of Pachisi's page: whole turns and games beside `engines.pachisi_second`'s legal moves.

It shares no code with the engine and keeps nothing from one throw to the next but what happened in the turn:
what is left of the throws is counted anew from all of them each time.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from engines import pachisi_second as second

AGAIN = {
    "six": {6, 10, 25},
    "six-tylor": {6, 10, 25, 12},
    "seven": {7, 10, 25, 30, 14},
    "seven-35": {7, 10, 25, 35, 14},
    "seven-herklots": {6, 10, 25, 30, 12},
}
"""Values that throw again, by table."""

PLAIN = {2, 3, 4}
"""Values that every table counts besides; `six` counts 5 too."""


@dataclass(slots=True)
class Thrown:
    """One throw of the turn."""

    value: int
    squares: int
    stretch: int
    """Throws between the same two moves have the same number."""
    is_void: bool = False
    left: int | None = None
    """Squares that may still be used; None before anybody has used, lost or declined it."""


@dataclass(slots=True)
class Avenged:
    """A capture that can be undone by another (P20)."""

    by: int
    piece: int
    place: complex
    until: set[int]
    """Seats captured from whose next turn is not over."""


@dataclass
class SecondGame:
    """A game from the first turn on, told values and moves as the contract writes them."""

    preset: str
    players: int
    options: dict[str, Any]
    pieces: list[list[int]]
    entered: list[bool]
    gate_open: list[bool]
    captured: list[int]
    turn: int
    thrown: list[Thrown] = field(default_factory=list)
    stretch: int = 0
    due: int = 1
    avenged: list[Avenged] = field(default_factory=list)

    @property
    def rules(self) -> dict[str, Any]:
        """What is played: the preset, and what is written beside it."""
        seven = self.preset == "seven"
        usual = {"pyada": seven, "all_first": seven, "cancel": seven, "capture_throws_again": True}
        written = {"table": self.preset, **usual, **self.options}
        return {**written, "cancel": written["cancel"] if written["all_first"] else False}

    @property
    def high(self) -> set[int]:
        return second.ENTERING[self.rules["table"]] - {6}

    @property
    def values(self) -> list[int]:
        """Every value that can be thrown."""
        return sorted(AGAIN[self.rules["table"]] | PLAIN | ({5} if self.rules["table"] == "six" else set()))

    @property
    def user(self) -> int:
        """The seat whose pieces use the throws (P26)."""
        friend = (self.turn + 2) % 4
        lends = self.rules.get("partners") and self.is_home(self.turn) and not self.is_home(friend)
        return friend if lends else self.turn

    def is_home(self, seat: int) -> bool:
        return self.pieces[seat] == [84] * 4

    def cancelled(self) -> list[int]:
        """Number the throws that P23 takes away: rows are cut into threes from where they begin."""
        gone: list[int] = []
        way = self.rules["cancel"]

        def kind(number: int) -> tuple[int, object]:
            one = self.thrown[number]
            if one.value in self.high:
                return one.stretch, one.value if way == "equal" else "high"
            return one.stretch, one.value if one.value in (7, 14) else None

        for (_stretch, alike), numbers in groupby(range(len(self.thrown)), key=kind):
            row = list(numbers) if alike is not None and way else []
            for place in range(2, len(row), 3):
                gone += [row[place]] if way == "third" else row[place - 2 : place + 1]
        return gone

    def bank(self) -> list[tuple[int, int]]:
        """List what can still be used, as (value, squares)."""
        gone = self.cancelled()
        return [
            (one.value, one.squares if one.left is None else one.left)
            for number, one in enumerate(self.thrown)
            if number not in gone and not one.is_void and one.left != 0
        ]

    def line(self) -> dict[str, Any]:
        """Write the position as the contract does."""
        bank = [{"value": value, "squares": squares} for value, squares in self.bank()]
        setup = {"game": "pachisi", "preset": self.preset, "options": self.options, "players": self.players}
        place = {"turn": self.user, "pieces": self.pieces, "entered": self.entered}
        return {**setup, **place, "gate_open": self.gate_open, "captured": self.captured, "bank": bank}

    def moves(self) -> list[dict[str, Any]]:
        """List the legal moves as the contract writes them; none while throws are due."""
        return second.legal(self.line()) if self.waits() == "move" else []

    def waits(self) -> str:
        """Tell what comes next: throw, move or over."""
        if self.is_over():
            return "over"
        first = self.rules["all_first"] and self.due
        return "move" if self.bank() and not first else "throw"

    def is_over(self) -> bool:
        sides = [(0, 2), (1, 3)] if self.rules.get("partners") else [(seat,) for seat in range(self.players)]
        if any(all(map(self.is_home, side)) for side in sides):
            return True
        if any(0 in steps for steps in self.pieces):
            return False
        more = self.high if self.rules["pyada"] else set()
        bank = [{"value": value, "squares": value + (value in more)} for value in self.values]
        line = {**self.line(), "bank": bank, "gate_open": [True] * self.players}
        return not any(second.legal({**line, "turn": seat}) for seat in range(self.players))

    def throw(self, value: int) -> None:
        """Take a throw."""
        steps = self.pieces[self.user]
        if value in (7, 14) and set(steps) <= {0, 84}:
            self.thrown.append(Thrown(value, value, self.stretch, is_void=True))
            self.due = 0
        else:
            more = self.rules["pyada"] and value in self.high and 0 not in steps
            self.thrown.append(Thrown(value, value + more, self.stretch))
            self.due += (value in AGAIN[self.rules["table"]]) - 1
            if value in PLAIN:
                self.gate_open[self.user] = True
        self.go_on()

    def decline(self, value: int, squares: int) -> None:
        """Give a throw up (P11)."""
        self.entry(value, squares).left = 0
        self.stretch += 1
        self.go_on()

    def play(self, move: dict[str, Any]) -> None:
        """Carry a legal move out."""
        user, piece, start, end = self.user, move["pieces"][0], move["from"], move["to"]
        used = self.entry(move["value"], move["squares"])
        grace = move["value"] in second.ENTERING[self.rules["table"]]
        divides = self.rules.get("split") and move["kind"] == "move" and start > 0
        if divides and self.preset == "seven" and grace and 0 in self.pieces[user]:
            divides = False  # P8 keeps it from moving by parts: it goes home by P27, whole
        used.left = move["squares"] - (end - start) if divides else 0
        self.pieces[user][piece] = end
        self.entered[user] = True
        self.stretch += 1
        if move["captures"]:
            self.capture(user, piece, end, move["captures"])
        self.go_on()

    def entry(self, value: int, squares: int) -> Thrown:
        gone = self.cancelled()
        return next(
            one
            for number, one in enumerate(self.thrown)
            if number not in gone
            and not one.is_void
            and (one.value, one.squares if one.left is None else one.left) == (value, squares)
        )

    def capture(self, user: int, piece: int, end: int, taken: list[list[int]]) -> None:
        """Count a capturing move (P18, P19) and undo what it avenges (P20)."""
        place = second.place({"players": self.players}, user, end)
        for seat, other in taken:
            self.pieces[seat][other] = 0
        self.captured[user] += 1
        self.due += bool(self.rules["capture_throws_again"])
        if not self.rules.get("revenge"):
            return
        for one in self.avenged:
            if [one.by, one.piece] in taken and user in one.until and abs(one.place - place) < 0.1:
                self.captured[one.by] = max(0, self.captured[one.by] - 1)
        self.avenged = [one for one in self.avenged if [one.by, one.piece] not in taken]
        self.avenged.append(Avenged(user, piece, place, {seat for seat, _ in taken}))

    def go_on(self) -> None:
        """Lose what cannot be used, and pass the turn where nothing is due."""
        if self.is_over():
            self.thrown, self.due = [], 0
            return
        if self.due and (self.rules["all_first"] or not self.bank()):
            return
        if self.bank():
            if second.legal(self.line()):
                return
            for one in self.thrown:
                one.left = 0
            if self.due:
                return
        for one in self.avenged:
            one.until.discard(self.turn)
        self.turn = (self.turn + 1) % self.players
        self.thrown, self.due, self.stretch = [], 1, 0

    def leaves(self, depth: int) -> int:
        """Count the ways to throw, move and decline so many times."""
        if depth == 0:
            return 1
        after = 0
        if self.waits() == "throw":
            for value in self.values:
                other = deepcopy(self)
                other.throw(value)
                after += other.leaves(depth - 1)
            return after
        for move in self.moves():
            other = deepcopy(self)
            other.play(move)
            after += other.leaves(depth - 1)
        for value, squares in dict.fromkeys(self.bank() if self.waits() == "move" else []):
            other = deepcopy(self)
            other.decline(value, squares)
            after += other.leaves(depth - 1)
        return after
