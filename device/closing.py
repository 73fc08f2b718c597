"""What is closed at the end of a `with`."""

from __future__ import annotations

from typing import Self


class Closing:
    """Holds something, from its making until `close`."""

    __slots__ = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let it go. May be called twice."""
        raise NotImplementedError
