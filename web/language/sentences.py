"""The sentences of `web.language.speech`: English templates, marked for the catalogues.

A catalogue tool finds them by their markers (``pybabel extract`` and ``xgettext -L Python`` know both names).
"""

from __future__ import annotations

from collections.abc import Mapping

from web.marks import mark as _
from web.marks import ngettext

SAID: Mapping[str, str] = {
    "game-started": _("A new game begins: {players}"),
    "game-resumed": _("An older game lies on the table again"),
    "threw": _("{player} throws {throw}: {worth}"),
    "typed": _("{sentence} (typed)"),
    "drawn": _("{sentence} (drawn by the box)"),
    "throw-kept": _("Kept until the throw before is played: {throw}"),
    "throw-asked": _("The eye is not sure what was thrown: {throws}?"),
    "throw-asked/blind": _("The eye is not sure what was thrown"),
    "throw-dropped": _("That was no throw"),
    "moved": _("{player} moves {pieces} by {squares}"),
    "moved/gatti": _("{player} moves the gatti {pieces} by {squares}"),
    "entered": _("{player} plays {value}: piece {pieces} enters"),
    "paired": _("{player} declares {pieces} a gatti"),
    "challenged": _("{player} challenges the mupollu with {pieces} and a {value}"),
    "owned": _("{owner}’s {piece}"),
    "played": _("{player} plays {move}"),
    "declined": _("{player} gives up the {value}"),
    "turn-ended": _("{player} ends the turn"),
    "turn-given-up": _("{player} gives up the turn"),
    "forced": _("{sentence} (nothing else was possible)"),
    "accepted": _("{sentence} (accepted as played)"),
    "move-refused": _("{player}’s move is not allowed. {reason}"),
    "move-warned": _("{player} is warned of a move. {reason}"),
    "moved-back": _("The move is taken back on the board"),
    "moved-back/warned": _("The move is not made"),
    "position-set": _("The position is set by hand"),
    "undone": _("Taken back"),
    "undone/deed": _("Taken back: {deed}"),
    "redone": _("Brought back"),
    "redone/deed": _("Brought back: {deed}"),
    "deed/turn": _("{player}’s turn {play}"),
    "deed/throw": _("{player}’s throw {worth}"),
    "corrected": _("The throw is corrected: {throw}, {worth}"),
    "settled/accepted": _("The later move stands as it was played"),
    "settled/undone": _("Everything from the later move on is taken back"),
    "settled/withdrawn": _("The throw stays as it was read"),
    "misfit": _("{sentence}; a later move does not fit it"),
    "seated/shared": _("{players} share a seat now"),
    "seated/alone": _("{players} plays alone now"),
    "seated/instead": _("{players} plays now in place of {before}"),
    "captured": _("{player} captures {pieces}"),
    "again": _("{player} throws again"),
    "lost": _("{player} cannot use {values}"),
    "void": _("The {values} counts for nothing"),
    "cancelled": _("{values} cancel one another"),
    "passed": _("{player} cannot move"),
    "tied": _("The throws are equal and are thrown again"),
    "begins": _("{player} begins"),
    "finished": _("{player} has all pieces home"),
    "kadi-lost": _("{player} has no kadi any more"),
    "challenge-won": _("{player} wins the challenge"),
    "challenge-lost": _("{player} loses the challenge"),
    "doubled": _("{player} doubles to {values}"),
    "taken": _("{player} takes; the cube stands at {values}"),
    "resigned": _("{player} resigns"),
    "resignation-refused": _("{player} refuses the resignation"),
    "ending/resign": _("{player} resigns"),
    "ending/offer": _("{player} offers to resign: {level}"),
    "ending/accept": _("{player} accepts the resignation"),
    "ending/refuse": _("{player} refuses the resignation"),
    "ending/agree": _("All agree that the game ends here"),
    "cube/double": _("{player} doubles"),
    "cube/take": _("{player} takes the double"),
    "cube/drop": _("{player} passes the double"),
    "cube/beaver": _("{player} doubles at once and keeps the cube"),
    "game-ended": _("The game is over"),
    "ended/stuck/nobody": _("Nobody can ever move again: the game is over"),
    "ended/dropped": _("The double is passed: {sentence}"),
    "ended/resigned": _("{sentence} by resignation"),
    "ended/agreed": _("{sentence} by agreement"),
    "ended/agreed/nobody": _("The game ends without a winner, as all agreed"),
    "two": _("{first} and {second}"),
    "player": _("player {number}"),
    "forbidden": _("this is not allowed"),
    # What only the voice says.
    "spoken/throw": _("{player}: {worth}"),
    "spoken/grace": _("{worth}: {player} throws again"),
    "spoken/kept": _("{throw} is kept: the throw before is not played yet"),
    "spoken/stalled": _("{count} throws wait and nobody plays: enter the moves, or drop what was no throw"),
    "spoken/asked": _("what was thrown? Please answer on a phone"),
    "spoken/misfit": _("a later move does not fit: please answer on a phone"),
    "spoken/refused": _("not allowed: {reason}"),
    "spoken/warned": _("are you sure? {reason}"),
    "spoken/turn": _("{player}’s turn"),
    "spoken/begun": _("a new game"),
    "spoken/void": _("the {values} counts for nothing"),
    "spoken/tied": _("the throws are equal and are thrown again"),
    # What the box says beside the game.
    "remark/camera-away": _("the camera is away: please type the throws on a phone"),
    "remark/camera-back": _("the camera is back"),
    "remark/door-open": _("phones may join for one minute"),
    "remark/hold-to-take-back": _("hold the button down to take back"),
    "remark/board-asked": _("I am not sure what was played on the board: please say it on a phone"),
    "remark/board-wrong": _("the board shows what the rules do not allow: please look at a phone"),
    "remark/board-lost": _("I do not understand the board any more: please look at a phone"),
    "remark/trial": _("this is how I speak"),
    "remark/hold-to-accept": _("hold the button down to accept the move as it was played"),
}
"""Sentence by what it is about; ``/`` and a circumstance where that has its own words. A game has its own in
`web.games`."""

MOVES_SAY = frozenset({"resigned", "resignation-offered", "resignation-refused"})
"""Consequences that the line of their move tells already; the voice, which tells no move, says them."""

COUNTED: Mapping[str, tuple[str, str]] = {
    "mouths": ngettext("{count} mouth of {shells}", "{count} mouths of {shells}"),
    "pieces": ngettext("{owner}’s piece", "{count} of {owner}’s pieces"),
    "home": ngettext("{player} brings a piece home", "{player} brings {count} pieces home"),
    "won": ngettext("{winners} has won", "{winners} have won"),
    "points": ngettext("{sentence}: {count} point", "{sentence}: {count} points"),
}
"""Sentences that depend on a number."""
