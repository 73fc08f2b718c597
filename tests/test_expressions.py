"""No regular expression takes foreign text for longer and longer: twice the text costs twice the work.

Each expression of the program meets texts that are made to lead it astray: a beginning, many times the same
piece, and an end that does not fit. Work is the processor time of this thread, compared with itself.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Iterator
from itertools import product

BEGINNINGS = (
    "",
    "; [a",
    '; [a "',
    "1) ",
    "Game ",
    "7",
    "12",
    "doubles",
    "wins ",
    '1 "',
    "1 a",
    "a : 1 ",
    ",",
)
BEGINNINGS += ("bar", "XGID", "Match ID", "password", "://", "key=", "a.", "cannot", " (a", "1.")
PIECES = (
    " ",
    "a",
    "1",
    "-",
    ":",
    ".",
    '"',
    "/",
    "\\",
    "&",
    " : 1 ",
    ' "',
    '"]',
    " (a",
    "a ",
    "1 ",
    "a.",
    ", ",
    "(a)",
)
ENDS = ("", "x")
FEW, MANY = 250, 2000
"""Pieces."""

TEXTS = [
    tuple(beginning + piece * count + end for count in (FEW, MANY))
    for beginning, piece, end in product(BEGINNINGS, PIECES, ENDS)
]
NOTHING_S = 2e-6
"""Seconds a character that are too few to be measured, and do not matter."""

BOUNDED = {
    "engine.notation.mat_lines._NAMES": "lines of at most 500 characters",
    "engine.notation.mat_lines._NAMES_CLOSE": "lines of at most 500 characters",
    "device.net.authority._CERTIFICATE": "files that the box has written itself",
    "web.house.connections._HOST": "names of at most 253 characters",
    "web.static_files._IMPORT": "files of the program",
}
"""Expressions that may do more, and why that is not much."""


def expressions() -> Iterator[tuple[str, re.Pattern[str]]]:
    """List the expressions of all modules, by their names."""
    for package in ("engine", "web", "device"):
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if {"bench", "pretend", "__main__", "build"} & set(found.name.split(".")):
                continue
            module = importlib.import_module(found.name)
            for name, value in vars(module).items():
                for number, one in enumerate(patterns_in(value)):
                    yield f"{found.name}.{name}" + (f"[{number}]" if number else ""), one
            for node in ast.walk(ast.parse(inspect.getsource(module))):
                match node:
                    case ast.Call(ast.Attribute(ast.Name("re"), how), [ast.Constant(str(form)), *_]):
                        if how != "compile":
                            yield f"{found.name}: {form}", re.compile(form)


def patterns_in(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from patterns_in(one)


def work_s(expression: re.Pattern[str], text: str, *, times: int = 1) -> float:
    """Measure what one text costs, in seconds of the processor."""
    least = float("inf")
    for _ in range(times):
        began = time.thread_time()
        expression.fullmatch(text)
        expression.match(text)
        least = min(least, time.thread_time() - began)
    return least


def grows(expression: re.Pattern[str]) -> str:
    """Find a text with which the work grows faster than the text; empty for none."""
    for few, many in TEXTS:
        if work_s(expression, many) < NOTHING_S * len(many):
            continue
        growth = work_s(expression, many, times=5) / max(work_s(expression, few, times=5), 1e-7)
        if growth > 3 * MANY / FEW:
            return f"{growth:.0f} times the work for {many[:40]!r} and so on"
    return ""


def test_an_expression_that_goes_astray_is_known() -> None:
    assert grows(re.compile(r';\s*\[([\w ]+?)\s+"(.*)"\]\s*'))


def test_twice_the_text_costs_an_expression_twice_the_work() -> None:
    found = dict(expressions())
    assert len(found) > 45
    assert BOUNDED.keys() <= found.keys()
    assert {name: text for name, one in found.items() if name not in BOUNDED and (text := grows(one))} == {}
