"""What is told of every event: one row each, for the list of events, voice, lamps and buzzer, other programs.

A row has the sentence of the list, what the voice says and how urgently, the signal of lamps and buzzer, and
the names under which a recorded sound may stand in the voice's place; where an output is silent it says why.
Other programs know an event by its name in the journal (`engine.events.event_type`), and a signal by that in
`SIGNALS`. `python tests/support/what_is_told.py` prints the rows. How the events of an action become one
sentence and one signal stands in `web.language.speech`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from engine.ending import Resign
from engine.events import (
    MOST_KEPT,
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
from engine.facts import Ending, Fact, FactKind
from engine.match import Match
from engine.move import Beaver, Double, EndTurn, Take
from engine.registry import game_info
from engine.throw import Dice
from web.language.bidi import isolated
from web.language.speaker import Speaker, minutes_of, time_words
from web.marks import mark as _
from web.marks import ngettext

Signal = Literal["win", "illegal", "question", "kill", "turn"]
"""What lamps and buzzer tell; they have a pattern and a tune of the same name."""


@dataclass(frozen=True, slots=True)
class SignalRow:
    """What a signal is beside lamps and buzzer."""

    outside: str
    """Its name for other programs, over MQTT and webhooks."""
    title: str
    """What it tells, in words."""
    is_alert: bool = False
    """It is told also to people who want to hear alerts only: it needs an answer, or somebody has won."""
    flashes: bool = False
    """Lamps show it for a moment; the others stand for what the game waits for, as long as it does."""


SIGNALS: Mapping[Signal, SignalRow] = {
    "win": SignalRow("win", _("a game is won"), is_alert=True),
    "illegal": SignalRow("illegal", _("a move is not allowed"), is_alert=True),
    "question": SignalRow("question", _("something has to be answered"), is_alert=True),
    "kill": SignalRow("captured", _("a piece is taken"), flashes=True),
    "turn": SignalRow("turn", _("a turn begins")),
}
"""All of them, the most important first: of an action only one is signalled."""

ALERTS = frozenset(name for name, signal in SIGNALS.items() if signal.is_alert)
OUTSIDE: Mapping[str, str] = {signal.outside: signal.title for signal in SIGNALS.values()}
"""The signals by their names for other programs, in words."""

_T_co = TypeVar("_T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Silent:
    """An output tells nothing."""

    why: str


@dataclass(frozen=True, slots=True)
class By(Generic[_T_co]):
    """What is told depends on something about the event."""

    of: str | Callable[[Any], object]
    """The part of the event that decides, or what finds out."""
    cases: Mapping[object, _T_co]
    otherwise: _T_co | None = None

    def case(self, event: Event) -> _T_co | None:
        """Return what is told of an event; None where it has no case."""
        about = event.fact if isinstance(event, Happened) else event
        key = getattr(about, self.of) if isinstance(self.of, str) else self.of(about)
        return self.cases.get(key, self.otherwise)


Words = str | Callable[[Any, Speaker], str]
"""A template with fields of `_FIELDS`, or what makes the sentence."""
Line = Words | Silent


@dataclass(frozen=True, slots=True)
class Spoken:
    """The voice tells an event."""

    urgency: int
    """Its place in the sentence of an action: what has 0 is said first."""
    words: Line | By[Line] | None = None
    """None for those of the list."""


LEGAL = Silent("a legal move makes no noise: hands have just made it, and all have seen it")
SHOWN = Silent(
    "the page shows the turn itself, above the board; as a line it would stand between any two others"
)
IN_ITS_MOVE = Silent("the line of the move itself says it")
ANSWERED = Silent("who answered knows it, and the voice says what comes of it")
IN_THE_UNDO = Silent("the undo that reaches back over it is told")
NO_SIGNAL = Silent(
    "lamps and buzzer tell turns, captures, questions, refusals and wins, and are told apart by that"
)
IN_THE_TURN = Silent("the turn that begins with it is told")
IN_ITS_FACT = Silent("what it brings about says so, and names what the cube shows")
IN_THE_POSITION = Silent("the position that was set says so")
IN_THE_ANSWER = Silent("what was played as the answer is told")
SAID_ONCE = Silent("that nobody plays was said once")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What is told of one kind of event."""

    line: Line | By[Line]
    """In the list of events."""
    aside: By[str] | None = None
    """What the line says beside, around its ``{sentence}``."""
    voice: Spoken | Silent
    signal: Signal | Silent | By[Signal | Silent] = NO_SIGNAL
    sounds: tuple[str, ...] | By[tuple[str, ...]] | None = None
    """Names of recorded sounds that may tell it, the most exact first; empty where it is spoken always. None
    leaves the sound to what is less urgent in the action."""


