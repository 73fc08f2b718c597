"""The languages of the box and their catalogues: standard library only, for page, voice and command line.

A catalogue is ``translations/<code>/LC_MESSAGES/messages.po`` with the ``.mo`` compiled from it;
`make catalogues` keeps them. English is the language of the sources and has none.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Mapping
from pathlib import Path

from web.marks import mark

__all__ = ["FONTS", "LANGUAGES", "TRANSLATIONS", "UNREAD", "catalogue", "mark"]

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "nl": "Nederlands",
    "fi": "suomi",
    "pl": "polski",
    "hi": "हिन्दी",
    "kn": "ಕನ್ನಡ",
}
"""Code of each language → its own name."""

FONTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(LANGUAGES, ("latin",)),
    "pl": ("latin", "latin-extended"),
    "hi": ("latin", "devanagari"),
    "kn": ("latin", "kannada"),
}
"""Code of each language → the parts of the page's font that its sentences need."""

UNREAD = frozenset({"fi", "pl", "hi", "kn"})
"""Languages that no native speaker has read yet; the page says so."""

TRANSLATIONS = Path(__file__).parents[1] / "translations"
"""Where the catalogues stand."""


@functools.cache
def catalogue(language: str) -> gettext.NullTranslations:
    """Open the catalogue of a language; a language without one is English."""
    return gettext.translation("messages", TRANSLATIONS, [language], class_=_Catalogue, fallback=True)


class _Catalogue(gettext.GNUTranslations):
    """A catalogue in which nothing stays nothing: gettext keeps the catalogue's own header under no text."""

    def gettext(self, message: str) -> str:
        return super().gettext(message) if message else ""
