"""Backgammon: the rules BF, BP and BS in our words, and why a play is refused.

Points are always counted from the mover's side: 24 is furthest from home, 1 is the last before bearing off.
"""

from __future__ import annotations

RULES: dict[str, str] = {
    "BF1": "The aim is to take all one’s own checkers off the board.",
    "BF2": "Points 19 to 24 are the home board of player 1 (black), points 1 to 6 that of player 2 (white). "
    "Black goes clockwise and white anti-clockwise: black’s 19 is what 6 is for white.",
    "BF3": "Player 1 begins and throws both dice; there is no throw for the beginning.",
    "BF4": "Each die moves one checker by as many points as it shows.",
    "BF5": "A checker may land on an empty point, on own checkers, or on a single opposing checker.",
    "BF6": "Landing on a single opposing checker hits it: it goes to the bar in the middle.",
    "BF7": "Checkers on the bar come in before anything else moves, on the point that the die names in the "
    "opponent’s home board, if a checker may land there.",
    "BF8": "One checker may take both dice, if each of its steps is legal by itself.",
    "BF9": "Equal dice are used twice each: up to four moves.",
    "BF10": "When every die has been used, the turn passes by itself.",
    "BF11": "A player who has no legal move must hand over the turn.",
    "BF12": "The turn may not be handed over while a legal move exists. The order of the dice is free, even "
    "where another order would use both.",
    "BF13": "When all of a player’s checkers are at home and none is on the bar, each die may bear one off "
    "from the point that it names.",
    "BF14": "If that point is empty and only lower points hold checkers, the checker furthest back may be "
    "borne off with the die.",
    "BF15": "A die that can bear off and can also move a checker must do one of the two, as the player "
    "likes; a die that can only bear off must do it.",
    "BF16": "Both names are asked at the start; a player chooses a die and touches a checker; handing over "
    "the turn is offered only when nothing can be played; messages say what happened and what was wrong; a "
    "menu leads to a new game, to the rules and out.",
    "BP1": "The aim is to bring all checkers home and then to take them off, to the court.",
    "BP2": "Who first has no checker left wins the game.",
    "BP3": "The game begins from the starting layout.",
    "BP4": "Red goes clockwise, white anti-clockwise.",
    "BP5": "Each player throws one die; the higher begins. Equal throws are thrown again.",
    "BP6": "Who begins throws two dice afresh; the dice thrown for the beginning are not played.",
    "BP7": "Each die moves one checker by as many points as it shows.",
    "BP8": "One checker may take both dice if at least one of the two points on the way is open to it. These "
    "are two moves: a single opposing checker on the way is hit.",
    "BP9": "A checker may go to an empty point, to own checkers, or to a single opposing checker, which it "
    "hits.",
    "BP10": "A checker never goes to a point that holds two or more opposing checkers.",
    "BP11": "A die that cannot be played is not played; one that can be played must be. Nothing obliges a "
    "player to find the order that plays both.",
    "BP12": "A player who can play neither die loses the turn.",
    "BP13": "Equal dice are a doublet.",
    "BP14": "A doublet gives four moves of what one die shows, spread over the checkers in any way.",
    "BP15": "A checker that lands on a single opposing checker hits it.",
    "BP16": "A checker that is hit goes to the bar.",
    "BP17": "While a player has a checker on the bar, none of that player’s checkers on the points may move.",
    "BP18": "Checkers on the bar come in to the opponent’s home board.",
    "BP19": "They come in on an open point or on a single opposing checker.",
    "BP20": "A die brings a checker in on the point whose distance from the opponent’s court it shows.",
    "BP21": "If the opponent holds every point of that home board with two or more, nothing comes in and the "
    "turn is lost.",
    "BP22": "It is lost as well if both points that the dice name are held.",
    "BP23": "Bearing off is allowed once all checkers that are not off are at home.",
    "BP24": "With one checker outside, one die may bring it home and the other then bear a checker off.",
    "BP25": "A checker is borne off by the die that shows its distance.",
    "BP26": "If the die shows more than the distance of the checker furthest back, it bears that one off.",
    "BP27": "A checker that is off never comes back.",
    "BP28": "Whole matches can be played, not only single games.",
    "BP29": "A win counts one point.",
    "BP30": "It counts two if the loser has taken no checker off.",
    "BP31": "It counts three if the loser has taken none off and has a checker on the bar.",
    "BP32": "A doubling cube with 2, 4, 8, 16, 32 and 64 multiplies the points.",
    "BS1": "Each player throws one die; the higher begins and plays these two dice. Equal throws are thrown "
    "again; as an option each tie doubles the cube.",
    "BS2": "Both dice, or all four of a doublet, are played if any order allows it, else as many as can be. "
    "If only one of two dice can be played, it is the larger one where that is possible.",
    "BS3": "A win counts two, a gammon, if the loser has taken no checker off, and three, a backgammon, if "
    "the loser then has a checker on the bar or in the winner’s home board.",
    "BS4": "Before the throw, a player who owns the cube, or either while it is in the middle, may offer a "
    "double. The other takes it and then owns it, or passes and loses the game. The cube goes from 1 to 64.",
    "BS5": "A match goes to a number of points, with one game without doubling (Crawford) when a player "
    "first needs one point. For money, Jacoby (gammons count only after a double) and beavers are options.",
    "BS6": "Dice lie flat in the tray. A die that leans, lies on another or is out of the tray voids the "
    "throw, and both are thrown again.",
    "BS7": "A play counts when the player has ended the turn; until then it may be taken back.",
    "BS8": "The game begins from the standard position, or as an option from Nackgammon’s or Hypergammon’s "
    "(three checkers a side).",
    "BS9": "In a match, an illegal play is put right until the next throw or double; then it stands. Where "
    "the match is played by responsible moves, the opponent may let it stand at once.",
    "BS10": "In a match, a die that lies flat on a checker voids the throw, or counts, as the match has it.",
}

