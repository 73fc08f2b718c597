"""The command line ``charkoni``. Every subcommand imports only what it needs: `legal` starts quickly."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from device.errors import DeviceError
from engine.errors import EngineError

STOPS = (signal.SIGINT, signal.SIGTERM)
"""What Ctrl-C and systemd send."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say.

    Returns:
        Exit status: 0 when all went well, 1 when a line was an error, 2 for wrong usage or a known error.
    """
    try:
        asked = _parser().parse_args(arguments)
        level = logging.DEBUG if asked.verbose else logging.INFO
        # No time in the lines: the journal of the system adds it.
        logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
        return int(asked.run(asked))
    except (DeviceError, EngineError) as error:
        print(f"charkoni: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has enough; Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


class _Version(argparse.Action):
    """Says which charkoni this is; asked only then, as looking it up takes time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib import metadata

        try:
            print(f"charkoni {metadata.version('charkoni')}")
        except metadata.PackageNotFoundError:
            print("charkoni, not installed")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="charkoni", description="A box beside a real game board: it sees throws and knows the rules."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which charkoni this is")
    parser.add_argument("--verbose", action="store_true", help="log every frame's state as well")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_play(commands)
    _add_questions(commands)
    _add_read(commands)
    _add_eye(commands)
    _add_games(commands)
    _add_phones(commands)
    _add_backup(commands)
    _add_wiring(commands)
    _add_config(commands)
    _add_doctor(commands)
    return parser


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("play", help="start the box")
    parser.add_argument("--game", help="chowka-bhara (the default), pachisi or backgammon")
    parser.add_argument("--preset", help="a named set of rules of the game")
    parser.add_argument("--players", nargs="+", metavar="NAME", help="names in turn order")
    parser.add_argument(
        "--option", action="append", metavar="KEY=VALUE", help="a rule played otherwise; may be repeated"
    )
    parser.add_argument("--camera", help="auto, pi, v4l2:0, film, film:PATH or folder:PATH")
    parser.add_argument("--port", type=_port, help="where the page is served (8000)")
    _add_place(parser)
    parser.set_defaults(run=_play)


