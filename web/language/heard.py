"""Sentences of the engine, the eye and the journal, told in the reader's language.

They come as English text, as logs and programs have them; here they are known again by their templates, and
what stood in the fields is put into the translated one. A sentence that is not known stays as it came: so are
those about requests that no page of ours sends, which are for people who write programs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from html import escape, unescape

from markupsafe import Markup

from web.language.catalogue import mark
from web.language.locale import _, language

KNOWN: Sequence[str] = (
    # engine: nothing to act on
    mark("no game lies on the table: start one"),
    mark("{throw} was thrown, but the game is over: start a new one"),
    mark("something was thrown, but the game is over: start a new one"),
    mark("event {event} is no throw that stands: it cannot be corrected"),
    mark("no correction waits for an answer about event {event}"),
    mark("throw {event} does not wait any more"),
    mark("no kept throw can be used now"),
    mark("there is nothing to take back: the game has just begun"),
    mark("event {event} is no throw or move that stands: it cannot be undone"),
    mark(
        "a correction does not fit a later move: accept that move as played, undo to it, "
        "or leave the correction"
    ),
    mark("that piece stands there already: nothing was moved"),
    mark("no illegal move waits for an answer under event {event}"),
    mark("this record does not begin with the start of a game"),
    # engine: throws
    mark("{throw} cannot be a throw of this game: it is played with cowries"),
    mark("{throw} cannot be a throw of this game: it is played with dice"),
    mark("{throw} is a throw of {thrown} shells, but this game is played with {shells}"),
    mark("{throw} is a throw of dice, but Pachisi is played with {shells} cowries"),
    mark("{throw} is a throw of dice, but this game is played with {shells} shells"),
    mark("{throw} is a throw of dice, but this game is played with shells"),
    mark("{throw} is a throw of shells, but backgammon is played with dice"),
    mark("{throw} is a throw of one die, but two dice are thrown for a turn"),
    mark("{throw} is a throw of two dice, but player 1 has already thrown {first}: player 2 throws one die"),
    mark("{throw} was thrown, but no throw is due"),
    mark("{throw} was thrown, but the game waits for: {waits}"),
    mark("{throw} is no throw of dice: give one or two numbers from 1 to 6"),
    mark("{mouths} mouths of {shells} shells cannot be: give 0 to {most} mouths"),
    mark("{throw} is no throw: write dice as '3-1' and shells as '2/6' (mouths of shells)"),
    # engine: a new game
    mark("the name {name} and so on is too long: at most {longest} letters fit"),
    mark("a player has no name that can be seen: give every player one"),
    mark("two players have the same name, {name} and {other}: give each another one"),
    mark(
        "option {option} is about the doubling cube, but option 'cube' is false: set 'cube' to true or leave "
        "{option_too} out"
    ),
    mark("option 'crawford' is for matches and option {option} for money play: choose one of them"),
    mark(
        "option 'automatic_doubles' is about ties in the throws for the beginning, but in preset "
        "'finnish' player 1 begins without any (BF3): leave it out"
    ),
    mark("option {option} needs {need}, which is false: set {need_too} to true or leave {option_too} out"),
    mark("option 'partners' needs four players, not {players}: opposite seats are a team"),
    mark(
        "option 'table' cannot be {table} with preset {preset}, which has {shells} shells: "
        "it may be {fitting}"
    ),
    mark(
        "option 'swap_four_eight' makes no sense with preset {preset}: its shells count no 4 and 8 that "
        "could be swapped; leave it false or play '5x5'"
    ),
    mark("option {option} belongs to matches, and only single games are played at the table: leave it out"),
    mark("{game} has no preset {preset}: there are {presets}"),
    mark("{game} has no option {option}: there are {options}"),
    mark("option {option} cannot be {value}: it may be {values}"),
    mark("there is no game {game}: there are {games}"),
    mark("the house rules have no name that can be seen: give them one"),
    mark("version {version} cannot be: there are 1 to {last}"),
    mark("these are no house rules: copy the whole link, or scan its code again"),
    mark("a newer version of charkoni wrote these house rules: update this box to read them"),
    mark("these house rules came through damaged: copy the whole link, or scan its code again"),
    mark("{game} is for {players} players, not for {given}"),
    # engine: a position set by hand
    mark(
        "the mover has {mine} checkers and the opponent {theirs}: each has {pieces} or, when "
        "some are off, fewer"
    ),
    mark("nobody has a checker on the board: the first to bear all off has won already"),
    mark("players {player} and {other} both stand on {square}: opponents never share a square"),
    mark(
        "two pieces stand on {square}, but option 'stack' lets pieces share only castles and the "
        "middle column"
    ),
    mark(
        "player {player} has a piece on step {step} without a capture (P19): steps up to {last} are "
        "possible, or captured at least 1"
    ),
    mark(
        "players {one} and {other} share {square}, and neither has a gatti there: pawns of one player "
        "are possible, and beside them only gattis of others (C6, C11)"
    ),
    mark("player {player} has {count} pawns on {square}: one is possible in the outer ring (C8)"),
    mark("players {players} share {square}: pawns of one player are possible there (C6, C7)"),
    # the eye
    mark("{seen} dice seen, {expected} expected"),
    mark("{seen} shells seen, {expected} expected"),
    mark("too dark to read: give more light"),
    mark("the picture shows nothing: look whether the camera is covered"),
    mark("the picture is not sharp: let the camera focus, or clean its lens"),
    mark("a hand is in the picture: take it away"),
    mark("the tray is not where it was: put it back, or set its corners anew"),
    mark("too many things lie there: leave only the throw"),
    mark("one die leans: lay it flat"),
    mark("one shell leans: lay it flat"),
    mark("one die lies on another: put it beside"),
    mark("one shell lies on another: put it beside"),
    mark("one die touches the rim: push it to the middle"),
    mark("one shell touches the rim: push it to the middle"),
    mark("one die leans on another: push them apart"),
    mark("one shell leans on another: push them apart"),
    mark("the lamp dazzles on one die: turn the lamp or move the die"),
    mark("the lamp dazzles on one shell: turn the lamp or move the shell"),
    mark("one die cannot be told: look at it"),
    mark("one shell cannot be told: look at it"),
    mark("one die is of another size: is it of this throw?"),
    mark("one shell is of another size: is it of this throw?"),
    mark("one may be no die: take it out if it is none"),
    mark("one may be no shell: take it out if it is none"),
    mark("shells lie among the dice: take them out"),
    mark("dice lie among the shells: take them out"),
    mark("something may be one more die: look at it"),
    mark("something may be one more shell: look at it"),
    mark("something may be a die: look at it"),
    mark("something may be a shell: look at it"),
    mark("a throw was seen, but no game lies on the table: start one on a phone"),
    mark("a throw was seen, but the game is over: start a new one on a phone"),
    mark("{sentence}; the throw is kept and written as soon as that works"),
    mark(
        "what was thrown has been touched and now shows {mouths} of {shells} shells mouth up; the throw "
        "stays as it was read: correct it on a phone if it was wrong"
    ),
    mark(
        "what was thrown has been touched and now shows {dice}; the throw stays as it was read: correct it "
        "on a phone if it was wrong"
    ),
    mark("a picture of {camera} cannot be read: {error}"),
    # the cameras
    mark("{sentence}; until then, type the throws"),
    mark("the camera has no more pictures to show: type the throws"),
    mark("the film has no throw of {count} dice: type the throws on a phone"),
    mark("the film has no throw of {count} shells: type the throws on a phone"),
    mark("the camera {name} was unplugged: plug it in again and the box goes on"),
    mark("there is no camera {name}: plug one in, or choose another with --camera"),
    mark("the camera {name} may not be opened: add this user to the group 'video'"),
    mark("the camera {name} stopped giving pictures: unplug it and plug it in again"),
    mark("the camera {name} is busy or gives no pictures: stop the program that uses it"),
    mark("{camera} gives no pictures"),
    mark("the Pi’s camera stopped giving pictures: check its ribbon cable"),
    mark("the Pi’s camera stopped: {error}; check its ribbon cable"),
    mark("the Pi’s camera needs picamera2: apt install python3-picamera2, or choose another --camera"),
    mark("there is no camera on the Pi’s ribbon: switch the Pi off, push the cable in, and start again"),
    mark("the Pi’s camera cannot be started: {error}"),
    mark(
        "the Pi’s camera cannot be opened: {error}; check its ribbon cable, and stop the program that uses it"
    ),
    mark("the built-in film"),
    mark("the film {name}"),
    mark("the pictures in the folder {name}"),
    mark("the Pi’s camera"),
    mark("the USB camera {name}"),
    mark("the camera gives no pictures now: look whether it is plugged in, then try again"),
    # the tray and the light
    mark("a corner lies outside the picture: keep all four corners in it"),
    mark("the field between the corners is too small: set one at each corner of the tray"),
    mark("one corner lies between the others: set one at each corner of the tray"),
    mark("two sides cross: the corners go around the tray, so swap two of them"),
    mark("the tray is dark: put a lamp near it"),
    mark("the picture is noisy: more light makes it calmer"),
    mark("a part of the tray is pure white: turn the lamp away or take a matt cloth"),
    mark("one side of the tray is much brighter: put the lamp higher or use two"),
    mark("the light flickers: use another lamp, or set the flicker of your mains in the config"),
    # the lamps
    mark("lamp of player {player}"),
    mark("red lamp"),
    mark("buzzer"),
    mark("players’ lamp, red"),
    mark("players’ lamp, green"),
    mark("players’ lamp, blue"),
    mark("button: confirm"),
    mark("button: take back"),
    mark("button: let a phone in"),
    # trying lamps and sound
    mark("the tray is being read, and the lamps hold still: try again when that is done"),
    mark("there is no lamp for player {player}: wire one and name its pin in the config"),
    mark("this box does not speak: set on = true in section [voice] of its config"),
    mark("{program} cannot be started ({error}): apt install {package}"),
    mark("{program} cannot be heard: {error}"),
    # the drawing of the header
    mark("Where to wire what on the 40-pin header"),
    mark("The header, seen from above"),
    mark("↑ the corner of the board"),
    mark("↓ the USB sockets"),
    mark("Thick rings are ground; after the dot, the BCM pin."),
    mark("ground"),
    mark("confirm"),
    mark("take back"),
    mark("let a phone in"),
    mark("{what} · {pin}"),
    # the journal
    mark("The disk that holds the games is full."),
    mark("The disk that holds the games is read-only."),
    mark("The file that holds the games is damaged."),
    mark("The disk that holds the games answers with errors."),
    mark("The file that holds the games was moved or deleted while the box runs."),
    mark("The box plays on from memory: what is played from now on would be lost if the power went."),
    mark("Make room on that disk; the box then writes everything by itself."),
    mark("Mount it writable, or check its card; the box then writes everything by itself."),
    mark("Make room on its disk for a second file; the box then sets the damaged one aside."),
    mark("Check the disk and its plug; when it answers again, the box writes everything by itself."),
    mark("Put it back; the box then writes everything by itself."),
    mark("The latest photographs of throws are in memory only, the games are safe."),
    mark("Make room on the disk, or check it; the box then writes them by itself."),
    mark("Photographs of throws that found no room in memory either, and are lost: {count}."),
    mark("The disk that holds the games can be written again."),
    mark("What was held in memory has been written: {events} events."),
    mark("The disk takes photographs again: those in memory have been written."),
    mark("The file that held the games was damaged: {sentence}."),
    mark("{sentence}; its end is missing, and newer events with it"),
    mark("nothing in it could be read"),
    mark("all {known} events that are known of could be read"),
    mark("{events} of {known} events could be read"),
    mark("Games that are not whole: {games}."),
    mark("The damaged file is kept as {file}."),
    mark("If games are missing, stop the box and restore a backup: charkoni restore FILE"),
    # the archive
    mark("this game lies on the table: begin another one, then delete it"),
    mark("the disk cannot be written now: delete games when it can be again"),
    mark("the backup cannot be made: make room on the disk, then try again"),
    mark("the backup cannot be kept: make room on the disk, then send it again"),
    mark("this file is no backup that this box can read: nothing was changed"),
    mark("the journal cannot be written ({error}), so nothing was changed: check the disk"),
    mark("the journal cannot hold this, so nothing was changed: {error}"),
    mark("the journal is closed: the box is stopping, or only reads"),
)
"""Templates of sentences that are made elsewhere, the particular before the general."""

_SAYS_MORE = frozenset({"sentence", "camera", "what"})
"""Fields that are sentences or names of this list themselves."""


def heard(text: str) -> str:
    """Say a sentence that was made elsewhere in the reader's language; one that is not known stays."""
    if not text:
        return ""
    said = _known(text)
    if said is not None:
        return said
    parts = re.split(r"(?<=[.!?]) (?=[A-Z])", text)
    return " ".join(_known(part) or part for part in parts) if len(parts) > 1 else text


