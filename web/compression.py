"""Answers packed with gzip where the browser takes it: pages, data, styles and scripts become a fifth.

What streams (events, backups) and what is packed already (pictures, fonts) goes as it is.

Over HTTPS the length of a packed answer tells an eavesdropper how much it repeats itself: another site
could make the browser ask with guesses in the address, and find a secret of the page letter by letter
(BREACH). So an answer made for this phone is packed there only if the browser says that no other site asked
for it (``Sec-Fetch-Site``), which no site can fake. Over plain HTTP everybody on the network reads along
anyway; files are the same for all and hold no secret.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable

from flask import Flask, Response, request

KINDS = frozenset(
    {
        *("text/html", "text/css", "text/javascript", "text/plain"),
        *("application/json", "application/manifest+json", "image/svg+xml"),
    }
)
"""What is packed."""

SMALLEST = 860
"""Bytes below which packing saves no packet on the way."""

_LEVEL = 4
"""For what is made anew each time: 5 takes twice as long for 2 % (120 kB of the page, 2026-11-22)."""

_FILE_LEVEL = 9
"""For files, which are packed once."""

_OURS = frozenset({"same-origin", "none"})
"""The page itself asked, or a person opened the address. Source: W3C, Fetch Metadata Request Headers."""


def set_up(app: Flask) -> None:
    """Let an app pack its answers."""
    files: dict[str, bytes] = {}

    @app.after_request
    def pack(response: Response) -> Response:
        if response.mimetype not in KINDS or "Content-Encoding" in response.headers:
            return response
        is_file = request.endpoint == "static"
        if response.is_streamed and not is_file:
            return response
        response.vary.add("Accept-Encoding")
        if not is_file and not _may_be_packed():
            return response
        if request.accept_encodings["gzip"] <= 0:
            return response
        if is_file:
            etag = response.get_etag()[0]
            if etag is None:
                return response
            response.set_etag(etag, weak=True)  # the same file, though other bytes
            if response.status_code == 200:
                _replace(response, lambda: _of_file(files, etag, response))
        elif response.status_code != 206:
            _replace(response, lambda: _packed(response.get_data(), _LEVEL))
        return response


def _may_be_packed() -> bool:
    """True if an answer for this phone may show its packed length."""
    return not request.is_secure or request.headers.get("Sec-Fetch-Site", "") in _OURS


def _replace(response: Response, make: Callable[[], bytes]) -> None:
    """Put packed bytes into an answer that is worth it."""
    if (response.content_length or SMALLEST) < SMALLEST:
        return
    response.direct_passthrough = False
    packed = make()
    response.set_data(packed)
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)


def _of_file(files: dict[str, bytes], etag: str, response: Response) -> bytes:
    """Pack a file, or take what was packed before; by its tag, as anybody may ask under many addresses."""
    if etag not in files:
        files[etag] = _packed(response.get_data(), _FILE_LEVEL)
    response.close()
    return files[etag]


def _packed(data: bytes, level: int) -> bytes:
    return gzip.compress(data, level, mtime=0)
