// Setting up the eye: the corners of the tray are dragged on the camera's picture, which is fresh every second
// while the page is looked at. What is dragged goes into the numbers of the form, and saving sends the form.

import { Corners } from "./corners.js";
import { showEye } from "./message.js";
import { SetUp } from "./set_up.js";

const form = document.getElementById("tray");

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

// What another phone, or the eye itself, has set; what is being dragged stays.
function renew(fresh) {
  if (!corners.isKept) return;
  for (const field of corners.fields.flat()) field.value = fresh.querySelector(`[name="${field.name}"]`).value;
  form.elements.shape.value = fresh.querySelector('[name="shape"][checked]').value;
  corners.draw();
}

corners.draw();
new SetUp(document.getElementById("eye-page"), corners, "/eye", { heard: ({ eye }) => showEye(eye), renew }).look();
