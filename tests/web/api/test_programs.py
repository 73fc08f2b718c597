"""What programs do by tokens alone: each group of the API once, on a real journal."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from device.store.games import logged
from engine.events import IMPORT, Logged
from engine.house import house_rules
from engine.notation import write_house
from engine.table.commands import TakeThrow, Undo
from engine.throw import Cowries
from places import ROOT
from ports_for_tests import House, Program
from web.api.document import document
from web.auth.permissions import NEEDED
from web.connections.schemas import schemas

jsonschema = pytest.importorskip("jsonschema", reason="the development environment is not complete")


@pytest.fixture
def house(house: House) -> House:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    return house


def test_a_page_of_events_reads_no_imported_ones(
    house: House, player: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.journal.game_events(1)
    setup, actions = house.table.model.setup, house.table.model.actions
    for number in range(30):
        house.table.add(setup, actions, request=f"{IMPORT}{number}")
    house.table.do(TakeThrow(Cowries(2, 4)))
    rows = 0

    def counted(row: Sequence[object]) -> Logged:
        nonlocal rows
        rows += 1
        return logged(row)

    monkeypatch.setattr("device.store.journal.logged", counted)
    told = read(player, "events?since=&limit=200")["events"]
    played = [*game, *(one for one in house.journal.game_events(1) if one.seq > game[-1].seq)]
    assert [event["seq"] for event in told] == [one.seq for one in played]
    rows = 0
    after = read(player, f"events?since={game[-1].seq}")["events"]
    assert after[0]["prev"] == told[len(game) - 1]["id"]
    assert rows < 10
    assert len(house.journal.events(since=0, limit=1000)) > 60


@pytest.fixture
def admin(house: House) -> Program:
    return house.program("admin", name="an admin")


@pytest.fixture
def player(house: House) -> Program:
    return house.program("player", name="a player")


def read(program: Program, path: str, status: int = 200) -> Any:
    answer = program.get(f"/api/v1/{path}")
    assert answer.status_code == status, answer.text
    return answer.get_json()


def do(program: Program, path: str, status: int = 200, **body: Any) -> Any:
    answer = program.post(f"/api/v1/{path}", **body)
    assert answer.status_code == status, answer.text
    return answer.get_json()


def test_events_come_by_their_names_in_order_and_each_names_the_one_before(
    house: House, player: Program
) -> None:
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(2, 4)))
    first = read(player, "events?since=&limit=2")
    assert first["more"] is True
    rest = read(player, f"events?since={first['events'][-1]['id']}&limit=200")
    assert rest["more"] is False
    told = first["events"] + rest["events"]
    assert [event["prev"] for event in told] == ["", *(event["id"] for event in told[:-1])]
    assert told[-1]["id"] == rest["newest"]
    assert [event["seq"] for event in told] == [one.seq for one in house.journal.events(since=0)]
    assert read(player, f"events?since={told[1]['seq']}")["events"][0]["id"] == told[2]["id"]
    for event in told:
        jsonschema.validate(event, schemas()["event"])
    assert read(player, "events?since=never", 400)["error"]
    assert read(player, f"events?since={rest['newest']}")["events"] == []


def test_games_are_listed_read_and_deleted_when_it_is_sure(
    house: House, admin: Program, player: Program
) -> None:
    house.start("backgammon", "standard")
    listed = read(player, "games")
    assert [line["number"] for line in listed["games"]] == [2, 1]
    assert [line["on_table"] for line in listed["games"]] == [True, False]
    assert [line["number"] for line in read(player, "games?limit=1")["games"]] == [2]
    one = read(player, "games/1")
    assert (one["steps"], one["rules_known"]) == (1, True)
    assert read(player, "games/1/record")["lines"][0]["type"] == "game-started"
    assert len(read(player, "games/1/turns")["turns"]) == one["turns"]
    lines = player.get("/api/v1/games/1.jsonl").text.splitlines()
    assert {json.loads(line)["game"] for line in lines} == {1}
    assert do(player, "games/1/delete", 403, sure=True)["error"].startswith("This token")
    assert "sure" in do(admin, "games/1/delete", 400)["error"]
    assert do(admin, "games/1/delete", sure=True)["done"] == "Game 1 was deleted."
    assert read(player, "games/1", 404)
    assert do(admin, "games/2/delete", 409, sure=True)["error"]
    assert "nothing to open" in do(admin, "games/2/open", 409, sure=True)["error"]


def test_a_file_of_games_is_sent_looked_at_and_kept(house: House, admin: Program) -> None:
    raw = (ROOT / "tests" / "golden" / "gnubg-match.mat").read_bytes()
    answer = admin.client.post("/api/v1/imports?name=a.mat", data=raw, headers=admin.headers)
    assert answer.status_code == 201, answer.text
    sent = answer.get_json()
    assert sent["games"]
    assert all(not game["error"] for game in sent["games"])
    number = sent["number"]
    assert read(admin, f"imports/{number}") == sent
    assert "no game was chosen" in do(admin, f"imports/{number}/keep", 400, games=[])["error"].lower()
    numbers = [game["number"] for game in sent["games"]]
    assert "imported" in do(admin, f"imports/{number}/keep", games=numbers)["done"]
    assert read(admin, f"imports/{number}", 404)
    assert len(read(admin, "games")["games"]) == 1 + len(numbers)
    [match] = read(admin, "matches")["matches"]
    assert read(admin, f"matches/{match['number']}") == match
    assert admin.get(f"/api/v1/matches/{match['number']}.mat").data
    for bad in (b"", b"no games at all"):
        assert admin.client.post("/api/v1/imports", data=bad, headers=admin.headers).status_code == 400
    assert do(admin, "imports/77/leave", 404)


def test_of_a_file_that_is_wrong_a_program_takes_what_stands_before_if_it_asks_for_it(admin: Program) -> None:
    raw = (ROOT / "tests" / "golden" / "gnubg-match.mat").read_bytes().replace(b" Game 4", b" Game 5")
    refused = admin.client.post("/api/v1/imports", data=raw, headers=admin.headers)
    assert refused.status_code == 400
    taken = admin.client.post("/api/v1/imports?part=1", data=raw, headers=admin.headers)
    assert taken.status_code == 201
    assert "expected: Game 4" in taken.get_json()["error"] == refused.get_json()["error"]
    assert len(taken.get_json()["games"]) == 3


def test_a_backup_is_made_downloaded_and_sent_back_without_a_token_in_it(
    house: House, admin: Program, tmp_path: Any
) -> None:
    made = do(admin, "backup", 201)
    with admin.get(made["file"]) as answer:
        raw = answer.data
    assert len(raw) == made["bytes"]
    (tmp_path / "a.backup").write_bytes(raw)
    with sqlite3.connect(tmp_path / "a.backup") as file:
        names = {name for (name,) in file.execute("SELECT name FROM secret")}
    file.close()
    assert "tokens" not in names
    path = f"/api/v1/backup/pieces?file=abc&size={len(raw)}&at="
    sent = admin.client.post(f"{path}0", data=raw, headers=admin.headers).get_json()
    assert sent == {"have": len(raw), "ready": True}
    assert "1 game" in read(admin, "backup")["waiting"]
    assert "sure" in do(admin, "backup/leave", 400)["error"]
    do(admin, "backup/leave", sure=True)
    assert read(admin, "backup")["waiting"] == ""


def test_a_program_whose_token_is_taken_back_comes_in_no_more_and_no_token_is_shown_twice(
    house: House, admin: Program
) -> None:
    made = do(admin, "tokens", 201, name="Lamp", role="player", ends=4_000_000_000)
    listed = read(admin, "tokens")["tokens"]
    assert made["token"] not in json.dumps(listed)
    [lamp] = [one for one in listed if one["name"] == "Lamp"]
    do(admin, f"tokens/{lamp['id']}", name="Lamp 2", role="watcher")
    do(admin, f"tokens/{lamp['id']}/take-back", sure=True)
    assert Program(house, made["token"]).get("/api/v1/state").status_code == 401


def test_every_address_of_the_api_is_described_and_the_box_serves_the_description_to_anyone(
    house: House,
) -> None:
    described = {
        f"{method.upper()} {path}" for path, entry in document()["paths"].items() for method in entry
    }
    assert {re.sub(r"<(?:int:)?(\w+)>", r"{\1}", row) for row in NEEDED if "/api/" in row} == described
    answer = house.watcher().get("/api/v1/openapi.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    assert answer.get_json() == document()


def test_players_choose_their_settings_and_none_of_the_house(admin: Program, player: Program) -> None:
    assert read(player, "settings")["hears"] == "everything"
    assert do(player, "settings", points="alike")["points"] == "alike"
    assert do(player, "settings", 403, hears="silent")["error"]
    assert do(admin, "settings", hears="silent", language="fi")["language"] == "fi"
    assert do(admin, "settings", language="")["language"] == ""
    assert read(player, "settings")["hears"] == "silent"
    assert do(player, "phones/admin/name", 403, name="x")["error"]


def test_house_rules_go_from_box_to_box_by_their_link(admin: Program, player: Program) -> None:
    kept = do(player, "house", 201, game="pachisi", preset="six", name="Ours", options={"gate": True})
    number = kept["number"]
    assert do(player, f"house/{number}", 201, preset="six", options={})["number"] == number
    link = read(player, f"house/{number}/link")["link"]
    assert read(player, f"house/shared?rules={link.partition('rules=')[2]}")["name"] == "Ours"
    word = write_house(house_rules("pachisi", "six", {"gate": True}, name="Old"))
    do(player, "house/shared", 201, rules=word, name="Old")
    do(admin, f"house/{number}/delete", sure=True)
    assert [one["name"] for one in read(player, "house")["house"]] == ["Old"]


REFUSED: Sequence[tuple[str, int, Mapping[str, Any]]] = [
    ("phones/player/role", 400, {"role": "admin"}),
    ("phones/admin/role", 409, {"role": "player", "sure": True}),
    ("tokens", 400, {"name": "Lamp", "role": "player", "ends": 1000}),
    ("tokens", 400, {"name": "Lamp", "role": "king", "ends": 0}),
    ("settings", 400, {"hears": "loud"}),
    ("settings", 400, {"nothing": 1}),
    ("backup", 400, {"board_pictures": ""}),
    ("lamps/test", 400, {"what": "sun"}),
    ("people/1", 400, {"name": "Ravi"}),
    ("rules/ludo/six", 404, {}),
    ("rules/pachisi/nothing", 404, {}),
    ("house/shared?rules=rubbish", 400, {}),
    *(("eye/tray", 400, {"corners": bad}) for bad in ([], [[0, 0]] * 3, [[0, "x"]] * 4, [[0, 9]] * 4, 7)),
    ("eye/board/corners", 422, {"corners": [[0.5, 0.5]] * 4}),
]
"""What an admin's program asks that cannot be; without a body it is read."""


