"""What every output tells of every event of each game, and the tables of it in ARCHITECTURE.md."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.events import (
    BoardAnswered,
    BoardAsked,
    BoardFound,
    BoardLost,
    BoardRefused,
    ConductChanged,
    Corrected,
    CorrectionSettled,
    Event,
    FlagFell,
    GameEnded,
    GameResumed,
    GameStarted,
    GameWithdrawn,
    Happened,
    Logged,
    Moved,
    MovedBack,
    MoveRefused,
    MoveWarned,
    Paused,
    PositionSet,
    Redone,
    Seated,
    Setup,
    Threw,
    ThrowAsked,
    ThrowDropped,
    ThrowKept,
    ThrowVoided,
    TimeGiven,
    TurnBegan,
    TurnClosed,
    Undone,
    WentOn,
    event_type,
)
from engine.facts import Ending, Fact, FactKind, Outcome
from engine.following.kinds import Kind
from engine.match import Conduct
from engine.move import parse_move
from engine.reasons import Reason
from engine.registry import games, make_rules
from engine.throw import Dice
from web.language.events import SIGNALS, Silent, Spoken, chosen, line, row_of
from web.language.speaker import Speaker
from web.language.speech import announcement, signal_of

NAMES = ("Asha", "Ravi")
OUTPUTS = ("voice", "lamps and buzzer", "page")


@dataclass(frozen=True)
class Told:
    """What of one event of a game is told by each output: its words, or why it is silent."""

    game: str
    event: Event
    told: Mapping[str, str | Silent]


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


def told(event: Event, setup: Setup) -> Told:
    """Find what each output tells of an event that comes alone, beside what its row has for it."""
    row, logged, speaker = row_of(event), Logged(2, 1, event), Speaker.of(setup)
    voice = chosen(row.voice.words, event) if isinstance(row.voice, Spoken) else row.voice
    signal, words = chosen(row.signal, event), chosen(row.line, event)
    said = {
        "voice": (announcement([logged], speaker), voice),
        "lamps and buzzer": (signal_of([logged]) or "", signal),
        "page": (line(event, speaker), words),
    }
    assert all(text == "" for text, cell in said.values() if isinstance(cell, Silent)), event
    cells = {output: cell if isinstance(cell, Silent) else text for output, (text, cell) in said.items()}
    return Told(setup.game, event, cells)


def rows() -> list[Told]:
    """List what is told of every event of every game."""
    setups = [Setup(info.name, info.presets[0].name, NAMES, {}, 0) for info in games()]
    return [told(event, setup) for setup in setups for event in samples(setup.game)]


def table() -> str:
    """Write the rows in Markdown, with the sentences of the first game, then the signals."""
    found = rows()
    first = [row for row in found if row.game == found[0].game]
    silent = [cell for row in first for cell in row.told.values() if isinstance(cell, Silent)]
    reasons = list(dict.fromkeys(silent))
    lines = ["| event | voice | lamps and buzzer | page | recorded sound |", f"| {' | '.join(['---'] * 5)} |"]
    for row in first:
        cells = [
            f"*silent* ({reasons.index(cell) + 1})" if isinstance(cell, Silent) else cell
            for cell in row.told.values()
        ]
        sounds = [f"`{name}`" for name in chosen(row_of(row.event).sounds, row.event) or ()]
        lines.append(f"| `{event_type(row.event)}` | {' | '.join([*cells, ', '.join(sounds)])} |")
    lines += ["", *(f"{place}. {reason.why}" for place, reason in enumerate(reasons, 1))]
    lines += ["", "| lamps and buzzer | other programs | an alert |", "| --- | --- | --- |"]
    lines += [
        f"| {name} | `{signal.outside}`: {signal.title} | {'yes' if signal.is_alert else 'no'} |"
        for name, signal in SIGNALS.items()
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
