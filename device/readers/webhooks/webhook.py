"""The reader that tells one address what happens: one message an action, the next when this one is taken."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from device.closing import Closing
from device.readers.outside import OUTSIDE, is_outside
from device.readers.reader import JournalReader
from device.readers.sources import Sources
from device.readers.webhooks.book import WebhookBook
from device.readers.webhooks.post import Answer, LinkLocalAddressError, OwnAddressError, post
from engine.events import Logged
from engine.messages import Message
from web.connections.messages import event_message, happened_message, happened_type
from web.house.connections import LinkState, Webhook

AGAIN_S = (5.0, 60.0, 600.0)
"""So long a message waits that was not taken; after these, an hour each time."""

HOUR_S = 3600.0

GIVES_UP = len(AGAIN_S) + 3 * 24
"""After so many tries in a row, three days, the address is switched off."""

_AGAIN = Message("check the address, and that the program there runs; the box tries again by itself")

GONE = 410
"""The status by which an address says that it wants nothing any more."""


class WebhookReader(Closing):
    """Tells one address, between `start` and `close`."""

    def __init__(
        self,
        hook: Webhook,
        book: WebhookBook,
        sources: Sources,
        *,
        send: Callable[[Webhook, str, Mapping[str, Any]], Answer] = post,
    ) -> None:
        """Know the address.

        Args:
            hook: It.
            book: Where it is kept, and switched off when it never answers.
            sources: What is told.
            send: Sends one message.
        """
        self._hook, self._book, self._sources, self._send = hook, book, sources, send
        self._failed = hook.failed
        self._over = False
        self._state = LinkState("fine", Message("nothing has been told yet"))
        self._reader = JournalReader(
            sources.watched.library, self._tell, name=place_of(hook.number), places=sources.places
        )

    def start(self) -> None:
        """Begin to tell."""
        self._reader.start()

    def close(self) -> None:
        """Tell no more. May be called twice."""
        self._reader.close()

    @property
    def state(self) -> LinkState:
        """How the address takes what it is told."""
        return self._state

    def _tell(self, action: Sequence[Logged]) -> float:
        """Tell one action; give after how many seconds it wants to be told again, 0 for never."""
        if self._over:
            return HOUR_S
        told = self._sources.watched.told(action)
        if not told:
            return 0.0
        kind = happened_type(told)
        setup = self._sources.setup_of(told[0].game)
        if setup is None or (self._hook.kinds and kind not in self._hook.kinds):
            return 0.0
        names = self._sources.identity.names()
        name = names.name(told[-1].seq)
        prev = self._sources.watched.before(told[0].seq)
        events = []
        for one in told:
            events.append(event_message(one, name=names.name(one.seq), prev=names.name(prev) if prev else ""))
            prev = one.seq
        happened = happened_message(told, setup, name=name, language=self._sources.language())
        message = {
            "type": kind,
            "timestamp": _moment(told[0].time),
            "data": {**happened, "box": names.box, "events": events},
        }
        answer = self._send(self._hook, name, message)
        if answer.is_taken:
            if self._failed:
                self._note(0)
            self._state = LinkState("fine", Message("the last message was taken"))
            return 0.0
        return self._again(answer)

    def _again(self, answer: Answer) -> float:
        """Remember that a message was not taken; give how long it waits."""
        self._note(self._failed + 1)
        text, advice = why(answer, self._hook)
        if answer.status == GONE or self._failed >= GIVES_UP:
            self._over = True
            self._book.change(self._hook.number, lambda hook: replace(hook, on=False, failed=self._failed))
            over = Message(
                "this address was switched off, as it took nothing for three days: {why}", {"why": text}
            )
            self._state = LinkState("broken", over, advice)
            return HOUR_S
        self._state = LinkState("broken", text, advice)
        return AGAIN_S[self._failed - 1] if self._failed <= len(AGAIN_S) else HOUR_S

    def _note(self, failed: int) -> None:
        """Count tries in a row; the long ones outlive a restart, the first ones are not worth a write."""
        was, self._failed = self._failed, failed
        if max(was, failed) > len(AGAIN_S):
            self._book.change(self._hook.number, lambda hook: replace(hook, failed=failed))


def place_of(number: int) -> str:
    """Return under which name the place of an address is kept."""
    return f"webhook-{number}"


def try_hook(
    hook: Webhook, box: str, *, send: Callable[[Webhook, str, Mapping[str, Any]], Answer] = post
) -> LinkState:
    """Send a message that tells nothing, and say what is wrong."""
    now_s = time.time()
    message = {"type": "trial", "timestamp": _moment(now_s), "data": {"box": box}}
    answer = send(hook, f"{box}/trial/{int(now_s * 1000)}", message)
    if answer.is_taken:
        return LinkState("fine", Message("the address took the message"))
    return LinkState("broken", *why(answer, hook))


def why(answer: Answer, hook: Webhook) -> tuple[Message, Message]:
    """Tell why a message was not taken, and what would help."""
    error = answer.error
    if 300 <= answer.status < 400:
        return (
            Message(
                "the address sends elsewhere ({status}), where the box does not go", {"status": answer.status}
            ),
            Message("name the address to which it sends"),
        )
    if answer.is_late:
        return (
            Message("the address refuses the message: its clock and that of the box are too far apart"),
            Message("set the clock of both by the network; five minutes apart are too many"),
        )
    if answer.status:
        return (
            Message("the address answers with an error ({status})", {"status": answer.status}),
            Message("check the address, and the program there; the box tries again by itself"),
        )
    if isinstance(error, OwnAddressError):
        return (
            Message("this address is the box itself"),
            Message("name a program on another computer"),
        )
    if isinstance(error, LinkLocalAddressError):
        return (
            Message("this address is one that a computer gives itself (169.254… or fe80…)"),
            Message("name the program by the number that its network gives it"),
        )
    if isinstance(error, ssl.SSLError):
        return (
            Message("its certificate is not one that this box trusts"),
            Message("on the home network, an address that begins with http:// will do"),
        )
    advice = OUTSIDE if isinstance(error, PermissionError) or is_outside(hook.host, 443) else _AGAIN
    if isinstance(error, socket.gaierror):
        return Message("no computer is found under the name {host}", {"host": hook.host}), advice
    return Message("{host} does not answer", {"host": hook.host}), advice


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()
