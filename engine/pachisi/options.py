"""What households play differently: the two presets and every option of Pachisi."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import SetupError
from engine.options import GameInfo, Option, OptionValue, Preset
from engine.pachisi.throws import TABLES
from engine.values import ThrowTable

_COMMON: dict[str, OptionValue] = {
    "gate": False,
    "split": False,
    "stack": "anywhere",
    "capture_throws_again": True,
    "capture_first": False,
    "revenge": False,
    "partners": False,
}

SIX = Preset(
    "six",
    "Six cowries; each throw is played before the next; the first piece leaves on any throw",
    {
        **_COMMON,
        "table": "six",
        "first_piece_free": True,
        "cancel": False,
        "pyada": False,
        "all_first": False,
    },
)

SEVEN = Preset(
    "seven",
    "Seven cowries; throw until no grace comes, then play all; three high throws cancel; with pyada",
    {
        **_COMMON,
        "table": "seven",
        "first_piece_free": False,
        "cancel": True,
        "pyada": True,
        "all_first": True,
    },
)

_YES_NO = (True, False)

INFO = GameInfo(
    name="pachisi",
    title="Pachisi",
    players=(2, 3, 4),
    presets=(SIX, SEVEN),
    options=(
        Option("table", tuple(TABLES), "P4", "Which number of mouths counts what"),
        Option("gate", _YES_NO, "P3", "Nobody enters or moves before a 2, 3 or 4 of their own"),
        Option("first_piece_free", _YES_NO, "P9", "The first piece leaves the charkoni on any throw"),
        Option("split", _YES_NO, "P12", "One throw may be divided among several pieces"),
        Option("stack", ("anywhere", "castles"), "P14", "Where pieces of one side may share a square"),
        Option("capture_throws_again", _YES_NO, "P18", "A capture gives one more throw"),
        Option("capture_first", _YES_NO, "P19", "No piece goes home before its owner has captured"),
        Option("revenge", _YES_NO, "P20", "A capture avenged at once no longer counts (needs P19)"),
        Option("cancel", _YES_NO, "P23", "Three high throws in a row cancel one another (needs P25)"),
        Option("pyada", _YES_NO, "P24", "High throws move one square more while no piece waits"),
        Option("all_first", _YES_NO, "P25", "Throw until no grace comes, then play all values in any order"),
        Option("partners", _YES_NO, "P26", "Opposite seats play as a team (four players)"),
    ),
    needs=(("cancel", "all_first"), ("revenge", "capture_first")),
)
"""What the phone offers for Pachisi."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force, put together from a preset and what was written."""

    strict: bool
    """P8 to the letter: while a piece waits, a grace that enters moves no piece (preset ``seven``)."""
    table: ThrowTable
    gate: bool
    first_piece_free: bool
    split: bool
    stack_castles: bool
    """Own pieces share castles and the middle column only (``stack``: ``castles``)."""
    capture_throws_again: bool
    capture_first: bool
    revenge: bool
    cancel: bool
    pyada: bool
    all_first: bool
    partners: bool


def read_options(preset: Preset, written: Mapping[str, OptionValue], players: int) -> Options:
    """Merge what was written with the preset; a default follows the option that it needs.

    Raises:
        SetupError: If two of them exclude each other; the message names both.
    """
    chosen = INFO.in_force(preset, written)
    for option, need in INFO.needs:
        if chosen[option] and not chosen[need]:
            raise SetupError(
                "option {option} needs {need}, which is false: set {need_too} to true or leave "
                "{option_too} out",
                option=repr(option),
                need=repr(need),
                need_too=repr(need),
                option_too=repr(option),
            )
    if chosen["partners"] and players != 4:
        raise SetupError(
            "option 'partners' needs four players, not {players}: opposite seats are a team",
            players=repr(players),
        )
    table = TABLES[str(chosen["table"])]
    shells = TABLES[str(preset.defaults["table"])].shells
    if table.shells != shells:
        fitting = ", ".join(name for name, other in TABLES.items() if other.shells == shells)
        raise SetupError(
            "option 'table' cannot be {table} with preset {preset}, which has {shells} shells: "
            "it may be {fitting}",
            table=repr(table.name),
            preset=repr(preset.name),
            shells=shells,
            fitting=fitting,
        )
    return Options(
        strict=preset.name == "seven",
        table=table,
        stack_castles=chosen["stack"] == "castles",
        gate=bool(chosen["gate"]),
        first_piece_free=bool(chosen["first_piece_free"]),
        split=bool(chosen["split"]),
        capture_throws_again=bool(chosen["capture_throws_again"]),
        capture_first=bool(chosen["capture_first"]),
        revenge=bool(chosen["revenge"]),
        cancel=bool(chosen["cancel"]),
        pyada=bool(chosen["pyada"]),
        all_first=bool(chosen["all_first"]),
        partners=bool(chosen["partners"]),
    )
