"""What a start does about damage: looks for it, puts right what it can, and reads what SQLite cannot."""

from device.store.damage.mending import check_events, mend
from device.store.damage.pages import Pages

__all__ = ["Pages", "check_events", "mend"]
