// The television: the box's page of the whole room is fetched anew whenever there is news; pieces glide. Moments
// that shall stand still are named in its address: /tv?still=throw,capture,win.

import { ask, oneAtATime, timesOf } from "./ask.js";
import { glide, spots } from "./board.js";
import { MatchClock } from "./clock.js";
import { leave } from "./leave.js";
import { Live } from "./live.js";
import { markLast } from "./marks.js";
import { Moments } from "./moments.js";
import { stayAwake } from "./wake.js";

const tv = document.getElementById("tv");
const table = document.querySelector(".table");
const awayLine = document.getElementById("away");
const moments = new Moments(new URLSearchParams(location.search).get("still") ?? "");
const clock = new MatchClock(() => news());

function mark() {
  const { from, to } = table.dataset;
  markLast(table, { from: from.split(" ").filter(Boolean), to: to.split(" ").filter(Boolean) });
}

function slept() {
  moments.slept();
  clock.slept();
}

const stateOf = (page) => JSON.parse(page.getElementById("state").textContent);

function show(fresh) {
  const main = fresh.getElementById("tv");
  if (!main || main.dataset.game !== tv.dataset.game || main.dataset.quarters !== tv.dataset.quarters) {
    leave(() => location.reload());
    return;
  }
  tv.dataset.seq = main.dataset.seq;
  tv.className = main.className;
  const news = moments.news(stateOf(fresh));
  for (const part of tv.querySelectorAll("[data-part]")) {
    const html = main.querySelector(`[data-part="${part.dataset.part}"]`).innerHTML;
    if (html !== part.innerHTML) part.innerHTML = html;
  }
  const board = table.querySelector(".board");
  const men = board.querySelector("#men");
  const next = main.querySelector(".table");
  if (next.querySelector("[data-alike]") === null !== (board.closest("[data-alike]") === null)) {
    leave(() => location.reload());
  }
  const html = next.querySelector("#men").innerHTML;
  board.dataset.turn = next.querySelector(".board").dataset.turn;
  if (html !== men.innerHTML) {
    const before = spots(men);
    men.innerHTML = html;
    glide(men, before, moments.flight(news));
  }
  for (const name of ["from", "to"]) table.dataset[name] = next.dataset[name];
  mark();
  moments.show(news);
}

const news = oneAtATime(async (isLast) => {
  let reached = false;
  try {
    const answer = await ask("/tv");
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      show(fresh);
      clock.hear(stateOf(fresh), timesOf(answer));
    }
    reached = answer.ok;
  } catch {
    reached = false;
  }
  if (!reached) slept();
  if (reached || isLast()) {
    awayLine.hidden = reached;
    clock.away(!reached);
  }
  return reached;
});

mark();
moments.news(stateOf(document));
stayAwake(true);
document.documentElement.classList.add("script");
new Live({ news, slept, since: () => Number(tv.dataset.seq) }).start();
