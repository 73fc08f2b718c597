"""Attacks on a box by a backup: each changes a real one with malice, and says what may become of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from device.store.games import put_event, sealed
from engine.events import (
    Corrected,
    CorrectionSettled,
    GameEnded,
    GameStarted,
    Happened,
    Logged,
    Setup,
    Undone,
)
from engine.facts import Ending, Fact, FactKind, Outcome
from engine.throw import Cowries

Craft = Callable[[sqlite3.Connection], object]


@dataclass(frozen=True)
class Attack:
    """What is done to a backup."""

    name: str
    craft: Craft
    refused: bool = False
    """The whole file is; else what is good of it is taken."""
    left_out: int | None = None
    """So many parts are left out; None for any number."""


ATTACKS: list[Attack] = []


def attack(*, refused: bool = False, left_out: int | None = None) -> Callable[[Craft], Craft]:
    def add(craft: Craft) -> Craft:
        name = craft.__name__.replace("_", "-")
        ATTACKS.append(Attack(name, craft, refused, left_out))
        return craft

    return add


def run(*statements: str) -> Craft:
    def craft(backup: sqlite3.Connection) -> None:
        for statement in statements:
            backup.execute(statement)

    return craft


def add(name: str, *statements: str, refused: bool = False, left_out: int | None = None) -> None:
    ATTACKS.append(Attack(name, run(*statements), refused, left_out))


def rewritten(backup: sqlite3.Connection, name: str, sql: str) -> None:
    """Write what a table says of itself over, as no statement would allow."""
    backup.execute("PRAGMA writable_schema = ON")
    backup.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    backup.execute("PRAGMA writable_schema = RESET")


def an_event(
    backup: sqlite3.Connection, event: object, *, seq: int = 0, game: int = 2, time: float = 5.0
) -> None:
    """Add an event that has its right checksum."""
    last = backup.execute("SELECT max(seq) FROM event").fetchone()[0]
    put_event(backup, Logged(seq or last + 1, game, event, time=time))  # type: ignore[arg-type]


def a_text(backup: sqlite3.Connection, text: str) -> None:
    """Add an event whose JSON is anything."""
    last = backup.execute("SELECT max(seq) FROM event").fetchone()[0]
    row = sealed((last + 1, 2, 5.0, "", "threw", text))
    backup.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def picture(name: str, raw: str = "x'ffd8'", ringed: str = "x'ffd8'") -> str:
    return f"INSERT INTO picture VALUES ({name}, {raw}, {ringed})"


# Names that lead out of the folder.
add("a-picture-that-climbs-out", picture("'../../escaped'"), left_out=1)
add("a-picture-with-an-absolute-name", picture("'/tmp/charkoni-escaped'"), left_out=1)
add("a-picture-that-nobody-took", picture("'throw-4711'"), left_out=1)
add("a-nul-in-a-name", picture("'throw-1' || char(0) || '/../../x'"), left_out=1)
add("a-name-that-is-a-blob", picture("x'2e2e2f'"), left_out=1)
add("a-name-with-other-digits", picture("'throw-\u0661'"), left_out=1)
add(
    "a-photograph-whose-name-climbs-out",
    "INSERT INTO photograph VALUES (900, '../../../escaped', 1, 5.0, 9)",
    left_out=1,
)
add("a-photograph-with-anothers-number", "UPDATE photograph SET number = 77 WHERE number = 1")
# Values of another kind or size.
add("three-thousand-million-bytes", "UPDATE picture SET raw = 3000000000 WHERE name = 'throw-1'", left_out=1)
add("a-picture-of-text", "UPDATE picture SET raw = 'text' WHERE name = 'throw-1'", left_out=1)
add("an-empty-picture", "UPDATE picture SET ringed = x'' WHERE name = 'throw-1'", left_out=1)
add("a-picture-too-large", "UPDATE picture SET raw = zeroblob(17000000) WHERE name = 'throw-1'", left_out=1)
add("a-row-too-large", "UPDATE picture SET raw = zeroblob(60000000) WHERE name = 'throw-1'", left_out=1)
add("a-photograph-of-minus-bytes", "UPDATE photograph SET bytes = -5 WHERE number = 1")
add(
    "a-number-beyond-all",
    f"UPDATE photograph SET number = {2**63 - 1}, name = 'throw-{2**62}' WHERE number = 1",
)
add("a-number-given-out-beyond-all", f"UPDATE sqlite_sequence SET seq = {2**63 - 1}")
# Things that are no tables.
add(
    "a-view-for-a-table",
    "ALTER TABLE photograph RENAME TO hidden",
    "CREATE VIEW photograph AS SELECT * FROM hidden",
    refused=True,
)
add(
    "a-view-without-end",
    "DROP TABLE photograph",
    "CREATE VIEW photograph AS WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n) "
    "SELECT number, 'throw-1' AS name, 1 AS game, 5.0 AS time, 5 AS bytes FROM n",
    refused=True,
)
add(
    "a-trigger",
    "CREATE TRIGGER bad AFTER INSERT ON event BEGIN DELETE FROM event; END",
    refused=True,
)
add(
    "a-computed-column",
    "ALTER TABLE setting ADD COLUMN more TEXT GENERATED ALWAYS AS (upper(value)) VIRTUAL",
    refused=True,
)
add("an-index-on-an-expression", "CREATE INDEX slow ON event (length(json) * 7)", refused=True)
add("a-table-too-many", "CREATE TABLE more (what TEXT)", refused=True)
add("a-table-too-few", "DROP TABLE phone", refused=True)
add("a-column-too-few", "ALTER TABLE phone DROP COLUMN since", refused=True)


@attack(refused=True)
def a_virtual_table(backup: sqlite3.Connection) -> None:
    rewritten(backup, "setting", "CREATE VIRTUAL TABLE setting USING fts5(key, value)")


@attack(refused=True)
def a_check_that_never_ends(backup: sqlite3.Connection) -> None:
    rewritten(
        backup,
        "secret",
        "CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (hex(randomblob(1000000))))",
    )


@attack(refused=True)
def a_default_that_computes(backup: sqlite3.Connection) -> None:
    rewritten(
        backup, "phone", "CREATE TABLE phone (token TEXT PRIMARY KEY, role TEXT DEFAULT (hex(9)), since)"
    )


@attack(refused=True)
def a_statement_of_a_million_letters(backup: sqlite3.Connection) -> None:
    backup.execute(f"CREATE VIEW long AS SELECT '{'x' * 900_000}'")


# Numbers of versions.
add("a-newer-version", "CREATE TABLE of_tomorrow (what TEXT)", "PRAGMA user_version = 99", refused=True)
add("a-version-that-is-wrong", "PRAGMA user_version = 1", left_out=0)
add("a-version-of-nought", "PRAGMA user_version = 0", left_out=0)
add("a-version-of-minus-nine", "PRAGMA user_version = -9", left_out=0)
# Keys and phones.
add("an-empty-key", "UPDATE secret SET value = '' WHERE name = 'key'", left_out=1)
add("a-short-key", "UPDATE secret SET value = 'a' WHERE name = 'secret'", left_out=1)
add("a-nul-in-a-key", "UPDATE secret SET value = value || char(0) WHERE name = 'key'", left_out=1)
add("a-key-that-is-a-blob", "UPDATE secret SET value = CAST(value AS BLOB) WHERE name = 'key'", left_out=1)
add("a-key-that-nobody-knows", "INSERT INTO secret VALUES ('another', 'abcdefghijklmnop')", left_out=1)
add(
    "names-of-phones-too-deep",
    f"UPDATE secret SET value = '{'[' * 90_000}' WHERE name = 'phones'",
    left_out=1,
)
add("a-phone-that-is-root", "UPDATE phone SET role = 'root' WHERE rowid = 1", left_out=1)
add("a-phone-without-a-token", "UPDATE phone SET token = 'x' WHERE rowid = 1", left_out=1)
add("a-phone-let-in-at-no-time", "UPDATE phone SET since = 'yesterday'")
add("no-phones-and-no-keys", "DELETE FROM phone", "DELETE FROM secret", left_out=0)
# Settings and house rules.
add("a-setting-that-is-no-json", "UPDATE setting SET value = '{{{' WHERE key = 'names'", left_out=1)
add("a-setting-that-nobody-knows", "INSERT INTO setting VALUES ('tray ', '[]')", left_out=1)
add(
    "half-a-character", "UPDATE setting SET value = '[\"\\ud800\", \"Ravi\"]' WHERE key = 'names'", left_out=1
)
add(
    "bytes-that-are-no-text",
    "UPDATE setting SET value = CAST(x'22ff22' AS TEXT) WHERE key = 'hears'",
    left_out=1,
)
add(
    "house-rules-of-another-world",
    'UPDATE house_rules SET versions = \'[{"version": [], "preset": {}, "values": 7, "kept": "now"}]\'',
    left_out=2,
)
add(
    "house-rules-kept-at-no-time",
    "UPDATE house_rules SET versions = replace(versions, '\"kept\": ', '\"kept\": 1e')",
)
add("house-rules-with-a-long-name", "UPDATE house_rules SET name = hex(zeroblob(300000))", left_out=2)
# People.
add("a-person-of-no-kind", "UPDATE person SET facts = '{}' WHERE number = 1", left_out=1)
add("a-person-who-likes-no-sign", "UPDATE person SET facts = replace(facts, 'null', '7')", left_out=2)
add("a-person-without-a-name", "UPDATE person SET name = '' WHERE number = 1", left_out=1)
add("a-person-with-a-long-name", "UPDATE person SET name = hex(zeroblob(300000))", left_out=2)
add(
    "a-person-with-a-thousand-names",
    "UPDATE person SET facts = replace(facts, '[]', "
    "'[\"A\"' || replace(hex(zeroblob(999)), '00', ',\"A\"') || ']')",
    left_out=2,
)
add("a-person-with-another-number", f"UPDATE person SET number = {2**62} WHERE number = 1", left_out=1)
add(
    "a-crowd-of-people",
    "WITH RECURSIVE n(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 400) "
    "INSERT INTO person SELECT x, 'P' || x, facts FROM n, person WHERE number = 1",
    left_out=193,
)
# Games and events.
add(
    "no-rows-at-all",
    *(f"DELETE FROM {table}" for table in ("event", "game", "photograph", "picture")),
    left_out=0,
)
add("games-without-events", "DELETE FROM event", left_out=0)
add("events-without-games", "DELETE FROM game", left_out=0)
add(
    "a-setup-that-is-no-json",
    "UPDATE game SET setup = 'null', winners = '[7]', ended = 'perhaps'",
    left_out=0,
)
add("an-event-of-no-kind", "UPDATE event SET type = x'00', json = x'00' WHERE seq = 5")
add("an-event-of-no-game", "UPDATE event SET game = 'one' WHERE seq = 5")
add("an-event-with-another-number", f"UPDATE event SET seq = {2**62} WHERE seq = 9", left_out=1)
add("a-request-of-a-megabyte", "UPDATE event SET request = hex(zeroblob(400000)) WHERE seq = 9", left_out=1)


@attack()
def times_of_no_clock(backup: sqlite3.Connection) -> None:
    for number, moment in enumerate((1e300, float("inf"), -5.0, 1e18)):
        an_event(backup, Happened(Fact(FactKind.AGAIN, 0)), time=moment)
        backup.execute("UPDATE game SET started = ? WHERE number = ?", (moment, number % 2 + 1))


@attack(left_out=1)
def json_that_lies_too_deep(backup: sqlite3.Connection) -> None:
    a_text(backup, '{"type": ' + "[" * 100_000 + "]" * 100_000 + "}")


@attack(left_out=1)
def a_number_of_a_hundred_thousand_digits(backup: sqlite3.Connection) -> None:
    a_text(backup, '{"type": "threw", "player": ' + "9" * 100_000 + ', "throw": "1/4"}')


@attack(left_out=4)
def parts_of_another_kind(backup: sqlite3.Connection) -> None:
    a_text(backup, '{"type": "threw", "player": "0", "throw": "1/4"}')
    a_text(backup, '{"type": "threw", "player": 0, "throw": "1/4", "photo": ["throw-1"]}')
    a_text(backup, '{"type": ["threw"], "player": 0}')
    a_text(backup, '{"type": "game-ended", "outcome": {"winners": "01", "ending": "stuck"}}')


@attack(left_out=1)
def half_a_character_in_an_event(backup: sqlite3.Connection) -> None:
    a_text(backup, '{"type": "throw-asked", "faces": ["\\ud800"], "alternatives": []}')


@attack(left_out=1)
def a_sentence_that_fills_the_memory(backup: sqlite3.Connection) -> None:
    doubt = {"template": "{a:>999999999}", "fields": {"a": 1}}
    a_text(backup, json.dumps({"type": "throw-asked", "faces": [], "alternatives": [], "doubts": [doubt]}))


@attack(left_out=3)
def players_that_are_not_there(backup: sqlite3.Connection) -> None:
    an_event(backup, Happened(Fact(FactKind.CAPTURED, 9, ((8, 0),))))
    an_event(backup, GameEnded(Outcome((5,), Ending.ALL_HOME)))
    a_text(
        backup,
        '{"type": "move-refused", "player": 0, "move": "a 0/1 =1", '
        '"reason": {"rule": "P1", "key": "no such reason", "params": {}}}',
    )


@attack()
def circles_in_a_game(backup: sqlite3.Connection) -> None:
    last = backup.execute("SELECT max(seq) FROM event").fetchone()[0]
    an_event(backup, Undone(last + 1))
    an_event(backup, Corrected(last + 2, Cowries(1, 4), stopped_at=last + 2))
    an_event(backup, CorrectionSettled(last + 3, "accepted", stopped_at=last + 3))
    an_event(backup, Undone(last + 900))


@attack(left_out=1)
def a_game_that_begins_twice(backup: sqlite3.Connection) -> None:
    an_event(backup, GameStarted(Setup("pachisi", "six", ("A", "B", "C", "D"))))


@attack()
def a_game_that_nobody_plays(backup: sqlite3.Connection) -> None:
    an_event(
        backup, GameStarted(Setup("ludo", "none", ("A\0B", "<script>", "x" * 200), {"a": "b"}, 2)), game=3
    )
    an_event(backup, GameStarted(Setup("ludo", "none", ("A", "<script>"), {"a": "b"}, 1)), game=4)


@attack(left_out=5000)
def five_thousand_bad_events(backup: sqlite3.Connection) -> None:
    last = backup.execute("SELECT max(seq) FROM event").fetchone()[0]
    rows = [(last + n, 2, 5.0, "", "threw", "{}", 0) for n in range(1, 5001)]
    backup.execute("BEGIN")
    backup.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    backup.execute("COMMIT")


@attack(left_out=9000)
def nine_thousand_settings(backup: sqlite3.Connection) -> None:
    backup.execute(
        "INSERT INTO setting WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000) "
        "SELECT 'k' || i, '1' FROM n"
    )
