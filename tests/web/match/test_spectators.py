"""Spectators see a match some minutes later than its players: by no address earlier, and nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product, takewhile
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from engine.ending import Accept, Resign
from engine.events import IMPORT, Setup
from engine.house import house_rules
from engine.match import Conduct, TimeControl
from engine.move import parse_move
from engine.table import games_before
from engine.table.commands import ChangeConduct, Pause, PlayMove, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import TOKEN, House, Program
from web.api.document import document
from web.auth.permissions import needed
from web.connections.schemas import schemas
from web.game.stream import Place
from web.history.match_pages import TYPES
from web.ports import LampState, Trust

LATE = Conduct(spectators_lag_s=300)
SINGLE = Setup("backgammon", "standard", ("Asha", "Ravi"), begins=0)
TOURNAMENT = replace(LATE, tournament=True)
PARTS: dict[str, Sequence[str | int]] = {
    "number": (1, 2, 3),
    "name": ("throw-1", "throw-2", "throw-3", "throw-4", *schemas()),
    "form": tuple(TYPES),
    "step": (0, 1),
    "row": (0,),
    "ago": (0,),
    "game": ("backgammon",),
    "preset": ("standard",),
    "board": ("markers",),
    "size": ("30",),
    "kind": ("svg", "pdf"),
    "filename": ("js/page.js",),
}
"""Values of the parts of addresses; each address shows something with one of them."""
QUERIES = {
    "/": ("seat=1",),
    "/earlier": ("before=9999",),
    "/games": ("before=9",),
    "/games/<int:number>": ("step=0",),
    "/games/<int:number>/record": ("page=9",),
    "/matches": ("before=9",),
    "/events": ("since=0",),
    "/photos/<name>.jpg": ("plain=1",),
    "/webcam/": ("action=snapshot", "action=stream"),
}
"""What else a page may be asked for; for programs the description of the interface says it."""
QUERY_VALUES = {
    "before": "9999",
    "since": "0",
    "limit": "100",
    "first": "0",
    "rules": "x",
    "plain": "1",
    "quarters": "1",
}
"""What programs ask for in a query, by its name."""
CHANGES = re.compile(r'name="csrf" value="\w*"|nonce="\w+"|"now_s": ?[\d.]+, ?')
"""What differs from one answer to the next."""


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr("web.game.stream.HEARTBEAT_S", 0.05)
    made = House(tmp_path / "box", running=clock)
    made.eye.latest = made.eye.latest_of_tray = b"the tray"
    yield made
    made.close()


def throw(house: House, *pips: int) -> str:
    """Throw before the eye; gives the photograph."""
    name = house.journal.keep_photograph(b"raw", b"ringed")
    house.table.do(TakeThrow(Dice(pips), photo=name))
    return name


def play(house: House, *texts: str) -> None:
    for text in texts:
        house.table.do(PlayMove(parse_move(text)))


def asked(house: House) -> Iterator[tuple[str, str]]:
    """List each address that a spectator may open, and what its parts and queries make of it."""
    described = document()["paths"]
    for rule in house.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or needed(rule) != "watcher":
            continue
        unknown = rule.arguments - PARTS.keys()
        assert not unknown, f"{rule.rule}: PARTS names no value of {', '.join(unknown)}"
        names = sorted(rule.arguments)
        parameters = described.get(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), {}).get("get", {})
        queried = [one["name"] for one in parameters.get("parameters", ()) if one["in"] == "query"]
        strange = set(queried) - QUERY_VALUES.keys()
        assert not strange, f"{rule.rule}: QUERY_VALUES names no value of {', '.join(strange)}"
        queries = [f"{name}={QUERY_VALUES[name]}" for name in queried]
        for values in product(*(PARTS[name] for name in names)):
            built = rule.build(dict(zip(names, values, strict=True)))
            assert built is not None
            yield rule.rule, built[1]
            for query in (*QUERIES.get(rule.rule, ()), *queries):
                yield rule.rule, f"{built[1]}?{query}"


def seen(house: House) -> dict[str, tuple[int, str]]:
    """Open every address with a phone that only watches, also of games and photographs that come later."""
    phone, found = house.watcher(), {}
    for _, path in asked(house):
        with phone.get(path, buffered=False) as answer:
            found[path] = answer.status_code, CHANGES.sub("", body_of(answer))
    return found


def body_of(answer: TestResponse) -> str:
    """Read an answer; of one that never ends, the events before it waits, or the first picture."""
    parts = (part.decode("utf-8", "replace") for part in answer.iter_encoded())
    if answer.mimetype == "text/event-stream":
        return "".join(takewhile(lambda part: not part.startswith(":"), parts))
    return next(parts) if answer.mimetype == "multipart/x-mixed-replace" else "".join(parts)


def told(house: House, since: int, *, watches: bool = True) -> list[int]:
    """List what the event stream tells from an event on, without waiting."""
    numbers: list[int] = []
    place = Place("watcher" if watches else "player", "a phone")
    for message in house.app.extensions["live"].messages(place, since):
        numbers += [int(number) for number in re.findall(r"^id: (\d+)", message, re.MULTILINE)]
        if message.startswith(":") or numbers[-1:] == [house.journal.last_seq()]:
            return numbers
    return numbers


def a_game_and_more(house: House, clock: Clock) -> None:
    """Play on after the throw that spectators have seen: a play, a game that ends, and the next one."""
    clock.now_s += 60
    house.lamps.show(LampState((0.0, 1.0), 1.0, "kill", "kill", 7))
    house.eye.show("read")
    play(house, "8/5 6/5", "end")
    throw(house, 4, 2)
    play(house, "8/4 6/4", "end")
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    clock.now_s += 30
    throw(house, 6, 3)


@pytest.mark.parametrize(
    ("conduct", "later"),
    [(LATE, LATE), (LATE, TOURNAMENT), (TOURNAMENT, LATE)],
    ids=["late", "tournament begins", "tournament ends"],
)
def test_no_address_shows_a_spectator_anything_before_its_time(
    house: House, clock: Clock, conduct: Conduct, later: Conduct
) -> None:
    house.table.start(match_setup(3, conduct=conduct, times=TimeControl(12.0, 360.0)))
    throw(house, 3, 1)
    house.table.do(Pause())  # else their clock, as late as all else, runs on
    clock.now_s += 301
    before = seen(house)
    assert (before["/photos/throw-1.jpg"][0], before["/photos/throw-2.jpg"][0]) == (200, 404)
    if later != conduct:
        house.table.do(ChangeConduct(later))
    a_game_and_more(house, clock)
    after = seen(house)
    assert {address for address in before if before[address] != after[address]} == set()
    clock.now_s += 300
    late = seen(house)
    changed = {address for address in before if before[address] != late[address]}
    assert {"/", "/tv", "/blind", "/api/v1/state", "/api/v1/events", "/earlier", "/blind/places"} <= changed
    assert {"/games", "/people", "/photos/throw-3.jpg"} <= changed
    assert later.tournament or {"/games/1", "/games/2", "/games/1/record", "/matches/1.mat"} <= changed
    live = house.player().state()
    assert json.loads(late["/api/v1/state"][1])["seq"] == live["seq"]


def test_each_address_is_asked_for_something_that_is_there(house: House, clock: Clock) -> None:
    house.book.save(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
    house.trust = Trust("-----BEGIN", "AB:CD", 8443, frozenset({"localhost"}))
    house.people.remember(("Asha", "Ravi"), game=1)
    house.table.start(match_setup(3, times=TimeControl(12.0, 360.0)))
    throw(house, 3, 1)
    a_game_and_more(house, clock)
    house.see_board()
    found = seen(house)
    addresses: dict[str, list[int]] = {}
    for address, path in asked(house):
        addresses.setdefault(address, []).append(found[path][0])
    assert [address for address, answers in addresses.items() if set(answers) == {404}] == []


def test_players_see_the_match_as_it_is_played(house: House, clock: Clock) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    throw(house, 3, 1)
    for phone in (house.player(), house.admin()):
        state = phone.state()
        assert (state["seq"], state["minutes_late"], state["lamps"]["pattern"]) == (
            house.journal.last_seq(),
            0,
            "turn",
        )
        assert phone.client.get("/snapshot.jpg").status_code == 200
        assert phone.client.get("/photos/throw-1.jpg").status_code == 200
    assert told(house, 0, watches=False)[-1] == house.journal.last_seq()


def test_the_stream_is_as_late_and_wakes_by_itself_when_something_comes_out(
    house: House, clock: Clock
) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    clock.now_s += 301
    throw(house, 3, 1)
    assert told(house, 0) == [1, 2]
    assert told(house, 99) == [], "nor is an event told that was asked for by its number"
    clock.now_s += 299
    assert told(house, 2) == []
    clock.now_s += 2
    assert told(house, 2) == list(range(3, house.journal.last_seq() + 1))


def test_no_address_of_the_stream_gives_an_earlier_event(house: House, clock: Clock) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    clock.now_s += 301
    throw(house, 3, 1)
    newest = house.journal.last_seq()
    live = house.app.extensions["live"]
    for headers, query in (({"Last-Event-ID": str(newest)}, {}), ({}, {"since": str(newest - 1)}), ({}, {})):
        with house.watcher().get("/events", headers=headers, query_string=query, buffered=False) as answer:
            parts = answer.iter_encoded()
            first = next(parts), next(parts)
        assert b"id:" not in b"".join(first)
    assert live.streams == 0


def test_lamps_and_eye_tell_a_spectator_nothing(house: House, clock: Clock) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    throw(house, 3, 1)
    house.lamps.show(LampState((0.0, 1.0), 1.0, "win", "win", 9))
    house.eye.show("uncertain")
    state = house.watcher().get("/api/v1/state").get_json()
    assert (state["lamps"]["pattern"], state["lamps"]["sound"], state["eye"]["state"]) == (
        "still",
        "",
        "later",
    )
    messages = house.app.extensions["live"].messages(Place("watcher", "at 10.0.0.7"), 9)
    assert [next(messages)[:5] for _ in range(2)] == ["retry", ": sti"]
    for path in (
        "/snapshot.jpg",
        "/stream.mjpg",
        "/metrics",
        "/board/seen",
        "/board/seen/part",
        "/board/seen.jpg",
    ):
        answer = house.watcher().get(path)
        assert answer.status_code == (401 if path == "/stream.mjpg" else 403), path
        assert "sees this match later" in answer.text


def test_the_notice_says_how_much_later_it_is(house: House, clock: Clock) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    clock.now_s += 301
    for path in ("/", "/tv", "/blind", "/games", "/rules", "/guide", "/people", "/conduct"):
        assert "You see the match 5 minutes later." in house.watcher().get(path).text, path
        if path != "/conduct":
            assert "minutes later." not in house.player().client.get(path).text, path
    assert house.watcher().get("/api/v1/state").get_json()["minutes_late"] == 5


def test_before_the_first_event_has_come_out_there_is_no_game_but_the_notice(
    house: House, clock: Clock
) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    page = house.watcher().get("/")
    assert ("No game lies on the table" in page.text or "Welcome" in page.text, page.status_code) == (
        True,
        200,
    )
    assert "You see the match 5 minutes later." in page.text
    assert house.watcher().get("/api/v1/state").get_json()["game"] is None
    assert house.watcher().get("/tv").status_code == 200


def test_the_game_before_the_match_is_seen_until_the_match_comes_out(house: House, clock: Clock) -> None:
    house.start("pachisi")
    house.table.start(match_setup(3, conduct=LATE))
    assert house.watcher().get("/api/v1/state").get_json()["setup"]["game"] == "pachisi"
    clock.now_s += 301
    assert house.watcher().get("/api/v1/state").get_json()["setup"]["game"] == "backgammon"


def test_the_lag_runs_out_after_the_end_of_the_match(house: House, clock: Clock) -> None:
    house.table.start(match_setup(1, conduct=LATE))
    throw(house, 3, 1)
    clock.now_s += 301
    house.table.do(PlayMove(Resign(1, 1)))
    house.table.do(PlayMove(Accept()))
    assert house.watcher().get("/api/v1/state").get_json()["outcome"] is None
    assert "not finished" not in house.watcher().get("/games").text
    clock.now_s += 299
    assert house.watcher().get("/api/v1/state").get_json()["outcome"] is None
    clock.now_s += 2
    state = house.watcher().get("/api/v1/state").get_json()
    assert (state["outcome"]["winners"], state["minutes_late"]) == ([0], 0)
    assert house.watcher().get("/games/1.jsonl").status_code == 200


@pytest.mark.parametrize("is_anew", [False, True])
def test_where_v0_1_0_changed_the_lag_in_mid_match_the_longest_holds(
    house: House, clock: Clock, is_anew: bool
) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    throw(house, 3, 1)
    clock.now_s += 100
    house.table.do(ChangeConduct(replace(LATE, spectators_lag_s=60)))
    assert house.watcher().get("/api/v1/state").get_json()["game"] is None
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    clock.now_s += 1000
    shown = house.watcher().get("/api/v1/state").get_json()
    assert (shown["seq"], shown["minutes_late"]) == (house.journal.last_seq(), 5)
    throw(house, 5, 2)
    if is_anew:  # only the second game is new enough to be read
        house.app.extensions["live"]._shown._delay.__init__(
            house.journal, now_s=lambda: house.journal.stamps.now_s
        )
    clock.now_s += 299
    assert house.watcher().get("/api/v1/state").get_json()["seq"] == shown["seq"]
    clock.now_s += 2
    assert house.watcher().get("/api/v1/state").get_json()["seq"] == house.journal.last_seq()
    house.table.do(ChangeConduct(Conduct()))
    play(house, "13/8", "13/11")
    assert house.watcher().get("/api/v1/state").get_json()["seq"] < house.journal.last_seq() - 1


def test_after_a_restart_nothing_comes_out_too_early(tmp_path: Path, clock: Clock) -> None:
    first = House(tmp_path / "box", running=clock)
    first.table.start(match_setup(3, conduct=LATE))
    throw(first, 3, 1)
    clock.now_s += 200
    play(first, "8/5 6/5", "end")
    first.close()
    clock.now_s = 5.0
    house = House(tmp_path / "box", running=clock)
    try:
        events = house.journal.game_events(1)
        house.table = house.app.extensions.get("table", house.table)
        house.table.resume(events, earlier=games_before(house.journal.game_events, 1))
        assert house.watcher().get("/api/v1/state").get_json()["game"] is None
        clock.now_s += 101
        state = house.watcher().get("/api/v1/state").get_json()
        assert (state["throw"]["text"], state["turn"]["player"]) == ("3-1", 0)
        clock.now_s += 200
        assert house.watcher().get("/api/v1/state").get_json()["turn"]["player"] == 1
    finally:
        house.close()


def import_games(house: House, many: int) -> None:
    """Bring in games from a file, of three events and more each."""
    for number in range(many):
        house.table.add(replace(SINGLE, imported="club.mat"), [], request=f"{IMPORT}{number}")


def test_after_a_restart_an_import_hides_no_match_from_its_lag(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.match.delay._BACK", 5)
    first = House(tmp_path / "box", running=clock)
    first.table.start(match_setup(3, conduct=LATE))
    throw(first, 3, 1)
    import_games(first, 4)
    first.close()
    clock.now_s = 5.0
    house = House(tmp_path / "box", running=clock)
    try:
        house.table.resume(house.journal.game_events(1))
        assert house.watcher().get("/api/v1/state").get_json()["game"] is None
        clock.now_s += 301
        assert house.watcher().get("/api/v1/state").get_json()["throw"]["text"] == "3-1"
    finally:
        house.close()


def test_an_import_during_a_lag_comes_out_whole_and_no_event_of_it_is_held(
    house: House, clock: Clock
) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    clock.now_s += 301
    throw(house, 3, 1)
    assert len(house.watcher().get("/api/v1/games").get_json()["games"]) == 1
    import_games(house, 2)
    watcher = house.watcher()
    assert len(watcher.get("/api/v1/games").get_json()["games"]) == 1
    pending = house.app.extensions["live"]._shown._delay._pending
    assert [one.game for one in pending if one.is_imported] == [2, 3]
    clock.now_s += 301
    lines = {line["number"]: line["events"] for line in watcher.get("/api/v1/games").get_json()["games"]}
    assert lines == {line.number: line.events for line in house.journal.games()}
    assert len(lines) == 3


def test_a_record_without_photographs_is_not_gone_through_for_one(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.match.delay._BACK", 2)
    house.table.start(SINGLE)
    for _ in range(40):
        house.table.do(TakeThrow(Dice((3, 1))))
        house.table.do(Undo())
    clock.now_s += 1000
    house.table.start(match_setup(3, conduct=LATE))
    asked = []
    played_before = house.journal.played_before
    monkeypatch.setattr(
        house.journal,
        "played_before",
        lambda seq, *, limit: asked.append(seq) or played_before(seq, limit=limit),
    )
    assert house.watcher().get("/api/v1/state").status_code == 200
    assert len(asked) < 20


def test_an_undo_over_the_end_of_a_game_is_seen_as_late(house: House, clock: Clock) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    throw(house, 3, 1)
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    throw(house, 5, 2)
    house.table.do(Undo())
    clock.now_s += 10
    house.table.do(Undo())
    clock.now_s += 295
    state = house.watcher().get("/api/v1/state").get_json()
    assert (state["game"], state["throw"]) == (2, None)
    clock.now_s += 10
    state = house.watcher().get("/api/v1/state").get_json()
    assert (state["game"], state["seq"]) == (1, house.journal.last_seq())


def test_a_phone_that_may_only_watch_from_now_on_is_told_nothing_more_by_its_stream(house: House) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    live = house.app.extensions["live"]
    messages = live.messages(
        Place("player", "a phone"),
        house.journal.last_seq(),
        stays=lambda: house.phones.role(TOKEN) != "watcher",
    )
    assert next(messages).startswith("retry")
    house.phones.set_role("player", "watcher")
    live.phones_changed()
    throw(house, 3, 1)
    rest = "".join(messages)
    assert "event: phones" in rest
    assert "id: " not in rest


def test_a_hundred_spectators_cost_one_game_played_again(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.table.start(match_setup(3, conduct=LATE))
    throw(house, 3, 1)
    clock.now_s += 301
    asked: list[int] = []
    events_of = house.journal.game_events
    monkeypatch.setattr(house.journal, "game_events", lambda game: asked.append(game) or events_of(game))
    house.watcher().get("/api/v1/state")
    first = len(asked)
    for _ in range(100):
        house.watcher().get("/api/v1/state")
        clock.now_s += 1
    play(house, "8/5", "6/5", "end")
    clock.now_s += 301
    for _ in range(100):
        assert house.watcher().get("/api/v1/state").get_json()["turn"]["player"] == 1
    assert first <= 2
    assert len(asked) == first


def events(program: Program) -> list[int]:
    answer = program.get("/api/v1/events?since=&limit=200").get_json()
    return [event["seq"] for event in answer["events"]]


def test_a_program_that_watches_is_told_as_late_as_phones_that_watch(house: House, clock: Clock) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
    clock.now_s += 301
    house.table.do(TakeThrow(Dice((3, 1))))
    watcher, player = house.program("watcher"), house.program("player", name="another")
    phone = house.watcher().get("/api/v1/events?since=&limit=200").get_json()
    assert events(watcher) == [event["seq"] for event in phone["events"]]
    assert max(events(player)) == house.journal.last_seq() > max(events(watcher))
    assert watcher.get("/api/v1/state").get_json()["seq"] < house.journal.last_seq()
    assert watcher.get("/api/v1/snapshot.jpg").status_code == 403
    assert watcher.get("/api/v1/lamps").status_code == 403
    clock.now_s += 301
    assert events(watcher) == events(player)


def test_in_a_tournament_no_program_is_told_what_would_help(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(tournament=True)))
    house.table.do(TakeThrow(Dice((6, 1))))
    house.table.do(PlayMove(parse_move("13/7 8/7")))
    for role in ("watcher", "player", "admin"):
        program = house.program(role, name=role)  # type: ignore[arg-type]
        state = program.get("/api/v1/state").get_json()
        assert not {"moves", "taps", "pips"} & {key for key, value in state.items() if value}
        for path in ("games/1", "games/1/record", "games/1/turns", "games/1.jsonl", "matches/1"):
            assert program.get(f"/api/v1/{path}").status_code == 403, (role, path)
        listed = program.get("/api/v1/games").get_json()["games"]
        assert [line["open"] for line in listed] == [False]
        told = json.dumps(program.get("/api/v1/events?since=").get_json())
        assert '"passed"' not in told
