// The board by keys: Tab comes to it once, arrows go from one piece that can move or square to go to to the next one
// there, Enter plays, Escape lets go, u takes back and r brings back. One element at a time is reached by Tab.

import { TWICE_MS } from "./hold.js";
import { nameOf, nearest, placeOf } from "./places.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // what lies straight ahead comes before what is nearer, but aside

export class Keys {
  constructor(board) {
    this.board = board;
    this.here = null; // where the focus was last
    this.played = -TWICE_MS; // when Enter sent a move, and no other key came after it
    board.svg.addEventListener("keydown", (event) => this.pressed(event));
    board.svg.addEventListener("focusin", (event) => this.came(event.target));
  }

  pressed(event) {
    const { board } = this;
    if (!board.acts || board.arranging || event.ctrlKey || event.altKey || event.metaKey) return;
    board.svg.classList.remove("by-hand");
    const isEnter = event.key === "Enter" || event.key === " ";
    if (!isEnter) this.played = -TWICE_MS;
    if (event.key in WAYS) {
      event.preventDefault();
      this.go(...WAYS[event.key]);
    } else if (isEnter) {
      const { sent } = board;
      this.enter(event);
      if (board.sent > sent) this.played = performance.now();
    } else if (event.key === "Escape") {
      this.letGo();
    } else if (!event.repeat) {
      const act = { u: board.send.undo, r: board.send.redo }[letterOf(event)];
      board.byKey = Boolean(act?.());
    }
  }

  // What arrows lead to: pieces, and the squares to which the chosen one can go.
  reached() {
    const { board } = this;
    const all = (what) => [...board.svg.querySelectorAll(what)];
    if (board.isFree && board.piece !== null) return all(".hit");
    if (board.isFree) return [...all("#men [data-piece]").filter((man) => board.isMeant(man)), ...all("[data-move][tabindex]")];
    const men = board.piece === null || board.atOnce ? all("#men .can") : all("#men .can.chosen");
    return [...men, ...all(".hit.target"), ...all("[data-move][tabindex]")];
  }

  go(right, down) {
    const all = this.reached();
    const from = all.includes(document.activeElement) ? this.middle(document.activeElement) : null;
    const next = from
      ? nearest(all, Infinity, (one) => {
          const { x, y } = this.middle(one);
          const ahead = (x - from.x) * right + (y - from.y) * down;
          const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
          return ahead > 1 ? ahead + aside * ASIDE : Infinity;
        })
      : this.stop();
    next?.focus({ preventScroll: true });
  }

  // Where Tab comes to: where the focus is or was, or the nearest that there is now.
  stop() {
    const all = this.reached();
    if (all.includes(document.activeElement)) return document.activeElement;
    const { here } = this;
    if (!here) return all[0];
    return nearest(all, Infinity, (one) => {
      const { x, y } = this.middle(one);
      return Math.hypot(x - here.x, y - here.y);
    });
  }

  middle(element) {
    if (element.dataset.x) return { x: Number(element.dataset.x), y: Number(element.dataset.y) };
    const { x, y, width, height } = element.getBoundingClientRect();
    return this.board.at({ clientX: x + width / 2, clientY: y + height / 2 });
  }

  goOn() {
    (this.stop() ?? this.board.svg).focus({ preventScroll: true });
  }

  came(element) {
    if (!element.matches("[data-piece], .hit, [data-move]")) return;
    this.here = this.middle(element);
    this.rove();
  }

  letGo() {
    const { board } = this;
    const man = board.man(board.piece);
    board.byKey = false;
    board.came = null;
    board.letGo();
    man?.focus({ preventScroll: true });
  }

  enter(event) {
    const { board } = this;
    const man = event.target.closest("[data-piece]");
    const square = event.target.closest(".hit[tabindex]");
    const thing = board.isDid ? null : event.target.closest("[data-move]");
    if (!man && !square && !thing) return;
    event.preventDefault();
    if (event.repeat || performance.now() - this.played < TWICE_MS) return; // what comes into focus was not meant
    board.byKey = true;
    if (thing) {
      board.send.move(thing.dataset.move);
      return;
    }
    if (board.isFree) {
      this.enterFreely(man, square);
      return;
    }
    if (square) {
      board.play(board.mine(board.piece).filter((tap) => tap.end === square.dataset.square));
    } else if (board.atOnce) {
      board.touchedAtOnce(this.middle(man), man.dataset.square);
      board.byKey = board.sent > 0;
      return;
    } else {
      board.pick(man.dataset.piece);
    }
    board.svg.querySelector(".hit.target")?.focus({ preventScroll: true });
  }

  enterFreely(man, square) {
    const { board } = this;
    if (board.piece !== null) {
      board.sendFreely((man ?? square).dataset.square);
      return;
    }
    if (!man) return;
    board.chooseFreely(man.dataset.piece, "chooseSquare");
    board.square(man.dataset.square)?.focus({ preventScroll: true });
  }

  // Names what can be reached now. While what hands did is told, that is every piece, and then every square.
  mark(targets) {
    const { board } = this;
    for (const man of board.men.querySelectorAll("[data-piece]:not(.can)")) {
      if (board.isFree && board.isMeant(man)) reachable(man, nameOf(board.names, man.dataset.piece, man.dataset.square));
      else unreachable(man);
    }
    const isFree = board.isFree && board.piece !== null;
    for (const square of board.svg.querySelectorAll(isFree ? ".hit" : ".hit[tabindex]:not(.target)")) {
      if (isFree) reachable(square, placeOf(square.dataset.square));
      else unreachable(square);
    }
    for (const tap of targets) reachable(board.square(tap.end), tap.text);
    this.rove();
  }

  rove() {
    const stop = this.stop();
    for (const one of this.board.svg.querySelectorAll("[tabindex]")) {
      one.setAttribute("tabindex", one === stop ? "0" : "-1");
    }
  }
}

// The letter of a key, also of a keyboard with other letters.
function letterOf({ key, code }) {
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace("Key", "").toLowerCase();
}

function reachable(element, label) {
  if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
}

function unreachable(element) {
  for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name);
}
