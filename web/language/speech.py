"""What is told of an action: one sentence of the voice, one signal, one recorded sound; and who hears what.

An action is all that was recorded together. Box and phones say the same, each as much as it lets hear, and a
phone that slept says what the game waits for now, not what it missed. What is told of a single event is its
row in `web.language.events`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, get_args

from engine.events import (
    Corrected,
    Event,
    GameEnded,
    Logged,
    Moved,
    Threw,
    ThrowAsked,
    ThrowKept,
    ThrowVoided,
    TurnBegan,
    event_type,
)
from engine.facts import FactKind
from engine.move import Play, Take
from engine.table.state import Model
from web.language import events as rows
from web.language import points
from web.language.bidi import spoken
from web.language.events import SIGNALS, Signal, Silent, Spoken, clause, is_alert, line, row_of
from web.language.speaker import Speaker
from web.marks import mark as _

Level = Literal["everything", "alerts", "silent"]
"""What an output lets hear. Alerts are what needs an answer, and who has won."""

LEVELS: tuple[Level, ...] = get_args(Level)

LEVEL_TITLES = {
    "everything": _("everything"),
    "alerts": _("only alerts"),
    "silent": _("nothing"),
}
"""The levels in words: what is heard."""

OUTPUTS = ("hears", "hears_buzzer", "hears_phones")
"""Settings that say so: for the box's voice, its buzzer, and phones that have chosen nothing themselves."""

REMARKS: Mapping[str, str] = {
    "camera-away": _("the camera is away: please type the throws on a phone"),
    "camera-back": _("the camera is back"),
    "box-stops": _("the box stops. The game is kept"),
    "door-open": _("phones may join for one minute"),
    "hold-to-take-back": _("hold the button down to take back"),
    "trial": _("this is how I speak"),
    "hold-to-accept-resignation": _("hold the button down to accept the resignation"),
    "hold-to-refuse": _("hold the button down to refuse the resignation"),
    "hold-to-take": _("hold the button down to take the double"),
    "hold-to-drop": _("hold the button down to drop: the game is lost then"),
    "hold-to-accept": _("hold the button down to accept the move as it was played"),
}
"""What the box says beside the game, by the names of its recorded sounds."""

_ACTIONS = 12
"""Actions in which the newest sentence is looked for; what lies further back is no news."""


def lets_hear(level: object, *, alert: bool) -> bool:
    """True if an output of this level lets something hear.

    >>> lets_hear("alerts", alert=False), lets_hear("alerts", alert=True), lets_hear("silent", alert=True)
    (False, True, False)
    """
    return level == "everything" or (level == "alerts" and alert)


def actions(events: Iterable[Logged]) -> list[list[Logged]]:
    """Part events into actions: what was recorded together has one game, one request, one time.

    >>> actions([])
    []
    """
    return [
        list(group)
        for _key, group in groupby(events, key=lambda logged: (logged.game, logged.request, logged.time))
    ]


def announcement(action: Sequence[Logged], speaker: Speaker, *, alerts_only: bool = False) -> str:
    """Write what the voice says of an action: one sentence, the most important first.

    A correction says only the new value.

    Args:
        action: All its events, in order.
        speaker: In which words; in a match for blind players plays are said, too, and nothing is left out.
        alerts_only: Say only what needs an answer, and who has won.

    Returns:
        The sentence; empty where silence is right, as for a legal move.
    """
    speaker = replace(speaker, action=action)
    heard = [one.event for one in _heard(action)]
    if alerts_only and not speaker.tells_plays:
        heard = list(filter(is_alert, heard))
    plays = _plays(action, speaker) if speaker.tells_plays else []
    said = spoken("; ".join(filter(None, [*plays, *(clause(event, speaker) for event in heard)])))
    return said[:1].upper() + said[1:]


def sound_keys(action: Sequence[Logged]) -> list[str]:
    """Name the recorded sounds that may tell an action: of the most important event that has any.

    Returns:
        Names, the most exact first; empty where no sound tells it, as for a throw that waits.
    """
    # Of two that are as urgent, such as two throws, the later one is told.
    later_first = [one.event for one in reversed(_heard(action))]
    for event in sorted(later_first, key=_urgency):
        if (names := rows.sounds_of(event)) is not None:
            return names
    return []


def signal_of(action: Sequence[Logged], *, asked: bool = True) -> Signal | None:
    """Choose what lamps and buzzer tell of an action; None where silence is right.

    Args:
        action: All its events, in order.
        asked: The players still have something to answer; else no question is signalled.
    """
    found = {rows.signal_of(one.event) for one in action}
    if not asked:
        found.discard("question")
    if not ends_in_a_turn(action):
        found.discard("turn")
    return next((signal for signal in SIGNALS if signal in found), None)


def ends_in_a_turn(action: Sequence[Logged]) -> bool:
    """True if a turn began that nobody has thrown in yet."""
    kinds = [logged.event for logged in action if isinstance(logged.event, Threw | TurnBegan)]
    return bool(kinds) and isinstance(kinds[-1], TurnBegan)


