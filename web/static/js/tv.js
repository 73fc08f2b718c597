// The television: the box's page of the whole room is fetched anew whenever there is news; pieces glide.

import { ask, oneAtATime } from "./ask.js";
import { glide, spots } from "./board.js";
import { Live } from "./live.js";
import { markLast } from "./marks.js";
import { stayAwake } from "./wake.js";

const tv = document.getElementById("tv");
const table = document.querySelector(".table");
const awayLine = document.getElementById("away");

function mark() {
  const { from, to } = table.dataset;
  markLast(table, { from: from.split(" ").filter(Boolean), to: to.split(" ").filter(Boolean) });
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
  if (next.querySelector("[data-alike]") === null !== (board.closest("[data-alike]") === null)) location.reload();
  const html = next.querySelector("#men").innerHTML;
  board.dataset.turn = next.querySelector(".board").dataset.turn;
  if (html !== men.innerHTML) {
    const before = spots(men);
    men.innerHTML = html;
    glide(men, before);
  }
  for (const name of ["from", "to"]) table.dataset[name] = next.dataset[name];
  mark();
}

const news = oneAtATime(async (isLast) => {
  let reached = false;
  try {
    const answer = await ask("/tv");
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    reached = answer.ok;
  } catch {
    reached = false;
  }
  if (reached || isLast()) awayLine.hidden = reached;
  return reached;
});

mark();
stayAwake(true);
document.documentElement.classList.add("script");
new Live({ news, since: () => Number(tv.dataset.seq) }).start();
