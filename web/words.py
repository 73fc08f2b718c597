"""Short wordings of the page: throws, moves, whose turn, what the eye does.

Sentences about events stand in `web.speech`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.events import Setup
from engine.game import Ending, Outcome, Waits
from engine.model import Model
from engine.move import CubeMove, Decline, EndTurn, Move, PieceMove, Play, Take, piece_owner
from engine.throw import Cowries, Dice, Throw, ThrowKind
from engine.values import ThrowValue
from web.ports import EyeState, LampState

LETTERS = "abcdefghijklmnop"
"""Names of one player's pieces, as in the text form of a move."""

GAME_TITLES = {"chowka-bhara": "Chowka Bhara", "pachisi": "Pachisi", "backgammon": "Backgammon"}
PIECE_WORDS = {"chowka-bhara": "pawn", "pachisi": "piece", "backgammon": "checker"}
PRESET_TITLES = {
    ("chowka-bhara", "5x5"): "5 × 5",
    ("chowka-bhara", "7x7"): "7 × 7",
    ("pachisi", "six"): "Six cowries",
    ("pachisi", "seven"): "Seven cowries",
    ("backgammon", "standard"): "International",
    ("backgammon", "finnish"): "Finnish",
    ("backgammon", "polish"): "Polish",
}

CAPTURE_WORDS = {"chowka-bhara": "kills", "pachisi": "captures", "backgammon": "hits"}

PACHISI_HOME = 84
"""The step of a Pachisi piece that is home."""

HOME_STEPS = {("chowka-bhara", "5x5"): 24, ("chowka-bhara", "7x7"): 48}
"""The step of the centre, by game and preset."""

CUBE_WORDS = {"double": "Double", "take": "Take", "drop": "Pass", "beaver": "Beaver"}

EYE_STATES = {
    "starting": "The eye opens",
    "empty": "The tray is empty",
    "hand": "A hand is in the tray",
    "moving": "Rolling",
    "settled": "Lying still, reading",
    "read": "Read",
    "uncertain": "Not sure: please answer",
    "cleared": "The tray was cleared",
    "away": "No camera",
    "off": "Throws are typed",
}


def preset_title(game: str, preset: str) -> str:
    """Name a preset in words."""
    return PRESET_TITLES.get((game, preset), preset)


def throw_words(throw: Throw, worth: ThrowValue | None = None, *, game: str = "") -> str:
    """Say what lay there and what it counts: ``5 mouths up of 6 = 25, grace, throw again``."""
    if isinstance(throw, Dice):
        if len(throw.pips) == 1:
            return str(throw.pips[0])
        first, second = throw.pips
        return f"double {first}" if first == second else f"{max(first, second)} and {min(first, second)}"
    text = f"{mouths_words(throw.mouths)} of {throw.shells}"
    if worth is None:
        return text
    text += f" = {worth.value}"
    if game == "chowka-bhara" and throw.mouths == throw.shells:
        text += ", chowka"
    elif game == "chowka-bhara" and throw.mouths == 0:
        text += ", bhara"
    elif worth.again and game == "pachisi":
        text += ", grace"
    return text + (", throw again" if worth.again else "")


def counts_words(throw: Throw, worth: ThrowValue | None) -> str:
    """Say what a throw counts, as short as can be: ``25``, ``6 and 3``."""
    return str(worth.value) if worth else throw_words(throw)


def mouths_words(mouths: int) -> str:
    """Count mouths: ``no mouth up``, ``1 mouth up``, ``2 mouths up``."""
    return {0: "no mouth up", 1: "1 mouth up"}.get(mouths, f"{mouths} mouths up")


def wants_words(kind: ThrowKind) -> str:
    """Say what is thrown: ``4 shells``, ``2 dice``, ``one die``."""
    if kind.kind == "dice":
        return "one die" if kind.count == 1 else f"{kind.count} dice"
    return f"{kind.count} shells"


def bank_words(value: int, squares: int, *, game: str) -> str:
    """Name one throw that is still to be played."""
    if game == "backgammon" or squares == value:
        return str(value)
    if squares > value:
        return f"{value} +{squares - value}"
    return f"{squares} left of {value}"


def piece_names(move: PieceMove, setup: Setup, *, mover: int) -> str:
    """Name the pieces of a move by their letters, with the owner where hands took another player's."""
    named = []
    for number in move.pieces:
        player, piece = piece_owner(number, mover=mover, players=len(setup.names))
        letter = LETTERS[piece]
        named.append(letter if player == mover else f"{setup.names[player]}’s {letter}")
    return " + ".join(named)


