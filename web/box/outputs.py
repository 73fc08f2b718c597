"""Lamps and sound: who hears what, and each lamp and sound to try, with what a person should see or hear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, get_flashed_messages, render_template
from flask.typing import ResponseReturnValue

from engine.events import Logged, ThrowAsked, TurnBegan
from engine.table import Table
from web.game.box_view import lamps_view
from web.house.settings import HouseSettings
from web.language.bidi import isolated
from web.language.catalogue import mark
from web.language.locale import _, _n, language, translated
from web.language.messages import said, upper_first
from web.language.speaker import Speaker
from web.language.speech import LEVEL_TITLES, LEVELS, announcement, remark
from web.ports import Lamps, Library, Output

_LISTENERS = {
    "hears": mark("The box’s voice"),
    "hears_buzzer": mark("The buzzer"),
    "hears_phones": mark("Phones"),
}
"""Whom a setting is about."""

_LETS_HEAR = {
    "everything": mark("turns, throws, captures, questions, refused moves and wins"),
    "alerts": mark("what needs an answer, and who has won"),
    "silent": mark("lamps and pages show it all the same"),
}
"""What a level lets hear."""

_TUNES = {
    "everything": mark("two short notes for the second player’s turn"),
    "alerts": mark("two short notes and a long higher one for a question"),
}
"""Examples of what the buzzer plays."""


@dataclass(frozen=True, slots=True)
class LevelLine:
    """What a level lets hear."""

    level: str
    title: str
    text: str
    said: str
    """What the voice would say, for example; empty where it says nothing."""
    tune: str
    """What the buzzer would play."""


@dataclass(frozen=True, slots=True)
class ListenerLine:
    """Whom a setting is about, and the level that is chosen."""

    key: str
    title: str
    level: str


@dataclass(frozen=True, slots=True)
class TrialLine:
    """A lamp or sound to try."""

    name: str
    row: str
    seat: int | None
    """Whose lamp it is; None for what is nobody's."""
    title: str
    where: str
    there: bool
    expect: str
    """What a person should see or hear."""
    trouble: str
    on_page: bool
    """It is not wired and shows on pages alone."""


def blueprint(table: Table, library: Library, settings: HouseSettings, lamps: Lamps) -> Blueprint:
    """Build ``/sound``."""
    bp = Blueprint("outputs", __name__)

    def names() -> tuple[str, ...]:
        return table.model.setup.names if table.has_game else ()

    @bp.get("/sound")
    def ask() -> ResponseReturnValue:
        heard, state = settings.get().heard, lamps.state()
        return render_template(
            "box/outputs.html",
            levels=[_level(level, names()) for level in LEVELS],
            listeners=[ListenerLine(key, translated(title), heard[key]) for key, title in _LISTENERS.items()],
            trials=[_trial(output, names()) for output in _shown(lamps.outputs(), names())],
            lamps=lamps_view(state),
            here=remark("trial", language=language()),
            game=table.model.setup.game if table.has_game else "",
            fault=state.pattern == "fault",
            tried=_tried(lamps.outputs()),
            seq=library.last_seq(),
        )

    return bp


def _row(output: Output) -> str:
    """Name the row of a lamp or sound, where what became of its trial is told."""
    return f"try-{output.name}"


def _tried(outputs: Sequence[Output]) -> dict[str, str]:
    """Return what became of a trial since the page was shown last, by its row."""
    return {
        row: " ".join(told)
        for row in map(_row, outputs)
        if (told := [str(line) for line in get_flashed_messages(category_filter=[row])])
    }


def _level(level: str, names: Sequence[str]) -> LevelLine:
    """Write what a level lets hear, with an example of the voice and one of the buzzer."""
    return LevelLine(
        level,
        translated(LEVEL_TITLES[level]),
        translated(_LETS_HEAR[level]),
        said=_said(level, names) if level in _TUNES else "",
        tune=translated(_TUNES.get(level, "")),
    )


def _said(level: str, names: Sequence[str]) -> str:
    """Say aloud, as the box would, something that only ``everything`` lets hear, or an alert."""
    event = TurnBegan(1) if level == "everything" else ThrowAsked((), ())
    return announcement([Logged(1, 1, event)], Speaker(tuple(names), language=language()))


def _shown(outputs: Sequence[Output], names: Sequence[str]) -> list[Output]:
    """Leave out the lamps of seats where nobody sits; without a game, those that are not there."""
    return [
        output
        for output in outputs
        if not output.name.startswith("lamp-")
        or (_seat(output) < len(names) if names else output.where != "none")
    ]


def _seat(output: Output) -> int:
    return int(output.name.removeprefix("lamp-")) - 1


def _trial(output: Output, names: Sequence[str]) -> TrialLine:
    """Write what is tried, where it is, and what should happen."""
    is_lamp = output.name.startswith("lamp-")
    seat = _seat(output) if is_lamp else None
    return TrialLine(
        output.name,
        _row(output),
        seat,
        _title(output, names),
        _where(output),
        there=output.where != "none",
        expect=_expected(output, seat),
        trouble=said(output.trouble),
        on_page=output.where == "page",
    )


def _title(output: Output, names: Sequence[str]) -> str:
    if output.name.startswith("lamp-"):
        seat = _seat(output)
        if seat < len(names):
            return _("Lamp of {player}", player=isolated(names[seat]))
        return upper_first(_("lamp of player {player}", player=seat + 1))
    titles = {"red": mark("red lamp"), "buzzer": mark("buzzer"), "voice": mark("The box’s voice")}
    return upper_first(translated(titles[output.name]))


def _where(output: Output) -> str:
    if output.where == "none":
        return _("not there")
    if output.where == "page":
        is_buzzer = output.name == "buzzer"
        return _("on phones, nothing is wired") if is_buzzer else _("on this page, nothing is wired")
    if not output.pins:
        return _("loudspeaker of the box")
    pins = ", ".join(map(str, output.pins))
    return _n("BCM pin {pins}", "BCM pins {pins}", len(output.pins), pins=pins)


def _expected(output: Output, seat: int | None) -> str:
    """Tell what a person should see or hear."""
    if seat is not None:
        if len(output.pins) > 1:
            return _n(
                "flashes {count} time in the player’s colour",
                "flashes {count} times in the player’s colour",
                seat + 1,
            )
        return _("flashes twice, long")
    if output.name == "red":
        return _("blinks three times, evenly")
    if output.name == "buzzer":
        return _("plays three short rising notes and a long one")
    return _(
        "says “{sentence}”, in the language of the voice",
        sentence=remark("trial", language=language()),
    )
