"""PLACE."""

from __future__ import annotations

RULES: dict[str, str] = {}
REASONS: dict[str, str] = {}
