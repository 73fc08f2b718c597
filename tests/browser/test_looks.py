"""How pages look: told by shapes as well as colours, with late letters, names of any script, and on paper."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import cv2
import numpy as np
import pytest

from browser_for_tests import Open, address, knows, more, next_page, unfold
from engine.board import Placed
from engine.registry import make_rules
from engine.table.commands import ReportMove, TakeThrow
from engine.throw import Cowries, Dice, Throw
from ports_for_tests import House
from states import Scene, cube_and_kept, won
from waiting_for_tests import wait_until
from web.box.install import STATIC
from web.drawing.boards import board_svg
from web.drawing.places import placed_men
from web.games import page_of
from web.language.catalogue import LANGUAGES, catalogue
from web.language.labels import EYE_STATES

pytestmark = pytest.mark.browser


def greys(page: Any, box: Any) -> np.ndarray[Any, Any]:
    """Take a picture of a part of the page, in shades of grey."""
    shot = np.frombuffer(page.screenshot(clip=box), np.uint8)
    return cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE).astype(int)


def test_a_chosen_piece_is_told_from_the_others_without_colours(house: House, open_phone: Open) -> None:
    house.start("pachisi")
    page = open_phone(reduced_motion="reduce")
    page.context.new_cdp_session(page).send(
        "Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"}
    )
    games: dict[str, list[Throw]] = {
        "chowka-bhara": [Cowries(4, 4), Cowries(3, 4)],  # is chosen where it may go to two squares
        "backgammon": [Dice((6, 2))],
    }
    for game, throws in games.items():
        with next_page(page):
            house.start(game)
            for throw in throws:
                house.table.do(TakeThrow(throw, source="typed"))
        knows(page, house.table.model.seq)
        page.locator(".can .halo").first.click(force=True)
        if game == "backgammon":  # goes at once, and is chosen where it came to
            page.locator('.chosen[data-square="p18"]').wait_for()
        box = page.locator(".chosen .halo").bounding_box()
        seen = greys(page, box)

        def looks_other_unchosen(box: Any = box, seen: Any = seen) -> bool:
            # News may draw the pieces anew at any moment, the chosen one as chosen.
            page.locator(".chosen").evaluate_all(
                "all => all.forEach((one) => one.classList.remove('chosen'))"
            )
            return float((np.abs(greys(page, box) - seen) > 100).mean()) > 0.08

        wait_until(looks_other_unchosen, within_s=10)


COLOURS = """
(grounds) => {
  const read = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    return text.startsWith("color(") ? numbers.slice(0, 3).map((part) => part * 255) : numbers.slice(0, 3);
  };
  const bodies = [...document.querySelectorAll("#men [data-piece] > g > .halo + *")];
  const found = [...document.querySelectorAll(grounds)].map((one) => {
    const { fill, stopColor } = getComputedStyle(one);
    return [one.getAttribute("class"), read(one.matches("stop") ? stopColor : fill)];
  });
  return [bodies.map(getComputedStyle).map(({ fill, stroke }) => [read(fill), read(stroke)]), found];
}
"""
"""The fill and the line of every piece, and what the grounds are filled with."""

CLOTH, CASE = ".sq, .mirror", ".felt-0, .felt-1, .felt-2, .point, .well-0, .well-1, .wood-0, .wood-3"


@pytest.mark.parametrize(
    "theme",
    ["light", pytest.param("dark", marks=pytest.mark.slow)],  # the same pieces on the same cloth
)
@pytest.mark.parametrize(
    ("game", "body", "grounds"),
    [
        ("chowka-bhara", "", CLOTH),
        ("pachisi", "", CLOTH),
        ("backgammon", "", CASE),
        ("backgammon", "red-first", CASE),
    ],
)
def test_every_piece_stands_out_on_every_ground(
    chromium: Any, theme: str, game: str, body: str, grounds: str
) -> None:
    players = 2 if game == "backgammon" else 4
    rules, page = make_rules(game, players=players), page_of(game)
    squares = [square.id for square in rules.layout.squares if square.kind in ("plain", "point")]
    lies = (False, True) if game == "pachisi" else (False,)
    placed = [
        Placed(seat, number, squares.pop(), 9, lying=lying)
        for seat in range(players)
        for number, lying in enumerate(lies)
    ]
    men = placed_men(page.drawing.place, rules.layout, players, tuple(placed), home_step=rules.home_step)
    drawn = board_svg(rules.layout, page.drawing, "abcd"[:players], men, {}, turn=0, label="The board")
    style = "".join((STATIC / "css" / f"{name}.css").read_text("utf-8") for name in ("page", "board"))
    shown = chromium.new_page(color_scheme=theme)
    shown.set_content(f"<style>{style}</style><body class='{body}'>{drawn}")
    pieces, found = shown.evaluate(COLOURS, grounds)
    shown.close()
    assert len(pieces) == len(placed)
    pale = [
        (seat, name, round(max(told), 2))
        for seat, colours in enumerate(pieces)
        for name, ground in found
        if max(told := [contrast(colour, ground) for colour in colours]) < 3
    ]
    assert pale == []


def contrast(one: list[float], other: list[float]) -> float:
    """Compare two colours as the WCAG do, 1.4.11: at least 3 is asked of what must be seen."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: list[float]) -> float:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# Letters that come late.


