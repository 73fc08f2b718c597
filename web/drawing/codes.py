"""QR codes, drawn to be scanned from the page."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=16)
def code_svg(text: str) -> Markup:
    """Draw a text as a QR code, with the rim that it needs; it is as large as the page makes it."""
    return Markup(segno.make(text, error="m", micro=False).svg_inline(border=2, omitsize=True))
