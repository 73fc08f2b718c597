"""Three zones that never move: the board is where it was all evening, whatever is asked or said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from browser_for_tests import Open, knows, more
from engine.events import Happened, ThrowAsked
from engine.facts import FactKind
from engine.game import Waits
from engine.messages import Message
from engine.move import parse_move
from engine.table.commands import (
    AskThrow,
    CorrectThrow,
    DropThrow,
    PlayMove,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeMoveBack,
    TakeThrow,
    Undo,
)
from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

PICTURE = cv2.imencode(".jpg", np.full((90, 120, 3), 120, np.uint8))[1].tobytes()
SIZES = {"phone": (390, 844), "small phone": (375, 667), "lying phone": (844, 390)}
NAMES = ("Ammamma Venkatalakshmi Subramanian Iyer", "Ravi", "Maximiliane von und zu Hohenzollern", "Dev")
HEAD_PX = 110
"""So high the first zone may be, with type of the usual size."""
ZONES = """
() => Object.fromEntries(["svg.board", ".head", ".thumb"].map((zone) => {
  const { x, y, width, height } = document.querySelector(zone).getBoundingClientRect();
  return [zone, [x, y, width, height]];
}))
"""


def is_killed(house: House) -> bool:
    """Tell whether anybody has been killed in the game on the table."""
    happened = (one.event for one in house.journal.game_events(house.table.model.game))
    return any(isinstance(one, Happened) and one.fact.kind is FactKind.CAPTURED for one in happened)


def chowka_bhara(house: House) -> Iterator[str]:
    """Play a game of Chowka Bhara until somebody is killed, with all that can happen on the way."""
    house.start(names=NAMES)
    table = house.table
    yield "the game begins"
    table.do(TakeThrow(Cowries(4, 4), photo=house.journal.keep_photograph(PICTURE, PICTURE)))
    yield "a throw with its photograph, and another is due"
    table.do(TakeThrow(Cowries(0, 4), source="typed"))
    table.do(TakeThrow(Cowries(3, 4), source="drawn"))
    yield "three values are to be played"
    table.do(TakeThrow(Cowries(2, 4)))
    table.do(TakeThrow(Cowries(1, 4)))
    yield "two throws are kept"
    table.do(Undo())
    yield "the kept throws are held"
    while table.model.waiting:
        table.do(DropThrow(table.model.waiting[0].seq))
    table.do(ReportMove((0, 0), "r0c0"))
    yield "an illegal move"
    table.do(TakeMoveBack(table.model.question.seq))  # type: ignore[union-attr]
    yield "it is moved back"
    thrown = table.model.last_throw
    assert thrown is not None
    while table.model.waits is Waits.MOVE:
        table.do(PlayMove(table.model.line.moves[0]))
    yield "Ravi is to throw"
    table.do(CorrectThrow(thrown.seq, Cowries(2, 4)))
    yield "a correction that does not fit a later move"
    table.do(SettleCorrection(table.model.question.at.seq, "undone"))  # type: ignore[union-attr]
    yield "back to there"
    chance = Random(5)
    while not is_killed(house):
        if table.model.waits is Waits.THROW:
            table.do(TakeThrow(Cowries(chance.randrange(5), 4)))
        else:
            table.do(PlayMove(chance.choice(table.model.line.moves)))
    yield "somebody is killed"
    while table.model.waits is not Waits.THROW:
        table.do(PlayMove(table.model.line.moves[0]))
    table.do(
        AskThrow(
            ThrowAsked(
                faces=("mouth", "back", "unsure", "back"),
                alternatives=(Cowries(1, 4), Cowries(2, 4)),
                doubts=(Message("one shell stands on its edge"),),
                photo=house.journal.keep_photograph(PICTURE, PICTURE),
            )
        )
    )
    yield "a reading that the eye is not sure of"
    house.eye.show("away", "The camera was unplugged: plug it in again, or type the throws by hand.")
    yield "the camera is gone"


def pachisi(house: House) -> Iterator[str]:
    """Play Pachisi up to a warning, and to the end."""
    house.start("pachisi", names=NAMES)
    yield "a game of Pachisi begins"
    house.table.do(SetPosition({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0], [0] * 4, [0] * 4]}))
    house.table.do(TakeThrow(Cowries(4, 6)))
    yield "four may be played"
    house.table.do(PlayMove(parse_move("a 79/83 =4")))
    yield "a move that is warned of"
    house.table.do(TakeMoveBack(house.table.model.question.seq))  # type: ignore[union-attr]
    house.eye.show("off")
    yield "throws are typed"


def backgammon(house: House) -> Iterator[str]:
    """Play backgammon: a double, a resignation that is refused, a win."""
    house.eye.show("empty")
    house.start("backgammon", "standard", NAMES[:2])
    yield "a game of backgammon begins"
    house.table.do(TakeThrow(Dice((3, 1))))
    yield "two dice"
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    yield "the turn is ended, or taken back"
    house.table.do(TakeThrow(Dice((4, 4))))
    yield "a double"
    house.player().do("endings", how="resign", player=1, sure=True)
    yield "a resignation is offered"
    house.player().do("moves", move="refuse")
    yield "it is refused"
    position = dict(house.table.model.rules.to_position(house.table.model.state))
    house.table.do(SetPosition({**position, "board": [0, 1, *[0] * 16, -3, -5, *[0] * 6], "turn": 0}))
    yield "a position is set"
    house.table.do(PlayMove(parse_move("1/off")))
    yield "a player has won"


def looked_at(page: Any, seen: dict[str, dict[str, Any]], state: str) -> None:
    """Note where the zones are on every size of screen."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        seen[f"{size}: {state}"] = {"size": (width, height), **page.evaluate(ZONES)}


