"""A house with everything that a household leaves in it, in the situations that games bring."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import g
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from device.config import read_config
from device.first_game import Asked, BoxTable, lay_game
from device.store.archive import restore_waiting
from engine.game import Waits
from engine.table import Table
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from recordings.held_still import Moment
from web.auth.access import COOKIE, csrf_token
from web.house.credentials import Phones
from web.house.settings import HouseSettings

ROLES = ("nobody", "watcher", "player", "admin")
"""Who opens pages: a phone that was never paired, and paired ones by role."""
PROGRAMS = ("watcher token", "player token", "admin token", "wrong token")
"""Who sends a token: only addresses of the API and of cameras are for those."""

CLOCK = {"delay_s": 12, "reserve_s": 360}
PIXEL = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////"
    "////////////////////////wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgED"
    "AwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RF"
    "RkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJ"
    "ytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/AI6//9k="
)
"""A JPEG of one pixel: what is stored must not depend on who packed it."""
MAT = (Path(__file__).parents[2] / "golden" / "gnubg-match.mat").read_bytes().partition(b"\n Game 2")[0]
"""The first game of a match, from GNU Backgammon."""


class RecordedHouse(House):
    """A house whose phones and settings lie in its journal, as in a real box."""

    def __init__(self, folder: Path, moment: Moment) -> None:
        restore_waiting(folder)
        super().__init__(folder, running=moment.steady)
        self.moment = moment
        self.folder = folder
        self.photograph = "throw-1"
        """The name of one that it has."""
        self.tag = ""
        """Of the backup that was made last."""
        self.app.config["TESTING"] = False  # a mistake is answered as in the box
        self.app.extensions["writes"].holds = self.app.extensions["writes"].per_s = 1e9
        self.app.extensions["token_tries"]._limit = 10**9

    def make_table(self) -> Table:
        table = BoxTable(self.journal)
        lay_game(table, self.journal, HouseSettings(self.journal), read_config(""), Asked())
        return table

    def make_phones(self) -> Phones:
        return Phones(self.journal, address="http://192.168.1.20:8000")


class Caller:
    """Somebody with a role who asks a house: a phone, or a program with a token."""

    def __init__(self, house: RecordedHouse, token: str = "", *, is_program: bool = False) -> None:
        self.house = house
        self.client: FlaskClient = house.app.test_client(use_cookies=not is_program)
        self.is_program = is_program
        self._token, self._headers = token, dict[str, str]()
        if is_program:
            self._headers["Authorization"] = f"Bearer {token}"
        elif token:
            self.client.set_cookie(COOKIE, token)

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, headers=self._headers, buffered=False)

    def post(self, path: str, *, form: Mapping[str, Any] | None = None, **more: Any) -> TestResponse:
        """Send JSON or bytes as a program does, or a form as a page does."""
        self.house.moment.later()
        csrf = "" if self.is_program else self._csrf()
        if form is not None:
            return self.client.post(path, data={"csrf": csrf, **form}, headers=self._headers)
        return self.client.post(path, headers={**self._headers, "X-CSRF-Token": csrf}, **more)

    def do(self, name: str, /, **body: Any) -> dict[str, Any]:
        """Do something by the API that must go well."""
        answer = self.post(f"/api/v1/{name}", json=body)
        assert answer.status_code < 300, (name, body, answer.text)
        return dict(answer.get_json())

    def state(self) -> dict[str, Any]:
        return dict(self.get("/api/v1/state").get_json())

    def throw(self, text: str) -> None:
        self.do("throws", throw=text)

    def move(self) -> None:
        """Play the first legal move: a state in a tournament lists none, so the rules are asked."""
        model = self.house.table.model
        self.do("moves", move=str(model.rules.moves(model.state)[0]), sure=True)

    def play_turn(self) -> None:
        """Play moves until no more waits."""
        while self.house.table.model.waits is Waits.MOVE:
            self.move()

    def _csrf(self) -> str:
        if self._token not in _CSRF:
            with self.house.app.test_request_context():
                g.token = self._token
                _CSRF[self._token] = csrf_token()
        return _CSRF[self._token]


_CSRF: dict[str, str] = {}
"""What goes with the forms of each phone; the same in every house, as all have one secret."""

Tokens = dict[str, str]
"""By who has it."""


def callers(house: RecordedHouse, tokens: Tokens) -> dict[str, Caller]:
    """Return everybody who may ask."""
    phones = {role: Caller(house, tokens.get(role, "")) for role in ROLES}
    return phones | {role: Caller(house, tokens[role], is_program=True) for role in PROGRAMS}


def furnish(house: RecordedHouse) -> Tokens:
    """Fill a house with phones, programs, people, house rules, hooks, games and a match; lay no game."""
    phones = house.phones
    tokens: Tokens = {"admin": phones.pair(phones.admin_key, name="Asha's phone")}
    tokens["player"] = phones.pair(phones.key, name="Ravi's phone")
    tokens["watcher"] = phones.pair(phones.key, name="the television")
    phones.set_role(phones.id_of(tokens["watcher"]), "watcher")
    for role in ("watcher", "player", "admin"):
        tokens[f"{role} token"] = house.tokens.add(f"a lamp ({role})", role, ends=0)
    tokens["wrong token"] = "charkoni_" + "x" * 43
    admin = Caller(house, tokens["admin"])
    admin.do("house", game="pachisi", name="Ours", preset="six", options={"gate": True})
    admin.do("house", game="chowka-bhara", name="Grandmother's")
    admin.do("connections/hooks", url="http://127.0.0.1:9/hook", kinds=["win"])
    house.settings.set(names=["Asha", "Ravi", "Mina", "Dev"], language="nl")
    admin.do("games", game="chowka-bhara", names=["Asha", "Ravi"], begins=0)
    for mouths in (4, 1, 2, 3):
        photo = house.journal.keep_photograph(PIXEL, PIXEL) if mouths == 4 else ""
        house.moment.later()
        house.table.do(TakeThrow(Cowries(mouths, 4), photo=photo))
        admin.play_turn()
    admin.do("undo")
    admin.do("redo")
    admin.do("endings", how="resign", player=0, sure=True)
    begin_match(admin, length=1)
    play_some(admin, ["3-1", "6-4"])
    admin.do("endings", how="resign", player=1, sure=True, points=1)
    settle(admin)
    return tokens


def begin_match(admin: Caller, *, length: int, **conduct: Any) -> None:
    match = {"length": length, "times": CLOCK, **({"conduct": conduct} if conduct else {})}
    admin.do("games", game="backgammon", preset="standard", names=["Asha", "Ravi"], begins=0, match=match)


def settle(admin: Caller) -> None:
    """Let the winner accept a resignation, where it waits for that."""
    if admin.state()["resignation"]:
        admin.do("moves", move="accept")


def play_some(admin: Caller, throws: list[str]) -> None:
    """Throw and play, always the first legal move."""
    for text in throws:
        admin.throw(text)
        admin.play_turn()


def _game(game: str, throws: list[str], last: str) -> Callable[[Caller], None]:
    """Begin a game, play throws, and throw once more."""

    def lay(admin: Caller) -> None:
        admin.do("games", game=game, names=["Asha", "Ravi"], begins=0)
        play_some(admin, throws)
        admin.throw(last)

    return lay


def _correction(admin: Caller) -> None:
    admin.do("games", game="chowka-bhara", names=["Asha", "Ravi"], begins=0)
    admin.throw("3/4")
    admin.move()
    listed = admin.get("/api/v1/events").get_json()["events"]
    thrown = next(one["seq"] for one in listed if one["type"] == "threw")
    admin.do("corrections", of=thrown, throw="2/4")


def _in_match(admin: Caller) -> None:
    begin_match(admin, length=3, event="Sunday cup", round="Final")
    play_some(admin, ["3-1", "6-4"])
    admin.throw("5-2")


def _tournament(admin: Caller) -> None:
    begin_match(admin, length=5, tournament=True, spectators_lag_s=300)
    play_some(admin, ["3-1"])


def _between(admin: Caller) -> None:
    begin_match(admin, length=3)
    play_some(admin, ["3-1", "6-4"])
    admin.do("endings", how="resign", player=1, sure=True, points=1)
    settle(admin)


def _kept(admin: Caller) -> None:
    admin.do("games", game="chowka-bhara", names=["Asha", "Ravi"], begins=0)
    admin.throw("3/4")
    admin.throw("2/4")


SITUATIONS: Mapping[str, Callable[[Caller], None]] = {
    "no game on the table": lambda _: None,
    "chowka-bhara, a move waits": _game("chowka-bhara", ["2/4", "1/4", "4/4", "3/4"], "3/4"),
    "pachisi, a move waits": _game("pachisi", ["1/6", "2/6", "5/6"], "1/6"),
    "backgammon, a move waits": _game("backgammon", ["3-1", "6-4"], "5-2"),
    "backgammon, just begun": _game("backgammon", [], "5-2"),
    "a match, a move waits": _in_match,
    "a match in a tournament, a turn ends": _tournament,
    "between two games of a match": _between,
    "a correction in question": _correction,
    "a throw is kept": _kept,
}
"""What lies on the table, and how it comes there."""


class Rooms:
    """Houses in every situation: each is furnished once, and copied for whoever changes something."""

    def __init__(self, folder: Path, moment: Moment) -> None:
        self._folder, self._moment = folder, moment
        self._copies = 0
        first = RecordedHouse(folder / "furnished", moment)
        try:
            self.tokens = furnish(first)
        finally:
            first.close()
        shutil.copytree(folder / "furnished", folder / "backed-up")
        house = RecordedHouse(folder / "backed-up", moment)
        try:
            made = Caller(house, self.tokens["admin"])
            with made.get(made.do("backup")["file"]) as answer:
                (folder / "furnished.backup").write_bytes(answer.data)
        finally:
            house.close()
        for number, lay in enumerate(SITUATIONS.values()):
            shutil.copytree(folder / "furnished", folder / str(number))
            house = RecordedHouse(folder / str(number), moment)
            try:
                lay(Caller(house, self.tokens["admin"]))
            finally:
                house.close()

    def copy(self, situation: str) -> RecordedHouse:
        """Open a house of its own in a situation; whoever gets it closes it."""
        self._copies += 1
        mine = self._folder / f"copy-{self._copies}"
        shutil.copytree(self._folder / str(list(SITUATIONS).index(situation)), mine)
        return RecordedHouse(mine, self._moment)
