"""The clock of a match as pages show it, as programs read it, and in words for who does not see it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from engine.record import About
from engine.table.match_clock import Standing, standing_of
from engine.table.state import Model
from web.house.clocks import ClockReading
from web.language.bidi import isolated
from web.language.catalogue import mark
from web.language.locale import _, _n, language, translated
from web.language.speaker import clock_text, time_words

LOW_S = 60.0
"""Below it a player's time is shown as getting short."""

STANDS: dict[Standing, str] = {
    "beginning": mark("The clock runs from the throw that decides who begins."),
    "question": mark("The clock stands while the eye asks."),
    "pause": mark("A pause: the clock stands."),
    "over": mark("The clock stands between games."),
}
"""Why it stands, in words."""

_OVER = mark("The match is over: the clock stands.")


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What a player has left."""

    seat: int
    name: str
    left: str
    """As clocks write it."""
    delay: int
    """Free seconds of the move that are left, rounded up; 0 where there are none, or another one moves."""
    runs: bool
    is_low: bool
    is_up: bool


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock of the match on the table, as it was at one moment."""

    seats: tuple[SeatClock, ...]
    stands: str
    """Why it stands, in words; empty while it runs."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock of the match on the table at this moment, for programs."""

    now_s: Annotated[float, About("The moment, in seconds that the box has run with its journal.")]
    reserves_s: Annotated[tuple[float, ...], About("What each seat has left, in seconds.")]
    free_s: Annotated[float, About("What is left of the delay, before the reserve runs down.")]
    running: Annotated[int | None, About("The seat whose time runs.")]
    stands: Standing | None
    fallen: Annotated[tuple[int, ...], About("The seats whose time is up; nothing else becomes of it.")]


def clock_view(reading: ClockReading, model: Model) -> ClockView:
    """Write what a page shows of a clock."""
    return ClockView(
        tuple(
            SeatClock(
                seat,
                model.setup.names[seat],
                clock_text(left_s),
                math.ceil(round(reading.free_s, 3)) if seat == reading.running else 0,
                seat == reading.running,
                left_s < LOW_S,
                seat in reading.fallen,
            )
            for seat, left_s in enumerate(reading.reserves_s)
        ),
        _why(model),
    )


def clock_state(reading: ClockReading, model: Model) -> ClockState:
    """Return a clock for the page's script, which counts on from there, and for programs."""
    return ClockState(
        round(reading.now_s, 3),
        tuple(round(left_s, 3) for left_s in reading.reserves_s),
        round(reading.free_s, 3),
        reading.running,
        standing_of(model),
        tuple(sorted(reading.fallen)),
    )


def clock_words(reading: ClockReading, model: Model) -> str:
    """Tell in words what both have left, and whose time runs."""
    names = model.setup.names
    parts = [reserve_words(reading, names)]
    if reading.running is None:
        return " ".join(filter(None, [*parts, _why(model)]))
    parts.append(_("{player}’s time runs.", player=isolated(names[reading.running])))
    if free := math.ceil(round(reading.free_s, 3)):
        parts.append(
            _n("{count} second of the delay is left.", "{count} seconds of the delay are left.", free)
        )
    return " ".join(parts)


def reserve_words(reading: ClockReading, names: Sequence[str]) -> str:
    """Tell in words what both have left."""
    told = []
    for seat, left_s in enumerate(reading.reserves_s):
        player, time = isolated(names[seat]), time_words(math.ceil(round(left_s, 3)), language())
        is_up = seat in reading.fallen
        told.append(
            _("{player}’s time is up.", player=player)
            if is_up
            else _("{player} has {time} left.", player=player, time=time)
        )
    return " ".join(told)


def _why(model: Model) -> str:
    stands = standing_of(model)
    if stands is None:
        return ""
    match = model.match
    return translated(_OVER if match is not None and match.is_over else STANDS[stands])
