"""A drawing that says of an option what words say worse."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from engine.options import OptionValue


@dataclass(frozen=True, slots=True)
class OptionDrawing:
    """A drawing with its text."""

    svg: Markup
    text: str
    """What it shows, marked for the catalogues."""
    choice: OptionValue | None = None
    """The choice that is so, to stand under it; true and false are yes and no."""
