"""What Flask compiles for each app anew, compiled once for all the apps of a process of tests.

A suite makes thousands of apps, each with the same templates and the same three hundred addresses.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]


class CompiledTemplates(BytecodeCache):
    """Templates as they were compiled."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if kept := self._kept.get(bucket.key):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


def compile_once() -> None:
    """Let apps that are made from now on share what is compiled."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": CompiledTemplates()}
    compiled: dict[tuple[object, ...], Builder] = {}
    compiles = Rule._compile_builder

    def builder(rule: Rule, append_unknown: bool = True) -> Builder:
        # The function asks the rule that it is given for converters, and keeps none.
        made_of = (rule.rule, *rule._trace, append_unknown, repr(rule.defaults))
        if made_of not in compiled:
            compiled[made_of] = compiles(rule, append_unknown)
        return compiled[made_of]

    Rule._compile_builder = builder  # type: ignore[method-assign]
