"""The addresses that an admin named, kept beside the other secrets: an address may hold a key."""

from __future__ import annotations

import base64
import json
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.record import Count, read, read_on, write
from web.house.connections import MOST_HOOKS, NoHookError, TooManyHooksError, Webhook
from web.house.credentials import Passwords
from web.house.rows import json_of

_SECRET = "webhooks"


@dataclass(frozen=True, slots=True)
class _Book:
    newest: Count = 0
    hooks: tuple[Any, ...] = ()


class WebhookBook:
    """Every address, its kinds and its secret. May be used from any thread."""

    def __init__(self, passwords: Passwords) -> None:
        self._passwords = passwords
        self._changing = threading.Lock()

    def everything(self) -> list[Webhook]:
        """List all, those named first first; what cannot be read is left out."""
        return self._read()[1]

    def named(self, number: int) -> Webhook:
        """Find one.

        Raises:
            NoHookError: If there is none of this number.
        """
        for hook in self.everything():
            if hook.number == number:
                return hook
        raise NoHookError(number)

    def add(self, url: str, kinds: tuple[str, ...]) -> Webhook:
        """Add an address, with a new secret.

        Raises:
            TooManyHooksError: If there are as many as there can be.
            RecordError: If it cannot be written.
        """
        with self._changing:
            number, hooks = self._read()
            if len(hooks) >= MOST_HOOKS:
                raise TooManyHooksError(len(hooks))
            key = base64.b64encode(secrets.token_bytes(32)).decode()
            hook = Webhook(number + 1, url, kinds, secret=f"whsec_{key}")
            self._write(number + 1, [*hooks, hook])
        return hook

    def change(self, number: int, how: Callable[[Webhook], Webhook]) -> Webhook:
        """Change one.

        Raises:
            NoHookError: If there is none of this number.
            RecordError: If it cannot be written.
        """
        with self._changing:
            newest, hooks = self._read()
            changed = [how(hook) if hook.number == number else hook for hook in hooks]
            self._write(newest, changed)
        return next((hook for hook in changed if hook.number == number), None) or self.named(number)

    def drop(self, number: int) -> None:
        """Forget one.

        Raises:
            NoHookError: If there is none of this number.
            RecordError: If it cannot be written.
        """
        self.named(number)
        with self._changing:
            newest, hooks = self._read()
            self._write(newest, [hook for hook in hooks if hook.number != number])

    def _read(self) -> tuple[int, list[Webhook]]:
        """Return the highest number that was given out, and all addresses."""
        with suppress(ValueError):
            kept, _ = read_on(_Book, json_of(self._passwords.get(_SECRET) or "{}"))
            hooks = []
            for row in kept.hooks:
                with suppress(ValueError):
                    hooks.append(read(Webhook, row, unknown={}))
            return max([kept.newest, *(hook.number for hook in hooks)]), hooks[:MOST_HOOKS]
        return 0, []

    def _write(self, newest: int, hooks: list[Webhook]) -> None:
        self._passwords.put(_SECRET, json.dumps(write(_Book(newest, tuple(hooks)))))
