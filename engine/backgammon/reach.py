"""What the dice left can reach, checker by checker: whole plays, and all legal beginnings of them."""

from __future__ import annotations

from engine.backgammon.legal import Board, board_of, play_of, sources, ways
from engine.backgammon.state import State
from engine.backgammon.steps import OFF, carried, without
from engine.following.search import appearance_of, ends_of, gathered
from engine.game import Rules
from engine.move import Play, Step
from engine.reachable import Appearance, Reachable, Way

_Node = tuple[Board, tuple[int, ...]]
"""A board and the dice left."""


def reachable(rules: Rules[State], state: State, *, most: bool) -> Reachable[State]:
    """Find all appearances of a turn.

    Args:
        rules: What is played.
        state: The position, with the dice left.
        most: As many dice as possible must be played (BS2).
    """
    begun = state.turn, state.number
    found: list[tuple[Appearance, Way[State]]] = [
        (appearance_of(rules, state), Way((), state, ends_of(rules, state, begun)))
    ]
    turn = _Turn(state, pieces=rules.pieces, most=most)
    seen: set[tuple[Board, bool]] = set()
    for steps, (board, left) in turn.beginnings():
        # A checker may be borne off by one large die or by two small ones, so that a part looks like a whole.
        is_end = turn.is_end((board, left))
        if (board, is_end) in seen:
            continue
        seen.add((board, is_end))
        play = turn.whole[board] if is_end else Play(steps)
        after = rules.apply(state, play).state
        ends = ends_of(rules, after, begun) if is_end else None
        found.append((appearance_of(rules, after), Way((play,), after, ends)))
    return gathered(found)


class _Turn:
    """The single steps of a turn, as a graph from the position to the ends of its plays."""

    def __init__(self, state: State, *, pieces: int, most: bool) -> None:
        found = ways(state.board, state.left, most=most)
        self.whole = {board_of(key): play_of(way) for key, way in found.items()}
        self._count = max(map(len, found.values()), default=0)
        self._root: _Node = (state.board, state.left)
        self._pieces = pieces
        self._most = most
        self._leads: dict[_Node, bool] = {}

    def is_end(self, node: _Node) -> bool:
        """True if a whole play ends there."""
        board, left = node
        if board not in self.whole:
            return False
        if self._most:
            return len(self._root[1]) - len(left) == self._count
        return not any(sources(board, die) for die in dict.fromkeys(left))

    def beginnings(self) -> list[tuple[tuple[Step, ...], _Node]]:
        """List the legal beginnings of all plays with where they lead, the fewest steps first."""
        row: dict[_Node, tuple[Step, ...]] = {self._root: ()}
        found: list[tuple[tuple[Step, ...], _Node]] = []
        while row:
            onward: dict[_Node, tuple[Step, ...]] = {}
            for node, steps in row.items():
                for step, after in self._steps(node):
                    if after not in onward and self._leads_on(after):
                        onward[after] = (*steps, step)
            found += [(steps, node) for node, steps in onward.items()]
            row = onward
        return found

    def _leads_on(self, node: _Node) -> bool:
        known = self._leads.get(node)
        if known is None:
            known = self.is_end(node) or any(self._leads_on(after) for _, after in self._steps(node))
            self._leads[node] = known
        return known

    def _steps(self, node: _Node) -> list[tuple[Step, _Node]]:
        board, left = node
        found = []
        for die in dict.fromkeys(left):
            for start in sources(board, die):
                end = max(start - die, OFF)
                hit = end != OFF and board[end] == -1
                reached = carried(board, start, end, pieces=self._pieces)
                found.append((Step(start, end, hit), (reached, without(left, (die,)))))
        return found
