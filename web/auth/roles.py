"""What a phone must be to use each address: anyone may watch, players act, admins change the box.

A route that is not listed here shows itself to all and changes things for admins only, and a test fails until
it is listed. `web.auth.access`
stands at the door and asks.
"""

from __future__ import annotations

from collections.abc import Mapping

from web.ports import Role

RANK: Mapping[Role, int] = {"watcher": 0, "player": 1, "admin": 2}
"""Who may do more: an admin may do all that a player may."""

NEEDS: Mapping[str, Role] = {
    "GET static": "watcher",
    # the game
    "GET play.show": "watcher",
    "GET play.board": "watcher",
    "GET play.where": "watcher",
    "GET play.photograph": "watcher",
    "GET modes.television": "watcher",
    "GET modes.spoken": "watcher",
    "POST play.act": "player",
    "GET setup.ask": "watcher",
    "POST setup.begin": "player",
    # house rules: what is kept or changed loses nothing, as every version stays; a name and a deletion do
    "POST setup.keep_rules": "player",
    "GET house.everything": "watcher",
    "GET house.one": "watcher",
    "GET house.ask_change": "player",
    "POST house.change": "player",
    "POST house.rename": "admin",
    "GET house.ask_delete": "admin",
    "POST house.delete": "admin",
    "GET house.shared": "watcher",
    "POST house.keep_shared": "player",
    "GET api.house": "watcher",
    # programs and the page's script
    "GET api.openapi": "watcher",
    "GET api.read_state": "watcher",
    "GET api.snapshot": "watcher",
    "POST api.throws": "player",
    "POST api.moves": "player",
    "POST api.board": "player",
    "POST api.corrections": "player",
    "POST api.answers": "player",
    "POST api.undo": "player",
    "POST api.positions": "player",
    "POST api.games": "player",
    "GET live.events": "watcher",
    # what was played, and the rules
    "GET history.all_games": "watcher",
    "GET history.one_game": "watcher",
    "GET history.one_step": "watcher",
    "GET history.all_throws": "watcher",
    "GET keeping.export": "watcher",
    "GET keeping.export_all": "watcher",
    "GET keeping.ask": "admin",
    "POST keeping.delete": "admin",
    "GET keeping.about": "admin",
    "POST keeping.take_away": "admin",
    "POST keeping.take_back": "admin",
    "POST keeping.leave": "admin",
    "GET rules.in_force": "watcher",
    "GET rules.rules_of": "watcher",
    "GET rules.rules_by": "watcher",
    "GET guide.guide": "watcher",
    "GET guide.printed": "watcher",
    # the box
    "GET wiring.show": "watcher",
    "GET wiring.header": "watcher",
    "GET eye.show": "admin",  # the camera's live picture shows the room
    "GET eye.picture": "admin",
    "GET eye.state": "admin",
    "GET eye.seen": "admin",
    "POST eye.save": "admin",
    "POST eye.find": "admin",
    "POST eye.whole": "admin",
    "POST eye.back": "admin",
    "POST eye.light": "admin",
    "POST eye.hold": "admin",
    "POST eye.read": "admin",
    # trusting the box, and installing its page
    "GET install.steps": "watcher",
    "GET install.certificate": "watcher",
    "GET install.manifest": "watcher",
    "GET install.worker": "watcher",
    "GET install.away": "watcher",
    "GET outputs.ask": "admin",
    "POST outputs.choose": "admin",
    "POST outputs.test": "admin",
    "POST outputs.looked": "admin",
    # phones
    "GET paired.phone": "watcher",  # who watches comes in here while the box's button holds the door open
    "GET paired.everyone": "player",
    "POST paired.rename": "player",  # its own name; an admin, anyone's
    "GET paired.ask_change": "admin",
    "POST paired.change": "admin",
    "GET paired.ask_unpair": "admin",
    "POST paired.unpair": "admin",
    "GET paired.leave": "watcher",
    "POST paired.left": "player",
    # languages
    "GET tongues.ask": "watcher",
    "POST tongues.choose": "watcher",  # changes nothing but this phone's own cookie
    "POST tongues.choose_voice": "admin",
}
"""Method and endpoint → the least role that may."""


def needed(method: str, endpoint: str) -> Role:
    """Say which role a request needs."""
    asked = "GET" if method in ("HEAD", "OPTIONS") else method
    return NEEDS.get(f"{asked} {endpoint}", "watcher" if asked == "GET" else "admin")


def suffices(role: Role, needs: Role) -> bool:
    """Say whether a role may do what needs another one.

    >>> suffices("admin", "player")
    True
    """
    return RANK[role] >= RANK[needs]
