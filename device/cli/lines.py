"""Lines of standard input answered on standard output, one by one, for other programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from device.cli.terminal import write_utf8


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
    for number, line in enumerate(lines):
        try:
            text = line.decode("utf-8") if isinstance(line, bytes) else line
        except UnicodeDecodeError as error:
            told, answered = json.dumps({"error": f"this line is no UTF-8 text: {error.reason}"}), False
        else:
            told, answered = answer(text if number else text.removeprefix("\ufeff"))
        if not answered:
            status = 1
        print(told, flush=True)
    return status
