"""The rules in our own words: number → sentence, and the sentences of refusals.

One module a family. `RULES` maps a rule's number to its sentence; `REASONS` maps the key of a
`engine.reasons.Reason` to a template whose fields are the reason's parameters.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.rulebook import backgammon, chowka_bhara, pachisi

RULES: Mapping[str, str] = {**chowka_bhara.RULES, **pachisi.RULES, **backgammon.RULES}
"""Rule number → what it says."""

REASONS: Mapping[str, str] = {**chowka_bhara.REASONS, **pachisi.REASONS, **backgammon.REASONS}
"""Key of a reason → English template."""

__all__ = ["REASONS", "RULES"]
