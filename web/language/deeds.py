"""What is taken back, or brought back, at once: a turn of checkers is named as one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.table.questions import Action
from engine.table.state import Model
from web.language import points
from web.language.bidi import isolated
from web.language.labels import action_words, deed_words, in_play_words
from web.language.locale import _, _n


def deeds_words(actions: Sequence[Action], model: Model) -> str:
    """Name actions that go or come back together: ``Ravi’s turn 24/13``; of others the first is named."""
    first = actions[0]
    if play := turn_of(actions, model):
        return _("{player}’s turn {play}", player=isolated(model.setup.names[first.player]), play=play)
    deed = action_words(first, model)
    if len(actions) == 1:
        return deed
    return _n("{deed} and {count} more", "{deed} and {count} more", len(actions) - 1, deed=deed)


def short_deeds_words(actions: Sequence[Action], model: Model) -> str:
    """Name the same for a button with little room: ``24/13``, ``throw 3``."""
    return turn_of(actions, model) or deed_words(actions[0], model) + ("…" if len(actions) > 1 else "")


def turn_of(actions: Sequence[Action], model: Model) -> str:
    """Write the play of a turn that was played in several parts: ``24/13``; nothing for other actions."""
    setup, player = model.setup, actions[0].player
    turn = points.turn([one.action for one in actions if one.player == player], len(actions))
    return in_play_words(points.whole(turn, player, game=setup.game, preset=setup.preset))
