"""Every page and every address of the API, asked by everybody: what is answered, and what it changes."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from device.store.schema import FILE_NAME
from recordings.blocks import Blocks
from recordings.held_still import held_still
from recordings.recorded_house import PROGRAMS, ROLES, SITUATIONS, RecordedHouse, Rooms, callers
from recordings.sent_bodies import ADDRESSES, BY_GAME, OTHER_PARTS, POSTS, prepare
from web.api.document import document

FULL = "chowka-bhara, a move waits"
"""The situation in which every address is asked; those that show the game are asked in all of them."""

READ = ("text/html", "application/json", "application/x-ndjson", "application/manifest+json")
"""Kinds of answers that are read; pictures and streams are only named."""


def opened(folder: Path) -> Blocks:
    """Open every address that is read.

    Args:
        folder: An empty one, for the data of the houses.
    """
    with held_still() as moment:
        return dict(_opened(Rooms(folder, moment)))


def sent(folder: Path) -> Blocks:
    """Send to every address what it takes, and list what that changes.

    Args:
        folder: An empty one, for the data of the houses.
    """
    with held_still() as moment:
        return dict(_sent(Rooms(folder, moment)))


def _opened(rooms: Rooms) -> Iterator[tuple[str, list[str]]]:
    house = rooms.copy(FULL)
    try:
        methods = {method for rule in house.app.url_map.iter_rules() for method in rule.methods or ()}
    finally:
        house.close()
    yield "methods", sorted(methods)
    for situation in SITUATIONS:
        house = rooms.copy(situation)
        try:
            everybody = callers(house, rooms.tokens)
            prepare(house, everybody["admin"])
            for rule in _rules(house, "GET"):
                if situation != FULL and rule.rule not in BY_GAME:
                    continue
                roles = _roles(rule) if situation == FULL else ("watcher", "admin")
                told = {role: "".join(_told(everybody[role].get(_address(house, rule)))) for role in roles}
                yield f"GET {rule.rule} ({situation})", _grouped(told)
        finally:
            house.close()


def _sent(rooms: Rooms) -> Iterator[tuple[str, list[str]]]:
    door = _Door(rooms)
    try:
        for rule in door.rules:
            told = {role: door.told(rule, role) or _done(rooms, rule, role) for role in _roles(rule)}
            yield f"POST {rule.rule}", _grouped(told)
    finally:
        door.close()


class _Door:
    """Sends an empty body to hear who is let in: who is not changes nothing, so one house serves for all."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._begin_anew()
        self.rules = _rules(self._house, "POST")

    def _begin_anew(self) -> None:
        self._house = self._rooms.copy(FULL)
        self._everybody = callers(self._house, self._rooms.tokens)
        self._before = _stored(self._house)

    def told(self, rule: Rule, role: str) -> str:
        """Return the line of somebody who is refused, or of a program; empty for a phone that may do this."""
        if role == "admin":
            return ""
        answer = self._everybody[role].post(_address(self._house, rule), json={})
        is_same = _stored(self._house) == self._before
        told = f"{_told(answer)[0]}; changes nothing"
        if not is_same:
            self.close()
            self._begin_anew()
        if answer.status_code in (401, 403) and is_same:
            return told
        return "is let in" if role in PROGRAMS else ""

    def close(self) -> None:
        self._house.close()


def _done(rooms: Rooms, rule: Rule, role: str) -> str:
    """Send what is right to an address, in a house of its own, and list what it changed."""
    if rule.rule not in POSTS:
        raise LookupError(f"recordings.sent_bodies.POSTS does not say what {rule.rule} is sent")
    post = POSTS[rule.rule]
    house = rooms.copy(post.situation)
    try:
        everybody = callers(house, rooms.tokens)
        if post.first is not None:
            post.first(house, everybody["admin"])
        before, newest = _stored(house), house.journal.last_seq()
        answer = everybody[role].post(_address(house, rule), **post.body(house))
        head, rest = _told(answer)
        return f"{head}; {_changed(before, _stored(house), newest)}{rest}"
    finally:
        house.close()


def _roles(rule: Rule) -> tuple[str, ...]:
    """Everybody for an address of programs; a page knows no tokens."""
    return (*ROLES, *PROGRAMS) if rule.rule.startswith("/api/") else ROLES


def _rules(house: RecordedHouse, method: str) -> list[Rule]:
    found = [rule for rule in house.app.url_map.iter_rules() if method in (rule.methods or ())]
    return sorted((rule for rule in found if rule.endpoint != "static"), key=lambda rule: rule.rule)


def _address(house: RecordedHouse, rule: Rule) -> str:
    """Fill the variable parts of an address."""
    values = {**ADDRESSES, **OTHER_PARTS.get(rule.rule, {})}
    filled = {part: values[part] for part in rule.arguments}
    built = rule.build({part: value(house) if callable(value) else value for part, value in filled.items()})
    assert built is not None, rule
    return str(built[1])


def _told(answer: TestResponse) -> tuple[str, str]:
    """Name what is in an answer: status and kind, and the names of all that is in what is read."""
    with answer:
        kind = answer.mimetype
        head = f"{answer.status_code} {kind}"
        if answer.location:
            return f"{head} to {re.sub('[0-9a-f]{32}', '…', answer.location)}", ""
        if kind not in READ:
            return head, ""
        text = answer.get_data(as_text=True)
    if kind == "text/html":
        return head, f" {page_of(text)}"
    found = [json.loads(line) for line in text.splitlines()] if "ndjson" in kind else json.loads(text)
    if "openapi" in found:
        found = dict.fromkeys(found)  # it has a recording of its own
    elif answer.request.method == "POST" and {"revision", "setup", "waits"} <= found.keys():
        return head, " the state"
    return head, f" {named(found)}"


