"""What all actions have: their parts, how they are read, how they are described."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from typing import Any, ClassVar, Self

from engine.record import Json, no_null, schema
from engine.table.transaction import Command
from web.game.action_parts import Box
from web.request_body import At, Body, Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that a phone or a program does to the game; its first line says what, in OpenAPI too."""

    name: ClassVar[str]
    """The last word of its address."""

    request: Mark = ""

    @classmethod
    def parse(cls, body: Body) -> Self:
        """Read one.

        Raises:
            MalformedError: If a part is missing, of another type, or too long.
            NotationError: If a throw or move cannot be read.
        """
        return body.record(cls)

    @classmethod
    def schema(cls) -> Json:
        """Describe what is sent, as OpenAPI does."""
        return {key: part for key, part in schema(cls).items() if key != "additionalProperties"}

    def __init_subclass__(cls) -> None:
        no_null(cls)

    def once(self, box: Box) -> None:
        """Do it; an action whose request was sent before is done already.

        Raises what `do` raises.
        """
        if not box.table.has_done(self.request):
            self.do(box)

    def do(self, box: Box) -> None:
        """Do it.

        Raises:
            MalformedError: If its parts do not go together.
            MissingError: If what it names does not exist.
            EngineError: If it cannot be done now, or a rule forbids it.
        """
        raise NotImplementedError


def sends(name: str, command: type[Command], *, knows_when: bool = True, **parts: Any) -> type[Action]:
    """Make the action that sends a command as it is read.

    Args:
        name: The last word of its address.
        command: What the first paragraph of its docstring says.
        knows_when: Its sender may say which event is the newest that it had heard of.
        parts: The fields that are read, each with its type; the others are as they are by default.
    """
    defaults = {one.name: one.default for one in fields(command)}  # type: ignore[arg-type]
    read = [
        (part, kind, field() if defaults[part] is MISSING else field(default=defaults[part]))
        for part, kind in parts.items()
    ]
    if knows_when:
        read.append(("at", At, field(default=None)))

    def do(self: Any, box: Box) -> None:
        sent = command(**{part: getattr(self, part) for part in parts})
        box.table.do(sent, at=self.at if knows_when else None, request=self.request)

    about = (inspect.getdoc(command) or "").partition("\n\n")[0]
    namespace = {"name": name, "do": do, "__doc__": about}
    return make_dataclass(
        f"{command.__name__}Action", read, bases=(Action,), namespace=namespace, frozen=True, kw_only=True
    )
