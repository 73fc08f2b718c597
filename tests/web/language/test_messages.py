"""Messages: what engine, vision and device say is known, has its fields, and names nobody wrongly."""

from __future__ import annotations

import ast
import re

import pytest

from engine.errors import EngineError, ThrowError
from engine.messages import Both, Either, Message, Place, Seat
from engine.record import read, write
from places import ROOT
from vision.doubts import FEW_DICE, FEW_SHELLS
from web.build import catalogues
from web.language.catalogue import LANGUAGES
from web.language.locale import speaking
from web.language.messages import said, unbroken

FIELD = re.compile(r"\{(\w+)\}")
BASES = {"MessageError", "EngineError", "DeviceError"}
NAMES = ("Ravi and Mina", "0", "player 1", "a · b", "{player}", "r0c0 (C8)")
FOR_PROGRAMS = {"text", "mends"}
"""What an error tells besides its message: what it prints, and what would mend it."""
MARK = "⁂"
"""Stands for a name: where it stands, the name must stand, and nothing else may differ."""


# What is said in every language.


def test_of_every_error_it_is_known_whether_it_is_said_in_every_language() -> None:
    known = catalogues.SPOKEN | catalogues.UNSPOKEN.keys()
    ours = set()
    for path in (path for room in ("engine", "device") for path in ROOT.glob(f"{room}/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and {ast.unparse(base) for base in node.bases} & (
                known | BASES
            ):
                ours.add(node.name)
    assert "NotNowError" in ours
    assert ours - BASES <= known
    assert not catalogues.SPOKEN & catalogues.UNSPOKEN.keys()


def test_no_sentence_that_may_be_said_is_finished_before_it_is() -> None:
    calls = [(where, call) for where, call in catalogues.calls_elsewhere() if not where.startswith("vision/")]
    finished = [(where, one.lineno) for where, one in calls if isinstance(one.args[0], ast.JoinedStr)]
    assert finished == []
    assert len(list(catalogues.spoken_elsewhere())) > 150


def test_what_the_page_says_of_the_box_is_collected_where_it_stands() -> None:
    # A text that comes to `well` by a name would be missed: only what stands in a call is found.
    for where in {where for where, _call in catalogues.calls_elsewhere(catalogues.FINDINGS)}:
        tree = ast.parse((ROOT / where).read_text("utf-8"))
        plain = {
            target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Constant, ast.JoinedStr))
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in catalogues.FINDINGS:
                for text in node.args[1:]:
                    assert not (isinstance(text, ast.Name) and text.id in plain), (where, node.lineno)


FILLED_LATER = {doubt.template for doubt in (*FEW_DICE, *FEW_SHELLS)}
"""Doubts that others know again by their templates; their fields are given where they are told."""


def test_the_fields_of_a_message_are_those_of_its_template() -> None:
    for where, call in catalogues.calls_elsewhere():
        template, *more = call.args
        if isinstance(template, ast.Constant) and template.value in FILLED_LATER:
            continue
        if not isinstance(template, ast.Constant) or (more and not isinstance(more[0], ast.Dict)):
            continue  # its fields are shared by two sentences
        given = {keyword.arg for keyword in call.keywords} - FOR_PROGRAMS
        if more and isinstance(more[0], ast.Dict):
            given |= {key.value for key in more[0].keys if isinstance(key, ast.Constant)}
        assert given == set(FIELD.findall(str(template.value))), (where, call.lineno)


# A message by itself.


def test_a_message_prints_as_english_and_keeps_its_fields() -> None:
    error = ThrowError(
        "{throw} was thrown by {player} or {other}", throw="3-1", player=Seat(0), other=Seat(1)
    )
    assert str(error) == "3-1 was thrown by player 1 or player 2"
    assert error.message.fields["player"] == Seat(0)
    assert str(Message("{one}, {two}", {"one": Either((2, 3, 4)), "two": Both((Seat(0), Seat(1), 7))})) == (
        "2 or 3 or 4, player 1, player 2 and 7"
    )


@pytest.mark.parametrize("text", ["", "{", "a {brace} and {0}", "100 %"])
def test_a_finished_sentence_stands_as_it_is(text: str) -> None:
    assert str(EngineError(text)) == str(Message(text)) == said(Message(text)) == text


@pytest.mark.parametrize(
    ("message", "written"),
    [
        (Message("one shell leans: lay it flat"), "one shell leans: lay it flat"),
        (Message("{seen} seen", {"seen": 3}), {"template": "{seen} seen", "fields": {"seen": 3}}),
        (Message("{braces} of an old journal"), "{braces} of an old journal"),
    ],
)
def test_a_message_is_written_into_the_journal_and_read_back(message: Message, written: object) -> None:
    assert write(message) == written
    assert read(Message, written) == message


def test_a_message_is_said_with_names_squares_and_lists_of_the_language() -> None:
    message = Message(
        "{a} {b} {c} {d} {e}",
        {"a": Seat(1), "b": Seat(2), "c": Place("r0c3"), "d": Either(("x", "y")), "e": Both(("x", "y"))},
    )
    assert said(message, names=("Asha", "Ravi")) == "Ravi player 3 row 1, column 4 x or y x and y"
    with speaking("nl"):
        assert said(message, names=("Asha", "Ravi")) == "Ravi speler 3 rij 1, kolom 4 x / y x en y"
    assert said(None, Message("one."), Message("two.")) == "one. two."


def test_a_message_within_a_message_is_said_in_the_language_too() -> None:
    lost = Message("the Pi’s camera stopped giving pictures: check its ribbon cable")
    with speaking("nl"):
        told = said(Message("{sentence}; until then, type the throws", {"sentence": lost}))
    assert told.startswith("de camera van de Pi")
    assert "until then" not in told


def test_no_line_ends_within_the_name_of_an_option() -> None:
    assert unbroken("choose <another> with --camera") == (
        'choose &lt;another&gt; with <span class="unbroken">--camera</span>'
    )


# Names of players, whatever they are.


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_holds_any_name_unbroken(code: str) -> None:
    with speaking(code):
        for where, call in catalogues.calls_elsewhere():
            template = str(call.args[0].value) if isinstance(call.args[0], ast.Constant) else ""
            parts = dict.fromkeys(FIELD.findall(template), Seat(0))
            marked = said(Message(template, parts), names=(MARK,))
            for name in NAMES:
                assert said(Message(template, parts), names=(name,)) == marked.replace(MARK, name), where
