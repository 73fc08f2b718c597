"""What is legal: one judgement, from which the list of moves and every refusal come.

`Judge.forbids` checks one candidate in the order of the rules page and gives the key of the first sentence
that refuses it. `moves` lists the candidates that it lets pass; `engine.pachisi.refusals` makes the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.move import PIECES_EACH, Kind, PieceMove
from engine.pachisi import throws
from engine.pachisi.board import CASTLES, HOME, LAST, MIDDLE, MIDDLE_COLUMNS, POSITIONS, path
from engine.pachisi.options import Options
from engine.pachisi.state import State

PIECES = PIECES_EACH
"""Pieces of one player."""

_ALL_HOME = PIECES * HOME


@dataclass(slots=True)
class View:
    """The board as one player meets it, worked out once for all candidates."""

    path: tuple[int, ...]
    """The square of every step."""
    steps: tuple[int, ...]
    """Where the player's pieces are."""
    enemies: dict[int, list[tuple[int, int]]]
    """Square → opposing pieces on it as (player, piece)."""
    full: set[int]
    """Squares of one's own side that take no second piece (P14)."""
    waiting: bool
    """A piece waits in the charkoni."""
    shut: bool
    """The gate is closed (P3)."""
    first: bool
    """The first piece may leave on any throw (P9)."""
    barred: bool
    """No piece may go home yet (P19)."""

    def taken(self, end: int) -> tuple[tuple[int, int], ...]:
        """Tell what a landing on a step captures (P16)."""
        square = self.path[end]
        if square in CASTLES:
            return ()
        return tuple(self.enemies.get(square, ()))


