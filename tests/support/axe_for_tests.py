"""What axe-core finds wrong on a page as it is shown."""

from __future__ import annotations

from typing import Any

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def broken_rules(page: Any, script: str) -> list[str]:
    """List the rules that a page breaks, each with the element that breaks it."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(script)  # not as a script tag: the page's own policy would refuse it
    # No rule of these tags looks at style sheets or films, which it would fetch once more from the box.
    asked = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"], "preload": False}
    answer = page.evaluate("options => axe.run(options)", asked)
    return [
        f"{wrong['id']}: {node['html'][:160]} {[one['message'] for one in node['any'][:1]]}"
        for wrong in answer["violations"]
        for node in wrong["nodes"]
    ]
