"""Damage anywhere in a journal, and in the rows of every table: the box starts, no page breaks, losses are
said. The whole proof is slow; a seeded part of it is not.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxes_on_paper import PaperBox, lived_in, paper_box
from device.doctor.examination import journal as doctors_look
from device.store import FILE_NAME, Journal
from journals_for_tests import change_file, people_of
from web.house.credentials import Phones
from web.house.settings import HouseSettings
from web.language.locale import clock, when

TABLES = [
    "event",
    "game",
    "photograph",
    "phone",
    "setting",
    "secret",
    "house_rules",
    "person",
    "sqlite_sequence",
]

SCARS = (None, -1, 0, 3_000_000_000, 2**63 - 1, 1e300, -1e300, float("inf"), "", "x", "null", "[]", "{}")
"""What a garbled row may hold in any column."""


Found = dict[str, Any]
"""What a household can see of a box, by its kind."""


def found_in(box: PaperBox) -> Found:
    house = box.client.get("/api/v1/house").get_json()
    return {
        "events": box.journal.events(since=0, limit=100_000),
        "games": [line.setup for line in box.journal.games()],
        "phones": [(line.id, line.name, line.role) for line in box.phones.all()],
        "settings": vars(box.settings.get()),
        "house rules": house["house"] if isinstance(house, dict) and "house" in house else [house],
        "people": [(person.name, person.sign) for person in people_of(box.journal).all()],
        "photographs": [str(row[0]) for row in box.journal.read("SELECT name FROM photograph ORDER BY name")],
        "key": box.phones.secret,
    }


@dataclass
class Tally:
    """What became of so many damages."""

    not_started: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    unsaid: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "data"
    lived_in(folder)
    return folder


@pytest.fixture(scope="module")
def before(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Found:
    copy = tmp_path_factory.mktemp("before") / "data"
    shutil.copytree(whole, copy)
    with paper_box(copy) as box:
        assert box.said == ""
        assert box.broken_pages() == []
        return found_in(box)


def any_bytes(path: Path, chance: Random) -> str:
    """Write 1 to 64 bytes over, in one place or in many."""
    data = bytearray(path.read_bytes())
    count = chance.randrange(1, 65)
    if chance.random() < 0.5:
        at = chance.randrange(len(data) - count)
        data[at : at + count] = chance.randbytes(count)
        where = f"{count} bytes at {at}"
    else:
        places = [chance.randrange(len(data)) for _ in range(count)]
        for place in places:
            data[place] = chance.randrange(256)
        where = f"bytes at {places}"
    path.write_bytes(data)
    return where


def a_row(path: Path, table: str, chance: Random) -> str:
    """Garble a row: a column has a value of another kind, or some of its letters or bits are others."""
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.execute("PRAGMA ignore_check_constraints = ON")
        columns = [str(row[1]) for row in opened.execute(f"PRAGMA table_info({table})")]
        rows = [row[0] for row in opened.execute(f"SELECT rowid FROM {table}")]
        column, row = chance.choice(columns), chance.choice(rows)
        old = opened.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()[0]
        new = chance.choice(SCARS) if chance.random() < 0.4 else garbled(old, chance)
        try:
            opened.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, row))
        except sqlite3.Error:  # what no statement can write, bytes of the file can
            return f"{table}.{column} of {row} cannot be {new!r}"
    return f"{table}.{column} of {row} is {new!r}"


def garbled(old: object, chance: Random) -> object:
    if isinstance(old, str) and old:
        letters = list(old)
        for _ in range(chance.randrange(1, 4)):
            letters[chance.randrange(len(letters))] = chr(
                ord(chance.choice(letters)) ^ 1 << chance.randrange(7)
            )
        return "".join(letters)[: chance.choice((None, len(old) // 2))]
    if isinstance(old, int):
        return old ^ 1 << chance.randrange(40)
    if isinstance(old, float):
        return -old if chance.random() < 0.5 else old * 10.0 ** chance.randrange(1, 300)
    return chance.choice(SCARS)


def look(folder: Path, before: Found, what: str, tally: Tally) -> None:
    """Start a box on a damaged folder, and see what is lost and what is said."""
    try:
        with paper_box(folder) as box:
            tally.broken += [f"{what}: {page}" for page in box.broken_pages()]
            said = box.said
            lost = set(lost_of(before, found_in(box)))
    # Whatever stops a start is what this proof is about.
    except Exception as error:
        tally.not_started.append(f"{what}: {error!r}")
        return
    if lost and not said:
        tally.unsaid.append(f"{what}: {', '.join(sorted(lost))}")


def lost_of(before: Found, after: Found) -> Iterator[str]:
    """Name what was there and is not: a default that took a value's place is a loss, too."""
    for kind in ("events", "photographs"):
        if any(one not in after[kind] for one in before[kind]):
            yield kind
    for kind in ("games", "phones", "house rules", "people"):
        if len(after[kind]) < len(before[kind]):
            yield kind
    usual = {"names": ("Asha", "Ravi", "Mina", "Dev"), "hears": "all", "language": "", "taught": {}}
    if any(after["settings"][key] == usual[key] != before["settings"][key] for key in usual):
        yield "settings"
    if not after["key"]:
        yield "key"