def heard_svg(drawing: str) -> str:
    """Say the titles and texts of a drawing in the reader's language."""
    return re.sub(
        r"(<(?:text|title)\b[^>]*>)([^<]+)", lambda text: text[1] + escape(heard(unescape(text[2]))), drawing
    )


def unbroken(text: str) -> Markup:
    """Write a sentence so that no line ends within the name of an option, such as ``--camera``."""
    parts = re.split(r"(--[\w-]+)", text)
    whole = Markup('<span class="unbroken">{}</span>')
    return Markup("").join(whole.format(part) if part.startswith("--") else part for part in parts)


def upper_first(text: str) -> str:
    """Begin a sentence with a capital."""
    return text[:1].upper() + text[1:]


def _known(text: str) -> str | None:
    for pattern, template in _patterns():
        found = pattern.fullmatch(text)
        if found:
            shown = {
                name: heard(value) if name in _SAYS_MORE else _listed(value)
                for name, value in found.groupdict().items()
            }
            return _(template, **shown)
    return None


def _listed(value: str) -> str:
    """Show what a field lists without an English word, where the reader has another language."""
    return value if language() == "en" else value.replace(" or ", " / ")


@functools.cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Make a pattern of every template; each field takes as little as it can."""
    return tuple((re.compile(_pattern(template), re.DOTALL), template) for template in KNOWN)


def _pattern(template: str) -> str:
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template))
