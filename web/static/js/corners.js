// Four corners of a form, dragged on the camera's picture: by finger or mouse, with a magnifier, by arrow keys, or
// by a touch on a corner and then on its place. What is dragged goes into the numbers of the form.

const STEP = 0.005;
const LARGE_STEP = 0.05;
const ZOOM = 3;

const inside = (part) => Math.min(1, Math.max(0, part));

export class Corners {
  isKept;
  held = null;
  #chosen = null;
  #off = false;
  #outline;
  #changed;

  // `outline` makes the line that is drawn of four points; `changed` is called when one is taken, moved or let go.
  constructor(stage, form, { outline = (points) => points, changed = () => {} } = {}) {
    this.stage = stage;
    this.form = form;
    this.picture = stage.querySelector("img");
    this.lens = stage.querySelector("canvas");
    this.handles = [...stage.querySelectorAll(".corner")];
    this.lines = [...stage.querySelectorAll("polygon")];
    this.fields = this.handles.map((_, place) => [form.elements[`x${place}`], form.elements[`y${place}`]]);
    this.isKept = stage.dataset.kept === "yes";
    this.#outline = outline;
    this.#changed = changed;
    this.handles.forEach((handle, place) => this.#listen(handle, place));
    // A corner that was touched goes where the picture is touched next: nobody has to drag.
    stage.addEventListener("click", (event) => {
      if (this.#off || this.#chosen === null || event.target.closest(".corner")) return;
      this.#put(this.#chosen, ...this.placeOf(event));
    });
    form.addEventListener("input", () => {
      this.isKept = false;
      this.draw();
      this.#changed();
    });
  }

  get points() {
    return this.fields.map((pair) => pair.map((field) => Number(field.value.replace(",", ".")) / 100));
  }

  // While the picture is touched for something else, the corners stay where they are, out of sight.
  set off(isOff) {
    this.#off = isOff;
    this.#chosen = null;
    this.draw();
  }

  placeOf(event) {
    const box = this.picture.getBoundingClientRect();
    return [(event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height];
  }

  draw() {
    const { stage } = this;
    const points = this.points;
    this.handles.forEach((handle, place) => {
      const [x, y] = points[place];
      handle.hidden = this.#off;
      handle.style.left = `${100 * x}%`;
      handle.style.top = `${100 * y}%`;
      handle.setAttribute("aria-valuenow", Math.round(100 * x));
      const at = { x: Math.round(1000 * x) / 10, y: Math.round(1000 * y) / 10 };
      handle.setAttribute("aria-valuetext", stage.dataset.at.replace(/\{(\w)\}/g, (_, axis) => at[axis]));
      handle.classList.toggle("chosen", place === this.#chosen);
      handle.classList.toggle("held", this.held?.place === place);
    });
    stage.classList.toggle("wrong", !isField(points));
    stage.classList.toggle("choosing", this.#chosen !== null);
    const drawn = isField(points) ? this.#outline(points) : points;
    for (const line of this.lines) line.setAttribute("points", drawn.map(([x, y]) => `${x},${y}`).join(" "));
    this.form.classList.toggle("dirty", !this.isKept);
    const unsaved = document.getElementById("unsaved");
    const text = this.isKept ? "" : stage.dataset.unsaved;
    if (unsaved.textContent !== text) unsaved.textContent = text;
  }

  // What lies under the finger, three times as large, with the sides that meet there.
  magnify(place) {
    const { lens, picture } = this;
    const points = this.points;
    const [x, y] = points[place];
    lens.hidden = false;
    lens.classList.toggle("right", x < 0.5);
    const box = this.stage.getBoundingClientRect();
    const ink = lens.getContext("2d");
    const size = lens.width;
    const zoom = (ZOOM * size) / lens.clientWidth;
    ink.fillStyle = "#1d1209";
    ink.fillRect(0, 0, size, size);
    const [left, top] = [size / 2 - x * box.width * zoom, size / 2 - y * picture.clientHeight * zoom];
    if (picture.complete && picture.naturalWidth) {
      ink.drawImage(picture, left, top, box.width * zoom, picture.clientHeight * zoom);
    }
    for (const [colour, width] of [["#1d1209", 7], ["#ffd75e", 3]]) {
      ink.strokeStyle = colour;
      ink.lineWidth = width;
      ink.beginPath();
      for (const other of [points[(place + 3) % 4], points[(place + 1) % 4]]) {
        ink.moveTo(size / 2, size / 2);
        ink.lineTo(left + other[0] * box.width * zoom, top + other[1] * picture.clientHeight * zoom);
      }
      ink.stroke();
    }
  }

  // A fresh picture has come.
  renew(next) {
    this.picture.src = next.src;
    this.picture.width = next.naturalWidth;
    this.picture.height = next.naturalHeight;
    if (this.held) this.magnify(this.held.place);
  }

  #put(place, x, y) {
    this.fields[place][0].value = (100 * inside(x)).toFixed(1);
    this.fields[place][1].value = (100 * inside(y)).toFixed(1);
    this.isKept = false;
    this.draw();
    if (!this.lens.hidden) this.magnify(place);
    this.#changed();
  }

  #listen(handle, place) {
    handle.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.focus({ preventScroll: true });
      const [x, y] = this.placeOf(event);
      const now = this.points[place];
      this.held = { place, dx: now[0] - x, dy: now[1] - y, from: now, wasKept: this.isKept };
      this.#chosen = place;
      this.draw();
      this.magnify(place);
      this.#changed();
    });
    handle.addEventListener("pointermove", (event) => {
      if (this.held?.place !== place) return;
      const [x, y] = this.placeOf(event);
      this.#put(place, x + this.held.dx, y + this.held.dy);
    });
    handle.addEventListener("pointerup", () => this.#letGo());
    handle.addEventListener("pointercancel", () => this.#putBack());
    handle.addEventListener("focus", () => {
      this.#chosen = place;
      this.draw();
    });
    handle.addEventListener("blur", () => {
      this.lens.hidden = true;
    });
    handle.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.key === "Escape") this.#putBack();
      if (!way) return;
      event.preventDefault();
      const step = event.shiftKey ? LARGE_STEP : STEP;
      const [x, y] = this.points[place];
      this.lens.hidden = false;
      this.#put(place, x + way[0] * step, y + way[1] * step);
    });
  }

  #letGo() {
    this.held = null;
    this.lens.hidden = true;
    this.draw();
    this.#changed();
  }

  #putBack() {
    if (!this.held) return;
    const { place, from, wasKept } = this.held;
    this.#put(place, ...from);
    this.isKept = wasKept;
    this.#letGo();
  }
}

// Whether four corners make a field at all; the box says why not when they are saved.
function isField(points) {
  const turns = points.map((point, n) => {
    const [next, after] = [points[(n + 1) % 4], points[(n + 2) % 4]];
    return (next[0] - point[0]) * (after[1] - next[1]) - (next[1] - point[1]) * (after[0] - next[0]);
  });
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}

// A picture from an address; null where none comes.
export function fetched(address) {
  return new Promise((seen) => {
    const next = new Image();
    next.onload = () => seen(next);
    next.onerror = () => seen(null);
    next.src = address;
  });
}