def _players(event: GameStarted | Seated, speaker: Speaker) -> str:
    if isinstance(event, GameStarted):
        return ", ".join(map(isolated, event.setup.names))
    return speaker.together(map(isolated, event.members))


def _score(event: GameStarted, speaker: Speaker) -> str:
    assert event.setup.match is not None
    return ", ".join(filter(None, [score(event.setup.match.match, speaker), stage(event.setup, speaker)]))


def _counts(event: Threw | Corrected, _speaker: Speaker) -> str:
    if isinstance(event.throw, Dice):
        return "-".join(map(str, sorted(event.throw.pips, reverse=True)))
    return str(event.value)


_FIELDS: Mapping[str, Callable[[Any, Speaker], object]] = {
    "before": lambda event, speaker: speaker.together(map(isolated, event.before)),
    "count": lambda event, _: event.waits,
    "counts": _counts,
    "length": lambda event, _: event.setup.match.match.length,
    "number": lambda event, _: event.setup.match.number,
    "partner": lambda event, speaker: speaker.player(event.whose),
    "pieces": lambda event, speaker: speaker.owned(event.pieces),
    "player": lambda event, speaker: isolated(getattr(event, "member", "")) or speaker.player(event.player),
    "players": _players,
    "reason": lambda event, speaker: speaker.reason(event.reason),
    "score": _score,
    "seat": lambda event, _: event.player + 1,
    "throw": lambda event, speaker: speaker.throw(event.throw),
    "throws": lambda event, speaker: ", ".join(map(speaker.throw, event.alternatives)),
    "time": lambda event, speaker: time_words(abs(event.seconds), speaker.language),
    "values": lambda event, speaker: speaker.together(map(str, event.values)),
    "why": lambda event, _: isolated(event.why),
    "worth": lambda event, speaker: speaker.worth(event.throw, event.value, event.again),
}
"""What stands for the fields of templates and names of sounds."""


@dataclass(frozen=True, slots=True)
class _Fields:
    event: Event | Fact
    speaker: Speaker

    def __getitem__(self, field: str) -> object:
        return _FIELDS[field](self.event, self.speaker)


def _filled(template: str, event: Event | Fact, speaker: Speaker) -> str:
    return speaker.text(template).format_map(_Fields(event, speaker))


def _opening(event: GameStarted) -> str:
    place = event.setup.match
    if place is None:
        return "single"
    if place.number > 1 or any(place.match.score):
        return "next"
    return "match" if place.match.length else "money"


def _waiting(event: ThrowKept | ThrowAsked) -> int:
    """Return 0 for the throw with which as many wait as can, 1 for one after it, else -1."""
    return (event.waits > MOST_KEPT) - (event.waits < MOST_KEPT)


def _misfits(event: Corrected | CorrectionSettled) -> bool:
    return event.stopped_at > 0


_MISFIT = _("a later move does not fit: please answer on a phone")
_MISFITS = _("{sentence}; a later move does not fit it")
_STALLED = _("{count} throws wait and nobody plays: enter the moves, or drop what was no throw")


def _thrown_aloud(event: Threw, speaker: Speaker) -> str:
    again = any(grace_of(other, speaker.action) is event for other in speaker.action)
    return _filled(_("{worth}: {player} throws again") if again else _("{player}: {worth}"), event, speaker)


def grace_of(logged: Logged, action: Sequence[Logged]) -> Threw | None:
    """Find the throw that a further throw was won by; None when it was won by a move."""
    if event_type(logged.event) != FactKind.AGAIN:
        return None
    for before in reversed([other for other in action if other.seq < logged.seq]):
        if isinstance(before.event, Threw):
            return before.event if before.event.again else None
        if isinstance(before.event, Moved):
            return None
    return None


def _corrected_aloud(event: Corrected, speaker: Speaker) -> str:
    worth = speaker.worth(event.throw, event.value, event.again)
    return "; ".join([worth, speaker.fill(_MISFIT)]) if event.stopped_at else worth


