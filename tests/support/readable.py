"""What a person should not have to read in a sentence: keys, codes, numbers of seats, another language."""

from __future__ import annotations

import re

from engine.messages import Message, Seat
from engine.registry import games
from engine.rulebook import REASONS
from web.language.locale import speaking
from web.language.messages import said

NAMES = ("Asha", "Ravi", "Mina", "Dev")

SOURCES = ("Tylor", "Herklots")
"""Who wrote down the throw values that are called after them: names in every language."""

KEYS = {option.key for info in games() for option in info.options}
"""Every option by the name that programs know."""

_CODE = re.compile(
    r"\br\d+c\d+\b|\bp\d+\b|\b(?:bar|off)\d\b"  # squares
    r"|\w+_\w+"  # snake_case
    r"|\b(?:true|false|null|nan|None|True|False)\b"
    r"|[{}<>\[\]]"
)
_QUOTED = re.compile(r"['‘“”„\"]([\w-]+)['’”“\"]")
_ENGLISH = re.compile(
    r"\b(?:the|and|has|have|not|with|which|only|there|this|that|piece|pieces|pawn|pawns|square|throw|thrown"
    r"|player|players|row|column|needs|option|castle|home|board|cannot|must|leave|moves|may|be|by|from|ring"
    r"|middle|right|left|arm|bar|centre|order|any|one|all|die|dice|checker|checkers|in|on)\b",
    re.IGNORECASE,
)
_OURS_TOO = {
    "nl": {"have", "arm", "bar", "die", "in", "by", "ring"},
    "fi": {"on", "bar"},
    "pl": {"on", "by", "bar"},
}
"""English words that a language has as well."""
_RULE = re.compile(r"(?<![A-Za-z])[A-Z]{1,2}\d+")


def faults(text: str, code: str) -> list[str]:
    """List what is wrong with a sentence in a language; the players are `NAMES`."""
    found = [match[0] for match in _CODE.finditer(text)]
    found += [word for word in _QUOTED.findall(text) if word in KEYS]
    found += [key for key in REASONS if key in text]
    with speaking(code):
        seats = [said(Message("{seat}", {"seat": Seat(number)})) for number in range(6)]
    found += [seat for seat in seats if re.search(rf"{re.escape(seat)}(?!\w)", text)]
    found += ["0"] * len(re.findall(r"(?<![\w.,/])0(?![\w.,/])", text))
    found += re.findall(r"\s{2,}|[:,]\s*$|\(\)|“”|[:,]\s*[,;.]", text)
    plain = _RULE.sub("", text)  # a rule's number is the same everywhere
    for name in NAMES:
        plain = plain.replace(name, "")
    plain = re.sub(rf"(?:{'|'.join(SOURCES)})\w*", "", plain)  # with an ending, where a language has some
    if code in ("hi", "kn"):
        found += re.findall(r"[A-Za-z]{2,}", plain)
    elif code != "en":
        found += [word for word in _ENGLISH.findall(plain) if word.lower() not in _OURS_TOO[code]]
    return found
