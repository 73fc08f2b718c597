"""House rules as a test keeps them, and the page's forms and words about them."""

from __future__ import annotations

import re
from typing import Any

from engine.house import HouseRules, house_rules
from ports_for_tests import House, Phone
from web.rules.rule_choice import key_of

NAME = "Grandmother's rules"


def rules(name: str = NAME, *, preset: str = "seven", **options: bool | str) -> HouseRules:
    return house_rules("pachisi", preset, options, name=name)


def key(name: str = NAME, *, preset: str = "seven", **options: bool | str) -> str:
    """By which a form chooses such house rules."""
    return key_of(rules(name, preset=preset, **options))


def send(phone: Phone, path: str, **form: Any) -> Any:
    csrf = phone.state()["csrf"]
    return phone.client.post(path, data={"csrf": csrf, **form}, follow_redirects=True)


def names(house: House) -> list[str]:
    return [str(kept.rules) for kept in house.book.all()]


def shown(text: str) -> str:
    """Give what a person reads of a page, its entities undone."""
    return " ".join(re.sub(r"<[^>]+>", "", text).replace("&#39;", "'").split())
