"""How the parts of a box that runs are: its eye, and what it has written."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from device.camera.frames import Frames
from device.cameras.camera import REST_FPS, Camera
from device.doctor.finding import Finding, failing, unknown, warning, well
from device.doctor.store import LITTLE_MB, NONE_MB
from device.doubts import message_of
from device.store import FILE_NAME, Journal
from device.store.backups.download import last_backup
from engine.events import Logged, Threw, ThrowAsked, ThrowKept
from engine.messages import NOTHING, Message
from vision import Tray
from vision.light import ADVICE, measure
from web.house.rows import LATEST
from web.marks import counted, joined
from web.ports import EyeState, LightLine, Moment, Size

LATE_S = 10.0
"""A camera that gave no picture for so long gives none."""

NO_CAMERA = Message("none, as the box was told: throws are typed")
"""Found where the config wants no camera."""

_FEW = 5.0
"""Pictures a second, under which a throw may come to rest unseen; usual are 10 to 15."""

_ENOUGH_THROWS, _OFTEN = 8, 3
"""From so many throws on, one in so many that is asked about is often."""

_EVENT_BYTES = 100
"""What an event takes beside its JSON: its other columns, two trees, pages that are not full."""

_DAY_S = 86_400
_MONTH_S, _YEAR_S = 30 * _DAY_S, 365 * _DAY_S

_LONG_S = 10 * _YEAR_S
"""What lasts for longer than this, lasts."""


class Looking(Protocol):
    """What is asked of the loop."""

    @property
    def frames(self) -> Frames:
        """The camera's frames."""

    def state(self) -> EyeState:
        """Tell what the eye does now."""


def camera(eye: Looking, of: Camera, *, wished: str) -> Finding:
    """Look whether the camera is there.

    Args:
        eye: Who looks through it.
        of: The camera.
        wished: What the config asks for.
    """
    state, last = eye.state(), eye.frames.last
    trouble = state.message or NOTHING
    if state.state == "starting":
        return warning("camera", "{camera} is starting", "wait a moment", camera=state.camera)
    if state.state == "away":
        return failing("camera", Message("{camera} gives no pictures", {"camera": state.camera}), trouble)
    if state.state == "off" and state.message is None:
        return well("camera", NO_CAMERA)
    if state.state == "off":
        return warning("camera", Message("{camera} has ended", {"camera": state.camera}), trouble)
    if of.throws and wished == "auto":
        none = Message("there is none, so the built-in film plays")
        return warning("camera", none, "plug one in, or check its ribbon cable")
    if of.note is not None:
        return warning("camera", state.camera, of.note)
    height, width = last.shape[:2] if last is not None else (0, 0)
    fields = {"camera": state.camera, "width": width, "height": height}
    return well("camera", Message("{camera}, {width} × {height}", fields))


def board_camera(eye: Looking, *, held: frozenset[str] | None) -> Finding:
    """Look whether the board's own camera is there and gives pictures.

    Args:
        eye: Who looks through it.
        held: What it holds still; None where it has nothing such.
    """
    topic, state, (_rate, age) = "board-camera", eye.state(), eye.frames.pace()
    which = {"camera": state.camera}
    if state.state == "starting":
        return warning(topic, "{camera} is starting", "wait a moment", **which)
    if state.state == "off":
        return warning(topic, Message("{camera} has ended", which), state.message or NOTHING)
    if state.state == "away":
        return failing(topic, Message("{camera} gives no pictures", which), state.message or NOTHING)
    if age is not None and age > LATE_S:
        again = Message("unplug the camera and plug it in again; if that does not help, start the box again")
        return failing(topic, "none now, the last one before: {age}", again, age=span(age))
    last = eye.frames.last
    height, width = last.shape[:2] if last is not None else (0, 0)
    fields = {"camera": state.camera, "width": width, "height": height}
    seen = Message("{camera}, {width} × {height}", fields)
    return well(topic, "{board}, {exposure}", board=seen, exposure=_exposure(held))


