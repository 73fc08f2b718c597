"""Verbs of house rules: keeping, changing, renaming and deleting them."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from flask import request
from flask.typing import ResponseReturnValue

from engine.notation import read_house
from engine.record import About, Within
from engine.registry import game_info
from web.errors import MalformedError, SameNameError
from web.game.actions import Game, Options
from web.house.house_rules import SavedHouseRules
from web.language.bidi import isolated
from web.language.locale import _
from web.request_body import Body, Outcome
from web.rules.differences import house_title
from web.rules.house_rules import LONGEST_LINK, typed_options, word_in
from web.rules.mending import FIELD
from web.rules.rule_choice import keep, kept_of, no_such_rules, rules_by_name
from web.verbs.verb import TEXT, WHOLE, Answer, Json, Parts, Verb, done, shape, shown

_NAME = Annotated[str, Within(0, 200)]
_PRESET = Annotated[
    str | None, Within(0, 40), About("A named set of rules; left out, the first of the game.")
]
_KEPT = Answer(
    shape({"done": TEXT, "number": WHOLE, "version": WHOLE}), status=201, description="It is kept."
)


def _kept(kept: SavedHouseRules, text: str) -> Json:
    return done(text, number=kept.number, version=kept.newest.version)


def _is_new(kept: SavedHouseRules) -> Json:
    told = _("Kept: {rules}. It stands in the list of rules now.", rules=house_title(kept.newest))
    return _kept(kept, told)


class KeepRules(Verb, answer=_KEPT):
    """Keep rules under a name."""

    game: Game
    name: _NAME
    preset: _PRESET = None
    options: Options = field(default_factory=dict)

    def do(self, on: Parts) -> Json:
        info = game_info(self.game)
        rules = rules_by_name(info, info.preset(self.preset).name, self.options, name=self.name)
        return _is_new(keep(on.house, rules))


class KeepSharedRules(Verb, answer=_KEPT, page="/house/shared", reply="beside"):
    """Keep house rules that came in a link."""

    rules: Annotated[str, Within(0, LONGEST_LINK), About("The link, or its word alone.")]
    name: _NAME

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> KeepSharedRules:
        return cls(rules=form.text("rules", longest=LONGEST_LINK), name=form.text("house"))

    def do(self, on: Parts) -> Json:
        rules = read_house(word_in(self.rules))
        named = rules_by_name(
            game_info(rules.game), rules.preset, rules.options, name=self.name, version=rules.version
        )
        return _is_new(keep(on.house, named))

    def leads(self, answer: Json) -> str:
        return f"/house/{answer['number']}"


class ChangeRules(Verb, answer=_KEPT, page="/house/{number}/change", reply="beside"):
    """Keep the next version of house rules."""

    number: int
    preset: _PRESET = None
    options: Options = field(default_factory=dict)

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> ChangeRules:
        number = form.whole("number")
        options = typed_options(kept_of(on.house, number), request.form)
        return cls(number=number, preset=request.form.get("preset") or None, options=options)

    def do(self, on: Parts) -> Json | str:
        kept = kept_of(on.house, self.number)
        info = game_info(kept.newest.game)
        rules = rules_by_name(info, info.preset(self.preset).name, self.options, name=kept.newest.name)
        if FIELD in request.form:  # a switch was touched, and the rules go together now
            return ""
        now = keep(on.house, rules, number=self.number)
        if now.newest.version == kept.newest.version:
            version = now.newest.version
            return _kept(now, _("Nothing was changed: this is still version {version}.", version=version))
        title = house_title(now.newest)
        return _kept(now, _("Kept: {rules}. Games stay with the version that they began with.", rules=title))

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        if "number" not in answer:
            return shown(type(self), {"number": self.number}, Outcome("ChangeRules"), 200)
        return Verb.went_on(self, on, answer)

    def leads(self, answer: Json) -> str:
        return f"/house/{self.number}"


class RenameRules(Verb, page="/house/{number}", reply="quiet"):
    """Call house rules something else."""

    number: int
    name: _NAME

    def do(self, on: Parts) -> str:
        kept = kept_of(on.house, self.number)
        try:
            on.house.rename(kept.number, self.name)
        except SameNameError as error:
            raise MalformedError(
                _("there are house rules “{name}” of this game already: choose another name", name=self.name)
            ) from error
        except KeyError as error:  # deleted in this moment
            raise no_such_rules() from error
        return kept_of(on.house, self.number).newest.name


class DeleteRules(Verb, page="/house"):
    """Delete house rules with all versions; games that used them keep theirs."""

    number: int

    def asks(self, on: Parts) -> bool:
        return bool(kept_of(on.house, self.number))

    def do(self, on: Parts) -> str:
        kept = kept_of(on.house, self.number)
        try:
            on.house.delete(self.number)
        except KeyError as error:  # deleted in this moment
            raise no_such_rules() from error
        name = isolated(kept.newest.name)
        return _("“{name}” was deleted. Games that were played by it still say so.", name=name)
