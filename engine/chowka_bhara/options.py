"""What households play differently: the boards with their shells, the presets, and every option.

A further board is one more entry of `BOARDS`, a further house one more of `HOUSES`. Everything else (rings,
homes, inner rings, the gate of C4) follows from the size. Other spellings: Chowka Bara, Chauka Bara, Ashta
Chamma, Katte Mane, Dayam.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.chowka_bhara import throws
from engine.errors import SetupError
from engine.options import GameInfo, Option, OptionValue, Preset
from engine.values import ThrowTable


@dataclass(frozen=True, slots=True)
class Variant:
    """A board and its shells."""

    name: str
    size: int
    """Squares along a side: odd, 5 or more."""
    table: ThrowTable
    entries: tuple[str, ...]
    """Values that may put a waiting pawn on the board, as `entry` writes them (C19)."""
    swapped: ThrowTable | None = None
    """Throw values under `swap_four_eight`; None where there is no 4 and 8 to swap."""
    again: Mapping[str, ThrowTable] = field(default_factory=lambda: MappingProxyType({}))
    """Throw values by what `again` says; empty for a board that C22 is not about."""


_OF_FOUR = ("4-8", "1-4-8", "1-8")
_OF_SIX = ("6-12", "1-6-12", "1-5-6-12")

BOARDS = {
    board.name: board
    for board in (
        Variant("5x5", 5, throws.FOUR_COWRIES, _OF_FOUR, throws.FOUR_COWRIES_SWAPPED),
        Variant(
            "7x7",
            7,
            throws.SIX_COWRIES,
            _OF_SIX,
            again={
                "6-12": throws.SIX_COWRIES,
                "1-6-12": throws.SIX_WITH_ONE,
                "1-5-6-12": throws.SIX_WITH_ONE_AND_FIVE,
            },
        ),
        Variant("9x9", 9, throws.SIX_COWRIES, _OF_SIX),
    )
}
"""Every board by name."""

_USUAL: Mapping[str, OptionValue] = {
    "share_crossed": False,
    "swap_four_eight": False,
    "kadi_again": False,
    "entry": "off",
    "three_graces": "off",
    "partners": False,
    "pawns": 4,
    "safe_corners": False,
    "again": "6-12",
    "gatti_kills": False,
    "share_own": False,
}

_POSTCARD = "“Ashta Chamma – How to Play”, thepostcard.in"
_WIKIPEDIA = "“Chowka bhara”, en.wikipedia.org"
_DAYAKATTAI = "“Dayakattai”, instructables.com"

HOUSES: tuple[tuple[str, Preset], ...] = (
    (
        "5x5",
        Preset("5x5", "25 squares and four cowries, with kadi, gattis and challenges", _USUAL),
    ),
    (
        "7x7",
        Preset(
            "7x7",
            "49 squares with a third ring, and six cowries: 1 to 6 mouths count 1 to 6, none counts 12",
            _USUAL,
        ),
    ),
    (
        "5x5",
        Preset(
            "5x5-entry",
            "As 5 × 5, but pawns wait beside the board until a 4 or an 8; so Ashta Chamma is told in "
            "Telangana and Andhra Pradesh",
            {**_USUAL, "entry": "4-8"},
            (_POSTCARD, _WIKIPEDIA),
        ),
    ),
    (
        "5x5",
        Preset(
            "5x5-outside",
            "“Outside game” of Ashta Chamma: pawns wait for a 4 or an 8, share crossed squares, and three "
            "such throws in a row end the turn",
            {**_USUAL, "entry": "4-8", "share_crossed": True, "share_own": False, "three_graces": "lost"},
            ("“Ashta chamma game rules”, buttonger.blogg.se, 2023", _POSTCARD),
        ),
    ),
    (
        "7x7",
        Preset(
            "7x7-six",
            "As 7 × 7 with six pawns each, and the corners of the second ring crossed too",
            {**_USUAL, "pawns": 6, "safe_corners": True},
            (_DAYAKATTAI, _WIKIPEDIA),
        ),
    ),
    (
        "7x7",
        Preset(
            "7x7-dayam",
            "Six pawns wait beside the board, 1, 5, 6 and 12 bring them in and throw again, and the corners "
            "of the second ring are crossed too",
            {**_USUAL, "pawns": 6, "safe_corners": True, "again": "1-5-6-12", "entry": "1-5-6-12"},
            (_DAYAKATTAI, "“Dayakattai”, en.wikipedia.org", "“How to play Dhayam”, nattumarunthukadai.com"),
        ),
    ),
    (
        "9x9",
        Preset(
            "9x9",
            "81 squares with four rings, and the six cowries of 7 × 7: a long game",
            _USUAL,
            (_WIKIPEDIA,),
        ),
    ),
)
"""Every preset with the board that it is played on."""

VARIANTS = {preset.name: BOARDS[board] for board, preset in HOUSES}
"""Every board by the name of the preset that is played on it."""

_OF_SEVEN = tuple(preset.name for board, preset in HOUSES if BOARDS[board].again)
_WITH_SWAP = tuple(preset.name for board, preset in HOUSES if BOARDS[board].swapped)

INFO = GameInfo(
    name="chowka-bhara",
    title="Chowka Bhara",
    players=(2, 3, 4),
    presets=tuple(preset for _board, preset in HOUSES),
    first=("entry", "share_crossed", "three_graces"),
    options=(
        Option(
            "entry",
            ("off", *_OF_FOUR, *_OF_SIX),
            "C19",
            "Pawns wait beside the board, and these throws bring them in",
            "start",
            "A killed pawn waits again. Four shells throw 4 and 8, six throw 6 and 12.",
            before="off",
            about=("C3",),
        ),
        Option(
            "share_crossed",
            (False, True),
            "C7",
            "Pawns of several players may share a crossed square",
            "safe",
            "On a crossed square nobody is killed.",
        ),
        Option(
            "share_own",
            (False, True),
            "C24",
            "Pawns of one player may share any square of the outer ring",
            "safe",
            "An opponent who lands there kills all of them, unless the square is crossed.",
            before=False,
            about=("C6", "C8"),
        ),
        Option(
            "safe_corners",
            (False, True),
            "C22",
            "The corners of the second ring are crossed too",
            "safe",
            before=False,
            presets=_OF_SEVEN,
            about=("C7",),
        ),
        Option(
            "three_graces",
            ("off", "lost", "fourth"),
            "C20",
            "Three throws in a row that throw again are lost",
            "throws",
            "Four mouths and none throw again; on the larger boards six and none.",
            before="off",
            about=("C2",),
        ),
        Option(
            "swap_four_eight",
            (False, True),
            "C2",
            "Four mouths count 8 and no mouths count 4, instead of the other way round",
            "throws",
            presets=_WITH_SWAP,
        ),
        Option(
            "again",
            _OF_SIX,
            "C22",
            "Which values throw again",
            "throws",
            before="6-12",
            presets=_OF_SEVEN,
            about=("C2",),
        ),
        Option(
            "pawns",
            (4, 6),
            "C22",
            "Pawns of each player",
            "start",
            before=4,
            presets=_OF_SEVEN,
            about=("C1",),
        ),
        Option(
            "gatti_kills",
            (False, True),
            "C23",
            "A gatti kills where it lands, as a single pawn would",
            "captures",
            "A gatti is two pawns that were declared a pair: they move as one, and a single pawn cannot "
            "kill them.",
            before=False,
            about=("C12",),
        ),
        Option(
            "kadi_again",
            (False, True),
            "C18",
            "Whoever is killed back to the start must earn the kadi again",
            "inner",
            "The kadi is a player’s first kill: it opens the inner ring, on which all pawns go home.",
            about=("C4",),
        ),
        Option(
            "partners",
            (False, True),
            "C21",
            "Opposite seats play as a team (four players)",
            "partners",
            "They win together when the pawns of both are in the centre.",
            before=False,
            about=("C6", "C8", "C11", "C15", "C17"),
        ),
    ),
)
"""The family on the phone. Sources of the houses: pages of the web by people who grew up with the game,
read in November 2026; each preset names its own."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force, put together from a preset and what was written."""

    preset: str
    variant: Variant
    table: ThrowTable
    """Throw values in force."""
    entry: frozenset[int]
    """Values that put a waiting pawn on the board (C19); empty where pawns begin on it."""
    three_graces: str
    """What three throws in a row that throw again come to (C20): ``off``, ``lost`` or ``fourth``."""
    pawns: int
    """Of each player (C22)."""
    share_crossed: bool
    kadi_again: bool
    partners: bool
    safe_corners: bool
    gatti_kills: bool
    share_own: bool
    chosen: Mapping[str, OptionValue]
    """Every option as it is written."""


