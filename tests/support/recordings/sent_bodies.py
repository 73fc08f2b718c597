"""What is sent to every address that changes something, and the variable parts of addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from boards.over_board import EYE, board, corners_of
from boards.painted_board import start
from engine.events import Threw
from recordings.recorded_house import MAT, Caller, RecordedHouse

First = Callable[[RecordedHouse, Caller], object]
Body = Mapping[str, Any] | Callable[[RecordedHouse], Mapping[str, Any]]

CHOWKA, PACHISI, BACKGAMMON = (f"{game}, a move waits" for game in ("chowka-bhara", "pachisi", "backgammon"))
BEGUN = "backgammon, just begun"
MATCH = "a match, a move waits"


@dataclass(frozen=True)
class Post:
    """What one address is sent."""

    form: Body | None = None
    json: Body | None = None
    data: Callable[[RecordedHouse], bytes] | None = None
    query: Mapping[str, Any] = field(default_factory=dict)
    situation: str = CHOWKA
    first: First | None = None
    """What an admin does before."""

    def body(self, house: RecordedHouse) -> dict[str, Any]:
        """Return the arguments of `Caller.post`."""
        found: dict[str, Any] = {}
        for name in ("form", "json"):
            body: Body | None = getattr(self, name)
            if body is not None:
                found[name] = dict(body(house) if callable(body) else body)
        if self.data is not None:
            found |= {"data": self.data(house), "content_type": "application/octet-stream"}
        if self.query:
            found["query_string"] = {
                name: value(house) if callable(value) else value for name, value in self.query.items()
            }
        return found


def _backup(house: RecordedHouse) -> bytes:
    return bytes((house.folder.parent / "furnished.backup").read_bytes())


def _last_throw(house: RecordedHouse) -> int:
    events = house.journal.game_events(house.table.model.game)
    return [one.seq for one in events if isinstance(one.event, Threw)][-1]


def _question(house: RecordedHouse) -> int:
    question = house.table.model.question
    assert question is not None
    return int(question.at.seq)


def _phone(house: RecordedHouse, name: str = "Ravi") -> str:
    return next(str(line.id) for line in house.phones.all() if line.name.startswith(name))


def _token(house: RecordedHouse) -> str:
    return str(house.tokens.all()[0].id)


def _move(house: RecordedHouse) -> dict[str, Any]:
    model = house.table.model
    return {"move": str(model.rules.moves(model.state)[0])}


def _doing(name: str, **body: Any) -> First:
    return lambda _house, admin: admin.do(name, **body)


def _finished(_house: RecordedHouse, admin: Caller) -> None:
    admin.do("endings", how="resign", player=0, sure=True)


def _sent_file(_house: RecordedHouse, admin: Caller) -> None:
    answer = admin.post("/api/v1/imports", data=MAT, content_type="application/octet-stream")
    assert answer.status_code < 300, answer.text


def _backup_waits(house: RecordedHouse, admin: Caller) -> None:
    sent = _backup(house)
    about = {"file": "0a", "size": len(sent), "at": 0}
    answer = admin.post(
        "/api/v1/backup/pieces", query_string=about, data=sent, content_type="application/octet-stream"
    )
    assert answer.get_json()["ready"], answer.text


def _board_set_up(house: RecordedHouse, _admin: Caller) -> None:
    house.see_board()


def _board_seen(house: RecordedHouse, admin: Caller) -> None:
    """Let the eye see another position than that of the game."""
    _board_set_up(house, admin)
    house.see_board({**start(), 6: 4, 5: 1}, at=2.0)


def _seen_right(house: RecordedHouse) -> dict[str, Any]:
    seen = house.watcher().get("/api/v1/board/seen").get_json()["seen"]
    return {"number": seen["number"], "at": house.journal.last_seq()}


def _board_set_up_twice(house: RecordedHouse, admin: Caller) -> None:
    _board_set_up(house, admin)
    admin.do("eye/board/corners", corners=[[x + 0.002, y] for x, y in PLACED], quarters=0)


def _board_cleared(house: RecordedHouse, admin: Caller) -> None:
    _board_set_up(house, admin)
    house.over_board.frame = board(EYE, {})


PLACED = [list(corner) for corner in corners_of(EYE)]
CORNERS: dict[str, Any] = {"corners": PLACED, "quarters": 0}
TYPED = {f"{axis}{n}": f"{100 * PLACED[n][place]:.2f}" for n in range(4) for place, axis in enumerate("xy")}
TRAY = [[0.25, 0.2], [0.75, 0.2], [0.75, 0.8], [0.25, 0.8]]
TYPED_TRAY = {f"{axis}{n}": str(100 * TRAY[n][place]) for n in range(4) for place, axis in enumerate("xy")}
TAPS = {"taps": [[[0.3, 0.3]], [[0.6, 0.6]]]}
TYPED_TAPS = {"tx0-0": "30", "ty0-0": "30", "tx1-0": "60", "ty1-0": "60"}
SURE = {"sure": True}


def _link(house: RecordedHouse) -> str:
    return str(house.watcher().get("/api/v1/house/1/link").get_json()["link"])


MQTT = {"on": False, "host": "127.0.0.1", "port": 9, "name": "The box"}
HOOK = {"url": "http://127.0.0.1:9/other"}

GAME: Mapping[str, Post] = {
    "answers": Post(
        json=lambda house: {"question": "correction", "of": _question(house), "answer": "accepted"},
        situation="a correction in question",
    ),
    "board": Post(json={"player": 0, "piece": 0, "to": "r3c4"}),
    "conduct": Post(json={"event": "Monday cup", "tournament": True}, situation=MATCH),
    "corrections": Post(json=lambda house: {"of": _last_throw(house), "throw": "2/4"}),
    "end-pause": Post(json={}, situation=MATCH, first=_doing("pause")),
    "endings": Post(json={"how": "resign", "player": 0, "sure": True}),
    "games": Post(json={"resume": 1}),
    "moves": Post(json=_move),
    "next-game": Post(json={}, situation="between two games of a match"),
    "pause": Post(json={}, situation=MATCH),
    "positions": Post(
        json={"id": "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10"}, situation=BACKGAMMON
    ),
    "redo": Post(json={}, first=_doing("undo")),
    "rematch": Post(json={}, first=_finished),
    "seats": Post(json={"player": 0, "join": "Dev"}),
    "throws": Post(json={"throw": "2/4"}, first=lambda _house, admin: admin.move()),
    "times": Post(
        json={"player": 0, "minutes": 1, "seconds": 30, "why": "a glass fell over"}, situation=MATCH
    ),
    "turn-ends": Post(json={}, situation="a match in a tournament, a turn ends"),
    "undo": Post(json={}),
    "void": Post(json={"why": "leans"}, situation=MATCH),
}
"""What is done in a game: as JSON, and as the form of a page."""


def _as_form(post: Post) -> Post:
    def form(house: RecordedHouse) -> dict[str, Any]:
        body = post.json(house) if callable(post.json) else post.json or {}
        return {key: str(value).lower() if isinstance(value, bool) else value for key, value in body.items()}

    return Post(form=form, situation=post.situation, first=post.first)


def _both(page: str, api: str, *, form: Body, json: Body, **about: Any) -> dict[str, Post]:
    return {page: Post(form=form, **about), f"/api/v1{api}": Post(json=json, **about)}


def _plain(path: str, **about: Any) -> dict[str, Post]:
    """Return what is sent where nothing needs to be said, on the page and in the API alike."""
    return _both(path, path, form={}, json={}, **about)


POSTS: Mapping[str, Post] = {
    **{f"/api/v1/{name}": post for name, post in GAME.items()},
    **{f"/act/{name}": _as_form(post) for name, post in GAME.items()},
    "/backup": Post(form={"boards": "1"}),
    "/api/v1/backup": Post(json={"board_pictures": True}),
    "/backup/restore": Post(form=lambda house: {"backup": (BytesIO(_backup(house)), "a.backup")}),
    "/backup/pieces": Post(
        data=_backup, query={"file": "0a", "size": lambda house: len(_backup(house)), "at": 0}
    ),
    "/api/v1/backup/pieces": Post(
        data=_backup, query={"file": "0a", "size": lambda house: len(_backup(house)), "at": 0}
    ),
    **_both("/backup/leave", "/backup/leave", form={}, json=SURE, first=_backup_waits),
    **_both(
        "/board/right",
        "/board/right",
        form=_seen_right,
        json=_seen_right,
        situation=BEGUN,
        first=_board_seen,
    ),
    **_both(
        "/board/switches",
        "/board/switches",
        form={"follows": "on"},
        json={"follows": True, "objects": False},
        situation=BEGUN,
        first=_board_set_up,
    ),
    **_both("/connections/hooks", "/connections/hooks", form={**HOOK, "kind": ["win"]}, json=HOOK),
    **_both(
        "/connections/hooks/<int:number>",
        "/connections/hooks/<int:number>",
        form={"off": "1"},
        json={"on": False},
    ),
    "/api/v1/connections/hooks/<int:number>/remove": Post(json={}),
    "/api/v1/connections/hooks/<int:number>/try": Post(json={}),
    **_both(
        "/connections/mqtt",
        "/connections/mqtt",
        form={"host": "127.0.0.1", "port": "9", "name": "The box", "may": "tell", "keep": "1"},
        json=MQTT,
    ),
    "/api/v1/connections/mqtt/try": Post(json=MQTT),
    **_plain("/connections/name"),
    **_plain("/eye/back"),
    **_plain("/eye/find"),
    **_plain("/eye/lies"),
    **_plain("/eye/light"),
    **_plain("/eye/read"),
    **_plain("/eye/whole"),
    **_both("/eye/forget", "/eye/forget", form={}, json=SURE),
    **_both("/eye/hold", "/eye/hold", form={"still": "yes"}, json={"still": True}),
    **_both(
        "/eye/tray",
        "/eye/tray",
        form={**TYPED_TRAY, "shape": "oval"},
        json={"corners": TRAY, "shape": "oval"},
    ),
    **_plain("/eye/board/back", situation=BEGUN, first=_board_set_up_twice),
    **_plain("/eye/board/empty", situation=BEGUN, first=_board_cleared),
    **_plain("/eye/board/game", situation=BEGUN, first=_board_set_up),
    **_plain("/eye/board/moved", situation=BEGUN, first=_board_set_up),
    **_both(
        "/eye/board/forget", "/eye/board/forget", form={}, json=SURE, situation=BEGUN, first=_board_set_up
    ),
    **_both(
        "/eye/board/colours",
        "/eye/board/colours",
        form=TYPED_TAPS,
        json=TAPS,
        situation=BEGUN,
        first=_board_set_up,
    ),
    **_both(
        "/eye/board/corners",
        "/eye/board/corners",
        form={**TYPED, "quarters": "0", "lens": ""},
        json=CORNERS,
        situation=BEGUN,
    ),
    **_both(
        "/eye/board/marked",
        "/eye/board/marked",
        form={**TYPED, "quarters": "0", "lens": ""},
        json=CORNERS,
        situation=BEGUN,
    ),
    **_both(
        "/eye/board/refine",
        "/eye/board/refine",
        form={**TYPED, "quarters": "0", "lens": ""},
        json=CORNERS,
        situation=BEGUN,
    ),
    **_both("/games/<int:number>/delete", "/games/<int:number>/delete", form={}, json=SURE),
    **_both(
        "/games/<int:number>/open",
        "/games/<int:number>/open",
        form={},
        json=SURE,
        situation="a match in a tournament, a turn ends",
        first=lambda _house, admin: admin.do("games", game="pachisi", names=["Asha", "Ravi"], begins=0),
    ),
    "/games/import": Post(form=lambda _: {"games": (BytesIO(MAT), "match.mat")}),
    "/api/v1/imports": Post(data=lambda _: MAT),
    "/games/import/<int:number>/keep": Post(form={"game": ["1"]}, first=_sent_file),
    "/games/import/<int:number>/leave": Post(form={}, first=_sent_file),
    "/api/v1/imports/<int:number>/keep": Post(json={"games": [1]}, first=_sent_file),
    "/api/v1/imports/<int:number>/leave": Post(json={}, first=_sent_file),
    "/api/v1/house": Post(json={"game": "pachisi", "name": "Ours too", "options": {"gate": True}}),
    **_both(
        "/house/<int:number>/change",
        "/house/<int:number>",
        form={"preset": "seven", "option-gate": "false"},
        json={"preset": "seven", "options": {"gate": False}},
    ),
    **_both("/house/<int:number>/delete", "/house/<int:number>/delete", form={}, json=SURE),
    **_both(
        "/house/<int:number>/name",
        "/house/<int:number>/name",
        form={"name": "Theirs"},
        json={"name": "Theirs"},
    ),
    **_both(
        "/house/shared",
        "/house/shared",
        form=lambda house: {"rules": _link(house), "house": "Theirs"},
        json=lambda house: {"rules": _link(house), "name": "Theirs"},
    ),
    "/language": Post(form={"language": "fi"}),
    "/language/voice": Post(form={"language": "fi"}),
    "/api/v1/settings": Post(json={"language": "fi", "hears": "alerts", "pips": "shown"}),
    **_both("/sound/looked", "/lamps/looked", form={}, json={}),
    **_both("/sound/test", "/lamps/test", form={"what": "red"}, json={"what": "red"}),
    "/sound": Post(form={"hears": "alerts", "hears_buzzer": "silent", "hears_phones": "everything"}),
    "/new": Post(
        form={"game": "pachisi", "preset": "six", "name": ["Asha", "Ravi"], "begins": "0", "request": "one"}
    ),
    "/new/keep": Post(
        form={"game": "pachisi", "preset": "six", "house": "Ours too", "name": ["Asha", "Ravi"]}
    ),
    "/out": Post(form={}),
    "/pips": Post(form={"pips": "shown"}),
    "/points": Post(form={"points": "alike"}),
    **_both(
        "/people/<int:number>/change",
        "/people/<int:number>",
        form={"name": "Asha K.", "sign": "2"},
        json={"name": "Asha K.", "sign": 2},
    ),
    **_both("/people/<int:number>/delete", "/people/<int:number>/delete", form={}, json=SURE),
    **_both(
        "/people/<int:number>/merge",
        "/people/<int:number>/merge",
        form={"into": "2", "sure": "true"},
        json={"into": 2, "sure": True},
    ),
    **_both("/phones/<phone>/name", "/phones/<phone>/name", form={"name": "Tablet"}, json={"name": "Tablet"}),
    **_both(
        "/phones/<phone>/role",
        "/phones/<phone>/role",
        form={"role": "admin", "sure": "true"},
        json={"role": "admin", "sure": True},
    ),
    **_both("/phones/<phone>/unpair", "/phones/<phone>/unpair", form={}, json=SURE),
    **_both(
        "/phones/tokens",
        "/tokens",
        form={"name": "a lamp", "role": "player", "ends": "never"},
        json={"name": "a lamp", "role": "player", "ends": 0},
    ),
    **_both(
        "/phones/tokens/<token>",
        "/tokens/<token>",
        form={"name": "a lamp", "role": "admin"},
        json={"name": "a lamp", "role": "admin"},
    ),
    **_both("/phones/tokens/<token>/take-back", "/tokens/<token>/take-back", form={}, json=SURE),
    **_both("/status/stop", "/status/stop", form={}, json=SURE),
}
"""By address. What is sent is right, so that an answer shows what comes of it."""

ADDRESSES: Mapping[str, Any] = {
    "number": 1,
    "step": 1,
    "row": 0,
    "ago": 0,
    "tag": lambda house: house.tag,
    "name": lambda house: house.photograph,
    "phone": _phone,
    "token": _token,
    "game": "pachisi",
    "preset": "six",
    "form": "mat",
    "board": "markers",
    "size": "30",
    "kind": "svg",
}
"""What stands in the variable parts of addresses."""

OTHER_PARTS: Mapping[str, Mapping[str, Any]] = {
    "/api/v1/mqtt/<name>.json": {"name": "throws"},
    "/games/<int:number>/open": {"number": 3},
    "/api/v1/games/<int:number>/open": {"number": 3},
    "/matches/<int:number>": {"number": 2},
    "/matches/<int:number>.<form>": {"number": 2},
    "/api/v1/matches/<int:number>": {"number": 2},
    "/api/v1/matches/<int:number>.<form>": {"number": 2},
}
"""Where they are others."""

BY_GAME = (
    *("/", "/api/v1/state", "/api/v1/events", "/api/v1/ways", "/api/v1/throws", "/api/v1/games"),
    *("/blind", "/blind/clock", "/blind/places", "/blind/turns/<int:ago>", "/board", "/board/seen", "/clock"),
    *("/conduct", "/earlier", "/end", "/new", "/overlay", "/rules", "/seats", "/tv", "/ways", "/matches"),
)
"""What shows the game on the table."""


def prepare(house: RecordedHouse, admin: Caller) -> None:
    """Do what some addresses need before they have anything to show."""
    _sent_file(house, admin)
    admin.do("eye/read")
    house.tag = admin.do("backup")["tag"]