def taken_back(deeds: Sequence[Logged], speaker: Speaker, *, back: bool = False) -> str:
    """Write that throws or moves were taken back, and which; a turn of checkers is named as one.

    Args:
        deeds: What went, in order; at least one.
        speaker: In which words.
        back: They were brought back instead.
    """
    first = deeds[0].event
    moves = [one.event.move for one in deeds if isinstance(one.event, Moved)]
    if isinstance(first, Moved) and (turn := points.turn(moves, len(deeds))):
        play = speaker.whole(turn, first.player)
        deed = speaker.fill(_("{player}’s turn {play}"), player=speaker.player(first.player), play=play)
    elif isinstance(first, Moved):
        deed = speaker.move(first.player, first.move, first.whose)
    elif isinstance(first, Threw):
        worth = speaker.worth(first.throw, first.value, first.again)
        deed = speaker.fill(_("{player}’s throw {worth}"), player=speaker.player(first.player), worth=worth)
    else:
        deed = line(first, speaker)
    return speaker.fill(_("Brought back: {deed}") if back else _("Taken back: {deed}"), deed=deed)


def remark(key: str, *, language: str = "en") -> str:
    """Write what the box remarks beside the game, such as that its camera is away."""
    said = Speaker((), language=language).fill(REMARKS[key])
    return said[:1].upper() + said[1:]


def asks(model: Model) -> bool:
    """True if the players have something to answer on a phone."""
    declared = model.line.declared
    if declared.outcome:
        return False
    offered = declared.offered is not None or Take() in model.line.optional
    asked = model.question is not None or model.lost is not None
    return asked or bool(model.waiting) or offered


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence that is said aloud once."""

    seq: int
    """Its last event, by which a phone knows whether it has said it; 0 where there is nothing to say."""
    text: str


@dataclass(frozen=True, slots=True)
class Now:
    """What a phone says when it wakes, by how much it lets hear."""

    everything: str
    alerts: str


@dataclass(frozen=True, slots=True)
class Announcements:
    """What phones say, by how much they let hear."""

    everything: Announcement
    alerts: Announcement
    now: Now


def aloud(model: Model, events: Sequence[Logged], *, turn: str, language: str) -> Announcements:
    """Write what phones say.

    Args:
        model: The game in progress.
        events: Its newest events, in order.
        turn: Whose turn it is and what it waits for, as a sentence.
        language: Code of the language of the phone.

    Returns:
        The newest sentence of those who hear ``everything`` and of those who hear ``alerts``, and what each
        says ``now`` when it wakes.
    """
    newest, speaker = actions(events)[-_ACTIONS:], Speaker.of(model.setup, language)
    everything, alerts = (_newest(newest, speaker, alerts_only=only) for only in (False, True))
    waits = asks(model) or model.outcome is not None
    urgent = alerts.text if waits else ""
    return Announcements(everything, alerts, Now(urgent or turn, urgent))


def _newest(newest: Sequence[Sequence[Logged]], speaker: Speaker, *, alerts_only: bool) -> Announcement:
    """Find the last action that is worth a sentence."""
    for action in reversed(newest):
        if text := announcement(action, speaker, alerts_only=alerts_only):
            return Announcement(action[-1].seq, text)
    return Announcement(0, "")


def _heard(action: Sequence[Logged]) -> list[Logged]:
    """Choose what the voice says of an action, the most urgent first; nothing that another event tells."""
    spoken = [one for one in action if not isinstance(row_of(one.event).voice, Silent)]
    ended = [one for one in spoken if isinstance(one.event, GameEnded)]
    if ended:
        return ended
    corrected = [one for one in spoken if isinstance(one.event, Corrected)]
    used = {one.event.kept for one in spoken if isinstance(one.event, Threw)}
    if any(one.event.of not in used for one in corrected if isinstance(one.event, Corrected)):
        return corrected
    kinds = {event_type(one.event) for one in spoken}
    last = max((one.seq for one in spoken if isinstance(one.event, Threw | TurnBegan)), default=0)
    void = {one.event.of for one in spoken if isinstance(one.event, ThrowVoided)}
    heard = []
    for one in spoken:
        match one.event:
            case ThrowAsked() if one.seq in void:
                continue  # nobody is asked
            case Corrected():
                continue  # the throw itself follows
            case ThrowKept() if one.seq in used:
                continue
            case TurnBegan() if FactKind.BEGINS in kinds or one.seq < last:
                continue  # that turn was named, or is over already
        if event_type(one.event) == FactKind.LOST and FactKind.PASSED in kinds:
            continue
        if rows.grace_of(one, action):
            continue
        heard.append(one)
    return sorted(heard, key=lambda one: _urgency(one.event))


def _urgency(event: Event) -> int:
    voice = row_of(event).voice
    return voice.urgency if isinstance(voice, Spoken) else 0


def _plays(action: Sequence[Logged], speaker: Speaker) -> list[str]:
    """Write each player's play of an action as one sentence."""
    moved = [one.event for one in action if isinstance(one.event, Moved)]
    plays = [
        (player, [event.move for event in group if isinstance(event.move, Play)])
        for player, group in groupby(moved, key=lambda event: event.player)
    ]
    return [speaker.play(parts, player) for player, parts in plays if parts]
