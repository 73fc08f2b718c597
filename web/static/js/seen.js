// The page "The board": what the camera sees is looked at again every few seconds while the page is looked at.

import { ask } from "./ask.js";
import { morph } from "./morph.js";

const FRESH_MS = 2000;

const part = document.getElementById("seen-part");
let sending = false;

addEventListener("submit", () => { sending = true; });

// An answer that somebody is choosing is not taken from under the finger.
const isBusy = () => sending || part.contains(document.activeElement);

async function look() {
  if (document.visibilityState === "visible" && !isBusy()) {
    let there = true;
    try {
      const answer = await ask("/board/seen/part");
      if (!answer.ok) throw new Error(answer.statusText);
      const { html } = await answer.json();
      if (!isBusy()) morph(part, html);
    } catch {
      there = false;
    }
    document.getElementById("away").hidden = there;
  }
  setTimeout(look, FRESH_MS);
}

setTimeout(look, FRESH_MS);
