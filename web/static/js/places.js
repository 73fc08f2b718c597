// Pieces and places of the board: which is nearest, which of several is meant, and their names.

import { TWICE_MS } from "./hold.js";
import { isolated, word } from "./words.js";

const squares = JSON.parse(document.getElementById("squares")?.textContent ?? "{}"); // id: name

// The one that is nearest, within reach.
export function nearest(all, reach, awayOf) {
  let best;
  let least = reach;
  for (const one of all) {
    const away = awayOf(one);
    if (away < least) [best, least] = [one, away];
  }
  return best;
}

// Asks which of several things is meant, each with its words and perhaps a picture; null if the question is left open.
// It comes up under the finger, so the second touch of a trembling one chooses nothing and closes nothing.
export function which(choices, label = "") {
  return new Promise((decided) => {
    const dialog = document.createElement("dialog");
    dialog.className = "which fresh";
    setTimeout(() => dialog.classList.remove("fresh"), TWICE_MS);
    dialog.addEventListener("click", (event) => {
      if (event.detail && dialog.matches(".fresh")) event.stopPropagation();
    }, { capture: true });
    if (label) dialog.setAttribute("aria-label", label);
    let chosen = null;
    for (const [text, value, picture] of choices) {
      const button = document.createElement("button");
      button.append(...(picture ? [picture] : []), text);
      button.addEventListener("click", () => {
        chosen = value;
        dialog.close();
      });
      dialog.append(button);
    }
    dialog.addEventListener("close", () => {
      dialog.remove();
      decided(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

// The name of a piece, and of the square on which it stands.
export function nameOf(names, key, square) {
  const [player, piece] = key.split(",").map(Number);
  return word("piece", { player: isolated(names[player]), piece: "abcdefghijklmnop"[piece], place: placeOf(square) });
}

// The name of a square for a screen reader.
export function placeOf(name) {
  return squares[name];
}
