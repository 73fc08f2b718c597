"""The journal: every event on disk before anyone hears of it, in one SQLite file beside its photographs.

Announcer, phones and whoever else wants to know are readers, each with its own place in the journal: they ask
for what came after a sequence number, and `Journal.wait` until there is more. One process writes; `charkoni
games`, `show`, `backup` and `export` may read at the same time.

The file is in write-ahead mode with ``synchronous=FULL``: what `Journal.record` returned from survives a
power cut. Where the disk is full, read-only or broken, the journal goes into memory mode: it says so, the
game goes on, and everything is written as soon as the disk takes it again. Under systemd a copy of these
events, and the newest photographs, lie in the runtime folder, from which a program that is started again
takes them back.

======================================  ===================================================================
in the data folder                      what it is
======================================  ===================================================================
``charkoni.sqlite``                     the journal (``-wal`` and ``-shm`` belong to it)
``photographs/throw-7.jpg``             a throw as the camera saw it; ``throw-7-ringed.jpg`` with rings
``charkoni.sqlite.schema-1``            the journal as an older version left it, before it was migrated
``charkoni.sqlite.damaged``             a journal that was damaged; what could be read of it was taken over
``before-restore-1/``                   what was there before a backup was restored
``charkoni.lock``                       the process that has the folder
======================================  ===================================================================
"""

from device.store.journal import Journal
from device.store.schema import FILE_NAME

__all__ = ["FILE_NAME", "Journal"]
