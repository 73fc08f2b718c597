"""Boards before the camera: where each place is seen, and what stands there. It knows no game."""

from vision.board.errors import BoardError, CornerError
from vision.board.placing.corners import checked, refined
from vision.board.placing.cut import Cut, Cutter
from vision.board.placing.lens import ANY, LENSES, Lens
from vision.board.placing.plan import Place, Plan
from vision.board.placing.pose import Pose

__all__ = [
    "ANY",
    "LENSES",
    "BoardError",
    "CornerError",
    "Cut",
    "Cutter",
    "Lens",
    "Place",
    "Plan",
    "Pose",
    "checked",
    "refined",
]
