"""A drawing that says of an option what words say worse."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class OptionDrawing:
    """A drawing with its text."""

    svg: Markup
    text: str
    """What it shows, marked for the catalogues."""
