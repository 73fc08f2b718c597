"""What a request says, read strictly: a wrong type is a clear sentence, never a crash.

JSON and plain forms carry the same parts. A form can only send text, so its numbers are read from digits.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

from flask import g, request

from engine.errors import FieldError, SetupError
from engine.messages import MessageError
from engine.names import names_of, trimmed
from engine.record import About, Within, json_kinds, needed_keys, read
from web.errors import MalformedError, sentence

T = TypeVar("T")

MARK_LENGTH = 64
"""The longest mark of a request that is kept."""
MOST = 10**15 - 1
"""The largest whole number that is read."""

Whole = Annotated[int, Within(0, MOST)]
At = Annotated[
    Whole | None,
    About("The newest event that the sender had heard of; 409 if something has happened since."),
]
Mark = Annotated[
    str,
    Within(0, MARK_LENGTH),
    About("The sender's own mark: what was sent twice with one mark is done once."),
]


def text(longest: int = 400, *, least: int = 0, about: str = "") -> Any:
    """Return the type of a text with these bounds of its length."""
    return (
        Annotated[str, Within(least, longest), About(about)]
        if about
        else Annotated[str, Within(least, longest)]
    )


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

    def with_parts(self, more: Mapping[str, Any]) -> Body:
        """Return it with further parts, such as those of the address."""
        return Body({**self._parts, **more}, form=self._form)

    def without(self, part: str) -> Body:
        """Return it without a part."""
        return Body({key: one for key, one in self._parts.items() if key != part}, form=self._form)

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
        """Return a text; raises what `read` raises."""
        found: str = self.read(key, Annotated[str, Within(0, longest)])
        return found

    def whole(self, key: str) -> int:
        """Return a whole number from 0 on; raises what `read` raises."""
        found: int = self.read(key, Whole)
        return found

    def whole_or_none(self, key: str) -> int | None:
        """Return a whole number, or None where it is left out."""
        return self.whole(key) if self.has(key) else None

    def read(self, key: str, hint: Any) -> Any:
        """Read a part as a type, as `engine.record` does.

        Raises:
            MalformedError: If it is missing, or of another kind.
            EngineError: If it is of the kind and cannot be, such as a throw of nine shells.
        """
        try:
            return read(hint, self._as_json(self._part(key), json_kinds(hint)))
        except FieldError as error:
            raise MalformedError(error.within(key).message) from error

    def record(self, cls: type[T]) -> T:
        """Read the parts of a class as `engine.record` does, and no others; what is empty counts as left out.

        Raises what `read` raises.
        """
        kinds, needed = _parts_of(cls)  # type: ignore[arg-type]
        sent = {
            key: self._as_json(part, kinds[key])
            for key, part in self._parts.items()
            if key in kinds and (part != "" or key in needed)
        }
        return Body(sent).whole_record(cls)

    def whole_record(self, cls: type[T]) -> T:
        """Read the parts of a class, and refuse others; raises what `read` raises."""
        try:
            return read(cls, dict(self._parts))
        except FieldError as error:
            raise MalformedError(error.message) from error

    def _as_json(self, value: Any, kinds: Sequence[type]) -> Any:
        """Return a part as JSON would have it: a form can only send texts."""
        if not isinstance(value, str) or str in kinds:
            return value
        if bool in kinds and value in (("true", "false") if self._form else ("true",)):
            return value == "true"
        if list in kinds and self._form:  # numbers with commas between
            return [int(one) if _is_digits(one) else one for one in value[:20].split(",")]
        return int(value) if int in kinds and self._form and _is_digits(value) else value

    @property
    def mark(self) -> str:
        """The phone's own mark of this request."""
        return self.text("request", longest=MARK_LENGTH) if self.has("request") else ""

    def _part(self, key: str) -> Any:
        if key not in self._parts:
            raise MalformedError(f"{key!r} is missing")
        return self._parts[key]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a form, for the page that shows it."""

    verb: str = ""
    """The name of its class; empty where no form was sent."""
    error: MessageError | None = None
    """Why it was refused."""
    answer: Mapping[str, Any] = field(default_factory=dict)
    """As a program gets it."""

    @property
    def refusal(self) -> str:
        """Why it was refused, as a sentence; empty if it was not."""
        return sentence(self.error) if self.error else ""

    def of(self, *verbs: str) -> Outcome:
        """Return it if the form was one of these; else that no form was sent."""
        return self if self.verb in verbs else Outcome()

    def typed(self, key: str, otherwise: str = "") -> str:
        """Return what was typed into a field of the form that was refused."""
        return request.form.get(key, otherwise) if self.error else otherwise


def outcome() -> Outcome:
    """Return what became of the form whose page is shown."""
    found: Outcome = g.get("outcome") or Outcome()
    return found


@cache
def _parts_of(cls: type) -> tuple[Mapping[str, tuple[type, ...]], Collection[str]]:
    """Return the kinds of JSON of each part, and which parts are needed."""
    hints = get_type_hints(cls, include_extras=True)
    return {key: json_kinds(hint) for key, hint in hints.items()}, needed_keys(cls)


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16


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


def asked_whole(key: str, default: int, *, least: int = 0, most: int = MOST) -> int:
    """Read a whole number from the address of a request.

    Raises:
        MalformedError: If it is none, or lies outside.
    """
    written = request.args.get(key, "")
    if not written:
        return default
    if not (_is_digits(written) and least <= int(written) <= most):
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
