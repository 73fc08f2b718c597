// What this page hears of the box while it is looked at. Catches up after sleep and lost networks; a page that is
// hidden asks for nothing and keeps no stream.

import { drop } from "./ask.js";
import { SharedStream } from "./stream.js";

const CHECK_S = 25;

const isSeen = () => document.visibilityState === "visible";

// The box was stopped on purpose: the line that says it is away tells how it starts again, until it is back.
function showStopped(text) {
  let line = document.getElementById("away");
  if (!line) {
    line = document.createElement("p");
    Object.assign(line, { id: "away", className: "away", role: "status" });
    document.getElementById("main").prepend(line);
  }
  line.dataset.usual ??= line.textContent;
  line.textContent = text;
  line.hidden = false;
}

function showStarted() {
  const line = document.getElementById("away");
  if (line?.dataset.usual === undefined) return;
  line.textContent = line.dataset.usual;
  line.hidden = true;
  delete line.dataset.usual;
}

export class Live {
  constructor({ news, since, eye = () => {}, lamps = () => {}, hears = () => {}, slept = () => {}, stopped = showStopped }) {
    this.news = news;
    this.told = { eye, lamps, hears };
    this.slept = slept;
    this.stopped = stopped;
    this.isStopped = false;
    this.stream = new SharedStream({ since, hears: (kind, data) => this.hear(kind, data) });
  }

  start() {
    const [wake, rest] = [() => isSeen() && this.wake(), () => this.stream.close()];
    document.addEventListener("visibilitychange", () => (isSeen() ? wake() : rest()));
    document.addEventListener("freeze", rest);
    document.addEventListener("resume", wake);
    window.addEventListener("online", wake);
    window.addEventListener("offline", () => this.news());
    window.addEventListener("pagehide", rest);
    setInterval(() => isSeen() && this.news(), CHECK_S * 1000);
    if (isSeen()) this.stream.open();
  }

  // A phone that slept may hold a dead stream: begin a new one and fetch what was missed.
  wake() {
    this.slept();
    drop();
    this.news();
    this.stream.open();
  }

  hear(kind, data) {
    if (kind === "message") this.soon();
    else if (kind === "stopped") {
      this.isStopped = true;
      this.stopped(JSON.parse(data).text);
    } else if (kind in this.told) this.told[kind](JSON.parse(data));
    else return this.reach(kind);
  }

  // The events of one action come together: ask once for all of them.
  soon() {
    clearTimeout(this.gather);
    this.gather = setTimeout(() => this.news(), 25);
  }

  // Ask for the state, as the stream begins, ends, or says that phones have changed; true if the box answers.
  reach(kind) {
    if (kind === "open") showStarted();
    const wasStopped = this.isStopped; // it may still answer for a moment, and is not asked
    this.isStopped = false;
    return (kind === "lost" && wasStopped) || this.news();
  }
}