REASONS: dict[str, str] = {
    "bg-over": "the game is over",
    "bg-throw-first": "it is {player}’s turn to throw: nothing can be moved before",
    "bg-throw-for-beginning": "who begins is not decided yet: {player} throws first",
    "bg-no-step": "in backgammon a checker is moved by one die",
    "bg-all-played": "{player} has no die left that can be played",
    "bg-no-die": "from {start} to {end} is {points} points, and the dice left to {player} are {left}",
    "bg-no-die-in": "coming in there takes {points} points, and the dice left to {player} are {left}",
    "bg-die-too-small": "none of the dice {left} is large enough to bear {player}’s checker off from the "
    "{start}-point",
    "bg-once": "the dice {left} can each be used only once",
    "bg-doublet": "a doublet of {die} gives four moves, and {player} has {count} left",
    "bg-backwards": "checkers of {player} go towards home and never back",
    "bg-no-checker": "{player} has no checker on the {start}-point",
    "bg-bar-empty": "{player} has no checker on the bar",
    "bg-not-yours": "it is {player}’s turn, and that checker is {player_there}’s",
    "bg-off-stays": "a checker of {player} that is off does not come back",
    "bg-bar-first": "{player} has checkers on the bar ({count}) that must come in first",
    "bg-blocked": "{player_there} holds the {end}-point with {count} checkers",
    "bg-bar-blocked": "{player} cannot come in on the {end}-point: {player_there} holds it with {count} "
    "checkers",
    "bg-not-all-home": "{player} cannot bear off from the {start}-point while a checker is outside the home "
    "board",
    "bg-further-back": "the {die} cannot bear off from the {start}-point while {player} has a checker "
    "further back",
    "bg-unplayed": "{player} must go on: the {die} can be played, for example {example}",
    "bg-must-go-on": "{player} must go on: the {die} can be played",
    "bg-must-bear-off": "{player} must bear a checker off with the {die}",
    "bg-both-dice": "{player} can play both dice, {left}, and so must play both",
    "bg-more-dice": "{player} can play {count} dice, and this leaves some of them unplayed",
    "bg-no-cube": "this game is played without the doubling cube",
    "bg-crawford": "nobody doubles in the Crawford game",
    "bg-double-beginning": "nobody doubles before the throws for the beginning are over",
    "bg-double-late": "{player} has thrown already: a double is offered before the throw",
    "bg-cube-not-yours": "the cube is {player_there}’s, so {player} cannot double",
    "bg-cube-largest": "the cube shows {value} and goes no higher",
    "bg-no-beaver": "{player} cannot double again here: the double is taken or passed",
    "bg-answer-first": "a double is offered to {player}, who first takes or passes it",
    "bg-nothing-offered": "no double is offered to {player}",
    "bg-void-leans": "a die leans",
    "bg-void-stacked": "a die lies on another",
    "bg-void-rim": "a die touches the rim",
    "bg-void-outside": "a die lies outside the tray",
    "bg-void-checker": "a die lies on a checker",
    "bg-void-said": "the players say so",
    "bg-larger-die": "only one die can be played, and {player} must choose the larger one, the {die}",
}

_PREFIXES = {"standard": ("BS", "BF"), "finnish": ("BF",), "polish": ("BP",)}
"""How the numbers of a preset's rules begin."""

_STANDARD_TAKES_OVER = frozenset(f"BF{number}" for number in (4, 5, 6, 7, 8, 9, 13, 14))
"""Rules of the Finnish source that `standard` takes over."""


def numbers(preset: str) -> tuple[str, ...]:
    """List the numbers of the rules that a preset is played by, in the order of its page."""
    return tuple(
        number
        for number in RULES
        if number.startswith(_PREFIXES[preset])
        and (preset != "standard" or number.startswith("BS") or number in _STANDARD_TAKES_OVER)
    )


WITHOUT_HELP: dict[str, str] = {"bg-unplayed": "bg-must-go-on"}
"""Key of a reason that names what could be played → key of one that does not, for tournaments."""
