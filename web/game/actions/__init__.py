"""What a phone or a program can do to the game, one dataclass a kind.

Page, script and other programs send the same actions, and their parser, their description in OpenAPI and
who may send them come from here alone. An action is made of a mapping and done without a request.
"""

from web.game.action_parts import Box
from web.game.actions.action import Action
from web.game.actions.games import GameAction, RematchAction, SeatAction
from web.game.actions.match import (
    ConductAction,
    EndPauseAction,
    NextGameAction,
    PauseAction,
    TimeAction,
    TurnEndAction,
    VoidAction,
)
from web.game.actions.play import (
    AnswerAction,
    BoardAction,
    CorrectionAction,
    EndingAction,
    MoveAction,
    PositionAction,
    RedoAction,
    ThrowAction,
    UndoAction,
)

ACTIONS: tuple[type[Action], ...] = (
    ThrowAction,
    MoveAction,
    TurnEndAction,
    BoardAction,
    CorrectionAction,
    AnswerAction,
    UndoAction,
    RedoAction,
    PositionAction,
    EndingAction,
    GameAction,
    RematchAction,
    SeatAction,
    TimeAction,
    NextGameAction,
    VoidAction,
    PauseAction,
    EndPauseAction,
    ConductAction,
)
"""All of them."""

__all__ = ["ACTIONS", "Action", "AnswerAction", "Box", "GameAction", "ThrowAction", "UndoAction"]
