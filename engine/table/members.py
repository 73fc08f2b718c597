"""Who has a seat, also where people come and leave in mid-game, and whose turn it is within a shared seat.

The people of a seat take turns while they stay the same; after a change the seat is named as a whole. A
change of people is no throw and no move: an undo does not take it back, as whoever has come is there. It
stands between the throws and moves by its number, so that a game that is played again has the same people.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from engine.setup import Seating, Setup, member_on_turn
from engine.table.state import Model


def first_setup(model: Model) -> Setup:
    """Return who played, and what, when the game began."""
    return model.seated[0].before if model.seated else model.setup


def setup_at(model: Model, seq: int) -> Setup:
    """Return who played when an event happened."""
    later = (seating.before for seating in model.seated if seating.seq > seq)
    return next(later, model.setup)


def seatings(model: Model) -> Mapping[int, list[Seating]]:
    """List who came and left, by how many of the throws and moves that stand were before it."""
    acted = [action.seq for action in model.actions]
    found: dict[int, list[Seating]] = {}
    for seating in model.seated:
        found.setdefault(bisect_left(acted, seating.seq), []).append(seating)
    return found


def member_of(model: Model) -> str:
    """Name who throws and moves now; empty where the seat has one person, or others than at first."""
    seat, rules, people = model.turn, model.rules, model.setup.on(model.turn)
    if len(people) < 2 or any(one.seat == seat for one in model.seated):
        return ""
    turns = ((rules.turn(state), rules.turn_number(state)) for state in model.states)
    return member_on_turn(people, turns, seat=seat)


def partner_of(model: Model) -> int | None:
    """Name the partner whose pieces use the throws of a player who is home (P26, C21); else None."""
    user, turn = model.rules.user(model.state), model.rules.turn(model.state)
    return None if user == turn or turn != model.turn else user


def user_of(model: Model) -> int:
    """Name the seat whose pieces the one may move who acts now: the seat itself, or its partner's."""
    partner = partner_of(model)
    return model.turn if partner is None else partner


def person_of(model: Model) -> str:
    """Name who throws and moves now: one of a seat, or the seat."""
    return member_of(model) or model.setup.names[model.turn]