def pictures(eye: Looking) -> Finding:
    """Look whether pictures come, and how many."""
    state, (rate, age) = eye.state().state, eye.frames.pace()
    if age is None:
        return unknown("pictures")
    ago = span(age)
    if state == "off":
        return warning("pictures", Message("none now, the last one before: {age}", {"age": ago}), NOTHING)
    if state == "away" or age > LATE_S:
        again = Message("unplug the camera and plug it in again; if that does not help, start the box again")
        return failing("pictures", "none now, the last one before: {age}", again, age=ago)
    text = Message("{rate} a second, the last one just now", {"rate": round(rate)})
    if rate < (REST_FPS / 2 if eye.frames.are_few else _FEW):
        few = Message("a throw may be missed: end other programs, and look at temperature and power below")
        return warning("pictures", text, few)
    return well("pictures", text)


def light(
    eye: Looking, *, tray: Tray | None, measured: LightLine | None, held: frozenset[str] | None
) -> Finding:
    """Look how bright the tray is now; whether the light flickers is known where it was measured.

    Args:
        eye: Whose last picture is looked at.
        tray: Where things are thrown.
        measured: How the light was when it was measured last.
        held: What the camera holds still; None where it has nothing such.
    """
    frame, (_rate, age) = eye.frames.last, eye.frames.pace()
    if frame is None or age is None or age > LATE_S:
        return unknown("light")
    now = measure([frame], tray=tray)
    faults = [message_of(ADVICE[name]) for name in now.faults]
    flicker = Message("flicker not measured")
    if measured is not None and measured.saw_flicker:
        flickered = measured.faults.get("flicker")
        when = {"when": Moment(measured.when)}
        flicker = Message("it flickered: {when}", when) if flickered else Message("no flicker: {when}", when)
        faults += [flickered] if flickered else []
    parts = {"percent": round(100 * now.level / 255), "exposure": _exposure(held), "flicker": flicker}
    text = Message("brightness {percent} %, {exposure}, {flicker}", parts)
    return warning("light", text, faults[0]) if faults else well("light", text)


def doubts(newest: Sequence[Logged]) -> Finding:
    """Look how often the eye had to ask lately, and why.

    Args:
        newest: The newest events.
    """
    read = [one.event for one in newest if isinstance(one.event, Threw | ThrowKept | ThrowAsked)]
    read = [event for event in read if event.source != "film"]
    asked = [event for event in read if isinstance(event, ThrowAsked)]
    # What was asked about is thrown, with the same photograph, once somebody has answered.
    photos = {event.photo for event in read if event.photo and not isinstance(event, ThrowAsked)}
    count = len(photos | {one.photo for one in asked})
    if not count:
        return well("doubts", "no throw has been read lately")
    text = Message("throws read lately: {count}, asked about: {asked}", {"asked": len(asked), "count": count})
    why = Counter(doubt for one in asked for doubt in one.doubts).most_common(1)
    if why:
        text = Message("{asked}; most often: {doubt}", {"asked": text, "doubt": why[0][0]})
    if count >= _ENOUGH_THROWS and len(asked) * _OFTEN >= count:
        return warning("doubts", text, "look at light and tray under “Camera and tray”")
    return well("doubts", text)


def writing(journal: Journal) -> Finding:
    """Look whether what is played is written to the disk, or held in memory."""
    trouble = journal.trouble()
    if not trouble:
        return well("writing", "every move is on the disk before it is shown")
    first, *more = trouble
    held = Message("{first} Events in memory only: {count}.", {"first": first, "count": journal.held()})
    return failing("writing", held if journal.held() else first, joined(*((" ", one) for one in more)))


def disk(journal: Journal, *, cap: int, now: float) -> Finding:
    """Look how much room there is, and how long it lasts if as much is played as lately.

    Args:
        journal: What is written.
        cap: Bytes of photographs from which the oldest go.
        now: Seconds since 1970.
    """
    room = shutil.disk_usage(journal.path.parent)
    text = Message("{free} of {total} are free", {"free": Size(room.free), "total": Size(room.total)})
    lasts = _lasts_s(journal, room.free, cap=cap, now=now)
    if lasts is not None and room.free >= NONE_MB * 2**20:
        fields = {"room": text, "time": span(min(lasts, _LONG_S))}
        text = Message("{room}; as you play now, that lasts for about {time}", fields)
        if lasts > _LONG_S:
            text = Message("{room}; as you play now, that lasts for more than {time}", fields)
    if room.free < NONE_MB * 2**20:
        return failing("disk", text, "make room: the next game may not fit")
    if room.free < LITTLE_MB * 2**20 or (lasts is not None and lasts < _MONTH_S):
        return warning("disk", text, "make room soon")
    return well("disk", text)


