"""A new game with names and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, flash, redirect, render_template, request
from flask.typing import ResponseReturnValue

from engine.errors import SetupError
from engine.events import Setup
from engine.house import HouseRules
from engine.messages import MessageError
from engine.names import trimmed
from engine.notation import LONGEST_ID
from engine.options import GameInfo, OptionValue
from engine.registry import game_info, games, make_rules
from engine.table import Table
from engine.table.state import new_model
from web.auth.access import may_change
from web.errors import ForgedError, MalformedError, Told, status_of
from web.games import page_of
from web.house.house_rules import HouseRulesStore
from web.house.people import People
from web.language.bidi import isolated
from web.language.labels import game_title, preset_title
from web.language.locale import _
from web.match.shown import OnTable
from web.ports import TrayCamera
from web.request_body import clean_names, form_body
from web.rules import match_form, seating
from web.rules.begin import begin as begin_game
from web.rules.differences import option_text
from web.rules.mending import FIELD, mended, switches
from web.rules.rule_choice import chosen, house_lines, keep, key_of, options_of_form, rules_by_name
from web.rules.rule_links import answer


def blueprint(
    table: Table, book: HouseRulesStore, people: People, sight: TrayCamera | None, shown: OnTable
) -> Blueprint:
    """Build the page on which a game begins; `shown` is the game on the table as each phone sees it."""
    bp = Blueprint("setup", __name__)

    @bp.get("/new")
    def ask() -> ResponseReturnValue:
        info = _asked()
        try:
            chosen(info, request.args.get("preset", ""))
        except Told as error:
            return form_of(info, {}, error=error), status_of(error)
        return form_of(info, request.args)

    @bp.post("/new")
    def begin() -> ResponseReturnValue:
        info = _asked()
        if FIELD in request.form:
            return mend(info)
        if seating.FIELD in request.form:
            form_body()
            sitting, number = request.form.getlist("name"), request.form[seating.FIELD]
            names = seating.touched(sitting, number, people, seats=max(info.players))
            return form_of(info, request.form, names=names)
        try:
            setup = _setup(info, book)
            begin_game(table, people, setup, position=_position(setup), request=form_body().mark)
        except Told as error:
            return form_of(info, request.form, error=error), 400
        wanted = chosen(info, request.form.get("preset", "")).house
        if wanted is not None and setup.house is None:
            flash(
                _(
                    "The rules differ from “{rules}”, so this game does not carry that name.",
                    rules=isolated(wanted.name),
                )
            )
        return redirect(leads_on(sight, may_change=may_change(), game=table.model.game), code=303)

    def mend(info: GameInfo) -> ResponseReturnValue:
        """Show the form with the switch that was touched, and what contradicts it then, if anything."""
        typed, now = mended(info, request.form)
        try:
            preset, options, _house = _rules(info, typed)
            seats = sum(bool(name.strip()) for name in request.form.getlist("name"))
            players = seats if seats in info.players else max(info.players)
            make_rules(info.name, preset, options=options, players=players)
            match_form.match_of_form(info, preset, options, typed)
        except Told as error:
            return form_of(info, typed, error=error), status_of(error) if status_of(error) != 422 else 400
        return form_of(info, typed, now=now)

    @bp.post("/new/keep")
    def keep_rules() -> ResponseReturnValue:
        """Keep what the form chooses under a name, and lead to the form with that chosen."""
        info = _asked()
        if FIELD in request.form:
            return mend(info)
        try:
            name = form_body().text("house")
            preset, options, _house = _rules(info, request.form)
            rules = rules_by_name(info, preset, options, name=name)
            kept = keep(book, rules)
        except Told as error:
            return form_of(info, request.form, error=error), status_of(error)
        flash(_("Kept: {rules}. It stands in the list of rules now.", rules=isolated(kept.rules.name)))
        typed = [
            ("game", info.name),
            ("preset", key_of(kept.rules)),
            ("begins", request.form.get("begins", "")),
        ]
        typed += [("name", name) for name in request.form.getlist("name")]
        typed += match_form.written_in(request.form)
        return redirect(f"/new?{urlencode(typed)}", code=303)

    @bp.errorhandler(ForgedError)
    def forged(error: ForgedError) -> ResponseReturnValue:
        """Show the form again, fresh, with what was typed."""
        try:
            info = _asked()
        except MalformedError:
            info = games()[0]
        return form_of(info, request.form, error=error), error.status

    def form_of(
        info: GameInfo,
        typed: Mapping[str, str],
        *,
        error: MessageError | None = None,
        now: str = "",
        names: list[str] | None = None,
    ) -> str:
        return _form(info, shown, people, book, typed, error=error, now=now, names=names)

    return bp


def leads_on(sight: TrayCamera | None, *, may_change: bool, game: int) -> str:
    """Tell where a phone goes after a game was chosen: to the eye, if nobody has set it up yet.

    Args:
        sight: How the eye is set up; None where it cannot be.
        may_change: Whether the phone may change the box.
        game: Number of the game that was begun.
    """
    is_first = sight is not None and may_change and game == 1 and sight.is_new()
    return "/eye?first=1" if is_first else "/"


def _asked() -> GameInfo:
    """Tell which game the form is about."""
    name = request.values.get("game", "")
    try:
        return game_info(name) if name else games()[0]
    except SetupError as error:
        raise MalformedError(error.message) from error


def _form(
    info: GameInfo,
    table: OnTable,
    people: People,
    book: HouseRulesStore,
    typed: Mapping[str, str],
    *,
    error: MessageError | None,
    now: str,
    names: list[str] | None,
) -> str:
    names = _names(info, table, people, names)
    key = typed.get("preset", "")
    kept = house_lines(info, key, book)
    own = next((line for line in kept if line.key == key), None)
    if own is None and key not in {one.name for one in info.presets}:
        key = info.presets[0].name
    picked, rules = (own.preset, own.title) if own else (key, preset_title(info.name, key))
    is_own = any(typed.get(f"option-{option.key}") for option in info.options)
    return render_template(
        "rules/new.html",
        games=games(),
        info=info,
        names=names,
        offers=seating.offers(people.all(), names),
        offered=seating.OFFERED,
        is_full=all(map(trimmed, names)),
        ways={one.name: _way(one, names) for one in games()},
        preset=key,
        kept=kept,
        typed=typed,
        error=answer(error) if error else "",
        switches=switches(error, info, info.preset(picked)) if error else [],
        now=now,
        playing=table.has_game,
        mark=f"new-{table.model.seq if table.has_game else 0}-{info.name}",
        option_text=option_text,
        match=match_form.fields_of(info, typed),
        house_rules=is_own,
        rules=rules,
        rules_are_kept=own is not None,
        rules_are_open=bool(error or now or is_own or typed.get("rule") or typed.get("id")),
    )


def _way(info: GameInfo, names: list[str]) -> str:
    """Return the address of the form for a game, with those who sit down already."""
    sitting = [name for name in names if trimmed(name)] if "name" in request.values else []
    asked = [("game", info.name), *(("name", name) for name in sitting[: max(info.players)])]
    return f"/new?{urlencode(asked)}"


def _names(info: GameInfo, table: OnTable, people: People, sitting: list[str] | None) -> list[str]:
    """Fill the seats with what was typed, else those who play now, else those who played last."""
    seats = max(info.players)
    if sitting is not None:
        return [*sitting, "", "", "", ""][:seats]
    if "name" in request.values or request.method == "POST":
        return [*request.values.getlist("name"), "", "", "", ""][:seats]
    if table.has_game:
        usual = list(table.model.setup.names)
    else:
        everyone = people.all()
        usual = seating.by_signs(seating.last_players(everyone)[:seats], everyone)
    return [*usual, "", "", "", ""][:seats]


def _setup(info: GameInfo, book: HouseRulesStore) -> Setup:
    """Read the form; rules that it names are kept."""
    form = request.form
    names = clean_names(tuple(form.getlist("name")))
    if len(names) not in info.players:
        least, most = min(info.players), max(info.players)
        raise MalformedError(
            _(
                "{game} is played by {players} people: give their names",
                game=game_title(info.name),
                players=most,
            )
            if least == most
            else _(
                "{game} is played by {least} to {most} people: give their names",
                game=game_title(info.name),
                least=least,
                most=most,
            )
        )
    begins = form_body().whole_or_none("begins")
    if begins is not None:
        begins = _seat_after_leaving_out(form.getlist("name"), begins)
    preset, options, house = _rules(info, form)
    if name := form.get("house", "").strip():
        rules = rules_by_name(info, preset, options, name=name, players=len(names))
        house = keep(book, rules).rules
    match = match_form.match_of_form(info, preset, options, form)
    if match is not None and house is not None:
        played = {"jacoby": match.match.jacoby, "beavers": match.match.beavers}
        house = house if {key: house.values[key] for key in played} == played else None
    return Setup(info.name, preset, names, options, begins, house, match=match)


def _position(setup: Setup) -> dict[str, Any] | None:
    """Read the position from which the game begins; None where it begins as the rules have it."""
    if not form_body().has("id"):
        return None
    rules = new_model(setup, game=0, seq=0).rules
    return page_of(setup.game).of_id(rules, form_body().text("id", longest=LONGEST_ID), 1)


def _rules(info: GameInfo, form: Mapping[str, str]) -> tuple[str, dict[str, OptionValue], HouseRules | None]:
    """Read by which rules: the preset, what differs from it, and the house rules if it is just those."""
    picked = chosen(info, form.get("preset", ""))
    options = {**picked.options, **options_of_form(info, form)}
    in_force = info.in_force(picked.preset, options)
    house = picked.house
    if house is not None and all(in_force[key] == value for key, value in house.values.items()):
        return house.preset, house.options, house
    return picked.preset.name, options, None


def _seat_after_leaving_out(names: list[str], seat: int) -> int:
    if seat >= len(names) or not names[seat].strip():
        raise MalformedError(
            _("nobody sits on the seat that is to begin: give a name, or choose another seat")
        )
    return sum(1 for name in names[:seat] if name.strip())