MOVED = """
window.moved = [];
window.watch = () => new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    window.moved.push([value, ...sources.map(({ node }) => node?.textContent.trim().slice(0, 40))]);
  }
}).observe({ type: "layout-shift" });
"""


def stands_in() -> bool:
    """True if this machine has a font that stands in for ours."""
    told = subprocess.run(["fc-list", ":", "fullname"], capture_output=True, text=True, check=False).stdout
    return any(name in told for name in ("DejaVu Serif", "Liberation Serif", "Noto Serif"))


@pytest.mark.skipif(not stands_in(), reason="this machine has none of the fonts that stand in")
def test_the_letters_come_late_and_nothing_moves(house: House, open_phone: Open) -> None:
    house.start("pachisi", "six", ("Asha", "Ravi", "Mina", "Dev"))
    house.table.do(TakeThrow(Cowries(2, 6), source="typed"))
    page = open_phone(path="/out")
    page.add_init_script(MOVED)
    held: list[Any] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    with page.expect_response("**/api/v1/state"):
        page.goto(page.url.rsplit("/", 1)[0], wait_until="domcontentloaded")
    page.locator("#men .can").first.wait_for()
    page.evaluate("watch()")
    for font in held:
        font.continue_()
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("document.fonts.check('17px \"Noto Serif\"', 'Asha')")
    assert page.evaluate("moved") == []


# Names, and what is read.


TURNING = ("עידו בן דוד", "أمل (2)", "Ravi\u202e)gniK(", "\u202bMina")
TURNED = """
(names) => {
  const blocks = new Map();
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.parentElement.closest("svg, script, option, .unseen, [hidden]")) continue;
    if (!text.parentElement.checkVisibility()) continue;
    let block = text.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    for (const { 0: word, index } of text.data.matchAll(/[A-Za-z]{2,}|\\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      const [first] = range.getClientRects();
      range.setStart(text, index + word.length - 1);
      range.setEnd(text, index + word.length);
      const [last] = range.getClientRects();
      if (!first || !last) continue;
      const isName = names.some((name) => name.includes(word));
      const found = blocks.get(block) ?? [];
      blocks.set(block, found);
      const left = Math.min(first.left, last.left);
      found.push({ word, isName, line: Math.round(last.top), left, turned: last.left < first.left });
    }
  }
  const wrong = [];
  for (const words of blocks.values()) {
    words.forEach((one, place) => {
      if (one.isName) return;
      if (one.turned) wrong.push(one.word);
      const before = words[place - 1];
      const isBehind = before && Math.abs(before.line - one.line) < 4 && before.left > one.left;
      if (isBehind) wrong.push(`${before.word} ${one.word}`);
    });
  }
  return wrong;
}
"""
"""Words that are not names and do not stand in the order in which they are read, from left to right."""


