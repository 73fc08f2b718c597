"""How the box is, for whoever looks after it: a line for each part, with a plain verdict and what to do.

An admin stops it here. That asks once more, and in a match in tournament mode whether the director agrees.
Phones that play see it, as a camera that gives no pictures is their evening. It names no phone, no key and
shows no picture of the room; what only an admin can do is linked for admins alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, jsonify, render_template
from flask.typing import ResponseReturnValue

from engine.record import About, write
from web.auth.access import may_change
from web.game.stream import Live
from web.house.credentials import Phones
from web.language.bidi import isolated
from web.language.catalogue import mark
from web.language.locale import _, _n, translated, when
from web.language.messages import said, upper_first
from web.marks import counted, phrase
from web.match.shown import OnTable
from web.ports import Finding, Power, Starter, Verdict, warning, well

_GROUPS: Sequence[tuple[str, Mapping[str, str]]] = (
    (
        mark("The eye"),
        {
            "camera": mark("Camera"),
            "pictures": mark("Pictures"),
            "light": mark("Light"),
            "doubts": mark("Doubts"),
            "board-camera": mark("Camera over the board"),
        },
    ),
    (
        mark("Games"),
        {
            "writing": mark("Writing"),
            "disk": mark("Room on the disk"),
            "kept": mark("Kept"),
            "backup": mark("Last backup"),
        },
    ),
    (
        mark("Phones and network"),
        {
            "phones": mark("Phones"),
            "streams": mark("Open pages"),
            "addresses": mark("Addresses"),
            "https": mark("HTTPS"),
            "connections": mark("Connections"),
        },
    ),
    (
        mark("The computer"),
        {
            "temperature": mark("Temperature"),
            "power": mark("Power and speed"),
            "memory": mark("Memory"),
            "load": mark("Work"),
            "clock": mark("Clock"),
            "uptime": mark("Running for"),
            "version": mark("Version"),
        },
    ),
)
"""What stands together, and how each line is called."""

_VERDICTS: Mapping[Verdict, str] = {
    "fine": mark("fine"),
    "look": mark("look"),
    "broken": mark("broken"),
    "unknown": mark("not known here"),
}

_PAGES: Mapping[str, tuple[str, str]] = {
    "camera": ("/eye", mark("Camera and tray")),
    "light": ("/eye", mark("Camera and tray")),
    "doubts": ("/eye", mark("Camera and tray")),
    "backup": ("/backup", mark("Backup")),
    "connections": ("/connections", mark("Connections")),
}
"""Where an admin goes on."""

_STARTS: Mapping[Starter, str] = {
    "service": mark(
        "To start it again, pull its plug and put it in again, or type “sudo systemctl start charkoni” on it."
    ),
    "make": mark("To start it again, type “make play” on its computer."),
    "command": mark("To start it again, type “charkoni play” on its computer."),
}
"""How the box is started again."""

_NEARLY = 0.9
"""Part of the open pages that there can be, from which somebody should look."""


@dataclass(frozen=True, slots=True)
class LineView:
    """A finding in the reader's language."""

    topic: str
    title: Annotated[str, About("In the reader's language.")]
    verdict: Annotated[Verdict, About("unknown: this machine does not tell.")]
    text: Annotated[str, About("In the reader's language.")]
    advice: Annotated[str, About("What to do; empty for nothing.")]
    figures: Annotated[
        Mapping[str, int | float | str],
        About("What stands in the text: bytes, seconds since 1970, counts."),
    ]


def lines_of(
    parts: Callable[[], Sequence[Finding]], phones: Phones, live: Live
) -> Callable[[], Sequence[Finding]]:
    """Join what asks every part of the box how it is with the lines of phones and open pages."""
    return lambda: [*parts(), _phones_line(phones, live), _streams_line(live)]


