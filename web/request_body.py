"""What a request says, read strictly: a wrong type is a clear sentence, never a crash.

JSON and plain forms carry the same parts. A form can only send text, so its numbers are read from digits.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Container, Mapping
from typing import Any

from flask import request

from engine.errors import SetupError
from engine.names import names_of, trimmed
from web.errors import MalformedError

MARK_LENGTH = 64
"""The longest mark of a request that is kept."""


class Body:
    """The parts of one request."""

    def __init__(self, parts: Mapping[str, Any], *, form: bool = False) -> None:
        """Take the parts; `form` says that all of them are text.

        Raises:
            MalformedError: If a text holds a character that no text has.
        """
        _check_texts(parts)
        self._parts = parts
        self._form = form

    def unknown(self, known: Container[str]) -> str:
        """Return the name of a part that is not known; empty if all are."""
        return next((name for name in self._parts if name not in known), "")

    def is_sent(self, key: str) -> bool:
        """True if a part was sent, and be it an empty text."""
        return key in self._parts

    def has(self, key: str) -> bool:
        """True if a part was sent and is not empty; null is sent, and no part may be null."""
        return key in self._parts and self._parts[key] != ""

    def text(self, key: str, *, longest: int = 400) -> str:
        """Return a text.

        Raises:
            MalformedError: If it is missing, of another type, or too long.
        """
        value = self._part(key)
        if not isinstance(value, str):
            raise MalformedError(f"{key!r} is {shown(value)}: give a text")
        if len(value) > longest:
            raise MalformedError(f"{key!r} is {len(value)} characters long: at most {longest} are taken")
        return value

    def whole(self, key: str) -> int:
        """Return a whole number from 0 on.

        Raises:
            MalformedError: If it is missing, of another type, or below 0.
        """
        value = self._part(key)
        if self._form and isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**15:
            raise MalformedError(f"{key!r} is {shown(value)}: give a whole number from 0 on")
        return value

    def whole_or_none(self, key: str) -> int | None:
        """Return a whole number, or None where it is left out."""
        return self.whole(key) if self.has(key) else None

    def flag(self, key: str) -> bool:
        """Return yes or no; a form can only say yes, in a word.

        Raises:
            MalformedError: If it is missing or neither.
        """
        value = self._part(key)
        if value is True or value == "true":
            return True
        if value is False:
            return False
        raise MalformedError(f"{key!r} is {shown(value)}: give true, or leave it out")

    def mapping(self, key: str) -> Mapping[str, Any]:
        """Return a JSON object.

        Raises:
            MalformedError: If it is missing or of another type.
        """
        value = self._part(key)
        if not isinstance(value, dict):
            raise MalformedError(f"{key!r} is {shown(value)}: give an object")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts.

        Raises:
            MalformedError: If it is missing or of another type.
        """
        value = self._part(key)
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise MalformedError(f"{key!r} is {shown(value)}: give a list of texts")
        return tuple(value)

    def part(self, key: str) -> Any:
        """Return a part as it is.

        Raises:
            MalformedError: If it is missing.
        """
        return self._part(key)

    @property
    def mark(self) -> str:
        """The phone's own mark of this request."""
        return self.text("request", longest=MARK_LENGTH) if self.has("request") else ""

    def _part(self, key: str) -> Any:
        if key not in self._parts:
            raise MalformedError(f"{key!r} is missing")
        return self._parts[key]


def json_body() -> Body:
    """Read the request's JSON object.

    Raises:
        MalformedError: If it is none.
    """
    try:
        data = request.get_json(force=True, silent=True)
    except RecursionError as error:
        raise MalformedError("the request is nested too deeply to be read") from error
    if not isinstance(data, dict):
        raise MalformedError('the request is no JSON object: send one, such as {"move": "end"}')
    return Body(data)


def form_body() -> Body:
    """Read the request's form; a mark belongs to what the form says.

    A browser may bring back a page with the mark of a form that was sent before.

    Raises:
        MalformedError: If a text holds a character that no text has.
    """
    parts = request.form.to_dict()
    if 0 < len(mark := parts.get("request", "")) <= MARK_LENGTH:
        sent = repr(list(request.form.items(multi=True))).encode()
        digest = hashlib.blake2s(sent, digest_size=6).hexdigest()
        parts["request"] = f"{mark[: MARK_LENGTH - 1 - len(digest)]}-{digest}"
    return Body(parts, form=True)


def asked_whole(key: str, default: int, *, least: int = 0, most: int = 10**15 - 1) -> int:
    """Read a whole number from the address of a request.

    Raises:
        MalformedError: If it is none, or lies outside.
    """
    written = request.args.get(key, "")
    if not written:
        return default
    if not (written.isascii() and written.isdigit() and len(written) < 16 and least <= int(written) <= most):
        raise MalformedError(f"{key!r} is {shown(written)}: give a whole number from {least} to {most}")
    return int(written)


def clean_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Trim names and leave empty seats out.

    Raises:
        MalformedError: If a name is too long, or two are the same.
    """
    try:
        return names_of(name for name in names if trimmed(name))
    except SetupError as error:
        raise MalformedError(error.message) from error


def _check_texts(whole: object) -> None:
    """Refuse control characters and halves of characters (surrogates), which no disk can hold, anywhere."""
    left = [whole]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            left += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            left += part
        elif isinstance(part, str):
            for sign in part:
                if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\t\r\n":
                    raise MalformedError(f"a text of the request holds {sign!r}: no text has this character")


def shown(value: object) -> str:
    """Write what was sent for a sentence that says why not."""
    text = "null" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
