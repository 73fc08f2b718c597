"""``charkoni legal`` and ``charkoni why``: one line of JSON in, one line of JSON out."""

from __future__ import annotations

import argparse

from device.cli.arguments import Commands
from device.cli.lines import answer_lines
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
    return answer_lines(lambda line: answer_line(line, asked.what))
