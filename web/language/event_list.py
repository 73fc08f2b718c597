"""The list of what happened, in words: what was taken back is told apart from what stands."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine.events import (
    BoardRefused,
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    Happened,
    Logged,
    Moved,
    MoveRefused,
    MoveWarned,
    PositionSet,
    Redone,
    Seated,
    Setup,
    Threw,
    ThrowAsked,
    ThrowVoided,
    TurnClosed,
    Undone,
    event_type,
)
from engine.record import About
from engine.setup import seat_name
from web.language.events import line
from web.language.speaker import Speaker
from web.language.speech import taken_back


@dataclass(frozen=True, slots=True)
class Undoes:
    """What goes when all from an action on is taken back."""

    count: int = 0
    deeds: tuple[str, ...] = ()
    """The first ones in words."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """One line of the list; what only the page of the game shows has its defaults elsewhere."""

    seq: Annotated[int, About("Its event: give the last one as before for more.")]
    time: Annotated[float, About("Seconds since 1970.")]
    text: Annotated[str, About("In the reader's language.")]
    type: Annotated[str, About("The kind of event, as the journal names it.")]
    player: int | None
    """Whose it is; None where it is nobody's."""
    photo: str
    """Name of the photograph; empty when there is none."""
    undone: Annotated[bool, About("It, or what brought it about, was taken back later.")]
    rule: str
    """The rule that it names; empty for none."""
    stands: Annotated[bool, About("It is a throw or move that can be taken back.")] = False
    undoes: Undoes = Undoes()
    throw: Annotated[str, About("The throw that can be corrected; empty for none.")] = ""
    kind: str = ""
    """Its kind: how many shells or dice."""


def told(
    events: Sequence[Logged], setup: Setup, *, language: str = "en", only: Container[int] | None = None
) -> list[EventLine]:
    """Write events of one game in words of a language, in order: one line for each that is worth one.

    Seats are called as they were then.

    Args:
        events: All of the game, as a later one takes earlier ones back.
        setup: What is played, and by whom after these events.
        language: Code of a language; one without a catalogue is English.
        only: Numbers of the events that are written; None for all.
    """
    gone, went = _taken_back(events)
    names = names_at_first(events, setup.names)
    acts: dict[int, Logged] = {}
    lines: list[EventLine] = []
    undone = False
    void = {
        one.event.of for one in events if isinstance(one.event, ThrowVoided) and one.event.source == "camera"
    }
    for logged in events:
        event = logged.event
        if isinstance(event, ThrowAsked) and logged.seq in void:
            continue  # nobody was asked
        if isinstance(event, Threw | Moved | PositionSet | ThrowVoided | TurnClosed):
            acts[logged.seq] = logged
            undone = logged.seq in gone
        elif isinstance(event, Corrected):
            undone = event.of in gone
        elif not isinstance(event, Happened | GameEnded):
            undone = False
        names = names_after(names, event)
        if isinstance(event, Corrected) and not event.stopped_at:
            _correct(acts, event)
        if only is not None and logged.seq not in only:
            continue
        speaker = Speaker.of(setup, language, names=names)
        text = line(event, speaker)
        is_undo = not isinstance(event, ThrowVoided)
        if is_undo and (deeds := [acts[seq] for seq in went.get(logged.seq, ()) if seq in acts]):
            text = taken_back(deeds, speaker, back=isinstance(event, Redone))
        if text:
            lines.append(
                EventLine(
                    seq=logged.seq,
                    time=logged.time,
                    text=text,
                    type=event_type(event),
                    player=getattr(event, "player", None),
                    photo=getattr(event, "photo", ""),
                    undone=undone,
                    rule=event.reason.rule
                    if isinstance(event, MoveRefused | MoveWarned | BoardRefused | ThrowVoided)
                    else "",
                )
            )
    return lines


def names_at_first(events: Sequence[Logged], names: tuple[str, ...]) -> tuple[str, ...]:
    """Name the seats as before these events, of which `names` are those after them."""
    for logged in reversed(events):
        if isinstance(logged.event, Seated):
            names = _named(names, logged.event.player, logged.event.before)
    return names


def names_after(names: tuple[str, ...], event: Event) -> tuple[str, ...]:
    """Name the seats as after an event."""
    return _named(names, event.player, event.members) if isinstance(event, Seated) else names


def _named(names: tuple[str, ...], seat: int, people: Sequence[str]) -> tuple[str, ...]:
    return (*names[:seat], seat_name(people), *names[seat + 1 :])


def _taken_back(events: Sequence[Logged]) -> tuple[set[int], dict[int, list[int]]]:
    """Find the throws and moves that were taken back, and for each undo or redo those that went or came."""
    standing: list[int] = []
    gone: set[int] = set()
    went: dict[int, list[int]] = {}
    voided: dict[int, list[int]] = {}
    closed: set[int] = set()
    for logged in events:
        event = logged.event
        first = 0
        if isinstance(event, Threw | Moved | PositionSet):
            standing.append(logged.seq)
        elif isinstance(event, TurnClosed):
            closed.add(logged.seq)
        elif isinstance(event, Undone) and event.of in closed:  # only that the turn was over
            went[logged.seq] = [event.of]
            gone.add(event.of)
        elif isinstance(event, ThrowVoided) and event.of not in standing:  # it had not counted yet
            voided[logged.seq] = []
            standing.append(logged.seq)
        elif isinstance(event, Undone | ThrowVoided):
            first = event.of
        elif isinstance(event, CorrectionSettled) and event.how == "undone":
            first = event.at
        elif isinstance(event, Redone):
            came = went[logged.seq] = went.get(event.of, [])
            gone.difference_update(came)
            standing += [seq for seq in came if seq not in closed]
            void = {seq for one in came for seq in voided.get(one, ())}
            gone |= void
            standing = [seq for seq in standing if seq not in void]
        if first:
            went[logged.seq] = [seq for seq in standing if seq >= first]
            gone.update(went[logged.seq])
            standing = [seq for seq in standing if seq < first]
            if isinstance(event, ThrowVoided):
                voided[logged.seq] = went[logged.seq]
                standing.append(logged.seq)
            elif first in voided:  # what a void throw took away comes back with it
                gone.difference_update(voided[first])
                standing += voided[first]
    return gone, went


def _correct(acts: dict[int, Logged], event: Corrected) -> None:
    """Remember what a throw was corrected to."""
    logged = acts.get(event.of)
    if logged is not None and isinstance(logged.event, Threw):
        threw = replace(logged.event, throw=event.throw, value=event.value, again=event.again)
        acts[event.of] = replace(logged, event=threw)
