// A page on which a camera is set up: its picture is fresh every second while somebody looks, and what another phone,
// a bump or the eye itself has changed comes by itself.

import { ask } from "./ask.js";
import { fetched } from "./corners.js";
import { Hold } from "./hold.js";
import { morph } from "./morph.js";

const FRESH_MS = 1000;
const SOON_MS = 150;

export class SetUp {
  sending = false;
  #timer = 0;
  #looking = false;
  #wanted = false;
  #hold = new Hold();

  // `page` is what is looked at, at `path`; `asked` says which picture is wanted, `heard` gets what the box tells, and
  // `renew` the page as it is now, for what is kept in the form; it may load the page again instead, and returns false.
  constructor(page, corners, path, { asked = () => "", heard, renew }) {
    Object.assign(this, { page, corners, path, asked, heard, renew });
    this.version = page.dataset.version;
    document.documentElement.classList.add("script");
    window.addEventListener("submit", (event) => {
      if (event.defaultPrevented) return; // the box is asked first whether it is there
      this.sending = true;
      const button = event.submitter;
      document.body.classList.add("busy");
      if (button?.dataset.busy) button.textContent = button.dataset.busy;
    });
  }

  async look() {
    clearTimeout(this.#timer);
    if (this.#looking) {
      this.#wanted = true;
      return;
    }
    this.#looking = true;
    if (document.visibilityState === "visible") {
      let there = true;
      try {
        const next = await fetched(`${this.path}/picture.jpg?${this.asked()}&at=${Date.now()}`);
        if (next) this.corners.renew(next);
        await this.#hear();
      } catch {
        there = false;
      }
      document.getElementById("away").hidden = there;
    }
    this.#looking = false;
    this.#timer = setTimeout(() => this.look(), this.#wanted ? SOON_MS : FRESH_MS);
    this.#wanted = false;
  }

  // Something was moved: it is not waited for the next second.
  soon() {
    if (this.#looking) {
      this.#wanted = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), SOON_MS);
  }

  get #isBusy() {
    return this.sending || this.corners.held;
  }

  async #hear() {
    const answer = await ask(`${this.path}/state?${this.asked()}`);
    if (answer.status === 400) return; // what is being typed is no number yet
    if (!answer.ok) throw new Error(answer.statusText);
    const told = await answer.json();
    this.heard(told);
    if (told.version !== this.version && !this.#isBusy) await this.#showNews();
  }

  async #showNews() {
    const answer = await ask(`${this.path}${location.search}`);
    if (!answer.ok || this.#isBusy) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    await this.#hold.free();
    if (this.#isBusy || this.renew(fresh) === false) return;
    const there = fresh.getElementById(this.page.id);
    this.page.className = there.className;
    for (const part of document.querySelectorAll("[data-part]")) {
      const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (part.innerHTML !== other.innerHTML) morph(part, other.innerHTML);
    }
    this.version = there.dataset.version;
  }
}
