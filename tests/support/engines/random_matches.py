"""Matches played by chance with short games, and what their score must be, counted a second time by hand."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from engine.backgammon.options import INFO
from engine.ending import Accept, Agree, Refuse, Resign
from engine.errors import NotNowError, ThrowError
from engine.events import PositionSet, Setup, ThrowAsked
from engine.game import Waits
from engine.match import Conduct, Match, MatchPlace, TimeControl
from engine.move import Double, Drop, EndTurn, Play, Step, Take
from engine.table import Table
from engine.table.commands import (
    AcceptMove,
    BeginNextGame,
    CallFlag,
    ChangeConduct,
    CloseTurn,
    CorrectThrow,
    DropThrow,
    EndPause,
    GiveTime,
    ObjectToMove,
    Pause,
    PlayMove,
    SetPosition,
    TakeMoveBack,
    TakeThrow,
    Undo,
    VoidSeenThrow,
    VoidThrow,
)
from engine.table.questions import Illegal
from engine.table.state import Model
from engine.table.turn_end import can_double, can_let_stand
from engine.throw import Dice

NAMES = ("Asha", "Ravi")


def match_setup(length: int, *, preset: str = "standard", **about: Any) -> Setup:
    """Give the first game of a match; `about` are fields of `Match`, options, `times`, or `conduct`."""
    times: TimeControl | None = about.pop("times", None)
    conduct: Conduct = about.pop("conduct", Conduct())
    options = {key: about.pop(key) for key in ("cube", "start", "automatic_doubles") if key in about}
    place = MatchPlace(Match(length, **about), times=times, conduct=conduct)
    return Setup("backgammon", preset, NAMES, options, match=place)


def drawn_setup(chance: Random) -> Setup:
    """Draw a match of any preset: 1 to 9 points, or money."""
    preset = chance.choice([one.name for one in INFO.presets])
    length = chance.choice((0, 1, 2, 3, 3, 4, 5, 7, 9))
    cube = preset != "finnish" and chance.random() < 0.8
    money = {key: cube and chance.random() < 0.5 for key in ("jacoby", "beavers")} if not length else {}
    times = TimeControl(12.0, 60.0 * (length or 5)) if chance.random() < 0.3 else None
    return match_setup(
        length,
        preset=preset,
        cube=cube,
        crawford=chance.random() < 0.8,
        times=times,
        conduct=drawn_conduct(chance),
        **money,
    )


def drawn_conduct(chance: Random) -> Conduct:
    """Draw how a match is conducted; one of four is a tournament."""
    return Conduct(
        turn_ends=chance.choice(("phone", "button", "dice")),
        illegal_plays=chance.choice(("legal moves", "responsible moves")),
        dice_on_checkers=chance.choice(("void", "count")),
        tournament=chance.random() < 0.25,
        tells_illegal=chance.random() < 0.5,
        spectators_lag_s=chance.choice((0, 300)),
    )


def lose(table: Table, seat: int, points: int = 1) -> None:
    """Let a seat lose a game of the match on the table: the next one, if the game there is over."""
    if table.model.outcome or not table.model.actions:
        table.do(TakeThrow(Dice((3, 1) if seat else (1, 3))))
    table.do(PlayMove(Resign(seat, points)))
    table.do(PlayMove(Accept()))


def late_board(chance: Random) -> list[int]:
    """Draw a board from which a game ends soon: single, gammon or backgammon."""
    board = [0] * 26
    for _ in range(chance.randint(1, 2)):
        board[chance.randint(1, 3)] += 1
    loser = chance.choice(("race", "gammon", "backgammon"))
    board[chance.randint(19, 24)] -= 15 if loser == "gammon" else 14 if loser == "backgammon" else 4
    if loser == "backgammon":
        place = chance.choice((0, 5, 6))
        board[place] = 1 if place == 0 else -1
    return board


def act(table: Table, chance: Random, *, request: str = "") -> None:
    """Do one thing at a table where a match is played."""
    model = table.model
    dice = Dice(tuple(chance.randint(1, 6) for _ in range(model.rules.wants(model.state).count)))
    if _beside_the_play(table, chance, dice, request=request):
        return
    if model.waiting and (model.held or len(model.waiting) > 3):
        table.do(DropThrow(model.waiting[0].seq), request=request)
    elif model.waits is Waits.OVER:
        if chance.random() < 0.3:
            table.do(BeginNextGame(), request=request)
        else:
            count = model.rules.wants(model.rules.start()).count
            table.do(TakeThrow(Dice(dice.pips[:1] * count), source="typed"), request=request)
    elif model.waits is Waits.MOVE and chance.random() < 0.03:
        with suppress(ThrowError):  # a forced move is played, and one die is no throw for a turn
            table.do(TakeThrow(chance.choice((dice, Dice(dice.pips[:1]))), source="typed"), request=request)
    elif model.line.declared.offered:
        table.do(PlayMove(chance.choice((Accept(), Refuse()))), request=request)
    elif Take() in model.line.optional:
        table.do(PlayMove(chance.choice((Take(), Drop()))), request=request)
    elif model.waits is Waits.THROW and chance.random() < 0.15 and not _is_late(model):
        position = {"board": late_board(chance), "turn": chance.randint(0, 1), "number": 9}
        if (stakes := model.rules.stakes(model.state)) is not None:
            position["cube"] = {"value": stakes.value, "owner": stakes.owner}
        table.do(SetPosition(position), request=request)
    elif chance.random() < 0.04:
        seat = chance.randint(0, 1)
        level = chance.choice(model.rules.resignations(model.state, seat) or (1,))
        table.do(PlayMove(Resign(seat, level)), request=request)
    elif chance.random() < 0.01:
        table.do(PlayMove(Agree(chance.choice(((), (0,), (1,))))), request=request)
    elif model.waits is Waits.THROW:
        last = model.last_throw
        if Double() in model.line.optional and chance.random() < 0.3:
            table.do(PlayMove(Double()), request=request)
        elif last is not None and chance.random() < 0.03:
            try:
                table.do(VoidThrow(last.seq, chance.choice(("leans", "said"))), request=request)
            except NotNowError:
                table.do(TakeThrow(dice, source="typed"), request=request)
        else:
            table.do(TakeThrow(dice, source="typed"), request=request)
    else:
        moves = model.rules.moves(model.state)
        table.do(PlayMove(chance.choice(moves) if moves else EndTurn(), sure=True), request=request)


def act_beside(table: Table, chance: Random, *, request: str = "") -> bool:
    """Pause, give time, tell a flag or settle something else for the match; False where nothing is done."""
    model = table.model
    match, place = model.match, model.setup.match
    assert match is not None
    assert place is not None
    if model.paused and chance.random() < 0.5:
        table.do(EndPause(), request=request)
        return True
    if match.is_over or chance.random() > 0.05:
        return False
    if place.times is None or chance.random() < 0.3:
        table.do(ChangeConduct(drawn_conduct(chance), by=chance.choice(("", "Dev"))), request=request)
    elif not model.paused and model.outcome is None and chance.random() < 0.5:
        table.do(Pause(), request=request)
    elif chance.random() < 0.7:
        table.do(
            GiveTime(chance.randint(0, 1), chance.choice((90, -30)), "a glass fell over"), request=request
        )
    else:
        table.do(CallFlag(chance.randint(0, 1), seen=model.seq))
    return True


def _beside_the_play(table: Table, chance: Random, dice: Dice, *, request: str) -> bool:
    """Answer a question, end a turn, void a throw or play against the rules; False where nothing is done."""
    model = table.model
    asked = model.waiting[0] if model.waiting else None
    if isinstance(model.question, Illegal):
        roll = chance.random()
        if roll < 0.3:
            table.do(TakeMoveBack(model.question.seq), request=request)
        elif roll < 0.6 and can_let_stand(model):
            table.do(AcceptMove(model.question.seq), request=request)
        elif roll < 0.7 and can_double(model):
            table.do(PlayMove(Double()), request=request)
        else:
            table.do(TakeThrow(dice, source="typed"), request=request)
        return True
    if asked is not None and asked.asked is not None and not model.held:
        if chance.random() < 0.5:
            table.do(CorrectThrow(asked.seq, asked.asked.alternatives[0]), request=request)
        else:
            table.do(VoidThrow(asked.seq, "said"), request=request)
        return True
    if model.waits is not Waits.OVER and not model.waiting and chance.random() < 0.04:
        table.do(VoidSeenThrow(ThrowAsked(faces=("unsure",), alternatives=(dice,)), "leans"))
        return True
    if model.waits not in (Waits.MOVE, Waits.END) or not model.state.dice or model.line.declared.offered:
        return False
    if model.closed is None and chance.random() < 0.3:
        table.do(CloseTurn(source=chance.choice(("phone", "button", "camera"))), request=request)
        return True
    if model.waits is Waits.MOVE and chance.random() < 0.05:
        start = chance.choice([point for point in range(1, 26) if model.state.board[point] > 0])
        play = Play((Step(start, chance.randint(1, 24)),))
        if model.line.why_not(play) is not None:
            with suppress(NotNowError):  # a tournament enters what a board can show, and nothing else
                table.do(ObjectToMove(play), request=request)
            return True
    return False


def matches_by_chance(table: Table, seed: int) -> Iterator[str]:
    """Play matches one after the other, with undo; tell after each action what stands."""
    chance = Random(seed)
    while True:
        table.start(drawn_setup(chance))
        yield shown(table.model)
        while table.model.outcome is None or table.model.game_follows:
            for _ in range(chance.choice((1, 2, 6)) if chance.random() < 0.1 else 0):
                if table.model.actions or table.model.before:
                    table.do(Undo())
                    yield shown(table.model)
            if not act_beside(table, chance):
                act(table, chance)
            yield shown(table.model)


def shown(model: Model) -> str:
    """Tell in a line what stands of a match: game, score, cube, and a sum over everything done."""
    assert model.match is not None
    beside = model.closed, model.question, model.waiting
    stood = repr((deeds(model), model.state, beside, [game.setup for game in games_of(model)]))
    return f"{model.game} {model.match.score} {model.rules.stakes(model.state)} {zlib.crc32(stood.encode())}"


def _is_late(model: Model) -> bool:
    return any(isinstance(action.action, PositionSet) for action in model.actions)


def games_of(model: Model) -> list[Model]:
    """List the games of a match up to one of them, the first one first."""
    found = [model]
    while (before := found[0].before) is not None:
        found.insert(0, before)
    return found


def deeds(model: Model) -> list[tuple[int, str, str]]:
    """List what stands of a whole match up to here: game, what was done, how."""
    return [
        (number, str(action.action), action.how)
        for number, game in enumerate(games_of(model), 1)
        for action in game.actions
    ]


def check_match(model: Model) -> None:
    """Count a match again, from how its games ended, and compare score, Crawford game and options."""
    first, *_ = games = games_of(model)
    place = first.setup.match
    assert place is not None
    assert (place.number, place.first, place.before) == (1, 0, 0)
    length, score, crawford_played = place.match.length, [0, 0], False
    for number, game in enumerate(games, 1):
        here = game.setup.match
        assert here is not None
        assert (here.number, here.match.score, here.times) == (number, tuple(score), place.times)
        if number > 1:
            assert (here.first, here.before) == (first.game, games[number - 2].game)
        cube = game.rules.stakes(game.state) is not None
        is_crawford = place.match.crawford and length > 1 and max(score) == length - 1 and not crawford_played
        assert game.setup.options.get("crawford", False) == (is_crawford and cube), (score, game.setup)
        for key in ("jacoby", "beavers"):
            assert game.setup.options.get(key, False) == getattr(place.match, key)
        if is_crawford:
            assert not any(isinstance(action.action, Double) for action in game.actions)
        outcome = game.outcome
        assert (outcome is None) == (game is model and model.outcome is None)
        if outcome is not None and outcome.winners:
            score[outcome.winners[0]] += outcome.points
            crawford_played |= is_crawford
    assert model.match is not None
    assert model.match.score == tuple(score)
    assert model.match.is_over == bool(length and max(score) >= length)
    assert model.game_follows == (model.outcome is not None and not model.match.is_over)
