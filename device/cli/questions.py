"""``charkoni legal`` and ``charkoni why``: one line of JSON in, one line of JSON out."""

from __future__ import annotations

import json
import sys

from device.errors import ConfigError
from engine.questions import LANGUAGES, Question, answer_line


def answer_lines(what: Question, *, language: str = "en") -> int:
    """Answer every line of standard input on standard output, at once.

    Args:
        what: ``legal`` or ``why``.
        language: Language of the reasons.

    Returns:
        Exit status: 0 when every line was answered, 1 when any was an error.

    Raises:
        ConfigError: If there is no such language.
    """
    if language not in LANGUAGES:
        raise ConfigError(f"there is no language {language!r}: there are {', '.join(LANGUAGES)}")
    # Bytes where there are some: a line in another encoding is an error of its own, not the end of all.
    lines = getattr(sys.stdin, "buffer", sys.stdin)
    status = 0
    for line in lines:
        try:
            text = line.decode("utf-8") if isinstance(line, bytes) else line
        except UnicodeDecodeError as error:
            answer, answered = json.dumps({"error": f"this line is no UTF-8 text: {error.reason}"}), False
        else:
            answer, answered = answer_line(text, what)
        if not answered:
            status = 1
        print(answer, flush=True)
    return status
