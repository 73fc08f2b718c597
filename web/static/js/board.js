// Touching the board: a piece, then a square. Also "what we did on the board", where any piece and any
// square may be touched, and the gliding of pieces after a move.

import { markLast, showTargets, showWay } from "./marks.js";
import { isolated, word } from "./words.js";

const FINGER_PX = 26;
const squares = JSON.parse(document.getElementById("squares")?.textContent ?? "{}"); // id: name

export class Board {
  constructor(svg, { move, did, say }) {
    this.svg = svg;
    this.find();
    this.send = { move, did };
    this.say = say;
    this.taps = [];
    this.piece = null;
    this.value = null;
    this.isDid = false;
    this.acts = false;
    this.names = [];
    this.byKey = false;
    this.arranging = null;
    svg.addEventListener("click", (event) => this.touched(event));
    svg.addEventListener("keydown", (event) => this.keyed(event));
  }

  find() {
    this.men = this.svg.querySelector("#men");
    this.quarters = Number(this.svg.dataset.quarters);
    this.shown = null;
  }

  // The same board from another side; only what lies within is new, so that touches go on to be heard.
  turn(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("svg.board");
    this.svg.innerHTML = fresh.innerHTML;
    this.svg.dataset.quarters = fresh.dataset.quarters;
    this.find();
  }

  show(view, { animate }) {
    this.acts = view.role !== "watcher";
    this.taps = this.acts ? view.taps : [];
    this.names = view.setup.names;
    const before = spots(this.men);
    this.svg.dataset.turn = view.turn.player;
    if (view.alike !== this.svg.hasAttribute("data-alike")) location.reload(); // the house numbers points anew
    const from = this.man(this.piece)?.dataset.square;
    const focused = this.men.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
    if (view.parts.men !== this.shown) {
      this.men.innerHTML = view.parts.men;
      this.shown = view.parts.men;
      if (animate && !this.arranging) glide(this.men, before);
    }
    markLast(this.svg, view.last);
    for (const square of this.svg.querySelectorAll(".hit.bad")) square.classList.remove("bad");
    const bad = view.question?.kind === "illegal" ? view.question : null;
    for (const name of [...(bad?.from ?? []), ...(bad?.to ?? [])]) this.square(name)?.classList.add("bad");
    if (this.piece !== null) this.piece = this.again(from);
    if (!view.bank.some((entry) => entry.value === this.value)) this.value = null;
    this.mark();
    this.arranging?.drawn();
    if (focused && !this.byKey) this.man(focused)?.focus({ preventScroll: true });
  }

  // The piece that was chosen, or one that lies there in its place: in a pile they are numbered by where they lie.
  again(from) {
    const [player] = this.piece.split(",");
    const here = [...this.men.querySelectorAll(`[data-square="${from}"]`)].map((man) => man.dataset.piece);
    const fits = here.filter((piece) => piece.split(",")[0] === player && (this.isDid || this.mine(piece).length));
    return fits.includes(this.piece) ? this.piece : (fits.at(-1) ?? null);
  }

  // Something is sent: what was chosen for it is chosen no more.
  letGo() {
    this.piece = null;
    this.value = null;
    this.isDid = false;
    this.mark();
  }

  // The box has answered: who plays by keys goes on from the board. What was touched since stays chosen.
  answered() {
    const goesOn = this.byKey && this.piece === null;
    if (goesOn) (this.men.querySelector(".can") ?? this.svg).focus({ preventScroll: true });
    this.byKey = false;
  }

  settled() {
    this.letGo();
    this.answered();
  }

  toggleDid() {
    const is = !this.isDid;
    this.settled();
    this.isDid = is;
    this.say(is ? word("touchPiece") : "", { keep: true });
    this.mark();
  }

  // A throw value: only pieces that can use it stay lit, and touching one plays it.
  choose(chip) {
    const value = Number(chip.dataset.value);
    this.isDid = false;
    this.piece = null;
    this.value = this.value === value ? null : value;
    this.mark();
  }

  square(name) {
    return this.svg.querySelector(`.hit[data-square="${name}"]`);
  }

  mine(piece) {
    return this.taps.filter(
      (tap) => tap.piece.join() === piece && (this.value === null || tap.values.includes(this.value)),
    );
  }