def read_options(preset: Preset, written: Mapping[str, OptionValue], players: int) -> Options:
    """Merge what was written with the preset.

    Raises:
        SetupError: If an option makes no sense with the board or the number of players.
    """
    variant = VARIANTS[preset.name]
    for key in ("pawns", "safe_corners", "again"):
        if key in written and not variant.again:
            raise _needs_seven(key, preset)
    chosen = INFO.in_force(preset, written)
    if chosen["swap_four_eight"] and variant.swapped is None:
        raise SetupError(
            "“{option}” makes no sense here: these shells count no 4 and 8 that could be swapped ({rule})",
            text=f"option 'swap_four_eight' makes no sense with preset {preset.name!r}: its shells "
            "count no 4 and 8 that could be swapped; leave it false or play '5x5'",
            mends=[("swap_four_eight", False)],
            option=INFO.option("swap_four_eight").words,
            rule="C2",
        )
    entry = str(chosen["entry"])
    if entry not in ("off", *variant.entries):
        raise SetupError(
            "no pawn can enter with {values} here: these shells throw other numbers ({rule}). There is "
            "{choices}",
            text=f"option 'entry' cannot be {entry!r} with preset {preset.name!r}: it may be off, "
            f"{', '.join(variant.entries)}",
            mends=[*(("entry", other) for other in variant.entries), ("entry", "off")],
            values=entry.replace("-", " + "),
            choices=", ".join(other.replace("-", " + ") for other in variant.entries),
            rule="C19",
        )
    if chosen["partners"] and players != 4:
        raise SetupError(
            "{rule} is for four players, not for {players}: opposite seats are a team",
            text=f"option 'partners' needs four players, not {players!r}: opposite seats are a team",
            mends=[("partners", False)],
            rule="C21",
            players=players,
        )
    table = variant.again.get(str(chosen["again"]), variant.table)
    if chosen["swap_four_eight"] and variant.swapped is not None:
        table = variant.swapped
    return Options(
        preset=preset.name,
        variant=variant,
        table=table,
        entry=frozenset() if entry == "off" else frozenset(map(int, entry.split("-"))),
        three_graces=str(chosen["three_graces"]),
        pawns=int(chosen["pawns"]),
        share_crossed=bool(chosen["share_crossed"]),
        kadi_again=bool(chosen["kadi_again"]),
        partners=bool(chosen["partners"]),
        safe_corners=bool(chosen["safe_corners"]),
        gatti_kills=bool(chosen["gatti_kills"]),
        share_own=bool(chosen["share_own"]),
        chosen=chosen,
    )


def _needs_seven(key: str, preset: Preset) -> SetupError:
    """Make the error that refuses what is about the 7 x 7 board (C22) on another."""
    text = (
        f"option {key!r} makes no sense with preset {preset.name!r}: it is about the 7 x 7 board; leave "
        f"it out or play one of {', '.join(_OF_SEVEN)}"
    )
    mends = [(key, None)]
    if key == "pawns":
        return SetupError("Six pawns ({rule}) need the 7 × 7 board", text=text, mends=mends, rule="C22")
    if key == "safe_corners":
        return SetupError("Crossed corners ({rule}) need the 7 × 7 board", text=text, mends=mends, rule="C22")
    return SetupError(
        "Other values that throw again ({rule}) need the 7 × 7 board", text=text, mends=mends, rule="C22"
    )
