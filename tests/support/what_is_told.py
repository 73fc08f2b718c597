"""What every output tells of every event of each game, and the table of it in ARCHITECTURE.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.events import (
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    GameResumed,
    GameStarted,
    Happened,
    Logged,
    Moved,
    MovedBack,
    MoveRefused,
    MoveWarned,
    PositionSet,
    Redone,
    Seated,
    Setup,
    Threw,
    ThrowAsked,
    ThrowDropped,
    ThrowKept,
    TurnBegan,
    Undone,
    event_type,
)
from engine.facts import Ending, Fact, FactKind, Outcome
from engine.following.board_events import BoardAnswered, BoardAsked, BoardFound, BoardLost, BoardRefused
from engine.following.kinds import Kind
from engine.match import Conduct
from engine.match.match_events import (
    ConductChanged,
    FlagFell,
    GameWithdrawn,
    Paused,
    ThrowVoided,
    TimeGiven,
    TurnClosed,
    WentOn,
)
from engine.move import parse_move
from engine.reasons import Reason
from engine.registry import games, make_rules
from engine.throw import Dice
from web.language.event_list import told
from web.language.signals import signal_of
from web.language.speech import announcement

NAMES = ("Asha", "Ravi")
OUTPUTS = ("voice", "lamps and buzzer", "page")

LEGAL = "a legal move makes no noise: hands have just made it, and all have seen it"
ANSWERED = "who answered knows it, and the voice says what comes of it"
NO_SIGNAL = "lamps and buzzer tell turns, captures, questions, refusals and wins, and are told apart by that"
SHOWN = "the page shows the turn itself, above the board; as a line it would stand between any two others"
IN_ITS_MOVE = "the line of the move itself says it"
IN_THE_UNDO = "the undo that reaches back over it is told"
IN_THE_TURN = "the turn that begins with it is told"

SILENCE: Mapping[tuple[str, str], str] = {
    ("moved", "voice"): LEGAL,
    ("moved", "lamps and buzzer"): LEGAL,
    ("home", "voice"): LEGAL,
    ("turn-began", "page"): SHOWN,
    ("resigned", "page"): IN_ITS_MOVE,
    ("resignation-offered", "page"): IN_ITS_MOVE,
    ("resignation-refused", "page"): IN_ITS_MOVE,
    ("throw-dropped", "voice"): ANSWERED,
    ("game-withdrawn", "voice"): IN_THE_UNDO,
    ("moved-back", "voice"): ANSWERED,
    ("correction-settled", "voice"): ANSWERED,
    ("position-set", "voice"): ANSWERED,
    ("board-answered", "voice"): ANSWERED,
    **{
        (kind, "lamps and buzzer"): NO_SIGNAL
        for kind in (
            *(
                "threw",
                "throw-dropped",
                "moved-back",
                "position-set",
                "board-answered",
                "board-found",
                "corrected",
                "correction-settled",
                "home",
            ),
            *(
                "again",
                "lost",
                "void",
                "cancelled",
                "passed",
                "tied",
                "finished",
                "kadi-lost",
                "challenge-won",
            ),
            *(
                "challenge-lost",
                "taken",
                "resigned",
                "resignation-refused",
                "game-resumed",
                "undone",
                "redone",
                "seated",
                "throw-voided",
                "game-withdrawn",
                "paused",
                "went-on",
                "flag-fell",
                "time-given",
                "conduct-changed",
            ),
        )
    },
    ("turn-closed", "voice"): IN_THE_TURN,
    ("turn-closed", "lamps and buzzer"): IN_THE_TURN,
    ("game-started", "lamps and buzzer"): IN_THE_TURN,
    ("begins", "lamps and buzzer"): IN_THE_TURN,
}
"""Every cell that is empty, and why it is meant so."""


@dataclass(frozen=True)
class Row:
    """What of one event of a game is told by each output; empty for silence."""

    game: str
    event: str
    told: Mapping[str, str]


def samples(game: str) -> Iterator[Event]:
    """Make an event of every kind, as it comes in a game."""
    preset = next(info.presets[0].name for info in games() if info.name == game)
    setup = Setup(game, preset, NAMES, {}, 0)
    rules = make_rules(game, preset, options={}, players=2)
    throw = rules.wants(rules.start(begins=0)).throws()[-2]
    move = parse_move("13/7" if isinstance(throw, Dice) else "a 0/4 =4")
    reason = Reason("C4", "no-kadi", {"player": 0})
    yield from (
        GameStarted(setup),
        GameResumed(),
        Threw(0, throw, value=4),
        ThrowKept(throw),
        ThrowAsked(("mouth",), (throw,)),
        ThrowDropped(1),
        ThrowVoided(1, 0, Dice((6, 5)), Reason("BS6", "bg-void-leans")),
        Moved(0, move),
        MoveRefused(0, move, reason),
        MoveWarned(0, move, reason),
        BoardAsked(((move,), ())),
        BoardAnswered(1, None),
        BoardRefused(0, Kind.OTHER, reason),
        BoardLost(),
        BoardFound(),
        MovedBack(1),
        PositionSet({}),
        Undone(1),
        Redone(1),
        Seated(0, ("Asha", "Dev"), ("Asha",)),
        TurnClosed(0, 1, "camera"),
        GameWithdrawn(),
        Paused(),
        WentOn(),
        FlagFell(0),
        TimeGiven(0, 90, "a glass fell over"),
        ConductChanged(Conduct(), Conduct(tournament=True), "Dev"),
        Corrected(1, throw, value=4),
        CorrectionSettled(1, "accepted"),
        TurnBegan(1),
        GameEnded(Outcome((0,), Ending.ALL_HOME)),
    )
    for kind in FactKind:
        yield Happened(Fact(kind, 0, pieces=((1, 0),), values=(2,)))


def rows() -> list[Row]:
    """List what is told of every event of every game."""
    found = []
    for info in games():
        setup = Setup(info.name, info.presets[0].name, NAMES, {}, 0)
        for event in samples(info.name):
            logged = Logged(2, 1, event)
            lines = told([logged], setup)
            about: dict[str, Any] = {"game": setup.game, "preset": setup.preset}
            said = {
                "voice": announcement([logged], NAMES, **about),
                "lamps and buzzer": signal_of([logged]) or "",
                "page": lines[0].text if lines else "",
            }
            found.append(Row(info.name, event_type(event), said))
    return found


def table() -> str:
    """Write the table in Markdown: one line an event, as in the first game; silence is the same in all."""
    found = rows()
    reasons = list(dict.fromkeys(SILENCE.values()))
    lines = ["| event | voice | lamps and buzzer | page |", "| --- | --- | --- | --- |"]
    for event in dict.fromkeys(row.event for row in found):
        first = next(row for row in found if row.event == event)
        cells = [
            first.told[output] or f"*silent* ({reasons.index(SILENCE[event, output]) + 1})"
            for output in OUTPUTS
        ]
        lines.append(f"| `{event}` | {' | '.join(cells)} |")
    return "\n".join([*lines, "", *(f"{place}. {reason}" for place, reason in enumerate(reasons, 1))])


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
