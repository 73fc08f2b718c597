// The page's script: sends forms to /api/v1, shows the news of every other phone, keeps the last board
// when the box is away. Without it the page works as plain HTML.

import { Arrange } from "./arrange.js";
import { ask, mark, oneAtATime, post, timesOf } from "./ask.js";
import { Board } from "./board.js";
import { MatchClock } from "./clock.js";
import { dataOf } from "./forms.js";
import { Hold, TWICE_MS } from "./hold.js";
import { forget, keep, turned } from "./keep.js";
import { shine } from "./lamps.js";
import { leave } from "./leave.js";
import { Live } from "./live.js";
import { showEye } from "./message.js";
import { Moments } from "./moments.js";
import { morph } from "./morph.js";
import { fill } from "./refusal.js";
import { changeSide, showSide } from "./side.js";
import { Telling } from "./telling.js";
import { stayAwake } from "./wake.js";
import { isolated, word } from "./words.js";

const play = document.getElementById("play");
const said = document.getElementById("said");
const awayLine = document.getElementById("away");
const WHOLE = new Set(["of", "at", "resume", "begins", "player", "piece", "which"]);
const RETRY_S = [0.5, 1, 2, 4, 8];
const SEEN_ON_THE_BOARD = "#arrange-open, #did, #side, #turn-board"; // what they do is seen once the sheet is closed

let state = {
  seq: Number(play.dataset.seq),
  revision: Number(play.dataset.revision),
  game: Number(play.dataset.game),
  box: play.dataset.box, // only of a page that the service worker has kept
  taps: [],
};
let csrf = play.dataset.csrf;
let queue = Promise.resolve();
let newest = null; // the state that waits until nothing is down
let own = 0; // the newest event that this phone itself has brought about
let saidTimer = 0;
const shown = {};
const settling = new WeakMap(); // panels that take no touch yet, with their timers

document.documentElement.classList.add("script");
for (const part of document.querySelectorAll("[data-part]")) shown[part.dataset.part] = null;

const hold = new Hold();
const board = new Board(document.querySelector("svg.board"), {
  move: (move) => send("moves", { move }),
  did: (player, piece, to) => send("board", { player, piece, to }),
  undo: () => again("undo", state.undo),
  redo: () => again("redo", state.redo),
  say,
  dropped: () => hold.letGo(), // no click comes after it
});
const arrangeForm = document.getElementById("arrange");
const arrange = arrangeForm && new Arrange(board, arrangeForm, { send, ask, say });
const telling = new Telling();
const moments = new Moments();
const clock = new MatchClock(() => refresh());
let heard = 0; // what the stream has told of eye and lamps: a state that was asked for before knows older ones
const live = new Live({
  news: () => refresh(),
  eye: (eye) => {
    heard += 1;
    hold.show("eye", () => seeEye(eye));
  },
  lamps: (lamps) => {
    heard += 1;
    showLamps(lamps);
  },
  hears: ({ phones }) => hold.show("hears", () => telling.level.hears(phones)),
  slept,
  since: () => state.seq,
});

function say(text, { keep = false } = {}) {
  tell({ error: text }, keep ? 0 : 9);
}

// A message; one with a link stays longer, and as long as somebody is about to follow it.
function tell(told, seconds = told.rule_url ? 20 : 9) {
  clearTimeout(saidTimer);
  said.replaceChildren();
  if (!told.error) return;
  const line = document.createElement("p");
  fill(line, told);
  line.dataset.waits = seconds ? "" : "yes";
  said.append(line);
  const end = () => {
    if (line.matches(":hover, :focus-within")) saidTimer = setTimeout(end, 3000);
    else said.replaceChildren();
  };
  if (seconds) saidTimer = setTimeout(end, seconds * 1000);
}

// What happened meanwhile is no news: it is neither told nor shown moving.
function slept() {
  telling.slept();
  moments.slept();
  clock.slept();
}

function away(is) {
  // What waited for the box goes; a refusal stays for who reads it.
  if (!is && said.firstElementChild?.dataset.waits) say("");
  if (is) slept();
  clock.away(is);
  hold.show("away", () => {
    awayLine.hidden = !is;
    document.documentElement.classList.toggle("is-away", is);
  });
}

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

// One action after the other; the same mark until the box has answered, so that none counts twice. It is about
// the game as it was shown when it was touched, and what this phone has done since: the box refuses what is late.
function send(name, body) {
  const seen = state.seq;
  board.sends();
  queue = queue
    .then(() => deliver(name, body, seen))
    .catch((error) => {
      say(String(error));
      return { ok: false, status: 0, told: { error: String(error) } };
    })
    .then((answer) => {
      board.answered(answer.ok);
      return answer;
    });
  return queue;
}

