// Setting up the eye on the board: corners are dragged and pieces touched on the camera's picture, which is fresh
// every second while the page is looked at. The box draws the plan, and what it sees, into the picture.

import { Corners } from "./corners.js";
import { morph } from "./morph.js";
import { Past } from "./past.js";
import { SetUp } from "./set_up.js";

const TAPS = 2;

const page = document.getElementById("board-page");
const form = document.getElementById("board");
const stage = document.getElementById("stage");
const taps = document.getElementById("taps");
const owners = [...taps.querySelectorAll(".owner")];
const touching = document.getElementById("touching");

let seat = null;

// What the box has found came as an answer to a form: to load it again shows what is saved, and sends nothing twice.
if (location.pathname !== "/eye/board") history.replaceState(null, "", "/eye/board");

const corners = new Corners(stage, form, { changed });
const setUp = new SetUp(page, corners, "/eye/board", { asked, heard, renew });
const past = new Past(form, corners, document.getElementById("step-back"), () => setUp.soon());
window.addEventListener("submit", () => setUp.sending && past.handOn());

function changed() {
  past.changed();
  setUp.soon();
}

// What the box is to draw: nothing while a finger looks for a corner or a piece, else the plan as it would lie.
function asked() {
  if (corners.held || seat !== null) return "bare=1";
  if (corners.isKept) return "";
  const fields = new FormData(form);
  fields.delete("csrf");
  return new URLSearchParams(fields).toString();
}

function heard({ parts }) {
  for (const [name, html] of Object.entries(parts)) morph(page.querySelector(`[data-live="${name}"]`), html);
}

function renew(fresh) {
  if (!fresh.getElementById("board") || fresh.querySelectorAll(".owner").length !== owners.length) {
    location.reload();
    return false;
  }
  if (!corners.isKept || !fresh.getElementById("stage").dataset.kept) return true;
  for (const field of past.fields) {
    const other = fresh.querySelector(`#board [name="${field.name}"]`);
    if (other) field.value = other.value;
  }
  past.forget();
  corners.draw();
  return true;
}

// Pieces are touched for one player after the other.

const places = (of) =>
  Array.from({ length: TAPS }, (_, n) => [taps.elements[`tx${of}-${n}`], taps.elements[`ty${of}-${n}`]]);
const isFree = ([x, y]) => x.value === "" || y.value === "";

function touch(of) {
  seat = of;
  corners.off = of !== null;
  touching.hidden = of === null;
  stage.classList.toggle("choosing", of !== null);
  stage.classList.toggle("touch", of !== null);
  owners.forEach((button, n) => button.setAttribute("aria-pressed", n === of));
  if (of !== null) touching.firstElementChild.textContent = owners[of].dataset.text;
  drawTaps();
  setUp.soon();
}

function drawTaps() {
  for (const dot of stage.querySelectorAll(".tap")) dot.remove();
  owners.forEach((_, of) => {
    for (const pair of places(of)) {
      if (isFree(pair)) continue;
      const dot = document.createElement("i");
      dot.className = `tap p${of}`;
      dot.style.left = `${pair[0].value}%`;
      dot.style.top = `${pair[1].value}%`;
      stage.append(dot);
    }
  });
}

for (const [of, button] of owners.entries()) {
  button.addEventListener("click", () => {
    for (const pair of places(of)) for (const field of pair) field.value = "";
    touch(of);
    stage.scrollIntoView({ block: "start", behavior: "smooth" });
  });
}

stage.addEventListener("click", (event) => {
  if (seat === null) return;
  const [x, y] = corners.placeOf(event);
  if (x < 0 || y < 0 || x > 1 || y > 1) return;
  const pair = places(seat).find(isFree);
  pair[0].value = (100 * x).toFixed(1);
  pair[1].value = (100 * y).toFixed(1);
  if (places(seat).some(isFree)) drawTaps();
  else done();
});

// On to the next player, or back to the form when every player has been touched.
function done() {
  const next = owners.findIndex((_, of) => places(of).every(isFree));
  touch(next < 0 ? null : next);
  if (next >= 0) return;
  const learn = document.getElementById("learn");
  learn.scrollIntoView({ block: "center", behavior: "smooth" });
  learn.focus({ preventScroll: true });
}

document.getElementById("touched").addEventListener("click", () => {
  if (places(seat).every(isFree)) touch(null);
  else done();
});

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && seat !== null) touch(null);
});

taps.addEventListener("input", drawTaps);

corners.draw();
setUp.look();