def _voided_aloud(event: ThrowVoided, speaker: Speaker) -> str:
    if speaker.tells_plays:
        return _filled(_("cocked: {player} throws again. {reason}"), event, speaker)
    return _filled(_("this throw counts for nothing: please throw again. {reason}"), event, speaker)


def _told_by(event: Moved) -> str:
    """Name what tells of a move, if its own line does not."""
    if isinstance(event.move, EndTurn) and event.how in ("forced", "inferred"):
        return "turn"
    return "fact" if isinstance(event.move, Double | Take | Beaver) and event.how == "chosen" else ""


def _moved(event: Moved, speaker: Speaker) -> str:
    return speaker.move(event.player, event.move, event.whose)


def _seating(event: Seated) -> str:
    if len(event.members) > 1:
        return "shared"
    return "alone" if {*event.members} <= {*event.before} else "instead"


def _home(fact: Fact, speaker: Speaker) -> str:
    forms = speaker.words.counted.get("home") or ngettext(
        "{player} brings a piece home", "{player} brings {count} pieces home"
    )
    return speaker.count(forms, len(fact.pieces) or 1, player=speaker.player(fact.player))


def _offered(fact: Fact, speaker: Speaker) -> str:
    return speaker.move(fact.player, Resign(fact.player, *fact.values))


def _settled_otherwise(event: ConductChanged, speaker: Speaker) -> str:
    """Write what is settled otherwise for the match, and by whose phone."""
    was, now = event.was, event.conduct
    said = []
    if was.tournament != now.tournament:
        on, off = _("Tournament mode is on"), _("Tournament mode is switched off")
        said.append(speaker.fill(on if now.tournament else off))
    if was.spectators_lag_s != now.spectators_lag_s:
        forms = ngettext(
            "Spectators see the match {count} minute later", "Spectators see the match {count} minutes later"
        )
        at_once = _("Spectators see the match as it is played")
        minutes = minutes_of(now.spectators_lag_s)
        said.append(speaker.count(forms, minutes) if minutes else speaker.fill(at_once))
    if was.tells_illegal != now.tells_illegal:
        on, off = _("Illegal plays are told"), _("Illegal plays are not told any more")
        said.append(speaker.fill(on if now.tells_illegal else off))
    sentence = "; ".join(said) or speaker.fill(_("Something else is settled for the match"))
    from_phone = _("{sentence}, from the phone {phone}")
    return speaker.fill(from_phone, sentence=sentence, phone=isolated(event.by)) if event.by else sentence


_ENDED: Mapping[Ending, str] = {
    Ending.DROPPED: _("The double is passed: {sentence}"),
    Ending.RESIGNED: _("{sentence} by resignation"),
    Ending.AGREED: _("{sentence} by agreement"),
}
_NOBODY_WON: Mapping[Ending, str] = {
    Ending.STUCK: _("Nobody can ever move again: the game is over"),
    Ending.AGREED: _("The game ends without a winner, as all agreed"),
}


