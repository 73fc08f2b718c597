// A game played again: slider, buttons, keys, the list of turns and the marks all lead to a step, whose pieces are
// fetched; it also plays by itself. Without it the form loads the page.

import { ask } from "./ask.js";
import { markLast } from "./marks.js";
import { TurnList } from "./turn_list.js";

const KEEP_MS = 300;
const NO_KEYS = "select, textarea, input:not([type=range])";
const PRESSED = "button, summary, a";

const replay = document.querySelector(".replay");
const slider = replay.querySelector("input[type=range]");
const men = replay.querySelector("#men");
const board = replay.querySelector("svg.board");
const photo = replay.querySelector(".step-throw");
const awayLine = replay.querySelector(".away");
const text = replay.querySelector("#step-text");
const playButton = replay.querySelector(".autoplay");
const speed = replay.querySelector("#speed");
const record = document.getElementById("turn-record");
const steps = Number(replay.dataset.steps);
const { game } = replay.dataset;
const list = new TurnList(replay.querySelector(".scrolls"), { game, go: (step) => chosen(step) });
const known = new Map();
let shown = Number(slider.value);
let wanted = shown;
let isFetching = false;
let timer = 0;
let ticking = 0; // while it plays by itself
let row = null;

async function fetched(step) {
  if (!known.has(step)) {
    const answer = await ask(`/games/${game}/steps/${step}`);
    if (!answer.ok) throw new Error(answer.statusText);
    known.set(step, await answer.json());
  }
  return known.get(step);
}

function picture(found) {
  if (!found.photo) {
    photo.innerHTML = found.drawn;
    return;
  }
  const link = document.createElement("a");
  link.className = "photo";
  link.href = `/photos/${found.photo}.jpg`;
  if (photo.querySelector("a")?.getAttribute("href") === link.getAttribute("href")) return;
  const image = document.createElement("img");
  image.src = link.href;
  image.alt = found.text;
  link.append(image);
  photo.replaceChildren(link);
}

function idsOf(ids) {
  if (!ids) return;
  const lines = { xgid: ids.xgid, "gnu-id": ids.gnu };
  for (const [id, code] of Object.entries(lines)) {
    const line = document.getElementById(id);
    line.textContent = code;
    line.parentElement.hidden = !code;
    document.getElementById(`${id}-copied`).textContent = "";
  }
  const why = document.querySelector("#ids .id-why");
  why.textContent = ids.why;
  why.hidden = !ids.why;
}

function draw(step, found) {
  shown = step;
  men.innerHTML = found.men;
  board.dataset.turn = found.turn;
  markLast(board, found.last);
  text.textContent = found.text;
  idsOf(found.ids);
  picture(found);
  ends();
  list.show(step, found.row);
  if (found.row !== row) recordOf(found.row);
}

// What happened in the turn, with its photographs; of turns that are passed by quickly, of the last alone.
async function recordOf(wantedRow) {
  const first = row === null;
  row = wantedRow;
  if (first && shown === Number(slider.defaultValue)) return; // the page came with it
  await new Promise((done) => setTimeout(done, KEEP_MS));
  if (row !== wantedRow) return;
  try {
    const answer = await ask(`/games/${game}/turns/${wantedRow}/record`);
    if (answer.ok && row === wantedRow) record.innerHTML = (await answer.json()).html;
  } catch {
    // What is there stays; the step itself says that the box is away.
  }
}

function point(step) {
  wanted = Math.min(Math.max(step, 0), steps);
  slider.value = wanted;
  replay.querySelector("#step-number").textContent = wanted;
}

function ends() {
  const found = known.get(shown) ?? {};
  const dead = (button, is) => is ? button.setAttribute("aria-disabled", "true") : button.removeAttribute("aria-disabled");
  for (const button of replay.querySelectorAll("[data-by], [data-to]")) {
    const back = button.dataset.by === "-1" || button.dataset.to === "0";
    dead(button, back ? shown === 0 : shown === steps);
  }
  for (const button of replay.querySelectorAll("[data-mark]")) {
    dead(button, found[`mark_${button.dataset.mark}`] === null);
  }
}

// One after the other, and of a slider that is drawn quickly only where it has come to: nobody waits for what
// was passed by.
async function show(step) {
  point(step);
  if (isFetching) return;
  isFetching = true;
  try {
    while (shown !== wanted) {
      const asked = wanted;
      draw(asked, await fetched(asked));
    }
    awayLine.hidden = true;
    if (shown < steps) await fetched(shown + 1).catch(() => undefined); // asked for before it is wanted
  } catch {
    awayLine.hidden = false; // the last step stays
    point(shown);
    pause();
  } finally {
    isFetching = false;
  }
  if (shown !== wanted) show(wanted);
  clearTimeout(timer);
  timer = setTimeout(remember, KEEP_MS);
}

// Somebody chooses a step: it no longer plays by itself.
function chosen(step) {
  pause();
  return show(step);
}

// To what lies beyond the step: the next turn, the mark before.
async function leap(name) {
  pause();
  try {
    const to = (await fetched(wanted))[name];
    if (to !== null) show(to);
  } catch {
    awayLine.hidden = false;
  }
}

// Who loads the page again, comes back from a photograph or is sent the address sees the same step.
function remember() {
  history.replaceState(null, "", `?step=${shown}${location.hash}`);
}

function play() {
  if (wanted >= steps) show(0);
  playButton.setAttribute("aria-pressed", "true");
  text.setAttribute("aria-live", "off"); // many steps a minute are not read out
  const tick = async () => {
    if (!isFetching) await show(wanted + 1);
    if (wanted >= steps) pause();
    else if (ticking) ticking = setTimeout(tick, Number(speed.value));
  };
  ticking = setTimeout(tick, Number(speed.value));
}

function pause() {
  clearTimeout(ticking);
  ticking = 0;
  playButton.setAttribute("aria-pressed", "false");
  text.setAttribute("aria-live", "polite");
}

const KEYS = {
  ArrowLeft: () => chosen(wanted - 1),
  ArrowRight: () => chosen(wanted + 1),
  ArrowUp: () => leap("up"),
  ArrowDown: () => leap("down"),
  Home: () => chosen(0),
  End: () => chosen(steps),
  " ": () => (ticking ? pause() : play()),
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || !KEYS[key] || target.closest(NO_KEYS)) return;
  if (key === " " && target.closest(PRESSED)) return;
  event.preventDefault();
  KEYS[key]();
});
slider.addEventListener("input", () => chosen(Number(slider.value)));
playButton.addEventListener("click", () => (ticking ? pause() : play()));
for (const button of replay.querySelectorAll("form button[name=step]")) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const { by, to, mark } = button.dataset;
    if (mark) leap(`mark_${mark}`);
    else chosen(by ? wanted + Number(by) : Number(to));
  });
}
replay.querySelector(".marks").addEventListener("click", (event) => {
  const all = [...replay.querySelectorAll(".marks rect")];
  const away = (one) => {
    const { left, width } = one.getBoundingClientRect();
    return Math.abs(left + width / 2 - event.clientX);
  };
  const [first, ...others] = all;
  const near = others.reduce((best, one) => (away(one) < away(best) ? one : best), first);
  if (near) chosen(Number(near.dataset.step));
});
replay.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("visibilitychange", () => document.hidden && pause());

// The step that the page came with, and what is around it.
fetched(shown)
  .then((found) => {
    if (shown !== wanted || isFetching) return;
    markLast(board, found.last);
    row = found.row;
    list.show(shown, found.row);
  })
  .catch(() => undefined);
