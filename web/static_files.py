"""Stylesheets, scripts, fonts and pictures: under addresses that change with them, so that phones keep them.

The address names a version of the whole folder, ``/static/v-<version>/css/page.css``, so what files name
relative to themselves (imports of scripts, fonts of stylesheets) has it as well. A phone keeps such a file
for a year and never asks again; under an older version, or none, it gets the file of today and asks each
time.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from flask import Flask, Response, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from web.language.catalogue import FONTS

STATIC = Path(__file__).parent / "static"

KEPT = "public, max-age=31536000, immutable"
"""For a year: the version is in the address."""

_IMPORT = re.compile(r'^import .*?from "\./([\w.-]+)";$', re.MULTILINE)
_VERSIONED = re.compile(r"v-([0-9a-f]{12})/(.+)")
_SCRIPT = re.compile(r'<script type="module" src="[^"]*/(js/[\w.-]+)"')


def set_up(app: Flask) -> None:
    """Serve the folder, and let `url_for` name its version; templates get `version` and `modules_of`."""
    version = static_version()

    def static(filename: str) -> ResponseReturnValue:
        asked = _VERSIONED.fullmatch(filename)
        answer: Response = app.send_static_file(asked[2] if asked else filename)
        if asked and asked[1] == version:
            answer.headers["Cache-Control"] = KEPT
        return answer

    app.view_functions["static"] = static

    @app.url_defaults
    def versioned(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = f"v-{version}/{values['filename']}"

    @app.context_processor
    def named() -> dict[str, Any]:
        return {"version": version, "modules_of": modules_of}


def modules_of(head: str) -> Markup:
    """Write links by which a browser fetches what the scripts of a page import, all at once.

    Args:
        head: The part of the page that names its scripts.
    """
    files = imported(_SCRIPT.findall(head))
    links = (f'<link rel="modulepreload" href="{url_for("static", filename=name)}">' for name in files)
    return Markup("\n").join(map(Markup, links))


def shell_files(language: str) -> list[str]:
    """List what the play page loads, modules that modules import and a language's fonts included."""
    styles = ("fonts", "page", "play", "board", "rooms", "print", "moments")
    scripts = ["js/app.js", "js/page.js"]
    return [
        *(f"css/{name}.css" for name in styles),
        *("img/icon.svg", *scripts, *imported(scripts)),
        *(f"fonts/{part}.woff2" for part in FONTS[language]),
    ]


def imported(scripts: Iterable[str]) -> list[str]:
    """List what modules import, and what those import, without the modules themselves."""
    first = list(scripts)
    found = list(first)
    for name in found:
        found += [one for one in _imports(name) if one not in found]
    return found[len(first) :]


@functools.cache
def _imports(name: str) -> tuple[str, ...]:
    return tuple(f"js/{one}" for one in _IMPORT.findall((STATIC / name).read_text("utf-8")))


@functools.cache
def static_version() -> str:
    """Return the mark of the files that are served; they do not change while a box runs."""
    return version_of(STATIC)


def version_of(folder: Path) -> str:
    """Return a short mark that changes whenever any file of a folder does."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
