// Putting a whole position right: pieces are dragged, or chosen from lists, to where they really stand. The
// box checks it; what is shown here is only meant until it has said yes.

import { nameOf, nearest, placeOf, which } from "./places.js";
import { fill } from "./refusal.js";
import { word } from "./words.js";

export class Arrange {
  constructor(board, form, { send, ask, say }) {
    this.board = board;
    this.form = form;
    this.send = send;
    this.ask = ask;
    this.say = say;
    this.ways = [];
    this.names = [];
    this.moved = new Map();
    this.held = null;
    form.elements.piece.addEventListener("change", () => this.listPlaces());
    form.elements.put.addEventListener("click", () => this.put(form.elements.piece.value, form.elements.place.value));
    form.elements.cancel.addEventListener("click", () => this.end());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.done(event.submitter === form.elements.anyway);
    });
    const svg = board.svg;
    svg.addEventListener("pointerdown", (event) => this.grip(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("pointercancel", () => this.held && this.letGo());
  }

  async begin(names, turn) {
    const answer = await this.ask("/ways");
    if (!answer.ok) return;
    this.ways = (await answer.json()).ways;
    this.names = names;
    this.moved.clear();
    this.board.settled();
    this.board.arranging = this;
    this.board.svg.classList.add("arranging");
    document.documentElement.classList.add("is-arranging");
    this.form.elements.turn.value = String(turn);
    if (this.form.elements.id) this.form.elements.id.value = "";
    this.tell({});
    this.form.hidden = false;
    this.drawn();
    scrollTo({ top: 0, behavior: "instant" }); // the form leaves the board in sight, where it always is
    this.form.elements.piece.focus({ preventScroll: true });
  }

  end() {
    this.board.arranging = null;
    this.held = null;
    this.form.hidden = true;
    this.board.svg.classList.remove("arranging");
    document.documentElement.classList.remove("is-arranging");
    for (const man of this.men()) {
      man.removeAttribute("transform");
      man.classList.remove("held", "moved");
    }
    this.light(null);
    document.getElementById("arrange-open")?.focus({ preventScroll: true });
  }

  men() {
    return [...this.board.men.querySelectorAll("[data-piece]")];
  }

  squareOf(man) {
    return this.moved.get(man.dataset.piece)?.square ?? man.dataset.square;
  }

  // The pieces are as the box has them: lay over them what was moved here.
  drawn() {
    const standing = new Map();
    for (const man of this.men()) {
      const moved = this.moved.get(man.dataset.piece);
      man.classList.toggle("moved", Boolean(moved));
      if (!moved) {
        man.removeAttribute("transform");
        continue;
      }
      const box = this.board.square(moved.square).getBBox();
      const count = standing.get(moved.square) ?? 0;
      standing.set(moved.square, count + 1);
      const dx = box.x + box.width / 2 + count * 9 - man.dataset.x;
      const dy = box.y + box.height / 2 + count * 9 - man.dataset.y;
      man.setAttribute("transform", `translate(${dx} ${dy})`);
    }
    this.list();
  }

  list() {
    const select = this.form.elements.piece;
    const chosen = select.value;
    const men = this.men().sort((one, other) =>
      one.dataset.piece.localeCompare(other.dataset.piece, "en", { numeric: true }),
    );
    offer(select, men.map((man) => [nameOf(this.names, man.dataset.piece, this.squareOf(man)), man.dataset.piece]));
    if (chosen) select.value = chosen;
    this.listPlaces();
  }

  listPlaces() {
    const piece = this.form.elements.piece.value;
    const select = this.form.elements.place;
    const chosen = select.value;
    const squares = Object.keys(this.ways[Number(piece.split(",")[0])] ?? {});
    offer(select, squares.map((square) => [placeOf(square), square]));
    if (squares.includes(chosen)) select.value = chosen;
  }

  grip(event) {
    if (this.board.arranging !== this) return;
    const at = this.board.at(event);
    const scale = this.board.svg.getScreenCTM().a;
    const best = nearest(this.men().reverse(), 26 / scale + 30, (man) => {
      const box = man.getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY) / scale;
    });
    if (!best) return;
    event.preventDefault();
    this.board.svg.setPointerCapture(event.pointerId);
    const place = this.moved.get(best.dataset.piece);
    const from = place ? best.transform.baseVal.consolidate().matrix : { e: 0, f: 0 };
    this.held = { man: best, x: at.x - from.e, y: at.y - from.f };
    best.classList.add("held");
    this.board.men.append(best);
    this.light(best.dataset.piece);
  }

  drag(event) {
    if (!this.held) return;
    const at = this.board.at(event);
    this.held.man.setAttribute("transform", `translate(${at.x - this.held.x} ${at.y - this.held.y})`);
  }

  drop(event) {
    if (!this.held) return;
    const { man } = this.held;
    const at = this.board.at(event);
    const found = [...this.board.svg.querySelectorAll(".hit")].find((hit) => {
      const box = hit.getBBox();
      return at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height;
    });
    this.letGo();
    this.put(man.dataset.piece, found?.dataset.square);
  }

  letGo() {
    this.held?.man.classList.remove("held");
    this.held = null;
    this.light(null);
    this.drawn();
  }

  // Where the piece that is held can stand.
  light(piece) {
    const fits = piece === null ? {} : this.ways[Number(piece.split(",")[0])];
    for (const hit of this.board.svg.querySelectorAll(".hit")) {
      hit.classList.toggle("fits", hit.dataset.square in fits);
    }
  }

  async put(piece, square) {
    const steps = this.ways[Number(piece.split(",")[0])][square];
    if (!steps) {
      this.tell({ error: word("neverThere") });
      this.drawn();
      return;
    }
    // A path passes here twice: on the way out and on the way home.
    const ways = steps.map((step, number) => [word(number ? "wayHome" : "wayOut"), step]);
    const step = steps.length > 1 ? await which(ways, word("whichWay")) : steps[0];
    if (step === null) {
      this.drawn();
      return;
    }
    this.moved.set(piece, { square, step });
    this.tell({});
    this.drawn();
    this.say(nameOf(this.names, piece, square));
  }

  tell(told, { anyway = false } = {}) {
    const line = this.form.querySelector(".why");
    fill(line, told);
    line.hidden = !told.error;
    this.form.elements.anyway.hidden = !anyway;
  }

  async done(anyway) {
    const places = [...this.moved].map(([piece, { step }]) => [...piece.split(",").map(Number), step]);
    const id = this.form.elements.id?.value.trim();
    const body = id ? { id } : { places, turn: Number(this.form.elements.turn.value) };
    if (anyway && !id) body.as_played = true;
    const { ok, status, told } = await this.send("positions", body);
    if (ok) {
      this.moved.clear();
      this.end();
    } else {
      this.tell(told, { anyway: status === 422 && "mayStandSo" in this.form.dataset });
    }
  }
}

// Fill a list; one that has changed nothing may be open, and stays as it is.
function offer(select, options) {
  const same = [...select.options].map((option) => [option.text, option.value]);
  if (JSON.stringify(same) === JSON.stringify(options)) return;
  select.replaceChildren(...options.map(([text, value]) => new Option(text, value)));
}