def test_names_of_the_other_direction_turn_nothing_around_them(house: House, open_phone: Open) -> None:
    shown = [name.replace("\u202e", "").replace("\u202b", "") for name in TURNING]
    page = open_phone(path="/out")
    for lay, game in ((Scene.to_move, "pachisi"), (cube_and_kept, "backgammon"), (won, "backgammon")):
        lay(Scene(house, game, TURNING))
        for path in ("/", "/tv", "/blind", "/games"):
            page.goto(address(page, path))
            unfold(page, "main details")
            assert page.evaluate(TURNED, shown) == [], (game, path)


def test_names_of_the_other_direction_turn_nothing_that_the_script_writes(
    house: House, open_phone: Open
) -> None:
    house.start("chowka-bhara", names=TURNING[:2])
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
    page = open_phone()
    more(page)
    page.click("#did")
    more(page)
    page.click("#arrange-open")
    pieces = page.locator('#arrange select[name="piece"] option')
    pieces.nth(4).wait_for(state="attached")
    labels = pieces.all_inner_texts()
    assert labels[0].startswith("\u2068עידו בן דוד\u2069, a, ")
    assert labels[4].startswith("\u2068أمل (2)\u2069, a, ")
    assert page.title().startswith("\u2068עידו בן דוד\u2069 · ")
    spoken = open_phone(path="/blind")
    house.table.do(ReportMove((0, 0), "r4c3"))
    spoken.locator("#heard", has_text="أمل").wait_for()
    assert spoken.evaluate(TURNED, TURNING) == []


CUT = """
([texts, height]) => texts.filter((text) => {
  const line = document.querySelector("#eye span");
  line.textContent = text;
  const cut = line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight;
  return cut || document.querySelector(".head").getBoundingClientRect().height !== height;
})
"""
"""Which texts the first zone cannot show whole, or only by growing."""

BOXES = """
(texts) => {
  const ink = document.createElement("canvas").getContext("2d");
  ink.font = getComputedStyle(document.querySelector("#eye span")).font;
  const letters = [...texts.join("").match(/\\p{L}/gu), "\\u{10fffd}"];
  return new Set(letters.map((letter) => ink.measureText(letter).width)).size === 1;
}
"""
"""Whether all letters look alike, and like one that no font has: boxes are drawn, far wider than letters."""


def test_what_the_eye_does_is_read_whole_in_every_language(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(plays=False)
    told = {code: [catalogue(code).gettext(text) for text in EYE_STATES.values()] for code in LANGUAGES}
    boxes = [code for code, words in told.items() if page.evaluate(BOXES, words)]
    words = [text for code in LANGUAGES if code not in boxes for text in told[code]]
    height = page.locator(".head").bounding_box()["height"]
    assert page.evaluate(CUT, [[*words, "W" * 90], height]) == ["W" * 90]
    if boxes:
        pytest.skip(f"no font for {', '.join(boxes)} is installed here; all other languages fit")


def test_nothing_lies_over_the_board(house: House, open_phone: Open) -> None:
    cube_and_kept(Scene(house, "backgammon"))
    house.eye.show("away", "The camera was unplugged: plug it in again.")
    page = open_phone()
    page.set_viewport_size({"width": 1280, "height": 800})
    box = page.locator(".board").bounding_box()
    assert box["y"] + box["height"] <= 800, "the whole board fits on a laptop under a message"
    shapes, seats = (
        page.locator(f"{row} .token").evaluate_all("all => all.map((one) => one.innerHTML)")
        for row in (".lamps-row", ".seats")
    )
    assert shapes == seats, "each lamp stands beside the piece of its player"
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".board").scroll_into_view_if_needed()
    covered = page.evaluate(
        "[...document.querySelectorAll('.board .hit')].filter(hit => { const b = hit.getBoundingClientRect();"
        "const x = b.x + b.width / 2, y = b.y + b.height / 2;"
        "return y < innerHeight && y > 0 && !document.elementFromPoint(x, y).closest('.board'); }).length"
    )
    assert covered == 0