class Judge:
    """The options in force and the paths, and what they allow."""

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.paths = tuple(path(position) for position in POSITIONS[players])
        self.entering = throws.entering(options.table)
        self.high = throws.high(options.table)
        self.graces = throws.graces(options.table)
        self.values = frozenset(worth.value for worth in options.table.values.values())
        self.throws = tuple(
            (value, value + (options.pyada and value in self.high)) for value in sorted(self.values)
        )
        """Every (value, squares) that a player with no piece waiting may throw."""

    @cached_property
    def dead_ends(self) -> frozenset[int]:
        """The steps from which no throws whatever take a piece home.

        With throws of 2 and more that is step 83, unless a part (P12) or a grace (P27) takes it home.
        """
        distances = {squares for pair in self.throws for squares in pair}
        homeward = {HOME}
        for step in range(LAST, 0, -1):
            helped = self.options.split or (self.options.grace_home and step == LAST)
            if helped or any(step + distance in homeward for distance in distances):
                homeward.add(step)
        return frozenset(range(1, HOME)) - homeward

    def side(self, player: int) -> tuple[int, ...]:
        """Name the seats that play together (P26)."""
        return tuple(sorted((player, (player + 2) % 4))) if self.options.partners else (player,)

    def is_home(self, state: State, player: int) -> bool:
        """True if a player has every piece home."""
        return sum(state.pieces[player]) == _ALL_HOME

    def user(self, state: State) -> int:
        """Name the seat whose pieces use the throws: the partner's once a player is home (P26)."""
        turn = state.turn
        if self.options.partners and sum(state.pieces[turn]) == _ALL_HOME:
            partner = (turn + 2) % 4
            if sum(state.pieces[partner]) != _ALL_HOME:
                return partner
        return turn

    def winners(self, state: State) -> tuple[int, ...]:
        """Name the side that has every piece home; empty while the race goes on."""
        homes = [sum(steps) == _ALL_HOME for steps in state.pieces]
        for player in range(self.players):
            if homes[player]:
                side = self.side(player)
                if all(homes[seat] for seat in side):
                    return side
        return ()

    def is_stuck(self, state: State) -> bool:
        """True if no throw can ever move a piece again, whoever throws it.

        It happens where every piece is home or where no throw takes it home (`dead_ends`).
        """
        if any(0 in steps for steps in state.pieces):
            return False
        return not any(self.can_ever_move(state, player) for player in range(self.players))

    def can_ever_move(self, state: State, player: int) -> bool:
        """True if some throw can ever move a piece of a player, or enter one."""
        if 0 in state.pieces[player]:
            return True
        view = self.view(state, player)
        view.shut = False  # a throw may still open the gate
        return next(self._usable(view, self.throws), None) is not None

    def is_over(self, state: State) -> bool:
        """True if the race has ended."""
        return bool(self.winners(state)) or self.is_stuck(state)

    def view(self, state: State, player: int) -> View:
        """Work out what a player meets on the board."""
        options = self.options
        side = self.side(player) if options.partners else (player,)
        enemies: dict[int, list[tuple[int, int]]] = {}
        full: set[int] = set()
        for seat, steps in enumerate(state.pieces):
            squares = self.paths[seat]
            if seat not in side:
                for piece, step in enumerate(steps):
                    if 0 < step < HOME:
                        enemies.setdefault(squares[step], []).append((seat, piece))
            elif options.stack_castles:
                full.update(squares[step] for step in steps if 0 < step < HOME)
        steps = state.pieces[player]
        return View(
            path=self.paths[player],
            steps=steps,
            enemies=enemies,
            full=full - CASTLES - MIDDLE_COLUMNS,
            waiting=0 in steps,
            shut=options.gate and not state.gate_open[player],
            first=options.first_piece_free and not state.entered[player],
            barred=options.capture_first and not state.captured[player],
        )

    def forbids(
        self, view: View, kind: Kind, *, value: int, squares: int, start: int, end: int
    ) -> str | None:
        """Return the key of the first rule that forbids a piece this way with this throw; None if it may."""
        if view.shut:
            return "gate-closed"
        if start == 0:
            key = self._forbids_leaving(view, kind, value, squares, end)
        elif kind == "enter":
            key = "enters-from-charkoni"
        elif self.uses_whole(value, squares, start, end):
            key = None
        elif self.enters_first(view, value):
            key = "grace-enters-first"
        else:
            key = self._forbids_length(view, value, squares, start, end)
        if key is not None:
            return key
        if end >= MIDDLE and view.barred:
            return "capture-first"
        square = view.path[end]
        if square in view.full:
            return "no-sharing"
        if square in view.enemies and square in CASTLES:
            return "castle-held"
        return None

    def enters_first(self, view: View, value: int) -> bool:
        """True if a piece waits and a throw moves no other, to the letter of P8."""
        return view.waiting and self.options.strict and value in self.entering

    def uses_whole(self, value: int, squares: int, start: int, end: int) -> bool:
        """True if a grace that is still whole takes a piece from the last square home (P27)."""
        grace = self.options.grace_home and value in self.entering and squares >= value
        return grace and (start, end) == (LAST, HOME)

    def part_used(self, view: View, move: PieceMove) -> int:
        """Return how many squares of a divided throw a move uses (P12); 0 for one that uses it whole."""
        if not self.options.split or move.kind != "move" or not 0 < move.start < move.end:
            return 0
        whole = self.enters_first(view, move.value)
        if whole and self.uses_whole(move.value, move.squares, move.start, move.end):
            return 0
        return move.end - move.start

    def _forbids_leaving(self, view: View, kind: Kind, value: int, squares: int, end: int) -> str | None:
        """Judge a waiting piece: entering by a grace (P4, P7), or the first one's way out (P6, P9)."""
        enters = value in self.entering
        if kind == "move" and view.first and not (enters and self.options.strict):
            if value in throws.NEEDS_PIECE:
                return "void-without-piece"
            if end != squares:
                return "first-goes-straight"
        elif not enters:
            return "needs-grace"
        elif end != 1:
            return "enters-on-first-square"
        elif kind != "enter":
            return "only-first-goes-straight"
        return "rest-stays-on-board" if squares < value else None

    def _forbids_length(self, view: View, value: int, squares: int, start: int, end: int) -> str | None:
        """Judge how far a piece on the board goes: P12, and the path's end (P13, P21)."""
        if start == HOME:
            return "is-home"
        if self.options.split:
            if end <= HOME and 0 < end - start <= squares:
                return None
            if end <= HOME or end - start > squares:
                return "part-of-throw"
            return "exact-throw-home"
        if start + squares > HOME and end >= HOME:
            fits = any(0 < step <= HOME - squares for step in view.steps)
            if fits or (LAST in view.steps and self.uses_whole(value, squares, LAST, HOME)):
                return "exact-throw-home"
            return "too-large-for-all"
        return None if end - start == squares else "throw-undivided"

    def _candidates(self, start: int, squares: int) -> Iterator[tuple[Kind, int]]:
        """List where hands could think of taking a piece with a throw."""
        if start == 0:
            yield "enter", 1
            yield "move", squares
        elif self.options.split:
            for part in range(1, min(squares, HOME - start) + 1):
                yield "move", start + part
        elif start != HOME:
            yield "move", start + squares
            if start == LAST and self.options.grace_home:
                yield "move", HOME

    def legal(self, state: State) -> Iterator[PieceMove]:
        """Find the legal moves; pieces on the same step come once, under the lowest number."""
        if state.bank and not self.winners(state):
            yield from self._usable(self.view(state, self.user(state)), state.bank)

    def _usable(self, view: View, bank: tuple[tuple[int, int], ...]) -> Iterator[PieceMove]:
        """Find what a player's pieces can do with some throws."""
        starts: dict[int, int] = {}
        for piece, step in enumerate(view.steps):
            starts.setdefault(step, piece)
        for value, squares in dict.fromkeys(bank):
            for start, piece in starts.items():
                for kind, end in self._candidates(start, squares):
                    if self.forbids(view, kind, value=value, squares=squares, start=start, end=end) is None:
                        yield PieceMove(kind, (piece,), value, squares, start, end, view.taken(end))

    def moves(self, state: State) -> list[PieceMove]:
        """List the legal moves in the order of their JSON texts (keys sorted)."""
        return sorted(self.legal(state), key=_json_order)

    def can_play(self, state: State) -> bool:
        """True if anything in the bank can be used."""
        return next(self.legal(state), None) is not None


def _json_order(move: PieceMove) -> str:
    """Write the values of a move's JSON text, which sort as the whole text does."""
    captures = [list(capture) for capture in move.captures]
    return f"{captures}, {move.start}, {move.kind}, {move.pieces}, {move.squares}, {move.end}, {move.value}}}"
