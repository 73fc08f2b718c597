"""Small SVG drawings of throws: cowries mouth or back up, dice with their pips."""

from __future__ import annotations

from markupsafe import Markup

from engine.throw import Cowries, Throw, parse_throw

_MOUTH = (
    '<g class="cowrie mouth"><ellipse rx="17" ry="23"/>'
    '<path class="slit" d="M0-17C-5-8-5 8 0 17C5 8 5-8 0-17Z"/>'
    '<path class="teeth" d="M-3-11H-9M-4-5H-11M-4.500 1H-11M-4 7H-10M-3 12H-8'
    'M3-11H9M4-5H11M4.500 1H11M4 7H10M3 12H8"/></g>'
)
_BACK = (
    '<g class="cowrie back"><ellipse rx="17" ry="23"/><ellipse class="dome" cx="-2" cy="-3" rx="10" ry="15"/>'
    '<ellipse class="gleam" cx="-5" cy="-9" rx="3" ry="5"/></g>'
)
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def throw_svg(throw: Throw | str) -> Markup:
    """Draw a throw in the order of its words: mouths first, then backs; the larger die first."""
    read = parse_throw(throw) if isinstance(throw, str) else throw
    if isinstance(read, Cowries):
        parts = [_MOUTH] * read.mouths + [_BACK] * (read.shells - read.mouths)
        step = 40
    else:
        parts = [_die(pip) for pip in sorted(read.pips, reverse=True)]
        step = 56
    drawn = "".join(
        f'<g transform="translate({(number + 0.5) * step:g} 26)">{part}</g>'
        for number, part in enumerate(parts)
    )
    return Markup(
        f'<svg class="thrown" viewBox="0 0 {len(parts) * step} 52" aria-hidden="true">{drawn}</svg>'
    )


def _die(pip: int) -> str:
    dots = "".join(f'<circle cx="{x * 12}" cy="{y * 12}" r="4.600"/>' for x, y in _PIPS[pip])
    return f'<g class="die"><rect x="-23" y="-23" width="46" height="46" rx="10"/>{dots}</g>'
