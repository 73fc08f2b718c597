"""Doubts in words: each detector on pictures made for it, and silence on good ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from frames_for_tests import DICE, TRUTH, felt, picture
from vision import Doubt, Expect, Eye, Frame, Tray, blur
from vision import doubts as why
from vision.pyramid import Pyramid

SKINS = {"light": (150, 178, 222), "brown": (72, 108, 168), "dark": (40, 58, 95)}
"""Skin in blue, green, red."""
COOL = [name for name, truth in TRUTH.items() if truth.get("light") in ("even light", "one hard lamp")]


def with_hand(frame: Frame, skin: tuple[int, int, int], *, quarter: int = 0) -> Frame:
    """A forearm from the edge with a palm and five fingers, lit from one side."""
    cover = np.zeros((480, 640), np.uint8)
    cv2.line(cover, (640, 300), (430, 250), 255, 90)
    cv2.circle(cover, (400, 240), 62, 255, -1)
    for x, y in [(280, 180), (262, 215), (258, 250), (275, 290), (380, 150)]:
        cv2.line(cover, (390, 240), (x, y), 255, 26)
    for _ in range(quarter):
        cover = np.asarray(cv2.resize(np.rot90(cover), (640, 480)), np.uint8)
    soft = cv2.GaussianBlur(cover, (0, 0), 2)[..., None] / 255
    lit = np.linspace(1.15, 0.75, 480)[:, None, None] * np.array(skin)
    return np.asarray((frame * (1 - soft) + lit * soft).clip(0, 255), np.uint8)


def die(x: float, y: float, size: float = 60, sure: float = 0.9, leaning: float = 0) -> why.Thing:
    return why.Thing(x, y, size, True, sure, leaning)


def shell(x: float, y: float, size: float = 60, leaning: float = 0) -> why.Thing:
    return why.Thing(x, y, size, False, 0.9, leaning)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("ground", [(70, 95, 40), (110, 60, 35), (120, 120, 120), (35, 35, 35)])
def test_a_hand_that_reaches_in_is_seen_on_cloth(skin: str, ground: tuple[int, int, int]) -> None:
    for quarter in range(4):
        assert why.has_hand(Pyramid(with_hand(felt(ground), SKINS[skin], quarter=quarter)))


def test_in_coloured_light_the_shells_tell_what_skin_looks_like() -> None:
    shells = [shell(120, 120), shell(200, 330), shell(90, 250)]
    daylight = with_hand(felt((150, 70, 70)), SKINS["brown"])
    for one in shells:
        cv2.circle(daylight, (round(one.x), round(one.y)), 28, (175, 210, 245), -1)
    for lamp in ((1.0, 0.75, 0.72), (0.8, 1.0, 0.7)):  # blue and green
        frame = np.asarray((daylight * np.array(lamp)).clip(0, 255), np.uint8)
        assert why.has_hand(Pyramid(frame), shells)
    without = np.asarray(felt((150, 70, 70)) * np.array((1.0, 0.75, 0.72)), np.uint8)
    assert not why.has_hand(Pyramid(without), shells)


def test_cloth_and_wood_of_any_colour_are_no_hand() -> None:
    for hue in range(0, 180, 12):
        colour = cv2.cvtColor(np.array([[[hue, 130, 150]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
        assert not why.has_hand(Pyramid(felt(tuple(int(part) for part in colour))))


def test_a_wooden_rim_and_a_plank_are_no_hand() -> None:
    plank = felt()
    plank[:90] = (70, 110, 170)
    assert not why.has_hand(Pyramid(plank))
    rim = felt()
    cv2.rectangle(rim, (0, 0), (639, 479), (70, 110, 170), 80)
    assert not why.has_hand(Pyramid(rim))


def test_good_pictures_are_not_called_bad() -> None:
    for name in TRUTH:
        frame = picture(name)
        assert not why.has_hand(Pyramid(frame)), name
        assert not why.is_dark(frame), name


def test_a_hand_beside_the_throw_is_asked_about(eye: Eye) -> None:
    frames = [with_hand(picture(name), SKINS["brown"]) for name in COOL[:4]]
    seen = [frame for frame in frames if why.has_hand(Pyramid(frame))]
    assert len(seen) >= 3  # on ground of the colour of skin a hand that lies still may pass for ground
    for frame in seen:
        assert not eye.read(frame, expect=Expect("auto")).certain


@pytest.mark.parametrize("blur_px", [10, 16, 25])
def test_a_picture_in_which_blur_hides_everything_is_seldom_called_empty(eye: Eye, blur_px: int) -> None:
    asked = []
    for name in TRUTH:
        frame = np.asarray(cv2.GaussianBlur(picture(name), (0, 0), blur_px), np.uint8)
        low, high = np.percentile(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), [1, 99])
        if high - low < 60:
            continue  # an empty tray in dim light looks like this
        reading = eye.read(frame, expect=Expect("auto"))
        asked.append(bool(reading.seen or reading.doubts))
        hints = {why.BLURRED, why.OF_DIE["alone"], why.OF_SHELL["alone"]}
        assert reading.seen or reading.certain or hints & {*reading.doubts}
    assert len(asked) >= 8
    assert asked.count(False) <= 1


def test_an_empty_tray_is_not_called_blurred() -> None:
    fading = np.linspace(40, 190, 640)[None, :, None] * np.ones((480, 1, 3))
    trays = [felt(), np.asarray(fading, np.uint8), felt((20, 20, 20))]
    rim = felt()
    cv2.rectangle(rim, (60, 60), (580, 420), (70, 110, 170), 30)
    for tray in (*trays, rim):
        assert not blur.is_vague(Pyramid(tray))


def test_a_picture_too_dark_to_read_says_that_light_is_wanted(eye: Eye) -> None:
    for name in COOL:
        dark = (picture(name) * 0.012).astype(np.uint8)
        reading = eye.read(dark, expect=Expect("auto"))
        assert why.TOO_DARK in reading.doubts
        assert not reading.certain


def test_what_is_seen_in_little_light_is_read_as_in_much(eye: Eye) -> None:
    told = 0
    for name in COOL:
        bright = eye.read(picture(name), expect=Expect("auto"))
        dim = eye.read((picture(name) * 0.12).astype(np.uint8), expect=Expect("auto"))
        told += dim.certain
        assert (dim.values, dim.mouths) == (bright.values, bright.mouths) or dim.doubts[0] == why.TOO_DARK
    assert told > 0


def test_a_picture_out_of_focus_is_never_told_wrong_as_certain(eye: Eye) -> None:
    said = 0
    for name in COOL:
        sharp = eye.read(picture(name), expect=Expect("auto"))
        for pixels in (4, 6, 9, 14):
            soft = np.asarray(cv2.GaussianBlur(picture(name), (0, 0), pixels), np.uint8)
            reading = eye.read(soft, expect=Expect("auto"))
            said += why.BLURRED in reading.doubts
            if reading.certain and reading.seen:
                assert (reading.values, reading.mouths) == (sharp.values, sharp.mouths)
    assert said >= 2


def test_a_die_on_another_is_stacked_and_one_beside_it_is_not() -> None:
    assert why.is_stacked(die(100, 100), [die(130, 110)])
    assert not why.is_stacked(die(100, 100), [die(160, 100)])
    assert not why.is_stacked(shell(100, 100), [shell(144, 100)])


def test_what_touches_another_must_be_told_more_surely() -> None:
    assert why.least_sure(shell(100, 100), [shell(160, 100)]) > 0.9
    assert why.least_sure(shell(100, 100), [shell(170, 100)]) == 0
    assert why.least_sure(shell(100, 100), []) == 0


REST = [shell(160, 100), shell(300, 100), shell(400, 200)]


@pytest.mark.parametrize(
    ("one", "rest", "short"),
    [
        (shell(100, 100, size=46), REST, True),
        (shell(100, 100, size=52), REST, False),
        (shell(100, 200, size=46), REST, False),  # lies alone: it is a small one
        (shell(100, 100, size=46), REST[:1], False),
        (die(100, 100, size=46), REST, False),
        (shell(100, 100, size=55, leaning=0.002), REST, True),  # a hint that it leans is enough
        (shell(100, 100, size=55), REST, False),
        (shell(100, 100, size=59, leaning=0.002), REST, False),
        (shell(90, 100, size=55, leaning=0.002), REST, False),  # does not touch it
        (shell(100, 100, size=55, leaning=0.002), REST[:1], False),
    ],
)
def test_a_shell_that_looks_shorter_than_the_others_leans_on_the_one_beside_it(
    one: why.Thing, rest: list[why.Thing], short: bool
) -> None:
    assert why.is_short(one, rest) is short


def test_what_leans_is_told_with_its_cause() -> None:
    tray = Tray.from_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])
    ground = felt()
    at_rim = why.of_thing(ground, die(92, 240), [], tray=tray)
    assert str(at_rim) == "one die touches the rim: push it to the middle"
    assert str(why.of_thing(ground, die(300, 240, leaning=0.8), [])) == "one die leans: lay it flat"
    beside = why.of_thing(ground, shell(300, 240), [shell(350, 240)])
    assert str(beside) == "one shell leans on another: push them apart"
    apart = why.of_thing(ground, die(300, 240), [die(500, 240)])
    assert str(apart) == "one die cannot be told: look at it"


def test_a_lamp_mirrored_in_one_shell_is_told() -> None:
    frame = felt()
    places = [(150, 150), (320, 150), (480, 150)]
    for x, y in places:
        cv2.circle(frame, (x, y), 30, (170, 190, 205), -1)
    shells = [shell(x, y) for x, y in places]
    assert not any(why.is_dazzled(frame, one, [other for other in shells if other != one]) for one in shells)
    cv2.circle(frame, (320, 145), 14, (255, 255, 255), -1)
    dazzled = [why.is_dazzled(frame, one, [other for other in shells if other != one]) for one in shells]
    assert dazzled == [False, True, False]
    assert str(why.of_thing(frame, shells[1], [])).startswith("the lamp dazzles on one shell")


def test_shells_that_too_much_light_has_made_white_are_asked_about() -> None:
    frame = felt()
    places = [(150, 150), (320, 150), (480, 150)]
    for x, y in places:
        cv2.circle(frame, (x, y), 30, (238, 244, 248), -1)
    shells = [shell(x, y) for x, y in places]
    assert why.GLARE not in why.of_picture(Pyramid(frame), shells)
    cv2.circle(frame, places[0], 30, (255, 255, 255), -1)
    assert why.GLARE not in why.of_picture(Pyramid(frame), shells)
    cv2.circle(frame, places[1], 30, (255, 255, 255), -1)
    assert why.GLARE in why.of_picture(Pyramid(frame), shells)
    assert why.GLARE not in why.of_picture(Pyramid(frame), [die(x, y) for x, y in places])


def test_a_tray_that_was_moved_is_asked_about(eye: Eye) -> None:
    name = next(name for name in DICE if len(TRUTH[name]["values"]) == 2)
    scene = felt((60, 60, 60))
    scene[60:420, 80:560] = cv2.resize(picture(name), (480, 360))
    cv2.rectangle(scene, (70, 50), (570, 430), (40, 90, 160), 18)
    cv2.circle(scene, (30, 240), 20, (230, 230, 230), -1)
    tray = Tray.from_corners([(80, 60), (560, 60), (560, 420), (80, 420)], width=640, height=480)
    known = tray.remembering(scene)
    assert why.TRAY_GONE not in eye.read(scene, expect=Expect("dice"), tray=known).doubts
    gone = np.ascontiguousarray(np.rot90(cv2.resize(scene, (480, 640))))[:, ::-1].copy()
    moved = np.roll(gone, (170, 260), (0, 1))
    assert why.TRAY_GONE in eye.read(moved, expect=Expect("dice"), tray=known).doubts


def test_every_doubt_says_what_to_do() -> None:
    ours = [one for one in vars(why).values() if isinstance(one, Doubt) and not one.template.startswith("{")]
    for sentence in map(str, (*ours, *why.OF_DIE.values(), *why.OF_SHELL.values())):
        assert ": " in sentence
        assert len(sentence) < 80
        assert sentence[0].islower()
        assert not sentence.endswith(".")
