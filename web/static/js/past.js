// Corners that were dragged, or found by the box, go back one by one until they are saved. Each stand of the form is
// remembered once it rests. What the box has found comes as a new page, to which the stands before are handed on.

const KEY = "board-corners";
const REST_MS = 400;
const MOST = 50;

export class Past {
  fields;
  #corners;
  #button;
  #stands = [];
  #timer = 0;

  // `button` goes back by one, and is hidden where nothing was before; then `moved` is called.
  constructor(form, corners, button, moved) {
    this.#corners = corners;
    this.#button = button;
    const { quarters, lens, bar } = form.elements;
    this.fields = [...corners.fields.flat(), quarters, lens, bar].filter(Boolean);
    const before = handed();
    if (!corners.isKept) this.#stands = before;
    this.#remember();
    button.addEventListener("click", () => {
      this.#back();
      moved();
    });
  }

  changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#remember(), REST_MS);
  }

  handOn() {
    this.#remember();
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.#stands));
    } catch {
      // A browser that keeps nothing knows no stands before.
    }
  }

  // The form shows what another phone has saved.
  forget() {
    this.#stands = [];
    this.#remember();
  }

  #remember() {
    clearTimeout(this.#timer);
    if (this.#corners.held) return;
    const values = this.fields.map((field) => field.value);
    if (this.#stands.at(-1)?.values.join() !== values.join()) {
      this.#stands.push({ values, isKept: this.#corners.isKept });
      this.#stands = this.#stands.slice(-MOST);
    }
    this.#button.hidden = this.#stands.length < 2;
  }

  #back() {
    this.#remember();
    if (this.#stands.length < 2) return;
    this.#stands.pop();
    const { values, isKept } = this.#stands.at(-1);
    for (const [n, field] of this.fields.entries()) field.value = values[n];
    this.#corners.isKept = isKept;
    this.#corners.draw();
    this.#button.hidden = this.#stands.length < 2;
  }
}

// What the page before has handed on, once.
function handed() {
  try {
    const before = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
    return before;
  } catch {
    return [];
  }
}
