"""What all actions have: their parts, how they are read, how they are described."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Annotated, ClassVar, Self, get_args, get_type_hints

from web.game import action_parts as part
from web.game.action_parts import Box
from web.ports import Role
from web.request_body import Body


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that a phone or a program does to the game; its first line says what, in OpenAPI too."""

    name: ClassVar[str]
    """The last word of its address."""
    role: ClassVar[Role] = "player"
    """The least role that may."""

    request: Annotated[str, part.MARK] = ""

    @classmethod
    def parse(cls, body: Body) -> Self:
        """Read one.

        Raises:
            MalformedError: If a part is missing, of another type, or too long.
            NotationError: If a throw or move cannot be read.
        """
        needed = cls._needed()
        sent = [(name, kind) for name, kind in cls._kinds().items() if name in needed or body.has(name)]
        return cls(**{name: kind.read(body, name) for name, kind in sent})

    @classmethod
    def schema(cls) -> part.Json:
        """Describe what is sent, as OpenAPI does."""
        properties = {name: kind.described() for name, kind in cls._kinds().items()}
        needed = cls._needed()
        return {"type": "object", "properties": properties} | ({"required": needed} if needed else {})

    @classmethod
    def _kinds(cls) -> dict[str, part.Kind]:
        """List the parts by their names, from the notes at the fields."""
        hints = get_type_hints(cls, include_extras=True)
        return {field.name: get_args(hints[field.name])[1] for field in fields(cls)}

    @classmethod
    def _needed(cls) -> list[str]:
        return [field.name for field in fields(cls) if field.default is MISSING]

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
