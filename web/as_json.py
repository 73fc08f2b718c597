"""What the page shows as JSON, for its script and for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def as_json(shown: object) -> Any:
    """Write a dataclass as an object of its fields, and what it holds likewise; what writes itself does so.

    A field that would have a name of Python's own ends with an underscore, which is left out.

    >>> from web.language.phone_speech import Announcement
    >>> as_json({"all": (Announcement(7, "Asha throws"),)})
    {'all': [{'seq': 7, 'text': 'Asha throws'}]}
    """
    if hasattr(shown, "to_json"):
        return shown.to_json()
    if is_dataclass(shown):
        return {field.name.rstrip("_"): as_json(getattr(shown, field.name)) for field in fields(shown)}
    if isinstance(shown, Mapping):
        return {key: as_json(part) for key, part in shown.items()}
    if isinstance(shown, list | tuple):
        return [as_json(part) for part in shown]
    return shown
