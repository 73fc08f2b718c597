"""Whole games over HTTP, by seeded players who also err: at every step the page says what is so."""

from __future__ import annotations

import random
import re
import time
from html import unescape
from typing import Any

import pytest

from engine.game import Waits
from engine.move import CubeMove, Drop, Take
from engine.table.commands import TakeThrow
from engine.table.state import Model
from engine.throw import Cowries, Dice, Throw, ThrowKind
from ports_for_tests import House, Phone
from web.api.game import state_schema
from web.game.actions import ANSWERS
from web.language.bidi import isolated

jsonschema = pytest.importorskip("jsonschema", reason="the development environment is not complete")

DESCRIBED = jsonschema.Draft202012Validator(STATE := state_schema())
NAMES = ("Asha", "Ravi", "עידו", "Dev Anand of the seventh house")
LOOKS_EVERY = 20
"""The pages beside the play page are looked at so often, in steps."""

State = dict[str, Any]

GAMES = [
    ("chowka-bhara", "5x5", 2, 1),
    ("pachisi", "six", 4, 2),
    ("backgammon", "standard", 2, 3),
    ("backgammon", "finnish", 2, 4),
    ("backgammon", "polish", 2, 5),
]
"""Game, preset, seats, seed."""

QUICK_STEPS, MOST_STEPS = 60, 200
"""As far as the quick walk goes, and where it ends if it has not met everything by then."""


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def without_isolates(text: str) -> str:
    return re.sub("[\u2068\u2069]", "", text)


def thrown(chance: random.Random, kind: ThrowKind) -> Throw:
    if kind.kind == "dice":
        return Dice(tuple(chance.randint(1, 6) for _ in range(kind.count)))
    return Cowries(sum(chance.randint(0, 1) for _ in range(kind.count)), kind.count)