def test_trays_names_and_pawns_stand_within_the_frame_and_beside_one_another(
    house: House, open_phone: Open
) -> None:
    names = ("Alagumuthu Venkataraman", "Annapoorneshwari Subramaniam", "Mina", "Dev")
    house.start()
    page = open_phone()
    for preset in ("5x5-entry", "7x7-dayam"):
        with next_page(page):
            house.start("chowka-bhara", preset, names)
        knows(page)
        frame = page.locator(".frame").bounding_box()
        trays = [tray.bounding_box() for tray in page.locator(".tray").all()]
        plates = [plate.bounding_box() for plate in page.locator(".plate").all()]
        assert len(trays) == len(plates) == 4
        for box in (*trays, *plates):
            assert frame["x"] <= box["x"]
            assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
            assert frame["y"] <= box["y"]
            assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
        for tray in trays:
            for plate in plates:
                across = tray["x"] < plate["x"] + plate["width"] and plate["x"] < tray["x"] + tray["width"]
                down = tray["y"] < plate["y"] + plate["height"] and plate["y"] < tray["y"] + tray["height"]
                assert not (across and down)


# On paper.


DARK = """
() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => (part / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isPale = (one) => luminance(getComputedStyle(one).color) > 0.2;
  const isShown = (one) => one.checkVisibility() && [...one.childNodes].some((part) => part.data?.trim());
  return [...document.querySelectorAll("main :is(h1, h2, p, span, b, dt, dd, td, th, li, time, a)")]
    .filter((one) => isShown(one) && isPale(one)).map((one) => one.textContent.trim());
}
"""
"""What would be too pale to read on white paper."""


PAPER = "getComputedStyle(document.documentElement).backgroundColor"
TO_TOUCH = """
() => [...document.querySelectorAll("button:not(.chip), select, input, .menu, .eye, .tabs, .button")]
  .filter((one) => one.checkVisibility()).map((one) => one.outerHTML)
"""


def test_pages_on_paper_are_dark_on_white_full_and_have_nothing_to_touch(
    house: House, open_phone: Open
) -> None:
    house.start(names=("Asha", "Ravi", "Mina", "Dev"))
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page = open_phone(admin=True, color_scheme="dark")
    here = page.url.removesuffix("/")
    for path in ("/", "/rules", "/lamps", "/games/throws", "/games/1"):
        page.emulate_media(media="screen")
        page.goto(here + path)
        assert page.evaluate(DARK) != [], path
        page.emulate_media(media="print")
        assert page.evaluate(DARK) == [], path
        assert page.evaluate(PAPER) == "rgb(255, 255, 255)", path
        assert page.evaluate(TO_TOUCH) == [], path
        if path == "/":  # what is fixed on the screen would cover the last lines of every sheet
            assert page.locator(".dock").evaluate("one => getComputedStyle(one).display") == "none"
            assert page.locator("h1").bounding_box()["height"] > 10, "what is printed says what it is"
            head = page.locator(".head").bounding_box()
            bottoms = [one.bounding_box() for one in page.locator(".head .whose, .head .none").all()]
            assert max(box["y"] + box["height"] for box in bottoms) <= head["y"] + head["height"]
    # What is folded on the page of a game is printed, and no row is cut.
    page.emulate_media(media="screen")
    cell = page.locator(".fairness td").first
    assert not cell.is_visible()
    page.emulate_media(media="print")
    assert cell.is_visible()
    assert page.locator("tr").first.evaluate("row => getComputedStyle(row).breakInside") == "avoid"
    page.goto(here + "/rules/backgammon")
    for paper in ("A4", "Letter"):
        sheets = re.search(rb"/Count (\d+)", page.pdf(format=paper))
        assert sheets is not None
        assert int(sheets[1]) == 2, "the list of rules does not begin anew where it could go on"
