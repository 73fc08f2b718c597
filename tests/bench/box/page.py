"""How soon the page is there over a slow link: Chromium opens it as a phone does, its network slowed down.

The browser slows every request down by itself (`Network.emulateNetworkConditions`), which leaves out the
greetings of a connection. Needs Playwright and Chromium, the tools of those who change the page.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.bench.box.player import Player
from tests.bench.box.process import BenchError, RunningBox
from tests.bench.figures import Figure, percentile, told

CHROMIUM = "/usr/bin/chromium"
PHONE = {"width": 390, "height": 844}
LANGUAGES = ("en", "pl", "hi", "kn")
"""One for each set of letters."""

LINK_BYTES_S = 125_000
LATENCY_MS = 40
"""1 Mbit/s and what goes with it on a crowded Wi-Fi."""

SETTLED_MS = 1500
"""After everything has come, nothing may move for so long."""

_WATCHED = """
window.bench = { shift: 0, moved: [] };
const named = (node) => {
  if (!node) return "something gone";
  if (node.nodeName === "#text") return `${named(node.parentNode)} “${node.data.trim().slice(0, 24)}”`;
  const own = node.id ? `#${node.id}` : node.className ? `.${node.className}` : "";
  const name = node.nodeName.toLowerCase() + own;
  return own || !node.parentNode ? name : `${named(node.parentNode)} > ${name}`;
};
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (one.hadRecentInput) continue;
    window.bench.shift += one.value;
    for (const { node } of one.sources) window.bench.moved.push(named(node));
  }
}).observe({ type: "layout-shift", buffered: true });
addEventListener("pointerdown", ({ timeStamp }) => {
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.bench.tap = performance.now() - timeStamp; }));
  });
  seen.observe(document.getElementById("play"), { subtree: true, attributes: true, childList: true });
}, true);
"""
"""Sums up what moves, and takes the time from a finger to the first frame that shows something of it."""

_TIMES = """
() => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? null;
  const asked = performance.getEntriesByType("resource");
  const state = asked.find((one) => one.name.endsWith("/api/v1/state"));
  const fonts = asked.filter((one) => one.name.endsWith(".woff2")).map((one) => one.responseEnd);
  return {
    legible: at("first-contentful-paint"),
    playable: state ? state.responseEnd : null,
    fonts: fonts.length ? Math.max(...fonts) : null,
    shift: window.bench.shift,
    moved: window.bench.moved,
  };
}
"""


@dataclass(slots=True)
class Visit:
    """What one visit took."""

    times: Mapping[str, Any]
    bytes_by_kind: Counter[str] = field(default_factory=Counter)
    requests: int = 0


def page(asked: argparse.Namespace) -> Iterator[Figure]:
    """Open the play page over a slow link, the first time and again, and touch a piece.

    Raises:
        BenchError: If there is no browser to do it with.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise BenchError("Playwright is not installed: it comes with the tools for tests") from error
    with RunningBox("--game", "pachisi", "--preset", "seven") as box, Player(box.port, box.key) as player:
        while not player.state()["moves"]:
            player.act(throws=True)
        player.act(throws=False)
        player.undo()  # while a move can be brought back, a touch chooses a piece and plays nothing
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            for language in LANGUAGES:
                yield from _language(browser, box, language, asked.visits)
            browser.close()


def _language(browser: Any, box: RunningBox, language: str, count: int) -> Iterator[Figure]:
    first, again, taps = [], [], []
    for _ in range(count):
        context = browser.new_context(viewport=PHONE, locale=language, has_touch=True)
        context.add_init_script(_WATCHED)
        context.request.get(f"{_here(box)}/?key={box.key}")  # paired before: the code is scanned elsewhere
        first.append(_visit(context, box))
        again.append(_visit(context, box))
        taps += _touch(context.pages[-1])
        context.close()
    kinds = sum((visit.bytes_by_kind for visit in first), Counter[str]())
    for kind, size in sorted(kinds.items()):
        goal = {"script": 60.0, "font": 120.0}.get(kind)
        yield Figure(f"{language}: {kind}, packed", size / count / 1000, "kB", count, goal)
    note = f"{first[0].requests} requests, {again[0].requests} the second time"
    yield Figure(f"{language}: all of it", sum(kinds.values()) / count / 1000, "kB", count, None, note)
    yield Figure(f"{language}: all of it, the second time", _mean_kb(again), "kB", count)
    for name, goal in (("legible", 1500.0), ("playable", 1500.0), ("fonts", None)):
        for visits, when in ((first, ""), (again, ", the second time")):
            times = [visit.times[name] for visit in visits if visit.times[name] is not None]
            if times or goal:
                yield Figure(
                    f"{language}: {name}{when}",
                    percentile(times, 95),
                    "ms",
                    len(times),
                    goal,
                    told(times, "ms"),
                )
    shifts = [visit.times["shift"] for visit in first + again]
    moved = Counter(name for visit in first + again for name in visit.times["moved"])
    note = ", ".join(f"{name} {times}×" for name, times in moved.most_common(4))
    yield Figure(f"{language}: layout shift", max(shifts), "", len(shifts), 0.0, note)
    yield Figure(
        f"{language}: a touch is seen", percentile(taps, 95), "ms", len(taps), 100.0, told(taps, "ms")
    )


def _visit(context: Any, box: RunningBox) -> Visit:
    """Open the page in a tab of its own, which stays open."""
    tab = context.new_page()
    line = context.new_cdp_session(tab)
    line.send("Network.enable")
    link = {"offline": False, "latency": LATENCY_MS}
    line.send(
        "Network.emulateNetworkConditions",
        {**link, "downloadThroughput": LINK_BYTES_S, "uploadThroughput": LINK_BYTES_S},
    )
    kinds: dict[str, str] = {}
    visit = Visit({})

    def came(told: Mapping[str, Any]) -> None:
        if size := told["encodedDataLength"]:
            visit.bytes_by_kind[kinds.get(told["requestId"], "other")] += int(size)
            visit.requests += 1

    line.on("Network.requestWillBeSent", lambda told: kinds.update({told["requestId"]: told["type"].lower()}))
    line.on("Network.loadingFinished", came)
    tab.goto(f"{_here(box)}/", wait_until="load")
    while tab.evaluate(_TIMES)["playable"] is None:
        tab.wait_for_timeout(50)
    tab.evaluate("document.fonts.ready.then(() => null)")
    tab.wait_for_timeout(SETTLED_MS)
    visit.times = tab.evaluate(_TIMES)
    return visit


def _touch(tab: Any) -> list[float]:
    """Touch a piece that can move, and give how long that took to be seen, in milliseconds."""
    piece = tab.locator("#men .can").first
    piece.dispatch_event("pointerdown")
    piece.click(force=True)
    tab.wait_for_timeout(500)
    took = tab.evaluate("window.bench.tap ?? null")
    return [] if took is None else [float(took)]


def _mean_kb(visits: list[Visit]) -> float:
    return statistics.mean(sum(visit.bytes_by_kind.values()) for visit in visits) / 1000


def _here(box: RunningBox) -> str:
    return f"http://127.0.0.1:{box.port}"