// By a key: takes back, or brings back, what there is.
function again(name, deed) {
  const goes = deed && !isTwice(`${name} {}`);
  if (goes) send(name, {});
  return goes;
}

async function deliver(name, body, seen) {
  const request = JSON.stringify({ ...body, at: Math.max(seen, own), request: mark() });
  document.body.classList.add("busy");
  say(awayLine.hidden ? "" : word("later"), { keep: true });
  try {
    for (let turn = 0; ; turn += 1) {
      let answer;
      try {
        answer = await post(name, csrf, request);
      } catch {
        away(true);
        say(word("later"), { keep: true });
        await pause(RETRY_S[Math.min(turn, RETRY_S.length - 1)]);
        continue;
      }
      away(false);
      const told = await answer.json();
      if (answer.ok) own = told.seq;
      if (answer.ok) clock.hear(told, timesOf(answer));
      await hold.free();
      if (answer.ok) {
        apply(told);
      } else {
        if (told.state) apply(told.state);
        tell(told);
        if (answer.status === 403) refresh();
      }
      return { ok: answer.ok, status: answer.status, told };
    }
  } finally {
    document.body.classList.remove("busy");
  }
}

// Fetches the whole state.
const refresh = oneAtATime(async (isLast) => {
  let ok = false;
  const asked = heard;
  try {
    const answer = await ask("/api/v1/state");
    if (answer.ok) {
      const fresh = { ...await answer.json(), asked };
      clock.hear(fresh, timesOf(answer)); // it is nothing that a finger touches
      later(fresh);
    }
    ok = answer.ok;
  } catch {
    ok = false;
  }
  if (ok || isLast()) away(!ok);
  return ok;
});

// Shows the state as soon as nothing is down; what came before it is not shown any more.
function later(fresh) {
  if (!newest || fresh.seq >= newest.seq || fresh.box !== newest.box) newest = fresh;
  hold.show("state", () => {
    const shows = newest;
    newest = null;
    apply(shows);
  });
}

function apply(fresh) {
  const otherBox = state.box !== undefined && fresh.box !== state.box && fresh.seq < state.seq;
  if (fresh.game !== state.game || otherBox) {
    leave(() => location.assign("/"));
    return;
  }
  if (fresh.role !== play.dataset.role) {
    leave(() => {
      forget();
      location.reload(); // this phone may do more now, or less
    });
    return;
  }
  if (fresh.seq < state.seq) return;
  const moved = fresh.seq !== state.seq;
  const same = state.setup ? nextThrow(fresh) === nextThrow(state) : fresh.revision === state.revision;
  const seated = !state.setup || String(fresh.setup.names) === String(state.setup.names); // names stand on the board
  state = fresh;
  if (fresh.csrf) csrf = fresh.csrf;
  inPlace(() => keepChoices(same, () => {
    for (const part of document.querySelectorAll("[data-part]")) {
      const name = part.dataset.part;
      const html = fresh.parts[name];
      if (html !== undefined && html !== shown[name]) {
        morph(part, html);
        shown[name] = html;
      }
    }
  }));
  document.body.classList.toggle("in-tournament", fresh.tournament); // not :has(): Chromium 156 then draws folded parts badly
  clock.show();
  showSide();
  const news = moments.news(fresh);
  if (fresh.quarters === board.quarters && seated) board.show(fresh, { animate: moved, fly: moments.flight(news) });
  else turnBoard();
  moments.show(news);
  if ((fresh.asked ?? heard) === heard) {
    seeEye(fresh.eye);
    showLamps(fresh.lamps);
  }
  telling.hear(fresh);
  const trouble = document.getElementById("trouble");
  trouble.hidden = !fresh.trouble;
  trouble.textContent = fresh.trouble;
  document.title = `${isolated(fresh.turn.name)} · Charkoni`;
  stayAwake(!fresh.outcome);
  keep(fresh);
}

async function turnBoard() {
  try {
    const answer = await ask("/board");
    if (answer.ok) {
      const html = await answer.text();
      board.turn(html);
      turned(html);
    }
  } catch {
    away(true);
  }
  if (board.quarters === state.quarters) board.show(state, { animate: false });
}

// Change the page so that a list or field that is being used stays where it is on the screen.
function inPlace(change) {
  const used = document.activeElement?.matches("select, input, textarea") ? document.activeElement : null;
  const before = used?.getBoundingClientRect().top;
  change();
  if (used?.isConnected) scrollBy({ top: used.getBoundingClientRect().top - before, behavior: "instant" });
}

