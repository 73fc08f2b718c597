"""SVG drawings of the boards and of the pieces, from `engine.board`.

A drawing has two layers: the ground, which stays as long as the game lasts, and the men, which the page
replaces after every move. Lengths are in hundredths of a square. Colours stand in the stylesheet, so that
the drawings follow the light and the dark theme; each player has a shape as well as a colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape

from markupsafe import Markup

from engine.board import Layout, Square
from web.drawing.pieces import CORNERS, Man, side_of, turned
from web.language.labels import LETTERS
from web.language.locale import _

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

CHECKER = '<circle r="46"/><circle class="groove" r="35"/>'
CHECKER_MARKS = ('<circle class="mark" r="13"/>', '<path class="mark" d="M-14 0H14M0-14V14"/>')
"""Checkers differ by a mark as well: a dot, a cross."""

Titles = Mapping[tuple[int, int], str]
"""(player, piece) → what a screen reader says of it."""


def board_svg(
    layout: Layout,
    family: str,
    names: Sequence[str],
    men: Iterable[Man],
    titles: Titles,
    *,
    turn: int,
    quarters: int = 0,
) -> Markup:
    """Draw the whole board: ground, then men, which are placed with the same `quarters`."""
    ground, box = _ground(layout, family, tuple(names), quarters)
    return Markup(
        f'<svg class="board {family}" viewBox="{box}" role="group" aria-label="{escape(_("The board"))}" '
        f'data-turn="{turn}" data-quarters="{quarters}" tabindex="-1">'
        f'{ground}<g id="men">{men_svg(men, family, titles)}</g>'
        f'<g id="marks" aria-hidden="true"></g></svg>'
    )


def men_svg(men: Iterable[Man], family: str, titles: Titles) -> Markup:
    """Draw the pieces alone, those that can move last, so that they lie on top."""
    drawn = sorted(men, key=lambda man: (man.y if family != "backgammon" else 0, man.count > 0))
    links = _links(drawn) if family == "chowka-bhara" else ""
    return Markup(links + "".join(_man(man, family, titles) for man in drawn))


def token_svg(seat: int, family: str, *, letter: str = "") -> Markup:
    """Draw one player's sign, for names and buttons."""
    inside = _sign(seat, family)
    text = f'<text y="{LETTER_Y[seat]}">{letter}</text>' if letter else ""
    return Markup(
        f'<svg class="token {_family_class(family)} p{seat}" viewBox="-52 -52 104 104" aria-hidden="true">'
        f"{inside}{text}</svg>"
    )


def _family_class(family: str) -> str:
    return "checker" if family == "backgammon" else "man"


def _sign(seat: int, family: str) -> str:
    return CHECKER + CHECKER_MARKS[seat % 2] if family == "backgammon" else SHAPES[seat]


def _man(man: Man, family: str, titles: Titles) -> str:
    title = titles.get((man.player, man.piece), "")
    classes = f"{_family_class(family)} p{man.player}"
    classes += " lying" if man.lying else ""
    classes += " home" if man.home else ""
    classes += " can" if title else ""
    reach = f' role="button" tabindex="0" aria-label="{escape(title)}"' if title else ""
    if man.flat:
        inside = '<rect class="slab" x="-46" y="-15" width="92" height="30" rx="7"/>'
    else:
        inside = _sign(man.player, family)
        if family != "backgammon":
            letter = LETTERS[man.piece] if man.count < 2 else str(man.count)
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
    """Tie the two pawns of a gatti together."""
    lines = ""
    by_square: dict[tuple[int, str], list[Man]] = {}
    for man in men:
        if man.paired:
            by_square.setdefault((man.player, man.square), []).append(man)
    for (player, _square), pair in by_square.items():
        for one, other in zip(pair[::2], pair[1::2], strict=False):
            lines += f'<path class="link p{player}" d="M{one.x:g} {one.y:g} {other.x:g} {other.y:g}"/>'
    return lines


