// Setting up the eye on the board: corners are dragged and pieces touched on the camera's picture, which is fresh
// every second while the page is looked at. The box draws the plan, and what it sees, into the picture.

import { ask } from "./ask.js";
import { Corners, fetched } from "./corners.js";
import { Hold } from "./hold.js";
import { morph } from "./morph.js";
import { Past } from "./past.js";

const FRESH_MS = 1000;
const SOON_MS = 150;
const TAPS = 2;

const page = document.getElementById("board-page");
const form = document.getElementById("board");
const stage = document.getElementById("stage");
const taps = document.getElementById("taps");
const owners = [...taps.querySelectorAll(".owner")];
const touching = document.getElementById("touching");

const hold = new Hold();

let version = page.dataset.version;
let sending = false;
let seat = null;
let timer = 0;
let looking = false;
let wanted = false;

document.documentElement.classList.add("script");
// What the box has found came as an answer to a form: to load it again shows what is saved, and sends nothing twice.
if (location.pathname !== "/eye/board") history.replaceState(null, "", "/eye/board");

const corners = new Corners(stage, form, { changed });
const past = new Past(form, corners, document.getElementById("step-back"), soon);

function changed() {
  past.changed();
  soon();
}

// What the box is to draw: nothing while a finger looks for a corner or a piece, else the plan as it would lie.
function asked() {
  if (corners.held || seat !== null) return "bare=1";
  if (corners.isKept) return "";
  const fields = new FormData(form);
  fields.delete("csrf");
  return new URLSearchParams(fields).toString();
}

async function seePicture() {
  const next = await fetched(`/eye/board/picture.jpg?${asked()}&at=${Date.now()}`);
  if (next) corners.renew(next);
}

async function hear() {
  const answer = await ask(`/eye/board/state?${seat === null ? asked() : ""}`);
  if (answer.status === 400) return; // what is being typed is no number yet
  if (!answer.ok) throw new Error(answer.statusText);
  const { parts, version: now } = await answer.json();
  for (const [name, html] of Object.entries(parts)) morph(page.querySelector(`[data-live="${name}"]`), html);
  if (now !== version && !sending && !corners.held) await showNews();
}

// Another phone, a bumped board or a printed marker has changed something that this page tells.
async function showNews() {
  const answer = await ask("/eye/board");
  if (!answer.ok || sending || corners.held) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = fresh.getElementById("board");
  if (!there || fresh.querySelectorAll(".owner").length !== owners.length) return location.reload();
  await hold.free();
  if (sending || corners.held) return;
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (part.innerHTML !== other.innerHTML) morph(part, other.innerHTML);
  }
  if (corners.isKept && fresh.getElementById("stage").dataset.kept) {
    for (const field of past.fields) {
      const other = fresh.querySelector(`#board [name="${field.name}"]`);
      if (other) field.value = other.value;
    }
    past.forget();
    corners.draw();
  }
  version = fresh.getElementById("board-page").dataset.version;
}

async function look() {
  clearTimeout(timer);
  if (looking) {
    wanted = true;
    return;
  }
  looking = true;
  if (document.visibilityState === "visible") {
    let there = true;
    try {
      await seePicture();
      await hear();
    } catch {
      there = false;
    }
    document.getElementById("away").hidden = there;
  }
  looking = false;
  timer = setTimeout(look, wanted ? SOON_MS : FRESH_MS);
  wanted = false;
}

// Something was moved: it is not waited for the next second.
function soon() {
  if (looking) {
    wanted = true;
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(look, SOON_MS);
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
  soon();
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

window.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // the box is asked first whether it is there
  sending = true;
  past.handOn();
  const button = event.submitter;
  document.body.classList.add("busy");
  if (button?.dataset.busy) button.textContent = button.dataset.busy;
});

corners.draw();
look();
