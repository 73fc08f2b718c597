// The board under a finger: each place that is entered is told once, with the pieces on it. Every place has its name
// for a screen reader, too, in the order in which pieces pass it; buttons lead from piece to piece.

import { ask } from "./ask.js";
import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

export class FeltBoard {
  constructor(svg, { game, say, told = () => {} }) {
    this.svg = svg;
    this.game = game;
    this.say = say;
    this.told = told;
    this.men = svg.querySelector("#men");
    this.men.setAttribute("aria-hidden", "true"); // the places say what stands on them
    this.layer = document.createElementNS(SVG, "g");
    this.layer.setAttribute("role", "list");
    svg.append(this.layer);
    this.entered = null;
    this.place = -1; // which of the places with pieces was told last
    this.asked = 0;
    const { seq, places } = JSON.parse(document.getElementById("spoken-places").textContent);
    this.seq = seq;
    this.show(places);
    svg.addEventListener("pointerdown", (event) => {
      this.entered = null;
      if (svg.hasPointerCapture?.(event.pointerId)) svg.releasePointerCapture(event.pointerId);
      this.felt(event);
    });
    svg.addEventListener("pointermove", (event) => {
      if (event.buttons || event.pointerType !== "mouse") this.felt(event);
    });
  }

  show(places) {
    this.places = places;
    const squares = new Map([...this.svg.querySelectorAll(".hit")].map((hit) => [hit.dataset.square, hit]));
    for (const { square, text } of places) {
      const hit = squares.get(square);
      if (!hit) continue;
      hit.setAttribute("role", "listitem");
      hit.setAttribute("aria-label", text);
      this.layer.append(hit); // over the pieces, in the order of the way
    }
  }

  // What stands where after an event; older news than what is shown is left out.
  async news(seq) {
    if (seq <= Math.max(this.seq, this.asked)) return;
    this.asked = seq;
    try {
      const answer = await ask("/blind/places");
      if (!answer.ok) return;
      const fresh = await answer.json();
      if (fresh.seq < this.seq || String(fresh.game) !== this.game) return;
      this.seq = fresh.seq;
      this.men.innerHTML = fresh.men;
      this.svg.dataset.turn = fresh.turn;
      this.place = -1;
      this.here(null);
      this.show(fresh.places);
      const list = document.getElementById("places");
      list.replaceChildren(...this.withMen().map(({ text }) => Object.assign(document.createElement("li"), { textContent: text })));
    } catch {
      this.asked = 0; // the next news asks again
    }
  }

  felt(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const square = this.svg.contains(under) ? under.closest(".hit")?.dataset.square : null;
    if (!square || square === this.entered) return;
    this.entered = square;
    this.tell(this.places.find((one) => one.square === square));
  }

  tell(place, number = "") {
    if (!place) return;
    this.here(place.square);
    this.told(place.square);
    this.say(number ? word("choice", { ...number, text: place.text }) : place.text);
  }

  here(square) {
    for (const hit of this.svg.querySelectorAll(".hit.here")) hit.classList.remove("here");
    if (square) this.svg.querySelector(`.hit[data-square="${square}"]`)?.classList.add("here");
  }

  withMen() {
    return this.places.filter((one) => one.has_men);
  }

  // The next place on which a piece stands, or the one before; both go round.
  walk(by) {
    const all = this.withMen();
    if (!all.length) {
      this.say(word("emptyBoard"));
      return;
    }
    const from = this.place < 0 && by < 0 ? 0 : this.place;
    this.place = (from + by + all.length) % all.length;
    this.tell(all[this.place], { number: this.place + 1, count: all.length });
  }
}
