"""Pachisi: the rules P1 to P27 in our words, and why a move is refused."""

from __future__ import annotations

RULES: dict[str, str] = {
    "P1": "The race: every player takes four pieces out of the charkoni, once round the board against the "
    "clock, and back into the charkoni. Whoever has all four home first wins.",
    "P2": "Everyone throws once for the beginning; the highest value begins, and those who tie throw again. "
    "After that the turn passes to the next player against the clock.",
    "P3": "House rule: a player’s pieces neither enter nor move before that player has thrown a 2, 3 or 4. "
    "The throw that opens the gate may be played at once.",
    "P4": "A grace with entry (6, 10 and 25 with six cowries; 10, 25 and 30 or 35 with seven; another table "
    "names its own) may put one waiting piece on the first square, and the player throws again.",
    "P5": "A 7 or a 14, with seven cowries, is a grace without entry: the player throws again, but it brings "
    "no piece in.",
    "P6": "A 7 or a 14 counts only if the player has a piece on the board when it is thrown. Otherwise it is "
    "void and the throwing ends; values thrown before it are still played.",
    "P7": "A piece that a grace brings in stands on the first square, whatever the grace counts. The grace "
    "is used up by it; its further throw remains.",
    "P8": "Once no piece waits in the charkoni, the graces that enter move a piece by their number. With six "
    "cowries a grace may do so earlier too: the player chooses.",
    "P9": "A player who has never had a piece on the board may bring the first one out with any throw, "
    "straight to the square with that number. (With seven cowries this is an option, and a grace that "
    "enters still enters on the first square.)",
    "P10": "A player may have any number of pieces on the board at once.",
    "P11": "One throw moves one piece by its number. A player may decline to use a throw.",
    "P12": "House rule: one throw may be divided among several pieces on the board, in parts of any size. "
    "Entering uses a throw whole, and what is left of a throw brings no piece in. Without it no "
    "throw is divided.",
    "P13": "A throw that is too large for every piece is lost. A grace lost so still throws again.",
    "P14": "Pieces of one side may share a square. House rule: only on castles and in the middle column.",
    "P15": "No piece may go to a castle that an opponent holds.",
    "P16": "A piece that lands on any other square sends all opposing pieces there back to the charkoni.",
    "P17": "A piece that was captured comes back only with a grace that enters.",
    "P18": "A move that captures gives one more throw, besides the one that a grace gives. This can be "
    "switched off.",
    "P19": "House rule: no piece goes to the inward middle column or home while its owner has no "
    "capture that counts; a piece that is already there stands still.",
    "P20": "House rule: if the player captured from takes, in the next turn, that very piece on that "
    "very square, the first capture no longer counts for going home. The avenging capture counts.",
    "P21": "A piece goes home only by an exact throw.",
    "P22": "The last castle before home is 25 squares from the charkoni: to rest there for a 25 is the "
    "classic plan.",
    "P23": "House rule: three throws in a row out of 10, 25 and 30 or 35 cancel one another; so do three "
    "7s, and three 14s. Any other throw between breaks the row. The player throws on, and the row begins "
    "anew; so it does with a throw won by a capture. Some households cancel only three of one value; in "
    "others the third of the row alone counts for nothing, and the first two stay.",
    "P24": "House rule (pyada): while no piece of the player waits, each 10, 25 and 30 or 35 moves its piece "
    "one square more than its number. The extra square must be taken. What counts is the moment of the "
    "throw.",
    "P25": "With six cowries each throw is played before the next. With seven the player throws until a "
    "throw gives no grace, and then plays all values in any order. Each way is an option of the other game.",
    "P26": "House rule for four: opposite seats are a team. They do not capture one another, share "
    "squares as one player does, and win together with all eight pieces home. Who is home throws on for the "
    "partner.",
    "P27": "House rule: a grace that enters may take one piece home from the last square, also while "
    "a piece waits. It is used up whole, and its further throw remains. What is left of a divided throw "
    "cannot. "
    "Without this rule and P12 no throw takes a piece home from there, for none counts 1.",
}

REASONS: dict[str, str] = {
    "race-over": "the race is over: {player} has won",
    "race-stuck": "the race is over: no throw can ever move a piece again",
    "still-beginning": "the throws for the beginning are not over: {player} throws next",
    "not-your-piece": "it is the turn of {player}, and the piece belongs to {player_owner}",
    "gate-closed": "{player} has not thrown a 2, 3 or 4 yet, so no piece of {player} may enter or move",
    "needs-grace": "a {value} brings no piece out of the charkoni: only {values} do",
    "enters-from-charkoni": "a piece enters from the charkoni, and this one does not wait there",
    "void-without-piece": "{player} has no piece on the board, so a {value} counts for nothing",
    "enters-on-first-square": "a piece that {player} brings in with a {value} stands on the first square",
    "grace-enters-first": "while a piece of {player} waits in the charkoni, a {value} moves no other",
    "first-goes-straight": "with this throw the first piece goes {squares} squares out of the charkoni",
    "only-first-goes-straight": "only the first piece of {player} goes out so: a {value} brings this one in",
    "nothing-thrown": "there is no throw to move with: {player} throws next",
    "not-in-bank": "there is no {value} left to play, only {values}",
    "one-piece-a-throw": "{player} moves one piece with one throw, or declines the throw",
    "stands-elsewhere": "the piece stands elsewhere: {square}",
    "throw-undivided": "this throw of {value} moves a piece {squares} squares, not {distance}",
    "part-of-throw": "a part of this throw is 1 to {squares} squares forwards, and this is not: {distance}",
    "rest-stays-on-board": "only {squares} are left of the {value}: the rest of a throw brings no piece in",
    "too-large-for-all": "{squares} squares are too many for every piece; this one is {needed} from home",
    "no-sharing": "pieces of one side share only castles and the middle column, not this square: {square}",
    "castle-held": "{player} holds this castle: {square}",
    "other-captures": "what is captured is what stands there, and nothing else: {square}",
    "capture-first": "{player} has no capture that counts, so no piece of {player} may go home yet",
    "is-home": "this piece is home already",
    "exact-throw-home": "{squares} squares go beyond the charkoni: this piece needs {needed}",
    "too-large-or-grace": "{squares} squares are too many for every piece; this one is {needed} from home, "
    "where only a grace that enters takes it: {values} (P27)",
    "exact-or-grace-home": "{squares} squares go beyond the charkoni: this piece needs {needed}, or a grace "
    "that enters: {values} (P27)",
    "dead-end": "from there no throw takes the piece home: it needs {needed}, and no throw counts so little",
    "still-throwing": "{player} has still to throw before the values are played",
}


def numbers(preset: str) -> tuple[str, ...]:  # noqa: ARG001 - the same page for every preset
    """List the numbers of the rules that a preset is played by, in the order of its page."""
    return tuple(RULES)
