"""From a refusal to its rule: one address for the page, its script, the plain forms and other programs.

A rule stands on the page of the rules in force if it is one of them, else on the page of a game that has it.
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

from flask import current_app
from markupsafe import Markup, escape

from engine.errors import IllegalMoveError
from engine.events import Setup
from engine.messages import MessageError
from engine.registry import find_family, games
from web.errors import sentence


def numbers_of(game: str, preset: str) -> tuple[str, ...]:
    """List the numbers of the rules that a game is played by, in the order of its page."""
    return find_family(game).numbers(preset)


def rule_url(rule: str, in_force: Setup | None, *, game: str = "") -> str:
    """Return the address of a rule's place; empty if there is no such rule.

    Args:
        rule: Its number.
        in_force: The game on the table; None if there is none.
        game: The game that the rule is asked about, if that may be another one.
    """
    if (
        in_force is not None
        and game in ("", in_force.game)
        and rule in numbers_of(in_force.game, in_force.preset)
    ):
        return f"/rules#{rule}"
    for info in games():
        for preset in info.presets:
            if rule in numbers_of(info.name, preset.name):
                return f"/rules/{info.name}/{preset.name}#{rule}"
    return ""


def differently(rule: str, in_force: Setup) -> str:
    """Return the address of a new game, at the option by which households play a rule differently.

    Where there is none, it is the first question that is asked.

    Args:
        rule: Its number; empty for none.
        in_force: The game in which somebody was refused by it.
    """
    info = find_family(in_force.game).info
    mine = [option for option in info.options_on(rule) if option in info.options_of(in_force.preset)]
    asked = {"game": in_force.game, "preset": in_force.preset, **({"rule": rule} if rule else {})}
    return f"/new?{urlencode(asked)}#" + (f"option-{mine[0].key}" if mine else "options")


def address(rule: str, *, game: str = "") -> str:
    """Return the address of a rule's place on the pages of this box, for templates."""
    in_force: Setup | None = current_app.extensions["setup"]()
    return rule_url(rule, in_force, game=game)


def rule_of(error: MessageError) -> str:
    """Return the rule that an error names: the one that forbids it, or that it carries; else empty."""
    if isinstance(error, IllegalMoveError):
        return error.reason.rule
    return str(error.message.fields.get("rule", ""))


def linked(text: str, rule: str, url: str) -> Markup:
    """Make the first mention of a rule in a sentence a link to it; the page's script does the same.

    >>> print(linked("C2: 3 < 4", "C2", "/rules#C2"))
    <a class="rule" href="/rules#C2">C2</a>: 3 &lt; 4
    """
    if not rule or not url:
        return escape(text)
    link = Markup('<a class="rule" href="{}">{}</a>').format(url, rule)
    named = re.search(rf"\b{re.escape(rule)}\b", text)
    if named is None:
        return escape(text) + " " + link
    return escape(text[: named.start()]) + link + escape(text[named.end() :])


def answer(error: MessageError) -> Markup:
    """Make an error's message a sentence for people, its rule a link to the rule's place."""
    rule = rule_of(error)
    return linked(sentence(error), rule, address(rule) if rule else "")
