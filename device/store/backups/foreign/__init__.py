"""A backup may come from anywhere: it is read as a foreign file, and a journal is made anew of it."""

from device.store.backups.foreign.backup_file import PICTURES, BadBackupError, Foreign
from device.store.backups.foreign.rebuild import Progress, rebuilt

__all__ = ["PICTURES", "BadBackupError", "Foreign", "Progress", "rebuilt"]
