"""Makes the page's fonts and their stylesheet: `make fonts`.

One family for all languages, Noto Serif, cut into parts that a browser loads only where their letters are
shown (``unicode-range``). Each part is one file for the weights 400 to 700, without hints and without what
the page never uses. Until a font has come, the phone's own stands in for it: it is scaled so that a line is
as wide and as high as it will be (``size-adjust``), and nothing moves when the font comes.

The same sources give the same files. Whoever adds a phone's font to `STAND_INS` measures it with
``--measure``.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from babel.messages.pofile import read_po

from web.language.catalogue import LANGUAGES, TRANSLATIONS

STATIC = Path(__file__).parents[1] / "static"
FONTS = STATIC / "fonts"
STYLESHEET = STATIC / "css" / "fonts.css"

FAMILY = "Noto Serif"

WEIGHTS = (400, 700)
"""Thinnest and boldest of the page; what lies between comes from the same file."""

WIDTH = 87.5
"""Of Latin letters, in percent: on a phone a button's words find room. Found by eye at 390 px, 2026-11-22."""

ASCENT, DESCENT = 0.92, 0.24
"""Height of a line of ours, in parts of its size: of the tallest letters. Noto's own 1.07 and 0.29 leave room
for marks in several rows, and the lines of a heading would lie over one another."""

LATIN_FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "liga", "lnum", "tnum", "pnum")
"""What the page uses of a font's abilities; Indian scripts need all of theirs."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the family."""

    name: str
    """Of the file, without its ending."""
    source: str
    """The file that it is cut from, below ``node_modules``."""
    sha256: str
    """Of that file."""
    letters: str
    """As CSS writes a ``unicode-range``."""
    features: tuple[str, ...] = ("*",)
    has_width: bool = False
    """True if the source comes in several widths."""

    @property
    def file(self) -> Path:
        """Where it stands."""
        return FONTS / f"{self.name}.woff2"

    @property
    def codes(self) -> frozenset[int]:
        """The characters that it is for."""
        return frozenset(codes_of(self.letters))


_NPM = "@fontsource-variable/"
_LATIN = f"{_NPM}noto-serif/files/noto-serif-latin-standard-normal.woff2"
_LATIN_SHA256 = "eed105a8cdcde827963f80f18368677235399f72a029cb9cb8ec1455b7fb249d"
_EXTENDED = f"{_NPM}noto-serif/files/noto-serif-latin-ext-standard-normal.woff2"
_EXTENDED_SHA256 = "ea67dba1183742ea7739b2d75eabec58ac5cfe3f2dae03acc8e524f2f492ad82"

PARTS = (
    Part(
        "latin",
        _LATIN,
        _LATIN_SHA256,
        "U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+02BC, U+02C6, U+02DA, U+02DC, U+2000-200B, "
        "U+200E-206F, U+20AC, U+2122, U+2212",
        LATIN_FEATURES,
        has_width=True,
    ),
    Part(
        "latin-extended",
        _EXTENDED,
        _EXTENDED_SHA256,
        "U+0100-0130, U+0132-0151, U+0154-017F",
        LATIN_FEATURES,
        has_width=True,
    ),
    Part(
        "latin-names",  # such as Ṭhākur or Nguyễn, which no sentence of ours has
        _EXTENDED,
        _EXTENDED_SHA256,
        "U+0180-024F, U+1E00-1EFF",
        LATIN_FEATURES,
        has_width=True,
    ),
    Part(
        "devanagari",
        f"{_NPM}noto-serif-devanagari/files/noto-serif-devanagari-devanagari-wght-normal.woff2",
        "bab9ee27c0141b4ccfcbea74684d4707ac97d4eaf0640ec1663c6e161b9eeb1f",
        "U+0900-097F, U+20B9, U+25CC",
    ),
    Part(
        "kannada",
        f"{_NPM}noto-serif-kannada/files/noto-serif-kannada-kannada-wght-normal.woff2",
        "55a87da56194c71fb41681f325d37d2f319afea8873dfc7e56c3c6f5792faef3",
        "U+0C80-0CF3",
    ),
)
"""Source: @fontsource-variable, 5.3.0, which are Google's builds of the Noto fonts; SIL OFL 1.1."""

LICENCES = tuple(
    f"{_NPM}{name}/LICENSE" for name in ("noto-serif", "noto-serif-devanagari", "noto-serif-kannada")
)

JOINERS = frozenset({0x200C, 0x200D})
"""In every file and no ``unicode-range``, or an Indian script's text would load the other's file as well."""

