"""A match in tournament mode: no address tells any phone what can be played, or counts for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from engine.ending import Accept, Resign
from engine.errors import NotationError
from engine.game import Waits
from engine.match import Conduct
from engine.move import EndTurn
from engine.notation import position_ids
from engine.table.commands import ChangeConduct, PlayMove, SetPosition, TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House
from web.game.actions import ACTIONS
from web.game.stream import Place
from web.ports import Role

TOURNAMENT = Conduct(tournament=True)
QUIET = replace(TOURNAMENT, tells_illegal=False)
OPEN = Conduct()
PLANTED = {
    "board": [0, -2, 0, 0, 0, 0, 4, 0, 4, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 0, 0, 1, 0, 2, 0],
    "turn": 0,
}
"""Players have 178 and 136 pips: no page has these numbers for anything else."""
PIPS = (178, 136)
DRAWN = re.compile(r' (d|points|viewBox|transform|[xyr][12]?|c[xy])="[^"]*"')
"""Numbers of drawings."""
SHUT_OUT = {"board": [0, *[0] * 18, *[-2] * 6, 1], "turn": 0}
ROLES: tuple[Role, ...] = ("watcher", "player", "admin")
NO_PAGES = ("/away",)
"""What is shown while the box is away."""
ENDLESS = ("live.events", "live.stream", "camera_stream.stream")
SCHEMAS = ("/api/v1/mqtt", "/api/v1/openapi.json")
"""Addresses that describe what is told, whatever is played."""
PARTS = {
    "number": 1,
    "step": 1,
    "row": 0,
    "ago": 0,
    "game": "backgammon",
    "preset": "standard",
    "name": "throw-1",
}
"""What stands in the variable parts of addresses here."""


def client(house: House, role: Role) -> FlaskClient:
    return (
        house.watcher()
        if role == "watcher"
        else (house.player() if role == "player" else house.admin()).client
    )


def begin(
    house: House, conduct: Conduct, position: Mapping[str, object] = PLANTED, *, length: int = 3
) -> None:
    """Lay a match on the table in which the planted position is to be played with 6-5."""
    house.settings.set(pips="shown")
    house.table.start(match_setup(length, conduct=conduct))
    house.table.do(TakeThrow(Dice((6, 1))))
    house.table.do(SetPosition(position))
    house.table.do(TakeThrow(Dice((6, 5)), photo="throw-1"))


def addresses(house: House) -> Iterator[str]:
    """List every address that can be opened, but for descriptions and what has no end."""
    for rule in house.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in ENDLESS and str(rule) not in SCHEMAS:
            yield built(rule)
    yield "/api/v1/events?since=&limit=200"


def built(rule: Rule) -> str:
    parts = {part: PARTS.get(part, "x") for part in rule.arguments}
    made = rule.build(parts)
    assert made is not None
    return str(made[1])


def answers(house: House, role: Role) -> dict[str, str]:
    """Open everything with a phone; give what was said in words."""
    phone, found = client(house, role), {}
    for address in addresses(house):
        with phone.get(address) as answer:
            if answer.mimetype.startswith(("text", "application/json", "application/x-ndjson")):
                found[address] = answer.text
    return found


def help_in(house: House, text: str) -> set[str]:
    """Tell which kinds of help a text holds, by values that stand nowhere else."""
    model = house.table.model
    ids = []
    with suppress(NotationError):  # a turn that is half played has none
        match = model.setup.match
        assert match is not None
        found = position_ids(model.rules, model.state, match.match)
        ids = [found.xgid, found.gnu]
    plays = {str(move) for move in model.rules.moves(model.state)} | {
        str(t.move) for t in model.rules.taps(model.state)
    }
    kinds = {
        "legal moves": any(f">{play}<" in text or f'"{play}"' in text for play in plays if play),
        "pips": any(re.search(rf"\b{pips}\b", DRAWN.sub("", text)) for pips in PIPS),
        "position for other programs": any(one in text for one in ids if one),
        "statistics": 'class="tally"' in text and "die" in text,
        "that nothing can be played": "cannot move" in text or '"passed"' in text,
    }
    return {kind for kind, found in kinds.items() if found}


def all_help(house: House) -> set[str]:
    """Return what helps an admin, who sees more than all others."""
    return {kind for text in answers(house, "admin").values() for kind in help_in(house, text)}


def test_no_address_helps_anybody_while_the_match_goes_on(house: House) -> None:
    begin(house, TOURNAMENT)
    assert house.table.model.waits is Waits.MOVE
    for role in ROLES:
        for address, text in answers(house, role).items():
            assert not help_in(house, text), (role, address)


def test_the_same_addresses_do_help_where_the_match_is_in_no_tournament(house: House) -> None:
    begin(house, OPEN)
    assert all_help(house) == {"legal moves", "pips", "position for other programs", "statistics"}


def test_that_nothing_can_be_played_is_not_told_and_the_turn_looks_like_any_other(house: House) -> None:
    begin(house, TOURNAMENT, SHUT_OUT)
    assert house.table.model.waits is Waits.END
    for role in ROLES:
        state = client(house, role).get("/api/v1/state").get_json()
        assert (state["turn"]["waits"], state["turn"]["text"]) == ("move", "moves 6 and 5")
        assert [line["move"] for line in state["optional"]] == ["end"]
    house.table.do(PlayMove(EndTurn()))
    assert "that nothing can be played" not in all_help(house)
    house.table.do(ChangeConduct(OPEN))
    assert "that nothing can be played" in all_help(house)


def test_a_turn_in_which_much_can_be_played_offers_its_end_as_well(house: House) -> None:
    begin(house, TOURNAMENT)
    state = house.player().state()
    assert (state["turn"]["waits"], state["turn"]["text"]) == ("move", "moves 6 and 5")
    assert [line["move"] for line in state["optional"]] == ["end"]
    assert (state["taps"], state["moves"], state["freely"], state["plays_at_touch"]) == ([], [], True, False)


@pytest.mark.parametrize("conduct", [TOURNAMENT, QUIET])
def test_no_answer_to_what_a_phone_sends_helps(house: House, conduct: Conduct) -> None:
    begin(house, conduct)
    bodies: list[tuple[str, dict[str, object]]] = [
        ("moves", {"move": "8/1"}),
        ("moves", {"move": "20/18"}),
        ("moves", {"move": "end"}),
        ("board", {"player": 0, "piece": 2, "to": "p2"}),
        ("moves", {"move": "double"}),
        ("throws", {"throw": "3-1"}),
        *((action.name, {}) for action in ACTIONS),
    ]
    for name, body in bodies:
        before = house.table.model
        _, told = house.player().do(name, **body)
        assert "for example" not in str(told)
        assert not help_in(house, str(told).replace("'", '"')), (name, body)
        if house.table.model is not before:
            begin(house, conduct)


def test_an_illegal_play_is_recorded_as_it_was_done_and_looks_like_a_legal_one(house: House) -> None:
    begin(house, QUIET)
    status, state = house.player().do("board", player=0, piece=2, to="p20")
    assert (status, state["question"]) == (201, None)
    assert house.table.model.actions[-1].how == "accepted"
    for address, text in answers(house, "admin").items():
        assert "(accepted as played)" not in text, address
        assert not re.search(r'"(how|type)": ?"(accepted|move-refused)"', text), address
        assert "is not allowed" not in text or address.startswith(("/rules", "/guide", "/connections")), (
            address
        )


def test_the_stream_of_events_tells_no_help_and_tells_it_when_the_mode_is_off(house: House) -> None:
    begin(house, TOURNAMENT, SHUT_OUT)
    since = house.journal.last_seq()
    house.table.do(PlayMove(EndTurn()))

    def told() -> str:
        text = ""
        for message in house.app.extensions["live"].messages(Place("player", "a phone"), since):
            text += message
            if f"id: {house.journal.last_seq()}\n" in message:
                return text
        return text

    assert '"passed"' not in told()
    house.table.do(ChangeConduct(OPEN))
    assert '"passed"' in told()


def test_all_is_open_after_the_end(house: House) -> None:
    begin(house, TOURNAMENT, length=1)
    assert house.player().client.get("/games/1").status_code == 403
    house.table.do(PlayMove(Resign(1, 1)))
    house.table.do(PlayMove(Accept()))
    assert house.table.model.match is not None
    assert house.table.model.match.is_over
    page = house.watcher().get("/games/1")
    assert (page.status_code, 'class="tally"' in page.text) == (200, True)
    assert "Tournament mode" not in house.watcher().get("/").text
    assert house.watcher().get("/games/1.jsonl").status_code == 200


def test_games_of_a_match_in_tournament_mode_are_closed_and_all_others_open(house: House) -> None:
    house.start("backgammon", "standard")
    house.table.do(TakeThrow(Dice((3, 1))))
    begin(house, TOURNAMENT)
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    house.table.do(TakeThrow(Dice((5, 2))))
    assert house.table.model.game == 3
    phone = house.player().client
    codes = {number: phone.get(f"/games/{number}").status_code for number in (1, 2, 3)}
    assert codes == {1: 200, 2: 403, 3: 403}
    assert [
        phone.get(f"/games/2/{part}").status_code
        for part in ("record", "steps/1", "turns/0", "turns/0/record")
    ] == [403] * 4
    games = {line.split('"game": ')[1].split(",")[0] for line in phone.get("/games.jsonl").text.splitlines()}
    assert games == {"1"}
    assert "1 game" in phone.get("/games/throws").text
    listed = phone.get("/games").text
    assert ('href="/games/1"' in listed, 'href="/games/2"' in listed) == (True, False)
    assert "to be looked at when the match is over" in listed
    matches = phone.get("/matches").text
    assert ('href="/matches/2"' in matches, "on the table" in matches) == (False, True)
    assert "to be looked at when the match is over" in matches
    house.table.do(ChangeConduct(OPEN))
    assert 'href="/matches/2"' in phone.get("/matches").text
    assert [phone.get(f"/games/{number}").status_code for number in (1, 2, 3)] == [200] * 3


def test_every_page_shows_tournament_mode(house: House) -> None:
    begin(house, TOURNAMENT)
    pages = {
        address: text
        for address, text in answers(house, "admin").items()
        if text.startswith("<!doctype html>") and "Redirecting" not in text and address not in NO_PAGES
    }
    assert len(pages) > 25
    assert [address for address, text in pages.items() if "Tournament mode" not in text] == []
    house.table.do(ChangeConduct(OPEN))
    shown = {address for address, text in answers(house, "admin").items() if 'class="mode"' in text}
    assert shown == set()


def test_pip_counts_are_shown_nowhere_until_the_house_wants_them(house: House) -> None:
    house.start("backgammon", "standard")
    for path in ("/", "/tv", "/blind", "/api/v1/state", "/games/1"):
        text = house.player().client.get(path).text
        assert not re.search(r"\b167\b|\b\d+ pips", text), path
    assert "pips" not in house.player().state()["players"][0]
    phone = house.player()
    assert (
        phone.client.post("/pips", data={"csrf": phone.state()["csrf"], "pips": "shown"}).status_code == 303
    )
    assert all("167" in house.watcher().get(path).text for path in ("/", "/tv", "/api/v1/state"))
    assert house.player().state()["players"][0]["pips"] == 167
    assert phone.client.post("/pips", data={"csrf": phone.state()["csrf"], "pips": "9"}).status_code == 400
    assert house.watcher().post("/pips", data={"pips": "shown"}).status_code == 403
