"""The numbers by which the follower judges, in one place, each with what it stands for.

Chosen on the even seeds of `make bench ARGS="follow readings"`; the odd ones are reported (DECISIONS).
Logarithms are natural: 4.6 is 100 to 1, 6.9 is 1,000 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely things are that no picture shows, and by how much an explanation must lead."""

    errs: float = 3e-4
    """The reader is wrong about three places of ten thousand however sure it is; of stills none of 749 was
    (`vision/models/boards.md`): nothing that stands on a place is less likely than this."""
    least: float = -13.0
    """...and no place counts for more than this against a position, whatever else is known of it."""
    steady: float = 0.8
    """Two readings of a place that overlap by so much are the same reading."""
    same: float = 0.5
    """A place that is read as it was when this stood there fits at least so well."""
    chance: float = 0.2
    """That a place is read as before although something else stands there now."""
    changed: float = 2.0
    """A place that is read otherwise than before fits worse, if it is to have stayed as it was, by so many
    times the logarithm of how far the readings overlap."""
    looks_same: float = 0.02
    looks_other: float = 0.1
    """A place looks as it did when it was known, or otherwise, if so little or so much of a piece's area has
    changed: of 15,000 places of films where nothing was moved 1 % had more than 0.1; of 220 where something
    was, bars apart, four had less than 0.02."""
    looks_moved: float = 0.3
    """...and where a piece was taken or put so much has: less is a piece that slid or was put back."""
    looks_left: float = 0.25
    """So much on a place where nothing is to have been done, and more than where something is, is a cup, or a
    second piece that was moved: no shadow."""
    looks_covered: float = 1.0
    """...and so much where it is read as it was: shadows and what shines change the look of a place, too."""
    unmoved: float = 0.02
    """That a place looks as it did although something was moved there."""
    stirred: float = 0.02
    """That a place looks otherwise although nothing was: a piece slid, a shadow fell."""
    crowd: int = 5
    """Of so many pieces on a place one more may stand on another, and nothing looks otherwise."""
    mixed: float = 0.3
    """Pieces of two players on a point, which no rule has, are read as one player's by a reader that knows
    no other: so likely is each."""
    shadow: float = 0.7
    """A place that is read as it was, and only looks otherwise, fits worse than expected by no more."""
    alike: float = 0.5
    """Pictures of one rest that overlap by so much on a place show the same."""
    pictures: int = 5
    """Pictures of one rest that count."""
    again: float = 0.15
    """What each picture after the first adds, as a part of one: most errors repeat."""
    lies: float = 0.2
    """That a piece on its way home is not laid down, or told wrongly."""
    loose: float = 0.3
    """Bars, trays and the charkoni count for so much: pieces may lie beside them."""
    loose_floor: float = -2.0
    """...and never for more than this."""

    part: float = -1.0
    """Log prior of a part of a turn against a whole one; staying has none."""
    onward: float = -1.0
    """Of every kept throw that was played as well."""
    back: float = -3.0
    """Of a turn that was taken back and played otherwise."""
    wrong: float = -5.0
    """Of one piece that was moved where it must not be, against any legal position."""
    lost_piece: float = -0.3
    """...and of one that is gone, besides."""
    came_piece: float = -1.5
    """...and of one that came from nowhere."""

    leads: float = 3.9
    """What is followed is so much likelier than the next: 50 to 1."""
    witness: float = 0.3
    """...and one of its places at least is told so with this, or looks otherwise than before."""
    asks: float = 3.9
    """Alternatives that are less likely than the best by this are not asked about."""
    objects: float = 2.0
    """What is objected to is so much likelier than anything legal."""
    fits: float = 6.0
    """A position explains a picture if it fits worse than expected by no more than this: one place that is
    told otherwise with 0.997."""
    plainly: float = 3.0
    """...and plainly by no more than this: where it fits worse, what is forbidden may explain more."""
    strays: float = 14.0
    """Nothing explains a picture if the best fits worse than expected by more than this."""
    clearly: float = 6.9
    """By so much the best leads that explains a picture but for one place."""
    certainly: float = 0.7
    """Places of which an objection speaks are told at least so surely."""
    contradicts: float = 0.9
    """What is read so surely where the picture, too, shows that something was done, no objection denies."""
    slack: float = 0.7
    """What a place may fit worse than on average without counting for it."""
    most_wrong: float = 60.0
    """A board that fits worse than by this is not one misplaced piece away."""

    object_s: float = 3.0
    """Seconds of rest before an objection or a question."""
    doubted: int = 3
    """A place that is read otherwise than the game has it is believed to be read so after so many turns."""
    back_s: float = 2.0
    """...before what was followed is taken for played otherwise."""
    lost_s: float = 6.0
    """Seconds without an explanation after which the board is lost."""
    silent_s: float = 6.0
    """...and so many of rest after which a turn that nothing explains well is a lost board, too."""
    lost_looks: int = 3
    """...and pictures."""
    hidden: float = 0.5
    """With more places hidden than this part, nothing is concluded."""
