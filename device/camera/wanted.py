"""What is thrown next, and what the eye looks for."""

from __future__ import annotations

from engine.game import Waits
from engine.table import Table
from engine.throw import ThrowKind
from vision import Expect

ONE_DIE = ThrowKind("dice", 1)
"""One die each is thrown for the beginning of backgammon."""


def wanted_throw(table: Table) -> ThrowKind | None:
    """Tell what the game throws next; None without a game, and when it is over.

    After a game of a match it is what the next one begins with.
    """
    if not table.has_game:
        return None
    model = table.model
    if model.game_follows:
        return model.rules.wants(model.rules.start(begins=model.setup.begins))
    return None if model.waits is Waits.OVER else model.rules.wants(model.state)


def expected(wanted: ThrowKind | None) -> Expect:
    """Tell what the eye looks for; whatever it sees where nothing is wanted."""
    if wanted is None:
        return Expect("auto")
    # Where one die each is thrown for the beginning, people throw both at once as well.
    return Expect(wanted.kind, None if wanted == ONE_DIE else wanted.count)


def wants_throw(table: Table) -> bool:
    """True if the table waits for a throw and for nothing else, as people wait who see it."""
    if not table.has_game:
        return False
    model = table.model
    is_due = model.waits is Waits.THROW or model.game_follows
    return is_due and not model.waiting and model.question is None


def has_played(table: Table) -> bool:
    """True if nothing is left to play in this turn: the next throw ends it."""
    if not table.has_game:
        return False
    model = table.model
    return model.waits is Waits.END and not model.waiting and model.question is None and model.lost is None
