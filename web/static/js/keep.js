// Hands the board to the service worker whenever it has changed, so that the page can be opened while the box
// is away. Where there is no worker nothing is done: an open page keeps its board by itself.

import { markLast } from "./marks.js";

const worker = window.isSecureContext ? navigator.serviceWorker : undefined;
const WAIT_MS = 300;

// The page as the box sent it, before any script has touched it.
const shell = worker ? document.documentElement.outerHTML : "";

let boardHtml = "";
let timer = 0;

// The board was turned: from now on it is kept from this side.
export function turned(html) {
  boardHtml = html;
}

// This phone may do more or less from now on: what was kept is the page of another role.
export function forget() {
  clearTimeout(timer);
  worker?.controller?.postMessage({ board: "" });
}

export function keep(state) {
  if (!worker) return;
  clearTimeout(timer);
  timer = setTimeout(() => hand(state), WAIT_MS);
}

async function hand(state) {
  const { active } = await worker.ready;
  active?.postMessage(drawn(state));
}

function drawn(state) {
  const page = new DOMParser().parseFromString(shell, "text/html");
  const play = page.getElementById("play");
  for (const part of page.querySelectorAll("[data-part]")) part.innerHTML = state.parts[part.dataset.part] ?? "";
  const table = page.querySelector(".table");
  if (boardHtml) table.innerHTML = boardHtml;
  const board = table.querySelector("svg.board");
  board.dataset.turn = state.turn.player;
  board.querySelector("#men").innerHTML = state.parts.men;
  markLast(board, state.last);
  Object.assign(play.dataset, { seq: state.seq, revision: state.revision, box: state.box, csrf: "" });
  for (const token of page.querySelectorAll('input[name="csrf"]')) token.removeAttribute("value");
  page.getElementById("said").replaceChildren();
  page.getElementById("away").hidden = false;
  page.documentElement.classList.add("is-away");
  page.title = document.title;
  return { board: `<!doctype html>\n${page.documentElement.outerHTML}`, version: play.dataset.version };
}