def described() -> Blocks:
    """Write what OpenAPI says of each address: what it takes, and with which statuses it answers."""
    found: Blocks = {}
    for path, entry in document()["paths"].items():
        for method, about in entry.items():
            asks = [f"{one['name']} ({one['in']})" for one in about.get("parameters", ())]
            lines = [f"asks: {', '.join(asks)}"] if asks else []
            for kind, content in about.get("requestBody", {}).get("content", {}).items():
                needed = content["schema"].get("required", [])
                names = sorted(content["schema"].get("properties", {}))
                takes = [f"{name}!" if name in needed else name for name in names]
                lines.append(f"takes: {kind} {', '.join(takes)}".rstrip())
            lines.append(f"answers: {', '.join(sorted(about['responses']))}")
            found[f"{method.upper()} {path}"] = lines
    return found


def named(value: Any) -> str:
    """Write the names of all fields of JSON; of a list, those of all its entries together.

    >>> named({"b": [{"x": 1}, {"y": {"z": 2}}], "a": 1})
    '{a, b[{x, y{z}}]}'
    """
    return _written(_shape([value]))


def _shape(values: list[Any]) -> Any:
    """Put the names in several values together; a name that leads to nothing further leads to None."""
    objects = [one for one in values if isinstance(one, dict)]
    entries = [entry for one in values if isinstance(one, list) for entry in one]
    fields = {
        key: _shape([one[key] for one in objects if key in one]) for key in {k for o in objects for k in o}
    }
    return (fields if objects else None, _shape(entries) if entries else None)


def _written(shape: Any) -> str:
    fields, entries = shape
    text = ""
    if fields is not None:
        text += "{" + ", ".join(f"{key}{_written(fields[key])}" for key in sorted(fields)) + "}"
    if entries is not None and entries != (None, None):
        text += f"[{_written(entries)}]"
    return text


class _PageParser(HTMLParser):
    """Finds title, headings, forms and links of a page; the menu stands on every page, and is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: list[str] = []
        self.forms: dict[str, set[str]] = {}
        self.links: set[str] = set()
        self._in: list[str] = []
        self._form: set[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if tag in ("title", "h1") and "svg" not in self._in:
            self.titles.append("")
            self._in.append(tag)
        elif tag in ("nav", "svg"):
            self._in.append(tag)
        if "nav" in self._in:
            return
        if tag == "form":
            method = (about.get("method") or "get").upper()
            self._form = self.forms.setdefault(f"{method} {about.get('action') or ''}".strip(), set())
        elif (
            tag in ("input", "select", "textarea", "button") and about.get("name") and self._form is not None
        ):
            self._form.add(str(about["name"]))
        elif tag == "a" and about.get("href"):
            self.links.add(str(about["href"]))

    def handle_endtag(self, tag: str) -> None:
        if tag in self._in:
            self._in.remove(tag)
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._in and self._in[-1] in ("title", "h1"):
            self.titles[-1] += data


def page_of(text: str) -> str:
    """Name what a page has: title and heading, forms with their fields, links."""
    parser = _PageParser()
    parser.feed(text)
    titles = " | ".join(dict.fromkeys(" ".join(one.split()) for one in parser.titles))
    lines = [f"“{titles}”"]
    lines += [f"    form {form}: {', '.join(sorted(names))}" for form, names in sorted(parser.forms.items())]
    if links := parser.links - {"/", "#main"}:
        lines.append(f"    links: {' '.join(sorted(links))}")
    return "\n".join(lines)


def _grouped(told: Mapping[str, str]) -> list[str]:
    """Write one line for all who are answered alike."""
    alike: dict[str, list[str]] = {}
    for role, text in told.items():
        alike.setdefault(text, []).append(role)
    return [f"{', '.join(roles)}: {text}" for text, roles in alike.items()]


Stored = dict[str, set[str]]
"""The rows of each table."""


def _stored(house: RecordedHouse) -> Stored:
    """Read everything that is stored; when somebody was last seen is left out, as asking alone changes it."""
    file = sqlite3.connect(house.folder / FILE_NAME)
    try:
        tables = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {table: list(file.execute(f"SELECT * FROM {table}")) for table in tables}
    finally:
        file.close()
    found["secret"] = [(name, _unseen(value) if name in SEEN else value) for name, value in found["secret"]]
    return {table: {json.dumps(row) for row in rows} for table, rows in found.items()}


SEEN = ("phones", "tokens")
"""Secrets that hold the moment at which a phone or a program was last seen, as the last of its facts."""


def _unseen(value: str) -> dict[str, Any]:
    return {number: facts[:-1] for number, facts in json.loads(value).items()}


def _changed(before: Stored, after: Stored, newest: int) -> str:
    """Name the events that were written, and of other tables the rows that came, went or became others."""
    told = []
    for table in sorted(after):
        came, went = (
            sorted(map(json.loads, rows))
            for rows in (after[table] - before[table], before[table] - after[table])
        )
        if table == "event" and came:
            told.append("events " + " ".join(row[4] for row in came if row[0] > newest))
        elif table in ("setting", "secret"):
            told += [f"{table} {key}" for key in sorted({row[0] for row in (*came, *went)})]
        elif (came or went) and not table.startswith("sqlite"):
            told.append(f"{table} +{len(came)} −{len(went)}")
    return "changes " + ", ".join(told) if told else "changes nothing"
