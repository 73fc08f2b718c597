"""``charkoni legal`` and ``charkoni why``: one line of JSON in, one line of JSON out."""

from __future__ import annotations

import argparse
import json
import sys

from device.cli.arguments import Commands
from device.errors import ConfigError


def add(commands: Commands) -> None:
    """Add both commands."""
    legal = commands.add_parser("legal", help="positions on standard input, legal moves on standard output")
    legal.set_defaults(run=_answer, what="legal", lang="en")
    why = commands.add_parser("why", help="positions with a move, and which rule forbids it")
    why.add_argument("--lang", default="en", help="language of the reasons")
    why.set_defaults(run=_answer, what="why")


def _answer(asked: argparse.Namespace) -> int:
    """Answer every line of standard input on standard output, at once; 1 when any was an error."""
    from engine.questions import LANGUAGES, answer_line

    if asked.lang not in LANGUAGES:
        raise ConfigError(f"there is no language {asked.lang!r}: there are {', '.join(LANGUAGES)}")
    # Bytes where there are some: a line in another encoding is an error of its own, not the end of all.
    lines = getattr(sys.stdin, "buffer", sys.stdin)
    status = 0
    for line in lines:
        try:
            text = line.decode("utf-8") if isinstance(line, bytes) else line
        except UnicodeDecodeError as error:
            answer, answered = json.dumps({"error": f"this line is no UTF-8 text: {error.reason}"}), False
        else:
            answer, answered = answer_line(text, asked.what)
        if not answered:
            status = 1
        print(answer, flush=True)
    return status
