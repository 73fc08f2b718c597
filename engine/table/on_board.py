"""The methods of the table that the eye on the board calls, and the answers to what it asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.following.board_events import BoardAsked, Done, Finding
from engine.following.wrong import Objection
from engine.move import Move
from engine.table import seen
from engine.table.decision import Draft
from engine.throw import Throw


class OnBoard:
    """What the eye on the board tells the table; part of `engine.table.Table`, which says what `at` means."""

    def follow(
        self,
        done: Sequence[Throw | Move],
        *,
        photo: str = "",
        undo: int = 0,
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Play what the eye saw on the board: a turn, or a part of one, as one action.

        A value that is given up and the end of a turn are noted as inferred.

        Args:
            done: In its order, as `engine.following.search` lists it; a throw stands for the kept one that is
                taken there.
            photo: Name of the photograph of the board; empty when there is none.
            undo: The event from which on the game is taken back first, as hands have played otherwise; 0 for
                none.
            at: See the class.
            request: See the class.

        Raises:
            IllegalMoveError: If the rules forbid any of it; nothing has changed.
        """
        self._act(lambda draft: seen.follow(draft, done, photo=photo, undo=undo), at=at, request=request)

    def object_to(
        self,
        move: Move,
        *,
        done: Sequence[Throw | Move] = (),
        photo: str = "",
        undo: int = 0,
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Tell that the eye saw an illegal move on the board; the ends are those of `report_move`.

        Args:
            move: What hands did.
            done: The legal part that came before, as in `follow`; it is played in the same action.
            photo: Name of the photograph of the board; empty when there is none.
            undo: As in `follow`.
            at: See the class.
            request: See the class.
        """
        self._act(
            lambda draft: seen.object_to(draft, move, done=done, photo=photo, undo=undo),
            at=at,
            request=request,
        )

    def refuse_board(
        self,
        objection: Objection,
        *,
        photo: str = "",
        undo: int = 0,
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Tell what is wrong on the board, after its legal part: a move as in `object_to`, or what is none.

        Three ends are open: `moved_back`, `correct` (the throw was another one), and `accept`, which sets the
        position as it was seen where it can be.
        """
        self._act(
            lambda draft: seen.refuse_board(draft, objection, photo=photo, undo=undo), at=at, request=request
        )

    def enter_board(
        self,
        objection: Objection,
        *,
        photo: str = "",
        undo: int = 0,
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Enter what is wrong on the board as it was played, after its legal part: nothing is objected to.

        A move stands as accepted; what is none becomes the position that the board shows.

        Raises:
            NotNowError: If no position is as the board shows it.
        """
        self._act(
            lambda draft: seen.enter_board(draft, objection, photo=photo, undo=undo), at=at, request=request
        )

    def ask_board(
        self,
        alternatives: Sequence[Done],
        *,
        places: Sequence[str] = (),
        photo: str = "",
        undoes: Sequence[int] = (),
        at: int | None = None,
        request: str = "",
    ) -> None:
        """Ask the players which of several turns was played; `answer_board`, or any move, is the answer.

        Args:
            alternatives: As `follow` takes them, the likeliest first; an empty one is the board as it was.
            places: Ids of the squares that it is about.
            photo: Name of the photograph of the board; empty when there is none.
            undoes: By alternative, as `undo` in `follow`; empty where nothing is taken back.
            at: See the class.
            request: See the class.

        Raises:
            IllegalMoveError: If the rules forbid one of them.
        """
        asked = BoardAsked(tuple(map(tuple, alternatives)), tuple(places), photo, tuple(undoes))
        self._act(lambda draft: seen.ask_board(draft, asked), at=at, request=request)

    def answer_board(self, of: int, which: int | None, *, request: str = "") -> None:
        """Answer the question of the board: an alternative, counted from 0, or None for none of them."""
        self._act(lambda draft: seen.answer_board(draft, of, which), request=request)

    def lose_board(
        self, *, places: Sequence[str] = (), photo: str = "", at: int | None = None, request: str = ""
    ) -> None:
        """Tell that nothing explains the board; nothing happens where it is lost already.

        The game goes on: throws count and phones play.
        """
        self._act(lambda draft: seen.lose_board(draft, places=places, photo=photo), at=at, request=request)

    def found_board(self, how: Finding = "again", *, request: str = "") -> None:
        """Tell that the board shows the game again; nothing happens where it was not lost."""
        self._act(lambda draft: seen.find_board(draft, how), request=request)

    def board_is_right(
        self, position: Mapping[str, Any], *, photo: str = "", at: int | None = None, request: str = ""
    ) -> None:
        """Set the position as the board shows it: `engine.following.explained.position_of` writes it.

        Raises:
            PositionError: If it cannot be on a board.
        """
        self._act(lambda draft: seen.board_is_right(draft, position, photo=photo), at=at, request=request)

    def _act(self, decide: Callable[[Draft], None], *, at: int | None = None, request: str = "") -> None:
        raise NotImplementedError
