"""Who may use which address: every route has a rule, and what a phone may not do is refused in words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.house import house_rules
from engine.throw import Cowries
from ports_for_tests import House
from roles_of_programs import NEEDS_OF_PROGRAMS
from web.auth.roles import RANK, allow, check, needed, suffices
from web.ports import Role

NEEDS: Mapping[str, Role] = {
    "GET static": "watcher",
    # the game
    "GET play.show": "watcher",
    "GET play.board": "watcher",
    "GET play.where": "watcher",
    "GET play.photograph": "watcher",
    "POST numbering.choose": "player",
    "GET television.show": "watcher",
    "GET overlay.show": "watcher",
    "GET spoken_page.show": "watcher",
    "GET spoken_page.places": "watcher",
    "GET spoken_page.turn": "watcher",
    "GET spoken_page.clock": "watcher",
    "GET seats_page.show": "player",
    "POST play.act_seats": "player",
    "POST play.act_throws": "player",
    "POST play.act_moves": "player",
    "POST play.act_board": "player",
    "POST play.act_corrections": "player",
    "POST play.act_answers": "player",
    "POST play.act_undo": "player",
    "POST play.act_redo": "player",
    "POST play.act_positions": "player",
    "POST play.act_games": "player",
    "POST play.act_rematch": "player",
    "POST play.act_next-game": "player",
    "POST play.act_void": "player",
    "POST play.act_pause": "player",
    "POST play.act_end-pause": "player",
    "GET ending_page.ask": "player",
    "POST numbering.count": "player",
    "GET conduct_page.show": "watcher",
    "POST play.act_conduct": "admin",
    "POST api.conduct": "admin",
    "GET event_pages.show": "watcher",
    "POST play.act_endings": "player",
    "GET clock_page.ask": "player",
    "POST play.act_times": "player",
    "POST play.act_turn-ends": "player",
    "GET setup.ask": "watcher",
    "POST setup.begin": "player",
    # house rules: what is kept or changed loses nothing, as every version stays; a name and a deletion do
    "POST setup.keep_rules": "player",
    "GET house.everything": "watcher",
    "GET house.one": "watcher",
    "GET house.ask_change": "player",
    "POST house.change": "player",
    "POST house.rename": "admin",
    "GET house.ask_delete": "admin",
    "POST house.delete": "admin",
    "GET house.shared": "watcher",
    "POST house.keep_shared": "player",
    "GET api.house": "watcher",
    # players: another name loses nothing, as the earlier one means them, too; to merge and delete does
    "GET people.everyone": "watcher",
    "GET people.as_json": "watcher",
    "GET people.one": "watcher",
    "POST people.change": "player",
    "POST people.merge": "admin",
    "GET people.ask_delete": "admin",
    "POST people.delete": "admin",
    # programs and the page's script
    "GET api.read_state": "watcher",
    "GET api.snapshot": "watcher",
    "POST api.throws": "player",
    "POST api.moves": "player",
    "POST api.board": "player",
    "POST api.corrections": "player",
    "POST api.answers": "player",
    "POST api.undo": "player",
    "POST api.redo": "player",
    "POST api.seats": "player",
    "POST api.positions": "player",
    "POST api.games": "player",
    "POST api.rematch": "player",
    "POST api.next-game": "player",
    "POST api.void": "player",
    "POST api.pause": "player",
    "POST api.end-pause": "player",
    "POST api.endings": "player",
    "POST api.times": "player",
    "POST api.turn-ends": "player",
    "GET live.events": "watcher",
    "GET live.stream": "watcher",
    # what was played, and the rules
    "GET history.all_games": "watcher",
    "GET history.one_game": "watcher",
    "GET history.one_step": "watcher",
    "GET history.record": "watcher",
    "GET history.turns": "watcher",
    "GET history.turn_record": "watcher",
    "GET history.all_throws": "watcher",
    "GET matches.everything": "watcher",
    "GET matches.show": "watcher",
    "GET matches.file": "watcher",
    "GET keeping.export": "watcher",
    "GET keeping.export_all": "watcher",
    "GET keeping.ask": "admin",
    "POST keeping.delete": "admin",
    "GET opening.ask": "admin",
    "POST opening.open_it": "admin",
    "GET backup.about": "admin",
    "POST backup.make": "admin",
    "GET backup.file": "admin",
    "POST backup.take_back": "admin",
    "POST backup.take_piece": "admin",
    "POST backup.leave": "admin",
    "GET games_file.about": "admin",
    "POST games_file.send": "admin",
    "GET games_file.look": "admin",
    "POST games_file.keep": "admin",
    "POST games_file.leave": "admin",
    "GET rules.in_force": "watcher",
    "GET rules.rules_of": "watcher",
    "GET rules.rules_by": "watcher",
    "GET guide.guide": "watcher",
    "GET guide.printed": "watcher",
    # other programs: passwords and addresses of the house; what a message holds is no secret
    "GET connections.show": "admin",
    "POST connections.choose": "admin",
    "POST connections.renew": "admin",
    "POST connections.add_hook": "admin",
    "POST connections.change_hook": "admin",
    "GET connections.every": "watcher",
    "GET connections.one": "watcher",
    # the box
    "GET status.show": "player",  # what the box says of itself names no phone, no key and shows no picture
    "GET camera_stream.stream": "watcher",  # the tray; an admin sees the room
    "GET camera_stream.webcam": "watcher",
    "GET metrics.read": "watcher",  # counts, and nobody's name
    "GET status.read": "player",
    "GET status.ask_to_stop": "admin",
    "POST status.stop": "admin",
    "GET wiring.show": "watcher",
    "GET wiring.header": "watcher",
    "GET eye.show": "admin",  # the camera's live picture shows the room
    "GET eye.picture": "admin",
    "GET eye.state": "admin",
    "GET eye.seen": "admin",
    "POST eye.save": "admin",
    "POST eye.find": "admin",
    "POST eye.whole": "admin",
    "POST eye.back": "admin",
    "POST eye.lies": "admin",
    "POST eye.light": "admin",
    "POST eye.hold": "admin",
    "POST eye.read": "admin",
    "POST eye.forget": "admin",
    "GET board.show": "admin",  # as the eye's
    "GET board.picture": "admin",
    "GET board.state": "admin",
    "POST board.save": "admin",
    "POST board.refine": "admin",
    "POST board.take_marked": "admin",
    "POST board.colours": "admin",
    "POST board.game": "admin",
    "POST board.empty": "admin",
    "POST board.moved": "admin",
    "POST board.back": "admin",
    "POST board.forget": "admin",
    # the board in a game: cut to its outline, so that no room is seen
    "GET board_seen.show": "watcher",
    "GET board_seen.part": "watcher",
    "GET board_seen.picture": "watcher",
    "POST board_seen.right": "player",
    "POST board_seen.switches": "player",
    # trusting the box, and installing its page
    "GET install.steps": "watcher",
    "GET install.certificate": "watcher",
    "GET install.manifest": "watcher",
    "GET install.worker": "watcher",
    "GET install.away": "watcher",
    "GET outputs.ask": "admin",
    "POST outputs.choose": "admin",
    "POST outputs.test": "admin",
    "POST outputs.looked": "admin",
    "GET paired.phone": "watcher",  # who watches comes in here while the box's button holds the door open
    "GET paired.everyone": "player",
    "POST paired.rename": "player",  # its own name; an admin, anyone's
    "GET paired.ask_change": "admin",
    "POST paired.change": "admin",
    "GET paired.ask_unpair": "admin",
    "POST paired.unpair": "admin",
    "POST paired.add_token": "admin",
    "POST paired.change_token": "admin",
    "GET paired.ask_take_back": "admin",
    "POST paired.take_back": "admin",
    "GET paired.leave": "watcher",
    "POST paired.left": "player",
    "GET tongues.ask": "watcher",
    "POST tongues.choose": "watcher",  # changes nothing but this phone's own cookie
    "POST tongues.choose_voice": "admin",
    **NEEDS_OF_PROGRAMS,
}
"""Method and endpoint → the least role that may: what the routes must say of themselves."""

_OF_PLACES = {"number": 1, "step": 0, "row": 0, "ago": 0, "tag": "0123"}
PARTS = _OF_PLACES | {
    "name": "throws",
    "phone": "player",
    "token": "token-1",
    "game": "pachisi",
    "filename": "css/page.css",
}
"""What stands in the variable parts of addresses here."""


@pytest.fixture
def house(house: House) -> House:
    house.book.keep(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
    house.people.remember(["Asha", "Ravi"], game=1)
    house.start()
    house.table.throw(Cowries(3, 4))
    house.app.extensions["writes"].holds = 10_000.0
    return house


def routes(house: House) -> list[tuple[str, Rule]]:
    """List every route of the page with each of its methods."""
    return [
        (method, rule)
        for rule in house.app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


def address(rule: Rule) -> str:
    built = rule.build({part: PARTS.get(part, "x") for part in rule.arguments})
    assert built is not None, rule
    return str(built[1])


def client(house: House, role: Role) -> FlaskClient:
    if role == "watcher":
        return house.watcher()
    return (house.player() if role == "player" else house.admin()).client


def test_every_route_says_who_may_use_it_and_no_rule_is_left_over(house: House) -> None:
    views = house.app.view_functions
    said = {f"{method} {rule.endpoint}": needed(views[rule.endpoint]) for method, rule in routes(house)}
    assert said == NEEDS


def test_an_app_with_a_route_that_says_nothing_is_not_built_and_the_route_is_for_admins(house: House) -> None:
    app = Flask("of this test")
    allow("watcher")(app.view_functions["static"])
    check(app)

    @app.get("/silent")
    def silent() -> str:
        return "here"

    assert needed(silent) == "admin"
    with pytest.raises(ValueError, match="who may use silent"):
        check(app)


def test_nothing_changes_by_looking_and_nothing_but_the_own_language_by_watching() -> None:
    for_watchers = {name for name, role in NEEDS.items() if role == "watcher" and not name.startswith("GET ")}
    assert for_watchers == {"POST tongues.choose"}
    assert all(name.startswith(("GET ", "POST ")) for name in NEEDS)


@pytest.mark.parametrize("role", ["watcher", "player"])
def test_what_a_role_may_not_do_is_refused_in_plain_words(house: House, role: Role) -> None:
    before = (house.journal.last_seq(), dict(house.phones.roles), dict(house.phones.names))
    refused = 0
    for method, rule in routes(house):
        if suffices(role, NEEDS[f"{method} {rule.endpoint}"]):
            continue
        phone = client(house, role)
        state = phone.get("/api/v1/state").get_json()
        # A wrong token is no way around, and a right one is not enough.
        answer = phone.open(
            address(rule), method=method, headers={"X-CSRF-Token": state.get("csrf", "")}, data={}
        )
        assert answer.status_code == 403, (method, rule)
        words = "may only watch" if role == "watcher" else "only an admin"
        text = answer.get_json()["error"] if rule.rule.startswith("/api/") else answer.text
        assert words in text, (method, rule)
        assert "Traceback" not in text
        assert [str(kept.newest) for kept in house.book.everything()] == ["Ours, version 1"]
        refused += 1
    assert refused > (15 if role == "watcher" else 5)
    assert (house.journal.last_seq(), house.phones.roles, house.phones.names) == before


@pytest.mark.parametrize("role", ["watcher", "player", "admin"])
def test_what_a_role_may_do_is_not_refused_for_its_role(house: House, role: Role) -> None:
    for method, rule in routes(house):
        if rule.endpoint.startswith("live.") or not suffices(role, NEEDS[f"{method} {rule.endpoint}"]):
            continue
        phone = client(house, role)
        # Without the token against forged forms, so that nothing changes.
        with phone.open(address(rule), method=method) as answer:
            text = answer.text if answer.mimetype.startswith(("text", "application/json")) else ""
        assert "only an admin" not in text, (method, rule)
        if role != "watcher":
            assert "may only watch" not in text, (method, rule)


def test_every_route_that_changes_something_wants_the_token_of_its_page(house: House) -> None:
    before = (house.journal.last_seq(), dict(house.phones.roles), dict(house.phones.names))
    for method, rule in routes(house):
        if method != "POST":
            continue
        for headers in ({}, {"X-CSRF-Token": "0" * 64}):
            answer = house.admin().client.post(address(rule), data={"role": "player"}, headers=headers)
            # The play page says it where the form came from.
            assert answer.status_code == (303 if rule.rule.startswith("/act/") else 403), rule
    assert (house.journal.last_seq(), house.phones.roles, house.phones.names) == before


def test_more_is_never_less() -> None:
    assert RANK["watcher"] < RANK["player"] < RANK["admin"]
    assert not suffices("player", "admin")
