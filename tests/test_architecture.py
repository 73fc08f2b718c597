"""The page about the architecture says what is so."""

from __future__ import annotations

import re

import pytest

from imports_drawn import drawing
from places import ROOT
from what_is_told import table

PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
NAMED = re.compile(r"`((?:engine|vision|web|device|tests)/[\w/.]+)`")


def test_the_drawing_is_that_of_the_imports() -> None:
    drawn = re.search(r"```mermaid\n(.*?)\n```", PAGE, re.DOTALL)
    assert drawn is not None
    assert drawn[1] == drawing(), "print it anew: python tests/support/imports_drawn.py"


def test_the_table_of_what_is_told_is_that_of_the_code() -> None:
    assert table() in PAGE, "print it anew: python tests/support/what_is_told.py"


@pytest.mark.parametrize("name", sorted(set(NAMED.findall(PAGE))))
def test_every_file_that_it_names_is_there(name: str) -> None:
    assert (ROOT / name).exists()
