// The spoken page: what happens is said; three big buttons say it again, tell what can be played, and do it. A
// smaller one goes back in what can be played.

import { ask, mark, oneAtATime, post } from "./ask.js";
import { Live } from "./live.js";
import { Level, hush, speak } from "./telling.js";
import { word } from "./words.js";

const page = document.getElementById("blind");
const heard = document.getElementById("heard");
const startButton = document.getElementById("start");
const confirmButton = document.getElementById("confirm");

const TWICE_MS = 500; // two touches so close together are one: nobody has heard the question yet

const level = new Level();

let state = null;
let csrf = page.dataset.csrf;
let speaks = false;
let last = heard.textContent.trim();
let chosen = -1; // which of the things that can be done was told last
let sure = 0; // undo was asked for once, at this moment
let busy = false;
let isAway = false;
let woke = false; // it slept, or the box was away: what was missed is not said, only what is to do now

// What a person asks for by a button is answered aloud whatever the level; news obeys it.
function say(text, { keep = true, aloud = text } = {}) {
  if (keep) last = text;
  heard.textContent = text;
  if (speaks) speak(aloud);
}

// Everything that can be done now, each with its words and what is sent.
function choices() {
  if (!state?.csrf) return [];
  const { question, waiting } = state;
  if (question) {
    const words = question.kind === "illegal" ? ["moved-back", "accept"] : ["accepted", "undone", "withdrawn"];
    return words.map((answer) => ({
      text: word(answer),
      send: ["answers", { question: question.kind, answer, of: question.of }],
    }));
  }
  const asked = waiting[0]?.asked ? waiting[0] : null;
  if (asked) {
    return [...asked.likely, ...asked.others].map((throwOne) => ({
      text: throwOne.words,
      send: ["corrections", { of: asked.seq, throw: throwOne.text }],
    }));
  }
  const moves = [...state.moves, ...state.optional].map(({ move, text }) => ({ text, send: ["moves", { move }] }));
  if (moves.length || !state.wants || state.turn.waits !== "throw") return moves;
  const throws = state.wants.throws.map((one) => ({ text: one.words, send: ["throws", { throw: one.text }] }));
  return [{ text: word("boxThrows"), send: ["throws", { drawn: true }] }, ...throws];
}

function label() {
  const choice = choices()[chosen];
  confirmButton.textContent = choice ? word("doIt", { deed: choice.text }) : word("undo");
}

function turnText() {
  if (state.outcome) return state.outcome.text;
  return `${state.turn.name} ${state.turn.text}`;
}

function apply(fresh) {
  if (state && fresh.seq < state.seq) return;
  if (String(fresh.game) !== page.dataset.game) {
    location.reload();
    return;
  }
  const since = state?.seq ?? Number(page.dataset.seq);
  const first = state === null;
  const [slept, wasAway] = [woke, isAway];
  [woke, isAway] = [false, false];
  state = fresh;
  if (fresh.csrf) csrf = fresh.csrf;
  level.hears(fresh.hears);
  if (first && fresh.seq === since) {
    last = turnText();
    if (wasAway) sayTurn();
    label();
    return;
  }
  if (fresh.seq === since) {
    if (wasAway) sayTurn();
    return;
  }
  chosen = -1;
  sure = 0;
  label();
  const lines = slept ? [] : fresh.events.filter((line) => line.seq > since).reverse();
  const reason = fresh.question?.kind === "illegal" ? [fresh.question.reason, fresh.question.sentence].filter(Boolean).map(ended) : [];
  const whole = [...lines.map((line) => ended(line.text)), ...reason, ended(turnText())].join(" ");
  const missed = slept ? fresh.aloud.now.alerts : fresh.aloud.alerts.text;
  const alert = fresh.aloud.alerts.seq > since ? missed : "";
  say(whole, { aloud: level.now === "everything" ? whole : level.now === "alerts" ? alert : "" });
}

// The box is back, and nothing has happened meanwhile: whose turn it is shows that.
function sayTurn() {
  const { now } = state.aloud;
  say(turnText(), { aloud: level.now === "everything" ? now.everything : level.now === "alerts" ? now.alerts : "" });
}

function ended(text) {
  return /[.!?।]$/.test(text) ? text : `${text}.`;
}

const news = oneAtATime(async (isLast) => {
  try {
    const answer = await ask("/api/v1/state");
    if (answer.ok) apply(await answer.json());
    return answer.ok;
  } catch {
    if (isLast()) lose();
    return false;
  }
});

// That the box is away is said once.
function lose() {
  woke = true;
  if (isAway) return;
  isAway = true;
  say(word("away"), { keep: false });
}

async function send([name, body]) {
  if (busy) return;
  busy = true;
  try {
    const answer = await post(name, csrf, JSON.stringify({ ...body, at: state.seq, request: mark() }));
    const told = await answer.json();
    if (answer.ok) apply(told);
    else {
      if (told.state) apply(told.state);
      say([told.error, told.rule_sentence].filter(Boolean).map(ended).join(" "));
    }
  } catch {
    say(word("away"), { keep: false });
  } finally {
    busy = false;
  }
}

startButton.addEventListener("click", () => {
  speaks = !speaks;
  startButton.setAttribute("aria-pressed", String(speaks));
  if (!speaks) hush();
  else speak(level.now === "silent" ? word("tellsSilent") : last);
});

document.getElementById("again").addEventListener("click", () => say(last));

// A finger may be faster than the first news of the game. Without any, that the box is away has been said.
async function knows() {
  return state !== null || ((await news()) && state !== null);
}

// The next thing that can be done, or the one before; both go round.
async function tell(by) {
  if (!(await knows())) return;
  sure = 0;
  const all = choices();
  const from = chosen < 0 && by < 0 ? 0 : chosen;
  chosen = all.length ? (from + by + all.length) % all.length : -1;
  label();
  if (!all.length) say(word(state?.csrf ? "nothingToPlay" : "onlyWatches"), { keep: false });
  else say(word("choice", { number: chosen + 1, count: all.length, text: all[chosen].text }), { keep: false });
}

document.getElementById("what").addEventListener("click", () => tell(1));
document.getElementById("before").addEventListener("click", () => tell(-1));

confirmButton.addEventListener("click", async () => {
  if (!(await knows())) return;
  const choice = choices()[chosen];
  if (choice) {
    send(choice.send);
  } else if (!state?.csrf || !state.undo) {
    say(word(state?.csrf ? "nothingToUndo" : "onlyWatches"), { keep: false });
  } else if (sure) {
    if (performance.now() - sure > TWICE_MS) send(["undo", {}]);
  } else {
    sure = performance.now();
    say(word("sureUndo", { deed: state.undo.text }), { keep: false });
  }
});

document.documentElement.classList.add("script");
news();
new Live({
  news,
  hears: ({ phones }) => level.hears(phones),
  slept: () => {
    woke = true;
  },
  since: () => state?.seq ?? Number(page.dataset.seq),
}).start();