def kept(journal: Journal, *, cap: int) -> Finding:
    """Tell what is kept, and how much room it takes."""
    [[games, events, photographs, size]] = journal.read(
        "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM event), count(*), coalesce(sum(bytes), 0) "
        "FROM photograph"
    )
    fields = {
        "games": games,
        "events": events,
        "journal": Size(journal_bytes(journal.path)),
        "photographs": photographs,
        "pictures": Size(int(str(size))),
        "most": Size(cap),
    }
    return well(
        "kept",
        "games: {games}, events: {events}, {journal}; photographs: {photographs}, {pictures}, at most {most}",
        **fields,
    )


def backup(journal: Journal, *, now: float) -> Finding:
    """Look when a backup was made last, and remind after a month.

    Args:
        journal: What is to be backed up.
        now: Seconds since 1970.
    """
    made = last_backup(journal.path.parent)
    copies = sorted((journal.path.parent / "backups").glob("games-*.sqlite"))
    make = Message("make one under “Games played”, “Backup”, and keep it on another machine")
    if made is not None:
        text = Message("{when}, {size}", {"when": Moment(made.when), "size": Size(made.bytes)})
    elif journal.last_seq():
        text = Message("none has been made yet")
    else:
        return well("backup", "there is nothing to keep yet")
    if copies:
        newest = Moment(copies[-1].stat().st_mtime)
        text = Message("{backup}; newest copy inside the box: {when}", {"backup": text, "when": newest})
    if made is None:
        return warning("backup", text, make)
    if now - made.when > _MONTH_S:
        old = Message("{backup}: more than 30 days old", {"backup": text})
        return warning("backup", old, make)
    return well("backup", text)


def span(seconds: float) -> Message:
    """Return how long something took or will take, in the unit that fits."""
    whole = max(0, round(seconds))
    if whole < 60:
        return counted("{count} second", "{count} seconds", whole, seconds=whole)
    if whole < 3600:
        return counted("{count} minute", "{count} minutes", round(whole / 60), seconds=whole)
    if whole < 2 * _DAY_S:
        return counted("{count} hour", "{count} hours", round(whole / 3600), seconds=whole)
    if whole < 2 * _YEAR_S:
        return counted("{count} day", "{count} days", round(whole / _DAY_S), seconds=whole)
    return counted("{count} year", "{count} years", round(whole / _YEAR_S), seconds=whole)


def _exposure(held: frozenset[str] | None) -> Message:
    if held is None:
        return Message("exposure cannot be held")
    return Message("exposure held still") if "exposure" in held else Message("exposure adjusts itself")


def journal_bytes(path: Path) -> int:
    """Tell how many bytes a journal takes, with all files beside it."""
    return sum(file.stat().st_size for file in path.parent.glob(f"{FILE_NAME}*") if file.is_file())


def _lasts_s(journal: Journal, free: int, *, cap: int, now: float) -> float | None:
    """Tell in how many seconds the disk would be full; None where nothing was written for a month.

    Photographs grow no more once the oldest of them go.
    """
    since = now - _MONTH_S
    [[lately, first]] = journal.read(
        "SELECT coalesce(sum(CASE WHEN time > ? THEN length(json) + ? END), 0), min(time) FROM event "
        "WHERE time < ?",
        (since, _EVENT_BYTES, LATEST),
    )
    [[kept_bytes, lately_bytes]] = journal.read(
        "SELECT coalesce(sum(bytes), 0), coalesce(sum(CASE WHEN time > ? THEN bytes END), 0) FROM photograph",
        (since,),
    )
    if not lately:
        return None
    passed = max(_DAY_S, now - max(since, float(str(first))))
    written = int(str(lately)) / passed
    drawn = int(str(lately_bytes)) / passed
    until_cap = max(0, cap - int(str(kept_bytes))) / drawn if drawn else 0.0
    if (written + drawn) * until_cap >= free:
        return free / (written + drawn)
    return until_cap + (free - (written + drawn) * until_cap) / written
