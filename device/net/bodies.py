"""Bodies of requests: lengths that can be, a time limit by progress, no memory for what is only announced."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

from cheroot.server import HTTPRequest

PACE = "charkoni.pace"
"""Under this name a WSGI environment has a function that lets this request, and its answer, take long."""

_PIECE = 64 * 1024


class Pace:
    """A time limit by progress: so many bytes in so many seconds, for as long as it takes."""

    def __init__(
        self,
        *,
        least: int = 128 * 1024,
        within_s: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin now.

        Args:
            least: So many bytes must come; the last ones of a body may be fewer.
            within_s: In so many seconds, each time anew. A phone that changes rooms is away for some.
            clock: Seconds of any steady clock.
        """
        self.within_s = within_s
        self._least = least
        self._clock = clock
        self._came = 0
        self.until = clock() + within_s

    def came(self, count: int) -> None:
        """Count bytes; enough of them begin a new stretch of time."""
        self._came += count
        if self._came >= self._least:
            self._came = 0
            self.until = self._clock() + self.within_s


class SizedRequest(HTTPRequest):
    """A request whose body has a length that can be; others are refused before anything of it is read."""

    def read_request_headers(self) -> bool:
        """Read the head; false if the request was answered already."""
        if not super().read_request_headers():  # type: ignore[no-untyped-call]
            return False
        length = self.inheaders.get(b"Content-Length")
        if self.inheaders.get(b"Transfer-Encoding"):
            refusal = "411 Length Required", "Send the length of the body as Content-Length, not in chunks."
        elif length is not None and not length.isdigit():
            refusal = "400 Bad Request", "Content-Length is no number of bytes: give digits alone."
        else:
            return True
        self.simple_response(*refusal)
        return False

    def simple_response(self, status: str, msg: str = "") -> None:
        """Answer at once, in English; what comes from here is for programs."""
        if str(status).startswith("405"):  # CONNECT: no address takes it, so no list of methods can be given
            status, msg = "501 Not Implemented", "This box is no proxy."
        super().simple_response(status, msg)


def discard(body: Any) -> bool:
    """Read what is left of a body and forget it, in pieces; say whether all of it came.

    Whoever calls it limits the time. The length that was announced takes no memory.
    """
    with contextlib.suppress(OSError):
        while body.remaining > 0:
            if not body.read(_PIECE):
                return False
        return True
    return False
