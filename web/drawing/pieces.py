"""SVG drawings of the pieces: each player has a shape as well as a colour, which stands in the stylesheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from engine.move import PIECE_NAMES
from web.drawing.places import Man

SHAPES = (
    '<circle r="44"/><circle class="shine" r="33"/>',
    '<rect x="-41" y="-41" width="82" height="82" rx="15"/>'
    '<rect class="shine" x="-30" y="-30" width="60" height="60" rx="8"/>',
    '<path d="M0-47 46 34Q48 42 40 42L-40 42Q-48 42-46 34Z"/><path class="shine" d="M0-24 29 31-29 31Z"/>',
    '<rect x="-36" y="-36" width="72" height="72" rx="11" transform="rotate(45)"/>'
    '<path class="shine" d="M0-35 35 0 0 35-35 0Z"/>',
)
"""One shape for each seat: disc, square, triangle, diamond."""

LETTER_Y = (2, 2, 14, 2)
"""Where the letter stands in each shape."""

Titles = Mapping[tuple[int, int], str]
"""(player, piece) → what a screen reader says of it."""


@dataclass(frozen=True, slots=True)
class PieceLook:
    """What the pieces of a game look like."""

    signs: tuple[str, ...] = SHAPES
    """By seat."""
    css: str = "man"
    """Their class in the stylesheet."""
    has_letters: bool = True
    """They bear their letters. False: a player's are all alike, and lie in piles."""


USUAL = PieceLook()


def men_svg(men: Iterable[Man], look: PieceLook, titles: Titles) -> Markup:
    """Draw the pieces alone, those that can move last, so that they lie on top."""
    drawn = sorted(men, key=lambda man: (man.y if look.has_letters else 0, man.count > 0))
    return Markup(_links(drawn) + "".join(_man(man, look, titles) for man in drawn))


def token_svg(seat: int, look: PieceLook) -> Markup:
    """Draw one player's sign, for names and buttons."""
    return Markup(
        f'<svg class="token {look.css} p{seat}" viewBox="-52 -52 104 104" aria-hidden="true">'
        f"{_sign(seat, look)}</svg>"
    )


def _sign(seat: int, look: PieceLook) -> str:
    return look.signs[seat % len(look.signs)]


def _man(man: Man, look: PieceLook, titles: Titles) -> str:
    title = titles.get((man.player, man.piece), "")
    classes = f"{look.css} p{man.player}"
    classes += " lying" if man.lying else ""
    classes += " home" if man.home else ""
    classes += " can" if title else ""
    reach = f' role="button" tabindex="0" aria-label="{escape(title)}"' if title else ""
    if man.flat:
        inside = '<rect class="slab" x="-46" y="-15" width="92" height="30" rx="7"/>'
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
        f'<g transform="translate({man.x:g} {man.y:g}){size}"><circle class="halo" r="59"/>{inside}</g></g>'
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