def _add_questions(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    legal = commands.add_parser("legal", help="positions on standard input, legal moves on standard output")
    legal.set_defaults(run=_legal)
    why = commands.add_parser("why", help="positions with a move, and which rule forbids it")
    why.add_argument("--lang", default="en", help="language of the reasons")
    why.set_defaults(run=_why)


def _add_read(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("read", help="pictures in, readings out")
    parser.add_argument("images", nargs="*", metavar="IMAGE")
    parser.add_argument("--expect", default="auto", help="dice:2, cowries:6 or auto")
    parser.add_argument("--threads", type=int, default=1, help="threads to compute with (1)")
    parser.add_argument("--watch", type=Path, metavar="FOLDER", help="read every picture that comes there")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="write each picture with rings and values"
    )
    parser.set_defaults(run=_read, parser=parser)


def _add_eye(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tray = commands.add_parser("tray", help="find the tray in pictures of it empty, and look at the light")
    tray.add_argument("--camera", help="auto, pi, v4l2:0, film, film:PATH or folder:PATH")
    tray.add_argument("--corners", metavar='"X,Y X,Y X,Y X,Y"', help="set by hand, parts of the picture")
    tray.add_argument("--forget", action="store_true", help="the whole picture is the tray again")
    _add_place(tray)
    tray.set_defaults(run=_tray)
    teach = commands.add_parser("teach", help="show the eye a few throws of one set; it says how sure it is")
    teach.add_argument("--camera", help="auto, pi, v4l2:0, film, film:PATH or folder:PATH")
    teach.add_argument("--expect", required=True, help="the set: dice:2 or cowries:6")
    teach.add_argument("--throws", type=int, default=8, metavar="N", help="how many throws to look at (8)")
    _add_place(teach)
    teach.set_defaults(run=_teach)


def _add_games(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    games = commands.add_parser("games", help="list the games that were played")
    _add_place(games)
    games.set_defaults(run=_games)
    show = commands.add_parser("show", help="tell one game, event by event")
    show.add_argument("number", type=int, metavar="N", help="its number in 'charkoni games'")
    show.add_argument(
        "--record", action="store_true", help="print its score sheet (engine/notation/record.py)"
    )
    _add_place(show)
    show.set_defaults(run=_show)


def _add_phones(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    pair = commands.add_parser("pair", help="show the code that lets a phone in")
    pair.add_argument("--admin", action="store_true", help="make that phone an admin; this code fits once")
    pair.add_argument("--port", type=_port, help="where the page is served, if play was told so (8000)")
    _add_place(pair)
    pair.set_defaults(run=_pair)
    phones = commands.add_parser("phones", help="list the phones that were let in")
    _add_place(phones)
    phones.set_defaults(run=_phones)
    https = commands.add_parser("https", help="let phones trust the box, so that its page can be installed")
    which = https.add_mutually_exclusive_group()
    which.add_argument("--off", action="store_true", help="plain HTTP alone; phones go on trusting the box")
    which.add_argument("--forget", action="store_true", help="the same, and delete the certificate authority")
    https.add_argument("--port", type=_port, help="where the page is served, if play was told so (8000)")
    _add_place(https)
    https.set_defaults(run=_https)


def _add_backup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    backup = commands.add_parser("backup", help="copy all games and photographs into one file")
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to make; the box may be running")
    _add_place(backup)
    backup.set_defaults(run=_backup)
    restore = commands.add_parser("restore", help="put a backup in the place of the games; they are kept")
    restore.add_argument("file", type=Path, metavar="FILE", help="a backup; no box may be running")
    _add_place(restore)
    restore.set_defaults(run=_restore)
    export = commands.add_parser("export", help="write events as JSON lines, for other programs")
    export.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the file to make; else it is printed"
    )
    export.add_argument("--game", type=int, metavar="N", help="one game only")
    _add_place(export)
    export.set_defaults(run=_export)


def _add_wiring(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("wiring", help="what is wired to which pin")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the box's config")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the header there as well")
    parser.set_defaults(run=_wiring)
    lamps = commands.add_parser("lamps", help="try every lamp, tune and button in turn")
    lamps.add_argument("--config", type=Path, metavar="FILE", help="the box's config")
    lamps.set_defaults(run=_lamps)


def _add_config(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    config = commands.add_parser("config", help="everything that can be set, explained, as a config file")
    config.add_argument("--config", type=Path, metavar="FILE", help="the box's config; else the defaults")
    config.set_defaults(run=_config)
    check = commands.add_parser("check", help="say everything that is wrong with a config file")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_check)


def _add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("doctor", help="look at everything that a box needs, and say what to do")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--bundle", type=Path, metavar="FILE.zip", help="write what helps with a bug report")
    parser.add_argument("--with-pictures", action="store_true", help="put pictures of the tray into it")
    _add_place(parser)
    parser.set_defaults(run=_doctor)


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="DIR", help="folder of the journal")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the box's config")


def _port(written: str) -> int:
    """Read the number of a port."""
    if written.isascii() and written.isdigit() and len(written) < 6 and 1 <= int(written) <= 65535:
        return int(written)
    raise argparse.ArgumentTypeError(f"{written!r} is no port: give 1 to 65535")


def _folder(asked: argparse.Namespace) -> Path:
    from device.config import data_folder, load_config

    return data_folder(asked.data or load_config(asked.config).data.folder)


def _play(asked: argparse.Namespace) -> NoReturn:
    # While Python imports, an interrupt may come where it is printed and lost. Nothing is open yet.
    usual = {number: signal.signal(number, lambda *_: os._exit(130)) for number in STOPS}
    try:
        from device.cli.play import play

        status = play(asked)
        # All is closed. Python's own end would take apart OpenCV's modules, half a second on a busy machine.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


def _legal(_: argparse.Namespace) -> int:
    from device.cli.questions import answer_lines

    return answer_lines("legal")


def _why(asked: argparse.Namespace) -> int:
    from device.cli.questions import answer_lines

    return answer_lines("why", language=asked.lang)


def _read(asked: argparse.Namespace) -> int:
    from device.cli.read import read_images, watch_folder

    if bool(asked.images) == (asked.watch is not None):
        asked.parser.error("give pictures, or a folder with --watch")
    if asked.watch is not None:
        return watch_folder(asked.watch, expect=asked.expect, threads=asked.threads, save=asked.save)
    return read_images(asked.images, expect=asked.expect, threads=asked.threads, save=asked.save)


def _tray(asked: argparse.Namespace) -> int:
    from device.cli.teach import find_tray

    return find_tray(
        asked.camera, corners=asked.corners, config=asked.config, data=asked.data, forget=asked.forget
    )


def _teach(asked: argparse.Namespace) -> int:
    from device.cli.teach import teach

    return teach(asked.camera, expect=asked.expect, throws=asked.throws, config=asked.config, data=asked.data)


def _games(asked: argparse.Namespace) -> int:
    from device.cli.games import list_games

    return list_games(_folder(asked))


def _show(asked: argparse.Namespace) -> int:
    from device.cli.games import show_game

    return show_game(_folder(asked), asked.number, record=asked.record)


def _pair(asked: argparse.Namespace) -> int:
    from device.cli.phones import show_code

    return show_code(_folder(asked), config=asked.config, port=asked.port, admin=asked.admin)


def _phones(asked: argparse.Namespace) -> int:
    from device.cli.phones import list_phones

    return list_phones(_folder(asked))


def _https(asked: argparse.Namespace) -> int:
    from device.cli.https import turn_off, turn_on

    if asked.off or asked.forget:
        return turn_off(_folder(asked), forget=asked.forget)
    return turn_on(_folder(asked), config=asked.config, port=asked.port)


def _backup(asked: argparse.Namespace) -> int:
    from device.cli.backup import make_backup

    return make_backup(_folder(asked), asked.file)


def _restore(asked: argparse.Namespace) -> int:
    from device.cli.backup import restore_backup

    return restore_backup(_folder(asked), asked.file)


def _export(asked: argparse.Namespace) -> int:
    from device.cli.backup import export_games

    return export_games(_folder(asked), asked.file, number=asked.game)


def _wiring(asked: argparse.Namespace) -> int:
    from device.cli.lamps import print_wiring

    return print_wiring(asked.config, svg=asked.svg)


def _lamps(asked: argparse.Namespace) -> int:
    from device.cli.lamps import try_lamps

    return try_lamps(asked.config)


def _config(asked: argparse.Namespace) -> int:
    from device.cli.config import print_config

    return print_config(asked.config)


def _check(asked: argparse.Namespace) -> int:
    from device.cli.config import check_config

    return check_config(asked.file)


def _doctor(asked: argparse.Namespace) -> int:
    from device.cli.doctor import doctor

    return doctor(
        config=asked.config,
        data=asked.data,
        as_json=asked.json,
        bundle=asked.bundle,
        pictures=asked.with_pictures,
    )


if __name__ == "__main__":
    sys.exit(main())