def test_what_cannot_be_is_refused_in_words(house: House, admin: Program) -> None:
    house.start("backgammon", "standard")
    house.people.remember(["Asha", "Ravi"], game=1)
    for path, status, body in REFUSED:
        told = do(admin, path, status, **body) if body else read(admin, path, status)
        assert told["error"], path
    house.lamps.refusal = "it is being tried"
    assert do(admin, "lamps/test", 409, what="red")["error"] == "It is being tried."


def test_connections_are_chosen_and_no_secret_is_shown(house: House, admin: Program) -> None:
    do(admin, "connections/mqtt", host="broker.local", user="box", password="hush-hush")
    now = read(admin, "connections")
    assert (now["mqtt"]["host"], now["mqtt"]["has_password"], now["mqtt"]["on"]) == (
        "broker.local",
        True,
        False,
    )
    assert "another broker" in do(admin, "connections/mqtt", 400, port=1884)["error"]
    do(admin, "connections/mqtt", on=False)
    assert read(admin, "connections")["mqtt"]["has_password"] is True
    assert "The broker" in do(admin, "connections/mqtt", 400, host="mqtt://x")["error"]
    added = do(admin, "connections/hooks", 201, url="http://192.168.1.9/x", kinds=["win"])
    now = read(admin, "connections")
    assert [hook["kinds"] for hook in now["hooks"]] == [["win"]]
    for secret in ("hush-hush", added["secret"]):
        assert secret not in json.dumps(now)
    do(admin, f"connections/hooks/{added['number']}", on=False)
    do(admin, f"connections/hooks/{added['number']}/remove")
    assert do(admin, f"connections/hooks/{added['number']}/remove", 404)["error"]


def test_what_cannot_be_read_is_refused_in_words(admin: Program) -> None:
    headers = admin.headers | {"Content-Type": "application/json"}
    for body in ("[]", "7", "{", '{"name": 3}', '{"name": "a", "more": 1}', "[" * 5000):
        for path in ("people/1", "tokens", "house", "eye/tray", "connections/hooks"):
            answer = admin.client.post(f"/api/v1/{path}", data=body, headers=headers)
            assert answer.status_code == 400, (path, answer.text)
            assert answer.get_json()["error"]
