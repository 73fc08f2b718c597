"""SVG drawings of the pieces: each player has a shape as well as a colour, which stands in the stylesheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from engine.move import PIECE_NAMES
from web.drawing.places import Man

OUTLINES = (
    'circle r="44"',
    'rect x="-41" y="-41" width="82" height="82" rx="13"',
    'path d="M0-47 46 34Q48 42 40 42L-40 42Q-48 42-46 34Z"',
    'rect x="-36" y="-36" width="72" height="72" rx="11" transform="rotate(45)"',
)
"""One shape for each seat: disc, square, triangle, diamond."""

_FACES = (
    'circle r="32"',
    'rect x="-29" y="-29" width="58" height="58" rx="7"',
    'path d="M0-23 29 31-29 31Z"',
    'path d="M0-35 35 0 0 35-35 0Z"',
)

SHAPES = tuple(f'<{outline}/><{face} class="shine"/>' for outline, face in zip(OUTLINES, _FACES, strict=True))
"""The same with the raised face that each of them has."""

LETTER_Y = (2, 2, 14, 2)
"""Where the letter stands in each shape."""

Titles = Mapping[tuple[int, int], str]
"""(player, piece) → what a screen reader says of it."""


@dataclass(frozen=True, slots=True)
class PieceLook:
    """What the pieces of a game look like."""

    signs: tuple[str, ...] = SHAPES
    """By seat."""
    outlines: tuple[str, ...] = OUTLINES
    """By seat: the outer shape alone, an element without its brackets."""
    css: str = "man"
    """Their class in the stylesheet."""
    has_letters: bool = True
    """They bear their letters. False: a player's are all alike, and lie in piles."""


USUAL = PieceLook()


def men_svg(men: Iterable[Man], look: PieceLook, titles: Titles, beside: str = "") -> Markup:
    """Draw the pieces alone, after what else lies on the board; the topmost of a pile last."""
    drawn = sorted(men, key=lambda man: (man.count > 0, man.y if look.has_letters else 0))
    return Markup(beside + _links(drawn) + "".join(_man(man, look, titles) for man in drawn))


def token_svg(seat: int, look: PieceLook) -> Markup:
    """Draw one player's sign, for names and buttons."""
    return Markup(
        f'<svg class="token {look.css} p{seat}" viewBox="-52 -52 104 104" aria-hidden="true">'
        f"{_sign(seat, look)}</svg>"
    )


def _sign(seat: int, look: PieceLook) -> str:
    return look.signs[seat % len(look.signs)]


_FLAT = 'rect x="-46" y="-14.500" width="92" height="29" rx="8"'
"""A checker seen from its side."""


def _man(man: Man, look: PieceLook, titles: Titles) -> str:
    title = titles.get((man.player, man.piece), "")
    classes = f"{look.css} p{man.player}"
    classes += " lying" if man.lying else ""
    classes += " home" if man.home else ""
    classes += " can" if title else ""
    reach = f' role="button" tabindex="0" aria-label="{escape(title)}"' if title else ""
    outline = _FLAT if man.flat else look.outlines[man.player % len(look.outlines)]
    if man.flat:
        inside = f'<{outline}/><path class="shine" d="M-38-4H38"/>'
    else:
        inside = _sign(man.player, look)
        if look.has_letters:
            letter = PIECE_NAMES[man.piece] if man.count < 2 else str(man.count)
            turn = ' transform="rotate(90)"' if man.lying else ""
            y = 2 if man.lying else LETTER_Y[man.player]
            inside += f'<text y="{y}"{turn}>{letter}</text>' if man.count else ""
        elif man.count > 1:
            inside += f'<text y="2">{man.count}</text>'
    size = f" scale({man.size / 100:g})" if man.size != 100 else ""
    return (
        f'<g class="{classes}" data-piece="{man.player},{man.piece}" data-square="{man.square}" '
        f'data-x="{man.x:g}" data-y="{man.y:g}"{reach}>'
        f'<g transform="translate({man.x:g} {man.y:g}){size}">'
        f'<{outline} class="under"/><{outline} class="halo"/>{inside}</g></g>'
    )


def _links(men: Sequence[Man]) -> str:
    """Tie two pieces together that go as a pair."""
    lines = ""
    by_square: dict[tuple[int, str], list[Man]] = {}
    for man in men:
        if man.paired:
            by_square.setdefault((man.player, man.square), []).append(man)
    for (player, _square), pair in by_square.items():
        for one, other in zip(pair[::2], pair[1::2], strict=False):
            lines += f'<path class="link p{player}" d="M{one.x:g} {one.y:g} {other.x:g} {other.y:g}"/>'
    return lines
