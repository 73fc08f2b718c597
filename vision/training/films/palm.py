"""A hand and its sleeve, drawn flat and shaded as if round: it throws, nudges, clears, rests, passes over."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from films import shade
from films.shade import HEIGHT, WIDTH, Lens, Light, Picture
from shapes.shape import Floats, linear

FINGERS = ((-2.3, 2.6, 4.9), (-0.8, 3.1, 6.1), (0.75, 3.0, 5.9), (2.1, 2.4, 4.8))
"""x, y of the knuckle and y of the finger's tip when it is stretched, centimetres."""
REACH_CM = 5.2
"""So far the tips reach beyond the middle of the hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Where a hand is in one frame."""

    x: float
    y: float
    """Middle of the hand, centimetres."""
    angle: float
    """Where its fingers point: 0 is up in the picture, counted against the clock, in radians."""
    grip: float = 0.5
    """0 is a flat hand, 1 a fist."""
    z: float = 4.0
    """Height over the felt, centimetres."""
    only_sleeve: bool = False

    def towards(self, other: Hand, share: float) -> Hand:
        """The hand on its way to where it is next."""
        return replace(
            other,
            x=self.x + share * (other.x - self.x),
            y=self.y + share * (other.y - self.y),
            angle=self.angle + share * (other.angle - self.angle),
            grip=self.grip + share * (other.grip - self.grip),
            z=self.z + share * (other.z - self.z),
        )


@dataclass(frozen=True, slots=True)
class HandLook:
    """Colours as seen on a screen: R, G, B."""

    skin: tuple[float, float, float] = (0.72, 0.52, 0.41)
    sleeve: tuple[float, float, float] = (0.2, 0.24, 0.36)
    small: float = 0.74
    """Factor on the size."""


def _spot(hand: Hand, x: float, y: float, small: float) -> Floats:
    c, s = np.cos(hand.angle), np.sin(hand.angle)
    x, y = x * small, y * small
    return np.array([hand.x + c * x - s * y, hand.y + s * x + c * y, hand.z])


def _rods(hand: Hand) -> tuple[list, list]:
    """The hand as rods: two ends and two radii in local centimetres; skin, then sleeve."""
    skin = []
    if not hand.only_sleeve:
        for x, knuckle, tip in FINGERS:
            bend = knuckle + (tip - knuckle) * (1 - 0.75 * hand.grip)
            skin.append(((x * 0.8, -1.5), (x, knuckle), 1.1, 0.85))
            skin.append(((x, knuckle), (x * (1.1 - 0.25 * hand.grip), bend), 0.82, 0.66))
        thumb = (-2.9 + 1.6 * hand.grip, 2.2 + 0.4 * hand.grip)
        skin.append(((-2.0, -2.4), (-3.6 + 0.6 * hand.grip, -0.2), 1.25, 0.9))
        skin.append(((-3.6 + 0.6 * hand.grip, -0.2), thumb, 0.88, 0.7))
        skin.append(((0.0, -2.0), (0.0, -7.5), 2.6, 2.1))
    sleeve = [((0.0, -6.0), (0.2, -14.0), 2.7, 3.1), ((0.2, -14.0), (0.4, -45.0), 3.1, 4.2)]
    return skin, sleeve


def mask(hand: Hand, lens: Lens, look: HandLook) -> tuple[np.ndarray, np.ndarray]:
    """Draw where the picture shows skin, and where sleeve: (height, width), uint8."""
    drawn = []
    for rods in _rods(hand):
        part = np.zeros((HEIGHT, WIDTH), np.uint8)
        for start, end, first, last in rods:
            for share in np.linspace(0, 1, 2 + int(3 * np.hypot(end[0] - start[0], end[1] - start[1]))):
                at = _spot(
                    hand,
                    start[0] + share * (end[0] - start[0]),
                    start[1] + share * (end[1] - start[1]),
                    look.small,
                )
                x, y, away = lens.project(at[None])[0]
                radius = (first + share * (last - first)) * look.small
                radius *= WIDTH * lens.height_cm / lens.span_cm / away
                if -radius < x < WIDTH + radius and -radius < y < HEIGHT + radius:
                    centre = (round(16 * x), round(16 * y))
                    cv2.circle(part, centre, round(16 * radius), 255, -1, cv2.LINE_AA, 4)
        drawn.append(part)
    return drawn[0], drawn[1]


def shadow(
    cover: Picture, masks: tuple[np.ndarray, np.ndarray], hand: Hand, lens: Lens, light: Light
) -> None:
    """Darken `cover` where the hand takes the light, in place."""
    both = np.maximum(*masks).astype(np.float32) / 255
    scale = WIDTH / lens.span_cm
    away = -light.way[:2] / light.way[2] * hand.z * scale
    move = np.array([[1, 0, away[0]], [0, 1, -away[1]]], np.float32)
    blur = max(2.0, light.softness * hand.z * scale)
    cast = cv2.warpAffine(both, move, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    cast = cv2.resize(cast, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    cast = cv2.resize(cv2.GaussianBlur(cast, (0, 0), blur / 4), (WIDTH, HEIGHT))
    share = light.lamp / (light.lamp + light.room)
    cover *= 1 - (0.7 * share * cast)[..., None]
    wide = cv2.resize(both, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    wide = cv2.GaussianBlur(wide, (0, 0), max(1.0, 0.5 * hand.z * scale / 8))
    cover *= 1 - 0.25 * cv2.resize(wide, (WIDTH, HEIGHT))[..., None]


def draw(
    scene: Picture, masks: tuple[np.ndarray, np.ndarray], light: Light, look: HandLook, lens: Lens
) -> None:
    """Draw the hand over the scene, in place."""
    left, top, wide, tall = cv2.boundingRect(np.maximum(*masks))
    if not wide:
        return
    masks = masks[0][top : top + tall, left : left + wide], masks[1][top : top + tall, left : left + wide]
    rng = np.random.default_rng(3)
    cloth = cv2.resize(rng.normal(0, 1, (tall // 3 + 1, wide // 3 + 1)).astype(np.float32), (wide, tall))
    for part, colour, round_cm, grain in (
        (masks[0], look.skin, 1.2, 0.015),
        (masks[1], look.sleeve, 3.0, 0.08),
    ):
        if not part.any():
            continue
        radius = round_cm * WIDTH / lens.span_cm
        inside = cv2.distanceTransform(
            cv2.copyMakeBorder((part > 127).astype(np.uint8), 60, 60, 60, 60, cv2.BORDER_REPLICATE),
            cv2.DIST_L2,
            5,
        )
        inside = np.clip(inside[60:-60, 60:-60], 0, radius)
        round_up = cv2.GaussianBlur(np.sqrt(np.clip(2 * radius * inside - inside**2, 0, None)), (0, 0), 2.5)
        dx = cv2.Sobel(round_up, cv2.CV_32F, 1, 0, scale=1 / 8)
        dy = cv2.Sobel(round_up, cv2.CV_32F, 0, 1, scale=1 / 8)
        long = np.sqrt(dx**2 + dy**2 + 1)
        way = light.way
        lit = np.clip((-dx * way[0] + dy * way[1] + way[2]) / long, 0, 1) * light.lamp
        level = lit[..., None] * light.colour() + light.room * (0.6 + 0.4 / long)[..., None]
        tone = linear(colour)[::-1] * (1 + grain * cloth)[..., None]
        cover = (part.astype(np.float32) / 255)[..., None]
        piece = np.concatenate([tone * level * cover, cover], axis=2).astype(np.float32)
        shade.lay(scene, piece, left, top)
