r"""The journal as JSON lines, for other programs: one event a line, in the order of their numbers.

Every line has

===================  ==================================================================================
``seq``              number of the event over all games, from 1; it alone says what came after what
``game``             number of the game
``time``             seconds since 1970 by the box's clock, which may jump, even backwards
``type``             what happened: ``threw``, ``moved``, ``captured``, … (`engine.events`)
``action``           ``seq`` of the first event of the same action
``corrected_by``     ``seq`` of the event that put this throw right, or null
``undone_by``        ``seq`` of the event that took this back, or null
===================  ==================================================================================

and then what belongs to its type: players are seats from 0, throws and moves have their text form
(`engine.throw`, `engine.move`), and ``photo`` names a photograph. Nothing is ever deleted: who wants the game
as it stands leaves out what has ``undone_by``, and takes the throw of ``corrected_by``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from device.store.journal import Journal
from engine.errors import EngineError
from engine.events import Corrected, CorrectionSettled, Logged, Undone
from engine.table.state import Model, model_after


def export_lines(journal: Journal, *, game: int | None = None) -> Iterator[str]:
    """Yield the lines of one game, or of all.

    Raises:
        KeyError: If there is no such game.
    """
    if game is not None:
        yield from _lines(journal.game_events(game))
        return
    played = journal.read("SELECT game FROM event GROUP BY game ORDER BY min(seq)")
    for (number,) in played:
        yield from _lines(journal.game_events(int(str(number))))


def _lines(events: Sequence[Logged]) -> Iterator[str]:
    corrected, undone = put_right(events)
    for _, action in groupby(events, key=lambda one: (one.request, one.time)):
        first = 0
        for one in action:
            first = first or one.seq
            flags = {
                "action": first,
                "corrected_by": corrected.get(one.seq),
                "undone_by": undone.get(one.seq),
            }
            yield json.dumps(one.to_json() | flags, ensure_ascii=False)


def put_right(events: Sequence[Logged]) -> tuple[dict[int, int], dict[int, int]]:
    """Tell which events of a game were corrected and which were taken back, each with the event that did it.

    A game that is not whole, or by rules that are gone, is told as far as it can be played again.
    """
    corrected: dict[int, int] = {}
    undone: dict[int, int] = {}
    model: Model | None = None
    for one in events:
        if isinstance(one.event, Corrected):
            corrected[one.event.of] = one.seq
        try:
            after = model_after(model, one)
        except (EngineError, LookupError):
            after = None
        if model and after and isinstance(one.event, Undone | Corrected | CorrectionSettled):
            standing = {action.seq for action in after.actions}
            for action in model.actions:
                if action.seq not in standing:
                    undone[action.seq] = one.seq
        model = after
    return corrected, undone
