"""What every command of `charkoni` says of itself."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from unittest.mock import patch

from device.__main__ import _parser
from recordings.blocks import Blocks


def helps() -> Blocks:
    """Return the help of every command, as wide as 100 letters."""
    with patch.dict("os.environ", {"COLUMNS": "100"}):
        return {parser.prog: _text(parser).rstrip().split("\n") for parser in _every(_parser())}


def _every(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in dict.fromkeys(action.choices.values()):
                yield from _every(one)


def _text(parser: argparse.ArgumentParser) -> str:
    """Return help as Python 3.13 writes it; earlier ones repeat the value after each form of an option."""
    return re.sub(r"(-\w) ([A-Z]+), (--[\w-]+ \2)", r"\1, \3", parser.format_help())