UNCOVERED = frozenset("→↑↓Ω✓✕♪")
"""Signs of the page that stay with the phone's own fonts: they are drawn alike everywhere."""


@dataclass(frozen=True, slots=True)
class Size:
    """How wide the letters of a font are, in parts of its size."""

    width: float
    """Mean of a letter, over all sentences of the page that are written with such letters."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A font that phones have, and that stands in for a part of ours until that has come."""

    name: str
    script: str
    sizes: tuple[Size, Size]
    """Regular and bold."""
    regular: tuple[str, ...]
    """Names by which phones know it."""
    bold: tuple[str, ...]


OURS = {
    "latin": (Size(0.4413), Size(0.4605)),
    "devanagari": (Size(0.3817), Size(0.3963)),
    "kannada": (Size(0.4790), Size(0.4836)),
}
"""Sizes of our own at the weights 400 and 600, by script; measured with ``--measure``, 2026-11-22."""

STAND_INS = (
    # Gelasio, which is as wide as Georgia letter by letter, was measured in its place.
    StandIn("Georgia", "latin", (Size(0.4389), Size(0.5112)), ("Georgia",), ("Georgia Bold", "Georgia-Bold")),
    StandIn(
        "Noto Serif",
        "latin",
        (Size(0.4754), Size(0.5053)),
        ("Noto Serif", "NotoSerif", "Noto Serif Regular"),
        ("Noto Serif Bold", "NotoSerif-Bold"),
    ),
    # Tinos in its place, for the same reason.
    StandIn(
        "Times",
        "latin",
        (Size(0.4004), Size(0.4260)),
        ("Times New Roman", "TimesNewRomanPSMT", "Liberation Serif"),
        ("Times New Roman Bold", "TimesNewRomanPS-BoldMT", "Liberation Serif Bold"),
    ),
    StandIn("DejaVu", "latin", (Size(0.5116), Size(0.5646)), ("DejaVu Serif",), ("DejaVu Serif Bold",)),
    StandIn(
        "Noto Devanagari",
        "devanagari",
        (Size(0.4113), Size(0.4488)),
        ("Noto Sans Devanagari", "NotoSansDevanagari-Regular"),
        ("Noto Sans Devanagari Bold", "NotoSansDevanagari-Bold"),
    ),
    StandIn("Lohit Devanagari", "devanagari", (Size(0.4070), Size(0.4070)), ("Lohit Devanagari",), ()),
    StandIn(
        "Noto Kannada",
        "kannada",
        (Size(0.5074), Size(0.5499)),
        ("Noto Sans Kannada", "NotoSansKannada-Regular"),
        ("Noto Sans Kannada Bold", "NotoSansKannada-Bold"),
    ),
    StandIn("Lohit Kannada", "kannada", (Size(0.4815), Size(0.4815)), ("Lohit Kannada",), ()),
)
"""What stands in: on iPhones, Macs and Windows, then Android, then others. Measured on the same day."""


def codes_of(letters: str) -> Iterator[int]:
    """List the characters of a ``unicode-range``.

    >>> [chr(code) for code in codes_of("U+0041-0043, U+00E9")]
    ['A', 'B', 'C', 'é']
    """
    for piece in letters.split(","):
        first, _, last = piece.strip().removeprefix("U+").partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def cut(source: bytes, part: Part) -> bytes:
    """Make a part's file from the font that it is cut from; the same source gives the same file."""
    from fontTools.subset import Options, Subsetter  # a tool of developers
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(io.BytesIO(source), recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.layout_features = list(part.features)
    options.name_IDs = [0, 1, 2, 13, 14]  # whose it is, what it is called, under which licence
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=part.codes | JOINERS)
    subsetter.subset(font)
    limits: dict[str, float | tuple[float, float]] = {"wght": WEIGHTS}
    if part.has_width:
        limits["wdth"] = WIDTH
    font = instantiateVariableFont(font, limits)
    size = font["head"].unitsPerEm
    font["hhea"].ascent = font["OS/2"].sTypoAscender = round(ASCENT * size)
    font["hhea"].descent = font["OS/2"].sTypoDescender = -round(DESCENT * size)
    font["hhea"].lineGap = font["OS/2"].sTypoLineGap = 0
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def stylesheet() -> str:
    """Write the stylesheet: the parts, what stands in for them, and the list of all of them as ``--font``."""
    lines = ["/* The page's font and what stands in until it has come; made by web/build/fonts.py. */", ""]
    lines += [
        f'@font-face {{ font-family: "{FAMILY}"; src: url("../fonts/{part.name}.woff2") format("woff2"); '
        f"font-weight: {WEIGHTS[0]} {WEIGHTS[1]}; font-display: swap; unicode-range: {part.letters}; }}"
        for part in PARTS
    ]
    lines.append("")
    for one in STAND_INS:
        for names, weight, size, ours in zip(
            (one.regular, one.bold), WEIGHTS, one.sizes, OURS[one.script], strict=True
        ):
            if names:
                adjust = ours.width / size.width
                local = ", ".join(f'local("{name}")' for name in names)
                lines.append(
                    f'@font-face {{ font-family: "{_near(one)}"; src: {local}; font-weight: {weight}; '
                    f"size-adjust: {adjust:.1%}; ascent-override: {ASCENT / adjust:.1%}; "
                    f"descent-override: {DESCENT / adjust:.1%}; line-gap-override: 0%; }}"
                )
    family = ", ".join(f'"{name}"' for name in (FAMILY, *map(_near, STAND_INS)))
    return "\n".join([*lines, "", f":root {{ --font: {family}, serif; }}", ""])


