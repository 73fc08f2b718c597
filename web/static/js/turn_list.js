// The list of turns beside a replay: comes in pieces as it is scrolled, and keeps the turn that is looked at in
// sight, within its own box.

import { ask } from "./ask.js";

const NEAR_PX = 400; // so near its edge the next piece is asked for

export class TurnList {
  constructor(box, { game, go }) {
    this.box = box;
    this.game = game;
    this.list = box.querySelector(".turns");
    this.count = Number(this.list.dataset.count);
    this.first = Number(this.list.dataset.first);
    this.end = this.first + this.list.children.length;
    this.asking = null;
    this.row = null;
    this.list.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-step]");
      const line = event.target.closest("li");
      const to = link ?? line?.querySelector("a[data-step]:last-of-type");
      if (!to || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(Number(to.dataset.step));
    });
    box.addEventListener("scroll", () => this.more(), { passive: true });
  }

  // Marks the step, and asks for its turns where they are not there yet.
  async show(step, row) {
    this.mark(step);
    if (row < this.first || row >= this.end) {
      const piece = await this.piece(Math.max(0, row - 10));
      if (!piece) return;
      this.list.innerHTML = piece.html;
      this.first = piece.first;
      this.end = piece.first + piece.lines;
      this.mark(step);
    }
    this.row = row;
    for (const line of this.list.querySelectorAll("li.now")) line.classList.remove("now");
    const line = this.line(row);
    line?.classList.add("now");
    if (line) this.intoSight(line);
    this.more();
  }

  line(row) {
    return this.list.querySelector(`li[data-row="${row}"]`);
  }

  mark(step) {
    for (const link of this.list.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    for (const link of this.list.querySelectorAll("a[data-step]")) {
      const { first, step: last } = link.dataset;
      if (Number(first) <= step && step <= Number(last)) link.setAttribute("aria-current", "step");
    }
  }

  // Only the box scrolls: the board stays where it is.
  intoSight(line) {
    const above = line.offsetTop - this.box.scrollTop;
    const room = this.box.clientHeight - line.offsetHeight;
    const edge = Math.min(line.offsetHeight, room / 3);
    if (above < edge || above > room - edge) this.box.scrollTop = line.offsetTop - room / 2;
  }

  async more() {
    if (this.asking) return;
    if (this.end < this.count && this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < NEAR_PX) {
      const piece = await this.piece(this.end);
      if (!piece || piece.first !== this.end) return;
      this.list.insertAdjacentHTML("beforeend", piece.html);
      this.end += piece.lines;
      this.showRow();
    } else if (this.first > 0 && this.box.scrollTop < NEAR_PX) {
      const from = Math.max(0, this.first - 40);
      const piece = await this.piece(from);
      if (!piece || piece.first !== from || from + piece.lines < this.first) return;
      const before = this.box.scrollHeight;
      this.list.insertAdjacentHTML("afterbegin", piece.html);
      for (const line of [...this.list.children].slice(this.first - from, piece.lines)) line.remove();
      this.first = from;
      this.box.scrollTop += this.box.scrollHeight - before;
      this.showRow();
    }
  }

  showRow() {
    if (this.row !== null) this.line(this.row)?.classList.add("now");
  }

  // One piece at a time; none while the box is away.
  async piece(from) {
    while (this.asking) await this.asking;
    this.asking = ask(`/games/${this.game}/turns/${from}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    const found = await this.asking;
    this.asking = null;
    return found;
  }
}
