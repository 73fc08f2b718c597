"""Positions as other programs write them, and back."""

from engine.notation.backgammon import (
    Standing,
    match_id,
    parse_gnu_ids,
    parse_match_id,
    parse_position_id,
    parse_xgid,
    position_id,
    xgid,
)

__all__ = [
    "Standing",
    "match_id",
    "parse_gnu_ids",
    "parse_match_id",
    "parse_position_id",
    "parse_xgid",
    "position_id",
    "xgid",
]
