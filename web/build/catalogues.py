"""Extracts, updates and compiles the catalogues: `make catalogues`.

Sentences are found by their markers in the modules and templates of the page. Those of engine, vision and
device, which know no languages, are the first arguments of `SPOKEN` in their modules, and the engine's data:
rules, reasons, presets, options, tables of throw values. A new sentence stands in every catalogue without a
translation until someone writes one; a test names it.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from engine.registry import games
from engine.rulebook import REASONS, RULES
from web.games import pages
from web.language.catalogue import LANGUAGES, TRANSLATIONS

KEYWORDS = {
    "_": None,
    "_n": (1, 2),
    "mark": None,
    "phrase": None,
    "counted": (1, 2),
    "ngettext": (1, 2),
}
"""Functions whose texts are sentences, and which of their arguments."""

METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]
"""What is searched, and how."""

SPOKEN = frozenset(
    {
        "Message",
        "Doubt",
        *("SetupError", "ThrowError", "NotNowError", "RecordError"),
        *("CameraError", "TrayError"),
        *("NoPictureError", "NoTrayError", "NoBoardError", "NoBackupError", "TrialError"),
        "CornerError",
    }
)
"""Classes whose first argument is a sentence that page or voice may say, or its template."""

FINDINGS = frozenset({"well", "warning", "failing"})
"""Functions of the doctor: what follows their first argument, the topic, is said on the page of the box."""

UNSPOKEN = {
    "NotationError": "what programs write wrongly; what people can cause is given it as a Message",
    "FieldError": "it makes its sentence itself, of a Message",
    "PositionError": "as NotationError",
    "PartError": "as NotationError",
    "IllegalMoveError": "the page says its reason",
    "StaleError": "the page says it in its own words",
    "BrokenRecordError": "of a record that is damaged: the page shows what it can",
    "StoreClosedError": "as JournalError",
    "JournalError": "stops the box before it serves a page: for the terminal",
    "BadBackupError": "for the terminal: the page says it in its own words",
    "ConfigError": "for the terminal",
    "FileError": "as ConfigError",
    "PictureError": "for the terminal, of `charkoni read`",
    "CutError": "as PictureError",
    "PinsError": "for the terminal, of `charkoni lamps`",
    "CertificateError": "for the terminal, of `charkoni https`",
    "PortError": "for the terminal",
    "BoardError": "for programs and the terminal, of `charkoni board`; what people can cause is a Doubt",
}
"""Errors that stay English → why."""

FOR_PROGRAMS = (
    "device/cameras/overlays.py",
    "engine/*questions.py",
    "engine/fields.py",
    "engine/match/*",
    "device/cli/*",
    "device/doctor/bundle.py",
    "device/doctor/examination.py",
    "device/eye/picture_reader.py",
    "device/follow/board_answers.py",
    "device/net/*",
    "device/outputs/outputs.py",
    "device/pins/factory.py",
    "vision/training/*",
)
"""Modules whose sentences stay English: for lines that programs write, and for the terminal."""

_LEFT_OUT = (
    b'"Project-Id',
    b'"Report-Msgid',
    b'"POT-Creation',
    b'"PO-Revision',
    b'"Last-Translator',
    b'"Language-Team',
    b'"Generated-By',
)
"""Lines of a catalogue's head that say nothing here."""


class _ShortHead(Catalog):
    """A catalogue with a head of character set and plural forms alone: equal texts make equal files."""

    def __init__(self, full: Catalog) -> None:
        super().__init__(locale=full.locale, charset="utf-8", fuzzy=False)
        self._head = f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: {full.plural_forms}\n"
        for message in full:
            if message.id:
                self.add(message.id, message.string, context=message.context)

    def __iter__(self) -> Iterator[Message]:
        """Yield the head, then the sentences."""
        yield Message("", self._head)
        yield from (message for message in super().__iter__() if message.id)


_OPTIONS = {"templates/**.html": {"trimmed": "true", "silent": "false"}}


