"""States of a house and the pages that show them: what checks of whole pages and contact sheets look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any

from boards.over_board import BUMPED, board
from boards.painted_board import start as at_the_start
from browser_for_tests import unfold
from engine.ending import Accept, Agree, Resign
from engine.errors import EngineError
from engine.events import ThrowAsked
from engine.game import Waits
from engine.house import house_rules
from engine.match import Conduct, TimeControl
from engine.messages import Message
from engine.move import Double, EndTurn
from engine.notation import read_games, replay_record, write_house, write_record
from engine.table.commands import AskThrow, GiveTime, PlayMove, ReportMove, SetPosition, TakeThrow, Undo
from engine.throw import Cowries, Dice, Throw, ThrowKind
from engines.random_matches import match_setup
from engines.whole_matches import play_whole
from journals_for_tests import play_on
from places import ROOT
from web.house.credentials import TOKENS, put_secret
from web.ports import EyeState, Trust

if TYPE_CHECKING:
    from ports_for_tests import House

NAMES = ("Asha", "Ravi", "Mina", "Dev")
LONG = (
    "Sivaramakrishnan Venkatasubramanian Iyer",
    "Maximiliana Wilhelmina van der Zonneveld",
    "Anna-Katariina Kuusela-Hämäläinen, Turku",
    "Wawrzyniec Brzęczyszczykiewicz z Łękołodów",
)
OURS = house_rules("pachisi", "six", {"gate": True}, name="Ours")
PRESETS = {"chowka-bhara": ("5x5", 4), "pachisi": ("six", 4), "backgammon": ("standard", 2)}
PICTURES = {
    "die": ROOT / "device" / "film" / "ivory-dice-4-4" / "008.jpg",
    "shells": ROOT / "device" / "film" / "four-shells-1" / "015.jpg",
}


@dataclass
class Scene:
    """A game that is brought into a state."""

    house: House
    game: str = "chowka-bhara"
    names: tuple[str, ...] = NAMES

    def __post_init__(self) -> None:
        self.chance = Random(5)

    def begin(self) -> Scene:
        """Begin the game; nothing is thrown."""
        preset, seats = PRESETS[self.game]
        self.house.start(self.game, preset, self.names[:seats])
        return self

    def play(self, throws: int) -> Scene:
        """Play by chance, until so many throws are made and somebody has to throw again."""
        table = self.house.table
        if not table.has_game:
            self.begin()
        while (waits := table.model.waits) is not Waits.OVER and (throws > 0 or waits is not Waits.THROW):
            if waits is Waits.THROW:
                self.throw()
                throws -= 1
            else:
                moves = table.model.rules.moves(table.model.state)
                table.do(PlayMove(self.chance.choice(moves or [EndTurn()]), sure=True))
        return self

    def to_move(self, throws: int = 10) -> Scene:
        """Play on until somebody has thrown and has more than one way to move."""
        self.play(throws)
        table = self.house.table
        for _ in range(60):
            model = table.model
            if model.waits is Waits.MOVE and len(model.rules.moves(model.state)) > 1:
                break
            if model.waits is Waits.THROW:
                self.throw()
            elif model.waits is not Waits.OVER:
                table.do(PlayMove((model.rules.moves(model.state) or [EndTurn()])[0], sure=True))
        return self

    def any_throw(self) -> Throw:
        """Throw fair shells or dice of the kind that is due."""
        return thrown(self.house.table.model.rules.wants(self.house.table.model.state), self.chance)

    def throw(self) -> None:
        """Throw before the camera."""
        self.house.table.do(TakeThrow(self.any_throw(), source="camera", photo=self.photograph()))

    def photograph(self) -> str:
        """Keep a picture of shells or dice as that of a throw."""
        picture = PICTURES["die" if self.game == "backgammon" else "shells"].read_bytes()
        return self.house.journal.keep_photograph(picture, picture)


def thrown(kind: ThrowKind, chance: Random) -> Throw:
    """Throw by chance."""
    if kind.kind == "cowries":
        return Cowries(sum(chance.random() < 0.5 for _ in range(kind.count)), kind.count)
    return Dice(tuple(chance.randint(1, 6) for _ in range(kind.count)))


# What may be so on the table.


def nobody(scene: Scene) -> None:
    """No game is there."""


def asked(scene: Scene) -> None:
    """The eye asks what was thrown."""
    scene.play(9)
    likely = list(dict.fromkeys((scene.any_throw(), scene.any_throw())))
    doubts = (Message("one die touches the rim: push it to the middle"),)
    scene.house.table.do(
        AskThrow(
            ThrowAsked(faces=(), alternatives=tuple(likely), photo=scene.photograph(), doubts=tuple(doubts))
        )
    )


def illegal(scene: Scene) -> None:
    """A move was reported that the rules do not allow."""
    scene.to_move()
    table, model = scene.house.table, scene.house.table.model
    for square in model.rules.layout.squares:
        for piece in range(model.rules.pieces):
            try:
                table.do(ReportMove((model.turn, piece), square.id))
            except EngineError:
                continue
            if table.model.question:
                return
            table.do(Undo())


def kept(scene: Scene) -> None:
    """Throws came before the move was entered."""
    scene.to_move()
    for _ in range(2):
        scene.throw()


def taken_back(scene: Scene) -> None:
    """The last move is taken back."""
    scene.play(12)
    scene.house.table.do(Undo())


def choosing(scene: Scene) -> None:
    """A move is taken back: while it can be brought back, a touch chooses a piece and plays nothing."""
    scene.to_move(12)
    table = scene.house.table
    table.do(PlayMove(table.model.rules.moves(table.model.state)[0], sure=True))
    table.do(Undo())


def over(scene: Scene) -> None:
    """The game is played to its end."""
    scene.play(4000)


def resigned(scene: Scene) -> None:
    """Somebody resigns, which ends the game or waits for an answer."""
    scene.play(14)
    scene.house.table.do(PlayMove(Resign(scene.house.table.model.turn)))


def in_trouble(scene: Scene) -> None:
    """The camera has something to say."""
    scene.to_move(8)
    words = Message("the tray is dark: turn a lamp on beside the board")
    scene.house.eye.now = EyeState("uncertain", Message("a camera of paper"), words)


def cube_and_kept(scene: Scene) -> None:
    """The cube is turned, and a throw came early."""
    scene.begin()
    table = scene.house.table
    points = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
    cube = {"value": 4, "owner": 0, "offered": "", "dropped": False}
    table.do(SetPosition({"board": points, "turn": 0, "number": 9, "cube": cube}))
    table.do(TakeThrow(Dice((4, 6)), source="typed"))
    table.do(TakeThrow(Dice((2, 1)), source="camera"))


def won(scene: Scene) -> None:
    """A player of backgammon has borne off the last checker."""
    scene.begin()
    table = scene.house.table
    points = [0] * 26
    points[1], points[2] = 1, -15
    table.do(SetPosition({"board": points, "turn": 0, "number": 9}))
    table.do(TakeThrow(Dice((2, 1)), source="typed"))
    table.do(PlayMove(table.model.rules.moves(table.model.state)[0]))


def in_match(scene: Scene, *, length: int = 5, **about: Any) -> None:
    """A match is begun, with a clock."""
    conduct = Conduct(event="Kesäturnaus, Jyväskylän backgammonkerho", round="Semifinal 2")
    about = {"times": TimeControl(12.0, 3000.0), "conduct": conduct, **about}
    setup = match_setup(length, **about)
    scene.house.table.start(replace(setup, names=scene.names[:2]))
    scene.house.table.do(TakeThrow(Dice((3, 1))))


def large_scores(scene: Scene) -> None:
    """Money is played for long, and time is short."""
    in_match(scene, length=0, score=(123, 45678), times=TimeControl(12.0, 36_000.0))
    scene.house.table.do(GiveTime(1, -35_995, "so"))


def between_games(scene: Scene) -> None:
    """A game of a match is over."""
    in_match(scene)
    scene.house.table.do(PlayMove(Resign(0, 2)))
    scene.house.table.do(PlayMove(Accept()))


def doubled(scene: Scene) -> None:
    """Who is doubled takes, passes or beavers."""
    in_match(scene, length=0, beavers=True)
    table = scene.house.table
    table.do(PlayMove(table.model.rules.moves(table.model.state)[0]))
    table.do(PlayMove(EndTurn()))
    table.do(PlayMove(Double()))


def tournament(scene: Scene) -> None:
    """A match in tournament mode goes on, and an older one is closed."""
    for _ in range(2):
        in_match(scene, length=3, conduct=Conduct(event="Sunday cup", round="Final", tournament=True))


def lived_in(scene: Scene) -> None:
    """All that a household leaves behind, and a file of games to look at."""
    house = scene.house
    scene.begin()
    play_on(house.table, 30, seed=2)
    house.book.save(OURS)
    house.book.save(house_rules("pachisi", "six", {}, name="Ours"))
    house.people.remember(NAMES[:3], game=1)
    house.people.change(1, name="Asha K.", sign=2)
    house.start("pachisi")
    house.table.do(PlayMove(Agree((0,))))
    play_whole(Random(7), table=house.table, length=3)
    put = '{"%s": ["Lamp", "player", 0, 0, 0]}' % ("a" * 64)
    house.journal.write(lambda writer: put_secret(writer, TOKENS, put))
    house.tokens.__init__(house.journal)  # type: ignore[misc]
    house.trust = Trust("", "AB:" * 31 + "CD", 8443, frozenset({"192.168.1.20"}))
    send_games(house)


def send_games(house: House) -> None:
    """Send a file of games to look at; one of them differs from the rules, one cannot be read."""
    found = read_games((ROOT / "tests" / "golden" / "gnubg-match.mat").read_bytes())
    records = [write_record(replay_record(game.record)) for game in found if game.record]
    records[0] = records[0].replace("13/11 24/23", "13/11 24/22", 1)
    records[1] = records[1].replace("4-3; ", "4-7; ", 1)
    admin = house.admin()
    file = (BytesIO("".join(records).encode()), "match.txt")
    sent = admin.client.post("/games/import", data={"csrf": admin.state()["csrf"], "games": file})
    assert sent.location == "/games/import/1"


def eye_in_trouble(scene: Scene) -> None:
    """The eye has read in the dark, and its tray is forgotten."""
    scene.begin()
    scene.house.sight.faults = {"dark": Message("the tray is dark: put a lamp near it")}
    scene.house.sight.measure_light()
    scene.house.sight.read()
    scene.house.sight.forget_tray()


def bumped(scene: Scene) -> None:
    """The board was set up and bumped, and shows another position than the game."""
    scene.house.start("backgammon", "standard")
    scene.house.table.do(TakeThrow(Dice((3, 1))))
    scene.house.see_board()
    scene.house.see_board({**at_the_start(), 8: 2, 5: 2, 6: 4}, at=2.0)
    scene.house.over_board.frame = board(BUMPED)
    for _ in range(2):
        scene.house.board.watch.look()


# Which pages show it.


def folded(page: Any) -> None:
    """Open all that is folded away in a page."""
    unfold(page, "main details:not(.sheet)")


def clicking(*selectors: str) -> Callable[[Any], None]:
    """Make a walk that touches one thing after the other."""

    def walk(page: Any) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return walk


@dataclass(frozen=True)
class State:
    """A house as it may be, and the pages that show it."""

    name: str
    lay: Callable[[Scene], object]
    paths: tuple[str, ...] = ("/",)
    game: str = "chowka-bhara"
    names: tuple[str, ...] = NAMES
    act: Callable[[Any], object] | None = None
    """What is touched before the page is looked at."""


LIVED_IN = {
    "games": (
        *("/games", "/games/1", "/games/2", "/games/1/record", "/games/1/delete", "/games/1/open"),
        *("/games/3", "/games/3/record", "/matches", "/matches/3", "/games/throws"),
        *("/backup", "/games/import", "/games/import/1", "/earlier"),
    ),
    "rules": (
        *("/new", "/new?game=backgammon", "/rules", "/rules/backgammon", "/rules/pachisi/seven"),
        "/new?game=pachisi&option-gate=true&option-table=six-tylor&option-stack=castles",
        "/new?game=backgammon&option-start=nackgammon",
        *("/house", "/house/1", "/house/1/change", "/house/1/delete", "/house/shared"),
        f"/house/shared?rules={write_house(OURS)}",
        "/house/shared?rules=rubbish",
    ),
    "people and phones": (
        *("/guide", "/install", "/away", "/phone", "/phones", "/phones/admin/unpair"),
        *("/phones/player/unpair", "/phones/player/role?role=admin"),
        "/phones/tokens/token-aaaaaaaaaaaaaaaa/take-back",
        *("/people", "/people/1", "/people/1/delete", "/out", "/language", "/seats"),
    ),
    "the box": (
        *("/status", "/status/stop", "/lamps", "/eye", "/eye/board", "/board/seen", "/sound"),
        *("/connections", "/tv", "/overlay?at=top-left&ground=light", "/overlay", "/blind", "/nothing"),
        *("/end", "/clock", "/conduct"),
    ),
}

STATES = (
    *(State(f"lived in: {about}", lived_in, paths) for about, paths in LIVED_IN.items()),
    State("nobody", nobody, ("/", "/tv", "/blind")),
    State("begun", Scene.begin, act=clicking("#throw-sheet summary")),
    State("menu", Scene.begin, act=clicking("#menu > summary")),
    State("unfolded", Scene.to_move, game="backgammon", act=folded),
    State("long names", Scene.to_move, ("/", "/tv", "/blind", "/new"), "pachisi", LONG),
    State("asked", asked),
    State("asked, sheet", asked, act=clicking(".asked > summary", "#throw-sheet summary")),
    State("illegal", illegal, act=clicking("#rule summary")),
    State(
        "arranging",
        Scene.to_move,
        act=lambda page: page.evaluate("document.querySelector('#arrange-open').click()"),
    ),
    State("kept throws", kept, game="pachisi"),
    State("taken back", choosing, act=clicking("#men .can")),
    State("trouble", in_trouble, game="pachisi"),
    State("resigned", resigned, game="backgammon"),
    State(
        "wide letters",
        kept,
        ("/", "/games", "/games/1", "/new"),
        names=("W" * 40, "M" * 40, "A", "B"),
    ),
    State("cube", cube_and_kept, ("/", "/tv"), "backgammon", LONG),
    State("won", won, ("/", "/tv", "/blind"), "backgammon", LONG),
    State("match", in_match, ("/", "/tv", "/blind", "/clock"), "backgammon", LONG),
    State("large scores", large_scores, ("/", "/blind"), "backgammon", LONG),
    State("between games", between_games, ("/", "/games", "/games/1"), "backgammon", LONG),
    State("doubled", doubled, game="backgammon"),
    State("void", in_match, act=clicking("#last > summary", "#void > summary")),
    State(
        "match form",
        nobody,
        ("/new?game=backgammon&match=money&match-clock=own",),
        act=lambda page: unfold(page, "#match, #conduct, #rules, #options"),
    ),
    State(
        "tournament",
        tournament,
        ("/", "/games/1/open", "/matches", "/conduct", "/overlay", "/status/stop"),
    ),
    State("eye in trouble", eye_in_trouble, ("/eye?first=1",), act=folded),
    State("board bumped", bumped, ("/eye/board", "/board/seen"), act=folded),
)
