"""Ending a game before its time: resigning, its answer and agreeing, in every game and through a restart."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludo
from engine.backgammon.state import State as Backgammon
from engine.ending import Accept, Agree, Refuse, Resign
from engine.errors import IllegalMoveError, NotationError, NotNowError, ThrowError
from engine.events import (
    GameEnded,
    Happened,
    Logged,
    Moved,
    Setup,
    ThrowKept,
    TurnBegan,
    event_from_json,
    event_to_json,
)
from engine.facts import Ending, FactKind, Outcome
from engine.game import Game, Waits
from engine.match import Match
from engine.move import Double, Drop, Move, Take, move_from_json, parse_move, parse_play
from engine.notation import read_record, replay_record, write_record
from engine.options import OptionValue
from engine.registry import make_rules, register
from engine.table import Table
from engine.table.decision import Answer
from engine.table.state import Conflict, replayed
from engine.throw import Cowries, Dice

ASHA, RAVI, MEENA, KIRAN = range(4)
NAMES = ("Asha", "Ravi", "Meena", "Kiran")


@pytest.fixture(autouse=True)
def _ludo() -> Iterator[None]:
    take_back = register(ludo.FAMILY)
    yield
    take_back()


class Played:
    """A table with its journal."""

    def __init__(self, game: str, preset: str, players: int = 2, **options: OptionValue) -> None:
        self.events: list[Logged] = []
        self.table = Table(record=self.events.extend)
        self.table.start(Setup(game, preset, NAMES[:players], options, begins=0))

    def play(self, *texts: str) -> None:
        for text in texts:
            self.table.play(parse_move(text))

    def kinds(self) -> list[str]:
        return [event_to_json(logged.event)["type"] for logged in self.events]

    @property
    def outcome(self) -> Outcome | None:
        return self.table.model.outcome

    def again(self) -> Table:
        """Return what a start of the box makes of the journal, written and read."""
        read = [
            replace(logged, event=event_from_json(json.loads(json.dumps(event_to_json(logged.event)))))
            for logged in self.events
        ]
        table = Table(record=self.events.extend)
        table.resume(read)
        return table


def backgammon(**options: OptionValue) -> Played:
    return Played("backgammon", "standard", **options)


# Texts


@given(st.integers(0, 8), st.integers(1, 9), st.lists(st.integers(0, 8), max_size=4))
def test_every_such_move_reads_back_from_its_text_and_its_parts(
    seat: int, points: int, winners: list[int]
) -> None:
    for move in (Resign(seat, points), Accept(), Refuse(), Agree(tuple(winners), points)):
        assert parse_move(str(move)) == move
        assert move_from_json(move.to_json()) == move


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "resign"},
        {"kind": "resign", "player": -1},
        {"kind": "resign", "player": True},
        {"kind": "resign", "player": 0, "points": 0},
        {"kind": "resign", "player": 0, "all": 1},
        {"kind": "agree", "winners": 1},
        {"kind": "agree", "winners": ["0"]},
        {"kind": "accept", "player": 0},
    ],
)
def test_parts_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        move_from_json(wrong)
    for text in ("resign", "resign 0", "resign 1 =1", "resign 10", "agree 0", "agree1", "accept 1"):
        with pytest.raises(NotationError):
            parse_move(text)


# Two players of a game in which a win is a win


@pytest.mark.parametrize(
    ("game", "preset"), [("chowka-bhara", "5x5"), ("pachisi", "seven"), ("ludo", "plain")]
)
@pytest.mark.parametrize("seat", [ASHA, RAVI])
def test_of_two_players_the_other_wins_at_once_whosever_turn_it_is(game: str, preset: str, seat: int) -> None:
    played = Played(game, preset)
    played.play(f"resign {seat + 1}")
    assert played.outcome == Outcome((1 - seat,), Ending.RESIGNED)
    assert played.table.model.waits is Waits.OVER
    moved, fact, ended = [logged.event for logged in played.events[-3:]]
    assert moved == Moved(seat, Resign(seat))
    assert isinstance(fact, Happened)
    assert (fact.fact.kind, fact.fact.player) == (FactKind.RESIGNED, seat)
    assert ended == GameEnded(Outcome((1 - seat,), Ending.RESIGNED))
    assert played.again().model.outcome == played.outcome


def test_nothing_is_thrown_or_moved_after_it_and_taking_it_back_gives_the_same_game() -> None:
    played = Played("chowka-bhara", "5x5")
    played.table.throw(Cowries(3, 4))
    before = played.table.model
    played.play("resign 1")
    with pytest.raises(NotNowError):
        played.table.throw(Cowries(3, 4))
    for text in ("a 0/3 =3", "resign 2", "agree", "accept"):
        with pytest.raises(NotNowError, match="the game is over"):
            played.play(text)
    with pytest.raises(NotNowError, match="the game is over"):
        played.table.report_move((0, 0), "r3c4")
    with pytest.raises(NotNowError, match="take that back"):
        played.table.set_position(before.rules.to_position(before.state))
    played.table.undo()
    assert played.table.model.state == before.state
    assert played.outcome is None
    assert played.again().model.outcome is None
    played.play("a 0/3 =3")
    assert played.table.model.turn == RAVI


# More than two players


@pytest.mark.parametrize(
    ("game", "preset", "throw"),
    [
        ("chowka-bhara", "5x5", Cowries(3, 4)),
        ("pachisi", "seven", Cowries(3, 7)),
        ("pachisi", "six", Cowries(4, 6)),
        ("ludo", "plain", Dice((3,))),
    ],
)
def test_of_several_the_others_play_on_without_the_one_who_resigns(
    game: str, preset: str, throw: Cowries | Dice
) -> None:
    played = Played(game, preset, 3)
    played.play("resign 1")
    table = played.table
    assert played.outcome is None
    assert (table.model.turn, table.model.waits) == (RAVI, Waits.THROW)
    assert TurnBegan(RAVI) in [logged.event for logged in played.events[-2:]]
    turns = []
    for _ in range(6):
        turns.append(table.model.turn)
        table.throw(throw)
        if table.model.waits is Waits.MOVE:
            table.play(table.model.line.moves[0])
    assert turns == [RAVI, MEENA] * 3
    with pytest.raises(NotNowError, match="cannot resign"):
        played.play("resign 1")
    assert played.again().model.state == table.model.state
    played.play("resign 2")
    assert played.outcome == Outcome((MEENA,), Ending.RESIGNED)
    assert played.again().model.outcome == played.outcome


@pytest.mark.parametrize(
    ("start", "position", "throw"),
    [
        (
            lambda: Played("pachisi", "six", 3, grace_home=False),
            {"pieces": [[83, 84, 84, 81], [83, 83, 84, 84], [5, 0, 0, 0]]},
            Cowries(2, 6),
        ),
        (
            lambda: Played("chowka-bhara", "5x5", 3),
            {"pawns": [[15, 14, 13, 10], [15, 14, 13, 12], [0, 0, 0, 0]]},
            Cowries(2, 4),
        ),
    ],
    ids=["pachisi", "chowka-bhara"],
)
def test_those_who_play_on_and_can_never_move_again_have_no_winner(
    start: Callable[[], Played], position: dict[str, object], throw: Cowries
) -> None:
    played = start()
    played.table.set_position({**position, "turn": ASHA})
    played.play("resign 3")
    assert played.outcome is None
    played.table.throw(throw)
    last = next(move for move in played.table.model.line.moves if str(move).startswith("d"))
    played.table.play(last, sure=True)
    assert played.outcome == Outcome((), Ending.STUCK, places=((ASHA, RAVI), (MEENA,)))
    assert played.again().model.outcome == played.outcome


def test_pieces_of_who_resigns_leave_the_board_and_come_back_when_it_is_taken_back() -> None:
    played = Played("chowka-bhara", "5x5", 3)
    table = played.table
    table.throw(Cowries(3, 4))
    played.play("a 0/3 =3")
    before = table.model.state
    played.play("resign 1")
    assert [piece.step for piece in table.model.rules.placed(table.model.state) if piece.player == ASHA] == [
        0
    ] * 4
    assert table.model.turn == RAVI, "it was Ravi's turn, and is"
    table.undo()
    assert table.model.state == before


def test_a_throw_for_the_beginning_goes_on_without_the_one_who_resigns() -> None:
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(Setup("pachisi", "seven", NAMES[:3]))
    table.throw(Cowries(5, 7))
    table.play(Resign(RAVI))
    assert (table.model.turn, table.model.waits) == (MEENA, Waits.THROW)
    table.throw(Cowries(2, 7))
    assert table.model.turn == ASHA, "who threw 25 begins"
    table.undo()
    table.play(Resign(MEENA))
    assert table.model.outcome == Outcome((ASHA,), Ending.RESIGNED)


def test_places_stand_when_the_last_rival_resigns() -> None:
    """Chowka Bhara counts places: who is home first has won, however the others end."""
    played = Played("chowka-bhara", "5x5", 3)
    table = played.table
    position = table.model.rules.to_position(table.model.state)
    table.set_position(
        {**position, "pawns": [[24, 24, 24, 23], [1, 0, 0, 0], [2, 0, 0, 0]], "kadi": [True] * 3}
    )
    table.throw(Cowries(1, 4))
    if table.model.waits is Waits.MOVE:
        table.play(table.model.line.moves[-1])
    assert table.model.state.finished == (ASHA,)
    with pytest.raises(NotNowError, match="cannot resign"):
        played.play("resign 1")
    played.play("resign 3")
    ended = Outcome((ASHA,), Ending.RESIGNED, places=((ASHA,), (RAVI,), (MEENA,)))
    assert played.outcome == ended


def test_partners_resign_together() -> None:
    played = Played("pachisi", "seven", 4, partners=True)
    played.play("resign 3")
    assert played.outcome == Outcome((RAVI, KIRAN), Ending.RESIGNED)


def test_a_correction_before_a_resignation_keeps_it() -> None:
    played = Played("chowka-bhara", "5x5", 3)
    table = played.table
    table.throw(Cowries(3, 4), source="typed")
    thrown = table.model.actions[-1].seq
    played.play("a 0/3 =3", "resign 3")
    table.correct(thrown, Cowries(2, 4))
    at = table.model.question
    assert at is not None
    table.settle(table.model.actions[1].seq, "accepted")
    assert table.model.line.declared.left == (MEENA,)
    assert table.model.actions[-1].player == MEENA
    again = played.again().model
    assert (again.states, again.actions) == (table.model.states, table.model.actions)


# Backgammon


def test_a_resignation_waits_for_its_answer_and_survives_a_restart() -> None:
    played = backgammon()
    played.play("resign 1 =2")
    for table in (played.table, played.again()):
        model = table.model
        assert (model.turn, model.waits) == (RAVI, Waits.MOVE)
        assert model.line.moves == []
        assert model.line.optional == [Accept(), Refuse()]
        assert model.outcome is None
    again = played.again()
    again.play(Accept())
    assert again.model.outcome == Outcome((RAVI,), Ending.RESIGNED, points=2)
    assert again.model.actions[-1].player == RAVI


def test_refusing_it_leaves_the_game_as_it_was() -> None:
    played = backgammon()
    before = played.table.model
    played.play("resign 1", "refuse")
    after = played.table.model
    assert (after.state, after.turn, after.waits) == (before.state, before.turn, before.waits)
    assert "turn-began" not in played.kinds()[-4:], "the turn never changed"
    played.play("resign 2 =3", "accept")
    assert played.outcome == Outcome((ASHA,), Ending.RESIGNED, points=3)


def test_throws_wait_and_moves_are_refused_until_it_is_answered() -> None:
    played = backgammon()
    table = played.table
    table.throw(Dice((3, 1)))
    played.play("resign 2")
    table.throw(Dice((6, 5)))
    assert isinstance(played.events[-1].event, ThrowKept)
    for refused in (
        lambda: table.play(parse_play("8/5 6/5")),
        lambda: table.report_move((0, 0), "p5"),
        lambda: table.play(Resign(ASHA)),
        lambda: table.play(Double()),
    ):
        with pytest.raises(NotNowError, match="accept or refuse that first"):
            refused()
    assert table.model.turn == ASHA, "Asha answers"
    played.play("refuse", "8/5 6/5")
    table.throw(Dice((6, 5)))
    assert [str(action.action) for action in table.model.actions] == [
        "3-1",
        "resign 2",
        "refuse",
        "8/5 6/5",
        "end",
        "6-5",
    ]


def test_an_offer_and_each_answer_can_be_taken_back() -> None:
    played = backgammon()
    table = played.table
    start = table.model.state
    played.play("resign 1 =3", "accept")
    table.undo()
    assert table.model.line.declared.offered == Resign(ASHA, 3)
    assert played.again().model.line.declared.offered == Resign(ASHA, 3)
    played.play("refuse")
    table.undo()
    assert table.model.line.optional == [Accept(), Refuse()]
    table.undo()
    assert (table.model.state, table.model.line.declared.offered) == (start, None)


def test_the_cube_counts_and_jacoby_holds() -> None:
    played = backgammon(cube=True)
    played.play("double", "take", "resign 2 =3", "accept")
    assert played.outcome == Outcome((ASHA,), Ending.RESIGNED, points=6, cube=2)
    jacoby = backgammon(cube=True, jacoby=True)
    with pytest.raises(NotNowError, match="a win counts 1 here, not 2"):
        jacoby.play("resign 1 =2")
    jacoby.play("double", "take", "resign 1 =2", "accept")
    assert jacoby.outcome == Outcome((RAVI,), Ending.RESIGNED, points=4, cube=2)


def test_a_double_is_answered_before_anyone_resigns() -> None:
    played = backgammon(cube=True)
    played.play("double")
    for seat in (ASHA, RAVI):
        with pytest.raises(NotNowError, match="take or pass it first"):
            played.table.play(Resign(seat))
    played.play("drop")
    assert played.outcome == Outcome((ASHA,), Ending.DROPPED)


def test_who_has_borne_off_and_who_plays_by_finnish_rules_loses_a_single_game() -> None:
    assert make_rules("backgammon", "finnish").resignations(Backgammon((0,) * 26), ASHA) == (1,)
    rules = make_rules("backgammon", "standard")
    start = rules.start(begins=0)
    assert rules.resignations(start, ASHA) == rules.resignations(start, RAVI) == (1, 2, 3)
    board = list(start.board)
    board[6] -= 1
    borne = replace(start, board=tuple(board))
    assert (rules.resignations(borne, ASHA), rules.resignations(borne, RAVI)) == ((1,), (1, 2, 3))


def test_a_match_counts_it() -> None:
    match = Match(length=5, score=(3, 4), crawford_played=True)
    assert match.after(Outcome((0,), Ending.RESIGNED, points=2)).winner == 0
    assert match.after(Outcome((), Ending.AGREED, points=0)) == match, (
        "no points, and no Crawford game played"
    )
    with pytest.raises(NotNowError):
        match.after(Outcome((), Ending.STUCK))


# Agreement


@pytest.mark.parametrize(
    ("make", "winners", "text"),
    [
        (lambda: Played("chowka-bhara", "5x5", 3), (), "agree"),
        (lambda: Played("chowka-bhara", "5x5", 3), (MEENA,), "agree 3"),
        (lambda: Played("pachisi", "six", 4, partners=True), (ASHA, MEENA), "agree 1 3"),
        (lambda: backgammon(), (), "agree"),
    ],
)
def test_all_may_agree_that_it_is_over(
    make: Callable[[], Played], winners: tuple[int, ...], text: str
) -> None:
    played = make()
    played.play(text)
    assert played.outcome == Outcome(winners, Ending.AGREED, points=1 if winners else 0)
    assert played.again().model.outcome == played.outcome
    played.table.undo()
    assert played.outcome is None


def test_an_agreed_winner_gets_points_times_the_cube() -> None:
    played = backgammon(cube=True)
    played.play("double", "take", "agree 2 =2")
    assert played.outcome == Outcome((RAVI,), Ending.AGREED, points=4, cube=2)


@pytest.mark.parametrize("text", ["agree 3", "agree 1 2", "agree 1 1", "agree =2", "agree 1 =4", "resign 3"])
def test_what_nobody_can_agree_on_is_refused(text: str) -> None:
    played = backgammon()
    count = len(played.events)
    with pytest.raises(NotNowError):
        played.play(text)
    assert len(played.events) == count


def test_an_agreement_answers_an_offer() -> None:
    played = backgammon()
    played.play("resign 1 =2", "agree")
    assert played.outcome == Outcome((), Ending.AGREED, points=0)


def test_no_answer_is_given_to_nothing() -> None:
    played = backgammon()
    for move in (Accept(), Refuse()):
        with pytest.raises(NotNowError, match="no resignation waits"):
            played.table.play(move)
    for move in (Take(), Drop()):
        with pytest.raises(IllegalMoveError):
            played.table.play(move)


# The plain game, and records


def test_a_game_without_a_table_resigns_too() -> None:
    game = Game(make_rules("backgammon", "standard"), begins=0)
    game.push(Resign(RAVI, 2))
    assert game.legal_moves() == []
    with pytest.raises(ThrowError):
        game.throw(Dice((3, 1)))
    with pytest.raises(NotNowError):
        game.push(parse_play("8/5"))
    game.push(Accept())
    assert game.outcome == Outcome((ASHA,), Ending.RESIGNED, points=2)
    assert [game.pop(), game.pop()] == [Accept(), Resign(RAVI, 2)]
    assert game.waits is Waits.THROW


@pytest.mark.parametrize(
    ("make", "moves"),
    [
        (lambda: backgammon(cube=True), ("resign 2", "refuse", "double", "take", "resign 1 =3", "accept")),
        (lambda: Played("chowka-bhara", "5x5", 4), ("resign 2", "resign 1", "resign 4")),
        (lambda: Played("pachisi", "seven", 3), ("resign 3", "agree 2")),
        (lambda: Played("ludo", "plain"), ("agree",)),
    ],
)
def test_a_record_tells_it_and_reads_back(make: Callable[[], Played], moves: tuple[str, ...]) -> None:
    played = make()
    played.play(*moves)
    written = write_record(played.table.model, events=played.events)
    again = replay_record(read_record(written))
    assert again.outcome == played.outcome
    assert [(a.player, a.action) for a in again.actions] == [
        (a.player, a.action) for a in played.table.model.actions
    ]
    assert write_record(again) == write_record(played.table.model)
    assert replayed(played.events).outcome == played.outcome


def test_a_record_says_who_resigned_and_who_accepted() -> None:
    played = backgammon()
    played.play("resign 1 =2", "accept")
    assert write_record(played.table.model).splitlines()[-3:] == [
        "1 Asha: resign 1 =2",
        "1 Ravi: accept",
        "result resigned winners 2 points 2",
    ]


# Everything in any order

GAMES = [
    ("chowka-bhara", "5x5", {}),
    ("pachisi", "six", {}),
    ("pachisi", "seven", {"partners": True}),
    ("backgammon", "standard", {"cube": True, "beavers": True}),
    ("backgammon", "polish", {}),
    ("ludo", "plain", {}),
]


@pytest.mark.parametrize("seed", range(36))
def test_whatever_is_done_in_any_order_plays_again_to_the_same(seed: int) -> None:
    chance = random.Random(seed)
    game, preset, options = GAMES[seed % len(GAMES)]
    players = 2 if game == "backgammon" else 4 if options else chance.choice((2, 3, 4))
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(Setup(game, preset, NAMES[:players], options, chance.choice((None, 0))))
    ends: list[Move] = [Accept(), Refuse(), Agree(), Agree((0,), 2), Resign(0), Resign(1, 3)]
    ends += [Resign(seat) for seat in range(players)]
    refused = 0
    for _ in range(120):
        model, written = table.model, len(events)
        line = model.line
        throws = model.rules.wants(model.state).throws()
        thrown = [action.seq for action in model.actions if isinstance(action.action, Cowries | Dice)]
        acts: list[Callable[[], None]] = [
            *[partial(table.throw, chance.choice(throws))] * 4,
            *[partial(table.play, move) for move in [*line.moves[:6], *line.optional] * 3],
            partial(table.play, chance.choice(ends)),
            partial(table.set_position, model.rules.to_position(model.state)),
            *[partial(table.undo, action.seq) for action in model.actions[-3:]],
            *[partial(table.correct, seq, chance.choice(throws)) for seq in thrown[-2:]],
        ]
        if isinstance(model.question, Conflict):
            how: Answer = chance.choice(("accepted", "undone", "withdrawn"))
            acts = [partial(table.settle, model.question.at.seq, how)]
        if model.waiting:
            acts += [partial(table.drop, model.waiting[0].seq), table.use_kept]
        try:
            chance.choice(acts)()
        except (NotNowError, IllegalMoveError, ThrowError):
            refused += 1
            assert table.model is model
            assert len(events) == written
        line = table.model.line
        assert (line.waits is Waits.OVER) == (line.outcome is not None)
        for move in [*line.moves, *line.optional]:
            assert (line.not_now(move), line.why_not(move)) == (None, None)
        assert line.waits is not Waits.MOVE or line.moves or line.optional
        assert line.outcome or line.turn not in line.declared.left, "nobody waits for who has left"
        if line.outcome and line.outcome.ending is Ending.RESIGNED:
            assert not {*line.outcome.winners} & {*line.declared.left}
    read = [
        replace(one, event=event_from_json(json.loads(json.dumps(event_to_json(one.event)))))
        for one in events
    ]
    again = replayed(read)
    assert (again.states, again.actions, again.turn) == (
        table.model.states,
        table.model.actions,
        table.model.turn,
    )
    assert again.line.declared == table.model.line.declared
    assert refused, "some things are refused, and then nothing has changed"
    written_out = write_record(table.model)
    assert write_record(replay_record(read_record(written_out))) == written_out