def blueprint(
    lines: Callable[[], Sequence[Finding]],
    *,
    table: OnTable,
    power: Power | None = None,
    clock: Callable[[], float] = time.time,
) -> Blueprint:
    """Build ``/status``, ``/status/stop`` and ``/api/v1/status``.

    Args:
        lines: Asks every part of the box how it is, in a second at most: what hangs is said to hang.
        table: The game in progress.
        power: Stops the box; without it the page does not offer that.
        clock: Seconds since 1970.
    """
    bp = Blueprint("status", __name__)

    @bp.get("/status")
    def show() -> ResponseReturnValue:
        groups, now = _groups(lines()), clock()
        every = [line for group in groups.values() for line in group]
        wrong = [line for line in every if line.verdict in ("broken", "look")]
        worst = _worst(every)
        return render_template(
            "box/status.html",
            groups=groups,
            words=_VERDICTS,
            pages=_PAGES if may_change() else {},
            wrong=sorted(wrong, key=lambda line: line.verdict),  # what is broken first
            worst=worst,
            summary=_summary(every),
            now=now,
            time=when(now),
            may_stop=power is not None and may_change(),
        )

    @bp.get("/api/v1/status")
    def read() -> ResponseReturnValue:
        every = [line for group in _groups(lines()).values() for line in group]
        return jsonify(now=clock(), verdict=_worst(every), lines=write(every))

    if power is None:
        return bp

    @bp.get("/status/stop")
    def ask_to_stop() -> ResponseReturnValue:
        return render_template("box/stop.html", match=match_in_tournament(table), starts=starts_again(power))

    return bp


def starts_again(power: Power) -> str:
    """Write how the box is started again."""
    return translated(_STARTS[power.starter])


def match_in_tournament(table: OnTable) -> str:
    """Name the match in tournament mode that goes on; empty without one."""
    model = table.model if table.has_game else None
    conduct, match = (
        (model.conduct, model.match) if model is not None and model.is_tournament else (None, None)
    )
    if model is None or conduct is None or match is None:
        return ""
    goal = _("Match to {length}", length=match.length) if match.length else _("For money")
    names = " – ".join(map(isolated, model.setup.names))
    return ", ".join(filter(None, (isolated(conduct.event), isolated(conduct.round), names, goal)))


def titles() -> Mapping[str, str]:
    """Return how each line is called, by its topic."""
    return {topic: title for _title, lines in _GROUPS for topic, title in lines.items()}


def _groups(lines: Sequence[Finding]) -> Mapping[str, Sequence[LineView]]:
    """Return what stands together, by its title."""
    by_topic = {line.topic: line for line in lines}
    return {
        title: [_view(by_topic[topic], name) for topic, name in names.items() if topic in by_topic]
        for title, names in _GROUPS
    }


def _view(line: Finding, title: str) -> LineView:
    text, advice = upper_first(said(line.text)), upper_first(said(line.advice))
    return LineView(line.topic, translated(title), line.verdict, text, advice, line.figures)


def _worst(lines: Sequence[LineView]) -> Verdict:
    """Tell how the whole box is: as its worst line."""
    there = {line.verdict for line in lines}
    return "broken" if "broken" in there else "look" if "look" in there else "fine"


def _summary(lines: Sequence[LineView]) -> str:
    broken = sum(line.verdict == "broken" for line in lines)
    if broken:
        return _n("{count} thing is broken.", "{count} things are broken.", broken)
    look = sum(line.verdict == "look" for line in lines)
    if look:
        return _n(
            "The box works. {count} thing is worth a look.",
            "The box works. {count} things are worth a look.",
            look,
        )
    return translated(mark("All is well."))


def _phones_line(phones: Phones, live: Live) -> Finding:
    playing, watching = live.listeners
    text = phrase(
        "{paired}; here now: {playing}; only watching: {watching}",
        paired=counted("{count} phone was let in", "{count} phones were let in", len(phones.all())),
        playing=playing,
        watching=watching,
    )
    return well("phones", text)


def _streams_line(live: Live) -> Finding:
    room = live.room.all
    text = phrase("that hear news at once: {open}, at most {most}", open=live.streams, most=room)
    if live.streams < _NEARLY * room:
        return well("streams", text)
    few = phrase("close pages that nobody looks at: further ones ask now and then")
    return warning("streams", text, few)
