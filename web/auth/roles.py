"""What a phone must be to use a route: anyone may watch, players act, admins change the box.

A route says so itself, once, by `allow`; `web.auth.access` asks it before anything of a request is read, and
`check` refuses to build an app with a route that says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Flask

from web.ports import Role

RANK: Mapping[Role, int] = {"watcher": 0, "player": 1, "admin": 2}
"""Who may do more: an admin may do all that a player may."""

View = TypeVar("View", bound=Callable[..., Any])


def allow(least: Role) -> Callable[[View], View]:
    """Say at a route the least role that may use it.

    >>> @allow("player")
    ... def throw() -> str: ...
    >>> needed(throw)
    'player'
    """

    def said(view: View) -> View:
        view.__dict__["least_role"] = least
        return view

    return said


def takes_password(view: View) -> View:
    """Let programs send their token as a password as well: clients of cameras know nothing else.

    Only for routes that change nothing, as browsers send passwords by themselves.
    """
    view.__dict__["takes_password"] = True
    return view


def may_send_password(view: Callable[..., Any]) -> bool:
    """True if a token may come as a password."""
    return bool(getattr(view, "takes_password", False))


def needed(view: Callable[..., Any]) -> Role:
    """Tell which role a route needs; one that says nothing is for admins only."""
    least: Role = getattr(view, "least_role", "admin")
    return least


def check(app: Flask) -> None:
    """Make sure that every route says who may use it.

    Raises:
        ValueError: If one does not.
    """
    silent = [name for name, view in app.view_functions.items() if not hasattr(view, "least_role")]
    if silent:
        raise ValueError(f"nobody has said who may use {', '.join(silent)}: put allow(…) on each route")


def suffices(role: Role, needs: Role) -> bool:
    """Tell whether a role may do what needs another one.

    >>> suffices("admin", "player")
    True
    """
    return RANK[role] >= RANK[needs]
