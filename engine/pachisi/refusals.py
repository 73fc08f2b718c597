"""Why a move is refused, or warned of: the rule and what it is about, for any well-formed move.

A `PieceMove` numbers the mover's pieces 0 to 3. What hands did to another player's piece is one too: numbers
4 to 7 are the pieces of the next seat, 8 to 11 of the one after it, and so on
(`engine.move.piece_owner`). The sentences stand in `engine.rulebook.pachisi`.
"""

from __future__ import annotations

from engine.move import Decline, Move, PieceMove, piece_owner
from engine.pachisi.board import HOME, LAST, MIDDLE, name
from engine.pachisi.legal import PIECES, Judge, View
from engine.pachisi.state import State
from engine.reasons import Parameter, Reason

RULE_OF = {
    "gate-closed": "P3",
    "needs-grace": "P4",
    "enters-from-charkoni": "P4",
    "void-without-piece": "P6",
    "enters-on-first-square": "P7",
    "grace-enters-first": "P8",
    "first-goes-straight": "P9",
    "only-first-goes-straight": "P9",
    "throw-undivided": "P12",
    "part-of-throw": "P12",
    "rest-stays-on-board": "P12",
    "too-large-for-all": "P13",
    "too-large-or-grace": "P13",
    "exact-throw-home": "P21",
    "exact-or-grace-home": "P21",
    "is-home": "P21",
    "dead-end": "P21",
    "capture-first": "P19",
    "no-sharing": "P14",
    "castle-held": "P15",
    "other-captures": "P16",
    "race-over": "P1",
    "race-stuck": "P13",
    "still-beginning": "P2",
    "not-your-piece": "P2",
    "still-throwing": "P25",
    "nothing-thrown": "P11",
    "not-in-bank": "P11",
    "one-piece-a-throw": "P11",
    "stands-elsewhere": "P11",
    "board-used-up": "P11",
    "board-other-piece": "P2",
    "board-backwards": "P1",
    "board-off-path": "P1",
    "board-not-taken": "P16",
    "board-safe": "P16",
}
"""Key of a refusal, a warning or an objection → its rule."""

_OR_GRACE = {"exact-throw-home": "exact-or-grace-home", "too-large-for-all": "too-large-or-grace"}
"""Refusals that say more of a piece which a grace takes home (P27)."""


def _reason(key: str, **params: Parameter) -> Reason:
    return Reason(RULE_OF[key], key, params)


def why_not(judge: Judge, state: State, move: Move, *, throwing: bool) -> Reason | None:
    """Tell which rule forbids a move; None when it is legal.

    Args:
        judge: The options in force.
        state: The position.
        move: Any well-formed move.
        throwing: A throw is due now, so nothing may be moved.
    """
    user = judge.user(state)
    if winners := judge.winners(state):
        return _reason("race-over", player=winners[0])
    if judge.is_stuck(state):
        return _reason("race-stuck")
    if state.contest:
        return _reason("still-beginning", player=state.contest[0])
    if isinstance(move, PieceMove) and any(piece >= PIECES for piece in move.pieces):
        theirs = next(piece for piece in move.pieces if piece >= PIECES)
        return _reason(
            "not-your-piece",
            player=user,
            player_owner=piece_owner(theirs, mover=user, players=judge.players)[0],
        )
    if throwing:
        return _reason("still-throwing" if state.bank else "nothing-thrown", player=state.turn)
    if isinstance(move, Decline):
        in_bank = any(move.value == v and move.squares in (0, s) for v, s in state.bank)
        return None if in_bank else _not_in_bank(state, move.value)
    if not isinstance(move, PieceMove) or len(move.pieces) != 1 or move.kind not in ("move", "enter"):
        return _reason("one-piece-a-throw", player=user)
    step = state.pieces[user][move.pieces[0]]
    if move.start != step:
        return _reason("stands-elsewhere", square=name(judge.paths[user][step]))
    if (move.value, move.squares) not in state.bank:
        return _not_in_bank(state, move.value)
    view = judge.view(state, user)
    key = judge.forbids(
        view, move.kind, value=move.value, squares=move.squares, start=move.start, end=move.end
    )
    if key is not None:
        return _explain(judge, view, user, move, key)
    taken = view.taken(move.end)
    if move.captures and tuple(sorted(move.captures)) != taken:
        return _reason("other-captures", square=name(view.path[move.end]), count=len(taken))
    return None


def warning(judge: Judge, move: Move) -> Reason | None:
    """Tell that a legal move puts a piece where no throw will ever take it home; None for any other."""
    if not isinstance(move, PieceMove) or move.end not in judge.dead_ends or move.start in judge.dead_ends:
        return None
    if move.end < MIDDLE:
        return None  # somebody may still capture it there
    return _reason("dead-end", needed=HOME - move.end)


def _not_in_bank(state: State, value: int) -> Reason:
    left = tuple(value for value, _ in state.bank)
    return _reason("not-in-bank", value=value, values=left)


def _explain(judge: Judge, view: View, user: int, move: PieceMove, key: str) -> Reason:
    """Add what the sentence of a key names."""
    if judge.options.grace_home and move.start == LAST:
        key = _OR_GRACE.get(key, key)
    params: dict[str, Parameter] = {}
    if key in ("gate-closed", "capture-first"):
        params = {"player": user}
    elif key == "needs-grace":
        params = {"value": move.value, "values": tuple(sorted(judge.entering))}
    elif key in ("enters-on-first-square", "grace-enters-first"):
        params = {"value": move.value, "player": user}
    elif key in ("void-without-piece", "only-first-goes-straight"):
        params = {"player": user, "value": move.value}
    elif key in ("enters-from-charkoni", "is-home"):
        params = {"step": move.start}
    elif key in ("first-goes-straight", "throw-undivided", "part-of-throw"):
        params = {"squares": move.squares, "distance": abs(move.end - move.start), "value": move.value}
    elif key == "rest-stays-on-board":
        params = {"squares": move.squares, "value": move.value}
    elif key in ("too-large-for-all", "exact-throw-home"):
        params = {"squares": move.squares, "needed": HOME - move.start}
    elif key in _OR_GRACE.values():
        params = {"squares": move.squares, "needed": 1, "values": tuple(sorted(judge.entering))}
    elif key == "no-sharing":
        params = {"square": name(view.path[move.end])}
    elif key == "castle-held":
        square = view.path[move.end]
        params = {"square": name(square), "player": view.enemies[square][0][0]}
    return _reason(key, **params)
