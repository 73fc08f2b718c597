"""``charkoni board``: pictures of a board of backgammon in, what stands on it out, one line of JSON each."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.cli.arguments import Commands
from device.cli.lines import answer_lines
from device.errors import ConfigError


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("board", help="pictures of a board with its corners, what stands on it out")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="write each picture with the places and what was seen"
    )
    parser.add_argument(
        "--lens",
        help="which camera took them, in its whole width: module-1, module-2, module-3 or module-3-wide",
    )
    parser.add_argument(
        "--markers",
        type=Path,
        metavar="FILE",
        help="write four markers to print, .pdf or .svg; with them around the board corners may be null",
    )
    parser.set_defaults(run=_board)


def _board(asked: argparse.Namespace) -> int:
    """Answer every line of standard input, 1 when any was an error; or write the markers and end."""
    if asked.markers is not None:
        return _print_markers(asked.markers)
    from device.follow.board_answers import BoardAnswers

    return answer_lines(BoardAnswers(save=asked.save, lens=asked.lens).answer_line)


def _print_markers(path: Path) -> int:
    """Write the sheet of the four markers.

    Raises:
        ConfigError: If it cannot be written, or is to be of another kind.
    """
    from web.drawing.markers import marker_sheet
    from web.drawing.printing import pdf, svg

    kind = path.suffix.lower()
    if kind not in (".pdf", ".svg"):
        raise ConfigError(f"--markers cannot be {path}: name a file that ends in .pdf or .svg")
    drawn = marker_sheet()
    try:
        path.write_bytes(pdf(drawn) if kind == ".pdf" else svg(drawn).encode())
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}") from error
    print(
        f"the markers are in {path}: print at true size, where the line must be 100 mm long. Lay the one "
        "with one dot at the upper left corner of the field, two at the upper right, three at the lower "
        "right, four at the lower left, so that a corner of each black square touches the field's corner"
    )
    return 0
