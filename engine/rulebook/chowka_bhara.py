"""Chowka Bhara: the rules C1 to C24 in our words, and why a move is refused."""

from __future__ import annotations

RULES: dict[str, str] = {
    "C1": "Whoever has all four pawns in the centre has won. Only the exact number reaches the centre. "
    "The others may play on for the places.",
    "C2": "Some throws (the 4 and the 8; with six cowries the 6 and the 12) give another throw. First come "
    "all throws of the turn, then the moves, in any order. One value moves one pawn or one gatti. A value "
    "that can be used must be used; one that cannot is lost. A value whose only use is a challenge may be "
    "given up.",
    "C3": "Pawns go round the outer ring anti-clockwise, then round the next ring clockwise, and on a larger "
    "board round the third ring anti-clockwise again, and then into the centre. A pawn goes once round a "
    "ring before it enters the next.",
    "C4": "No pawn enters the inner rings before its player has a kadi: at least one killed pawn of an "
    "opponent. One kadi is enough for the whole game. If nobody can ever move again, the game is over and "
    "the open places are shared.",
    "C5": "A move that kills gives one more throw, however many pawns it kills. Its value joins those that "
    "are still to be used.",
    "C6": "Pawns of different players do not share a square (katte). Landing on an opponent’s pawn kills it: "
    "it goes back to its home square.",
    "C7": "A pawn on a crossed square is safe, so no pawn may land on a crossed square that an opponent "
    "holds, the centre excepted. A house rule lets several players share it. A killed pawn goes "
    "home, whoever stands there.",
    "C8": "Two pawns of one player may stand on one square only in the inner rings (a pollu), at home and in "
    "the centre.",
    "C9": "A player who has thrown a 2 in this turn may declare a pollu a gatti (juga), a pair. This does "
    "not use the 2. It may be done until the turn ends. A gatti is two pawns, never three, and stays one.",
    "C10": "A gatti moves as one, by even values only: one square for every 2.",
    "C11": "No opponent’s pawn or gatti moves past a gatti, unless it has stood on the gatti’s square since "
    "an earlier turn. It may land on the gatti’s square and stay there. Two pawns that wait there and are "
    "declared a gatti begin their wait anew.",
    "C12": "A gatti does not kill by landing: it may land on opponents’ pawns and stay beside them.",
    "C13": "A gatti that moves on from a square that it has held as a gatti since an earlier turn kills all "
    "opponents’ pawns that are still there, a mupollu too.",
    "C14": "A single pawn that lands on a pollu that is no gatti kills both pawns. Where one player’s loose "
    "pawns stand beside another’s gatti, it kills the loose pawns and stays beside the gatti.",
    "C15": "Three or more pawns of one player on one inner square are a mupollu. To land on it, a pawn that "
    "is already in an inner ring challenges: its player names pawn and value and throws. A 1 and another 1 "
    "win: the pawn lands, the mupollu goes home, and the player throws again (C5). Anything else loses. "
    "These throws count for nothing else.",
    "C16": "After a lost challenge the value may be used by other pawns, but the challenger, and a gatti "
    "with it, uses no value of that size until the turn ends. If no other pawn can use it, it is lost.",
    "C17": "A gatti cannot challenge and cannot land on a mupollu.",
    "C18": "House rule: a kill that leaves a player with all pawns on the home square takes that player’s "
    "kadi away. It must be earned again before any pawn enters the inner rings.",
    "C19": "House rule: all pawns wait beside the board. A throw of the chosen values may put one of them "
    "on the home square, whoever stands there, and kills nothing; it is used up, and its further throw "
    "stands. The same throws may move a pawn instead. A killed pawn waits again.",
    "C20": "House rule about three throws in a row that throw again. Either the third loses all values not "
    "yet used and ends the turn. Or, after three equal ones, the next throw decides: if it is the same "
    "again, all four count; if not, the three are lost and that throw counts. A throw won by a kill begins "
    "a new row.",
    "C21": "House rule for four: opposite seats are a team and win together with all pawns in the centre. "
    "Partners neither kill nor bar nor challenge one another, and share the inner rings. On the outer ring "
    "a partner’s pawn closes a square as one’s own does, unless a house rule opens it. Each has a kadi of "
    "one’s own. Who is home throws on for the partner.",
    "C22": "House rules of the 7 × 7 board. Six pawns each; then all six must reach the centre. The "
    "corners of the second ring may be crossed: nobody lands there beside an opponent, nobody is killed "
    "there and no mupollu is challenged, but a gatti bars the way. And which values throw again can be "
    "chosen.",
    "C23": "House rule: a gatti that lands kills what a single pawn would kill there, besides those that it "
    "leaves behind. It sits with other gattis, and never lands on a mupollu.",
    "C24": "House rule: pawns of one player may share any square of the outer ring. They are no pair "
    "there. An opponent who lands on them kills them all, unless the square is crossed.",
}