class Walk:
    """One game from its first throw to its end; every answer is looked at."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.phone = Phone(house)
        self.chance = random.Random(seed)
        self.state = self.phone.state()
        self.steps = 0
        self.seen: set[str] = set()

    @property
    def model(self) -> Model:
        return self.house.table.model

    def has_met_everything(self) -> bool:
        """Return whether throws were left to play, and one came before they were played."""
        return "bank" in self.seen and any(one.startswith("kept:  still has") for one in self.seen)

    def do(self, name: str, **body: Any) -> None:
        while True:  # too much at once is asked again: else the game would go as the machine is quick
            status, answer = self.phone.do(name, csrf=self.state["csrf"], **body)
            if status != 429:
                break
            time.sleep(0.1)
        if status == 201:
            self.state = answer
        self.look()

    def tell(self, throw: Throw) -> None:
        """Let the eye see a throw."""
        self.house.table.do(TakeThrow(throw, source="camera"))
        self.state = self.phone.state()
        self.look()

    def go_on(self) -> None:
        """Do the next thing, which is sometimes not the right one."""
        model, chance = self.model, self.chance
        rules, state = model.rules, model.state
        if model.question:
            kind = self.state["question"]["kind"]
            answer = chance.choice(ANSWERS[kind])
            self.do("answers", question=kind, answer=answer, of=self.state["question"]["of"])
        elif model.held:
            self.do("answers", question="kept", answer="use")
            if self.model.held:
                self.do("answers", question="kept", answer="drop", of=self.model.waiting[0].seq)
        elif model.waits is Waits.THROW and model.waiting:
            self.do("answers", question="kept", answer="drop", of=model.waiting[0].seq)
        elif chance.random() < 0.02 and model.actions:
            self.do("undo")
        elif chance.random() < 0.02 and model.last_throw:
            other = thrown(chance, ThrowKind(rules.wants(state).kind, _count(model.last_throw.action)))
            self.do("corrections", of=model.last_throw.seq, throw=str(other))
        elif model.waits is Waits.THROW:
            optional = rules.optional(state)
            if optional and chance.random() < 0.3:
                self.do("moves", move=str(chance.choice(optional)))
            else:
                self.do("throws", throw=str(thrown(chance, rules.wants(state))))
        elif chance.random() < 0.12:
            self.tell(thrown(chance, rules.wants(state)))  # too early
        elif chance.random() < 0.04 and model.waits is Waits.MOVE:
            piece, square = chance.randrange(rules.pieces), chance.choice(rules.layout.squares).id
            self.do("board", player=model.turn, piece=piece, to=square)
        else:
            moves = rules.moves(state) if model.waits is Waits.MOVE else []
            optional = rules.optional(state)
            answers = [one for one in optional if isinstance(one, CubeMove) and one != Drop()]
            self.do("moves", move=str(chance.choice([*moves, *answers] or optional)))

    def look(self) -> None:
        """Hold what is said against what is so."""
        self.steps += 1
        model, state = self.model, self.state
        rules, now, names = model.rules, model.state, model.setup.names
        parts = {name: words(html) for name, html in state["parts"].items() if name != "men"}
        outcome = rules.outcome(now)
        assert (state["seq"], state["game"]) == (model.seq, model.game)
        DESCRIBED.validate(state)
        assert state.keys() <= STATE["properties"].keys()
        assert state["turn"]["player"] == model.turn == rules.turn(now)
        assert state["turn"]["waits"] == rules.waits(now)

        bank = [squares for _, squares in rules.bank(now)]
        turn = without_isolates(parts["turn"])
        if outcome is None:
            assert turn.startswith(f"{names[model.turn]} {state['turn']['text']}")
            assert "won" not in turn
            assert "over" not in turn
        else:
            assert state["turn"]["text"] == "the game is over"
            assert all(names[seat] in turn.split("the game is over")[0] for seat in outcome.winners)
            assert outcome.points == 1 or f"{outcome.points} point" in turn
        if rules.waits(now) is Waits.MOVE:
            doubled = Take() in rules.optional(now)
            assert ("double" in state["turn"]["text"]) == doubled
            said = [int(n) for n in re.findall(r"\d+", state["turn"]["text"])]
            assert doubled or all(value in said for value, _ in rules.bank(now))
        elif rules.waits(now) is Waits.THROW:
            assert state["turn"]["text"].startswith("throws ")

        chips = re.findall(r'class="chip" data-value="(\d+)"', state["parts"]["throw"])
        assert chips == ([] if outcome else [str(value) for value, _ in rules.bank(now)])
        offered = re.findall(r'name="move" value="([^"]*)"', state["parts"]["moves"])
        can_move = rules.waits(now) is Waits.MOVE and not model.question
        assert [unescape(one) for one in offered] == ([str(m) for m in rules.moves(now)] if can_move else [])
        assert ("is not allowed" in parts["questions"]) == (
            state["question"] is not None and state["question"]["kind"] == "illegal"
        )

        self.look_at_throw(parts["throw"])
        self.look_at_waiting(parts["questions"])
        for seat, line in enumerate(state["players"]):
            home = sum(p.player == seat and p.step == rules.home_step for p in rules.placed(now))
            assert line["home"] == home
            assert line["turn"] == (seat == model.turn)
        undo = re.search(r'title="Takes back: ([^"]*)"', state["parts"]["actions"])
        assert (undo is not None) == (state["undo"] is not None)
        if state["undo"]:
            assert model.undoes[0].seq == state["undo"]["seq"]
            assert (
                names[model.actions[-1].player] in state["undo"]["text"]
                or "position" in state["undo"]["text"]
            )
        for sentence in [*parts.values(), *(line["text"] for line in state["events"]), str(state["aloud"])]:
            assert not re.search(
                r"[{}]|%\(|None(?! of the dice)|\bnan\b", sentence.replace(str(state["aloud"]), "")
            ), sentence
        if bank and outcome is None:
            self.seen.add("bank")
        if self.steps % LOOKS_EVERY == 0 or outcome:
            self.look_elsewhere(parts, outcome is not None)

    def look_at_throw(self, part: str) -> None:
        last = self.model.last_throw
        if last is None:
            assert "Nobody has thrown yet" in part
            return
        assert self.model.setup.names[last.player] in part
        throw = last.action
        drawn = self.state["parts"]["throw"].split('class="thrown"')[1].split("</svg>")[0]
        if isinstance(throw, Dice):
            pips = sorted(throw.pips, reverse=True)
            assert [die.count("<circle") for die in drawn.split("<rect")[1:]] == pips
            said = part.split("That throw was wrong")[0]
            assert str(pips[0]) in said
            assert len(set(pips)) == 1 or f"{pips[0]} and {pips[1]}" in said
        elif isinstance(throw, Cowries):
            assert drawn.count('class="cowrie mouth"') == throw.mouths
            assert f"{throw.mouths or 'no'} mouth" in part

    def look_at_waiting(self, part: str) -> None:
        model = self.model
        kept = [waiting for waiting in model.waiting if waiting.throw is not None]
        assert self.state["parts"]["questions"].count('class="kept"') == len(kept)
        if not kept or model.waiting[0] != kept[0]:
            return
        why = without_isolates(self.state["waiting"][0]["why"])
        assert without_isolates(part).count(why) >= 1
        name = model.setup.names[model.turn]
        if model.held:
            assert why.startswith("Held")
        elif model.question:
            assert "question" in why
        elif model.waits is Waits.MOVE and Take() in model.rules.optional(model.state):
            assert why == f"{name} has not answered the double yet."
        elif model.waits is Waits.MOVE and model.rules.bank(model.state):
            said = [int(n) for n in re.findall(r"\d+", why.removeprefix(name))]
            assert why.startswith(f"{name} still has ")
            assert all(value in said for value, _ in model.rules.bank(model.state))
        elif model.waits is Waits.OVER:
            assert why.startswith("The game is over")
        self.seen.add(f"kept: {why.removeprefix(name)[:16]}")

    def look_elsewhere(self, parts: dict[str, str], is_over: bool) -> None:
        """Hold the page without script, television, spoken page and list of games against the play page."""
        client, state = self.phone.client, self.state
        plain = client.get("/").text
        shown = re.split(r'<section class="(\w+)" data-part="\w+"[^>]*>', plain)
        sections = dict(
            zip(shown[1::2], (words(one.split("</section>")[0]) for one in shown[2::2]), strict=True)
        )
        for name in ("turn", "questions", "throw", "moves", "events", "places"):
            assert sections[name] == parts[name]
        tv = client.get("/tv").text

        def on_tv(part: str) -> str:
            return words(tv.split(f'data-part="{part}"')[1].split("</section>")[0].partition(">")[2])

        outcome, players = state["outcome"], state["players"]
        whose = f"{state['turn']['name']} {state['turn']['text']}"
        assert on_tv("turn").startswith(words(outcome["text"] if outcome else whose))
        assert on_tv("players") == words(" ".join(f"{one['name']} {one['score']}" for one in players))
        news = on_tv("news")
        assert not news if state["question"] else news.startswith(state["events"][0]["text"])
        heard = words(client.get("/blind").text.split('id="heard"')[1].split("</p>")[0].partition(">")[2])
        name = isolated(state["turn"]["name"])
        said = state["outcome"]["text"] if state["outcome"] else f"{name} {state['turn']['text']}"
        assert without_isolates(heard) == without_isolates(said)
        line = words(client.get("/games").text.split(f'href="/games/{state["game"]}"')[1].split("</li>")[0])
        assert "on the table" in line
        assert ("won" in line or "shared" in line) == is_over


def _count(action: object) -> int:
    return (
        len(action.pips) if isinstance(action, Dice) else action.shells if isinstance(action, Cowries) else 0
    )


@pytest.mark.parametrize(("game", "preset", "seats", "seed"), GAMES[:4])
def test_in_a_game_the_page_says_what_is_so(
    house: House, game: str, preset: str, seats: int, seed: int
) -> None:
    house.start(game, preset, NAMES[:seats], begins=None)
    walk = Walk(house, seed)
    while walk.model.waits is not Waits.OVER and walk.steps < MOST_STEPS:
        walk.go_on()
        if walk.steps >= QUICK_STEPS and walk.has_met_everything():
            break
    assert walk.steps >= QUICK_STEPS
    assert walk.has_met_everything(), walk.seen


@pytest.mark.slow  # whole games with a page at every step take minutes
@pytest.mark.parametrize(("game", "preset", "seats", "seed"), GAMES)
def test_to_the_end_of_a_game_the_page_says_what_is_so(
    house: House, game: str, preset: str, seats: int, seed: int
) -> None:
    house.start(game, preset, NAMES[:seats], begins=None)
    walk = Walk(house, seed + 100)
    while walk.model.waits is not Waits.OVER and walk.steps < 5000:
        walk.go_on()
    assert walk.model.waits is Waits.OVER
