"""Verbs of games that are kept, deleted or opened, and of the backup."""

from __future__ import annotations

from typing import Annotated

from flask import flash, redirect, request
from flask.typing import ResponseReturnValue

from engine.messages import MessageError
from engine.record import About
from web.auth.access import must_not_outlive, phone_called
from web.errors import RefusedError, sentence
from web.history import games_file
from web.history.archive import line_of
from web.history.opening import closed_match
from web.language.locale import _
from web.request_body import Body
from web.verbs.verb import TEXT, WHOLE, Answer, Json, Parts, Verb, shape, there


class KeepGames(Verb, needs="archive", page="/games"):
    """Keep games of a file."""

    number: int
    games: Annotated[tuple[int, ...], About("Which games are kept, by their numbers in the file.")]

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> KeepGames:
        ticked = [
            one for one in request.form.getlist("game") if one.isascii() and one.isdigit() and len(one) < 10
        ]
        return cls(number=form.whole("number"), games=tuple(map(int, ticked)))

    def do(self, on: Parts) -> str:
        archive = there(on.archive)
        return games_file.keep_file(on.files, self.number, self.games, table=on.table, archive=archive)


class PutGamesAway(Verb, needs="archive", page="/games/import"):
    """Put a file away: nothing is imported."""

    number: int

    def do(self, on: Parts) -> str:
        on.files.get(self.number)
        on.files.drop(self.number)
        return _("The file was put away: nothing was imported.")

    def refused(self, on: Parts, error: MessageError) -> ResponseReturnValue | None:
        flash(sentence(error))
        return redirect(self.page, code=303)


class DeleteGame(Verb, needs="archive", page="/games"):
    """Delete a game with its photographs for good."""

    number: int

    def asks(self, on: Parts) -> bool:
        return bool(line_of(on.shown.library, self.number))

    def do(self, on: Parts) -> str:
        line = line_of(on.shown.library, self.number)
        there(on.archive).delete(self.number, on.table.model.game if on.table.has_game else 0)
        return _("Game {number} was deleted.", number=line.number)


class OpenMatch(Verb, needs="archive", page="/games/{number}"):
    """Open a match that was broken off in tournament mode, so that all of its games can be looked at."""

    number: int

    def asks(self, on: Parts) -> bool:
        return bool(closed_match(on.shown.library, self.number))

    def do(self, on: Parts) -> str:
        library = on.shown.library
        match = closed_match(library, self.number)
        if library.trouble():
            # What is written in memory only would be gone with it.
            raise RefusedError(
                _("the disk cannot be written now: open the match when it can be again"), status=409
            )
        on.table.open_match(library.game_events(match.last.number), by=phone_called(on.phones))
        return _("The match is open: all of its games can be looked at.")


class MakeBackup(
    Verb,
    needs="archive",
    answer=Answer(
        shape({"tag": TEXT, "bytes": WHOLE, "file": {**TEXT, "description": "Where it is downloaded."}}),
        status=201,
        description="It is kept for a while.",
    ),
):
    """Make a backup, to be downloaded. It holds the keys of the phones, and no token."""

    board_pictures: Annotated[
        bool | None, About("Pictures of the board go in, too; left out, as it was chosen.")
    ] = None

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> MakeBackup:
        return cls(board_pictures="boards" in request.form)

    def do(self, on: Parts) -> Json:
        must_not_outlive(0)
        if self.board_pictures not in (None, on.settings.get().board_pictures):
            on.settings.set(board_pictures=bool(self.board_pictures))
        made = there(on.archive).back_up()
        return {"tag": made.tag, "bytes": made.bytes, "file": f"/api/v1/backup/file/{made.tag}"}

    def leads(self, answer: Json) -> str:
        return f"/backup/file/{answer['tag']}"


class PutBackupAway(Verb, needs="archive", page="/backup"):
    """Put the backup away that lies ready for the next start: nothing will be restored."""

    def do(self, on: Parts) -> str:
        there(on.archive).leave()
        return _("The backup was put away: nothing will be restored.")
