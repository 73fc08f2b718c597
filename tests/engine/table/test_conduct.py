"""What is settled for a match beside the rules, and settled otherwise while it goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.ending import Accept, Resign
from engine.errors import EngineError, NotNowError
from engine.events import Setup, event_from_json, event_to_json
from engine.match import Conduct
from engine.match.match_events import ConductChanged
from engine.table.state import Model, replayed
from engines.random_matches import NAMES, match_setup
from engines.recorded_table import Box, logged_again

TOURNAMENT = Conduct(event="Sunday cup", tournament=True, tells_illegal=False, spectators_lag_s=300)
OPEN = replace(TOURNAMENT, tournament=False)


def lost(box: Box, seat: int) -> None:
    """Let a seat lose the game on the table."""
    if not box.model.actions:
        box.dice(*((3, 1) if seat else (1, 3)))
    box.table.play(Resign(seat, 1))
    box.table.play(Accept())


def changes(box: Box) -> list[ConductChanged]:
    return [one.event for one in box.record if isinstance(one.event, ConductChanged)]


def replayed_last(box: Box) -> Model:
    """Play the record of the game on the table again, as it is read from a disk."""
    return replayed([one for one in map(logged_again, box.record) if one.game == box.model.game])


def test_tournament_mode_is_switched_off_in_mid_match_and_stands_in_the_record() -> None:
    box = Box(match_setup(3, conduct=TOURNAMENT))
    box.dice(3, 1)
    assert (box.model.is_tournament, box.model.tells_illegal) == (True, False)
    box.table.change_conduct(OPEN, by="Dev’s tablet")
    assert (box.model.is_tournament, box.model.tells_illegal, box.model.conduct) == (False, True, OPEN)
    assert changes(box) == [ConductChanged(TOURNAMENT, OPEN, "Dev’s tablet")]
    assert replayed_last(box).conduct == OPEN
    box.table.change_conduct(OPEN)
    assert len(changes(box)) == 1, "it is settled so already"


def test_the_next_game_of_the_match_is_conducted_as_it_was_settled_last() -> None:
    box = Box(match_setup(3))
    box.table.change_conduct(TOURNAMENT)
    lost(box, 0)
    box.table.next_game()
    place = box.model.setup.match
    assert place is not None
    assert (place.number, place.conduct) == (2, TOURNAMENT)
    assert replayed_last(box).conduct == TOURNAMENT


def test_no_undo_switches_back_what_was_settled_for_the_match() -> None:
    box = Box(match_setup(3, conduct=TOURNAMENT))
    box.dice(3, 1)
    box.table.change_conduct(OPEN)
    box.table.undo()
    assert (box.deeds(), box.model.conduct) == ([], OPEN)
    box.table.redo()
    assert box.model.conduct == OPEN


def test_an_undo_over_the_end_of_a_game_leaves_it_and_says_so_in_the_record_of_that_game() -> None:
    box = Box(match_setup(3))
    lost(box, 0)
    box.table.next_game()
    box.table.change_conduct(TOURNAMENT, by="Dev")
    box.table.undo()
    assert (box.model.game, box.model.conduct) == (1, TOURNAMENT)
    assert replayed_last(box).conduct == TOURNAMENT
    assert changes(box)[-1] == ConductChanged(Conduct(), TOURNAMENT, "")


def test_tournament_mode_ends_with_the_match_and_comes_back_with_it() -> None:
    box = Box(match_setup(1, conduct=TOURNAMENT))
    lost(box, 0)
    assert (box.model.is_tournament, box.model.tells_illegal) == (False, True)
    with pytest.raises(NotNowError, match="the match is over"):
        box.table.change_conduct(OPEN)
    box.table.undo()
    assert box.model.is_tournament


def test_a_match_for_money_is_in_tournament_mode_until_that_is_switched_off() -> None:
    box = Box(match_setup(0, conduct=TOURNAMENT))
    lost(box, 0)
    assert box.model.is_tournament
    box.table.change_conduct(OPEN)
    assert not box.model.is_tournament


def test_a_single_game_has_no_conduct() -> None:
    box = Box(Setup("backgammon", "standard", NAMES))
    assert (box.model.conduct, box.model.is_tournament, box.model.tells_illegal) == (None, False, True)
    with pytest.raises(NotNowError, match="no match"):
        box.table.change_conduct(TOURNAMENT)


def test_an_illegal_play_is_told_in_a_tournament_where_the_director_chose_so() -> None:
    assert Box(match_setup(3, conduct=replace(TOURNAMENT, tells_illegal=True))).model.tells_illegal
    assert Box(match_setup(3, conduct=replace(OPEN, tells_illegal=False))).model.tells_illegal


@pytest.mark.parametrize(
    "spoilt", [{"conduct": None}, {"was": []}, {"conduct": {"tournament": 1}}, {"by": 7}, {"was": {"lag": 1}}]
)
def test_a_spoilt_record_of_it_is_refused(spoilt: dict[str, object]) -> None:
    written = event_to_json(ConductChanged(Conduct(), TOURNAMENT, "Dev"))
    assert event_from_json(written) == ConductChanged(Conduct(), TOURNAMENT, "Dev")
    with pytest.raises(EngineError):
        event_from_json(written | spoilt)
