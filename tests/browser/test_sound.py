"""What phones let hear, in real Chromium; and lamps and sound tried from a phone."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import Open, knows, next_page
from engine.events import ThrowAsked
from engine.table.commands import AskThrow, CorrectThrow, ReportMove, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.ports import LampState

pytestmark = pytest.mark.browser

EAR = """
window.spoken = [];
window.cuts = 0;
window.tones = 0;
window.voices = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", { value: {
  cancel() { window.cuts += 1; },
  speak(words) { window.spoken.push(`${words.lang} ${words.text}`); },
  getVoices() { return window.voices; },
} });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
true;
"""


def hearing(open_phone: Open, path: str = "/", *, start: bool = True, **settings: Any) -> Any:
    """Open a phone that writes down what it says, and touch it so that it speaks."""
    page = open_phone(path=path, **settings)
    page.add_init_script(EAR)
    page.evaluate(EAR)
    sounds(page)
    if start:
        page.click("#sound")
    return page


def sounds(page: Any) -> None:
    """Open what lies behind “More” of sound and movement."""
    page.evaluate("document.querySelectorAll('#more, #sounds').forEach(one => { one.open = true; })")


def spoken(page: Any) -> list[str]:
    return list(page.evaluate("spoken"))


def until_said(page: Any, text: str) -> None:
    page.wait_for_function("text => spoken.some(one => one.includes(text))", arg=text)


def turn_to_ravi(house: House) -> None:
    house.table.do(TakeThrow(Cowries(3, 4), source="camera"))
    house.table.do(ReportMove((0, 0), "r3c4"))


def ask(house: House) -> None:
    house.table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=(Cowries(2, 4), Cowries(3, 4)))))


def test_everything_is_the_boxs_own_sentences_after_a_touch_and_not_before(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = hearing(open_phone, start=False)
    house.table.do(TakeThrow(Cowries(3, 4), source="camera"))
    knows(page, house.journal.last_seq())
    assert (spoken(page), page.evaluate("tones")) == ([], 0)
    page.click("#sound")
    assert page.inner_text("#sound") == "Sound is on"
    assert spoken(page) == ["en Asha moves 3"], "the touch is answered with what the game waits for"
    house.table.do(ReportMove((0, 0), "r3c4"))
    until_said(page, "Ravi’s turn")
    ask(house)
    until_said(page, "What was thrown? Please answer on a phone")
    assert spoken(page)[1:] == ["en Ravi’s turn", "en What was thrown? Please answer on a phone"]
    page.click("#sound")
    house.table.do(CorrectThrow(house.journal.last_seq(), Cowries(2, 4)))
    knows(page, house.journal.last_seq())
    assert len(spoken(page)) == 3, "a second touch ends it"


def test_sound_that_a_call_has_stopped_comes_back_with_the_next_touch(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    page.evaluate("""
        window.contexts = [];
        const Plain = AudioContext;
        window.AudioContext = class extends Plain { constructor() { super(); contexts.push(this); } };
        true;
    """)
    page.evaluate("document.querySelectorAll('#more, #sounds').forEach(one => { one.open = true; })")
    page.click("#sound")
    page.wait_for_function("() => contexts[0].state === 'running'")
    page.evaluate("contexts[0].suspend()")
    page.locator("#sound", has_text="Touch").wait_for(state="attached")
    assert page.get_attribute("#sound", "aria-pressed") == "false", "it does not say that it sounds"
    page.click(".whose")
    page.wait_for_function("() => contexts[0].state === 'running'")
    page.locator("#sound", has_text="Sound is on").wait_for(state="attached")
    page.evaluate("contexts[0].suspend()")
    page.locator("#sound[aria-pressed=false]").wait_for(state="attached")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator("#sound[aria-pressed=true]").wait_for(state="attached")
    page.evaluate("contexts[0].suspend()")
    page.locator("#sound[aria-pressed=false]").wait_for(state="attached")
    page.evaluate("document.querySelectorAll('#more, #sounds').forEach(one => { one.open = true; })")
    page.click("#sound")
    page.locator("#sound[aria-pressed=true]").wait_for(state="attached")
    assert page.evaluate("contexts.length") == 1


def test_a_phone_that_slept_says_what_is_to_do_now_not_what_it_missed(house: House, open_phone: Open) -> None:
    house.start()
    page = hearing(open_phone)
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    turn_to_ravi(house)
    house.table.do(TakeThrow(Cowries(2, 4), source="camera"))
    before = len(spoken(page))
    page.context.set_offline(False)
    until_said(page, "Ravi moves 2")
    assert len(spoken(page)) == before + 1


def test_the_spoken_page_obeys_too_and_answers_who_asks(house: House, open_phone: Open) -> None:
    house.start()
    house.settings.set(hears_phones="silent")
    page = hearing(open_phone, "/blind", start=False)
    page.click("#start")
    assert spoken(page) == ["en This phone is silent."], "who asks for speech hears why there is none"
    house.table.do(TakeThrow(Cowries(3, 4), source="camera"))
    page.locator("#heard", has_text="Asha throws 3 mouths of 4").wait_for()
    assert len(spoken(page)) == 1
    page.select_option("#hears", "alerts")
    house.table.do(ReportMove((0, 0), "r3c4"))
    page.locator("#heard", has_text="Ravi throws").wait_for()
    assert len(spoken(page)) == 1
    ask(house)
    until_said(page, "What was thrown? Please answer on a phone")
    page.select_option("#hears", "everything")
    house.table.do(CorrectThrow(house.journal.last_seq(), Cowries(2, 4)))
    until_said(page, "Ravi moves 2")


def test_alerts_are_only_what_needs_an_answer_and_a_silent_phone_says_nothing(
    house: House, open_phone: Open
) -> None:
    house.start()
    house.settings.set(hears_phones="alerts")
    page = hearing(open_phone, locale="nl-NL")
    assert page.inner_text("#hears-line")
    before, tones = len(spoken(page)), page.evaluate("tones")
    # The lamps first: whoever knows what happened after them knows them as well.
    house.lamps.show(LampState((0.0, 1.0), 0.0, "turn", "turn", 1))
    turn_to_ravi(house)
    knows(page, house.journal.last_seq())
    assert (len(spoken(page)), page.evaluate("tones")) == (before, tones)
    ask(house)
    house.lamps.show(LampState((0.0, 1.0), 0.0, "question", "question", 2))
    page.wait_for_function("before => spoken.length === before + 1", arg=before)
    assert spoken(page)[-1].startswith("nl "), "in the language that it reads"
    page.wait_for_function("tones => window.tones > tones", arg=tones)
    house.settings.set(hears_phones="silent")
    house.lamps.show(LampState((0.0, 1.0), 0.0, "question", "question", 3))
    house.table.do(CorrectThrow(house.journal.last_seq(), Cowries(2, 4)))
    ask(house)
    page.reload()
    knows(page, house.journal.last_seq())
    sounds(page)
    page.click("#sound")
    assert (spoken(page), page.evaluate("tones")) == ([], 0)
    assert page.inner_text("#hears-line")


def choose(admin: Any, level: str) -> None:
    """Choose on an admin's phone what phones let hear."""
    admin.select_option('select[name="hears_phones"]', level)
    with next_page(admin):
        admin.click("#hearing button")