// Change the page, and close each choice of throws that is about another throw then. One that the finger has opened
// for which the news waited stays, and takes no touch for a moment more.
function keepChoices(sameThrow, change) {
  const about = (one) => [...one.querySelectorAll('input[name="of"]')].map((of) => of.value).join();
  const choices = [...document.querySelectorAll("[data-part] details[open]")].filter((one) => one.querySelector(".throws"));
  const before = choices.map(about);
  change();
  choices.forEach((one, place) => {
    if (about(one) === before[place] && (before[place] || sameThrow)) return;
    const panel = one.querySelector(":scope > .panel.fresh");
    if (panel && hold.waited) settle(panel);
    else one.open = false;
  });
}

// Which throw comes next: another one after each throw, and after each that is taken back.
function nextThrow({ game, throw: last, waiting }) {
  return [game, last?.seq, ...waiting.map(({ seq }) => seq)].join();
}

// What has come up under a finger takes no touch for a moment.
function settle(panel) {
  clearTimeout(settling.get(panel));
  panel.classList.add("fresh");
  settling.set(panel, setTimeout(() => panel.classList.remove("fresh"), TWICE_MS));
}

function seeEye(eye) {
  const line = document.getElementById("eye");
  const isBlind = (name) => name === "off" || name === "away";
  const turned = isBlind(eye.state) !== isBlind(line.dataset.state);
  line.title = eye.camera;
  showEye(eye);
  if (turned) refresh();
}

function showLamps(lamps) {
  shine(lamps);
  telling.tune(lamps);
}

async function beginArranging() {
  if (!state.setup) await refresh();
  if (state.setup) await arrange.begin(state.setup.names, state.turn.player);
}

// From whose seat the board is seen: the box keeps it for this phone, and draws the board anew.
async function seeFrom(seat) {
  if (!seat) return;
  try {
    await ask(`/?seat=${encodeURIComponent(seat)}`);
  } catch {
    away(true);
  }
  await refresh();
}

// Close what lies open over the page.
function fold(which = () => true) {
  for (const sheet of document.querySelectorAll("details.menu[open], details.sheet[open]")) {
    if (which(sheet)) sheet.open = false;
  }
}

let wished = { what: "", at: -TWICE_MS };

// A finger that trembles touches twice: two moves taken back, or two throws, were never meant.
function isTwice(what) {
  const is = what === wished.what && performance.now() - wished.at < TWICE_MS;
  wished = { what, at: performance.now() };
  return is;
}

document.addEventListener("change", (event) => {
  if (event.target.id !== "seat") return;
  fold();
  seeFrom(event.target.value);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if ("seen" in form.dataset) {
    event.preventDefault();
    seeFrom(dataOf(form, event.submitter).get("seat"));
    return;
  }
  if (!form.dataset.api) return;
  event.preventDefault();
  const body = {};
  for (const [name, value] of dataOf(form, event.submitter)) {
    if (name === "csrf" || name === "at" || name === "request") continue;
    body[name] = WHOLE.has(name) ? Number(value) : value;
  }
  if (isTwice(`${form.dataset.api} ${JSON.stringify(body)}`)) return;
  for (const details of play.querySelectorAll("details.sheet[open], details.wrong[open]")) details.open = false;
  send(form.dataset.api, body);
});

document.addEventListener("click", (event) => {
  const photo = event.target.closest("[data-enlarge]");
  if (photo) {
    event.preventDefault();
    const dialog = document.getElementById("enlarged");
    const picture = dialog.querySelector("img");
    picture.src = photo.href;
    picture.alt = photo.querySelector("img").alt;
    dialog.showModal();
    return;
  }
  const dialog = event.target.closest("dialog");
  if (dialog && event.target === dialog) dialog.close();
  if (event.target.closest("#arrange-open")) beginArranging();
  if (event.target.closest("#did")) board.toggleDid();
  if (event.target.closest("#side")) changeSide();
  if (event.target.closest(SEEN_ON_THE_BOARD)) fold();
  const chip = event.target.closest("button.chip");
  if (chip) board.choose(chip);
  fold((sheet) => !sheet.contains(event.target));
});

// Where it comes up under the finger, the second touch of a trembling one chooses nothing: it may come before the
// page is told that the choice is open.
document.addEventListener("click", (event) => {
  const panel = event.target.closest?.(".sheet > summary")?.parentElement.querySelector(".panel");
  if (!panel) return;
  if (panel.classList.contains("fresh")) {
    event.preventDefault(); // nor does it close the choice
    return;
  }
  settle(panel);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  fold();
  if (board.arranging) arrange.end();
  else board.settled();
});

showSide();
refresh();
live.start();
