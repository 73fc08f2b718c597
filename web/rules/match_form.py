"""A match or money play in the form of a new game: what is written there, read and shown again.

A family that plays one game leaves it folded away. What belongs to another choice than the one that is made
is not looked at: a form without script sends all of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.errors import SetupError
from engine.match import BY_POINTS, LONGEST_MATCH, Conduct, Match, MatchPlace, TimeControl
from engine.match.clock import LONGEST_DELAY_S, LONGEST_RESERVE_S
from engine.match.conduct import LONGEST_HEADING, LONGEST_LAG_S
from engine.match.place import MATCHES
from engine.options import GameInfo, OptionValue
from web.errors import MalformedError
from web.language.catalogue import mark
from web.language.labels import CONDUCT_CHOICES, CONDUCT_LABELS
from web.language.locale import _, translated
from web.marks import phrase

Kind = Literal["", "points", "money"]

KINDS: Mapping[Kind, str] = {
    "": mark("One game"),
    "points": mark("A match"),
    "money": mark("For money, game after game"),
}
"""What may be played."""

USUAL: Mapping[str, str] = {"length": "7", "delay": "12", "reserve": "14", "lag": "0"}
"""What stands in the fields of a form that is new: points, free seconds, minutes, minutes."""

CLOCKS: Mapping[str, str] = {
    "": mark("none"),
    "usual": mark("12 seconds a move free, and 2 minutes a point"),
    "doubles": mark("doubles: 18 seconds a move free, and 2½ minutes a point"),
    "own": mark("other times"),
}
"""Clocks that may be chosen."""

SWITCHES = ("tournament", "tells_illegal", "spoken")

_WHOLE = re.compile(r"[0-9]{1,5}", re.ASCII)
_NUMBER = re.compile(r"([0-9]{1,5})(?:[.,]([0-9]{1,3}))?", re.ASCII)
_CLOCK_TEXT = re.compile(r"([0-9]{1,4}):([0-5][0-9])", re.ASCII)


@dataclass(frozen=True, slots=True)
class MatchFields:
    """What stands in this part of the form."""

    typed: Mapping[str, str]
    """What was written before; empty for a form that is new."""

    @property
    def kind(self) -> str:
        """What is chosen to be played."""
        chosen = self.typed.get("match", "")
        return chosen if chosen in KINDS else ""

    @property
    def is_open(self) -> bool:
        """True if something else than one game is chosen."""
        return bool(self.kind)

    @property
    def is_conducted(self) -> bool:
        """True if something of what only clubs need was changed."""
        texts = any(self.text(key) for key in ("event", "round"))
        chosen = any(self.chosen(key) != next(iter(words)) for key, words in CONDUCT_CHOICES.items())
        return texts or chosen or any(map(self.on, SWITCHES)) or self.text("lag") not in ("", "0")

    @staticmethod
    def label(key: str) -> str:
        """Return what something of the conduct is called."""
        return translated(CONDUCT_LABELS[key])

    def text(self, key: str) -> str:
        """Return what is written in a field."""
        return self.typed.get(f"match-{key}", USUAL.get(key, ""))

    def on(self, key: str, *, usual: bool = False) -> bool:
        """True if a switch is on; a form that was sent holds only those that are."""
        return bool(self.text(key)) if "match" in self.typed else usual

    def chosen(self, key: str) -> str:
        """Return what is chosen in a list; what stands first unless it was sent."""
        words = CLOCKS if key == "clock" else CONDUCT_CHOICES[key]
        given = self.text(key)
        return given if given in words else next(iter(words))

    @staticmethod
    def choices(key: str) -> list[tuple[str, str]]:
        """List what may be chosen: as the form sends it, and in words."""
        lists: Mapping[str, Mapping[Any, str]] = {"kind": KINDS, "clock": CLOCKS, **CONDUCT_CHOICES}
        return [(choice, translated(words)) for choice, words in lists[key].items()]


def fields_of(info: GameInfo, typed: Mapping[str, str]) -> MatchFields | None:
    """Return what stands in this part of the form; None for a game of which there are no matches."""
    return MatchFields(typed) if info.name == MATCHES else None


def written_in(form: Mapping[str, str]) -> list[tuple[str, str]]:
    """List what is written in this part, to be carried to another page."""
    return [(key, value) for key, value in form.items() if key == "match" or key.startswith("match-")]


def match_of_form(
    info: GameInfo, preset: str, options: Mapping[str, OptionValue], form: Mapping[str, str]
) -> MatchPlace | None:
    """Read which match is begun; None for a single game.

    Args:
        info: The game.
        preset: By which rules.
        options: What differs from them; what it says of money play holds for money.
        form: What was sent.

    Raises:
        MalformedError: If something cannot be read, or cannot be.
        SetupError: If it contradicts the options; it says what would mend that.
    """
    fields = fields_of(info, form)
    kind = form.get("match", "")
    if fields is None or not kind:
        return None
    if kind not in KINDS:
        raise MalformedError(f"'match' is {kind!r}: there are points, money, or nothing for a single game")
    in_force = info.in_force(info.preset(preset), options)
    if kind == "points":
        for key in ("jacoby", "beavers"):
            if in_force[key] is True:
                raise SetupError(
                    phrase(
                        "“{option}” is for money play: choose money, or play the match without it",
                        option=info.option(key).words,
                    ),
                    text=f"option {key!r} is for money play, not for a match",
                    mends=[(key, False)],
                )
        match = Match(_length(fields), crawford=fields.on("crawford"))
    else:
        money = {key: fields.on(key) or in_force[key] is True for key in ("jacoby", "beavers")}
        for key, wanted in money.items():
            if wanted and in_force["cube"] is not True:
                raise SetupError(
                    phrase(
                        "“{option}” is about the doubling cube, and these rules play without it",
                        option=info.option(key).words,
                    ),
                    text=f"{key!r} is about the doubling cube, and option 'cube' is false",
                    mends=[("cube", True)],
                )
        match = Match(0, jacoby=money["jacoby"], beavers=money["beavers"])
    return MatchPlace(match, times=_times(fields, match), conduct=_conduct(fields))


def _length(fields: MatchFields) -> int:
    written = fields.text("length").strip()
    if not _WHOLE.fullmatch(written) or not 1 <= int(written) <= LONGEST_MATCH:
        raise MalformedError(
            _(
                "a match goes to 1 to {longest} points, not to {given}",
                longest=LONGEST_MATCH,
                given=_shown(written),
            )
        )
    return int(written)


def _times(fields: MatchFields, match: Match) -> TimeControl | None:
    clock = fields.chosen("clock")
    if not clock:
        return None
    if clock == "own":
        return TimeControl(_delay(fields.text("delay")), _reserve(fields.text("reserve")))
    if not match.length:
        raise MalformedError(
            _(
                "for money there are no points to count the time by: choose “{other}”, and write them",
                other=translated(CLOCKS["own"]),
            )
        )
    delay_s, per_point_s = BY_POINTS[clock]
    return TimeControl.of_match(match, per_point_s=per_point_s, delay_s=delay_s)


def _delay(written: str) -> float:
    seconds = _number(written)
    if seconds is None or seconds > LONGEST_DELAY_S:
        raise MalformedError(
            _(
                "the free time of a move is 0 to {most} seconds, not {given}",
                most=int(LONGEST_DELAY_S),
                given=_shown(written),
            )
        )
    return seconds


def _reserve(written: str) -> float:
    """Read minutes; ``14:30`` are fourteen and a half."""
    clock = _CLOCK_TEXT.fullmatch(written.strip())
    minutes = _number(written)
    seconds = int(clock[1]) * 60.0 + int(clock[2]) if clock else None if minutes is None else minutes * 60
    if seconds is None or not 0 < seconds <= LONGEST_RESERVE_S:
        raise MalformedError(
            _(
                "each player has more than 0 and at most {most} minutes, not {given}",
                most=int(LONGEST_RESERVE_S // 60),
                given=_shown(written),
            )
        )
    return seconds


def _number(written: str) -> float | None:
    found = _NUMBER.fullmatch(written.strip())
    return float(f"{found[1]}.{found[2] or 0}") if found else None


def _conduct(fields: MatchFields) -> Conduct:
    tournament = fields.on("tournament")
    return Conduct(
        event=_heading(fields.text("event"), _("the event")),
        round=_heading(fields.text("round"), _("the round")),
        turn_ends=_choice(fields, "turn_ends"),
        illegal_plays=_choice(fields, "illegal_plays"),
        dice_on_checkers=_choice(fields, "dice_on_checkers"),
        tournament=tournament,
        tells_illegal=not tournament or fields.on("tells_illegal"),
        spoken=fields.on("spoken"),
        spectators_lag_s=_lag(fields.text("lag")),
    )


def _heading(written: str, what: str) -> str:
    """Read the name of an event or round, in one line without space around it."""
    kept = " ".join(written.split())
    if len(kept) > LONGEST_HEADING:
        raise MalformedError(
            _("{what} is too long: at most {longest} letters fit", what=what, longest=LONGEST_HEADING)
        )
    if not kept.isprintable():
        raise MalformedError(_("{what} holds a sign that cannot be shown: leave it out", what=what))
    return kept


def _choice(fields: MatchFields, key: str) -> Any:
    given = fields.text(key)
    if given and given not in CONDUCT_CHOICES[key]:
        raise MalformedError(f"{key!r} is {given!r}: choose {' or '.join(CONDUCT_CHOICES[key])}")
    return fields.chosen(key)


def _lag(written: str) -> int:
    written = written.strip() or "0"
    most = LONGEST_LAG_S // 60
    if not _WHOLE.fullmatch(written) or int(written) > most:
        raise MalformedError(
            _("spectators see it 0 to {most} minutes later, not {given}", most=most, given=_shown(written))
        )
    return int(written) * 60


def _shown(written: str) -> str:
    """Write what was typed for a sentence that says why not."""
    return repr(written if len(written) <= 20 else f"{written[:20]}…") if written.strip() else _("nothing")
