"""House rules: the list of those that are kept; each to be changed, shared and deleted.

Keeping and changing is for phones that play, as every game holds the rules that it began with. Renaming and
deleting is for phones that may change the box.
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
from web.language.bidi import isolated
from web.language.labels import preset_title
from web.language.locale import _
from web.request_body import outcome
from web.rules.differences import OptionLine, lines_of, option_text
from web.rules.mending import mended, switches
from web.rules.rule_choice import (
    kept_of,
    key_of,
    options_of_form,
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
        link = "" if summary.refused else link_to(kept.rules, phones)
        code = _code(link) if link else ""
        return render_template(
            "rules/house/one.html",
            house=summary,
            link=link,
            code=code,
            error=outcome().refusal,
            name=outcome().typed("name", kept.rules.name),
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
            house=_told(rules),
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
    game: str
    preset_title: str
    key: str
    """By which a form chooses them; empty where this box cannot play them."""
    lines: Sequence[OptionLine]
    refused: str
    """Why this box cannot play them; empty if it can."""
    number: int = 0
    """By which they are kept; 0 where they are not."""


def _summary(kept: SavedHouseRules) -> HouseView:
    return replace(_told(kept.rules), number=kept.number)


def _told(rules: HouseRules) -> HouseView:
    """Describe house rules in words; such as this box cannot play say why not."""
    key, refused, lines = "", "", []
    try:
        key = key_of(rules)
        lines = lines_of(rules)
    except SetupError as error:
        refused = sentence(error)
    return HouseView(
        rules.name,
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
    here = kept.rules
    if (here.preset, here.values) == (rules.preset, rules.values):
        return _("This box has the same rules: {rules}.", rules=isolated(here.name))
    return _(
        "This box has other rules of this name: {rules}. Kept by this name, these take their place.",
        rules=isolated(here.name),
    )


def typed_options(kept: SavedHouseRules, form: Mapping[str, str]) -> dict[str, OptionValue]:
    """Read the options of the form that changes house rules; a switch that was touched counts as typed."""
    info = game_info(kept.rules.game)
    return options_of_form(info, mended(info, form)[0])


def _change_form(kept: SavedHouseRules) -> str:
    info, error, form = game_info(kept.rules.game), outcome().error, request.form
    preset, options = kept.rules.preset, kept.rules.options
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
