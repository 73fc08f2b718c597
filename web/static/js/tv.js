// The television: the box's page of the whole room is fetched anew whenever there is news; pieces glide.

import { ask } from "./ask.js";
import { glide, spots } from "./board.js";
import { Live } from "./live.js";
import { stayAwake } from "./wake.js";

const tv = document.getElementById("tv");
const table = document.querySelector(".table");
const awayLine = document.getElementById("away");
let asking = false;
let again = false;

function markLast() {
  for (const name of ["from", "to"]) {
    for (const hit of table.querySelectorAll(`.hit.${name}`)) hit.classList.remove(name);
    for (const square of table.dataset[name].split(" ").filter(Boolean)) {
      table.querySelector(`.hit[data-square="${square}"]`)?.classList.add(name);
    }
  }
}

function show(fresh) {
  const main = fresh.getElementById("tv");
  if (!main || main.dataset.game !== tv.dataset.game || main.dataset.quarters !== tv.dataset.quarters) {
    location.reload();
    return;
  }
  tv.dataset.seq = main.dataset.seq;
  for (const part of tv.querySelectorAll("[data-part]")) {
    const html = main.querySelector(`[data-part="${part.dataset.part}"]`).innerHTML;
    if (html !== part.innerHTML) part.innerHTML = html;
  }
  const board = table.querySelector(".board");
  const men = board.querySelector("#men");
  const next = main.querySelector(".table");
  const html = next.querySelector("#men").innerHTML;
  board.dataset.turn = next.querySelector(".board").dataset.turn;
  if (html !== men.innerHTML) {
    const before = spots(men);
    men.innerHTML = html;
    glide(men, before);
  }
  for (const name of ["from", "to"]) table.dataset[name] = next.dataset[name];
  markLast();
}

async function news() {
  if (asking) {
    again = true;
    return true;
  }
  asking = true;
  let reached = false;
  try {
    const answer = await ask("/tv");
    reached = answer.ok;
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    reached = false;
  }
  if (reached || !again) awayLine.hidden = reached;
  asking = false;
  if (again) {
    again = false;
    return news();
  }
  return reached;
}

markLast();
stayAwake(true);
document.documentElement.classList.add("script");
new Live({ news, since: () => Number(tv.dataset.seq) }).start();
