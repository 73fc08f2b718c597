"""The rules in our own words: number → sentence, and the sentences of refusals.

One module a family, and one for what a camera sees in any of them. `RULES` maps a rule's number to its
sentence; `REASONS` maps the key of a `engine.reasons.Reason` to a template whose fields are the reason's
parameters. A game that is registered later adds its own (`engine.registry.register`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.rulebook import backgammon, chowka_bhara, on_board, pachisi

RULES: dict[str, str] = {**chowka_bhara.RULES, **pachisi.RULES, **backgammon.RULES}
"""Rule number → what it says."""

REASONS: dict[str, str] = {
    **chowka_bhara.REASONS,
    **pachisi.REASONS,
    **backgammon.REASONS,
    **on_board.REASONS,
}
"""Key of a reason → English template."""

WITHOUT_HELP: dict[str, str] = {**backgammon.WITHOUT_HELP}
"""Key of a reason that names what could be played → key of one that does not."""


def add(rules: Mapping[str, str], reasons: Mapping[str, str]) -> Callable[[], None]:
    """Add a family's sentences, and give what takes them out again.

    Raises:
        ValueError: If a number or a key stands for another sentence already.
    """
    added: list[tuple[dict[str, str], Mapping[str, str]]] = []
    for book, more in ((RULES, rules), (REASONS, reasons)):
        for name, sentence in more.items():
            if book.get(name, sentence) != sentence:
                raise ValueError(f"{name} already means {book[name]!r}: give {sentence!r} another name")
        added.append((book, {name: more[name] for name in more if name not in book}))
    for book, new in added:
        book.update(new)

    def take_out() -> None:
        for book, new in added:
            for name in new:
                del book[name]

    return take_out


__all__ = ["REASONS", "RULES", "WITHOUT_HELP", "add"]