def moved(seen: dict[str, dict[str, Any]]) -> list[str]:
    """List the states in which the board is not where it was first on this screen."""
    first: dict[tuple[int, int], list[float]] = {}
    return [
        state
        for state, at in seen.items()
        if any(
            abs(now - before) > 1
            for now, before in zip(
                at["svg.board"], first.setdefault(at["size"], at["svg.board"]), strict=True
            )
        )
    ]


@pytest.mark.parametrize("evening", [chowka_bhara, pachisi, backgammon])
def test_the_board_is_where_it_was_in_every_state_of_an_evening(
    house: House, open_phone: Open, evening: Callable[[House], Iterator[str]]
) -> None:
    seen: dict[str, dict[str, Any]] = {}
    states = evening(house)
    begun = next(states)
    page = open_phone()
    looked_at(page, seen, begun)
    for state in states:
        knows(page, house.journal.last_seq())
        page.locator(f'#eye[data-state="{house.eye.now.state}"]').wait_for()
        looked_at(page, seen, state)
    for sheet in ("#more", "#throw-sheet", "#last"):
        if page.locator(f"{sheet} > summary").count():
            page.locator(f"{sheet} > summary").dispatch_event("click")
            looked_at(page, seen, sheet)
            page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#arrange-open').click()")
    page.locator(".board.arranging").wait_for()
    looked_at(page, seen, "the pieces are put right")
    page.keyboard.press("Escape")
    page.locator("#arrange").wait_for(state="hidden")
    house.journal.trouble = lambda: (Message("The disk that holds the games is full."),)  # type: ignore[method-assign]
    page.evaluate("document.querySelector('#did')?.click()")
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    looked_at(page, seen, "the box is away")
    page.context.set_offline(False)
    page.locator("#trouble:not([hidden])").wait_for()
    looked_at(page, seen, "nothing can be written")
    assert moved(seen) == []
    assert max(at[".head"][3] for at in seen.values()) <= HEAD_PX
    for state, at in seen.items():
        (width, height), bar = at["size"], at[".thumb"]
        if "put right" not in state:
            assert bar[1] + bar[3] == pytest.approx(height, abs=1), state
        assert min(width, height) - 20 <= at["svg.board"][2] <= width, state


def test_the_board_is_on_the_side_that_was_chosen_and_in_type_of_double_size_the_largest_thing(
    house: House, open_phone: Open
) -> None:
    house.start("pachisi", names=NAMES)
    house.table.do(TakeThrow(Cowries(0, 6), source="typed"))
    page = open_phone()
    page.set_viewport_size({"width": 844, "height": 390})
    left = page.evaluate(ZONES)
    assert left["svg.board"][0] + left["svg.board"][2] <= left[".head"][0]
    more(page)
    page.click("#side")
    page.locator("html.board-right").wait_for()
    right = page.evaluate(ZONES)
    assert right[".head"][0] + right[".head"][2] <= right["svg.board"][0]
    assert right["svg.board"][2:] == left["svg.board"][2:]
    page.reload()
    assert page.evaluate(ZONES) == right, "this phone keeps it"
    page.set_viewport_size({"width": 375, "height": 667})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    zones = page.evaluate(ZONES)
    board, head, bar = zones["svg.board"], zones[".head"], zones[".thumb"]
    assert head[1] == 0
    assert board[1] == pytest.approx(head[3], abs=1)
    assert board[1] + board[3] <= bar[1] + 1
    assert bar[1] + bar[3] == pytest.approx(667, abs=1)
    assert board[3] > head[3] + bar[3]
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    eye = page.locator("#eye span")
    assert eye.evaluate("line => line.scrollHeight <= line.clientHeight + 1")
    assert eye.bounding_box()["width"] > 100
