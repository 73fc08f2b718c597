"""House rules as one word, to be carried from box to box in a link or a QR code.

>>> from engine.house import house_rules
>>> rules = house_rules("pachisi", "seven", {"table": "seven-35"}, name="Grandmother's rules", version=2)
>>> word = write_house(rules)
>>> read_house(word) == rules
True

The word is the number of the form, a dot, what is told, a dot and a checksum. What is told is a JSON array in
URL-safe base64: game, preset, name, version, and an object of the options that differ from the preset; one
that came later than others stands there unless it is as before it came. The checksum is the CRC-32 of what is
told, as eight hexadecimal digits, so that a word which was cut or mistyped is known as such.
"""

from __future__ import annotations

import base64
import binascii
import json
import re

from engine.errors import NotationError
from engine.house import HouseRules, house_rules
from engine.messages import Message
from engine.registry import recorded, written_out

FORM = 1
"""The form of the word. A box that knows only older ones says so."""

LONGEST_WORD = 1200
"""Characters of the longest word that is read; the longest that can be written is shorter."""

_WORD = re.compile(r"(\d{1,3})\.([\w-]+)\.([0-9a-f]{8})", re.ASCII)


def write_house(rules: HouseRules) -> str:
    """Write house rules as one word of letters, digits, dots, ``-`` and ``_``.

    Raises:
        SetupError: If this version of the engine does not know the game, preset or an option.
    """
    options = written_out(rules.game, rules.preset, rules.options)
    parts = [rules.game, rules.preset, rules.name, rules.version, options]
    told = json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()
    return f"{FORM}.{base64.urlsafe_b64encode(told).rstrip(b'=').decode()}.{_checksum(told)}"


def read_house(word: str) -> HouseRules:
    """Read house rules and check them.

    Raises:
        NotationError: If the word is none of house rules, is not whole, or has a newer form.
        SetupError: If this version of the engine does not know the game, preset, an option or its value.
    """
    match = _WORD.fullmatch(word) if len(word) <= LONGEST_WORD else None
    if match is None:
        raise NotationError(Message("these are no house rules: copy the whole link, or scan its code again"))
    if int(match[1]) > FORM:
        raise NotationError(
            Message("a newer version of charkoni wrote these house rules: update this box to read them")
        )
    try:
        told = base64.b64decode(match[2] + "=" * (-len(match[2]) % 4), altchars=b"-_", validate=True)
        parts = json.loads(told) if _checksum(told) == match[3] else None
    except (ValueError, RecursionError):
        parts = None
    match parts:
        case [str(game), str(preset), str(name), int(version), dict(options)] if not isinstance(
            version, bool
        ):
            return house_rules(game, preset, recorded(game, preset, options), name=name, version=version)
    raise NotationError(
        Message("these house rules came through damaged: copy the whole link, or scan its code again")
    )


def _checksum(told: bytes) -> str:
    return f"{binascii.crc32(told):08x}"