def _ended(event: GameEnded, speaker: Speaker) -> str:
    """Write who won and why, and how the match stands."""
    outcome = event.outcome
    if outcome.winners:
        winners = speaker.together(map(speaker.player, outcome.winners))
        forms = ngettext("{winners} has won", "{winners} have won")
        said = speaker.count(forms, len(outcome.winners), winners=winners)
        if ending := _ENDED.get(outcome.ending):
            said = speaker.fill(ending, sentence=said)
        if kind := speaker.words.wins.get(outcome.points // outcome.cube):
            said = speaker.fill(kind, sentence=said)
        if outcome.points > 1:
            forms = ngettext("{sentence}: {count} point", "{sentence}: {count} points")
            said = speaker.count(forms, outcome.points, sentence=said)
    else:
        said = speaker.fill(_NOBODY_WON.get(outcome.ending, _("The game is over")))
    if speaker.setup is None or speaker.setup.match is None:
        return said
    match = speaker.setup.match.match
    after = match.after(outcome) if outcome.winners in ((0,), (1,)) else match
    return "; ".join([said, *standing(after, speaker)])


def standing(match: Match, speaker: Speaker) -> list[str]:
    """Write how a match stands after a game: who has won it, or the score and who needs one more."""
    if match.winner is not None:
        points, others = match.score[match.winner], match.score[1 - match.winner]
        won = _("{player} wins the match, {points} to {others}")
        return [speaker.fill(won, player=speaker.player(match.winner), points=points, others=others)]
    near = [seat for seat, points in enumerate(match.score) if match.length - points == 1]
    said = [_points(match, speaker)]
    if len(near) == 1:
        said.append(speaker.fill(_("{player} needs one more"), player=speaker.player(near[0])))
    elif near and match.length > 1:
        said.append(speaker.fill(_("both need one more")))
    return said


def score(match: Match, speaker: Speaker) -> str:
    """Write the points of both, and how far the match goes."""
    points = _points(match, speaker)
    return (
        speaker.fill(_("{score}, to {length}"), score=points, length=match.length) if match.length else points
    )


def stage(setup: Setup, speaker: Speaker) -> str:
    """Name what the game is in its match: the Crawford game, or one after it; else nothing."""
    if setup.options.get("crawford") is True:
        return speaker.fill(_("Crawford game"))
    if setup.match is not None and setup.match.match.is_post_crawford and has_cube(setup):
        return speaker.fill(_("after Crawford"))
    return ""


def has_cube(setup: Setup) -> bool:
    """True if a game is played with the doubling cube; without it, nobody plays a Crawford game."""
    info = game_info(setup.game)
    return info.in_force(info.preset(setup.preset), setup.options).get("cube") is True


def _points(match: Match, speaker: Speaker) -> str:
    return ", ".join(f"{speaker.player(seat)} {points}" for seat, points in enumerate(match.score))


ROWS: Mapping[type[Event] | FactKind, Row] = {
    GameStarted: Row(
        line=By(
            _opening,
            {
                "single": _("A new game begins: {players}"),
                "match": _("A match to {length} begins: {players}"),
                "money": _("Money play begins: {players}"),
                "next": _("Game {number} begins: {score}"),
            },
        ),
        voice=Spoken(
            5,
            By(
                _opening,
                {
                    "single": _("a new game"),
                    "match": _("a match to {length}"),
                    "money": _("money play"),
                    "next": _("game {number}: {score}"),
                },
            ),
        ),
        signal=IN_THE_TURN,
        sounds=("game",),
    ),
    GameResumed: Row(line=_("An older game lies on the table again"), voice=Spoken(5)),
    GameWithdrawn: Row(
        line=_("This game is not played: the end of the game before it is taken back"), voice=IN_THE_UNDO
    ),
    Seated: Row(
        line=By(
            _seating,
            {
                "shared": _("{players} share a seat now"),
                "alone": _("{players} plays alone now"),
                "instead": _("{players} plays now in place of {before}"),
            },
        ),
        voice=Spoken(5),
    ),
    ConductChanged: Row(line=_settled_otherwise, voice=Spoken(5)),
    Paused: Row(line=_("A pause: the clock stands"), voice=Spoken(5)),
    WentOn: Row(line=_("The pause is over: the clock runs"), voice=Spoken(5)),
    FlagFell: Row(line=_("{player}’s time is up"), voice=Spoken(0)),
    TimeGiven: Row(
        line=By(
            lambda event: event.seconds > 0,
            {
                True: _("More time for {player}: {time} ({why})"),
                False: _("Less time for {player}: {time} ({why})"),
            },
        ),
        voice=Spoken(5),
    ),
    Threw: Row(
        line=_("{player} throws {throw}: {worth}"),
        aside=By("source", {"typed": _("{sentence} (typed)"), "drawn": _("{sentence} (drawn by the box)")}),
        voice=Spoken(6, _thrown_aloud),
        sounds=("throw-{counts}",),
    ),
    ThrowKept: Row(
        line=_("Kept until the throw before is played: {throw}"),
        voice=Spoken(
            3,
            By(
                _waiting,
                {0: _STALLED, 1: SAID_ONCE},
                otherwise=_("{throw} is kept: the throw before is not played yet"),
            ),
        ),
        signal=By(_waiting, {1: SAID_ONCE}, otherwise="question"),
        sounds=("question",),
    ),
    ThrowAsked: Row(
        line=By(
            lambda event: bool(event.alternatives),
            {
                True: _("The eye is not sure what was thrown: {throws}?"),
                False: _("The eye is not sure what was thrown"),
            },
        ),
        voice=Spoken(
            2,
            By(
                _waiting,
                {0: _STALLED, 1: SAID_ONCE},
                otherwise=_("what was thrown? Please answer on a phone"),
            ),
        ),
        signal=By(_waiting, {1: SAID_ONCE}, otherwise="question"),
        sounds=("question",),
    ),
    ThrowDropped: Row(line=_("That was no throw"), voice=ANSWERED),
    ThrowVoided: Row(
        line=_("{player}’s throw {throw} counts for nothing. {reason}"), voice=Spoken(1, _voided_aloud)
    ),
    Corrected: Row(
        line=_("The throw is corrected: {throw}, {worth}"),
        aside=By(_misfits, {True: _MISFITS}),
        voice=Spoken(6, _corrected_aloud),
        signal=By(_misfits, {True: "question"}, otherwise=NO_SIGNAL),
        sounds=By(_misfits, {True: ()}, otherwise=("throw-{counts}",)),
    ),
    CorrectionSettled: Row(
        line=By(
            "how",
            {
                "accepted": _("The later move stands as it was played"),
                "undone": _("Everything from the later move on is taken back"),
                "withdrawn": _("The throw stays as it was read"),
            },
        ),
        aside=By(_misfits, {True: _MISFITS}),
        voice=Spoken(7, By(_misfits, {True: _MISFIT}, otherwise=ANSWERED)),
        signal=By(_misfits, {True: "question"}, otherwise=NO_SIGNAL),
    ),
    Moved: Row(
        line=By(_told_by, {"turn": IN_THE_TURN, "fact": IN_ITS_FACT}, otherwise=_moved),
        aside=By(
            "how",
            {
                "forced": _("{sentence} (nothing else was possible)"),
                "accepted": _("{sentence} (accepted as played)"),
                "inferred": _("{sentence} (concluded from the board)"),
            },
        ),
        voice=LEGAL,
        signal=LEGAL,
    ),
    MoveRefused: Row(
        line=_("{player}’s move is not allowed. {reason}"),
        voice=Spoken(1, _("not allowed: {reason}")),
        signal="illegal",
        sounds=("illegal",),
    ),
    MoveWarned: Row(
        line=_("{player} is warned of a move. {reason}"),
        voice=Spoken(1, _("are you sure? {reason}")),
        signal="question",
        sounds=("question",),
    ),
    MovedBack: Row(
        line=By("warned", {False: _("The move is taken back on the board"), True: _("The move is not made")}),
        voice=ANSWERED,
    ),
    PositionSet: Row(
        line=By(
            "source",
            {"camera": _("The position is set as the board shows it")},
            otherwise=_("The position is set by hand"),
        ),
        voice=ANSWERED,
    ),
    Undone: Row(line=_("Taken back"), voice=Spoken(5), sounds=("undo",)),
    Redone: Row(line=_("Brought back"), voice=Spoken(5), sounds=("redo",)),
    BoardAsked: Row(
        line=_("The eye is not sure what was done on the board"),
        voice=Spoken(2, _("what was done on the board? Please answer on a phone")),
        signal="question",
        sounds=("question",),
    ),
    BoardAnswered: Row(
        line=By("which", {None: _("It was none of what the eye took it for")}, otherwise=IN_THE_ANSWER),
        voice=ANSWERED,
    ),
    BoardRefused: Row(
        line=_("The board, in {player}’s turn: {reason}"),
        voice=Spoken(1, _("look at the board: {reason}")),
        signal="illegal",
        sounds=("illegal",),
    ),
    BoardLost: Row(
        line=_("The eye does not understand the board any more"),
        voice=Spoken(2, _("I do not understand the board any more: please look at a phone")),
        signal="question",
        sounds=("question",),
    ),
    BoardFound: Row(
        line=By("how", {"seen": IN_THE_POSITION}, otherwise=_("The board shows the game again")),
        voice=Spoken(8, _("the board shows the game again")),
    ),
    TurnClosed: Row(
        line=By(
            "source",
            {
                "camera": _("{player} lifts the dice: the turn is over"),
                "button": _("{player} presses the button: the turn is over"),
                "phone": _("{player} ends the turn"),
            },
        ),
        voice=IN_THE_TURN,
        signal=IN_THE_TURN,
    ),
    TurnBegan: Row(
        line=SHOWN,
        voice=Spoken(
            9,
            By("whose", {None: _("{player}’s turn")}, otherwise=_("{player}’s turn, for {partner}")),
        ),
        signal="turn",
        sounds=("turn-{seat}", "turn"),
    ),
    GameEnded: Row(line=_ended, voice=Spoken(0), signal="win", sounds=("win",)),
    FactKind.CAPTURED: Row(
        line=_("{player} captures {pieces}"), voice=Spoken(4), signal="kill", sounds=("kill",)
    ),
    FactKind.HOME: Row(line=_home, voice=LEGAL),
    FactKind.AGAIN: Row(line=_("{player} throws again"), voice=Spoken(8)),
    FactKind.LOST: Row(line=_("{player} cannot use {values}"), voice=Spoken(7)),
    FactKind.VOID: Row(
        line=_("The {values} counts for nothing"), voice=Spoken(7, _("the {values} counts for nothing"))
    ),
    FactKind.CANCELLED: Row(line=_("{values} cancel one another"), voice=Spoken(7)),
    FactKind.PASSED: Row(line=_("{player} cannot move"), voice=Spoken(7)),
    FactKind.TIED: Row(
        line=_("The throws are equal and are thrown again"),
        voice=Spoken(8, _("the throws are equal and are thrown again")),
    ),
    FactKind.BEGINS: Row(line=_("{player} begins"), voice=Spoken(8), signal=IN_THE_TURN),
    FactKind.FINISHED: Row(line=_("{player} has all pieces home"), voice=Spoken(5)),
    FactKind.KADI_LOST: Row(line=_("{player} has no kadi any more"), voice=Spoken(5)),
    FactKind.CHALLENGE_WON: Row(line=_("{player} wins the challenge"), voice=Spoken(4)),
    FactKind.CHALLENGE_LOST: Row(line=_("{player} loses the challenge"), voice=Spoken(4)),
    FactKind.DOUBLED: Row(line=_("{player} doubles to {values}"), voice=Spoken(8), signal="question"),
    FactKind.TAKEN: Row(line=_("{player} takes; the cube stands at {values}"), voice=Spoken(8)),
    FactKind.RESIGNED: Row(line=IN_ITS_MOVE, voice=Spoken(4, _("{player} resigns"))),
    FactKind.RESIGNATION_OFFERED: Row(line=IN_ITS_MOVE, voice=Spoken(2, _offered), signal="question"),
    FactKind.RESIGNATION_REFUSED: Row(
        line=IN_ITS_MOVE, voice=Spoken(4, _("{player} refuses the resignation"))
    ),
}
"""Every event and every consequence."""


def row_of(event: Event) -> Row:
    """Find what is told of an event."""
    return ROWS[event.fact.kind if isinstance(event, Happened) else type(event)]


def chosen(cell: _T_co | By[_T_co], event: Event) -> _T_co | None:
    """Return what a cell of a row holds for an event."""
    return cell.case(event) if isinstance(cell, By) else cell


def line(event: Event, speaker: Speaker) -> str:
    """Write an event as a line of the list; empty if its row is silent."""
    row = row_of(event)
    name, own = event_type(event), speaker.words.said
    one = f"{name}/one" if isinstance(event, Happened) and len(event.fact.values) == 1 else ""
    said = _say(own.get(one) or own.get(name) or row.line, event, speaker)
    aside = row.aside.case(event) if said and row.aside else None
    return speaker.fill(aside, sentence=said) if aside else said


def clause(event: Event, speaker: Speaker) -> str:
    """Write what the voice says of an event, as part of its action; empty if its row is silent."""
    voice = row_of(event).voice
    if isinstance(voice, Silent):
        return ""
    if voice.words is None:
        return line(event, speaker)
    return _say(voice.words, event, speaker)


def signal_of(event: Event) -> Signal | None:
    """Return what lamps and buzzer tell of an event when it comes alone; None for nothing."""
    signal: Signal | Silent | None = chosen(row_of(event).signal, event)
    return None if isinstance(signal, Silent) else signal


def is_alert(event: Event) -> bool:
    """True if an event is told also to people who want to hear alerts only."""
    return signal_of(event) in ALERTS


def sounds_of(event: Event) -> list[str] | None:
    """Name the recorded sounds that may tell an event, as `Row.sounds` has them."""
    names: tuple[str, ...] | None = chosen(row_of(event).sounds, event)
    return None if names is None else [name.format_map(_Fields(event, Speaker(()))) for name in names]


def _say(words: Line | By[Line], event: Event, speaker: Speaker) -> str:
    said = words.case(event) if isinstance(words, By) else words
    if said is None or isinstance(said, Silent):
        return ""
    about = event.fact if isinstance(event, Happened) else event
    return _filled(said, about, speaker) if isinstance(said, str) else said(about, speaker)