def move_words(move: Move, setup: Setup, *, mover: int) -> str:
    """Say a move on a button, short."""
    if isinstance(move, EndTurn):
        return "End the turn"
    if isinstance(move, Decline):
        return f"Do not play the {move.value}"
    if isinstance(move, CubeMove):
        return CUBE_WORDS[str(move)]
    if isinstance(move, Play):
        return str(move)
    names = piece_names(move, setup, mover=mover)
    if move.kind == "pair":
        return f"{names}: declare a gatti"
    if move.kind == "enter":
        text = f"{names} enters with {move.value}"
    elif move.kind == "challenge":
        text = f"{names} challenges with {move.value}"
    else:
        text = f"{names} moves {move.end - move.start}"
        if move.end - move.start != move.value:
            text += f" with the {move.value}"
    if move.kind != "enter" and move.end == HOME_STEPS.get((setup.game, setup.preset), PACHISI_HOME):
        text += ", home"
    return text + _captures_words(move, setup)


def _captures_words(move: PieceMove, setup: Setup) -> str:
    if not move.captures:
        return ""
    owners = sorted({player for player, _ in move.captures})
    taken = [
        f"{setup.names[owner]}’s "
        + " + ".join(LETTERS[piece] for player, piece in move.captures if player == owner)
        for owner in owners
        if owner < len(setup.names)
    ]
    return f", {CAPTURE_WORDS[setup.game]} " + " and ".join(taken)


def optional_words(move: Move, model: Model) -> str:
    """Say what may be done instead of moving, on a button."""
    if isinstance(move, Decline):
        return f"Decline the {move.value}" if model.setup.game == "pachisi" else f"Give the {move.value} up"
    if isinstance(move, CubeMove):
        return CUBE_WORDS[str(move)]
    if model.setup.game == "backgammon" and model.setup.preset != "standard":
        return "Give up the turn"
    return "End the turn"


def turn_words(model: Model) -> str:
    """Say what the player whose turn it is does now."""
    waits = model.waits
    if waits is Waits.OVER:
        return "the game is over"
    if waits is Waits.THROW:
        return f"throws {wants_words(model.rules.wants(model.state))}"
    if waits is Waits.MOVE:
        if Take() in model.rules.optional(model.state):
            return "takes or passes the double"
        bank = model.rules.bank(model.state)
        values = [bank_words(value, squares, game=model.setup.game) for value, squares in bank]
        if model.setup.game == "backgammon":
            values = [str(pip) for value, _ in bank for pip in [value]]
        return "moves " + listed(values) if values else "may still act"
    return "ends the turn"


def outcome_words(outcome: Outcome, names: Sequence[str]) -> str:
    """Say who won."""
    winners = [names[seat] for seat in outcome.winners if seat < len(names)]
    if not winners:
        return "Nobody can move any more: the open places are shared"
    text = f"{listed(winners)} won" if len(winners) == 1 else f"{listed(winners)} won together"
    kinds = {2: ", a gammon", 3: ", a backgammon"}
    if outcome.ending is Ending.BORNE_OFF:
        text += kinds.get(outcome.points // outcome.cube, "")
    if outcome.cube > 1:
        text += f", {outcome.points} points with the cube at {outcome.cube}"
    return text


def listed(parts: Sequence[str], *, last: str = "and") -> str:
    """Join words: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def source_words(source: str) -> str:
    """Say where a throw came from; nothing for the eye."""
    return {"typed": "typed in", "drawn": "drawn by the box"}.get(source, "")


def eye_json(state: EyeState) -> dict[str, Any]:
    """Write what the eye does, with its words."""
    return {
        "state": state.state,
        "camera": state.camera,
        "message": state.message[:1].upper() + state.message[1:],
        "text": EYE_STATES.get(state.state, state.state),
    }


def lamps_json(state: LampState) -> dict[str, Any]:
    """Write what lamps and buzzer show."""
    return {
        "players": list(state.players),
        "alarm": state.alarm,
        "pattern": state.pattern,
        "sound": state.sound,
        "sound_number": state.sound_number,
    }


def neighbours(throw: Throw) -> list[Throw]:
    """List other throws of the same kind, the likeliest to be confused first.

    Shells: one mouth more or less before two. Dice: those that share a die first.

    >>> [str(other) for other in neighbours(Cowries(2, 4))]
    ['1/4', '3/4', '0/4', '4/4']
    """
    if isinstance(throw, Cowries):
        others: list[Throw] = [Cowries(m, throw.shells) for m in range(throw.shells + 1) if m != throw.mouths]
        return sorted(others, key=lambda other: _shell_distance(other, throw))
    mine, kind = sorted(throw.pips), ThrowKind("dice", len(throw.pips))
    rest = [other for other in kind.throws() if isinstance(other, Dice) and sorted(other.pips) != mine]
    nearest = sorted(rest, key=lambda other: -_shared(other, throw))
    return [*nearest]


def _shell_distance(other: Throw, throw: Cowries) -> int:
    return abs(other.mouths - throw.mouths) if isinstance(other, Cowries) else throw.shells


def _shared(other: Dice, throw: Dice) -> int:
    return sum((Counter(other.pips) & Counter(throw.pips)).values())
