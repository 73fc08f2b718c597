"""The eye's picture as cameras give theirs: one by one, or as a stream that programs show as a film (MJPEG).

Other programs know these addresses from mjpg-streamer. Everybody sees the tray, an admin all that the eye
looks at, as under ``/snapshot.jpg``. Many clients send a password only when they are asked for it: where
nothing may be shown without a token, and with ``auth=1`` in the address, they are. Each stream has the newest
picture when its client has taken the last one: who is slow misses pictures, and nobody waits for anybody.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from web.auth.access import may_act, may_change, program, role_by_then
from web.errors import MalformedError, MissingError, RefusedError, sentence
from web.house.credentials import Phones, Tokens
from web.language.locale import _
from web.match.shown import Shown
from web.ports import Eye

JPEG = "image/jpeg"

STREAMS = 4
"""So many streams at once: each holds a thread of the server, and sends up to half a megabyte a second."""

PER_S = 10.0
"""So many pictures a second at most, however many watch: each is packed once."""

AGAIN_S = 5.0
"""A picture that stays is sent again after so long: Home Assistant waits ten seconds."""

RETRY_S = 10
"""Who finds no room may come again after so many seconds."""

BOUNDARY = "boundarydonotcross"
"""Stands between two pictures. Source: mjpg-streamer, output_http, httpd.h."""

_BETWEEN = f"--{BOUNDARY}\r\n".encode()

_ACTIONS = ("snapshot", "stream")


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture."""

    jpeg: bytes
    time: float
    """When it was first given, in seconds since 1970."""