def _near(one: StandIn) -> str:
    return f"near {one.name}"


def measured(font: bytes, script: str, *, weight: float = 0, width: float = 0) -> Size:
    """Measure a font by the page's sentences in a script.

    Args:
        font: The file.
        script: As in `OURS`.
        weight: Of a font that has several; 0 for one that has not.
        width: As `weight`.
    """
    import uharfbuzz  # a tool of developers
    from fontTools.ttLib import TTFont

    opened = TTFont(io.BytesIO(font))
    opened.flavor = None
    plain = io.BytesIO()
    opened.save(plain)
    face = uharfbuzz.Face(plain.getvalue())
    shaper = uharfbuzz.Font(face)
    shaper.set_variations({"wght": weight, "wdth": width} if weight else {})
    wide, count = 0, 0
    for words in _sentences(script):
        line = uharfbuzz.Buffer()
        line.add_str(words)
        line.guess_segment_properties()
        uharfbuzz.shape(shaper, line)
        if all(info.codepoint for info in line.glyph_infos):
            wide += sum(place.x_advance for place in line.glyph_positions)
            count += len(words)
    return Size(round(wide / count / face.upem, 4))


def _sentences(script: str) -> Iterator[str]:
    """List runs of a script's letters in all sentences of the page."""
    letters = {code for part in PARTS if part.name.startswith(script) for code in part.codes}
    for code in LANGUAGES:
        path = TRANSLATIONS / code / "LC_MESSAGES" / "messages.po"
        if not path.exists():
            continue
        with path.open("rb") as file:
            for message in read_po(file):
                said = [message.string] if isinstance(message.string, str) else message.string or []
                for text in said if message.id else ():
                    run = "".join(letter if ord(letter) in letters else "\n" for letter in text)
                    yield from (words for words in run.split("\n") if len(words) > 3)


def make(folder: Path) -> None:
    """Write all files.

    Args:
        folder: The ``node_modules`` that holds the sources.

    Raises:
        SystemExit: If a source is missing or another than ours was cut from.
    """
    FONTS.mkdir(exist_ok=True)
    for part in PARTS:
        path = folder / part.source
        data = path.read_bytes() if path.exists() else b""
        if hashlib.sha256(data).hexdigest() != part.sha256:
            raise SystemExit(f"{path} is not the file that “{part.name}” is cut from")
        part.file.write_bytes(cut(data, part))
        print(f"{part.file.name}: {part.file.stat().st_size:,} bytes")
    texts = [(folder / name).read_text("utf-8") for name in LICENCES]
    owners = [text.split("\n", 1)[0] for text in texts]
    (FONTS / "OFL.txt").write_text("\n".join([*owners, texts[0].split("\n", 1)[1]]), "utf-8")
    STYLESHEET.write_text(stylesheet(), "utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the fonts, or measure one."""
    parser = argparse.ArgumentParser(prog="python -m web.build.fonts", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="node_modules with the sources, or with --measure a font")
    parser.add_argument("--measure", choices=list(OURS), metavar="SCRIPT", help=f"one of {', '.join(OURS)}")
    parser.add_argument("--weight", type=float, default=0, help="of a font that has several")
    parser.add_argument("--width", type=float, default=100, help="of a font that has several")
    asked = parser.parse_args(arguments)
    if asked.measure:
        data = asked.folder.read_bytes()
        print(measured(data, asked.measure, weight=asked.weight, width=asked.width))
    else:
        make(asked.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
