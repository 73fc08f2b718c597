"""Catalogues: none has a gap, and each translation keeps what its sentence holds."""

from __future__ import annotations

import io
import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from sentences_for_tests import strings
from web.build import catalogues
from web.language import catalogue

OTHERS = [code for code in catalogue.LANGUAGES if code != "en"]
FIELD = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
TAG = re.compile(r"<[^>]+>")
"""A tag within a translated sentence of a template."""


def fields(text: str) -> set[str]:
    return {one or other for one, other in FIELD.findall(text)}


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_has_every_sentence_and_no_other(code: str, collected: Catalog) -> None:
    catalogue = catalogues.read(code)
    ours = {str(message.id) for message in catalogue if message.id}
    assert ours == {str(message.id) for message in collected if message.id}, "run `make catalogues`"


def test_every_apostrophe_is_a_printed_one(collected: Catalog) -> None:
    straight = re.compile(r"[\w}]'s?\b|s' ")
    written = [text for message in collected if message.id for text in strings(message)[0]]
    assert [text for text in written if straight.search(re.sub(r"'[\w/-]+'", "", text))] == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_of_a_catalogue_is_missing_or_doubtful(code: str) -> None:
    catalogue = catalogues.read(code)
    assert [m.id for m in catalogue if m.id and not catalogues.has_words(m.string)] == []
    assert [m.id for m in catalogue if m.id and m.fuzzy] == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_fields_of_a_translation_are_those_of_the_sentence(code: str) -> None:
    for message in catalogues.read(code):
        ids, said = strings(message)
        if not ids[-1]:
            continue
        for text in said:
            missing = fields(ids[-1]) - fields(text)
            if len(ids) > 1:
                missing -= {"count", "num"}  # a form for one may say it in a word
            assert not missing, f"{text!r} lacks {missing}"
            assert not fields(text) - fields(ids[-1]), text
            assert TAG.findall(text) == TAG.findall(ids[-1])
            text.format(**dict.fromkeys(fields(text), 1)) if "%(" not in text else text % dict.fromkeys(
                fields(text), 1
            )


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_compiled_from_its_text(code: str) -> None:
    def content(compiled: bytes) -> tuple[str, dict[str, object]]:
        catalogue = read_mo(io.BytesIO(compiled))
        return catalogue.plural_forms, {
            str(message.id): message.string for message in catalogue if message.id
        }

    # By content, as a newer Babel may write the same otherwise.
    made = content(catalogues.compiled(catalogues.read(code)))
    assert content(catalogues.path_of(code, "mo").read_bytes()) == made, "run `make catalogues`"
    assert made[0] == catalogues.read(code).plural_forms


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_written_as_the_tool_writes_it(code: str) -> None:
    assert catalogues.path_of(code).read_bytes() == catalogues.written(catalogues.read(code))


@pytest.mark.parametrize(("code", "letters"), [("hi", r"[\u0900-\u097f]"), ("kn", r"[\u0c80-\u0cff]")])
def test_a_language_is_written_in_its_own_letters(code: str, letters: str) -> None:
    same = {
        "{what} · {pin}",
        "{sentence}.",
        "{player}, {piece}, {place}",
        "{player}: {worth}",
        "{player} {die}, {other} {other_die}",
        "5 × 5",
        "7 × 7",
        "9 × 9",
        "{camera}, {width} × {height}",
        "{board}, {exposure}",
        "{when}, {size}",
        "{degrees} °C",
        "Charkoni {charkoni}, Python {python}, OpenCV {opencv}",
        "HTTPS",
    }
    for message in catalogues.read(code):
        ids, said = strings(message)
        if ids[0] and ids[0] not in same:
            assert all(re.search(letters, text) for text in said), ids[0]


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 muszla"), (2, "2 muszle"), (5, "5 muszli"), (22, "22 muszle")]
)
def test_polish_counts_in_three_forms(count: int, said: str) -> None:
    assert (
        catalogue.catalogue("pl").ngettext("{count} shell", "{count} shells", count).format(count=count)
        == said
    )
