// Trying lamps and sound without loading the page again: the lamps shine as the box shows them, and a buzzer that
// is not wired is heard here.

import { ask } from "./ask.js";
import { dataOf } from "./forms.js";
import { shine } from "./lamps.js";
import { Live } from "./live.js";
import { Sound } from "./sound.js";
import { hasVoice, speak } from "./telling.js";
import { word } from "./words.js";

const page = document.getElementById("outputs");
const sound = new Sound();

// What became of the last trial stands in its row, where the finger is; it covers nothing.
function say(row, text) {
  const here = row.querySelector(".tried");
  for (const line of page.querySelectorAll(".tried")) line.textContent = line === here ? text : "";
  here.scrollIntoView({ block: "nearest" });
}

async function news() {
  try {
    const answer = await ask("/api/v1/state");
    if (answer.ok) shine((await answer.json()).lamps);
    return answer.ok;
  } catch {
    return false;
  }
}

// The box answers with its page; what it says of the trial stands in its row.
async function attempt(address, body, tried) {
  const answer = await fetch(address, { method: "POST", body });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  say(tried, (fresh.querySelector(".tried:not(:empty)") ?? fresh.querySelector(".card p")).textContent);
  for (const row of fresh.querySelectorAll("li.trial")) {
    const why = row.querySelector(".why");
    const name = row.querySelector("button").value;
    const shown = page.querySelector(`button[value="${name}"]`).closest(".trial");
    shown.querySelector(".why")?.remove();
    if (why) shown.querySelector("p").after(why);
  }
}

page.querySelector(".trials").addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  event.preventDefault();
  if (button.dataset.tune) {
    sound.start();
    sound.play(button.dataset.tune);
  }
  const body = new URLSearchParams(dataOf(form, button));
  const row = button.closest(".trial");
  button.disabled = true;
  try {
    await attempt(form.action, body, row);
  } catch {
    say(row, word("away"));
  } finally {
    button.disabled = false;
    button.focus({ preventScroll: true });
  }
});

document.getElementById("here").addEventListener("click", ({ target }) => {
  sound.start();
  sound.play("win");
  speak(target.dataset.sentence);
  document.getElementById("no-voice").hidden = hasVoice();
});

document.documentElement.classList.add("script");
new Live({ news, lamps: shine, since: () => Number(page.dataset.seq) }).start();
