"""Names of the other direction of writing: sentences around them keep their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from engine.table.commands import PlayMove, ReportMove, SetPosition, TakeMoveBack, TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.language.bidi import bdi, isolated
from web.language.catalogue import LANGUAGES

IDO, AMAL = "עידו", "أمل (2)"
TURNED = "Ravi\u202e)gniK("
"""A name with a mark that turns all that follows it, RIGHT-TO-LEFT OVERRIDE, and does not end it."""

NAMES = (IDO, AMAL, TURNED, "Mina")
CONTROLS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067"


def sentences(value: object) -> list[str]:
    """List all texts within a state but the names for programs, which stay as they were typed."""
    if isinstance(value, dict):
        return [
            text
            for key, one in value.items()
            if key not in ("name", "names", "member", "members", "parts", "csrf")
            for text in sentences(one)
        ]
    if isinstance(value, list):
        return [text for one in value for text in sentences(one)]
    return [value] if isinstance(value, str) else []


def loose(text: str, names: tuple[str, ...]) -> list[str]:
    """List the names that stand in a text without isolates around them."""
    for name in names:
        text = text.replace(isolated(name), "")
    return [name for name in names if name in text] + [sign for sign in CONTROLS if sign in text]


def out_of_bdi(html: str, names: tuple[str, ...]) -> list[str]:
    """List the names in the text of a page that stand neither in ``<bdi>`` nor between isolates.

    What stands alone in an element of its own, such as an option of a list, has nothing around it to turn.
    """
    html = re.sub(r"<script type=.application/json.*?</script>", "", html, flags=re.DOTALL)
    html = re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL)
    html = re.sub(r"<(bdi|option)\b[^>]*>[^<]*</\1>", "", html)
    html = re.sub(r'<input name="name"[^>]*>', "", html)
    return loose(unescape(html), names)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which all kinds of sentences with names stand on the page; no test changes it."""
    house = House(tmp_path_factory.mktemp("played"))
    house.start("pachisi", "six", NAMES)
    house.people.remember(NAMES, game=1)
    for mouths in (2, 3, 4, 6, 1, 5):
        house.table.do(TakeThrow(Cowries(mouths, 6), source="camera"))
        while house.table.model.waits == "move":
            house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    house.table.do(Undo())
    yield house
    house.close()


def test_every_name_in_a_sentence_is_isolated_in_every_language(played: House) -> None:
    for language in LANGUAGES:
        state = played.player().client.get("/api/v1/state", headers={"Accept-Language": language}).get_json()
        aloud = state.pop("aloud")
        texts = sentences(state)
        assert any(isolated(IDO) in text for text in texts)
        assert any(isolated(TURNED) in text for text in texts)
        assert [text for text in texts if loose(text, NAMES)] == []
        assert not any(sign in str(aloud) for sign in "\u2068\u2069"), "a voice has nothing to isolate"


def test_every_name_on_a_page_lies_in_bdi_or_between_isolates(played: House) -> None:
    shown = ("/", "/tv", "/blind", "/games", "/games/1", "/games/1?step=3", "/people")
    typed = ("/new", "/people/3")
    for path in (*shown, *typed):
        page = played.admin().client.get(path).text
        assert "<bdi>" in page or path == "/new"
        assert out_of_bdi(page, NAMES) == [], path
        page = re.sub(r"<script type=.application/json.*?</script>", "", page)
        assert "gniK" in page, path
        if path in shown:
            assert not any(sign in page for sign in CONTROLS), (
                "no mark turns what follows, in no drawing either"
            )


def test_a_question_and_what_waits_name_their_player_in_bdi(house: House) -> None:
    house.start("backgammon", names=(IDO, TURNED))
    house.table.do(TakeThrow(Dice((4, 1)), source="camera"))
    house.table.do(ReportMove((0, 0), "p1"))
    house.table.do(TakeThrow(Dice((6, 5)), source="camera"))
    assert house.table.model.question is not None
    page = house.player().client.get("/").text
    assert f"<b>{bdi(IDO)}</b>: " in page
    assert out_of_bdi(page, (IDO, TURNED)) == []
    house.table.do(TakeMoveBack(house.table.model.question.seq))
    page = house.player().client.get("/").text
    assert f"{isolated(IDO)} still has 4 and 1 to play" in page
    assert out_of_bdi(page, (IDO, TURNED)) == []


def test_how_games_ended_names_the_winner_between_isolates(house: House) -> None:
    house.start("backgammon", "standard", (IDO, "Ravi"))
    board = [0] * 26
    board[1], board[19] = 1, -15
    house.table.do(SetPosition({"board": board, "turn": 0, "number": 9}))
    house.table.do(TakeThrow(Dice((2, 1)), source="typed"))
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    for path in ("/", "/tv", "/blind", "/games", "/games/1"):
        page = house.player().client.get(path).text
        assert f"{isolated(IDO)} won, a gammon: 2 points" in page, path
        assert out_of_bdi(page, (IDO,)) == []


def test_a_mark_that_turns_what_follows_is_not_shown_and_the_name_is_kept_as_it_was_typed(
    house: House,
) -> None:
    assert isolated(TURNED) == "\u2068Ravi)gniK(\u2069"
    assert bdi(TURNED) == "<bdi>Ravi)gniK(</bdi>"
    assert bdi("<b>") == "<bdi>&lt;b&gt;</bdi>"
    assert isolated("Zoë 2") == "Zoë 2"
    house.start("backgammon", names=(TURNED, "Mina"))
    assert house.player().state()["setup"]["names"][0] == TURNED
