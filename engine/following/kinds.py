"""Kinds of what hands do beside the rules, and which of them a refusal of the rulebook names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Kind(StrEnum):
    """What hands did on the board that the rules do not have."""

    TOO_FAR = "too-far"
    """By another number than was thrown."""
    BACKWARDS = "backwards"
    """Against the piece's way."""
    MADE_POINT = "made-point"
    """Onto a square that others hold, or that takes no second piece."""
    PAST_BAR = "past-the-bar"
    """Another checker while one waits on the bar."""
    EARLY_OFF = "early-off"
    """A checker borne off while it may not be."""
    OTHER_PIECE = "other-piece"
    """A piece of another player."""
    FALSE_KILL = "false-kill"
    """Pieces sent back that are safe where they stood."""
    INNER_TOO_EARLY = "inner-too-early"
    """Into the inner ring before the kadi, or on the way home before the capture that it needs."""
    TWO_FOR_ONE = "two-for-one"
    """A second piece for a value that is used up."""
    LOST = "lost"
    """A piece is gone from the board."""
    BACK = "back"
    """A piece that was out of play stands on the board, or one too many."""
    VALUE_LEFT = "value-left"
    """The turn ended and a value is left that can be played, or the play leaves no room for it."""
    NOTHING_MOVED = "nothing-moved"
    """The turn ended and nothing was moved though something could be."""
    NOT_TAKEN = "not-taken"
    """A legal landing left a piece there that it sends back."""
    UNTHROWN = "before-the-throw"
    """A piece moved before its player has thrown."""
    ENTERING = "entering"
    """Brought in by a throw that brings no piece in."""
    OFF_PATH = "off-path"
    """A piece on a square where its way never leads."""
    OTHER = "other"
    """Something else; the reason tells."""


_OF_KEYS: Mapping[Kind, tuple[str, ...]] = {
    Kind.TOO_FAR: (
        *("bg-no-die", "bg-no-die-in", "bg-once", "bg-doublet", "bg-all-played", "bg-die-too-small"),
        *("chowka-distance", "gatti-distance", "exact-centre", "chowka-no-such-value", "chowka-bank-empty"),
        *("throw-undivided", "part-of-throw", "first-goes-straight", "enters-on-first-square", "not-in-bank"),
        *("too-large-for-all", "exact-throw-home", "too-large-or-grace", "exact-or-grace-home"),
    ),
    Kind.BACKWARDS: ("bg-backwards", "chowka-backwards", "board-backwards"),
    Kind.MADE_POINT: (
        *("bg-blocked", "bg-bar-blocked", "crossed-held", "own-pawn-there", "castle-held", "no-sharing"),
        *("needs-challenge", "challenger-outside", "gatti-on-mupollu", "gatti-challenges", "partner-there"),
    ),
    Kind.PAST_BAR: ("bg-bar-first",),
    Kind.EARLY_OFF: ("bg-not-all-home", "bg-further-back"),
    Kind.OTHER_PIECE: ("bg-not-yours", "chowka-not-yours", "not-your-piece", "board-other-piece"),
    Kind.FALSE_KILL: ("other-captures", "board-safe"),
    Kind.INNER_TOO_EARLY: ("no-kadi", "capture-first"),
    Kind.TWO_FOR_ONE: ("board-used-up", "one-pawn-a-value", "one-piece-a-throw"),
    Kind.LOST: ("board-lost",),
    Kind.BACK: ("bg-off-stays", "pawn-in-centre", "is-home", "board-too-many"),
    Kind.VALUE_LEFT: (
        *("bg-unplayed", "bg-must-bear-off", "bg-both-dice", "bg-more-dice", "bg-larger-die"),
        *("turn-not-over", "must-use"),
    ),
    Kind.NOT_TAKEN: ("board-not-taken",),
    Kind.UNTHROWN: (
        *("bg-throw-first", "bg-throw-for-beginning", "chowka-throw-first", "challenge-throw-first"),
        *("nothing-thrown", "still-throwing", "still-beginning"),
    ),
    Kind.ENTERING: (
        *("needs-grace", "void-without-piece", "only-first-goes-straight", "rest-stays-on-board"),
        *("entry-value", "waiting-enters"),
    ),
    Kind.OFF_PATH: ("board-off-path",),
}

_KINDS: Mapping[str, Kind] = {key: kind for kind, keys in _OF_KEYS.items() for key in keys}


def kind_of(key: str) -> Kind:
    """Tell which kind the key of a reason names; a family that is registered later may have others."""
    return _KINDS.get(key, Kind.OTHER)
