"""What all actions have: their parts, how they are read, how they are described."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from engine.record import Json, no_null, schema
from web.game.action_parts import Box
from web.request_body import Body, Mark


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