def much(kind: str) -> Any:
    return pytest.param(kind, range(200 if kind else 2000), marks=pytest.mark.slow)  # 3,800 starts in all


@pytest.mark.parametrize(
    ("table", "seeds"),
    [("", range(-20, 0)), *((table, range(-4, 0)) for table in TABLES), *map(much, ["", *TABLES])],
)
def test_damage_anywhere_costs_what_is_said_and_no_start(
    tmp_path: Path, whole: Path, before: Found, table: str, seeds: range
) -> None:
    folder, tally = tmp_path / "data", Tally()
    for seed in seeds:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(whole, folder)
        chance = Random(f"{table} {seed}")
        path = folder / FILE_NAME
        what = a_row(path, table, chance) if table else any_bytes(path, chance)
        look(folder, before, f"{seed}: {what}", tally)
    assert tally == Tally()


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "data"))


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE setting SET value = '[[{' WHERE key = 'hears'", "Settings that could not be read"),
        (
            "UPDATE setting SET value = '[\"A\", \"a\"]' WHERE key = 'names'",
            "Settings that could not be read",
        ),
        ("UPDATE setting SET key = 'nbmes' WHERE key = 'names'", "Settings that could not be read"),
        ("UPDATE phone SET since = 'x7' WHERE rowid = 2", "a part could not be read"),
        ("UPDATE phone SET role = 'admjn' WHERE rowid = 1", "a part could not be read"),
        ("UPDATE phone SET token = 'zz' WHERE rowid = 2", "have to be let in again: 1"),
        ("UPDATE secret SET value = '' WHERE name = 'key'", "there is a new one"),
        ("UPDATE secret SET value = '{' WHERE name = 'phones'", "a part could not be read"),
        ("UPDATE house_rules SET versions = '[' WHERE number = 1", "House rules that could not be read: 1"),
        ("UPDATE person SET facts = '[' WHERE number = 1", "Players that could not be read"),
        ("UPDATE person SET name = ''", "Players that could not be read"),
        ("UPDATE event SET time = 1e300 WHERE seq = 9", "events could be read"),
        (
            "UPDATE event SET json = replace(json, '/4', '/5') "
            "WHERE seq = (SELECT min(seq) FROM event WHERE type = 'threw')",
            "events could be read",
        ),
        # What can be known from elsewhere is put right.
        ("UPDATE game SET setup = '{', started = 1e300, winners = 'x' WHERE number = 1", ""),
        ("UPDATE game SET setup = replace(setup, 'chowka', 'chowkb')", ""),
        ("UPDATE game SET number = 77 WHERE number = 1", ""),
        ("UPDATE photograph SET bytes = 'many', time = -1e300", ""),
        (f"UPDATE sqlite_sequence SET seq = {2**63 - 1}", ""),
        ("UPDATE sqlite_sequence SET seq = 'x'", ""),
        ("PRAGMA user_version = 0", ""),
        ("PRAGMA user_version = 2", ""),
        ("PRAGMA user_version = 77", ""),
    ],
)
def test_one_bad_row_costs_no_more_than_itself(
    folder: Path, before: Found, statement: str, said: str
) -> None:
    change_file(folder / FILE_NAME, statement)
    with paper_box(folder) as box:
        assert box.broken_pages() == []
        assert said in box.said
        assert bool(said) == bool(box.said)
        after = found_in(box)
        assert after["games"] == before["games"]
        assert after["photographs"] == before["photographs"]
        assert ("events" in set(lost_of(before, after))) == ("event" in said)
        assert box.journal.keep_photograph(b"new", b"new") not in before["photographs"]
        assert said.partition(":")[0] in box.client.get("/").text


def test_readers_without_a_box_are_not_stopped_by_a_bad_row(folder: Path) -> None:
    """`charkoni games`, `pair` and `show` only read: nothing is put right before them."""
    change_file(
        folder / FILE_NAME,
        "UPDATE game SET setup = '{', winners = '[9]' WHERE number = 1",
        "UPDATE phone SET since = 'x', role = 'y' WHERE rowid = 1",
        "UPDATE setting SET value = '' WHERE key = 'names'",
    )
    with Journal(folder, writing=False) as journal:
        assert len(journal.games()) == 2
        assert len(Phones(journal).all()) == 3
        assert HouseSettings(journal).get().names == ("Asha", "Ravi", "Mina", "Dev")


def test_a_time_that_no_calendar_has_breaks_no_sentence(folder: Path) -> None:
    with paper_box(folder) as box, box.client.application.test_request_context():
        for seconds in (1e300, -1e300, float("inf"), float("nan"), 1e15):
            assert (when(seconds), clock(seconds)) == ("?", "?")


def test_the_doctor_sees_an_event_that_is_not_as_it_was_written(folder: Path) -> None:
    assert "and whole" in str(doctors_look(folder).finding.text)
    change_file(folder / FILE_NAME, "UPDATE event SET time = 1e300 WHERE seq = 9")
    found = doctors_look(folder)
    assert "event 9 is not as it was written" in str(found.finding.text)
    assert found.newest is not None
    assert found.newest < 1e12
    with paper_box(folder):
        pass
    assert f"set aside: {FILE_NAME}.damaged" in str(doctors_look(folder).finding.text)
