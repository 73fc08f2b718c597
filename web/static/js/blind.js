// The spoken page: what happens is said. The strongest button is the next step: it tells what can be played, and
// then does what was told. Others say it again, lead over the board and back through the turns; undo is the last.

import { ask, mark, oneAtATime, post } from "./ask.js";
import { FeltBoard } from "./feeling.js";
import { Hold } from "./hold.js";
import { leave } from "./leave.js";
import { Live } from "./live.js";
import { morph } from "./morph.js";
import { Level, hush, speak } from "./telling.js";
import { isolated, word } from "./words.js";

const page = document.getElementById("blind");
const heard = document.getElementById("heard");
const startButton = document.getElementById("start");
const confirmButton = document.getElementById("confirm");
const undoButton = document.getElementById("undo");

const TWICE_MS = 500; // two touches so close together are one: nobody has heard the question yet

const ANSWERS = {
  illegal: ["moved-back", "accept"],
  warning: ["leave", "play"],
  correction: ["accepted", "undone", "withdrawn"],
};

const level = new Level();
const hold = new Hold();
const board = new FeltBoard(document.querySelector("svg.board"), {
  game: page.dataset.game,
  say: (text) => say(text, { keep: false }),
  told: (square) => choosePlace(square),
});

let state = null;
let newest = null; // the state that waits until nothing is down
let csrf = page.dataset.csrf;
let speaks = false;
let last = heard.textContent.trim();
let chosen = -1; // which of the things that can be done was told last
let sure = 0; // undo was asked for once, at this moment
let ago = -1; // which turn was told last, counted back from the one that goes on
let from = null; // the piece that was moved, where any move is entered in two steps
let busy = false;
let isAway = false;
let woke = false; // it slept, or the box was away: what was missed is not said, only what is to do now

// What a person asks for by a button is answered aloud whatever the level; news obeys it.
function say(text, { keep = true, aloud = text } = {}) {
  if (keep) last = text;
  heard.textContent = text;
  if (speaks) speak(aloud);
}

// Everything that can be done now, each with its words and what is sent; last what was taken back.
function choices() {
  if (!state?.csrf) return [];
  const { redo, void: counts } = state;
  const back = redo ? [{ text: word("bringBack", { deed: redo.text }), send: ["redo", {}] }] : [];
  const none = counts ? [{ text: word("voidThrow"), send: ["void", { of: counts.of, why: "said" }] }] : [];
  return [...nextSteps(), ...back, ...none];
}

function nextSteps() {
  const { question, waiting } = state;
  if (question) {
    return ANSWERS[question.kind].map((answer) => ({
      text: word(answer),
      send: ["answers", { question: question.kind, answer, of: question.of }],
    }));
  }
  if (state.match?.follows) return [{ text: word("nextGame"), send: ["next-game", {}] }];
  const asked = waiting[0]?.asked ? waiting[0] : null;
  if (asked) {
    return [...asked.likely, ...asked.others].map((throwOne) => ({
      text: throwOne.words,
      send: ["corrections", { of: asked.seq, throw: throwOne.text }],
    }));
  }
  if (state.freely) return [...(from ? ends() : starts()), ...state.optional.map(({ move, text }) => ({ text, send: ["moves", { move }] }))];
  const moves = [...state.moves, ...state.optional].map(({ move, text }) => ({ text, send: ["moves", { move }] }));
  if (moves.length || !state.wants || state.turn.waits !== "throw") return moves;
  const throws = state.wants.throws.map((one) => ({ text: one.words, send: ["throws", { throw: one.text }] }));
  return [{ text: word("boxThrows"), send: ["throws", { drawn: true }] }, ...throws];
}

// In a tournament any piece of who moves may have gone anywhere: first it is chosen, then where it stands.
function starts() {
  const mine = `${state.turn.player},`;
  const pieces = new Map([...board.men.querySelectorAll(`[data-piece^="${mine}"]`)].map((man) => [man.dataset.square, man]));
  return board.places
    .filter(({ square }) => pieces.has(square))
    .map(({ square, text }) => ({ square, text, pick: () => lift(pieces.get(square).dataset.piece, square) }));
}

function ends() {
  const [player, piece] = from.piece.split(",").map(Number);
  return board.places
    .filter(({ square }) => square !== from.square)
    .map(({ square, text }) => ({ square, text, send: ["board", { player, piece, to: square }] }));
}

function lift(piece, square) {
  from = { piece, square };
  chosen = -1;
  label();
  say(word("nowWhere"), { keep: false });
}

// A place under the finger is confirmed by the same button.
function choosePlace(square) {
  if (!state?.freely || !state.csrf) return;
  chosen = choices().findIndex((one) => one.square === square);
  label();
}

