"""Who may use which address, and what a program does instead of a page: the one table of both.

Anyone may watch, players act, admins change the box. `web.auth.access` asks this table before anything of a
request is read; `check` refuses to build an app with an address that has no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import Flask
from werkzeug.routing import Rule

from web.ports import ROLES, Role

ROOT = "/api/v1"
"""Before every address of programs."""

PAGES: Mapping[Role, Mapping[str, str]] = {
    "watcher": {
        "/": "/state",
        "/board": "/state",
        "/blind": "/state",
        "/blind/clock": "/state",
        "/blind/places": "/state",
        "/blind/turns/<int:ago>": "/events",
        "/conduct": "/state",
        "/overlay": "/state",
        "/tv": "/state",
        "/ways": "/ways",
        "/board/seen": "/board/seen",
        "/board/seen.jpg": "/board/seen.jpg",
        "/board/seen/part": "/board/seen",
        "/snapshot.jpg": "/snapshot.jpg",
        "/photos/<name>.jpg": "/photographs/<name>.jpg",
        "/earlier": "/events",
        "/events": "/stream",
        "/games": "/games",
        "/games.jsonl": "/games.jsonl",
        "/games/<int:number>": "/games/<int:number>",
        "/games/<int:number>.jsonl": "/games/<int:number>.jsonl",
        "/games/<int:number>/record": "/games/<int:number>/record",
        "/games/<int:number>/steps/<int:step>": "/games/<int:number>/steps/<int:step>",
        "/games/<int:number>/turns/<int:row>": "/games/<int:number>/turns",
        "/games/<int:number>/turns/<int:row>/record": "/games/<int:number>/record",
        "/games/throws": "/throws",
        "/matches": "/matches",
        "/matches/<int:number>": "/matches/<int:number>",
        "/matches/<int:number>.<form>": "/matches/<int:number>.<form>",
        "/new": "/rules",
        "/rules": "/rules",
        "/rules/<game>": "/rules",
        "/rules/<game>/<preset>": "/rules/<game>/<preset>",
        "/house": "/house",
        "/house/<int:number>": "/house/<int:number>/link",
        "/house/shared": "/house/shared",
        "/people": "/people",
        "/people/<int:number>": "/people",
        "/lamps": "/lamps",
        "/wiring.svg": "/wiring.svg",
        "/print/<board>-<size>.<kind>": "/print/<board>-<size>.<kind>",
        "/install/charkoni.crt": "/charkoni.crt",
        # Made for programs itself, at the address that they know.
        "/metrics": "",
        "/stream.mjpg": "",
        "/webcam/": "",
        # For people and their browsers alone. The box's button lets in who only watches, at /phone.
        "/away": "",
        "/guide": "",
        "/install": "",
        "/language": "",
        "/manifest.webmanifest": "",
        "/out": "",
        "/phone": "",
        "/static/<path:filename>": "",
        "/worker.js": "",
    },
    "player": {
        "/phones": "/phones",
        "/status": "/status",
        # Forms.
        "/clock": "",
        "/end": "",
        "/house/<int:number>/change": "",
        "/seats": "",
    },
    "admin": {
        "/backup": "/backup",
        "/backup/file/<tag>": "/backup/file/<tag>",
        "/connections": "/connections",
        # A camera's live picture shows the room.
        "/eye": "/eye",
        "/eye/picture.jpg": "/eye/picture.jpg",
        "/eye/seen-<int:number>.jpg": "/eye/seen-<int:number>.jpg",
        "/eye/state": "/eye",
        "/eye/board": "/eye/board",
        "/eye/board/picture.jpg": "/eye/board/picture.jpg",
        "/eye/board/state": "/eye/board",
        "/games/import/<int:number>": "/imports/<int:number>",
        # Forms, and pages that ask whether it is meant.
        "/games/import": "",
        "/sound": "",
        "/games/<int:number>/delete": "",
        "/games/<int:number>/open": "",
        "/house/<int:number>/delete": "",
        "/people/<int:number>/delete": "",
        "/phones/<phone>/role": "",
        "/phones/<phone>/unpair": "",
        "/phones/tokens/<token>/take-back": "",
        "/status/stop": "",
    },
}
"""Who may open each page, and where a program reads what the page shows; empty for nowhere."""

READ: Mapping[str, Role] = {
    "/mqtt": "watcher",
    "/mqtt/<name>.json": "watcher",
    "/openapi.json": "watcher",
    "/settings": "watcher",
    "/phones/invitation": "player",
    "/tokens": "player",
}
"""Who may read what no page alone shows."""

GAME: Mapping[Role, tuple[str, ...]] = {
    "player": (
        *("answers", "board", "corrections", "end-pause", "endings", "games", "moves", "next-game", "pause"),
        *("positions", "redo", "rematch", "seats", "throws", "times", "turn-ends", "undo", "void"),
    ),
    "admin": ("conduct",),
}
"""Who may do what to the game: forms send it to ``/act/NAME``, programs to ``/api/v1/NAME``."""


@dataclass(frozen=True, slots=True)
class Permission:
    """Who may do something to the house, and where."""

    role: Role
    api: str = ""
    """Where a program does it; empty where it has no need to."""
    page: str | None = None
    """Where a form does; None for the same address, empty for none."""
    asks: bool = False
    """People are asked once more; a program sends `sure`."""

    @property
    def form(self) -> str:
        """Where a form does it; empty for nowhere."""
        return self.api if self.page is None else self.page


VERBS: Mapping[str, Permission] = {
    "AcceptBoard": Permission("player", "/board/right"),
    "SwitchBoard": Permission("player", "/board/switches"),
    "PlaceBoard": Permission("admin", "/eye/board/corners"),
    "RefineBoard": Permission("admin", "/eye/board/refine"),
    "FindMarkers": Permission("admin", "/eye/board/marked"),
    "LearnPieces": Permission("admin", "/eye/board/colours"),
    "LearnFromGame": Permission("admin", "/eye/board/game"),
    "TakeEmptyBoard": Permission("admin", "/eye/board/empty"),
    "FollowMovedBoard": Permission("admin", "/eye/board/moved"),
    "RestoreBoard": Permission("admin", "/eye/board/back"),
    "ForgetBoard": Permission("admin", "/eye/board/forget", asks=True),
    "PlaceTray": Permission("admin", "/eye/tray"),
    "FindTray": Permission("admin", "/eye/find"),
    "UseWholePicture": Permission("admin", "/eye/whole"),
    "RestoreTray": Permission("admin", "/eye/back"),
    "ConfirmTray": Permission("admin", "/eye/lies"),
    "MeasureLight": Permission("admin", "/eye/light"),
    "HoldCamera": Permission("admin", "/eye/hold"),
    "ReadTray": Permission("admin", "/eye/read"),
    "ForgetLearnt": Permission("admin", "/eye/forget", asks=True),
    "SendGames": Permission("admin", "/imports", "/games/import"),
    "KeepGames": Permission("admin", "/imports/<int:number>/keep", "/games/import/<int:number>/keep"),
    "PutGamesAway": Permission("admin", "/imports/<int:number>/leave", "/games/import/<int:number>/leave"),
    "DeleteGame": Permission("admin", "/games/<int:number>/delete", asks=True),
    "OpenMatch": Permission("admin", "/games/<int:number>/open", asks=True),
    "MakeBackup": Permission("admin", "/backup"),
    "SendPiece": Permission("admin", "/backup/pieces"),
    "RestoreBackup": Permission("admin", page="/backup/restore"),
    "PutBackupAway": Permission("admin", "/backup/leave", asks=True),
    "BeginGame": Permission("player", page="/new"),
    "KeepRules": Permission("player", "/house", ""),
    "KeepTypedRules": Permission("player", page="/new/keep"),
    "KeepSharedRules": Permission("player", "/house/shared"),
    "ChangeRules": Permission("player", "/house/<int:number>", "/house/<int:number>/change"),
    "RenameRules": Permission("admin", "/house/<int:number>/name"),
    "DeleteRules": Permission("admin", "/house/<int:number>/delete", asks=True),
    "ChangePerson": Permission("player", "/people/<int:number>", "/people/<int:number>/change"),
    "MergePeople": Permission("admin", "/people/<int:number>/merge", asks=True),
    "DeletePerson": Permission("admin", "/people/<int:number>/delete", asks=True),
    "ChooseRole": Permission("admin", "/phones/<phone>/role", asks=True),
    "RenamePhone": Permission("player", "/phones/<phone>/name"),  # its own; an admin any
    "UnpairPhone": Permission("admin", "/phones/<phone>/unpair", asks=True),
    "LeaveBox": Permission("player", page="/out"),
    "AddToken": Permission("admin", "/tokens", "/phones/tokens"),
    "ChangeToken": Permission("admin", "/tokens/<token>", "/phones/tokens/<token>"),
    "TakeTokenBack": Permission(
        "admin", "/tokens/<token>/take-back", "/phones/tokens/<token>/take-back", asks=True
    ),
    "ChooseSettings": Permission("player", "/settings", ""),  # each says itself who may choose it
    "ChooseLanguage": Permission("watcher", page="/language"),  # the phone's own, in its cookie
    "ChooseLevels": Permission("admin", page="/sound"),
    "ChooseNumbering": Permission("player", page="/points"),
    "ChoosePips": Permission("player", page="/pips"),
    "ChooseVoice": Permission("admin", page="/language/voice"),
    "TryOutput": Permission("admin", "/lamps/test", "/sound/test"),
    "ClearFault": Permission("admin", "/lamps/looked", "/sound/looked"),
    "StopBox": Permission("admin", "/status/stop", asks=True),
    "ChooseMqtt": Permission("admin", "/connections/mqtt"),
    "TryMqtt": Permission("admin", "/connections/mqtt/try", ""),
    "AddHook": Permission("admin", "/connections/hooks"),
    "SwitchHook": Permission("admin", "/connections/hooks/<int:number>"),
    "TryHook": Permission("admin", "/connections/hooks/<int:number>/try", ""),
    "RemoveHook": Permission("admin", "/connections/hooks/<int:number>/remove", ""),
}
"""Who may do what to the house, by the name of the verb."""

WITH_PASSWORD = frozenset({"/stream.mjpg", "/webcam/"})
"""Where a program may send its token as a password as well, as clients of cameras know nothing else.

