"""What households play differently: the two presets and every option of Pachisi."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import SetupError
from engine.options import GameInfo, Option, OptionValue, Preset
from engine.pachisi.throws import SEVEN_HERKLOTS, SIX_TYLOR, TABLES
from engine.values import ThrowTable

_COMMON: dict[str, OptionValue] = {
    "gate": False,
    "split": False,
    "stack": "anywhere",
    "capture_throws_again": True,
    "capture_first": False,
    "revenge": False,
    "partners": False,
    "grace_home": False,
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

EQUAL, THIRD = "equal", "third"
"""What `cancel` may be besides true and false (P23): a row is of one value; only its third throw is lost."""

INFO = GameInfo(
    name="pachisi",
    title="Pachisi",
    players=(2, 3, 4),
    presets=(SIX, SEVEN),
    options=(
        Option(
            "table",
            tuple(TABLES),
            "P4",
            "Which number of mouths counts what",
            "throws",
            "A shell that shows its slit lies mouth up.",
        ),
        Option("gate", _YES_NO, "P3", "Nobody enters or moves before a 2, 3 or 4 of their own", "start"),
        Option(
            "first_piece_free",
            _YES_NO,
            "P9",
            "The first piece leaves the charkoni on any throw",
            "start",
            "The other pieces leave the charkoni, the centre, by a grace, which also gives another throw.",
        ),
        Option("split", _YES_NO, "P12", "One throw may be divided among several pieces", "throws"),
        Option(
            "stack",
            ("anywhere", "castles"),
            "P14",
            "Where pieces of one side may share a square",
            "safe",
            "A castle is a crossed square, where nobody is captured.",
        ),
        Option("capture_throws_again", _YES_NO, "P18", "A capture gives one more throw", "captures"),
        Option(
            "capture_first", _YES_NO, "P19", "No piece goes home before its owner has captured", "captures"
        ),
        Option(
            "revenge",
            _YES_NO,
            "P20",
            "A capture avenged at once no longer counts (needs P19)",
            "captures",
            "Avenged: the very piece that captured is captured in the next turn, where it stands.",
        ),
        Option(
            "cancel",
            (True, False, EQUAL, THIRD),
            "P23",
            "Three high throws in a row cancel one another (needs P25)",
            "throws",
            "A high throw brings a piece in: 10, 25 and 30 or 35.",
        ),
        Option(
            "pyada",
            _YES_NO,
            "P24",
            "High throws move one square more while no piece waits",
            "throws",
            "The extra square is the pyada, the foot soldier’s step.",
        ),
        Option(
            "all_first",
            _YES_NO,
            "P25",
            "Throw until no grace comes, then play all values in any order",
            "throws",
            "A grace is a high throw that lets its player throw again.",
        ),
        Option(
            "partners",
            _YES_NO,
            "P26",
            "Opposite seats play as a team (four players)",
            "partners",
            "They win when the pieces of both are home.",
        ),
        Option(
            "grace_home",
            _YES_NO,
            "P27",
            "A grace that enters may also take a piece home from the last square "
            "(by itself with the values of Tylor and Herklots)",
            "end",
            "No throw counts 1, so without it a piece on the last square may stay there for good, and the "
            "game may end with nobody able to move.",
            before=False,
        ),
    ),
    needs=(("cancel", "all_first"), ("revenge", "capture_first")),
    first=("grace_home",),
    follows=(("grace_home", "table", (SIX_TYLOR.name, SEVEN_HERKLOTS.name)),),
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
    cancel: OptionValue
    """Three throws of a row cancel one another (P23): true, `EQUAL`, `THIRD`, or false."""
    pyada: bool
    all_first: bool
    partners: bool
    grace_home: bool


def read_options(preset: Preset, written: Mapping[str, OptionValue], players: int) -> Options:
    """Merge what was written with the preset; a default follows the option that it needs.

    Raises:
        SetupError: If two of them exclude each other; the message names both.
    """
    chosen = INFO.in_force(preset, written)
    for option, need in INFO.needs:
        if chosen[option] and not chosen[need]:
            raise INFO.needs_other(
                option,
                need,
                text=f"option {option!r} needs {need!r}, which is false: set {need!r} to true or leave "
                f"{option!r} out",
            )
    if chosen["partners"] and players != 4:
        raise SetupError(
            "{rule} is for four players, not for {players}: opposite seats are a team",
            text=f"option 'partners' needs four players, not {players!r}: opposite seats are a team",
            mends=[("partners", False)],
            rule="P26",
            players=players,
        )
    table = TABLES[str(chosen["table"])]
    shells = TABLES[str(preset.defaults["table"])].shells
    if table.shells != shells:
        fitting = ", ".join(name for name, other in TABLES.items() if other.shells == shells)
        raise SetupError(
            "these throws are of {thrown} shells, but these rules are played with {shells} ({rule}): choose "
            "other throws",
            text=f"option 'table' cannot be {table.name!r} with preset {preset.name!r}, which has {shells} "
            f"shells: it may be {fitting}",
            mends=[("table", None)],
            thrown=table.shells,
            shells=shells,
            rule="P4",
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
        cancel=chosen["cancel"],
        pyada=bool(chosen["pyada"]),
        all_first=bool(chosen["all_first"]),
        partners=bool(chosen["partners"]),
        grace_home=bool(chosen["grace_home"]),
    )
