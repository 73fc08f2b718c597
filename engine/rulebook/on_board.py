"""Why what is seen on a board cannot be, in any game, where no move explains it."""

from __future__ import annotations

REASONS: dict[str, str] = {
    "board-lost": "a piece of {player} is gone from the board; it stood here: {square}",
    "board-too-many": "{player} has a piece too many on the board, and it stands here: {square}",
    "board-used-up": "all that {player} threw is used up, so no further piece moves for it",
    "board-other-piece": "it is the turn of {player}, and this piece belongs to {player_owner}",
    "board-backwards": "pieces of {player} never go back",
    "board-off-path": "the way of {player} does not lead here: {square}",
    "board-not-taken": "whoever lands here sends back what stands there, and it is still there: {square}",
    "board-safe": "what stood here may not be sent back by this move: {square}",
}
