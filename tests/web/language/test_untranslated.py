"""No sentence escapes the catalogues: every page is read in a language that marks what is translated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from babel.messages.catalog import Catalog

from boards.over_board import BUMPED, EYE, board, corners_of
from device.doubts import message_of
from engine.ending import Agree
from engine.events import ThrowAsked
from engine.house import house_rules
from engine.messages import Message
from engine.notation import write_house
from engine.registry import games
from engine.table.commands import AskThrow, PlayMove, TakeMoveBack
from engine.throw import parse_throw
from places import ROOT
from ports_for_tests import House
from readable import NAMES
from sentences_for_tests import reading, strings
from vision.doubts import of_number
from vision.light import ADVICE
from web.build import catalogues
from web.language import catalogue
from web.language.script_words import SCRIPT_WORDS
from web.ports import LampState, Output, ReadLine

VOICE_IS_MUTE = Message("{program} cannot be heard: {error}", {"program": "espeak-ng", "error": "404"})
ALLOWED = re.compile(
    r"Charkoni|Asha|Ravi|Mina|Dev|http://192\.168\.1\.20:8000/\?key=let-me-in|a camera of paper|"
    + "|".join(catalogue.LANGUAGES.values())
    + r"|XGID=[\w:-]+|\bXGID\b|\.mat\b|\.sgf\b|\bJSON\b|[\w/+]{14}:[\w/+]{12}"
    + r"|\b\d+ [a-z]{3} 20\d\d\b|\b[CP]\d+\b|\bB[FPS]\d+\b|\b[a-p]\b"
)
"""What no language changes: people, the product, IDs of positions, dates by Babel, rule numbers, letters of
pieces."""


def marked(text: str) -> str:
    """Mark the words of a sentence, not what its fields will hold."""
    parts = re.split(r"(%\(\w+\)[sd]|\{\w+\}|<[^>]+>)", text)
    return "".join(part if n % 2 or not part.strip() else f"⟦{part}⟧" for n, part in enumerate(parts))


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collected: Catalog) -> Iterator[None]:
    """Make Dutch a language in which every translated sentence is English between marks."""
    made = Catalog(locale="nl", charset="utf-8", fuzzy=False)
    for message in collected:
        ids, _ = strings(message)
        if ids[0]:
            said = [marked(one) for one in ids]
            made.add(message.id, tuple(said) if len(said) > 1 else said[0])
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.mo").write_bytes(catalogues.compiled(made))
    monkeypatch.setattr("web.language.catalogue.TRANSLATIONS", tmp_path)
    monkeypatch.setattr("web.box.language_choice.TRANSLATIONS", tmp_path)
    catalogue.catalogue.cache_clear()
    yield
    catalogue.catalogue.cache_clear()


class Seen(HTMLParser):
    """Collects what people see or hear of a page: texts and the attributes that are read out."""

    SHOWN = ("title", "alt", "aria-label", "placeholder")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in self.SHOWN and value]
        self._hidden += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.texts.append(data)


def escaped(html: str) -> list[str]:
    """Give what is seen of a page and was not translated."""
    seen = Seen()
    seen.feed(html)
    left = (ALLOWED.sub(" ", re.sub(r"⟦[^⟧]*⟧", " ", text)).strip() for text in seen.texts)
    return [text for text in left if re.search(r"[^\W\d_]", text)]


def act(house: House, name: str, **body: Any) -> tuple[int, dict[str, Any]]:
    phone = house.player()
    phone.client.set_cookie("language", "nl")
    return phone.do(name, **body)


TEMPLATES = ROOT / "web" / "templates"
TRANSLATED = re.compile(
    r"\{#.*?#\}|\{\{.*?\}\}"
    r"|\{%-?\s*(trans|block body_class)\b.*?%\}.*?\{%-?\s*end(trans|block)\s*-?%\}|\{%.*?%\}"
    r"|<(script|style|code)\b.*?</\3>",
    re.DOTALL,
)
"""What a template does not say itself: comments, expressions, sentences of a catalogue, commands to type."""
OF_NO_LANGUAGE = re.compile(
    r"[\w-]+=\"[^\"]*\"|Charkoni|MQTT|SVG|-----BEGIN CERTIFICATE-----|https://192\.168\.1\.5/charkoni"
)


@pytest.mark.parametrize("template", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.stem))
def test_no_template_has_a_sentence_of_its_own(template: Path) -> None:
    bare = TRANSLATED.sub("", template.read_text("utf-8"))
    seen = re.findall(r'\b(?:title|alt|aria-label|placeholder)="([^"]*)"', bare)
    seen += re.sub(r"<[^>]*>", "|", bare).split("|")
    assert [text for text in seen if re.search(r"[^\W\d_]", OF_NO_LANGUAGE.sub("", text))] == []


GAMES = [("chowka-bhara", "7x7"), ("pachisi", "seven"), ("backgammon", "standard")]


@pytest.mark.parametrize(("game", "preset"), GAMES)
def test_no_sentence_of_a_game_escapes(pseudo: None, house: House, game: str, preset: str) -> None:
    house.start(game, preset, NAMES[: 2 if game == "backgammon" else 4])
    for _ in range(12):
        view = house.player().state()
        assert escaped(reading(house).get("/").text) == []
        if view["question"]:
            question = view["question"]
            act(house, "answers", question=question["kind"], answer="accept", of=question["of"])
        elif view["moves"]:
            act(house, "moves", move=view["moves"][-1]["move"])
        elif view["turn"]["waits"] == "throw":
            act(house, "throws", drawn=True)
        elif view["optional"]:
            act(house, "moves", move=view["optional"][0]["move"])
    for page in ("/tv", "/blind", "/rules", "/games", "/games/1", f"/new?game={game}"):
        assert escaped(reading(house).get(page).text) == [], page
    assert escaped(reading(house, player=False).get("/").text) == []


def test_no_sentence_about_a_file_of_games_escapes(pseudo: None, house: House) -> None:
    match = (ROOT / "tests" / "golden" / "gnubg-match.mat").read_text()
    match = match.replace("gnubg", "Asha").replace("root", "R" * 60)
    admin = house.admin().client
    admin.set_cookie("language", "nl")
    assert escaped(admin.get("/games/import").text) == []
    file = (BytesIO(match.encode()), "Mina.mat")
    sent = admin.post("/games/import", data={"csrf": house.admin().state()["csrf"], "games": file})
    look = admin.get(sent.location).text
    assert escaped(re.sub("R{40,}|Mina.mat", "", look)) == []
    assert 'class="differs"' in look
    kept = admin.post(f"{sent.location}/keep", data={"csrf": house.admin().state()["csrf"], "game": ["1"]})
    assert kept.status_code == 303
    for page in ("/games", "/games/1"):
        assert escaped(re.sub("R{40,}|Mina.mat", "", admin.get(page).text)) == [], page
    wrong = BytesIO(match.replace("13/11 24/23", "13/11 24/22").encode())
    data = {"csrf": house.admin().state()["csrf"], "games": (wrong, "Mina.mat")}
    refused = admin.post("/games/import", data=data)
    assert "13/11 24/22" in refused.text
    assert escaped(re.sub(r"\d+/\d+|Mina.mat", "", refused.text)) == []


def test_no_sentence_of_the_menu_escapes(pseudo: None, house: House) -> None:
    for has_game in (False, True):
        if has_game:
            house.start("pachisi", "seven", NAMES)
            house.table.do(PlayMove(Agree((0,))))
            house.people.remember(NAMES, game=1)
            house.people.change(1, name="Asha Mina", sign=2)
            house.start("backgammon", "standard", NAMES[:2])
            house.table.do(PlayMove(Agree((1,), 2)))
        pages = ["/", "/tv", "/people", "/people/1", "/people/1/delete", "/people/9", "/games", "/phones"]
        pages += ["/lamps", "/out", "/language", "/nothing", "/games/throws"]
        pages += [f"/rules/{info.name}" for info in games()]
        for page in pages:
            for player in (True, False) if page in ("/", "/phones") else (True,):
                answer = reading(house, player=player).get(page)
                assert escaped(answer.text) == [], (page, player)


def test_no_sentence_about_house_rules_escapes(pseudo: None, house: House) -> None:
    mine = house_rules("pachisi", "seven", {"gate": True, "table": "seven-35"}, name="Asha")
    house.book.save(mine)
    house.book.save(house_rules("pachisi", "seven", {}, name="Asha"))
    word = write_house(mine)
    house.start("pachisi", "seven", NAMES)
    shared = f"/house/shared?rules={word}"
    pages = ["/house", "/house/1", "/house/1/change", "/house/1/delete", "/house/shared", shared]
    pages += [f"{shared}x", "/new?game=pachisi", f"/new?game=pachisi&preset=shared-{word}", "/house/9"]
    link = re.compile(re.escape(word) + r"|http://\S+rules=\S+")
    client = house.admin().client
    client.set_cookie("language", "nl")
    for page in pages:
        assert escaped(link.sub("", client.get(page).text)) == [], page


@pytest.mark.parametrize("wrong", [False, True])
def test_no_sentence_about_the_eye_escapes(pseudo: None, house: House, wrong: bool) -> None:
    house.start("chowka-bhara", "5x5")
    phone = house.admin()
    phone.client.set_cookie("language", "nl")
    csrf = phone.state()["csrf"]
    house.sight.found = None if wrong else house.sight.found
    house.sight.faults = {name: message_of(one) for name, one in ADVICE.items()} if wrong else {}
    house.sight.saw_flicker = not wrong
    form = {f"{axis}{place}": "50" for place in range(4) for axis in "xy"}
    for what in ("light", "read", "whole", "back", "find", "tray", "lies", "hold"):
        sent = {"csrf": csrf, "still": "yes", **form}
        answer = phone.client.post(f"/eye/{what}", data=sent, follow_redirects=True)
        assert escaped(answer.text) == [], what
    house.sight.new = wrong
    assert escaped(phone.client.get("/eye?first=1").text) == []
    house.sight.still = None
    house.sight.told = ReadLine(7, () if wrong else ("2", "1"), True, (), False)
    house.sight.no_picture = "the camera gives no pictures now: look whether it is plugged in, then try again"
    assert escaped(phone.client.post("/eye/find", data={"csrf": csrf}).text) == []


@pytest.mark.parametrize("wrong", [False, True])
def test_no_sentence_about_camera_and_board_escapes(pseudo: None, house: House, wrong: bool) -> None:
    phone = house.admin()
    phone.client.set_cookie("language", "nl")
    assert escaped(phone.client.get("/eye/board").text) == []
    house.start("backgammon", "standard", NAMES[:2])
    csrf = phone.state()["csrf"]
    corners = corners_of(EYE)[::-1] if wrong else corners_of(EYE)
    parts = (
        (f"{axis}{n}", part) for n, at in enumerate(corners) for axis, part in zip("xy", at, strict=True)
    )
    form = {name: f"{100 * part:.2f}" for name, part in parts}
    house.over_board.shows_board = not wrong
    for what in ("refine", "corners", "marked", "colours", "game", "empty", "moved", "back"):
        sent = {"csrf": csrf, "quarters": "1" if wrong else "0", "bar": "1", **form}
        answer = phone.client.post(f"/eye/board/{what}", data=sent, follow_redirects=True)
        assert escaped(answer.text) == [], what
    house.over_board.frame = board(BUMPED)
    for _ in range(2):
        house.board.watch.look()
    assert escaped(phone.client.get("/eye/board").text) == []
    house.over_board.frame = np.zeros_like(board())
    live = phone.client.get("/eye/board/state", query_string=form | {"quarters": "0"}).get_json()["parts"]
    assert escaped(" ".join(live.values())) == []
    answer = phone.client.post("/eye/board/forget", data={"csrf": csrf}, follow_redirects=True)
    assert escaped(answer.text) == []


def test_no_sentence_of_lamps_and_sound_escapes(pseudo: None, house: House) -> None:
    admin = house.admin().client
    admin.set_cookie("language", "nl")
    assert escaped(admin.get("/sound").text) == []
    house.start("pachisi", "seven", NAMES)
    house.lamps.there = [Output(f"lamp-{seat}", "wired", (5, 6, 13)) for seat in (1, 2)]
    house.lamps.there += [Output("lamp-3", "page"), Output("lamp-4", "none"), Output("red", "page")]
    house.lamps.there += [Output("buzzer", "wired", (18,))]
    house.lamps.there += [Output("voice", "wired", trouble=VOICE_IS_MUTE)]
    house.lamps.show(LampState((0.0,) * 4, 1.0, "fault"))
    text = re.sub(r"espeak-ng|BCM", "", admin.get("/sound").text)
    assert escaped(text) == []
    assert "⟦" in text


def test_no_question_and_no_trouble_escapes(pseudo: None, house: House) -> None:
    house.start("chowka-bhara", "5x5")
    act(house, "throws", throw="1/4")
    act(house, "board", player=0, piece=0, to="r0c0")
    assert house.table.model.question is not None
    assert escaped(reading(house).get("/").text) == []
    house.table.do(TakeMoveBack(house.table.model.question.seq))  # type: ignore[union-attr]
    house.table.do(
        AskThrow(
            ThrowAsked(
                faces=("mouth",),
                alternatives=(parse_throw("2/4"),),
                photo="",
                doubts=(
                    message_of(of_number(3, 4, dice=False)),
                    Message("one shell cannot be told: look at it"),
                ),
            )
        )
    )
    house.eye.show("uncertain", "a throw was seen, but no game lies on the table: start one on a phone")
    assert escaped(reading(house).get("/").text) == []
    act(house, "throws", throw="3/4")
    assert escaped(reading(house).get("/").text) == []


def test_no_refusal_escapes(pseudo: None, house: House) -> None:
    house.start("chowka-bhara", "5x5")
    tries: list[tuple[str, dict[str, Any]]] = [
        ("throws", {"throw": "3-1"}),
        ("throws", {"throw": "2/6"}),
        ("moves", {"move": "a 0/3 =3"}),
        ("undo", {}),
        ("undo", {"of": 99}),
        ("corrections", {"of": 99, "throw": "2/4"}),
        ("answers", {"question": "kept", "answer": "use"}),
        ("answers", {"question": "illegal", "answer": "accept", "of": 1}),
        ("games", {"game": "pachisi", "names": ["Asha", "Asha"]}),
        ("games", {"game": "pachisi", "names": ["Asha"]}),
        (
            "games",
            {"game": "backgammon", "names": ["Asha", "Ravi"], "options": {"cube": False, "jacoby": True}},
        ),
        ("games", {"resume": 77}),
    ]
    quoted = re.compile(r"'[\w-]+'|\b(pachisi|backgammon)\b|\d+-\d+|\b[a-p] \d+/\d+", re.IGNORECASE)
    for name, body in tries:
        status, told = act(house, name, **body)
        assert status >= 400
        assert escaped(quoted.sub("", told["error"])) == [], (name, body)


def test_the_script_is_handed_its_sentences_translated(pseudo: None, house: House) -> None:
    house.start()
    page = reading(house).get("/").text
    found = re.search(r'<script type="application/json" id="words">(.*?)</script>', page)
    assert found is not None
    words = json.loads(found[1])
    assert words.keys() == SCRIPT_WORDS.keys()
    bare = {key: re.sub(r"\{\w+\}", "", text) for key, text in words.items()}
    assert [key for key, text in bare.items() if escaped(text)] == []


def test_the_script_has_no_sentences_of_its_own() -> None:
    letters = re.compile(r"""(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1""")
    for path in (ROOT / "web" / "static" / "js").glob("*.js"):
        code = "\n".join(line.split("//")[0] for line in path.read_text("utf-8").splitlines())
        for _, text in letters.findall(code):
            assert not re.search(r"[a-z]{2,}[,.]? [a-z]{2,} [a-z]{2,}|^[A-Z][a-z]+ [a-z]", text), (
                path.name,
                text,
            )
    used = set(
        re.findall(r'word\(\s*"(\w+)"', "".join(p.read_text() for p in (ROOT / "web/static/js").glob("*.js")))
    )
    assert used <= SCRIPT_WORDS.keys()
