"""Carries out what another program asks for, by the same actions as a phone's, outside a request.

Nothing of what comes is trusted: size, form and names are looked at first, and every answer is a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from engine.events import Setup
from engine.messages import MessageError
from engine.record import NEEDED, Within, parse_object
from web.auth.access import Bucket, must_not_rush
from web.auth.permissions import GAME
from web.connections.messages import VERSION
from web.errors import MalformedError, RefusedError, Told, sentence_of, status_of
from web.game.actions import ACTIONS, Action, Box
from web.house.connections import May
from web.house.settings import HouseSettings
from web.language.locale import _, speaking
from web.language.speech import LEVELS, OUTPUTS
from web.request_body import Body, Mark, shown

MOST_BYTES = 64 * 1024
"""Of a message that is read, as of a request to the page."""

HEARS = "hears"
"""The act that chooses who hears what, which is a setting and no action of the game."""

BROKER = "broker"
"""On whose account acts are counted that come by a broker: it says nothing of who sent them."""

_BY_NAME: Mapping[str, type[Action]] = {action.name: action for action in ACTIONS}

ALLOWED: Mapping[May, frozenset[str]] = {
    "tell": frozenset(),
    "undo": frozenset({"undo", "redo", "games", "rematch", HEARS}),
    "play": frozenset({*GAME["player"], HEARS}),
}
"""What may be done, by what the house has chosen."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something to be done, as it came: nothing of it is sure."""

    act: Annotated[str, Within(0, 40), NEEDED] = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    request: Mark = ""


def read_json(payload: bytes, *, example: str = '{"act": "undo"}') -> dict[str, Any]:
    """Read a message that is a JSON object.

    Args:
        payload: The message.
        example: One that can be read.

    Raises:
        MalformedError: If it is none, is too large, or lies too deep.
    """
    if len(payload) > MOST_BYTES:
        raise MalformedError("this message is too long: at most {most} bytes are read", most=MOST_BYTES)
    try:
        return parse_object(payload.decode("utf-8-sig"))
    except ValueError as error:
        raise MalformedError(
            "this message cannot be read: send a JSON object, such as {example}", example=example
        ) from error


def carry_out(
    payload: bytes,
    box: Box,
    settings: HouseSettings,
    *,
    may: May,
    writes: Bucket,
    language: str,
    newest: Callable[[], str],
) -> dict[str, Any]:
    """Do what a message asks for, if the house lets it.

    Args:
        payload: The message.
        box: What actions are done on.
        settings: For who hears what.
        may: What may be done.
        writes: How fast it may be done: what one phone may, all programs behind a broker may together.
        language: Code of the language of the answer.
        newest: Gives the name of the newest event.

    Returns:
        The answer, as `web.connections.schemas` describes it.
    """
    asked = Asked()
    status, error = 201, ""
    with speaking(language):
        try:
            asked = Body(read_json(payload)).whole_record(Asked)
            must_not_rush(writes, BROKER)
            _do(asked, box, settings, may)
        except Told as refused:
            status, error = status_of(refused), sentence_of(refused, _setup(box))
    return {
        "v": VERSION,
        "request": asked.request,
        "act": asked.act,
        "ok": not error,
        "status": status,
        "error": error,
        "id": newest(),
    }


def refusal(error: MessageError, *, language: str) -> str:
    """Say why not."""
    with speaking(language):
        return sentence_of(error, None)


def _do(asked: Asked, box: Box, settings: HouseSettings, may: May) -> None:
    action, body = _BY_NAME.get(asked.act), asked.body
    if action is None and asked.act != HEARS:
        raise MalformedError(f"there is no act {shown(asked.act)}: there are {', '.join([*_BY_NAME, HEARS])}")
    if asked.act not in ALLOWED[may]:
        raise RefusedError(
            _("this box does not let other programs do that: an admin lets them, under “Connections”")
        )
    if action is None:
        _choose_who_hears(body, settings)
        return
    if asked.act == "games" and not {"game", "resume"} & body.keys():
        body = {**_same_again(_setup(box)), **body}
    marked = {**body, "request": asked.request} if asked.request else body
    action.parse(Body(marked)).once(box)


def _same_again(setup: Setup | None) -> dict[str, Any]:
    """Return what is played now, for a button that only says: a new game."""
    if setup is None:
        raise MalformedError(_("no game lies on the table: say which one begins"))
    rules: dict[str, Any] = {"preset": setup.preset, "options": dict(setup.options)}
    if setup.house is not None:
        rules = {"house": setup.house.name}
    return {"game": setup.game, "names": list(setup.names), **rules}


def _choose_who_hears(body: Mapping[str, Any], settings: HouseSettings) -> None:
    wrong = [key for key, level in body.items() if key not in OUTPUTS or level not in LEVELS]
    if wrong or not body:
        raise MalformedError(f"say who hears what: {', '.join(OUTPUTS)}, each one of {', '.join(LEVELS)}")
    settings.set(**body)


def _setup(box: Box) -> Setup | None:
    return box.table.model.setup if box.table.has_game else None
