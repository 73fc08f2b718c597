"""``charkoni pair`` and ``charkoni phones``: let a phone in from the terminal, list those that are in."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

from device.config import load_config
from device.errors import ConfigError
from device.net.server import address_of, qr_code
from device.store import Journal
from device.store.phones import keys, listed

_ROLES = {"watcher": "watches", "player": "plays", "admin": "plays and changes the box"}


def show_code(
    folder: Path, *, config: Path | None = None, port: int | None = None, admin: bool = False
) -> int:
    """Print the code and the address that let a phone in; the box may be running.

    Args:
        folder: Where the journal is.
        config: The box's config, which says where the page is.
        port: Where the page is, if the box was told so when it was started.
        admin: Print the code that makes a phone an admin, once.

    Raises:
        JournalError: If there is no journal, or it cannot be read.
        ConfigError: If no box has run yet.
    """
    with Journal(folder, writing=False) as journal:
        found = keys(journal)
    if found is None:
        raise ConfigError("no box has run here yet, so there is no key: start it with 'charkoni play'")
    page = load_config(config).page
    key = found[1] if admin else found[0]
    plain = f"http://{address_of(page.host)}:{port or page.port}/"
    address = f"{plain}?key={key}"
    if sys.stdout.encoding.lower().startswith("utf"):
        print(qr_code(address))
    if admin:
        print(f"To change the box, scan the code with a phone, or open  {address}")
        print("The code fits once. It makes a phone that plays already an admin.")
    else:
        print(f"To play, scan the code with a phone, or open  {address}")
    print(f"Anyone on the home network may watch at {plain}")
    return 0


def list_phones(folder: Path) -> int:
    """Print the phones that were let in, with what each may do.

    Raises:
        JournalError: If there is no journal, or it cannot be read.
    """
    with Journal(folder, writing=False) as journal:
        phones = listed(journal)
    if not phones:
        print("no phone was let in yet: 'charkoni pair' shows the code")
    for phone in phones:
        moment = datetime.datetime.fromtimestamp(phone.seen or phone.since)
        name = phone.name or "a phone without a name"
        print(f"{name}: {_ROLES[phone.role]}, last seen {moment:%Y-%m-%d %H:%M}")
    return 0