They change nothing: browsers send passwords by themselves.
"""


def _rows() -> Iterator[tuple[str, Role]]:
    for role, pages in PAGES.items():
        for page, api in pages.items():
            yield f"GET {page}", role
            if api:
                yield f"GET {ROOT}{api}", role
    for api, role in READ.items():
        yield f"GET {ROOT}{api}", role
    for role, names in GAME.items():
        for name in names:
            yield f"POST /act/{name}", role
            yield f"POST {ROOT}/{name}", role
    for permission in VERBS.values():
        for address in (permission.form, permission.api and ROOT + permission.api):
            if address:
                yield f"POST {address}", permission.role


NEEDED: Mapping[str, Role] = dict(_rows())
"""The least role that may use an address, by method and address, such as ``GET /phones``."""


def needed(rule: Rule) -> Role:
    """Return the least role that may use an address; what has no row is for admins only."""
    return NEEDED.get(_row_of(rule), "admin")


def suffices(role: Role, needs: Role) -> bool:
    """Return whether a role may do what needs another one.

    >>> suffices("admin", "player")
    True
    """
    return ROLES.index(role) >= ROLES.index(needs)


def check(app: Flask) -> None:
    """Make sure that every address of an app has a row.

    Raises:
        ValueError: If one has none.
    """
    missing = [row for row in map(_row_of, app.url_map.iter_rules()) if row not in NEEDED]
    if missing:
        raise ValueError(f"web/auth/permissions.py does not say who may use {', '.join(missing)}: add a row")


def _row_of(rule: Rule) -> str:
    """Write an address as the table has it; who asks for its options needs what its use needs."""
    return f"{'POST' if 'POST' in (rule.methods or ()) else 'GET'} {rule.rule}"
