"""How the house numbers the points of a board whose rules have their own numbering (BF2), and counts pips.

Both are the house's and not each phone's: people at one table, the television and the voice call a point by
one number, and nobody at it is helped more than another.
"""

from __future__ import annotations

from functools import cache

from flask import Flask

from web.house.settings import HouseSettings
from web.language import points


def set_up(app: Flask, settings: HouseSettings) -> None:
    """Let every request know how the house numbers points; it is looked up once, where it matters."""
    app.teardown_request(lambda _error: points.ask())
    app.before_request(lambda: points.ask(cache(lambda: settings.get().points == "alike")))
