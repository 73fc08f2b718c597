r"""The journal as JSON lines, for other programs: one event a line, in the order of their numbers.

Every line has

===================  ==================================================================================
``seq``              number of the event over all games, from 1; it alone says what came after what
``game``             number of the game
``time``             seconds since 1970 by the box's clock, which may jump, even backwards
``clock_s``          seconds that the box had run with this journal: it only goes on, and the clocks of
                     matches are worked out of it; absent in events of versions that knew none
``type``             what happened: ``threw``, ``moved``, ``captured``, … (`engine.events`)
``action``           ``seq`` of the first event of the same action
``corrected_by``     ``seq`` of the event that put this throw right, or null
``undone_by``        ``seq`` of the event that took this back, or null: also where it was brought back
===================  ==================================================================================

and then what belongs to its type: players are seats from 0, throws and moves have their text form
(`engine.throw`, `engine.move`), and ``photo`` names a photograph. Nothing is ever deleted: who wants the game
as it stands leaves out what has ``undone_by``, and takes the throw of ``corrected_by``.
"""

from __future__ import annotations

import json
import threading
import zlib
from collections.abc import Iterator, Sequence
from itertools import groupby

from device.store.journal import Journal
from engine.errors import EngineError
from engine.events import Corrected, CorrectionSettled, Logged, Redone, ThrowVoided, Undone
from engine.table.state import Model, model_after

CACHE_BYTES = 8_000_000
"""So much memory the packed lines of games take at most: some 2,000 games."""

_PUT_RIGHT = (Undone, Redone, Corrected, CorrectionSettled, ThrowVoided)


class Export:
    """Writes games as JSON lines, each once until it goes on; the lines are kept packed, a tenth as long.

    May be used from any thread; however many ask, one game is worked out at a time.
    """

    def __init__(self, journal: Journal, *, cache_bytes: int = CACHE_BYTES) -> None:
        self._journal = journal
        self._room = cache_bytes
        self._lock = threading.Lock()
        self._known: dict[int, tuple[tuple[int, int], bytes]] = {}

    def pieces(self, game: int | None) -> Iterator[str]:
        """Yield whole lines, those of a game together, of one game or of all.

        Raises:
            KeyError: If there is no such game.
        """
        where, values = ("", ()) if game is None else ("WHERE game = ?", (game,))
        there = self._journal.read(
            f"SELECT game, count(*), max(seq) FROM event {where} GROUP BY game ORDER BY min(seq)", values
        )
        if game is not None and not there:
            raise KeyError(f"the journal has no game {game}")
        if game is None:
            self._forget_others({int(str(row[0])) for row in there})
        for number, count, newest in there:
            yield self._lines_of(int(str(number)), (int(str(count)), int(str(newest))))

    def _lines_of(self, game: int, stand: tuple[int, int]) -> str:
        with self._lock:
            known = self._known.get(game)
            if known is None or known[0] != stand:
                try:
                    text = "".join(f"{line}\n" for line in _lines(self._journal.game_events(game)))
                except KeyError:  # deleted meanwhile
                    return ""
                self._keep(game, stand, zlib.compress(text.encode(), 1))
                return text
        return zlib.decompress(known[1]).decode()

    def _keep(self, game: int, stand: tuple[int, int], packed: bytes) -> None:
        self._known.pop(game, None)
        if sum(len(other) for _, other in self._known.values()) + len(packed) <= self._room:
            self._known[game] = stand, packed

    def _forget_others(self, there: set[int]) -> None:
        with self._lock:
            self._known = {game: known for game, known in self._known.items() if game in there}


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
    if not any(isinstance(one.event, _PUT_RIGHT) for one in events):
        return corrected, undone  # to play it again would take most of the time
    model: Model | None = None
    for one in events:
        if isinstance(one.event, Corrected):
            corrected[one.event.of] = one.seq
        try:
            after = model_after(model, one)
        except (EngineError, LookupError):
            after = None
        if model and after and isinstance(one.event, _PUT_RIGHT):
            standing = {action.seq for action in after.actions}
            for action in model.actions:
                if action.seq not in standing:
                    undone[action.seq] = one.seq
            for seq in standing.intersection(undone):
                del undone[seq]
        model = after
    return corrected, undone
