"""The page's own letters: every sentence can be written in them, and they stay small."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from babel.messages.pofile import read_po

from web.build import fonts
from web.language.catalogue import FONTS, LANGUAGES, TRANSLATIONS

LARGEST = 120_000
"""Bytes of the fonts for one language."""


@pytest.fixture(scope="module")
def tools() -> Any:
    return pytest.importorskip("fontTools.ttLib", reason="fontTools is not installed")


def letters_of(language: str) -> set[str]:
    """Collect all letters of a language's sentences; those of the sources for English."""
    path = TRANSLATIONS / ("nl" if language == "en" else language) / "LC_MESSAGES" / "messages.po"
    found: set[str] = set()
    with path.open("rb") as file:
        for message in read_po(file):
            said = message.id if language == "en" else message.string
            found.update(*([said] if isinstance(said, str) else said or []))
    return found - {"\n"}


def parts_for(language: str) -> list[fonts.Part]:
    return [part for part in fonts.PARTS if part.name in FONTS[language]]


def test_every_language_has_its_parts_of_the_font() -> None:
    assert set(FONTS) == set(LANGUAGES)
    assert {part for parts in FONTS.values() for part in parts} < {part.name for part in fonts.PARTS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_written_in_our_letters(tools: Any, language: str) -> None:
    have: set[int] = set(fonts.JOINERS)
    for part in parts_for(language):
        # What its unicode-range leaves out a browser does not look for in it.
        have |= set(tools.TTFont(part.file).getBestCmap()) & part.codes
    lacking = {letter for letter in letters_of(language) if ord(letter) not in have}
    assert lacking <= fonts.UNCOVERED


def test_digits_and_signs_are_the_same_in_every_language() -> None:
    latin = fonts.PARTS[0]
    assert all(latin.name in parts for parts in FONTS.values())
    assert {ord(letter) for letter in "0123456789/:·×–“”’…()"} <= latin.codes


def test_no_letter_is_in_two_fonts() -> None:
    codes = [code for part in fonts.PARTS for code in part.codes]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_of_a_language_are_small_even_with_a_name_from_elsewhere(language: str) -> None:
    parts = {*parts_for(language), *parts_for("pl")}
    assert sum(part.file.stat().st_size for part in parts) <= LARGEST


@pytest.mark.parametrize("part", fonts.PARTS, ids=lambda part: part.name)
def test_a_font_has_all_weights_of_the_page_and_says_whose_it_is(tools: Any, part: fonts.Part) -> None:
    font = tools.TTFont(part.file)
    (weight,) = font["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 400, 700)
    high = font["head"].unitsPerEm
    for ascent, descent in (
        (font["hhea"].ascent, font["hhea"].descent),
        (font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender),
    ):
        assert ascent / high == pytest.approx(fonts.ASCENT, abs=0.001)
        assert -descent / high == pytest.approx(fonts.DESCENT, abs=0.001)
    names = {record.nameID: str(record) for record in font["name"].names}
    assert "Noto Project Authors" in names[0]


def test_the_licence_lies_beside_the_fonts_and_names_all_who_made_them() -> None:
    text = (fonts.FONTS / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    for whose in ("latin-greek-cyrillic", "devanagari", "kannada"):
        assert f"(https://github.com/notofonts/{whose})" in text
    assert {path.name for path in fonts.FONTS.iterdir()} == {
        "OFL.txt",
        *(part.file.name for part in fonts.PARTS),
    }


def test_the_stylesheet_is_the_one_that_the_command_writes() -> None:
    assert fonts.STYLESHEET.read_text("utf-8") == fonts.stylesheet(), "make fonts"


def test_the_same_source_gives_the_same_file(tools: Any) -> None:
    source = fonts.PARTS[1]
    small = replace(source, letters="U+0104-0107", has_width=False)
    made = [fonts.cut(source.file.read_bytes(), small) for _ in range(2)]
    assert made[0] == made[1]
    assert set(tools.TTFont(io.BytesIO(made[0])).getBestCmap()) == small.codes


def test_another_source_is_refused(tmp_path: Any) -> None:
    with pytest.raises(SystemExit, match="is not the file"):
        fonts.make(tmp_path)


def test_what_stands_in_is_as_wide_and_as_high_as_what_comes() -> None:
    one = fonts.STAND_INS[0]
    ours, theirs = fonts.OURS[one.script][0], one.sizes[0]
    (face,) = [line for line in fonts.stylesheet().split("\n") if 'local("Georgia")' in line]
    told = dict(piece.strip().split(": ", 1) for piece in face.split("{")[1].split(";") if ": " in piece)
    scale = float(told["size-adjust"].rstrip("%")) / 100
    assert theirs.width * scale == pytest.approx(ours.width, rel=0.001)
    assert float(told["ascent-override"].rstrip("%")) / 100 * scale == pytest.approx(fonts.ASCENT, rel=0.001)
    assert float(told["descent-override"].rstrip("%")) / 100 * scale == pytest.approx(
        fonts.DESCENT, rel=0.002
    )
