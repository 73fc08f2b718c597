"""House rules: the list of those that are kept; each with its versions, to be changed, shared and deleted.

Keeping and changing is for phones that play, as nothing is lost by it: every version stays. Renaming and
deleting takes something from everybody, so it is for phones that may change the box.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

import segno
from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.errors import SetupError
from engine.house import HouseRules
from engine.notation import read_house, write_house
from engine.options import OptionValue
from engine.registry import game_info
from web.errors import Told, sentence, status_of
from web.house.credentials import Phones
from web.house.house_rules import HouseRulesStore, SavedHouseRules
from web.language.labels import preset_title
from web.language.locale import _, when
from web.request_body import outcome
from web.rules.differences import OptionLine, house_title, lines_of, option_text
from web.rules.mending import mended, switches
from web.rules.rule_choice import (
    kept_of,
    key_of,
    options_of_form,
    shared_key,
)
from web.rules.rule_links import answer

LONGEST_LINK = 4000
"""Characters of the longest text in which a link is looked for."""


def blueprint(book: HouseRulesStore, phones: Phones) -> Blueprint:
    """Build the pages about house rules."""
    bp = Blueprint("house", __name__)

    @bp.get("/house")
    def everything() -> ResponseReturnValue:
        return render_template("rules/house/all.html", all=[_summary(kept) for kept in book.all()])

    @bp.get("/house/<int:number>")
    def one(number: int) -> ResponseReturnValue:
        kept = kept_of(book, number)
        summary = _summary(kept)
        link = "" if summary.refused else link_to(kept.newest, phones)
        versions = [
            replace(_told(rules, key_of(kept, rules.version)), kept=when(since))
            for rules, since in reversed(kept.versions)
        ]
        code = _code(link) if link else ""
        return render_template(
            "rules/house/one.html",
            house=summary,
            versions=versions,
            link=link,
            code=code,
            error=outcome().refusal,
            name=outcome().typed("name", kept.newest.name),
        )

    @bp.get("/house/<int:number>/change")
    def ask_change(number: int) -> ResponseReturnValue:
        return _change_form(kept_of(book, number))

    @bp.get("/house/<int:number>/delete")
    def ask_delete(number: int) -> ResponseReturnValue:
        return render_template("rules/house/delete.html", house=_summary(kept_of(book, number)))

    @bp.get("/house/shared")
    def shared() -> ResponseReturnValue:
        text = request.values.get("rules", "")
        if not text.strip():
            return render_template("rules/house/shared.html", house=None, error="")
        try:
            rules = read_house(word_in(text))
        except Told as fault:
            return render_template("rules/house/shared.html", house=None, error=answer(fault)), status_of(
                fault
            )
        word, refused = write_house(rules), outcome().error
        return render_template(
            "rules/house/shared.html",
            house=_told(rules, shared_key(word)),
            word=word,
            standing=_standing(book, rules),
            error=answer(refused) if refused else "",
            name=outcome().typed("house", rules.name),
        )

    return bp


def link_to(rules: HouseRules, phones: Phones) -> str:
    """Return the link that holds house rules, at the address by which phones reach this box, without its key.

    Raises:
        SetupError: If this box does not know the game, preset or an option.
    """
    box = urlsplit(phones.address())
    return f"{box.scheme}://{box.netloc}/house/shared?rules={write_house(rules)}"


def _code(link: str) -> Markup:
    return Markup(segno.make(link, error="m", micro=False).svg_inline(border=2, omitsize=True))


def word_in(text: str) -> str:
    """Find the word of house rules in what a person pasted: the whole link, or the word alone.

    >>> word_in(" http://192.168.1.20:8000/house/shared?rules=1.abc.00000000 ")
    '1.abc.00000000'
    """
    found = text[:LONGEST_LINK].strip()
    if "rules=" in found:
        found = found.rpartition("rules=")[2]
    return re.split(r"[&#\s]", found, maxsplit=1)[0]


@dataclass(frozen=True, slots=True)
class HouseView:
    """House rules in words."""

    name: str
    version: int
    title: str
    """Name and version."""
    game: str
    preset_title: str
    key: str
    """By which a form chooses them."""
    lines: Sequence[OptionLine]
    refused: str
    """Why this box cannot play them; empty if it can."""
    number: int = 0
    """By which they are kept; 0 where they are not."""
    count: int = 0
    """So many versions are kept."""
    kept: str = ""
    """When this version was kept, in words."""


def _summary(kept: SavedHouseRules) -> HouseView:
    """Describe the newest version of house rules that are kept."""
    return replace(_told(kept.newest, key_of(kept)), number=kept.number, count=len(kept.versions))


def _told(rules: HouseRules, key: str) -> HouseView:
    """Describe house rules in words; such as this box cannot play say why not."""
    refused, lines = "", []
    try:
        write_house(rules)
        lines = lines_of(rules)
    except SetupError as error:
        refused = sentence(error)
    return HouseView(
        rules.name,
        rules.version,
        house_title(rules),
        rules.game,
        preset_title(rules.game, rules.preset),
        key,
        lines,
        refused,
    )


def _standing(book: HouseRulesStore, rules: HouseRules) -> str:
    """Tell how house rules that came in a link stand to those that this box keeps."""
    kept = book.find(rules.game, rules.name)
    if kept is None:
        return ""
    here = kept.newest
    if (here.preset, here.values) == (rules.preset, rules.values):
        return _("This box has the same rules: {rules}.", rules=house_title(here))
    version = max(here.version + 1, rules.version)
    return _(
        "This box has other rules of this name: {rules}. Kept by this name, these become version {version}.",
        rules=house_title(here),
        version=version,
    )


def typed_options(kept: SavedHouseRules, form: Mapping[str, str]) -> dict[str, OptionValue]:
    """Read the options of the form that changes house rules; a switch that was touched counts as typed."""
    info = game_info(kept.newest.game)
    return options_of_form(info, mended(info, form)[0])


def _change_form(kept: SavedHouseRules) -> str:
    info, error, form = game_info(kept.newest.game), outcome().error, request.form
    preset, options = kept.newest.preset, kept.newest.options
    if request.method == "POST":
        preset, options = form.get("preset", ""), typed_options(kept, form)
    picked = preset if preset in {one.name for one in info.presets} else None
    return render_template(
        "rules/house/change.html",
        house=_summary(kept),
        info=info,
        preset=preset,
        typed={f"option-{key}": str(value).lower() for key, value in options.items()},
        option_text=option_text,
        house_rules=True,
        error=answer(error) if error else "",
        switches=switches(error, info, info.preset(picked)) if error else [],
        now=mended(info, form)[1] if not error else "",
    )
