// Setting up the eye: the corners of the tray are dragged on the camera's picture, which is fresh every second
// while the page is looked at. What is dragged goes into the numbers of the form, and saving sends the form.

import { ask } from "./ask.js";
import { Corners, fetched } from "./corners.js";
import { Hold } from "./hold.js";
import { showEye } from "./message.js";
import { morph } from "./morph.js";

const FRESH_MS = 1000;

const page = document.getElementById("eye-page");
const form = document.getElementById("tray");

const hold = new Hold();

let version = page.dataset.version;
let sending = false;

document.documentElement.classList.add("script");

const isOval = () => form.elements.shape.value === "oval";
const corners = new Corners(document.getElementById("stage"), form, { outline });

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

// The picture and what the box says of the eye, again and again while somebody looks.

async function seePicture() {
  const next = await fetched(`/eye/picture.jpg?at=${Date.now()}`);
  if (next) corners.renew(next);
}

async function hear() {
  const answer = await ask("/eye/state");
  if (!answer.ok) throw new Error(answer.statusText);
  const { eye, version: now } = await answer.json();
  showEye(eye);
  if (now !== version && !sending && !corners.held) await showNews();
}

// Another phone, or the eye itself, has changed something that this page tells.
async function showNews() {
  const answer = await ask(`/eye${location.search}`);
  if (!answer.ok || sending || corners.held) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await hold.free();
  if (sending || corners.held) return;
  page.className = fresh.getElementById("eye-page").className;
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (part.innerHTML === other.innerHTML) continue;
    morph(part, other.innerHTML);
  }
  if (corners.isKept) {
    for (const field of corners.fields.flat()) field.value = fresh.querySelector(`[name="${field.name}"]`).value;
    form.elements.shape.value = fresh.querySelector('[name="shape"][checked]').value;
    corners.draw();
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

corners.draw();
look();
