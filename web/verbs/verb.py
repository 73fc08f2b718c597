"""A verb: what is sent for it, what it does, what it answers; and the parts of the box that verbs work on.

`web.auth.permissions.VERBS` has a row for each, by the name of its class: where it is done, and by whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from types import FunctionType
from typing import Any, ClassVar, Literal, Self, TypeVar, dataclass_transform

from flask import current_app, flash, g, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.messages import MessageError
from engine.record import no_null, schema, write
from engine.table import Table
from web.auth.permissions import VERBS, Permission
from web.errors import MalformedError, RefusedError, sentence
from web.game.event_view import Events
from web.history.games_file import Files
from web.history.match_pages import Matches
from web.history.replay import Replays
from web.history.throws import Counts
from web.house.connections import Connections
from web.house.credentials import Phones, Tokens
from web.house.house_rules import HouseRulesStore
from web.house.identity import EventNames
from web.house.people import People
from web.house.settings import HouseSettings
from web.match.shown import Shown
from web.ports import (
    Archive,
    BoardCamera,
    BoardFollowing,
    Eye,
    Lamps,
    NoBackupError,
    NoBoardError,
    NoPictureError,
    NoTrayError,
    Power,
    TrayCamera,
)
from web.request_body import MOST, Body, Outcome

Have = TypeVar("Have")
Json = dict[str, Any]
Part = Literal["archive", "sight", "board", "board_seen", "connections", "tokens", "names", "power"]
"""A part that not every box has."""


Reply = Literal["plain", "beside", "quiet", "at once"]
"""How a form is answered. Plain: its page opens anew with a sentence, and a refusal has a page of its own.
Else the page shows a refusal beside what was typed; and of what was done a sentence, nothing or all."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the box, as the page has them."""

    table: Table
    eye: Eye
    shown: Shown
    """Table and journal as who asks sees them."""
    phones: Phones
    settings: HouseSettings
    lamps: Lamps
    house: HouseRulesStore
    people: People
    matches: Matches
    replays: Replays
    counts: Counts
    files: Files
    """Games that were sent and are not kept yet; the page's too."""
    events: Events
    archive: Archive | None = None
    sight: TrayCamera | None = None
    board: BoardCamera | None = None
    board_seen: BoardFollowing | None = None
    connections: Connections | None = None
    tokens: Tokens | None = None
    names: Callable[[], EventNames] | None = None
    power: Power | None = None

    def has(self, part: Part | None) -> bool:
        """True if the box has a part; every box has what is none of `Part`."""
        return part is None or getattr(self, part) is not None


@dataclass(frozen=True, slots=True)
class Answer:
    """What an address answers with when all goes well."""

    schema: Any = None
    """Of JSON, as `described` takes it; None for a file."""
    kind: str = "application/json"
    status: int = 200
    description: str = "It is so."


WHOLE: Json = {"type": "integer", "minimum": 0, "maximum": MOST}
TEXT: Json = {"type": "string"}
TRUTH: Json = {"type": "boolean"}
MOMENT: Json = {"type": "number", "description": "Seconds since 1970."}


def listing(name: str, schema: Any, **more: Any) -> Json:
    """Describe an object with a list of one kind of things."""
    return shape({name: {"type": "array", "items": schema}, **more})


def shape(parts: Mapping[str, Any], *, left_out: Sequence[str] = ()) -> Json:
    """Describe an object with these parts, all of which are there but for those that may be left out."""
    needed = [name for name in parts if name not in left_out]
    return {"type": "object", "required": needed, "properties": dict(parts)}


def described(part: Any) -> Any:
    """Return the JSON Schema of a schema in which types and functions stand: what `write` makes of a type.

    A later version may add to it. Types are described only when somebody asks: it takes its time.
    """
    if isinstance(part, list | tuple):
        return [described(one) for one in part]
    if isinstance(part, dict):
        return {
            key: described(one) for key, one in part.items() if (key, one) != ("additionalProperties", False)
        }
    if part is None or isinstance(part, str | int | float):
        return part
    return described(part() if isinstance(part, FunctionType) else schema(part))


DID = Answer(
    shape({"done": {**TEXT, "description": "What was done, in the reader's language."}}),
    description="It was done.",
)


