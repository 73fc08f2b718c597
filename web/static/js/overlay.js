// The score over a stream: the page of this address is fetched anew whenever there is news, and takes its place.

import { ask, oneAtATime, timesOf } from "./ask.js";
import { MatchClock } from "./clock.js";
import { Live } from "./live.js";

const overlay = document.getElementById("overlay");
const clock = new MatchClock(() => news());

function show(fresh) {
  const main = fresh.getElementById("overlay");
  if (!main) return;
  if (main.innerHTML !== overlay.innerHTML) overlay.innerHTML = main.innerHTML;
  Object.assign(overlay.dataset, main.dataset);
  overlay.className = main.className;
}

const news = oneAtATime(async () => {
  let reached = false;
  try {
    const answer = await ask(location.href);
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      show(fresh);
      clock.hear(JSON.parse(fresh.getElementById("state").textContent), timesOf(answer));
    }
    reached = answer.ok;
  } catch {
    reached = false;
  }
  clock.away(!reached);
  return reached;
});

document.documentElement.classList.add("script");
new Live({ news, slept: () => clock.slept(), stopped: () => {}, since: () => Number(overlay.dataset.seq) }).start();
news();
