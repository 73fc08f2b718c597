"""A match on real phones: from the form to its end, its turns, and one tablet in tournament mode."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from browser_for_tests import Open, address, deeds, knows, meant, more, next_page, touch
from engine.ending import Accept, Resign
from engine.events import ThrowAsked
from engine.match import Conduct, TimeControl
from engine.move import parse_move
from engine.table.commands import AskThrow, CloseTurn, ObjectToMove, PlayMove, Redo, SetPosition, TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

pytestmark = pytest.mark.browser

QUIET = Conduct(tournament=True, tells_illegal=False)


def start(house: House, length: int = 3, *, conduct: Conduct | None = None) -> None:
    setup = match_setup(
        length, times=TimeControl(12.0, 360.0), conduct=conduct or Conduct(event="Sunday cup")
    )
    house.table.start(replace(setup, names=("Asha", "Ravi")))


def lost(house: House, seat: int, points: int = 1) -> None:
    if house.table.model.outcome or not house.table.model.actions:
        house.table.do(TakeThrow(Dice((3, 1) if seat else (1, 3))))
    house.table.do(PlayMove(Resign(seat, points)))
    house.table.do(PlayMove(Accept()))


def score(page: Any, first: int, second: int) -> None:
    """Wait until a page shows a score."""
    page.wait_for_function(
        """score => [...document.querySelectorAll(".score .points")]
        .map(points => points.textContent).join() === score""",
        arg=f"{first},{second}",
    )


def test_a_match_from_the_form_to_its_end(house: House, open_phone: Open) -> None:
    mine = open_phone(path="/new?game=backgammon")
    mine.locator("input[name=name]").nth(0).fill("Asha")
    mine.locator("input[name=name]").nth(1).fill("Ravi")
    assert not mine.locator(".kinds").is_visible(), "who plays one game sees one line of it"
    mine.click("#match > summary")

    def seen() -> set[str]:
        fields = mine.locator(".of-match :is(input, select)")
        return {
            str(one.get_attribute("name")).removeprefix("match-") for one in fields.all() if one.is_visible()
        }

    assert seen() == set(), "what belongs to no choice is not shown"
    mine.check("input[name=match][value=money]")
    mine.select_option("select[name=match-clock]", "own")
    assert seen() == {"jacoby", "beavers", "clock", "delay", "reserve"}
    mine.select_option("select[name=match-clock]", "usual")
    assert mine.locator(".usual-clock").is_visible()
    mine.check("input[name=match][value=points]")
    mine.fill("input[name=match-length]", "4")
    mine.select_option("select[name=match-clock]", "usual")
    assert seen() == {"length", "crawford", "clock"}
    mine.click("#conduct > summary")
    assert {"event", "round", "turn_ends", "tournament", "spoken", "lag"} <= seen()
    assert "tells_illegal" not in seen()
    mine.check("input[name=match-tournament]")
    assert "tells_illegal" in seen()
    mine.uncheck("input[name=match-tournament]")
    with next_page(mine):
        mine.click("button.main.wide")
    score(mine, 0, 0)
    assert "to 4" in mine.locator(".score .goal").inner_text()
    other = open_phone()

    # The first game is resigned on one phone, and accepted on the other.
    house.table.do(TakeThrow(Dice((3, 1))))
    mine.goto(address(mine, "/end"))
    resign = mine.locator("section.card", has_text="A player resigns")
    resign.locator("select[name=player]").select_option("0")
    resign.locator("select[name=points]").select_option("3")
    resign.locator("input[name=sure]").check()
    with next_page(mine):
        resign.locator("button").click()
    other.click('button[value="accept"]')
    for phone in (mine, other):
        score(phone, 0, 3)
        phone.locator(".match-standing").wait_for()
        assert phone.locator("button", has_text="Rematch").count() == 0

    # The next game is the Crawford game; undo leads back over the end of the first, and redo brings it back.
    with next_page(other), next_page(mine):
        mine.locator(".actions button", has_text="Next game").click()
    for phone in (mine, other):
        knows(phone)
        phone.locator(".score .goal", has_text="Crawford game").wait_for()
    with next_page(other), next_page(mine):
        mine.locator(".actions button", has_text="end of game 1").click()
    mine.locator(".ask").wait_for()
    score(mine, 0, 0)
    mine.click(".ask > summary")  # folded into one line, the bar is free
    mine.locator(".takes-back button.again").click()
    score(mine, 0, 3)

    # A throw begins the next game, too; it is played to its end on the board.
    with next_page(mine):
        house.table.do(TakeThrow(Dice((3, 1))))
    mine.locator(".score .goal", has_text="Crawford game").wait_for()
    board = [0] * 26
    board[1], board[24] = 1, -2
    house.table.do(SetPosition({"board": board, "turn": 1, "number": 9}))
    house.table.do(TakeThrow(Dice((6, 5))))
    knows(mine, house.table.model.seq)
    more(mine)
    mine.locator("#more-moves summary").click()
    mine.locator("#more-moves button").first.click()
    mine.locator(".whose.over").wait_for()
    score(mine, 0, house.table.model.match.score[1])  # type: ignore[union-attr]
    assert house.table.model.match.is_over  # type: ignore[union-attr]
    with next_page(mine):
        mine.locator(".actions button", has_text="Rematch").click()
    score(mine, 0, 0)


def test_a_throw_is_told_void_and_players_pause_and_go_on_by_touches(house: House, open_phone: Open) -> None:
    start(house)
    house.table.do(TakeThrow(Dice((6, 5))))
    phone, other = open_phone(), open_phone()
    more(phone)
    phone.locator(".tools button", has_text="Pause").click()
    other.locator(".score .goal", has_text="pause").wait_for()
    other.locator(".actions button", has_text="Go on").click()
    phone.locator(".score .goal", has_text="game 1").wait_for()
    assert not house.table.model.paused
    phone.click("#last > summary")
    phone.locator("#void > summary").click()
    phone.locator("#void button", has_text="A die leans").click()
    for one in (phone, other):
        one.locator(".told li", has_text="BS6").first.wait_for()
    assert house.table.model.last_throw is None


def test_the_spoken_page_and_the_television_follow_the_score_and_begin_the_next_game(
    house: House, open_phone: Open
) -> None:
    start(house)
    phone, screen = open_phone(path="/blind"), open_phone(plays=False, path="/tv")
    score(phone, 0, 0)
    lost(house, 0, 2)
    phone.locator("#heard", has_text="2 points").wait_for()
    assert phone.locator("#heard").inner_text().count("2 points") == 1, "it is said once"
    score(phone, 0, 2)
    screen.locator(".match-standing").wait_for()
    assert screen.locator(".players .points").all_inner_texts() == ["0", "2"]
    phone.click("#what")
    phone.locator("#heard", has_text="Next game").wait_for()
    with next_page(phone):
        phone.click("#confirm")
    phone.locator(".score .goal", has_text="Crawford game").wait_for()
    screen.locator(".players .goal", has_text="Sunday cup").wait_for()
    assert house.table.model.game == 2


# Turns.


def begun(house: House, *pips: int, **conduct: Any) -> None:
    """Begin a match whose first player, or the second where the first die is lower, has thrown."""
    setup = match_setup(5)
    assert setup.match is not None
    place = replace(setup.match, conduct=Conduct(**conduct))
    house.table.start(replace(setup, names=("Asha", "Ravi"), match=place))
    house.table.do(TakeThrow(Dice(pips or (3, 1))))


def shows(page: Any, text: str) -> None:
    """Wait until the line of the turn says so."""
    page.locator(".whose", has_text=text).wait_for()


def step(page: Any, square: str, move: str) -> None:
    """Touch a checker, and wait until its step is played."""
    touch(page, square)
    page.locator(".told > li", has_text=f"plays {move}").first.wait_for()
    page.locator("body:not(.busy)").wait_for()


def test_bs7_steps_are_taken_back_by_one_touch_until_lifted_dice_end_the_turn(
    house: House, open_phone: Open
) -> None:
    begun(house, turn_ends="dice")
    page = open_phone()
    step(page, "p8", "8/5")
    step(page, "p6", "6/5")
    shows(page, "ends the turn by lifting the dice")
    assert deeds(house) == ["3-1", "8/5", "6/5"]
    for gone, text, left in (("6/5", "moves 1", ["3-1", "8/5"]), ("8/5", "moves 3 and 1", ["3-1"])):
        meant(page)
        page.locator(".takes-back button:not(.again)", has_text=gone).click()
        shows(page, text)
        page.locator("body:not(.busy)").wait_for()
        assert deeds(house) == left
    for _ in range(2):
        house.table.do(Redo())
    house.table.do(CloseTurn(source="camera", of=house.table.model.actions[0].seq))
    page.locator(".whose.p1").wait_for()
    # Dice that are lifted first ask for the play, and end the turn with it.
    house.table.do(TakeThrow(Dice((6, 5))))
    house.table.do(CloseTurn(source="camera"))
    shows(page, "enter the play")
    step(page, "p1", "24/18")
    touch(page, "p7")
    page.locator(".whose.p0").wait_for()
    assert deeds(house)[3:] == ["end", "6-5", "24/18", "18/13", "end"]


def test_bs9_bs6_and_bs1_a_double_a_cocked_die_and_whose_die_is_which_are_told_by_one_touch(
    house: House, open_phone: Open
) -> None:
    begun(house)
    page = open_phone()
    house.table.do(ObjectToMove(parse_move("13/8")))
    page.locator('.ask.illegal button[value="double"]').click()
    shows(page, "takes or passes the double")
    assert [one.how for one in house.table.model.actions[-3:]] == ["accepted", "accepted", "chosen"]
    for move in ("take", "8/5 6/5"):
        if move != "take":
            house.table.do(TakeThrow(Dice((3, 1))))
        house.table.do(PlayMove(parse_move(move)))
    house.table.do(CloseTurn())
    house.table.do(AskThrow(ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 5)), Dice((6, 4))))))
    page.locator(".ask.asked button", has_text="A die was cocked").click()
    page.locator(".ask.asked").wait_for(state="detached")
    knows(page, house.journal.last_seq())
    assert house.table.model.actions[-1].how == "void"
    with next_page(page):
        house.table.start(match_setup(5))
    house.table.do(AskThrow(ThrowAsked(faces=("6", "5"), alternatives=(Dice((6, 5)), Dice((5, 6))))))
    page.locator(".ask.asked .likely button").nth(1).click()
    page.locator(".whose.p1").wait_for()
    knows(page, house.journal.last_seq())
    assert house.table.model.state.left == (6, 5)


# In tournament mode, on one tablet.


def touch_end(page: Any, *squares: str) -> None:
    """Touch squares where the first piece on them lies, at the edge of the board."""
    table = page.locator("svg.board").bounding_box()
    for square in squares:
        box = page.locator(f'.hit[data-square="{square}"]').bounding_box()
        is_low = box["y"] > table["y"] + 0.3 * table["height"]
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * (0.92 if is_low else 0.08))


def left(page: Any, count: int) -> None:
    """Wait until so many dice are left to play."""
    page.wait_for_function("count => document.querySelectorAll('.bank .chip').length === count", arg=count)


def throw(page: Any, *dice: str) -> None:
    """Enter throws on the page's sheet."""
    for one in dice:
        lines = page.locator(".told li").count()
        page.locator("#throw-sheet > summary").click()
        page.locator(f'#throw-sheet button[name="throw"][value="{one}"]').click()
        page.wait_for_function(f"() => document.querySelectorAll('.told li').length > {lines}")