class CameraStreams:
    """The newest picture for many at once, and who watches."""

    def __init__(
        self,
        eye: Eye,
        *,
        ended: threading.Event,
        most: int = STREAMS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Have no picture yet.

        Args:
            eye: Gives pictures, and is asked by who watches alone: its own thread packs and waits for none.
            ended: Set when all streams end.
            most: So many streams at once.
            clock: Seconds of any steady clock.
        """
        self._eye = eye
        self._ended = ended
        self.most = most
        """So many streams there are at most."""
        self._clock = clock
        self._packing = threading.Lock()
        self._newest: dict[bool, tuple[float, Picture | None]] = {}
        self._counting = threading.Lock()
        self._open = 0

    @property
    def open(self) -> int:
        """How many streams there are now."""
        return self._open

    def enter(self) -> bool:
        """Count one more stream; False when there is no room for it."""
        with self._counting:
            if self._ended.is_set() or self._open >= self.most:
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        """Count one stream less, of those that `enter` counted."""
        with self._counting:
            self._open -= 1

    def newest(self, *, whole: bool) -> Picture | None:
        """Return the newest picture, looked for at most `PER_S` times a second; None where there is none.

        Args:
            whole: All that the eye looks at, not only the tray.
        """
        with self._packing:
            asked, had = self._newest.get(whole, (float("-inf"), None))
            now = self._clock()
            if now - asked < 1 / PER_S:
                return had
            jpeg = self._eye.picture() if whole else self._eye.tray_picture()
            if jpeg is None:
                picture = None
            elif had is not None and had.jpeg is jpeg:
                picture = had
            else:
                picture = Picture(jpeg, time.time())
            self._newest[whole] = (now, picture)
            return picture

    def parts(self, *, whole: bool, goes_on: Callable[[], bool]) -> Iterator[bytes]:
        """Yield what one client is sent, a picture each time, until the box stops.

        Args:
            whole: All that the eye looks at, not only the tray.
            goes_on: True as long as this client may see that.
        """
        sent, sent_s = None, 0.0
        opening = _BETWEEN
        while not self._ended.is_set():
            picture = self.newest(whole=whole)
            if picture is None or not goes_on():  # asked after the picture: what it shows was allowed then
                return
            if picture is not sent or self._clock() - sent_s >= AGAIN_S:
                yield opening + _part(picture)
                opening, sent, sent_s = b"", picture, self._clock()
            self._ended.wait(1 / PER_S)


def _part(picture: Picture) -> bytes:
    """Write one part, and at once what ends it: a browser shows a picture only then."""
    head = (
        f"Content-Type: {JPEG}\r\n"
        f"Content-Length: {len(picture.jpeg)}\r\n"
        f"X-Timestamp: {picture.time:.6f}\r\n\r\n"
    )
    return head.encode() + picture.jpeg + b"\r\n" + _BETWEEN


def blueprint(
    streams: CameraStreams, eye: Eye, shown: Shown, phones: Phones, tokens: Tokens | None
) -> Blueprint:
    """Build ``/stream.mjpg`` and ``/webcam/``.

    Args:
        streams: Who watches.
        eye: Gives single pictures.
        shown: Tells who sees the match later.
        phones: Tells whether an admin still is one.
        tokens: Tells whether a program is still let in.
    """
    bp = Blueprint("camera_stream", __name__)

    @bp.get("/stream.mjpg")
    def stream() -> ResponseReturnValue:
        _picture(eye, shown)  # refuses in words what the stream could only break off
        if not streams.enter():
            return _no_room(streams.most)
        whole, role = may_change(), role_by_then(phones, tokens)

        def goes_on() -> bool:
            now = role()
            if now is None:
                return False
            return (now == "admin" or not whole) and (now != "watcher" or not shown.watchers_are_late)

        response = Response(
            streams.parts(whole=whole, goes_on=goes_on),
            content_type=f"multipart/x-mixed-replace;boundary={BOUNDARY}",
        )
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(streams.leave)
        return response

    @bp.get("/webcam/")
    def webcam() -> ResponseReturnValue:
        """Answer as mjpg-streamer does where OctoPrint's server shows it."""
        action = request.args.get("action", "")
        if action == "stream":
            return stream()
        if action == "snapshot":
            return _picture(eye, shown), 200, {"Content-Type": JPEG}
        raise MalformedError(
            _(
                "the camera does not know the action {action}: it knows {actions}",
                action=repr(action[:40]),
                actions=", ".join(f"/webcam/?action={one}" for one in _ACTIONS),
            )
        )

    @bp.before_app_request
    def older_address() -> ResponseReturnValue | None:
        """Lead to the camera from the root, where mjpg-streamer itself has it."""
        reads = request.path == "/" and request.method in ("GET", "HEAD")
        is_older = reads and request.args.get("action") in _ACTIONS
        return redirect(f"/webcam/?{request.query_string.decode('latin-1')}") if is_older else None

    @bp.get("/snapshot.jpg")
    @bp.get("/api/v1/snapshot.jpg", endpoint="snapshot_for_program")
    def snapshot() -> ResponseReturnValue:
        return latest_picture(eye, shown), 200, {"Content-Type": JPEG}

    return bp


def latest_picture(eye: Eye, shown: Shown) -> bytes:
    """Return the eye's latest picture for this phone, as JPEG.

    The whole picture shows somebody's room: anyone at home sees the tray, and only an admin the rest.

    Raises:
        RefusedError: If it sees the match later.
        MissingError: If there is no picture, or no tray in it.
    """
    shown.must_not_be_late()
    whole = eye.picture()
    if whole is None:
        raise MissingError(_("the eye has not seen anything yet"))
    picture = whole if may_change() else eye.tray_picture()
    if picture is None:
        raise MissingError(
            _(
                "no tray is set, and the whole picture shows the room: an admin sets the tray under "
                "“Camera and tray”, then this address shows it"
            )
        )
    return picture


def _picture(eye: Eye, shown: Shown) -> bytes:
    """Return the eye's latest picture; ask for a token where it would show more.

    Raises:
        RefusedError: If a token is asked for, or who sent one sees the match later.
        MissingError: If there is no picture, or no tray in it.
    """
    if program() is None and request.args.get("auth") == "1":
        raise RefusedError(
            _(
                "this address asks for a token: send one as the password of the user “token”. "
                "An admin makes it under “Phones”"
            ),
            status=401,
        )
    try:
        return latest_picture(eye, shown)
    except (RefusedError, MissingError) as error:
        if program() is not None or may_act() or eye.picture() is None:
            raise
        raise RefusedError(sentence(error), status=401) from error


def _no_room(most: int) -> Response:
    text = _(
        "{count} programs show the camera’s stream already, and the box sends no more at once. "
        "Close one of them, or ask /snapshot.jpg now and then.",
        count=most,
    )
    headers = {"Retry-After": str(RETRY_S)}
    return Response(f"{text}\n", status=503, headers=headers, mimetype="text/plain")
