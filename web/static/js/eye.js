// Setting up the eye: the corners of the tray are dragged on the camera's picture, which is fresh every second
// while the page is looked at. What is dragged goes into the numbers of the form, and saving sends the form.

import { ask } from "./ask.js";
import { Hold } from "./hold.js";
import { showEye } from "./message.js";
import { morph } from "./morph.js";

const FRESH_MS = 1000;
const STEP = 0.005;
const LARGE_STEP = 0.05;
const ZOOM = 3;

const page = document.getElementById("eye-page");
const form = document.getElementById("tray");
const stage = document.getElementById("stage");
const picture = stage.querySelector("img");
const lens = stage.querySelector("canvas");
const handles = [...stage.querySelectorAll(".corner")];
const lines = [...stage.querySelectorAll("polygon")];
const fields = handles.map((_, place) => [form.elements[`x${place}`], form.elements[`y${place}`]]);

const hold = new Hold();

let isKept = stage.dataset.kept === "yes";
let held = null;
let chosen = null;
let version = page.dataset.version;
let sending = false;

document.documentElement.classList.add("script");

const corners = () => fields.map((pair) => pair.map((field) => Number(field.value.replace(",", ".")) / 100));
const inside = (part) => Math.min(1, Math.max(0, part));
const isOval = () => form.elements.shape.value === "oval";

// Where a point of the unit square lies when its corners lie at the four given ones.
function laid([a, b, c, d], u, v) {
  const [dx1, dy1, dx2, dy2] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  const w = g * u + h * v + 1;
  return [0, 1].map((i) => ((b[i] - a[i] + g * b[i]) * u + (d[i] - a[i] + h * d[i]) * v + a[i]) / w);
}

function outline(points) {
  if (!isOval()) return points;
  return Array.from({ length: 64 }, (_, n) => {
    const turn = (2 * Math.PI * n) / 64;
    return laid(points, 0.5 + 0.5 * Math.cos(turn), 0.5 + 0.5 * Math.sin(turn));
  });
}

// Whether four corners make a field at all; the box says why not when they are saved.
function isField(points) {
  const turns = points.map((point, n) => {
    const [next, after] = [points[(n + 1) % 4], points[(n + 2) % 4]];
    return (next[0] - point[0]) * (after[1] - next[1]) - (next[1] - point[1]) * (after[0] - next[0]);
  });
  return turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0);
}

function draw() {
  const points = corners();
  handles.forEach((handle, place) => {
    const [x, y] = points[place];
    handle.style.left = `${100 * x}%`;
    handle.style.top = `${100 * y}%`;
    handle.setAttribute("aria-valuenow", Math.round(100 * x));
    const at = { x: Math.round(1000 * x) / 10, y: Math.round(1000 * y) / 10 };
    handle.setAttribute("aria-valuetext", stage.dataset.at.replace(/\{(\w)\}/g, (_, axis) => at[axis]));
    handle.classList.toggle("chosen", place === chosen);
    handle.classList.toggle("held", held?.place === place);
  });
  stage.classList.toggle("wrong", !isField(points));
  stage.classList.toggle("choosing", chosen !== null);
  const drawn = isField(points) ? outline(points) : points;
  for (const line of lines) line.setAttribute("points", drawn.map(([x, y]) => `${x},${y}`).join(" "));
  form.classList.toggle("dirty", !isKept);
  const unsaved = document.getElementById("unsaved");
  const text = isKept ? "" : stage.dataset.unsaved;
  if (unsaved.textContent !== text) unsaved.textContent = text;
}

function put(place, x, y) {
  fields[place][0].value = (100 * inside(x)).toFixed(1);
  fields[place][1].value = (100 * inside(y)).toFixed(1);
  isKept = false;
  draw();
  if (!lens.hidden) magnify(place);
}

// What lies under the finger, three times as large, with the sides that meet there.
function magnify(place) {
  const points = corners();
  const [x, y] = points[place];
  lens.hidden = false;
  lens.classList.toggle("right", x < 0.5);
  const box = stage.getBoundingClientRect();
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

function placeOf(event) {
  const box = picture.getBoundingClientRect();
  return [(event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height];
}

handles.forEach((handle, place) => {
  handle.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    const [x, y] = placeOf(event);
    const now = corners()[place];
    held = { place, dx: now[0] - x, dy: now[1] - y, from: now, wasKept: isKept };
    chosen = place;
    draw();
    magnify(place);
  });
  handle.addEventListener("pointermove", (event) => {
    if (held?.place !== place) return;
    const [x, y] = placeOf(event);
    put(place, x + held.dx, y + held.dy);
  });
  handle.addEventListener("pointerup", letGo);
  handle.addEventListener("pointercancel", putBack);
  handle.addEventListener("focus", () => {
    chosen = place;
    draw();
  });
  handle.addEventListener("blur", () => {
    lens.hidden = true;
  });
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Escape") putBack();
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const [x, y] = corners()[place];
    lens.hidden = false;
    put(place, x + way[0] * step, y + way[1] * step);
  });
});

function letGo() {
  held = null;
  lens.hidden = true;
  draw();
}

function putBack() {
  if (!held) return;
  const { place, from, wasKept } = held;
  put(place, ...from);
  isKept = wasKept;
  letGo();
}

// A corner that was touched goes where the picture is touched next: nobody has to drag.
stage.addEventListener("click", (event) => {
  if (chosen === null || event.target.closest(".corner")) return;
  put(chosen, ...placeOf(event));
});

form.addEventListener("input", () => {
  isKept = false;
  draw();
});

// The picture and what the box says of the eye, again and again while somebody looks.

function seePicture() {
  return new Promise((seen) => {
    const next = new Image();
    next.onload = () => {
      picture.src = next.src;
      picture.width = next.naturalWidth;
      picture.height = next.naturalHeight;
      if (held) magnify(held.place);
      seen(true);
    };
    next.onerror = () => seen(false);
    next.src = `/eye/picture.jpg?at=${Date.now()}`;
  });
}

async function hear() {
  const answer = await ask("/eye/state");
  if (!answer.ok) throw new Error(answer.statusText);
  const { eye, version: now } = await answer.json();
  showEye(eye);
  if (now !== version && !sending && !held) await showNews();
}

// Another phone, or the eye itself, has changed something that this page tells.
async function showNews() {
  const answer = await ask(`/eye${location.search}`);
  if (!answer.ok || sending || held) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await hold.free();
  if (sending || held) return;
  page.className = fresh.getElementById("eye-page").className;
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (part.innerHTML === other.innerHTML) continue;
    morph(part, other.innerHTML);
  }
  if (isKept) {
    for (const field of fields.flat()) field.value = fresh.querySelector(`[name="${field.name}"]`).value;
    form.elements.shape.value = fresh.querySelector('[name="shape"][checked]').value;
    draw();
  }
  version = fresh.getElementById("eye-page").dataset.version;
}

async function look() {
  if (document.visibilityState === "visible") {
    let there = true;
    try {
      await hear();
      await seePicture();
    } catch {
      there = false;
    }
    document.getElementById("away").hidden = there;
  }
  setTimeout(look, FRESH_MS);
}

window.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // the box is asked first whether it is there
  sending = true;
  const button = event.submitter;
  document.body.classList.add("busy");
  if (button?.dataset.busy) button.textContent = button.dataset.busy;
});

// The page that comes back from the browser's memory is not sending any more.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

draw();
look();
