"""What axe-core finds wrong on a page: in the light and in the dark, small and large.

A rule is asked a second time only where something is different that it can see: all rules where other
elements are shown, those about room always, and contrast where colours or sizes of type are different.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST = ["color-contrast"]
ROOM = ["target-size", "scrollable-region-focusable"]
"""Rules that measure."""

SEEN = """
() => [...document.querySelectorAll("body, body *")].map((one) => {
  if (!one.checkVisibility()) return "";
  const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one);
  const [size, weight] = [parseFloat(fontSize), Number(fontWeight)];
  const isLarge = size >= 24 || (size >= 18.66 && weight >= 700);
  return [color, backgroundColor, backgroundImage, opacity, isLarge].join();
})
"""
"""Gives for each element what decides about its contrast, and nothing for one that is not shown."""


class Axe:
    """Looks at pages with axe-core."""

    def __init__(self, script: str, schemes: Sequence[str] = ("light", "dark")) -> None:
        self._script = script
        self._schemes = schemes

    def __call__(self, page: Any, sizes: Sequence[dict[str, int]] = ()) -> list[str]:
        """List what is wrong on a page, at several sizes of the screen or at the one that it has."""
        page.evaluate(self._script)  # not as a script tag: the page's own policy would refuse it
        first: dict[str, list[str]] = {}
        wrong = []
        for size in sizes or [page.viewport_size]:
            page.set_viewport_size(size)
            for scheme in self._schemes:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                seen = page.evaluate(SEEN)
                asked = _asked(scheme, seen, first.get(scheme))
                first.setdefault(scheme, seen)
                if asked["values"]:
                    wrong += [f"{size['width']} {scheme} {one}" for one in _found(page, asked)]
        return wrong


def _asked(scheme: str, seen: list[str], before: list[str] | None) -> dict[str, Any]:
    """Return the rules that can find what they have not found yet."""
    shown_differs = before is None or [bool(one) for one in seen] != [bool(one) for one in before]
    contrast = CONTRAST if seen != before else []
    if scheme == "dark":  # only colours differ in the dark
        return {"type": "rule", "values": contrast}
    return {"type": "tag", "values": TAGS} if shown_differs else {"type": "rule", "values": ROOM + contrast}


def _found(page: Any, asked: dict[str, Any]) -> list[str]:
    options = {"runOnly": asked, "resultTypes": ["violations"]}
    answer = page.evaluate("options => axe.run(options)", options)
    return [
        f"{wrong['id']}: {node['html'][:160]} {[one['message'] for one in node['any'][:1]]}"
        for wrong in answer["violations"]
        for node in wrong["nodes"]
    ]