def test_one_tablet_is_enough_for_throws_plays_by_keys_and_touches_and_the_end_of_a_game(
    house: House, open_phone: Open
) -> None:
    house.table.start(match_setup(1, conduct=QUIET))
    page = open_phone()
    page.set_viewport_size({"width": 1024, "height": 768})
    throw(page, "3", "1")
    page.wait_for_selector("svg.board.freely")
    assert page.locator(".hit.target, #men .can").count() == 0
    page.locator('#men [data-square="p8"][data-piece^="0,"]').last.focus()
    page.keyboard.press("Enter")
    page.locator('.hit[data-square="p5"]').focus()
    page.keyboard.press("Enter")
    left(page, 1)
    touch_end(page, "p6", "p5")
    left(page, 0)
    assert deeds(house) == ["3", "1", "8/5", "6/5"]
    page.get_by_role("button", name="End the turn").click()
    page.wait_for_selector(".whose.p1")
    throw(page, "5-2")
    page.wait_for_selector("svg.board.freely")
    touch_end(page, "p12", "p21")
    left(page, 1)
    assert house.table.model.actions[-1].how == "accepted", "13/4 is no play of 5-2, and nobody says so"
    assert page.locator("#said p, .ask").count() == 0
    page.locator('.actions form[data-api="undo"] button').click()
    left(page, 2)
    touch_end(page, "p12", "p17", "p12", "p14")
    left(page, 0)
    page.get_by_role("button", name="End the turn").click()
    page.wait_for_selector(".whose.p0")
    page.goto(page.url.rstrip("/") + "/end")
    page.locator('select[name="player"]').select_option("1")
    page.locator('input[name="sure"]').first.check()
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("#ask-resignation")
    page.get_by_role("button", name="Accept the resignation").click()
    page.wait_for_selector(".win")
    assert house.table.model.match is not None
    assert house.table.model.match.is_over
    page.wait_for_selector(".head .mode", state="detached")