// The next step: what was told is done; before that it is told, and where nothing can be done, all is said again.
function label() {
  const all = choices();
  const deed = all[chosen]?.text;
  const ask = state?.freely ? (from ? "nowWhere" : "whatMoved") : "whatNow";
  confirmButton.textContent = deed ? word("doIt", { deed }) : word(all.length ? ask : "sayAgain");
}

function turnText() {
  if (state.outcome) return state.outcome.text;
  return `${isolated(state.turn.member || state.turn.name)} ${state.turn.text}`;
}

function apply(fresh) {
  if (state && fresh.seq < state.seq) return;
  if (String(fresh.game) !== page.dataset.game) {
    leave(() => location.reload());
    return;
  }
  const since = state?.seq ?? Number(page.dataset.seq);
  const first = state === null;
  const [slept, wasAway] = [woke, isAway];
  [woke, isAway] = [false, false];
  state = fresh;
  if (fresh.csrf) csrf = fresh.csrf;
  level.hears(fresh.hears);
  board.news(fresh.seq);
  const score = page.querySelector('[data-part="match"]');
  if (score) morph(score, fresh.parts.match);
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
  from = null;
  sure = 0;
  ago = -1;
  label();
  const lines = slept ? [] : fresh.events.filter((line) => line.seq > since).reverse();
  const reason = ["illegal", "warning", "wrong"].includes(fresh.question?.kind) ? [fresh.question.reason, fresh.question.sentence].filter(Boolean).map(ended) : [];
  const now = fresh.outcome && lines.length ? [] : [ended(turnText())]; // its line has told how the game ended
  const whole = [...lines.map((line) => ended(line.text)), ...reason, ...now].join(" ");
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
    if (answer.ok) later(await answer.json());
    return answer.ok;
  } catch {
    if (isLast()) lose();
    return false;
  }
});

// What a button does is not changed while it is held down.
function later(fresh) {
  if (!newest || fresh.seq >= newest.seq) newest = fresh;
  hold.show("state", () => {
    const shows = newest;
    newest = null;
    apply(shows);
  });
}

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
  if (state === null && (await news())) await hold.free();
  return state !== null;
}

// The next thing that can be done, or the one before; both go round.
async function tell(by) {
  if (!(await knows())) return;
  sure = 0;
  const all = choices();
  const first = chosen < 0 && by < 0 ? 0 : chosen;
  chosen = all.length ? (first + by + all.length) % all.length : -1;
  label();
  if (!all.length) say(word(state?.csrf ? "nothingToPlay" : "onlyWatches"), { keep: false });
  else say(word("choice", { number: chosen + 1, count: all.length, text: all[chosen].text }), { keep: false });
}

document.getElementById("what").addEventListener("click", () => tell(1));
document.getElementById("before").addEventListener("click", () => tell(-1));

confirmButton.addEventListener("click", async () => {
  if (!(await knows())) return;
  const all = choices();
  if (all[chosen]?.pick) all[chosen].pick();
  else if (all[chosen]) send(all[chosen].send);
  else if (all.length) tell(1);
  else if (state?.csrf) say(last);
  else say(word("onlyWatches"), { keep: false });
});

undoButton.addEventListener("click", async () => {
  if (!(await knows())) return;
  if (!state?.csrf || !state.undo) {
    say(word(state?.csrf ? "nothingToUndo" : "onlyWatches"), { keep: false });
  } else if (sure) {
    if (performance.now() - sure > TWICE_MS) send(["undo", {}]);
  } else {
    sure = performance.now();
    say(word("sureUndo", { deed: [state.undo.text, state.undo.note].filter(Boolean).join(". ") }), { keep: false });
  }
});

document.getElementById("place-next").addEventListener("click", () => board.walk(1));
document.getElementById("place-before").addEventListener("click", () => board.walk(-1));

// Turns that were played, one by one: first the one that goes on, then further back.
async function turn(by) {
  try {
    const answer = await ask(`/blind/turns/${Math.max(0, ago + by)}`);
    if (!answer.ok) return;
    const told = await answer.json();
    ago = told.ago;
    say(told.is_first ? word("firstTurn", { turn: told.text }) : told.text, { keep: false });
  } catch {
    say(word("away"), { keep: false });
  }
}

// What both players have left is said when somebody asks, never by itself.
document.getElementById("clock")?.addEventListener("click", async () => {
  try {
    const answer = await ask("/blind/clock");
    if (answer.ok) say((await answer.json()).text, { keep: false });
  } catch {
    say(word("away"), { keep: false });
  }
});

document.getElementById("turn-before").addEventListener("click", () => turn(1));
document.getElementById("turn-next").addEventListener("click", () => turn(-1));

document.documentElement.classList.add("script");
news();
new Live({
  news,
  hears: ({ phones }) => level.hears(phones),
  slept: () => {
    woke = true;
  },
  stopped: (text) => {
    woke = isAway = true;
    say(text);
  },
  since: () => state?.seq ?? Number(page.dataset.seq),
}).start();
