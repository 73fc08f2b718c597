// On every page: registers the service worker where the page came safely, over plain HTTP there is none; makes a
// page fresh that the browser brings back; and asks whether the box is there before a form leaves the page, so
// that what was typed is not lost.

import { ask } from "./ask.js";
import { sendAgain } from "./forms.js";

const unsent = document.getElementById("unsent");
const asked = new WeakSet(); // forms for which the box is being asked
const there = new WeakSet(); // forms that may go: the box has answered

if (window.isSecureContext && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch((error) => console.info(error));
}

// The page that comes back from the browser's memory is as it was left: of an older game, with a form that was sent.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// It must not lie open over the page that is come back to.
window.addEventListener("pagehide", () => {
  document.getElementById("menu")?.removeAttribute("open");
});

async function isThere() {
  try {
    await ask("/away");
    return true;
  } catch {
    return false;
  }
}

// Other scripts have had their turn: what they send themselves never comes here.
window.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || there.delete(form)) return;
  event.preventDefault();
  if (asked.has(form)) return;
  asked.add(form);
  unsent.hidden = true;
  document.body.classList.add("busy");
  const is = await isThere();
  document.body.classList.remove("busy");
  asked.delete(form);
  unsent.hidden = is;
  if (!is) return;
  there.add(form);
  sendAgain(form, submitter);
});
