"""Scripts and styles want no more of a browser than the oldest has that the page names."""

from __future__ import annotations

import re
from pathlib import Path

from engine.registry import games
from ports_for_tests import House

STATIC = Path(__file__).parents[2] / "web" / "static"

SCRIPTS = {
    r"new FormData\([^()]*,": "the button of a form, Safari 16.4: dataOf of forms.js",
    r"\.requestSubmit\(": "Safari 16: sendAgain of forms.js",
    r"\bcheckVisibility\(": "Safari 17.4",
    r"AbortSignal\.(timeout|any)": "Safari 16",
    r"\(\?<[=!]": "a look behind, Safari 16.4",
    r"\bstatic \{": "Safari 16.4",
    r"\.(toSorted|toReversed|toSpliced|with)\(": "Safari 16",
    r"\.(isSubsetOf|isSupersetOf|union|intersection|difference)\(": "Safari 17",
    r"\.(groupBy|withResolvers|fromAsync|try)\(": "Safari 17.4",
    r"\.(inert|popover)\b": "Safari 15.5 and 17",
    r"\b(SharedWorker|OffscreenCanvas|(Dec|C)ompressionStream)\b": "Safari 16 and 16.4",
    r"\bnavigator\.locks\b|\bcrypto\.(subtle|randomUUID)\b": "only for pages that came safely",
    r"\b(startViewTransition|requestIdleCallback|scrollend|showPicker|setHTML\w*)\b": "Safari 16 to 18",
    r"\bnew CSSStyleSheet\b|\battachInternals\b": "Safari 16.4",
    r"/[dgimsuy]*v[dgimsuy]*[;,)]": "a set of characters, Safari 17",
    r"\bimport\b[^;]*\bwith \{": "Safari 17.2",
}
"""What Safari 15.4 lacks, the oldest browser of the list, or a page over plain HTTP. Source: caniuse.com and
MDN’s browser-compat-data, November 2026."""

STYLES = {
    r"@media[^{]*\([^()]*[<>]": "a range, Safari 16.4: min- and max-",
    r"@(layer|container|scope|property|starting-style)\b": "Safari 15.4 to 17.5",
    r":[^;{}]*\b(oklch|oklab|light-dark|anchor|round|mod|rem|sin|cos|tan)\(": "Safari 15.4 to 26",
    r"\b\d*\.?\d+(cqw|cqh|cqi|cqb|cqmin|cqmax|lh|rlh)\b": "Safari 16 and 16.4",
    r"(^|[{;}])\s*&|\{[^{}@]*\{(?![^{}]*@)[^{}]*&": "nested rules, Safari 16.5",
    r"\bsubgrid\b": "Safari 16",
    r":(user-valid|user-invalid|popover-open|open|has-slotted)\b": "Safari 16.5 to 17",
    r":nth-child\([^()]* of ": "missing in Firefox before 113",
}

GUARDS = {
    ("js/forms.js", r"\.requestSubmit\("): "if (form.requestSubmit)",
}
"""Where such a thing stands all the same, and what stands before it."""


def plain(text: str) -> str:
    """Take comments away."""
    return re.sub(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", text, flags=re.S)


def found(folder: str, ending: str, table: dict[str, str]) -> dict[tuple[str, str], str]:
    """List what stands in files of a folder of all that a table names."""
    return {
        (f"{folder}/{path.name}", pattern): path.read_text()
        for path in sorted((STATIC / folder).glob(f"*.{ending}"))
        for pattern in table
        if re.search(pattern, plain(path.read_text()))
    }


def test_scripts_and_styles_want_nothing_that_the_oldest_browser_lacks() -> None:
    newer = found("js", "js", SCRIPTS) | found("css", "css", STYLES)
    unguarded = {
        where: (SCRIPTS | STYLES)[where[1]]
        for where, text in newer.items()
        if where not in GUARDS or GUARDS[where] not in text
    }
    assert unguarded == {}
    assert set(GUARDS) <= set(newer), "what is not used any more needs no guard"


def test_the_page_that_adds_phones_names_the_browsers_it_plays_in(house: House) -> None:
    text = house.player().client.get("/phone").text
    assert "Safari 15.4" in text
    assert "Firefox 128" in text
    assert "Chrome 130" in text


def test_what_is_drawn_by_use_takes_what_it_wants_of_its_board_by_properties(house: House) -> None:
    """A selector with an ancestor reaches into a copy by ``<use>`` in WebKit alone."""
    selectors = set()
    for path in (STATIC / "css").glob("*.css"):
        for rule in re.findall(r"([^{};]+)\{", plain(path.read_text())):
            selectors |= {one.strip() for one in re.split(r",(?![^()]*\))", rule) if "@" not in one}
    copied = set()
    for info in games():
        house.start(info.name)
        page = house.player().client.get("/").text
        shown = set(re.findall(r'<use href="#(\w+)"', page))
        for name, inside in re.findall(r'<g id="(\w+)"[^>]*>(.*?)</g>', page, flags=re.S):
            if name in shown:
                copied |= set(" ".join(re.findall(r'class="([^"]+)"', inside)).split())
    assert {"cross", "leaf", "petal"} <= copied
    own = {"#marks .round", "#marks .round + .round", ".cowrie .teeth"}  # of other things, of the same name
    reaching = {
        one
        for one in selectors - own
        if any(re.search(rf"[\s>+~]\S*\.{css}\b[^\s>+~]*$", one) for css in copied)
    }
    assert reaching == set()
