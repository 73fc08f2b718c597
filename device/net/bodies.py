"""Bodies of requests: lengths that can be, a time limit by progress, no memory for what is only announced.

A body has its length in front, or comes in chunks. Both at once, two lengths, or a coding beside chunks are
refused: a program in front of the box could take another place for the beginning of the next request.
"""

from __future__ import annotations

import contextlib
import io
import re
import time
from collections.abc import Callable
from typing import Any

from cheroot.server import HTTPRequest
from werkzeug.exceptions import BadRequest, HTTPException

PACE = "charkoni.pace"
"""Under this name a WSGI environment has a function that lets this request, and its answer, take long."""

_PIECE = 64 * 1024

_LINE = 1024
"""Bytes of the longest line with the size of a chunk."""

_TRAILERS = 8 * 1024
"""Bytes of what may stand behind the last chunk; nothing of it is used."""

_SIZE = re.compile(rb"([0-9A-Fa-f]{1,16})[ \t]*(?:;[^\r\n]*)?\r\n")


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


class _Head(dict[bytes, bytes]):
    """Lines of a head, of which none may give a second length."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name == b"Content-Length" and name in self:
            raise ValueError("Content-Length stands there twice: give it once.")
        super().__setitem__(name, value)


class SizedRequest(HTTPRequest):
    """A request whose body has a length that can be; others are refused before anything of it is read."""

    def read_request_headers(self) -> bool:
        """Read the head; false if the request was answered already."""
        self.inheaders = _Head()
        if not super().read_request_headers():  # type: ignore[no-untyped-call]
            return False
        length, coding = map(self.inheaders.get, (b"Content-Length", b"Transfer-Encoding"))
        if coding is not None and coding.lower() != b"chunked":
            refusal = "501 Not Implemented", ""
        elif coding is not None and self.response_protocol == "HTTP/1.0":
            refusal = "400 Bad Request", "HTTP/1.0 knows no chunks: send the length of the body."
        elif coding is not None and length is not None:
            refusal = "400 Bad Request", "Send Content-Length, or the body in chunks: not both."
        elif length is not None and not length.isdigit():
            refusal = "400 Bad Request", "Content-Length is no number of bytes: give digits alone."
        else:
            self.conn.incoming.within(self.server.whole_s)
            return True
        self.simple_response(*refusal)
        return False

    def simple_response(self, status: str, msg: str = "") -> None:
        """Answer at once, in English; what comes from here is for programs."""
        if str(status).startswith("405"):  # CONNECT: no address takes it, so no list of methods can be given
            status, msg = "501 Not Implemented", "This box is no proxy."
        elif str(status).startswith("501") and not msg:
            msg = "The body can be sent in chunks, and in no other coding."
        super().simple_response(status, msg)


class Chunks(io.RawIOBase):
    """A body that comes in chunks, to its end and no further."""

    def __init__(self, source: Any, *, most: int) -> None:
        """Begin before the first chunk.

        Args:
            source: Where the chunks come from.
            most: Bytes that are read of it, with all that stands around the chunks.
        """
        self._source = source
        self._most = most
        self._left = 0
        self._is_broken = False
        self.remaining = 1
        """0 once all has come: how much does still come, nobody knows."""

    def readable(self) -> bool:
        """True: it is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer; less comes only at the end of the body.

        Raises:
            BadRequest: If there is something else where a chunk begins or ends.
            OSError: If it breaks off, or does not come in time.
        """
        if self._is_broken:
            raise ConnectionError("nobody knows where the next chunk begins")
        self._is_broken = True  # until this has gone well
        view, filled = memoryview(buffer).cast("B"), 0
        while filled < len(view) and self.remaining:
            if not self._left:
                self._begin_chunk()
                continue
            piece = self._source.read1(min(self._left, len(view) - filled))
            if not piece:
                raise ConnectionError("the body broke off")
            view[filled : filled + len(piece)] = piece
            filled += len(piece)
            self._left -= len(piece)
            if not self._left and self._line(2) != b"\r\n":
                raise _no_chunks()
        self._is_broken = False
        return filled

    def _begin_chunk(self) -> None:
        line = self._line(_LINE)
        size = _SIZE.fullmatch(line)
        if size is None:
            raise _no_chunks()
        self._left = int(size[1], 16)
        self._most -= len(line) + self._left
        if self._most < 0:
            raise _no_chunks()
        if not self._left:
            self._pass_trailers()
            self.remaining = 0

    def _pass_trailers(self) -> None:
        most = _TRAILERS
        while (line := self._line(most)) != b"\r\n":
            most -= len(line)
            if not line.endswith(b"\r\n"):
                raise _no_chunks()

    def _line(self, most: int) -> bytes:
        """Read a line, or as much of it as may be."""
        line: bytes = self._source.readline(most)
        if not line.endswith(b"\n") and len(line) < most:
            raise ConnectionError("the body broke off")
        return line


def _no_chunks() -> BadRequest:
    return BadRequest(
        "The chunks of this body cannot be read: each is a line with its size in hexadecimal digits, as many "
        "bytes, and the end of a line. The last one has size 0."
    )


def discard(body: Any) -> bool:
    """Read what is left of a body and forget it, in pieces; say whether all of it came.

    Whoever calls it limits the time. The length that was announced takes no memory.
    """
    with contextlib.suppress(OSError, HTTPException):
        while body.remaining > 0:
            if not body.read(_PIECE) and body.remaining > 0:
                return False
        return True
    return False