@lru_cache(maxsize=32)
def _ground(layout: Layout, family: str, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw what lies under the pieces; give it with its view box."""
    draw = {"chowka-bhara": _rings, "pachisi": _cloth, "backgammon": _points}[family]
    return draw(turned(layout, quarters), names, quarters)


def _hit(square: Square, shape: str = "") -> str:
    """Lay the part of a square that can be touched and marked over its drawing."""
    body = shape or (
        f'x="{square.x * 100:g}" y="{square.y * 100:g}" '
        f'width="{square.width * 100:g}" height="{square.height * 100:g}"'
    )
    return f'<rect class="hit" data-square="{square.id}" {body}/>'


def _cross(x: float, y: float, size: float, *, inset: float = 0.12) -> str:
    a, b = size * inset, size * (1 - inset)
    return (
        f'<path class="cross" d="M{x + a:g} {y + a:g} {x + b:g} {y + b:g}'
        f'M{x + b:g} {y + a:g} {x + a:g} {y + b:g}"/>'
    )


def _lotus(x: float, y: float, size: float) -> str:
    """Draw a flower of eight petals, `size` wide."""
    petal = "M0 0C-40-40-32-76 0-92C32-76 40-40 0 0Z"
    petals = "".join(
        f'<path class="petal" d="{petal}" transform="rotate({turn})"/>' for turn in range(0, 360, 45)
    )
    place = f"translate({x:g} {y:g}) scale({size / 200:g})"
    return f'<g transform="{place}">{petals}<circle class="heart" r="20"/></g>'


def _box(x: float, y: float, width: float, height: float, *, radius: float = 0) -> str:
    corner = f' rx="{radius:g}"' if radius else ""
    return f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}'


def _square(square: Square, *, gap: float, radius: float) -> str:
    owner = f" p{square.owner}" if square.owner is not None else ""
    x, y, side = square.x * 100 + gap, square.y * 100 + gap, 100 - 2 * gap
    return f'<rect class="sq {square.kind}{owner}" {_box(x, y, side, side, radius=radius)}/>'


def _rings(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Chowka Bhara: a wooden frame with the players' names, cloth squares, crossed homes, a lotus."""
    size = layout.width * 100
    margin, lip = 62, 12
    whole = size + 2 * margin
    parts = [
        f'<rect class="frame" {_box(-margin, -margin, whole, whole, radius=26)}/>',
        f'<rect class="inlay" {_box(-lip, -lip, size + 2 * lip, size + 2 * lip, radius=7)}/>',
    ]
    for square in layout.squares:
        x, y = square.x * 100, square.y * 100
        parts.append(_square(square, gap=2, radius=5))
        if square.kind == "centre":
            parts.append(_lotus(x + 50, y + 50, 92))
        elif square.kind in ("home", "castle"):
            parts.append(_cross(x, y, 100))
    middle = size / 2
    for seat, name in enumerate(names):
        side = side_of(seat, len(names), quarters)
        turn = (0, -90, 0, 90)[side]
        x, y = ((middle, size + 37), (size + 37, middle), (middle, -37), (-37, middle))[side]
        parts.append(_plate(x, y, seat, name, turn=turn, room=size - 40))
    parts += [_hit(square) for square in layout.squares]
    return "".join(parts), f"{-margin - 4} {-margin - 4} {whole + 8:g} {whole + 8:g}"


def _width(text: str, size: float) -> float:
    """Guess how wide a text runs; the drawing then sets it to exactly that."""
    wide, narrow = "mwMW@—", "iljtfI.,:;'’|! "
    ems = (0.85 if c in wide else 0.33 if c in narrow else 0.68 if c.isupper() else 0.56 for c in text)
    return sum(ems) * size


def _fitted(name: str, size: float, room: float) -> tuple[str, float]:
    """Cut a name that does not fit; give it with its width."""
    while _width(name, size) > room:
        name = name.removesuffix("…")[:-1].rstrip() + "…"
    return name, _width(name, size)


def _plate(x: float, y: float, seat: int, name: str, *, turn: int, room: float) -> str:
    """Write a name into the frame, with the player's sign before it."""
    shown, width = _fitted(name, 25, room - 40)
    return (
        f'<g class="plate" data-seat="{seat}" transform="translate({x:g} {y:g}) rotate({turn})">'
        f'<g class="man p{seat}" transform="translate({-width / 2 - 6:g} 0) scale(.26)">{SHAPES[seat]}</g>'
        f'<text x="14" textLength="{width:g}" lengthAdjust="spacingAndGlyphs">{escape(shown)}</text></g>'
    )


def _cloth(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Pachisi: a stitched cross of cloth, castles with crosses, the charkoni, plates between the arms."""
    arms = "M800 0H1100V800H1900V1100H1100V1900H800V1100H0V800H800Z"
    parts = [f'<path class="cloth" d="{arms}"/>']
    for square in layout.squares:
        if square.kind == "centre":
            continue
        x, y = square.x * 100, square.y * 100
        parts.append(_square(square, gap=3, radius=7))
        if square.kind == "castle":
            parts.append(_cross(x, y, 100, inset=0.16))
    parts.append(f'<path class="stitch" d="{arms}"/>')
    parts.append('<rect class="sq centre" x="803" y="803" width="294" height="294" rx="14"/>')
    parts.append('<path class="cross" d="M812 812 1088 1088M1088 812 812 1088"/>')
    parts.append(_lotus(950, 950, 270))
    for seat, name in enumerate(names):
        left, top = CORNERS[side_of(seat, len(names), quarters)]
        size = max(58.0, min(84.0, 84.0 * 500 / max(1.0, _width(name, 84))))
        shown, width = _fitted(name, size, 520)
        parts.append(
            f'<g class="corner p{seat}" data-seat="{seat}" transform="translate({left:g} {top:g})">'
            f'<rect width="720" height="440" rx="60"/>'
            f'<g class="man p{seat}" transform="translate(95 115)">{SHAPES[seat]}</g>'
            f'<text x="170" y="118" font-size="{size:g}" textLength="{width:g}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(shown)}</text></g>'
        )
    parts += [_hit(square) for square in layout.squares]
    return "".join(parts), "-25 -25 1950 1950"


def _points(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Backgammon: a wooden case, points in two tones, the bar, trays at the side."""
    width, height = layout.width * 100, layout.height * 100
    margin = 44
    bar = next(square.x * 100 for square in layout.squares if square.kind == "bar")
    trays = [square for square in layout.squares if square.kind == "off"]
    lefts = sorted({square.x * 100 for square in layout.squares if square.kind == "point"})
    parts = [
        f'<rect class="frame" {_box(-margin, -margin, width + 2 * margin, height + 2 * margin, radius=30)}/>',
        f'<rect class="felt" {_box(lefts[0], 0, bar - lefts[0], height, radius=6)}/>',
        f'<rect class="felt" {_box(bar + 100, 0, lefts[-1] - bar, height, radius=6)}/>',
        f'<path class="hinge" d="M{bar + 50:g} 0V{height:g}"/>',
    ]
    parts += [_point(square, height) for square in layout.squares if square.kind == "point"]
    for tray in trays:
        box = _box(tray.x * 100, tray.y * 100, tray.width * 100, tray.height * 100, radius=8)
        parts.append(f'<rect class="tray" {box}/>')
    for seat, name in enumerate(names[:2]):
        below = (seat == 0) == (quarters % 4 == 0)
        x, y = trays[0].x * 100 + 50, height / 2 + (27 if below else -27)
        parts.append(
            f'<g class="checker p{seat}" transform="translate({x:g} {y:g}) scale(.4)">'
            f"{_sign(seat, 'backgammon')}<title>{escape(name)}</title></g>"
        )
    parts += [_hit(square) for square in layout.squares]
    return "".join(parts), f"{-margin} {-margin} {width + 2 * margin:g} {height + 2 * margin:g}"


def _point(square: Square, height: float) -> str:
    """Draw one point with its number from either player's side; the stylesheet shows the mover's."""
    number = int(square.id[1:])
    x, y, long = square.x * 100, square.y * 100, square.height * 100
    above = y < height / 2 - 1
    base, tip, label = (y, y + long * 0.96, -21) if above else (y + long, y + long * 0.04, height + 23)
    tone = "odd" if number % 2 else "even"
    return (
        f'<path class="point {tone}" d="M{x + 3:g} {base:g}H{x + 97:g}L{x + 50:g} {tip:g}Z"/>'
        f'<text class="number of0" x="{x + 50:g}" y="{label:g}">{number}</text>'
        f'<text class="number of1" x="{x + 50:g}" y="{label:g}">{25 - number}</text>'
    )
