"""The methods of the table that matches call: next game, end of a turn, void throw, clock, conduct."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.events import Source, ThrowAsked
from engine.match import Conduct
from engine.match.match_events import Closer, Doubter
from engine.messages import Message
from engine.table import match_play, turn_end
from engine.table.decision import Draft
from engine.throw import Throw


class InMatch:
    """What matches ask of the table; part of `engine.table.Table`, which says what `at` means."""

    _games: int

    def next_game(self, *, at: int | None = None, request: str = "") -> None:
        """Begin the next game of the match; whatever is thrown after the end of a game does so, too."""
        self._act(lambda draft: match_play.next_game(draft, game=self._games + 1), at=at, request=request)

    def end_turn(
        self, *, source: Closer = "phone", of: int = 0, at: int | None = None, request: str = ""
    ) -> None:
        """End the turn in progress (BS7).

        In a match also before its play is told: the turn is closed then, and over as soon as that is done. Of
        a turn that is closed it tells that nothing more is played, which is illegal where something can be.
        In a single game it is `EndTurn`.

        Args:
            source: What ends it.
            of: The throw of the turn, also one that was kept or is asked about; 0 for the one that counts.
            at: See the class.
            request: See the class.

        Raises:
            IllegalMoveError: In a single game, if something must be played first.
        """
        self._act(lambda draft: turn_end.end_turn(draft, source=source, of=of), at=at, request=request)

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
        """Tell that a throw is void: it is thrown again, and what was played with it is gone.

        An undo brings both back.

        Args:
            of: The event by which it counted, was kept or asked about. One that counted must be the last
                throw, with nothing but its play since.
            why: What is wrong with a die: a key of `engine.match.voids.VOIDS`.
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

    def void_seen(
        self,
        why: str,
        *,
        faces: Sequence[str],
        alternatives: Sequence[Throw],
        photo: str = "",
        doubts: Sequence[Message] = (),
        source: Source = "camera",
    ) -> None:
        """Tell that a throw is void as the eye saw it lie there; an undo asks what it was instead.

        The arguments are those of `Table.ask`, but for `why`, which is as in `void`.

        Raises:
            LookupError: If there is no such reason.
        """
        asked = ThrowAsked(tuple(faces), tuple(alternatives), photo, tuple(doubts), source=source)
        self._take(lambda draft: match_play.void_seen(draft, asked, why))

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

    def _take(self, decide: Callable[[Draft], None], *, at: int | None = None, request: str = "") -> None:
        raise NotImplementedError