def done(text: str, **more: Any) -> Json:
    """Answer with what was done, in the reader's language."""
    return {"done": text, **more}


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Verb:
    """What a phone or a program does to the house; its first line says what, in OpenAPI too.

    A frozen dataclass; what it has beside its fields is given as its class is made.
    """

    needs: ClassVar[Part | None] = None
    """The part of the box that it works on, where not every box has it."""
    answer: ClassVar[Answer] = DID
    page: ClassVar[str] = "/"
    """Where its form stands, with the verb's fields in braces; there a browser goes on."""
    reply: ClassVar[Reply] = "plain"
    """How its form is answered."""

    some: ClassVar[Mapping[str, Any]] = {}
    """The types of further fields, each of which may be left out, as None."""

    def __init_subclass__(cls, **about: Any) -> None:
        for name, value in about.items():
            setattr(cls, name, value)
        for name, kind in about.get("some", {}).items():
            cls.__annotations__[name] = kind | None
            setattr(cls, name, None)
        dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)
        no_null(cls)

    def chosen(self) -> Json:
        """Return those of `some` that were sent."""
        return {name: one for name in self.some if (one := getattr(self, name)) is not None}

    @classmethod
    def permission(cls) -> Permission:
        """Return who may do it, and where."""
        return VERBS[cls.__name__]

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> Self:
        """Read what a form sends, with what stands in its address.

        Raises:
            MalformedError: If a part is missing, of another kind, or too long.
        """
        return form.record(cls)

    @classmethod
    def is_sure(cls, form: Body) -> bool:
        """True if a form need not be asked about: most stand on a page that asks."""
        return True

    def unsure(self) -> str:
        """Return the address of the page that asks."""
        return self.page

    def asks(self, on: Parts) -> bool:
        """Return whether people are asked once more; raises MissingError for what is not there."""
        return self.permission().asks

    def do(self, on: Parts) -> object:
        """Do it, and return the answer as `write` takes it, or what was done in a sentence.

        Raises:
            MissingError: If what it names does not exist.
            MalformedError, RefusedError, EngineError: If it cannot be done.
        """
        raise NotImplementedError

    def carried_out(self, on: Parts, *, sure: bool) -> Json:
        """Do it, if it is sure; raises as `do`."""
        with refusals():
            if not sure and self.asks(on):
                raise MalformedError(
                    "nothing was done: the page asks once more before it does this, so send 'sure': true"
                )
            answer = self.do(on)
            told: Json = done(answer) if isinstance(answer, str) else write(answer)
            return told

    def leads(self, answer: Json) -> str:
        """Return the address at which a browser goes on."""
        return self.page.format(**self.address())

    def address(self) -> Mapping[str, Any]:
        """Return its fields, some of which stand in addresses."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        """Answer the form: the page says what was done."""
        if self.reply != "quiet" and answer.get("done"):
            flash(answer["done"])
        if self.reply == "at once":
            outcome = Outcome(type(self).__name__, answer=answer)
            return shown(type(self), self.address(), outcome, self.answer.status)
        return redirect(self.leads(answer), code=303)

    def refused(self, on: Parts, error: MessageError) -> ResponseReturnValue | None:
        """Answer the form that was refused in a way of its own; None for the usual one."""
        return None


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what parts of the box raise into refusals that are answered in words."""
    try:
        yield
    except NoPictureError as error:
        raise RefusedError(sentence(error), status=503) from error
    except (NoTrayError, NoBoardError) as error:
        raise RefusedError(sentence(error), status=422) from error
    except NoBackupError as error:
        raise MalformedError(error.message) from error


def shown(
    verb: type[Verb], address: Mapping[str, str | int], outcome: Outcome, status: int
) -> ResponseReturnValue:
    """Show the page of a form, with what became of it."""
    g.outcome = outcome
    path = verb.page.partition("#")[0].format(**address)
    addresses = current_app.create_url_adapter(request)
    assert addresses is not None
    endpoint, parts = addresses.match(path, method="GET")
    answer = make_response(current_app.view_functions[endpoint](**parts))
    answer.status_code = status
    return answer


def there(part: Have | None) -> Have:
    """Return a part of the box that a verb needs."""
    assert part is not None
    return part