def test_a_blind_player_says_what_was_moved_place_by_place(house: House, open_phone: Open) -> None:
    house.table.start(match_setup(3, conduct=QUIET))
    house.table.do(TakeThrow(Dice((3, 1))))
    page = open_phone(path="/blind")
    page.wait_for_function("() => document.getElementById('confirm').textContent === 'What was moved?'")
    for place in (8, 5):
        for _ in range(30):
            page.locator("#what").click()
            if re.search(rf"\b{place} of Asha\b", told := page.locator("#heard").inner_text()):
                break
        assert f"{place} of Asha" in told
        page.locator("#confirm").click()
    page.wait_for_function("() => document.getElementById('heard').textContent.includes('plays 8/5')")
    assert deeds(house)[-1] == "8/5"


def test_tournament_mode_is_switched_off_on_an_admin_s_phone_and_all_are_told(
    house: House, open_phone: Open
) -> None:
    house.phones.rename("admin", "Dev")
    house.table.start(match_setup(3, conduct=QUIET))
    house.table.do(TakeThrow(Dice((3, 1))))
    player = open_phone()
    player.wait_for_selector(".head .mode")
    admin = open_phone(path="/conduct", admin=True)
    admin.locator('select[name="tournament"]').select_option("false")
    admin.get_by_role("button", name="So it is settled").click()
    player.wait_for_selector(".head .mode", state="detached")
    assert "the phone Dev" in player.locator(".told").first.inner_text()
    player.wait_for_selector("#men .can")


def test_a_spectator_s_page_and_television_show_a_play_when_its_time_has_come(
    house: House, open_phone: Open
) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=2)))
    player, watcher, tv = open_phone(), open_phone(plays=False), open_phone(path="/tv", plays=False)
    house.table.do(TakeThrow(Dice((3, 1))))
    player.wait_for_selector(".bank .chip")
    assert watcher.locator(".bank .chip").count() == 0
    assert watcher.locator("[data-part='late']").inner_text()
    watcher.wait_for_selector(".bank .chip")
    tv.wait_for_selector(".roll .words")