  touched(event) {
    if (!this.acts || this.arranging) return;
    this.byKey = false;
    const thing = this.isDid ? null : event.target.closest?.("[data-move]"); // beside the pieces, as the cube
    if (thing) {
      this.send.move(thing.dataset.move);
      return;
    }
    const at = this.at(event);
    const reach = FINGER_PX / this.svg.getScreenCTM().a;
    const name = event.target.closest?.("[data-square]")?.dataset.square ?? null;
    if (this.isDid) this.touchedFreely(at, reach, name);
    else this.touchedLegally(at, reach, name);
  }

  touchedLegally(at, reach, name) {
    if (this.piece !== null) {
      const targets = this.mine(this.piece);
      const exact = targets.filter((tap) => tap.end === name);
      const hit = exact.length ? exact : this.nearestTarget(targets, at, reach);
      if (hit.length) {
        this.play(hit);
        return;
      }
    }
    const can = (man) => this.mine(man.dataset.piece).length > 0;
    const here = this.nearestPiece(at, Infinity, (man) => man.dataset.square === name && can(man));
    this.pick(here ?? this.nearestPiece(at, reach, can));
  }

  pick(piece) {
    if (piece !== null && this.value !== null) {
      this.play(this.mine(piece));
      return;
    }
    if (piece !== null && piece === this.piece) {
      const only = this.mine(piece);
      if (only.length === 1) {
        this.play(only);
        return;
      }
      piece = null;
    }
    this.piece = piece;
    this.mark();
  }

  touchedFreely(at, reach, name) {
    if (this.piece === null) {
      this.piece = this.nearestPiece(at, reach * 1.5, () => true);
      if (this.piece !== null) this.say(word("touchSquare"), { keep: true });
      this.mark();
      return;
    }
    if (name !== null) this.sendFreely(name);
  }

  // Touching again where the piece stands lets go of it; only a pair may be declared where it stands.
  sendFreely(name) {
    const chosen = this.piece;
    const stands = this.man(chosen)?.dataset.square === name;
    if (stands && !this.taps.some((tap) => tap.piece.join() === chosen && tap.end === name)) {
      this.piece = null;
      this.say(word("touchPiece"), { keep: true });
      this.mark();
      return;
    }
    const [player, piece] = chosen.split(",").map(Number);
    this.say("");
    this.send.did(player, piece, name);
  }

  man(piece) {
    return this.men.querySelector(`[data-piece="${piece}"]`);
  }

  keyed(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    const man = event.target.closest("[data-piece]");
    const square = event.target.closest(".hit[tabindex]");
    const thing = this.isDid ? null : event.target.closest("[data-move]");
    if (!this.acts || this.arranging || (!man && !square && !thing)) return;
    event.preventDefault();
    this.byKey = true;
    if (thing) {
      this.send.move(thing.dataset.move);
      return;
    }
    if (this.isDid) {
      this.keyedFreely(man, square);
      return;
    }
    if (square) this.play(this.mine(this.piece).filter((tap) => tap.end === square.dataset.square));
    else this.pick(man.dataset.piece);
    this.svg.querySelector(".hit.target")?.focus();
  }

  keyedFreely(man, square) {
    if (this.piece !== null) {
      this.sendFreely((man ?? square).dataset.square);
      return;
    }
    if (!man) return;
    this.piece = man.dataset.piece;
    this.say(word("chooseSquare"), { keep: true });
    this.mark();
    this.square(man.dataset.square)?.focus({ preventScroll: true });
  }

  // Several moves may end on one square (two throws, an entry): then ask which.
  play(taps) {
    const moves = new Map(taps.map((tap) => [tap.move, tap]));
    if (moves.size === 1) {
      this.send.move(taps[0].move);
      return;
    }
    which([...moves.values()].map((tap) => [tap.text, tap.move])).then((move) => {
      if (move) this.send.move(move);
    });
  }

  nearestPiece(at, reach, fits) {
    const men = [...this.men.querySelectorAll("[data-piece]")].filter(fits);
    return nearest(men, reach, ({ dataset: { x, y } }) => Math.hypot(x - at.x, y - at.y))?.dataset.piece ?? null;
  }

