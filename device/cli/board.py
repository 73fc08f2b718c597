"""``charkoni board``: pictures of a board of backgammon in, what stands on it out, one line of JSON each."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.cli.arguments import Commands
from device.cli.lines import answer_lines


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("board", help="pictures of a board with its corners, what stands on it out")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="write each picture with the places and what was seen"
    )
    parser.set_defaults(run=_board)


def _board(asked: argparse.Namespace) -> int:
    """Answer every line of standard input; 1 when any was an error."""
    from device.follow.board_answers import BoardAnswers

    return answer_lines(BoardAnswers(save=asked.save).answer_line)
