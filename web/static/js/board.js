// Touching the board: a piece, then a square; a piece alone where it can go to one square only, or where the game has
// it so that a touched piece goes by the first die. Also "what we did on the board", where any piece and any square
// may be touched, and the gliding of pieces after a move. Pieces are dragged in drag.js, and keys are in keys.js.

import { Drag } from "./drag.js";
import { TWICE_MS } from "./hold.js";
import { Keys } from "./keys.js";
import { leave } from "./leave.js";
import { markLast, showTargets, showWay } from "./marks.js";
import { nearest, which } from "./places.js";
import { word } from "./words.js";

const FINGER_PX = 26;
const TIP_PX = 18; // so far around its middle a fingertip covers what it touches
const CLEAR_PX = 8; // nearer by so much than all else is what is meant
const CLOSE_UP = 300; // of what a fingertip covers, in hundredths of a square
const LATE_MS = 3000; // what was touched so long before the box answered is not meant any more

export class Board {
  constructor(svg, { say, dropped, ...send }) {
    this.svg = svg;
    this.find();
    this.send = send;
    this.say = say;
    this.taps = [];
    this.piece = null;
    this.value = null;
    this.atOnce = false; // a touched piece goes by the first die
    this.redoes = false; // what was taken back can still come back: a move ends that
    this.bank = [];
    this.throw = ""; // whose throw is played, and which
    this.came = null; // the square to which a touched piece went
    this.sent = 0; // so many moves have no answer yet
    this.wishes = []; // what was touched meanwhile
    this.last = { when: -TWICE_MS };
    this.tip = null; // where a finger came down: a browser may move its click onto a thing nearby
    this.isDid = false;
    this.freely = false; // in a tournament: any piece of who moves, then any square
    this.mover = "";
    this.acts = false;
    this.names = [];
    this.byKey = false;
    this.arranging = null;
    this.drag = new Drag(this, dropped);
    this.keys = new Keys(this);
    svg.addEventListener("pointerdown", (event) => {
      this.tip = event.pointerType === "touch" ? event : null;
    });
    svg.addEventListener("pointercancel", () => { this.tip = null; });
    svg.addEventListener("click", (event) => this.touched(event));
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

  show(view, { animate, fly }) {
    this.acts = view.role !== "watcher";
    this.taps = this.acts ? view.taps : [];
    this.atOnce = view.plays_at_touch;
    this.redoes = view.redo !== null;
    this.freely = this.acts && view.freely;
    this.mover = String(view.turn.player);
    this.bank = [...new Set(view.bank.map((entry) => entry.value))];
    const played = `${view.turn.player} ${view.throw?.seq}`;
    if (played !== this.throw) [this.throw, this.came, this.wishes] = [played, null, []];
    this.names = view.setup.names;
    const before = spots(this.men);
    this.svg.dataset.turn = view.turn.player;
    if (view.alike !== this.svg.hasAttribute("data-alike")) leave(() => location.reload()); // the house numbers points anew
    const from = this.man(this.piece)?.dataset.square;
    const focused = this.men.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
    if (view.parts.men !== this.shown) {
      this.men.innerHTML = view.parts.men;
      this.shown = view.parts.men;
      if (animate && !this.arranging) glide(this.men, before, fly);
    }
    markLast(this.svg, view.last);
    for (const square of this.svg.querySelectorAll(".hit.bad")) square.classList.remove("bad");
    const bad = view.question?.kind === "illegal" ? view.question : null;
    for (const name of [...(bad?.from ?? []), ...(bad?.to ?? [])]) this.square(name)?.classList.add("bad");
    if (this.piece !== null) this.piece = this.again(from);
    else if (this.came) this.piece = this.taps.find((tap) => tap.start === this.came)?.piece.join() ?? null;
    if (!this.bank.includes(this.value)) this.value = null;
    this.mark();
    this.arranging?.drawn();
    const stays = this.svg.querySelector(`[data-piece="${focused}"][tabindex]`) ?? this.svg;
    if (focused && !this.byKey) stays.focus({ preventScroll: true });
  }

  // The piece that was chosen, or one that lies there in its place: in a pile they are numbered by where they lie.
  again(from) {
    const [player] = this.piece.split(",");
    const here = [...this.men.querySelectorAll(`[data-square="${from}"]`)].map((man) => man.dataset.piece);
    const fits = here.filter((piece) => piece.split(",")[0] === player && (this.isFree || this.mine(piece).length));
    return fits.includes(this.piece) ? this.piece : (fits.at(-1) ?? null);
  }

  // What the rules allow is not asked.
  get isFree() {
    return this.isDid || this.freely;
  }

  // Hands may have moved any piece; who enters a play in a tournament moves the own ones.
  isMeant(man) {
    return this.isDid || man.dataset.piece.split(",")[0] === this.mover;
  }

  letGo() {
    [this.value, this.isDid] = [null, false];
    this.choosePiece(null);
  }

  // Something is sent: what was chosen for it is chosen no more.
  sends() {
    this.sent += 1;
    this.letGo();
  }

  // The box has answered. What was touched since stays chosen, and what was to go at once goes now.
  answered(isDone) {
    this.sent -= 1;
    this.drag.settled();
    this.goOn();
    if (!isDone) {
      this.came = null;
      this.mark();
    }
    this.wishes = this.wishes.filter((wish) => isDone && performance.now() - wish.when < LATE_MS);
    const wish = this.sent ? null : this.wishes.shift();
    if (wish) this.goAtOnce(wish);
  }

  // Who plays by keys goes on from the board.
  goOn() {
    if (this.byKey && (this.piece === null || this.atOnce)) this.keys.goOn();
    this.byKey = false;
  }

  settled() {
    this.came = null;
    this.wishes = [];
    this.drag.cancel();
    this.letGo();
    this.goOn();
  }

  toggleDid() {
    const is = !this.isDid;
    this.settled();
    this.isDid = is;
    this.say(is ? word("touchPiece") : "", { keep: true });
    this.mark();
  }

  // A throw value: only pieces that can use it stay lit, and touching one plays it. Dice by which pieces go at once
  // change places instead.
  choose(chip) {
    const value = Number(chip.dataset.value);
    if (this.freely) return;
    this.isDid = false;
    if (this.atOnce) this.value = this.bank.find((other) => other !== this.first) ?? null;
    else this.value = this.value === value ? null : value;
    this.choosePiece(null);
  }

  // The die that goes first: the larger one until they change places.
  get first() {
    return this.value ?? Math.max(...this.bank);
  }

  square(name) {
    return this.svg.querySelector(`.hit[data-square="${name}"]`);
  }

  mine(piece) {
    return this.taps.filter(
      (tap) =>
        tap.piece.join() === piece && (this.atOnce || this.value === null || tap.values.includes(this.value)),
    );
  }

  touched(event) {
    const { tip } = this;
    this.tip = null;
    if (!this.acts || this.arranging || this.drag.isEnd(event)) return;
    this.byKey = false;
    this.svg.classList.add("by-hand");
    const thing = this.isDid ? null : event.target.closest?.("[data-move]"); // beside the pieces, as the cube
    if (thing) {
      this.send.move(thing.dataset.move);
      return;
    }
    const at = this.at(event);
    const touched = event.target.closest?.("[data-square]");
    // A piece that glides by is not where it is seen.
    const name = touched?.getAnimations().length ? this.squareAt(at) : (touched?.dataset.square ?? null);
    if (this.isFree) this.touchedFreely(at, this.reach, name);
    else if (this.atOnce) this.touchedAtOnce(at, name);
    else this.touchedLegally(at, name, tip && this.at(tip));
  }

  // A finger that trembles touches twice: two pieces were never meant.
  isTwice({ x, y }, name) {
    const { last } = this;
    this.last = { x, y, name, when: performance.now() };
    const isThere = name === last.name || Math.hypot(x - last.x, y - last.y) < this.reach / 2;
    return isThere && this.last.when - last.when < TWICE_MS;
  }

  touchedAtOnce(at, name) {
    if (this.isTwice(at, name)) return;
    if (this.sent) this.wishes.push(this.last);
    else this.goAtOnce(this.last);
  }

  // The piece on the square goes; else the one that came goes on to there. Where nothing stands, what is near counts.
  goAtOnce({ name, ...at }) {
    const reach = this.men.querySelector(`[data-square="${name}"]`) ? 0 : this.reach;
    const can = (man) => this.mine(man.dataset.piece).length > 0;
    const here = this.nearestPiece(at, Infinity, (man) => man.dataset.square === name && can(man));
    const further = here || !this.came ? [] : this.taps.filter((tap) => tap.start === this.came);
    const exact = further.filter((tap) => tap.end === name);
    const onward = exact.length ? exact : this.nearestTarget(further, at, reach);
    if (onward.length) {
      this.goes(onward);
      return;
    }
    const piece = here ?? this.nearestPiece(at, reach, can);
    this.came = null;
    if (piece !== null) this.goes(this.byFirst(this.mine(piece)));
    else this.choosePiece(null);
  }

  // The step by the first die, or by another where that one cannot be played.
  byFirst(taps) {
    const by = (value) => taps.filter((tap) => tap.values.includes(value));
    const values = [this.first, ...[...this.bank].sort((one, other) => other - one)];
    return values.map(by).find((found) => found.length) ?? taps.slice(0, 1);
  }

  goes(taps) {
    this.came = taps[0].end;
    this.play(taps);
    this.man(taps[0].piece.join())?.classList.add("chosen"); // seen at once, whenever the box answers
  }

  // A square to which the chosen piece goes, or a piece; what is touched comes before what is near.
  async touchedLegally(at, name, tip) {
    if (this.isTwice(at, name)) return;
    const can = (man) => this.mine(man.dataset.piece).length > 0;
    const targets = this.piece === null ? [] : this.mine(this.piece);
    const here = this.nearestPiece(at, Infinity, (man) => man.dataset.square === name && can(man));
    const exact = targets.filter((tap) => tap.end === name);
    const near = exact.length || here ? exact : this.nearestTarget(targets, at, this.reach);
    const touched = near.length ? { taps: near } : { piece: here ?? this.nearestPiece(at, this.reach, can) };
    const covered = tip ? this.coveredBy(tip, targets, can) : [];
    const isClear = covered.length < 2 || covered[1].away - covered[0].away >= CLEAR_PX;
    const meant = isClear ? touched : await this.meant(covered);
    if (meant?.taps) this.play(meant.taps);
    else if (meant) this.pick(meant.piece, { isNear: here === null && !covered.length });
  }

  // What a fingertip means that covers several things, none of which is clearly nearer: this is asked, in large.
  async meant(covered) {
    const shown = [this.throw, this.shown].join();
    const choices = covered.map((one) => [one.text, one, closeUp(this.svg, one)]);
    const meant = await which(choices, word("whichTouched"));
    return shown === [this.throw, this.shown].join() ? meant : null; // another position is not what was asked about
  }

  // Pieces that can go, and squares to which the chosen one can; those that do the same are one to the finger.
  coveredBy({ x, y }, targets, can) {
    const { a } = this.svg.getScreenCTM();
    const covered = new Map();
    const add = (key, one) => {
      const away = Math.hypot(one.x - x, one.y - y) * a;
      if (away < TIP_PX && !(covered.get(key)?.away <= away)) covered.set(key, { ...one, away });
    };
    for (const { end, text } of targets) {
      const box = this.square(end).getBBox();
      const taps = targets.filter((tap) => tap.end === end);
      add(`to ${end}`, { x: box.x + box.width / 2, y: box.y + box.height / 2, text, taps });
    }
    for (const man of this.men.querySelectorAll("[data-piece]")) {
      const { piece, square } = man.dataset;
      if (!can(man) || piece === this.piece || covered.has(`to ${square}`)) continue;
      const ends = [...new Set(this.mine(piece).map((tap) => tap.end))].sort();
      const text = ends.length === 1 ? this.mine(piece)[0].text : man.getAttribute("aria-label");
      add([square, ...ends].join(), { x: Number(man.dataset.x), y: Number(man.dataset.y), text, piece });
    }
    return [...covered.values()].sort((one, other) => one.away - other.away);
  }

  // A piece that can go to one square only goes at once, as undo is at the thumb; not where the touch was only near it,
  // nor while another move is on its way, nor where the move would cost what can still be brought back.
  pick(piece, { isNear = false } = {}) {
    const taps = piece === null ? [] : this.mine(piece);
    const isOnly = new Set(taps.map((tap) => tap.end)).size === 1;
    const goes = this.value !== null || (isOnly && (piece === this.piece || !(isNear || this.sent || this.redoes)));
    if (!taps.length || !goes) {
      this.choosePiece(piece === this.piece ? null : piece);
      return;
    }
    this.play(taps);
    if (this.sent) this.man(piece)?.classList.add("chosen"); // seen at once, whenever the box answers
  }

  touchedFreely(at, reach, name) {
    if (this.piece === null) this.chooseFreely(this.nearestPiece(at, reach * 1.5, (man) => this.isMeant(man)), "touchSquare");
    else if (name !== null) this.sendFreely(name);
  }

  choosePiece(piece) {
    this.piece = piece;
    this.mark();
  }

  chooseFreely(piece, next) {
    if (piece !== null && this.isDid) this.say(word(next), { keep: true });
    this.choosePiece(piece);
  }

  // Touching again where the piece stands lets go of it; only a pair may be declared where it stands.
  sendFreely(name) {
    const chosen = this.piece;
    const stands = this.man(chosen)?.dataset.square === name;
    if (stands && !this.taps.some((tap) => tap.piece.join() === chosen && tap.end === name)) {
      if (this.isDid) this.say(word("touchPiece"), { keep: true });
      this.choosePiece(null);
      return;
    }
    this.say("");
    this.send.did(...chosen.split(",").map(Number), name);
  }

  man(piece) {
    return this.men.querySelector(`[data-piece="${piece}"]`);
  }

  // Several moves may end on one square (two throws, an entry): then ask which.
  async play(taps) {
    const moves = new Map(taps.map((tap) => [tap.move, tap]));
    const all = [...moves.values()].map((tap) => [tap.text, tap.move]);
    const move = all.length === 1 ? taps[0].move : await which(all);
    if (move) this.send.move(move);
    return Boolean(move);
  }

  // The square that lies there; null beside all of them.
  squareAt({ x, y }) {
    const within = (box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    const found = [...this.svg.querySelectorAll(".hit")].find((hit) => within(hit.getBBox()));
    return found?.dataset.square ?? null;
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
    for (const chip of document.querySelectorAll("button.chip")) {
      const value = Number(chip.dataset.value);
      const isFirst = this.atOnce ? this.bank.length > 1 && value === this.first : value === this.value;
      chip.setAttribute("aria-pressed", String(isFirst));
    }
    this.svg.classList.toggle("freely", this.freely);
    const isDim = this.value !== null && !this.atOnce && !this.freely;
    for (const man of this.men.querySelectorAll("[data-piece]")) {
      man.classList.toggle("chosen", man.dataset.piece === this.piece);
      man.classList.toggle("dim", isDim && !this.mine(man.dataset.piece).length);
      man.classList.toggle("grip", this.drag.gripOf(man) !== null);
    }
    for (const square of this.svg.querySelectorAll(".hit.target")) square.classList.remove("target");
    const targets = this.piece === null || this.isFree ? [] : this.mine(this.piece);
    showTargets(this.svg, targets);
    showWay(this.svg, this.freely ? null : this.man(this.piece));
    for (const tap of targets) this.square(tap.end).classList.add("target");
    this.keys.mark(targets);
  }

  // How far a finger is off, in the measure of the drawing.
  get reach() {
    return FINGER_PX / this.svg.getScreenCTM().a;
  }

  at(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }
}

// What lies around a place of the board, in large.
function closeUp(svg, { x, y, piece }) {
  const copy = svg.cloneNode(true);
  const board = svg.viewBox.baseVal;
  const edge = (middle, least, most) => Math.max(least, Math.min(middle - CLOSE_UP / 2, most - CLOSE_UP));
  const left = edge(x, board.x, board.x + board.width);
  const top = edge(y, board.y, board.y + board.height);
  copy.setAttribute("viewBox", `${left} ${top} ${CLOSE_UP} ${CLOSE_UP}`);
  copy.setAttribute("aria-hidden", "true"); // its words stand beside it
  for (const one of copy.querySelectorAll("[tabindex]")) one.removeAttribute("tabindex");
  for (const one of copy.querySelectorAll(".chosen")) one.classList.remove("chosen");
  copy.querySelector(`[data-piece="${piece}"]`)?.classList.add("chosen");
  return copy;
}

// Let each piece that stands elsewhere glide from where one of its player stood before, but for those that `fly`.
export function glide(men, before, fly) {
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
    if (fly?.(man, from[1])) continue;
    const [dx, dy] = ["x", "y"].map((axis) => from[1].dataset[axis] - man.dataset[axis]);
    man.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
      duration: 420,
      easing: "cubic-bezier(.3,.8,.3,1)",
    });
  }
}

export function spots(men) {
  const found = new Map();
  for (const man of men.querySelectorAll("[data-piece]")) {
    const whose = man.matches(".man") ? man.dataset.piece : man.dataset.piece.split(",")[0]; // others are alike
    let place = `${whose} ${man.dataset.x} ${man.dataset.y}`;
    while (found.has(place)) place += "+";
    found.set(place, man);
  }
  return found;
}
