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
from web.rules.house_rules import LONGEST_LINK, typed_options, word_in
from web.rules.mending import FIELD
from web.rules.rule_choice import keep, kept_of, no_such_rules, rules_by_name
from web.verbs.verb import TEXT, WHOLE, Answer, Json, Parts, Verb, done, shape, shown

_NAME = Annotated[str, Within(0, 200)]
_PRESET = Annotated[
    str | None, Within(0, 40), About("A named set of rules; left out, the first of the game.")
]
_KEPT = Answer(shape({"done": TEXT, "number": WHOLE}), status=201, description="It is kept.")


def _kept(kept: SavedHouseRules) -> Json:
    rules = isolated(kept.rules.name)
    return done(_("Kept: {rules}. It stands in the list of rules now.", rules=rules), number=kept.number)


class KeepRules(Verb, answer=_KEPT):
    """Keep rules under a name."""

    game: Game
    name: _NAME
    preset: _PRESET = None
    options: Options = field(default_factory=dict)

    def do(self, on: Parts) -> Json:
        info = game_info(self.game)
        rules = rules_by_name(info, info.preset(self.preset).name, self.options, name=self.name)
        return _kept(keep(on.house, rules))


class KeepSharedRules(Verb, answer=_KEPT, page="/house/shared", reply="beside"):
    """Keep house rules that came in a link."""

    rules: Annotated[str, Within(0, LONGEST_LINK), About("The link, or its word alone.")]
    name: _NAME

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> KeepSharedRules:
        return cls(rules=form.text("rules", longest=LONGEST_LINK), name=form.text("house"))

    def do(self, on: Parts) -> Json:
        rules = read_house(word_in(self.rules))
        named = rules_by_name(game_info(rules.game), rules.preset, rules.options, name=self.name)
        return _kept(keep(on.house, named))

    def leads(self, answer: Json) -> str:
        return f"/house/{answer['number']}"


class ChangeRules(Verb, answer=_KEPT, page="/house/{number}/change", reply="beside"):
    """Change house rules; games that have begun keep theirs."""

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
        info = game_info(kept.rules.game)
        rules = rules_by_name(info, info.preset(self.preset).name, self.options, name=kept.rules.name)
        if FIELD in request.form:  # a switch was touched, and the rules go together now
            return ""
        return _kept(keep(on.house, rules, number=self.number))

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
        return kept_of(on.house, self.number).rules.name


class DeleteRules(Verb, page="/house"):
    """Delete house rules; games that used them keep theirs."""

    number: int

    def asks(self, on: Parts) -> bool:
        return bool(kept_of(on.house, self.number))

    def do(self, on: Parts) -> str:
        kept = kept_of(on.house, self.number)
        try:
            on.house.delete(self.number)
        except KeyError as error:  # deleted in this moment
            raise no_such_rules() from error
        name = isolated(kept.rules.name)
        return _("“{name}” was deleted. Games that were played by it still say so.", name=name)
