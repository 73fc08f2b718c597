"""Lines of standard input answered on standard output, one by one, for other programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from device.cli.terminal import write_utf8

MOST = 1_000_000
"""Bytes of a line that is read; the longest question of a real game has a few thousand."""


def answer_lines(answer: Callable[[str], tuple[str, bool]]) -> int:
    """Answer every line of standard input on standard output, at once.

    Args:
        answer: Takes a line, returns a line and whether it was answered.

    Returns:
        Exit status: 0 when every line was answered, 1 when any was an error.
    """
    # Bytes where there are some: a line in another encoding is an error of its own, not the end of all.
    lines = getattr(sys.stdin, "buffer", sys.stdin)
    write_utf8()
    status = 0
    while line := lines.readline(MOST + 1):
        fault = ""
        if len(line) > MOST:
            fault = f"this line is too long: at most {MOST:,} bytes are read"
            while line and line[-1:] not in (b"\n", "\n"):
                line = lines.readline(MOST)
        else:
            try:
                text = line.decode("utf-8-sig") if isinstance(line, bytes) else line.removeprefix("\ufeff")
            except UnicodeDecodeError as error:
                fault = f"this line is no UTF-8 text: {error.reason}"
        told, answered = (json.dumps({"error": fault}), False) if fault else answer(text)
        if not answered:
            status = 1
        print(told, flush=True)
    return status