def template() -> Catalog:
    """Collect every sentence."""
    found = Catalog(project="Charkoni", charset="utf-8", fuzzy=False)
    here = Path(__file__).parents[1]
    for *_place, message, comments, context in sorted(
        extract_from_dir(here, METHODS, _OPTIONS, KEYWORDS, strip_comment_tags=True),
        key=lambda one: (one[0], one[1]),
    ):
        found.add(message, auto_comments=comments, context=context)
    for text in (*spoken_elsewhere(), *engine_sentences()):
        found.add(text)
    for _where, call in calls_elsewhere(frozenset({"counted"})):
        found.add((ast.literal_eval(call.args[0]), ast.literal_eval(call.args[1])))
    return found


def spoken_elsewhere() -> Iterator[str]:
    """List the sentences in the modules of engine, vision and device."""
    said = [call.args[:1] for _where, call in calls_elsewhere()]
    said += [call.args[1:] for _where, call in calls_elsewhere(FINDINGS)]
    for texts in said:
        yield from (str(text.value) for text in texts if isinstance(text, ast.Constant) and text.value)


def calls_elsewhere(made: frozenset[str] = SPOKEN) -> Iterator[tuple[str, ast.Call]]:
    """Find where those modules make what is spoken, each with its module."""
    for where, name, call in _calls():
        if name in made:
            yield where, call


@cache
def _calls() -> tuple[tuple[str, str, ast.Call], ...]:
    """Read the modules of engine, vision, device and the house once: calls that are given something."""
    root = Path(__file__).parents[2]
    found: list[tuple[str, str, ast.Call]] = []
    rooms = ("device", "engine", "vision", "web/house")
    for path in sorted(
        [root / "web/ports.py", *(one for room in rooms for one in root.glob(f"{room}/**/*.py"))]
    ):
        where = path.relative_to(root).as_posix()
        if not any(fnmatch(where, pattern) for pattern in FOR_PROGRAMS):
            found += (
                (where, ast.unparse(node.func), node)
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Call)
                and node.args
                and isinstance(node.func, ast.Name | ast.Attribute)
            )
    return tuple(found)


def engine_sentences() -> Iterator[str]:
    """Yield the sentences of the engine's data that the page shows."""
    yield from (*RULES.values(), *REASONS.values())
    for info in games():
        yield from (preset.text for preset in info.presets)
        yield from (text for option in info.options for text in (option.text, option.more) if text)
    for page in pages():
        yield from page.sources


def path_of(language: str, kind: str = "po") -> Path:
    """Tell where a language's catalogue stands."""
    return TRANSLATIONS / language / "LC_MESSAGES" / f"messages.{kind}"


def read(language: str) -> Catalog:
    """Read a catalogue; an empty one where there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="Charkoni", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def written(catalogue: Catalog) -> bytes:
    """Write a catalogue as the text that people edit; without dates, so that only sentences change it."""
    catalogue.header_comment = f"# Charkoni in {LANGUAGES[str(catalogue.locale)]}. Kept by `make catalogues`."
    out = io.BytesIO()
    write_po(out, catalogue, width=110, ignore_obsolete=True, no_location=True)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_LEFT_OUT))


def compiled(catalogue: Catalog) -> bytes:
    """Write a catalogue as the box reads it."""
    out = io.BytesIO()
    write_mo(out, _ShortHead(catalogue))
    return out.getvalue()


def main() -> None:
    """Bring every catalogue up to date."""
    collected = template()
    for language in LANGUAGES:
        if language == "en":
            continue
        catalogue = read(language)
        catalogue.update(collected, no_fuzzy_matching=True, update_header_comment=False)
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalogue))
        path_of(language, "mo").write_bytes(compiled(read(language)))
        missing = sum(1 for message in catalogue if message.id and not has_words(message.string))
        print(f"{language}: {len(catalogue)} sentences, {missing} without a translation")


def has_words(said: object) -> bool:
    """True if a sentence is translated, in all its forms."""
    return all(said) if isinstance(said, (tuple, list)) else bool(said)


if __name__ == "__main__":
    main()