def test_the_house_s_choice_reaches_an_open_phone_and_the_phone_s_own_wins_and_stays(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = hearing(open_phone)
    page.evaluate("window.neverReloaded = true")
    until_said(page, "Asha throws")
    admin = admins(open_phone)
    choose(admin, "silent")
    page.locator("#hears-line:not(:empty)").wait_for()
    turn_to_ravi(house)
    knows(page, house.journal.last_seq())
    assert len(spoken(page)) == 1
    assert page.evaluate("cuts") >= 2, "what was being said is cut"
    page.select_option("#hears", "everything")
    house.table.do(TakeThrow(Cowries(2, 4), source="camera"))
    until_said(page, "Ravi: 2")
    assert page.evaluate("window.neverReloaded") is True
    choose(admin, "alerts")
    page.reload()
    sounds(page)
    knows(page)
    assert page.input_value("#hears") == "everything"
    assert page.get_attribute("#sound", "aria-pressed") == "false", (
        "a page has to be touched before it sounds"
    )
    page.locator("#hears option", has_text="only alerts").first.wait_for(state="attached")
    page.click("#moments-label")
    page.locator("#sound[aria-pressed=true]").wait_for(state="attached")
    house.table.do(ReportMove((1, 0), "r0c0"))
    until_said(page, "Asha’s turn")
    page.select_option("#hears", "")
    said = len(spoken(page))
    house.table.do(TakeThrow(Cowries(2, 4), source="camera"))
    knows(page, house.journal.last_seq())
    assert len(spoken(page)) == said
    with next_page(page):
        house.start(names=("Mina", "Dev"))
    page.locator("#sound[aria-pressed=false]").wait_for(state="attached")
    knows(page)
    sounds(page)
    page.click("#sound")
    assert page.get_attribute("#sound", "aria-pressed") == "true", "the button itself may be the first touch"


def test_tones_can_be_had_without_the_voice_and_are_where_there_is_none_for_the_language(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = hearing(open_phone, start=False)
    page.uncheck("#voice")
    page.click("#sound")
    tones = page.evaluate("tones")
    turn_to_ravi(house)
    house.lamps.show(LampState((0.0, 1.0), 0.0, "turn", "turn", 1))
    page.wait_for_function("tones => window.tones > tones", arg=tones)
    knows(page, house.journal.last_seq())
    assert spoken(page) == []
    page.add_init_script("window.voices = [{ lang: 'de_DE' }, { lang: 'pl-PL' }];")
    page.reload()
    sounds(page)
    knows(page)
    assert not page.is_checked("#voice")
    page.locator("#no-voice:not([hidden])").wait_for()
    assert page.is_disabled("#voice")
    page.click("#sound")
    house.table.do(TakeThrow(Cowries(2, 4), source="camera"))
    knows(page, house.journal.last_seq())
    assert spoken(page) == []


# Trying them.


def admins(open_phone: Open) -> Any:
    """Open the page of lamps and sound on an admin's phone."""
    page = open_phone(admin=True, path="/sound")
    page.evaluate(EAR)
    return page


def test_lamps_and_sound_are_tried_in_their_rows_without_loading_the_page_again(
    house: House, open_phone: Open
) -> None:
    house.start("pachisi", "six", ("Maximiliana-Aleksandra Wiśniewska-Łęcka", "Ravi", "Mina", "Dev"))
    page = admins(open_phone)
    page.evaluate("window.neverReloaded = true")

    def tried(name: str) -> None:
        page.locator(f"#try-{name} button").click()
        page.locator(f"#try-{name} .tried:not(:empty)").wait_for()
        assert page.locator(".tried:not(:empty)").count() == 1
        box = page.locator(f"#try-{name} .tried").bounding_box()
        assert 0 <= box["y"] < 844 - box["height"] / 2, "where the finger is"

    def bright(seat: str) -> float:
        lamp = page.locator(f'svg.lamp[aria-label$="{seat}"] .bulb')
        return float(lamp.get_attribute("fill-opacity"))

    tried("lamp-2")
    assert house.lamps.tried == ["lamp-2"]
    assert page.evaluate("document.activeElement.value") == "lamp-2"
    house.lamps.show(LampState((1.0, 1.0, 0.0, 0.0), 0.0, "turn"))
    page.locator('svg[aria-label$="Ravi"] .bulb[fill-opacity="1"]').wait_for()
    assert bright("Mina") < 0.2
    tried("buzzer")
    assert page.evaluate("tones") == 4, "it is not wired: the phone plays it"
    page.click("#here")
    assert spoken(page) == ["en This is how I speak"]
    assert page.evaluate("tones") == 8
    house.lamps.refusal = "the tray is being read, and the lamps hold still: try again when that is done"
    tried("red")
    assert page.locator("#try-red .tried", has_text="hold still").count() == 1
    page.context.set_offline(True)
    page.locator("#try-red button").click()
    page.locator("#try-red .tried", has_text="The box is away.").wait_for()
    assert page.evaluate("window.neverReloaded") is True
