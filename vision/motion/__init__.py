"""When to read: the tray watched from empty over a hand and rolling to lying still, read and cleared."""

from vision.motion.watch import Reader, State, Watch, WatchStep

__all__ = ["Reader", "State", "Watch", "WatchStep"]
