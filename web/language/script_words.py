"""The sentences that the page's script says."""

from __future__ import annotations

from web.language.catalogue import mark
from web.language.locale import translated

SCRIPT_WORDS = {
    "later": mark("The box is away. This is sent as soon as it is back."),
    "soundOn": mark("Sound is on"),
    "soundOff": mark("Sound on this phone"),
    "soundAgain": mark("Touch to hear it again"),
    "soundSilent": mark("Sound: nothing"),
    "asTheHouse": mark("as the house has it: {level}"),
    "tellsSilent": mark("This phone is silent."),
    "tellsAlerts": mark("You hear only what needs an answer, and who has won."),
    "touchPiece": mark("Touch the piece that you moved."),
    "touchSquare": mark("Now touch the square where it stands."),
    "chooseSquare": mark("Now choose the square where it stands."),
    "away": mark("The box is away."),
    "choice": mark("{number} of {count}: {text}"),
    "doIt": mark("Confirm: {deed}"),
    "undo": mark("Undo"),
    "whatNow": mark("What can I play?"),
    "whatMoved": mark("What was moved?"),
    "nowWhere": mark("Where does it stand now?"),
    "sayAgain": mark("Say again"),
    "firstTurn": mark("{turn} This is the first turn."),
    "emptyBoard": mark("No piece stands on the board."),
    "sureUndo": mark("Press once more to take back: {deed}"),
    "nothingToPlay": mark("There is nothing to play now."),
    "nothingToUndo": mark("There is nothing to take back."),
    "bringBack": mark("Bring back {deed}"),
    "onlyWatches": mark("This phone only watches."),
    "nextGame": mark("Next game"),
    "voidThrow": mark("This throw does not count"),
    "boxThrows": mark("Let the box throw"),
    "moved-back": mark("We move it back"),
    "accept": mark("We accept it as played"),
    "leave": mark("Choose another move"),
    "play": mark("Play it all the same"),
    "accepted": mark("Accept it as played"),
    "undone": mark("Undo to here"),
    "withdrawn": mark("Leave the throw as it was"),
    "whichTouched": mark("Which one do you mean?"),
    "neverThere": mark("This piece never stands there."),
    "whichWay": mark("Which way does it go?"),
    "wayOut": mark("It is on its way out"),
    "wayHome": mark("It is on its way home"),
    "piece": mark("{player}, {piece}, {place}"),
}
"""What the page's script says, by its own names of the sentences."""


def script_words() -> dict[str, str]:
    """Return the page's script its sentences; it fills their fields itself."""
    return {key: translated(text) for key, text in SCRIPT_WORDS.items()}
