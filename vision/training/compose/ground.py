"""Grounds on which things are thrown, and clutter that is neither die nor shell, drawn from a seed."""

from __future__ import annotations

import cv2
import numpy as np

WIDTH, HEIGHT = 640, 480
SPAN = 820


def lumps(rng: np.random.Generator, grain: float, stretch: float = 1.0, shape=(SPAN, SPAN)) -> np.ndarray:
    """Smooth noise of mean 0 and deviation about 1, lumps of `grain` pixels, float32."""
    h, w = max(2, round(shape[0] / grain)), max(2, round(shape[1] / (grain * stretch)))
    small = rng.standard_normal((h, w), np.float32)
    return cv2.resize(
        small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC if grain > 1.5 else cv2.INTER_NEAREST
    )


def colour(rng: np.random.Generator, low: float = 0.02, high: float = 0.95) -> np.ndarray:
    kind = rng.random()
    if kind < 0.35:  # nearly grey, often dark or light
        return np.clip(rng.uniform(low, high) ** 0.8 + rng.normal(0, 0.02, 3), 0.01, 1)
    if kind < 0.65:  # brown, beige, wood
        value = rng.uniform(0.15, 0.9)
        return np.clip(value * np.array([rng.uniform(0.35, 0.85), rng.uniform(0.6, 0.95), 1.0]), 0.01, 1)
    hsv = np.uint8([[[rng.integers(0, 180), rng.integers(60, 256), rng.integers(25, 250)]]])
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0


