"""Whose turn it is within a seat that several people share."""

from __future__ import annotations

from engine.setup import member_on_turn
from engine.table.state import Model


def member_of(model: Model) -> str:
    """Name who throws and moves now; empty where the seat has one person."""
    seats, rules = model.setup.members, model.rules
    if not seats or len(seats[model.turn]) < 2:
        return ""
    turns = ((rules.turn(state), rules.turn_number(state)) for state in model.states)
    return member_on_turn(seats[model.turn], turns, seat=model.turn)
