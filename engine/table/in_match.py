"""The methods of the table that matches and clubs call: the next game, void throws, clock and conduct."""

from __future__ import annotations

from collections.abc import Callable

from engine.match import Conduct
from engine.match.match_events import Doubter
from engine.table import match_play
from engine.table.decision import Draft


class InMatch:
    """What matches ask of the table; part of `engine.table.Table`, which says what `at` means."""

    _games: int

    def next_game(self, *, at: int | None = None, request: str = "") -> None:
        """Begin the next game of the match; whatever is thrown after the end of a game does so, too."""
        self._act(lambda draft: match_play.next_game(draft, game=self._games + 1), at=at, request=request)

    def void(
        self,
        of: int,
        why: str = "said",
        *,
        source: Doubter = "typed",
        photo: str = "",
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Tell that the throw which counts is void: it is thrown again, and what was played with it is gone.

        An undo brings both back.

        Args:
            of: The event by which it counted. It must be the last throw, with nothing but its play since.
            why: What is wrong with a die: a key of `engine.backgammon.voids.VOIDS`.
            source: Who says so: the eye, by its doubt, or a person.
            photo: Name of the photograph that shows it; empty for that of the throw.
            at: See the class.
            request: See the class.

        Raises:
            LookupError: If there is no such reason.
        """
        self._act(
            lambda draft: match_play.void(draft, of, why, source=source, photo=photo), at=at, request=request
        )

    def pause(self, *, request: str = "") -> None:
        """Let the clock stand until `end_pause`, or until the game goes on."""
        self._act(match_play.pause, request=request)

    def end_pause(self, *, request: str = "") -> None:
        """Let the clock run again."""
        self._act(match_play.end_pause, request=request)

    def give_time(self, player: int, seconds: int, why: str, *, request: str = "") -> None:
        """Give a player more time, or take some away, as a person says; the record keeps it with the reason.

        Args:
            player: The seat.
            seconds: So much more; below 0 less.
            why: The reason, of at most `match_play.LONGEST_WHY` letters.
            request: See the class.

        Raises:
            SetupError: If there is no such seat, time or reason.
        """
        self._act(lambda draft: match_play.give_time(draft, player, seconds, why), request=request)

    def flag_fell(self, player: int, *, seen: int) -> None:
        """Tell that the time of a player is up, by a clock worked out from all events up to `seen`.

        Raises:
            StaleError: If something has happened since.
        """
        self._act(lambda draft: match_play.flag_fell(draft, player, seen=seen))

    def change_conduct(self, conduct: Conduct, *, by: str = "", request: str = "") -> None:
        """Settle something else for the match from here on; nothing happens where it is settled so already.

        Args:
            conduct: All that is settled then, not only what is new.
            by: What the phone is called that says so; empty for none.
            request: See the class.
        """
        self._act(lambda draft: match_play.change_conduct(draft, conduct, by=by), request=request)

    def _act(self, decide: Callable[[Draft], None], *, at: int | None = None, request: str = "") -> None:
        raise NotImplementedError
