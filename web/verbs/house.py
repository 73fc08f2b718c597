"""Verbs of what the house has chosen, of its lamps and sounds, and the one that stops the box."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, get_args

from flask import Response, after_this_request, flash, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.messages import MessageError
from engine.record import About, Within, write
from web.auth import cookies
from web.auth.access import must_be
from web.box.language_choice import COOKIE
from web.box.status import match_in_tournament, starts_again
from web.errors import MalformedError, RefusedError, sentence
from web.house.settings import KINDS, VOICE, ChosenBy, Settings
from web.language.catalogue import LANGUAGES
from web.language.locale import _
from web.language.points import Pips, Points
from web.language.speech import Level
from web.ports import Role, TrialError
from web.request_body import Body
from web.verbs.verb import Answer, Json, Parts, Verb, done, shape, there

_CHOSEN_BY: dict[str, Role] = {
    key: choice.role
    for key, kind in KINDS.items()
    for choice in get_args(kind)
    if isinstance(choice, ChosenBy)
}
"""The settings that are chosen as such, and who may."""

CHOSEN = Answer(shape({name: KINDS[name] for name in _CHOSEN_BY}), description="As it is chosen now.")


def chosen(settings: Settings) -> Json:
    """Write the settings that are chosen as such."""
    kept: Json = write(settings)
    return {name: kept[name] for name in _CHOSEN_BY}


class ChooseSettings(Verb, answer=CHOSEN, some={name: KINDS[name] for name in _CHOSEN_BY}):
    """Choose some of it: what is left out stays. Numbering and pips are for players, the rest for admins."""

    def do(self, on: Parts) -> Json:
        sent = self.chosen()
        if any(_CHOSEN_BY[name] == "admin" for name in sent):
            must_be("admin")
        if sent:
            on.settings.set(**sent)
        return chosen(on.settings.get())


class _OnPage(Verb):
    """Settings that a page chooses, and programs by `ChooseSettings`."""

    def do(self, on: Parts) -> str:
        on.settings.set(**{one.name: getattr(self, one.name) for one in fields(self)})
        return self.told()

    def told(self) -> str:
        """Write what was chosen."""
        return ""


class ChooseLevels(_OnPage, page="/sound"):
    """Choose what voice, buzzer and phones let hear."""

    hears: Level
    hears_buzzer: Level
    hears_phones: Level

    def told(self) -> str:
        return _("So it is from now on, also after a restart.")


class ChooseNumbering(_OnPage):
    """Choose how the points of a board are numbered."""

    points: Points

    def told(self) -> str:
        return _("So the points are numbered from now on, on every phone, on television and by the voice.")


class ChoosePips(_OnPage):
    """Choose whether pip counts are shown."""

    pips: Pips

    def told(self) -> str:
        if self.pips == "shown":
            return _("Pip counts are shown from now on, on every phone and on television.")
        return _("Pip counts are not shown any more.")


class ChooseVoice(_OnPage, page="/language"):
    """Choose the language of the box's voice."""

    language: Annotated[str, VOICE]


class ChooseLanguage(Verb, page="/language"):
    """Choose the language of a phone; without one its browser says which."""

    language: str = ""

    def do(self, on: Parts) -> str:
        return ""

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        back = redirect(self.page, code=303)
        if self.language in LANGUAGES:
            cookies.keep(back, COOKIE, self.language)
        else:
            cookies.drop(back, COOKIE)
        return back


class TryOutput(Verb, page="/sound#try-{what}"):
    """Try a lamp or a sound."""

    what: Annotated[str, Within(0, 40), About("The name of a lamp or a sound, as listed.")]

    def do(self, on: Parts) -> str:
        if self.what not in {one.name for one in on.lamps.outputs()}:
            raise MalformedError(_("choose a lamp or a sound to try"))
        try:
            on.lamps.test(self.what)
        except TrialError as error:
            raise RefusedError(sentence(error), status=409) from error
        return _("Tried just now. If nothing happened, look under “Nothing seen, nothing heard?”.")

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        flash(answer["done"], f"try-{self.what}")
        return redirect(self.leads(answer), code=303)

    def refused(self, on: Parts, error: MessageError) -> ResponseReturnValue | None:
        return self.went_on(on, done(sentence(error))) if isinstance(error, RefusedError) else None


class ClearFault(Verb, page="/sound#try"):
    """Say that somebody has looked at what the red lamp shines for."""

    def do(self, on: Parts) -> str:
        on.lamps.looked()
        return ""


class StopBox(Verb, needs="power"):
    """Stop the box. The game is kept, every phone is told, and only somebody at the box starts it again."""

    director: Annotated[
        bool, About("Wanted in a match in tournament mode: its director was asked, and agrees.")
    ] = False

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> StopBox:
        return cls(director="director" in request.form)

    def do(self, on: Parts) -> str:
        match, power = match_in_tournament(on.table), there(on.power)
        if match and not self.director:
            raise RefusedError(
                _(
                    "the box was not stopped, as a match in tournament mode goes on: {match}. "
                    "Ask the director first, then confirm that the director agrees",
                    match=match,
                ),
                status=409,
            )

        def farewell() -> str:
            return " ".join((_("The box has been stopped."), _("The game is kept."), starts_again(power)))

        @after_this_request
        def goes(response: Response) -> Response:
            response.call_on_close(lambda: power.stop(farewell))
            return response

        return farewell()

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        return render_template("box/stopped.html", starts=starts_again(there(on.power)))
