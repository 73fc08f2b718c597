"""The guide, the drawings of the rule pages, and boards that are printed at true size."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from engine.registry import games, make_rules
from ports_for_tests import House
from web.box.guide import printed_boards
from web.drawing.motifs import Stroke, cross_strokes, moved
from web.drawing.printing import EDGE, FOOT, PAPER, POINTS, RIM, pdf, svg
from web.games import page_of, pages

PRINTED = printed_boards()
BOARDS = [(name, size) for name, board in PRINTED.items() for size in board.sheets]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("board", "size"), BOARDS)
def test_a_printed_square_has_its_millimetres_and_the_ruler_a_hundred(board: str, size: str) -> None:
    drawn = PRINTED[board].sheets[size]
    root = ET.fromstring(svg(drawn))
    box = [float(part) for part in root.attrib["viewBox"].split()]
    assert root.attrib["width"] == f"{box[2]:g}mm"
    squares = root.findall(f"{SVG}rect")
    side = PRINTED[board].sheets[size].square_mm
    assert {float(one.attrib["width"]) for one in squares} <= {side, 3 * side}
    ruler = next(one.attrib["d"] for one in root.findall(f"{SVG}path") if one.attrib["stroke-width"] == "0.3")
    x1, _y1, x2, _y2 = map(float, re.findall(r"[\d.]+", ruler))
    assert x2 - x1 == 100


@pytest.mark.parametrize(("board", "size"), BOARDS)
def test_the_pdf_is_whole_and_its_pages_cover_the_board(board: str, size: str) -> None:
    drawn = PRINTED[board].sheets[size]
    data = pdf(drawn)
    across, down = drawn.pages
    assert across * (PAPER[0] - 2 * EDGE) >= drawn.width
    assert down * (PAPER[1] - 2 * EDGE - FOOT) >= drawn.height
    assert (across, down) == (1, 1) or size == "table"
    assert data.count(b"/Type /Page ") == across * down
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", data)]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj" % number)
    assert data[int(re.findall(rb"startxref\n(\d+)", data)[0]) :].startswith(b"xref")
    for length, content in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.DOTALL):
        assert len(content) == int(length)
        # One millimetre is this many points, and lengths count from above.
        assert content.startswith(b"%.6f 0 0 %.6f 0" % (POINTS, -POINTS))
        x1, y1, x2, y2 = map(float, re.findall(rb"0\.3 w (\S+) (\S+) m (\S+) (\S+) l", content)[0])
        assert (x2 - x1, y2 - y1) == (100, 0)
        assert content.count(b"0.2 w ") == 8  # two lines at each corner
    count = across * down
    assert re.findall(rb"\((\d+ / \d+)\)", data) == [b"%d / %d" % (n + 1, count) for n in range(count)]
    assert f"[0 0 {595.276:.3f} {841.890:.3f}]".encode() in data


@pytest.mark.parametrize(("board", "size"), BOARDS)
def test_a_printed_board_has_the_crosses_of_the_page(board: str, size: str) -> None:
    drawn = PRINTED[board].sheets[size]
    side = drawn.square_mm
    layout = next(
        make_rules(page.name, preset or None, players=4).layout
        for page in pages()
        for preset in page.prints
        if make_rules(page.name, preset or None, players=4).layout.name == board
    )
    crossed = [square for square in layout.squares if square.kind in ("home", "castle")]
    printed = {_rounded(motif.points) for motif in drawn.motifs}
    for square in crossed:
        middle = (RIM + (square.x + 0.5) * side, RIM + (square.y + 0.5) * side)
        assert {_rounded(stroke) for stroke in moved(cross_strokes(), *middle, scale=side / 100)} <= printed
    assert (board == "pachisi") == any(len(motif.points) > 40 for motif in drawn.motifs), "where pieces wait"


def _rounded(points: Stroke) -> Stroke:
    return tuple((round(x, 3), round(y, 3)) for x, y in points)


def test_the_guide_links_every_board_that_can_be_printed(house: House) -> None:
    client = house.watcher()
    page = client.get("/guide").text
    links = re.findall(r'href="(/print/[^"]+)"', page)
    assert len(links) == 2 * len(BOARDS)
    for link in links:
        answer = client.get(link)
        assert (answer.status_code, answer.data[:4]) in ((200, b"%PDF"), (200, b"<svg"))
    for wrong in ("/print/pachisi-huge.pdf", "/print/ludo-table.pdf", "/print/pachisi-table.exe"):
        assert client.get(wrong).status_code == 404


def test_the_rule_pages_of_every_preset_show_its_board_with_the_way_over_it(house: House) -> None:
    client = house.watcher()
    for info in games():
        for preset in info.presets:
            page = client.get(f"/rules/{info.name}/{preset.name}").text
            assert '<g class="way"' in page
            assert f'href="/rules/{info.name}/{preset.name}" aria-current="page"' in page or (
                len(info.presets) == 1
            )
    assert client.get("/rules/pachisi/nine").status_code == 404
    assert client.get("/rules/ludo/six").status_code == 404


@pytest.mark.parametrize(
    ("game", "preset", "steps"), [("chowka-bhara", "5x5", 25), ("chowka-bhara", "7x7", 49)]
)
def test_the_way_visits_every_square_of_chowka_bhara_once(game: str, preset: str, steps: int) -> None:
    rules = make_rules(game, preset)
    way = page_of(game).way(rules)
    assert sorted(way) == sorted(square.id for square in rules.layout.squares)
    assert len(way) == steps


def test_the_way_of_pachisi_begins_and_ends_in_the_charkoni() -> None:
    found = page_of("pachisi").way(make_rules("pachisi"))
    assert (found[0], found[-1], len(found)) == ("charkoni", "charkoni", 85)