def ground(rng: np.random.Generator) -> np.ndarray:
    """A ground of (HEIGHT, WIDTH, 3), float32, 0 to about 1."""
    kind = rng.choice(
        ["plain", "leather", "carpet", "weave", "speckle", "wood", "stripes", "print", "board", "text"],
        p=[0.2, 0.09, 0.13, 0.1, 0.06, 0.16, 0.07, 0.1, 0.05, 0.04],
    )
    base = colour(rng).astype(np.float32)
    picture = np.broadcast_to(base, (SPAN, SPAN, 3)).astype(np.float32).copy()
    if kind == "plain":
        picture *= 1 + rng.uniform(0, 0.06) * lumps(rng, rng.uniform(1, 3))[..., None]
        picture *= 1 + rng.uniform(0, 0.08) * lumps(rng, rng.uniform(30, 200))[..., None]
    elif kind == "leather":
        picture = picture * 0.3 + 0.02
        grain = lumps(rng, rng.uniform(2, 6))
        picture *= 1 + rng.uniform(0.1, 0.5) * grain[..., None]
        picture += (lumps(rng, rng.uniform(1, 2.5)) > 2.0)[..., None] * rng.uniform(0.05, 0.3)
    elif kind == "carpet":
        size = rng.uniform(4, 22)
        pile = lumps(rng, size, rng.uniform(0.5, 2)) + 0.6 * lumps(rng, size / 3) + 0.3 * lumps(rng, 1)
        picture *= np.clip(1 + rng.uniform(0.1, 0.35) * pile, 0.1, 2)[..., None]
    elif kind == "weave":
        y, x = np.mgrid[0:SPAN, 0:SPAN].astype(np.float32)
        pitch = rng.uniform(4, 18)
        x += 2 * lumps(rng, 40)
        y += 2 * lumps(rng, 40)
        thread = np.sin(x * 2 * np.pi / pitch) * np.sin(y * 2 * np.pi / pitch * rng.uniform(0.6, 1.4))
        picture *= np.clip(1 + rng.uniform(0.1, 0.4) * thread + 0.08 * lumps(rng, 2), 0.1, 2)[..., None]
    elif kind == "speckle":
        cell = rng.uniform(4, 12)
        on = cv2.resize(
            rng.random((round(SPAN / cell), round(SPAN / cell / rng.uniform(1, 2)))).astype(np.float32),
            (SPAN, SPAN),
            interpolation=cv2.INTER_NEAREST,
        )
        on = cv2.GaussianBlur((on > rng.uniform(0.35, 0.8)).astype(np.float32), (0, 0), 1.0)[..., None]
        picture = picture * (1 - on) + colour(rng).astype(np.float32) * on
        picture *= 1 + 0.15 * lumps(rng, 2)[..., None]
    elif kind == "wood":
        rings = lumps(rng, rng.uniform(8, 25), rng.uniform(8, 25)) + 0.3 * lumps(rng, 3, 40)
        if rng.random() < 0.5:
            rings = np.sin(rings * rng.uniform(2, 6))
        base = (
            rng.uniform(0.15, 0.95) * np.array([rng.uniform(0.2, 0.75), rng.uniform(0.45, 0.85), 1])
        ).astype(np.float32)
        picture = base * (1 + rng.uniform(0.02, 0.2) * rings)[..., None]
        if rng.random() < 0.3:
            step = rng.integers(90, 260)
            picture[:: int(step)] *= 0.5
            picture[1 :: int(step)] *= 0.5
    elif kind == "stripes":
        y, _ = np.mgrid[0:SPAN, 0:SPAN].astype(np.float32)
        y += rng.uniform(0, 25) * lumps(rng, rng.uniform(60, 200))
        pitch = rng.uniform(8, 90)
        on = ((y / pitch) % 1 < rng.uniform(0.2, 0.6)).astype(np.float32)
        on = cv2.GaussianBlur(on, (0, 0), 1.0)[..., None]
        picture = picture * (1 - on) + colour(rng).astype(np.float32) * on
        picture *= 1 + 0.05 * lumps(rng, 2)[..., None] + rng.uniform(0, 0.12) * lumps(rng, 90)[..., None]
    elif kind == "print":
        drawn = (picture * 255).clip(0, 255).astype(np.uint8)
        inks = [tuple(int(c) for c in colour(rng) * 255) for _ in range(rng.integers(1, 4))]
        for _ in range(rng.integers(8, 90)):
            ink = inks[rng.integers(len(inks))]
            at = rng.integers(0, SPAN, 2)
            size = int(rng.uniform(4, 70))
            shape = rng.integers(0, 5)
            if shape == 0:
                cv2.circle(
                    drawn,
                    tuple(map(int, at)),
                    size // 2 + 1,
                    ink,
                    -1 if rng.random() < 0.7 else 3,
                    cv2.LINE_AA,
                )
            elif shape == 1:
                cv2.ellipse(
                    drawn,
                    tuple(map(int, at)),
                    (size, max(2, size // 3)),
                    rng.uniform(0, 360),
                    0,
                    360,
                    ink,
                    -1,
                    cv2.LINE_AA,
                )
            elif shape == 2:
                points = at + rng.normal(0, size / 2, (rng.integers(3, 8), 2))
                cv2.fillPoly(drawn, [points.astype(np.int32)], ink, cv2.LINE_AA)
            elif shape == 3:
                points = at + np.cumsum(rng.normal(0, size / 2, (6, 2)), 0)
                cv2.polylines(
                    drawn, [points.astype(np.int32)], False, ink, int(rng.integers(1, 9)), cv2.LINE_AA
                )
            else:
                cv2.rectangle(
                    drawn,
                    tuple(map(int, at)),
                    tuple(map(int, at + rng.integers(5, 90, 2))),
                    ink,
                    -1 if rng.random() < 0.6 else 2,
                )
        picture = drawn.astype(np.float32) / 255
        picture *= 1 + 0.05 * lumps(rng, 2)[..., None]
    elif kind == "board":
        step = int(rng.integers(30, 130))
        drawn = (picture * 255).clip(0, 255).astype(np.uint8)
        other = tuple(int(c) for c in colour(rng) * 255)
        line = tuple(int(c) for c in colour(rng) * 255)
        for i in range(0, SPAN, step):
            for j in range(0, SPAN, step):
                if rng.random() < 0.4:
                    cv2.rectangle(drawn, (j, i), (j + step, i + step), other, -1)
                if rng.random() < 0.1:
                    cv2.line(drawn, (j, i), (j + step, i + step), line, 2, cv2.LINE_AA)
                    cv2.line(drawn, (j + step, i), (j, i + step), line, 2, cv2.LINE_AA)
        for i in range(0, SPAN, step):
            cv2.line(drawn, (0, i), (SPAN, i), line, 2)
            cv2.line(drawn, (i, 0), (i, SPAN), line, 2)
        picture = drawn.astype(np.float32) / 255 * (1 + 0.04 * lumps(rng, 3)[..., None])
    else:
        drawn = np.full((SPAN, SPAN, 3), rng.integers(170, 250), np.uint8)
        size = rng.uniform(0.3, 1.6)
        for y in range(10, SPAN, int(34 * size) + 4):
            letters = "".join(chr(c) for c in rng.integers(33, 123, 90))
            cv2.putText(
                drawn,
                letters,
                (int(rng.integers(-30, 60)), y),
                cv2.FONT_HERSHEY_DUPLEX,
                size,
                (30, 30, 30),
                int(1 + size),
                cv2.LINE_AA,
            )
        picture = drawn.astype(np.float32) / 255
    angle = rng.uniform(0, 360) if rng.random() < 0.8 else 0.0
    move = cv2.getRotationMatrix2D((SPAN / 2, SPAN / 2), angle, rng.uniform(1.0, 1.5))
    move[:, 2] -= ((SPAN - WIDTH) / 2, (SPAN - HEIGHT) / 2)
    return cv2.warpAffine(
        picture, move, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    ).clip(0, 1.2)


def clutter(rng: np.random.Generator, size: float) -> tuple[np.ndarray, np.ndarray]:
    """One thing that is neither die nor shell, `size` about the size of a die: picture and cover, 0 to 1."""
    drawn = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    cover = np.zeros((HEIGHT, WIDTH), np.uint8)
    at = np.array([rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)])
    ink = tuple(int(c) for c in colour(rng) * 255)
    ink2 = tuple(int(c) for c in colour(rng) * 255)
    point = tuple(map(int, at))
    kind = rng.choice(
        ["pen", "coin", "cable", "key", "checker", "box", "dots", "bean", "hand", "keyboard", "cube", "scrap"]
    )

    def both(function, *args, tint=ink, thick=-1):
        function(drawn, *args, tint, thick, cv2.LINE_AA)
        function(cover, *args, 255, thick, cv2.LINE_AA)

    if kind == "pen":
        way = rng.normal(0, 1, 2)
        way /= np.linalg.norm(way)
        long = size * rng.uniform(2, 8)
        thick = max(2, int(size * rng.uniform(0.12, 0.5)))
        end = tuple(map(int, at + way * long))
        both(cv2.line, point, end, thick=thick)
        middle = tuple(map(int, at + way * long * 0.5))
        both(cv2.line, point, middle, tint=ink2, thick=max(1, thick // 2))
    elif kind in ("coin", "checker"):
        radius = int(size * rng.uniform(0.35, 1.0)) + 2
        both(cv2.circle, point, radius)
        cv2.circle(drawn, point, int(radius * 0.8), ink2, max(1, radius // 12), cv2.LINE_AA)
        if kind == "coin":
            cv2.putText(
                drawn,
                str(rng.integers(1, 50)),
                (point[0] - radius // 2, point[1] + radius // 3),
                0,
                radius / 40 + 0.1,
                ink2,
                2,
                cv2.LINE_AA,
            )
        elif rng.random() < 0.5:
            cv2.circle(drawn, point, int(radius * 0.45), ink2, max(1, radius // 10), cv2.LINE_AA)
    elif kind == "cable":
        points = at + np.cumsum(rng.normal(0, size, (9, 2)), 0)
        curve = cv2.resize(points.astype(np.float32), (2, 60), interpolation=cv2.INTER_CUBIC).astype(np.int32)
        thick = max(2, int(size * rng.uniform(0.06, 0.3)))
        cv2.polylines(drawn, [curve], False, ink, thick, cv2.LINE_AA)
        cv2.polylines(cover, [curve], False, 255, thick, cv2.LINE_AA)
    elif kind == "key":
        radius = int(size * rng.uniform(0.3, 0.7)) + 2
        way = rng.normal(0, 1, 2)
        way /= np.linalg.norm(way)
        both(cv2.line, point, tuple(map(int, at + way * size * 2)), thick=max(2, radius // 2))
        both(cv2.circle, point, radius)
        cv2.circle(drawn, point, radius // 3, (20, 20, 20), -1, cv2.LINE_AA)
    elif kind in ("box", "cube", "scrap", "dots", "keyboard"):
        wide = size * (rng.uniform(0.9, 1.2) if kind == "cube" else rng.uniform(0.8, 5))
        tall = size * (rng.uniform(0.9, 1.2) if kind == "cube" else rng.uniform(0.8, 4))
        turn = np.deg2rad(rng.uniform(0, 360))
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = at + (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (wide / 2, tall / 2)) @ axes
        if kind == "scrap":
            corners = corners + rng.normal(0, size * 0.2, (4, 2))
        cv2.fillPoly(drawn, [corners.astype(np.int32)], ink, cv2.LINE_AA)
        cv2.fillPoly(cover, [corners.astype(np.int32)], 255, cv2.LINE_AA)
        if kind == "box":
            cv2.putText(
                drawn,
                "".join(chr(c) for c in rng.integers(65, 91, 6)),
                point,
                0,
                size / 50 + 0.2,
                ink2,
                2,
                cv2.LINE_AA,
            )
        if kind == "cube" and rng.random() < 0.4:
            cv2.putText(
                drawn,
                chr(rng.integers(65, 91)),
                (point[0] - int(size / 4), point[1] + int(size / 4)),
                0,
                size / 35 + 0.1,
                ink2,
                2,
                cv2.LINE_AA,
            )
        if kind == "dots":
            for _ in range(rng.integers(1, 30)):
                spot = at + (rng.uniform(-0.45, 0.45, 2) * (wide, tall)) @ axes
                cv2.circle(
                    drawn,
                    tuple(map(int, spot)),
                    max(1, int(size * rng.uniform(0.03, 0.12))),
                    ink2,
                    -1,
                    cv2.LINE_AA,
                )
        if kind == "keyboard":
            pitch = size * rng.uniform(0.4, 0.9)
            for a in np.arange(-wide / 2 + pitch / 2, wide / 2, pitch):
                for b in np.arange(-tall / 2 + pitch / 2, tall / 2, pitch):
                    square = (
                        at
                        + (np.array([a, b]) + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * pitch * 0.42)
                        @ axes
                    )
                    cv2.fillPoly(drawn, [square.astype(np.int32)], ink2, cv2.LINE_AA)
    elif kind == "bean":
        for _ in range(rng.integers(1, 5)):
            spot = tuple(map(int, at + rng.normal(0, size, 2)))
            dark = tuple(int(c) for c in colour(rng, 0.02, 0.4) * 160)
            both(
                cv2.ellipse,
                spot,
                (int(size * rng.uniform(0.2, 0.5)) + 2, int(size * rng.uniform(0.12, 0.3)) + 1),
                rng.uniform(0, 360),
                0,
                360,
                tint=dark,
            )
    else:  # a hand, simple: a sleeve, a palm and fingers from the edge of the picture
        skin = np.array(
            [rng.uniform(0.3, 0.6), rng.uniform(0.45, 0.75), rng.uniform(0.6, 0.98)]
        ) * rng.uniform(0.3, 1)
        skin_ink = tuple(int(c) for c in (skin * 255).clip(0, 255))
        start = np.array(
            [
                [0, rng.uniform(0, HEIGHT)],
                [WIDTH, rng.uniform(0, HEIGHT)],
                [rng.uniform(0, WIDTH), HEIGHT],
                [rng.uniform(0, WIDTH), 0],
            ][rng.integers(4)]
        )
        palm = start + (np.array([WIDTH / 2, HEIGHT / 2]) - start) * rng.uniform(0.1, 0.5)
        thick = int(size * rng.uniform(1.2, 2.5))
        both(
            cv2.line,
            tuple(map(int, start)),
            tuple(map(int, palm)),
            tint=ink if rng.random() < 0.5 else skin_ink,
            thick=min(250, thick),
        )
        way = (palm - start) / (np.linalg.norm(palm - start) + 1)
        for spread in np.linspace(-0.6, 0.6, 5):
            c, s = np.cos(spread), np.sin(spread)
            finger = palm + np.array([c * way[0] - s * way[1], s * way[0] + c * way[1]]) * size * rng.uniform(
                1, 2.2
            )
            both(
                cv2.line,
                tuple(map(int, palm)),
                tuple(map(int, finger)),
                tint=skin_ink,
                thick=min(200, max(3, thick // 4)),
            )
        both(cv2.circle, tuple(map(int, palm)), min(160, thick // 2), tint=skin_ink)
    lit = 1 + rng.uniform(0, 0.25) * lumps(rng, max(4.0, size), shape=(HEIGHT, WIDTH))
    return drawn.astype(np.float32) / 255 * lit[..., None], cv2.GaussianBlur(cover, (3, 3), 0).astype(
        np.float32
    ) / 255
