"""Which language a phone reads: the one chosen on it, else the first that its browser asks for.

The choice is kept in a cookie of the phone, so that a phone that only watches has one, too. The language of
the box's voice is a setting of the house.
"""

from __future__ import annotations

from flask import Blueprint, Flask, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import Babel

from web.auth import cookies
from web.house.settings import HouseSettings
from web.language import locale
from web.language.catalogue import LANGUAGES, TRANSLATIONS, UNREAD

COOKIE = "language"
"""Holds the code of the language that was chosen on this phone."""

_LOCALES = {"en": "en_GB"}
"""Whose dates and hours are written, where a language has several ways."""


def set_up(app: Flask) -> None:
    """Let the app speak every language that has a catalogue."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(TRANSLATIONS)
    Babel(app, locale_selector=chosen)
    app.jinja_env.globals.update(
        language=locale.language, listed=locale.listed, translated=locale.translated, languages=LANGUAGES
    )


def chosen() -> str:
    """Tell in which language, and by whose customs, this request is answered."""
    kept = cookies.first(COOKIE)
    code = kept if kept in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"
    return _LOCALES.get(code, code)


def blueprint(settings: HouseSettings) -> Blueprint:
    """Build the page on which a phone chooses its language, and a player that of the box's voice."""
    bp = Blueprint("tongues", __name__)

    @bp.get("/language")
    def ask() -> ResponseReturnValue:
        return render_template(
            "box/language.html",
            unread=UNREAD,
            chosen=cookies.first(COOKIE),
            voice=settings.get().language,
        )

    return bp
