// Trying lamps and sound without loading the page again: the lamps shine as the box shows them, and a buzzer that
// is not wired is heard here.

import { shine } from "./lamps.js";
import { Live } from "./live.js";
import { Sound } from "./sound.js";
import { hasVoice, speak } from "./telling.js";
import { word } from "./words.js";

const page = document.getElementById("outputs");
const said = document.getElementById("said");
const sound = new Sound();

function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  said.replaceChildren(line);
}

async function news() {
  try {
    const answer = await fetch("/api/v1/state", { cache: "no-store" });
    if (answer.ok) shine((await answer.json()).lamps);
    return answer.ok;
  } catch {
    return false;
  }
}

// The box answers with its page; what it says of the trial stands at the top of it.
async function attempt(address, body) {
  const answer = await fetch(address, { method: "POST", body });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const lines = [...fresh.querySelectorAll("#said p")];
  say((lines.length ? lines : [...fresh.querySelectorAll(".card p")].slice(0, 1)).map((one) => one.textContent).join(" "));
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
  const body = new URLSearchParams(new FormData(form, button));
  button.disabled = true;
  try {
    await attempt(form.action, body);
  } catch {
    say(word("away"));
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
