"""What Flask compiles for each app anew, compiled once for all the apps of a process of tests.

A suite makes thousands of apps, each with the same templates and the same three hundred addresses.
"""

from __future__ import annotations

from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

COMPILED = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")
"""What `werkzeug` makes of the text of an address."""


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
    compiled: dict[tuple[object, ...], dict[str, Any]] = {}
    compiles = Rule.compile

    def compile_rule(rule: Rule) -> None:
        # The functions that write addresses ask the rule that they are given for its converters.
        made_of = (rule.rule, repr(rule.defaults), rule.subdomain, rule.host, rule.merge_slashes)
        if made_of not in compiled:
            compiles(rule)
            compiled[made_of] = {name: getattr(rule, name) for name in COMPILED}
            return
        for name, value in compiled[made_of].items():
            bound = value.__func__.__get__(rule) if name.startswith("_build") else value
            setattr(rule, name, bound)

    Rule.compile = compile_rule  # type: ignore[method-assign]
