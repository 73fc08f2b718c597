// The slider of a game that is over: fetches the pieces of each step; without it the form loads the page.

import { ask } from "./ask.js";

const KEEP_MS = 300;

const replay = document.querySelector(".replay");
const slider = replay.querySelector("input[type=range]");
const men = replay.querySelector("#men");
const board = replay.querySelector("svg.board");
const photo = replay.querySelector(".step-photo");
const awayLine = replay.querySelector(".away");
const steps = Number(replay.dataset.steps);
const known = new Map();
let shown = Number(slider.value);
let wanted = shown;
let isFetching = false;
let timer = 0;

async function fetched(step) {
  if (!known.has(step)) {
    const answer = await ask(`/games/${replay.dataset.game}/steps/${step}`);
    if (!answer.ok) throw new Error(answer.statusText);
    known.set(step, await answer.json());
  }
  return known.get(step);
}

function picture(name) {
  if (!name) return [];
  const link = document.createElement("a");
  link.className = "photo";
  link.href = `/photos/${name}.jpg`;
  const image = document.createElement("img");
  image.src = link.href;
  image.alt = replay.querySelector("#step-text").textContent;
  link.append(image);
  return [link];
}

function idsOf(ids) {
  if (!ids) return;
  const lines = { xgid: ids.xgid, "gnu-id": ids.gnu };
  for (const [id, text] of Object.entries(lines)) {
    const code = document.getElementById(id);
    code.textContent = text;
    code.parentElement.hidden = !text;
    document.getElementById(`${id}-copied`).textContent = "";
  }
  const why = replay.querySelector(".id-why");
  why.textContent = ids.why;
  why.hidden = !ids.why;
}

function draw(step, found) {
  shown = step;
  men.innerHTML = found.men;
  board.dataset.turn = found.turn;
  replay.querySelector("#step-text").textContent = found.text;
  idsOf(found.ids);
  photo.replaceChildren(...picture(found.photo));
}

function point(step) {
  wanted = Math.min(Math.max(step, 0), steps);
  slider.value = wanted;
  replay.querySelector("#step-number").textContent = wanted;
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
  } finally {
    isFetching = false;
  }
  if (shown !== wanted) show(wanted);
  clearTimeout(timer);
  timer = setTimeout(remember, KEEP_MS);
}

// Who loads the page again, or comes back from a photograph, sees the same step.
function remember() {
  history.replaceState(null, "", `?step=${shown}${location.hash}`);
}

slider.addEventListener("input", () => show(Number(slider.value)));
for (const button of replay.querySelectorAll("[data-by]")) {
  button.addEventListener("click", (event) => {
    event.preventDefault();
    show(wanted + Number(button.dataset.by));
  });
}
replay.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
