"""Standard output on terminals that cannot show every letter: the others are replaced.

A Raspberry Pi whose locale is not UTF-8 (``raspi-config`` offers such) has a terminal like that.
"""

from __future__ import annotations

import codecs
import io
import sys

_PLAIN = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "→": "->", "Ω": "ohm"}
)
"""Signs that are shown by plainer ones."""

_HINT = (
    "charkoni: this terminal shows only {encoding}, so some letters are shown as “?”. For all of them choose "
    "a UTF-8 locale: 'sudo raspi-config', Localisation Options, Locale; or 'export LC_ALL=C.UTF-8' for this "
    "terminal"
).translate(_PLAIN)


class _Replacement:
    """Replaces what a stream cannot encode; explains once how to get all letters."""

    def __init__(self) -> None:
        self._explained = False

    def __call__(self, error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        plain = error.object[error.start : error.end].translate(_PLAIN)
        if not (plain.isascii() or self._explained or error.encoding.lower().startswith("utf")):
            self._explained = True
            print(_HINT.format(encoding=error.encoding), file=sys.stderr)
        return "".join(sign if sign.isascii() else "?" for sign in plain), error.end


def replace_what_cannot_be_shown() -> None:
    """Make standard output and standard error replace what they cannot encode."""
    codecs.register_error("charkoni", _Replacement())
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="charkoni")
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr.reconfigure(errors="replace")


def write_utf8() -> None:
    """Make standard output UTF-8 where it is a file or a pipe: what is written there is read by programs."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