REASONS: dict[str, str] = {
    "chowka-over": "the game is over: {player} has won",
    "pawn-in-centre": "this pawn is in the centre already, and stays there",
    "exact-centre": "the centre needs the exact number: a {value} is too much with {left} to go",
    "chowka-throw-first": "{player} throws first and moves then",
    "chowka-not-yours": "it is the turn of {player}, and this pawn belongs to {player_owner}",
    "chowka-no-such-pawn": "there is no such pawn",
    "chowka-other-game": "this is a move of another game",
    "chowka-bank-empty": "{player} has no value left to use",
    "chowka-no-such-value": "no {value} is left to use; there is {bank}",
    "chowka-distance": "a {value} moves a pawn by {squares}, not by {moved}",
    "one-pawn-a-value": "one value moves one pawn or one gatti; these pawns are no gatti",
    "must-use": "the {value} can be used, so it must be used",
    "unused-waits": "the {value} cannot be used now; it waits until the other values are played",
    "turn-not-over": "the turn of {player} is not over: {bank} can still be used",
    "chowka-backwards": "pawns never go back",
    "chowka-stands-elsewhere": "this pawn stands elsewhere: {square}",
    "chowka-no-entering": "pawns begin on their home square; no pawn enters the board by a throw",
    "no-kadi": "{player} has no kadi yet, so no pawn of {player} may enter the inner ring",
    "chowka-stuck": "nobody can ever move again, so the game is over",
    "crossed-held": "a pawn of {player} is safe on this crossed square, so nobody else may land there",
    "own-pawn-there": "a pawn of {player} is there already; two may stand together only in the inner ring",
    "pair-of-two": "a gatti is made of two pawns",
    "pair-apart": "the two pawns do not stand on the same square",
    "pair-outside": "pawns can become a gatti only in the inner ring",
    "pair-taken": "one of these pawns is part of a gatti already",
    "pair-without-two": "{player} has not thrown a 2 in this turn",
    "gatti-alone": "this pawn is part of a gatti of {player}, and a gatti moves as one",
    "gatti-odd": "a gatti moves by even values only, so it cannot use a {value}",
    "gatti-distance": "a {value} moves a gatti by {squares}, not by {moved}",
    "gatti-bars": "a gatti of {player} bars the way: {square}",
    "gatti-bars-here": "a gatti of {player} is on the same square and bars the way until the next turn",
    "needs-challenge": "three or more pawns of {player} are there: landing on a mupollu takes a challenge",
    "no-mupollu": "a challenge needs a mupollu, and there is none on that square",
    "challenger-outside": "only a pawn that is in the inner ring already may challenge {player}",
    "challenge-throw-first": "{player} is challenging: the throw for the challenge comes first",
    "challenge-was-lost": "after the lost challenge this pawn may use no {value} in this turn",
    "gatti-challenges": "a gatti cannot challenge the mupollu of {player}",
    "gatti-on-mupollu": "a gatti cannot land on the mupollu of {player}",
    "waiting-enters": "a waiting pawn of {player} only enters, on the home square, with one of these: "
    "{values}",
    "entry-value": "a {value} brings no pawn in; these do: {values}",
    "not-waiting": "only a waiting pawn enters, and this one of {player} stands on the board",
    "partner-there": "a pawn of {player}, the partner, is there already; two may stand together only in the "
    "inner ring",
    "no-challenge-on-crossed": "on a crossed square nobody is killed, so no mupollu is challenged there",
}


def numbers(preset: str) -> tuple[str, ...]:  # noqa: ARG001 - the same page for every preset
    """List the numbers of the rules that a preset is played by, in the order of its page."""
    return tuple(RULES)
