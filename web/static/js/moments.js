// Three moments that are felt: a throw lands, a taken piece flies home, somebody has won. Only what is news moves,
// never a page that was opened or comes back, nor what is taken back or put right. Each is off alone where this
// phone keeps it so, or the address of the television says so, and all are where less motion is asked for.

import { Kept } from "./telling.js";

const STILL = "still"; // names of the moments that are off, with blanks between
const NONE = { throw: false, capture: false, win: false, mover: null };
const PUT_RIGHT = new Set([
  "game-started", "game-resumed", "undone", "redone", "position-set", "corrected", "correction-settled", "moved-back",
  "throw-voided",
]);
const LANDS = "cubic-bezier(.2,.9,.3,1.15)";
const GLIDES = "cubic-bezier(.45,.05,.4,1)";
const APART_MS = 110; // from one value to the next
const BENDS = 12; // pieces of the arc of a flight

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Moments {
  constructor(still = null) {
    this.kept = still === null ? new Kept(() => localStorage, STILL) : { value: still };
    this.seen = null;
    this.woke = false;
    this.running = [];
    for (const box of document.querySelectorAll("#moments input")) {
      box.checked = !this.off().includes(box.name);
      box.addEventListener("change", () => this.choose());
    }
  }

  off() {
    return this.kept.value.split(/[\s,]+/);
  }

  choose() {
    const boxes = [...document.querySelectorAll("#moments input:not(:checked)")];
    this.kept.set(boxes.map((box) => box.name).join(" "));
  }

  // It slept, or the box was away: what was missed does not happen once more.
  slept() {
    this.woke = true;
  }

  // Which moments a fresh state of the game brings, of those that are on.
  news({ seq, events, outcome, last, throw: thrown }) {
    const before = this.seen;
    const { woke } = this;
    this.seen = { seq, over: Boolean(outcome) };
    this.woke = false;
    if (!before || woke || calm.matches || document.visibilityState === "hidden") return NONE;
    const fresh = events.filter((one) => one.seq > before.seq);
    if (fresh.some((one) => PUT_RIGHT.has(one.type))) return NONE;
    const is = (type) => fresh.some((one) => one.type === type);
    const on = (name, so) => Boolean(so) && !this.off().includes(name);
    return {
      throw: on("throw", is("threw") && thrown?.seq > before.seq),
      capture: on("capture", is("captured")),
      win: on("win", outcome && !before.over),
      mover: last?.player ?? null,
      winners: outcome?.winners ?? [],
    };
  }

  // How a piece goes from where it stood, for `glide`: those that were taken fly, and others are left to it.
  flight({ capture, mover }) {
    if (!capture) return null;
    return (man, from) => {
      const [player] = man.dataset.piece.split(",");
      if (Number(player) === mover || man.dataset.square === from.dataset.square) return false;
      this.fly(man, from);
      return true;
    };
  }

  // What the page shows is new already: let it come in.
  show(news) {
    for (const one of this.running.splice(0)) one.cancel();
    if (news.throw) this.land(document.querySelector('[data-part="throw"]'));
    if (news.win) this.win(document.querySelector(".win"), news.winners);
  }

  land(part) {
    const seen = (names) => [...(part?.querySelectorAll(names) ?? [])].filter((one) => one.checkVisibility?.() ?? true);
    const [photo] = seen(".small, .photo, .taken");
    if (photo) this.start(photo, [{ transform: "translateX(30%) rotate(6deg)", opacity: 0 }, {}], { duration: 480 });
    const out = seen(":not(.chip) > .thrown > g > g, .words, .chip");
    const drop = { transform: photo ? "scale(.2)" : "translateY(-26px) rotate(-50deg) scale(.6)", opacity: 0 };
    out.forEach((one, place) => {
      const isDrawn = one.closest(".thrown");
      const delay = (photo ? 380 : 0) + place * APART_MS;
      this.start(one, [isDrawn ? drop : { transform: "scale(.7)", opacity: 0 }, {}], { delay, duration: 360 });
    });
  }

  // Along an arc, over all that stands there, while the piece that takes its place lands.
  fly(man, from) {
    const to = { x: Number(man.dataset.x), y: Number(man.dataset.y) };
    const way = { x: from.dataset.x - to.x, y: from.dataset.y - to.y };
    const far = Math.hypot(way.x, way.y) || 1;
    const side = way.x < 0 ? -1 : 1; // the arc rises, or goes to the right
    const high = Math.min(200, 50 + far / 4);
    const frames = Array.from({ length: BENDS + 1 }, (_, bend) => {
      const left = 1 - bend / BENDS;
      const rise = 4 * left * (1 - left);
      const x = way.x * left + ((side * way.y) / far) * high * rise;
      const y = way.y * left - ((side * way.x) / far) * high * rise;
      const grown = `translate(${to.x}px, ${to.y}px) scale(${1 + 0.45 * rise}) translate(${-to.x}px, ${-to.y}px)`;
      return { transform: `translate(${x}px, ${y}px) ${grown}` };
    });
    const { parentNode: men, nextSibling: next } = man;
    men.append(man);
    const flight = man.animate(frames, {
      delay: 240,
      duration: Math.min(1100, 520 + far * 0.5),
      easing: GLIDES,
      fill: "backwards",
    });
    const back = () => man.parentNode === men && (!next || next.parentNode === men) && men.insertBefore(man, next);
    flight.finished.then(back, back);
  }

  win(card, winners) {
    if (card) {
      this.start(card, [{ transform: "translateY(28px) scale(.95)", opacity: 0 }, {}], { duration: 520 });
      [...card.querySelectorAll("header .token, .worth")].forEach((one, place) => {
        this.start(one, [{ transform: "scale(0) rotate(-160deg)" }, {}], { delay: 320 + place * 160, duration: 560 });
      });
    }
    const men = winners.flatMap((seat) => [...document.querySelectorAll(`#men [data-piece^="${seat},"]`)]);
    men.forEach((man, place) => {
      const hop = [{ transform: "none" }, { transform: "translateY(-24px)" }, { transform: "none" }];
      this.start(man, hop, { delay: 420 + place * 70, duration: 420, iterations: 2, easing: "ease-in-out" });
    });
  }

  start(element, frames, how) {
    this.running.push(element.animate(frames, { easing: LANDS, fill: "backwards", ...how }));
  }
}
