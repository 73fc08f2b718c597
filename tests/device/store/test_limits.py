"""What is written can be restored: every table at its limits comes back from a backup whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from device.readers.webhooks.book import WebhookBook
from device.store import FILE_NAME, Journal
from device.store.backups.backup import back_up, look_at, restore
from device.store.lives import begin_life
from device.store.photographs import PICTURE_BYTES
from device.store.places import Places, note_forgotten
from device.store.schema import MIGRATIONS, objects_by_version
from engine.errors import RecordError
from engine.house import house_rules
from engine.match import Conduct
from engine.names import LONGEST_NAME
from engine.record import write
from engine.setup import MOST as MOST_ON_A_SEAT
from engine.setup import Setup
from engine.table import Table
from engine.table.commands import ChangeConduct, ChangeSeat
from engines.random_matches import match_setup
from journals_for_tests import jpeg_of
from web.house.connections import LONGEST_PASSWORD, MOST_HOOKS, MqttChoice
from web.house.credentials import MOST_PHONES, MOST_TOKENS, Passwords, Phones, Tokens
from web.house.house_rules import MOST as MOST_HOUSE_RULES
from web.house.house_rules import HouseRulesStore
from web.house.identity import Identity
from web.house.people import MOST as MOST_PEOPLE
from web.house.people import MOST_NAMES, People
from web.house.rows import SECRETS, TEXT_BYTES
from web.house.settings import (
    MOST_BOARD_GAMES,
    MOST_BOARDS,
    MOST_LESSONS,
    MOST_PICTURE,
    HouseSettings,
    Settings,
)
from web.language.events import OUTSIDE
from web.request_body import MARK_LENGTH

LETTER = "\N{LINEAR B SYLLABLE B008 A}"
"""A letter of four bytes, which JSON may write in twelve."""

RULES = house_rules("pachisi", "six", {"gate": True}, name=LETTER * LONGEST_NAME)


def name(number: int) -> str:
    return str(number).rjust(LONGEST_NAME, LETTER)


def fill_games(journal: Journal) -> None:
    names = tuple(name(seat) for seat in range(4))
    table = Table(record=journal.record)
    table.start(Setup("pachisi", "six", names, RULES.options, 0, RULES), request="r" * MARK_LENGTH)
    for seat in range(4):
        people = [name(100 * (seat + 1) + number) for number in range(MOST_ON_A_SEAT)]
        table.do(ChangeSeat(seat, tuple(people)), request=f"{seat}".rjust(MARK_LENGTH, LETTER))
    table.start(table.model.setup)  # a rematch
    table.start(match_setup(3))
    table.do(ChangeConduct(Conduct(event=name(1), round=name(2)), by=name(3)))


def fill_photographs(journal: Journal) -> None:
    spare = PICTURE_BYTES - 2000
    largest = jpeg_of(bytes(2 * spare + 2000 - len(jpeg_of(bytes(spare)))))
    assert len(largest) == PICTURE_BYTES
    journal.keep_photograph(largest, largest)
    journal.keep_photograph(jpeg_of(b"raw"), jpeg_of(b"ringed"), kind="board")


def fill_phones(journal: Journal) -> None:
    phones = Phones(journal, clock=lambda: 1000.0)
    for number in range(MOST_PHONES):
        assert phones.pair(phones.key, name=name(number) * 10)


def fill_settings(journal: Journal) -> None:
    corners = [[0.123456789012345, 0.9]] * 4
    board = {
        "corners": corners,
        "quarters": 3,
        "bar": 2.9,
        "size": [32000, 32000],
        "learnt": {"colours": [[255, 255, 255]] * 1000},
        "picture": "A" * MOST_PICTURE,
        "shown": corners,
        "is_empty": True,
    }
    at_limits: dict[str, Any] = {
        "names": [name(number) for number in range(4)],
        "boards": {LETTER * 39 + str(number): board for number in range(MOST_BOARDS)},
        "board_games": {
            str(10**11 + number): {"follow": True, "object": False} for number in range(MOST_BOARD_GAMES)
        },
        "taught": {"shells": [[0.5] * 500] * MOST_LESSONS, "eye": LETTER * 16},
        "board_pictures": True,
        "mqtt": write(
            MqttChoice(
                True, "h" * 253, 65535, LETTER * 200, True, f"-----BEGIN CERTIFICATE-----{LETTER * 39_973}"
            )
        ),
    }
    HouseSettings(journal).set(**vars(Settings()) | at_limits)


def fill_secrets(journal: Journal) -> None:
    Identity(journal)
    Passwords(journal).put("mqtt", LETTER * LONGEST_PASSWORD)
    book, tokens = WebhookBook(Passwords(journal)), Tokens(journal)
    for number in range(MOST_HOOKS):
        url = f"http://example.test/{number}/"
        book.add(url.ljust(1000, "x"), tuple(OUTSIDE))
    for number in range(MOST_TOKENS):
        tokens.add(name(number), "admin", ends=0)


def fill_house_rules(journal: Journal) -> None:
    book = HouseRulesStore(journal)
    for number in range(MOST_HOUSE_RULES):
        book.save(house_rules("pachisi", "six", {"gate": bool(number % 2)}, name=name(number)))


def fill_people(journal: Journal) -> None:
    people = People(journal)
    people.remember([name(number) for number in range(1000, 1000 + MOST_PEOPLE)], game=1)
    [first, *_] = sorted(people.all(), key=lambda one: one.number)
    for number in range(MOST_NAMES):
        people.change(first.number, name=name(number), sign=None)


def fill_lives(journal: Journal) -> None:
    for _ in range(20):
        journal.write(begin_life)
        Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game()).start(
            Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0)
        )


def fill_readers(journal: Journal) -> None:
    Places(journal).put("mqtt", journal.last_seq())


def fill_forgotten(journal: Journal) -> None:
    journal.write(lambda writer: note_forgotten(writer, journal.last_game()))


FILLS: dict[str, Callable[[Journal], None]] = {
    "game": fill_games,
    "event": fill_lives,
    "photograph": fill_photographs,
    "phone": fill_phones,
    "setting": fill_settings,
    "secret": fill_secrets,
    "house_rules": fill_house_rules,
    "person": fill_people,
    "life": fill_lives,
    "reader": fill_readers,
    "forgotten": fill_forgotten,
}
LEFT_BEHIND = ("reader", "forgotten")
"""Others were told what these say, and know it; a restored box begins anew with them."""


def rows_of(file: Path, table: str) -> list[tuple[object, ...]]:
    """Read a table, without what a box does not get from a backup, and without the order of parts in JSON."""
    columns = {"event": "seq, game, time, request, type, json"}.get(table, "*")
    with closing(sqlite3.connect(file)) as opened:
        rows = opened.execute(f"SELECT {columns} FROM {table}").fetchall()
    return [tuple(map(plain, row)) for row in rows if (table, row[0]) != ("secret", "tokens")]


def plain(value: object) -> object:
    if isinstance(value, str) and value[:1] in ("{", "["):
        return json.dumps(json.loads(value), sort_keys=True)
    return value


def test_every_table_at_its_limits_is_restored_whole(tmp_path: Path) -> None:
    tables = {what for what, (kind, _) in objects_by_version(MIGRATIONS)[-1].items() if kind == "table"}
    assert FILLS.keys() == tables, "each table is filled to its limits here"
    data, backup = tmp_path / "data", tmp_path / "all.backup"
    with Journal(data) as journal:
        for fill in FILLS.values():
            fill(journal)
        assert {row[0] for row in journal.read("SELECT name FROM secret")} == set(SECRETS)
        back_up(journal.store, journal.photographs, backup)
    look_at(backup)
    found, _ = restore(tmp_path / "again", backup)
    assert found.left_out == 0
    for table in sorted(tables - set(LEFT_BEHIND)):
        before, after = (rows_of(folder / FILE_NAME, table) for folder in (data, tmp_path / "again"))
        missing = [row[0] for row in before if row not in after]
        assert (table, missing) == (table, [])
    with Journal(tmp_path / "again") as journal:
        assert len(journal.photograph("throw-1") or b"") == PICTURE_BYTES
        assert journal.notice() == ()
        assert len(Phones(journal).all()) == MOST_PHONES
        assert len(HouseRulesStore(journal).all()) == MOST_HOUSE_RULES
        assert len(People(journal).all()) == MOST_PEOPLE


def test_a_text_that_no_backup_could_give_back_is_not_written(tmp_path: Path) -> None:
    def write(text: str) -> Callable[[sqlite3.Connection], None]:
        return lambda writer: writer.executemany("REPLACE INTO setting VALUES (?, ?)", [("names", text)])

    with Journal(tmp_path) as journal:
        journal.write(write("x" * TEXT_BYTES))
        for text in ("x" * (TEXT_BYTES + 1), LETTER * (TEXT_BYTES // 4 + 1)):
            with pytest.raises(RecordError, match="at most 1000000 are kept"):
                journal.write(write(text))
        assert journal.read("SELECT length(value) FROM setting") == [(TEXT_BYTES,)]
        assert journal.trouble() == ()


def test_a_picture_that_no_backup_could_give_back_is_in_none(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        journal.keep_photograph(b"raw", bytes(PICTURE_BYTES + 1))
        back_up(journal.store, journal.photographs, tmp_path / "backup")
    assert restore(tmp_path / "again", tmp_path / "backup")[0].left_out == 0


def test_a_backup_with_more_phones_than_are_let_in_today_is_restored(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        Phones(journal)
        rows = [(f"{number:064x}", "admin" if number == 7 else "player", 1000.0) for number in range(2005)]
        facts = {token: ["", 4000.0 - number] for number, (token, *_) in enumerate(rows)}
        journal.write(lambda writer: writer.executemany("INSERT INTO phone VALUES (?, ?, ?)", rows))
        journal.write(
            lambda writer: writer.execute("REPLACE INTO secret VALUES ('phones', ?)", (json.dumps(facts),))
        )
        back_up(journal.store, journal.photographs, tmp_path / "backup")
    look_at(tmp_path / "backup")
    found, _ = restore(tmp_path / "again", tmp_path / "backup")
    assert found.left_out == 5
    with Journal(tmp_path / "again") as journal:
        lines = Phones(journal).all()
        assert [line.id for line in lines] == [f"{number:064x}"[:16] for number in range(MOST_PHONES)]
        assert [line.role for line in lines].count("admin") == 1
