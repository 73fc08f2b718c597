"""``charkoni follow``: throws and pictures of a board in, what the box concludes out, a line of JSON each."""

from __future__ import annotations

import argparse

from device.cli.arguments import Commands
from device.cli.lines import answer_lines


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("follow", help="throws and pictures of a board in, moves and objections out")
    parser.add_argument(
        "--lens",
        help="which camera took them, in its whole width: module-1, module-2, module-3 or module-3-wide",
    )
    parser.set_defaults(run=_follow)


def _follow(asked: argparse.Namespace) -> int:
    """Answer every line of standard input; 1 when any was an error."""
    from device.follow.follow_answers import FollowAnswers

    return answer_lines(FollowAnswers(lens=asked.lens).answer_line)