  nearestTarget(targets, at, reach) {
    const best = nearest(targets, reach, (tap) => {
      const box = this.square(tap.end).getBBox();
      const dx = Math.max(box.x - at.x, 0, at.x - box.x - box.width);
      const dy = Math.max(box.y - at.y, 0, at.y - box.y - box.height);
      return Math.hypot(dx, dy);
    });
    return targets.filter((tap) => tap.end === best?.end);
  }

  mark() {
    document.getElementById("did")?.setAttribute("aria-pressed", String(this.isDid));
    this.svg.classList.toggle("did", this.isDid);
    this.svg.classList.toggle("choosing", this.piece !== null);
    for (const chip of document.querySelectorAll(".chip")) {
      chip.setAttribute("aria-pressed", String(Number(chip.dataset.value) === this.value));
    }
    for (const man of this.men.querySelectorAll("[data-piece]")) {
      man.classList.toggle("chosen", man.dataset.piece === this.piece);
      man.classList.toggle("dim", this.value !== null && !this.mine(man.dataset.piece).length);
    }
    for (const square of this.svg.querySelectorAll(".hit[tabindex]")) {
      square.classList.remove("target");
      unreachable(square);
    }
    this.reachAll();
    const targets = this.piece === null || this.isDid ? [] : this.mine(this.piece);
    showTargets(this.svg, targets);
    showWay(this.svg, this.man(this.piece));
    for (const tap of targets) {
      const square = this.square(tap.end);
      square.classList.add("target");
      reachable(square, tap.text);
    }
  }

  // By keys every piece is reached while what hands did is told, and then every square.
  reachAll() {
    for (const man of this.men.querySelectorAll("[data-piece]:not(.can)")) {
      if (this.isDid) reachable(man, nameOf(this.names, man.dataset.piece, man.dataset.square));
      else unreachable(man);
    }
    if (!this.isDid || this.piece === null) return;
    for (const square of this.svg.querySelectorAll(".hit")) reachable(square, placeOf(square.dataset.square));
  }

  at(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }
}

// Let each piece that stands elsewhere glide from where one of its player stood before.
export function glide(men, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const gone = new Map(before);
  const come = [];
  for (const [place, man] of spots(men)) {
    if (gone.has(place)) gone.delete(place);
    else come.push(man);
  }
  for (const man of come) {
    const player = man.dataset.piece.split(",")[0];
    const same = [...gone].find(([, old]) => old.dataset.piece === man.dataset.piece);
    const from = same ?? [...gone].find(([, old]) => old.dataset.piece.split(",")[0] === player);
    if (!from) continue;
    gone.delete(from[0]);
    const dx = from[1].dataset.x - man.dataset.x;
    const dy = from[1].dataset.y - man.dataset.y;
    man.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
      duration: 420,
      easing: "cubic-bezier(.3,.8,.3,1)",
    });
  }
}

function reachable(element, label) {
  element.setAttribute("tabindex", "0");
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
}

function unreachable(element) {
  for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
}

// The one that is nearest, within reach.
export function nearest(all, reach, awayOf) {
  let best;
  let least = reach;
  for (const one of all) {
    const away = awayOf(one);
    if (away < least) [best, least] = [one, away];
  }
  return best;
}

// Asks which of several things is meant, each with its words; null if the question is left open.
export function which(choices, label = "") {
  return new Promise((decided) => {
    const dialog = document.createElement("dialog");
    dialog.className = "which";
    if (label) dialog.setAttribute("aria-label", label);
    let chosen = null;
    for (const [text, value] of choices) {
      const button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", () => {
        chosen = value;
        dialog.close();
      });
      dialog.append(button);
    }
    dialog.addEventListener("close", () => {
      dialog.remove();
      decided(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

// The name of a piece, and of the square on which it stands.
export function nameOf(names, key, square) {
  const [player, piece] = key.split(",").map(Number);
  return word("piece", { player: isolated(names[player]), piece: "abcdefghijklmnop"[piece], place: placeOf(square) });
}

// The name of a square for a screen reader.
export function placeOf(name) {
  return squares[name];
}

export function spots(men) {
  const found = new Map();
  for (const man of men.querySelectorAll("[data-piece]")) {
    const player = man.dataset.piece.split(",")[0];
    let place = `${player} ${man.dataset.x} ${man.dataset.y}`;
    while (found.has(place)) place += "+";
    found.set(place, man);
  }
  return found;
}
