"""The reference of the config, made from the code: its dataclasses, and the string under each field."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import get_type_hints

from device.config import Config

_WIDTH = 100


def explained(config: Config) -> str:
    """Write a config as TOML, every key with its explanation above it."""
    return "\n".join(_lines(config)) + "\n"


def explanations(section: type) -> dict[str, str]:
    """Return the string under each field of a section; empty for a field without one."""
    found: dict[str, str] = {}
    for kind in reversed(section.__mro__):
        if is_dataclass(kind):
            found |= _own(kind)
    return found


def _own(section: type) -> dict[str, str]:
    """Return the same of the fields that stand in the class itself."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(section))).body
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for line, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            told = after.value if isinstance(after, ast.Expr) else None
            text = told.value if isinstance(told, ast.Constant) else ""
            found[line.target.id] = " ".join(str(text).replace("``", "").split())
    return found


def _lines(config: Config) -> Iterator[str]:
    yield "# Everything that a Charkoni box can be told. What stays as it is may be left out."
    for section, kind in get_type_hints(Config).items():
        told = " ".join((kind.__doc__ or "").replace("``", "").split()).partition(": ")[2].rstrip(".")
        yield f"\n[{section}]" + (f"  # {told}" if told else "")
        texts, usual, now = explanations(kind), kind(), getattr(config, section)
        for key in (one.name for one in fields(kind)):
            yield from (f"# {line}" for line in textwrap.wrap(texts[key], _WIDTH))
            value, default = _toml(getattr(now, key)), _toml(getattr(usual, key))
            yield f"{key} = {value}" + (f"  # usually {default}" if value != default else "")


def _toml(value: object) -> str:
    """Write a value; texts, numbers and lists look in TOML as they do in JSON."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
